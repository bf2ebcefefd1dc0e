"""What lasts ends: every state that holds for a while, and until when it holds.

A new field of a unit, a base, an officer or the battle must be put among those that last or those that do not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import pytest

from rules.action import UMPIRE, Action, Actor
from rules.chance import Scripted
from rules.red_actions.actions.command import Combine
from rules.red_actions.actions.movement import Move
from rules.red_actions.actions.umpire import PlaceUnit, RemoveUnit, Steady
from rules.red_actions.book.kinds import UnitFormation
from rules.red_actions.decide import decide
from rules.red_actions.events.charge import ChargeMoved
from rules.red_actions.events.morale import RoutBegan
from rules.red_actions.events.rails import TrainLeft
from rules.red_actions.evolve import evolve
from rules.red_actions.pending.morale import LoseBases, RetireUnit, RunAway, Surrender
from rules.red_actions.play.captives.prisoners import take_unguarded
from rules.red_actions.play.vehicles.capture import taken
from rules.red_actions.state import ATTACKER, DEFENDER, Segment, State, WatchKept
from rules.red_actions.units import Base, Concealment, Officer, Point, Prisoners, Rails, Rout, Unit
from rules.red_actions.view import view
from rules.viewing import PUBLIC
from tests.rules.red_actions import nerves
from tests.rules.red_actions.field import ATTACK, changed, course, junior, officer, unit

COMPARED = "a turn, compared with the one that runs"
LASTS = {
    Base: {"limber": "until it is fired or refilled", "cart": "until it is fired or refilled"},
    Rout: {
        "threat": "until it rallies, or is no more",
        "pursuers": COMPARED,
        "abandoned": "until it rallies, or is no more",
        "off_table": "until it rallies, or is no more",
    },
    Rails: {
        "last": "until its next move, or it leaves",
        "leaving": "until it has left, or is taken",
        "withdrawing": "until it has left, or is taken",
    },
    Unit: {
        "formation": "until it forms up anew",
        "formed": "until it breaks its line, dismounts, combines or routs",
        "limbered": "until it unlimbers",
        "terror": "until it rallies",
        "pinned": "until it rallies or routs",
        "rout": "until it rallies",
        "acted": COMPARED,
        "mode": "until the end of the turn",
        "mode_turn": COMPARED,
        "evading": "until it does something else, or routs",
        "moved": "until the end of the turn",
        "moved_turn": COMPARED,
        "went_back": "until the end of the turn",
        "went_back_turn": COMPARED,
        "retired_turn": COMPARED,
        "spared_turn": COMPARED,
        "marching": "until it forms up, is shot at, ambushed, charges, boards or routs",
        "surprised": "until it forms up or routs",
        "held_back_until": COMPARED,
        "charge_failed": COMPARED,
        "clever_turn": COMPARED,
        "ambushed_turn": COMPARED,
        "came_upon": "until its segment is over, or its ambush is sprung",
        "returned_turn": COMPARED,
        "hidden": "until it is seen, fires, charges or routs",
        "marker": "until it is seen or fires",
        "holds": "until it goes, or the building is no more",
        "in_wire": "until it is across, goes back or boards",
        "wire_since": COMPARED,
        "aboard": "until it gets out, routs, or its carrier is no more",
        "car": "until it gets out, routs, or its carrier is no more",
        "arrives": "until it has come",
        "off_course": "until it has found its way again",
        "breakdown": "until it is free, or for good",
        "mounts": "until it mounts again",
        "holder": "until it mounts again, or is no more; taken when the enemy touches it",
        "holder_at": "until it mounts again, or is no more; taken when the enemy touches it",
        "more_horses": "until it mounts again, or is no more; taken when the enemy touches them",
        "fired_turn": COMPARED,
        "fire_target": "until it fires at another",
        "fire_rounds": "until it fires at another",
        "fire_spot": "until it fires at another",
        "observed_by": "until it fires again",
        "with_unit": "until he leaves, or the unit is no more",
        "commands": "until he leaves, or the unit is no more or combines",
        "spots": "until it leaves the edge",
    },
    Officer: {"token": "until the battle is over"},
    Prisoners: {"guard": "until others take them, or they are gone"},
    Segment: {each.name: "until the segment is over" for each in fields(Segment)},
    State: {
        "drawn": "until one is kept",
        "first": "until the end of the turn",
        "last": "until the next segment is over, or the turn",
        "lost_roll": "until the next roll is lost",
        "deck": "until the end of the turn",
        "segment": "until it is over, or the turn",
        "resting": "until the end of the turn",
        "announced": "until it is done or dropped",
        "agenda": "until it is done",
        "question": "until it is answered",
        "reply": "until the task that asked takes it",
        "standing": "until the side says otherwise",
        "watches": "until its owner says otherwise, or the unit is no more",
        "blazes": "until it is put out, or the building is no more",
        "scouted": COMPARED,
        "dummies": "until somebody finds it out",
        "orders": "until they are carried out or stop",
        "envelope": "until it is opened",
        "ruled": "as the umpire says",
        "shown": "until the next action",
        "awaited": "until they come",
    },
}
STAYS = {
    Base: {"id", "card", "hits", "wrecked"},
    Rout: {"since", "attempts", "began_at"},
    Rails: {"line", "along", "ahead", "taken_from"},
    Unit: {
        "id", "name", "side", "card", "bases", "raised", "at", "facing", "humiliated", "wheeled", "march_barred",
        "entry", "rails", "shot_at", "kit",
    },
    Officer: {"id", "name", "side", "rank", "unit", "general", "fate", "level", "fell", "replaces"},
    Prisoners: {"id", "unit", "side", "owner", "at", "bases"},
    Segment: set[str](),
    State: {
        "title", "sides", "units", "officers", "losses", "abandoned", "prisoners", "board", "options", "pack", "light",
        "weather", "turn_limit", "phase", "turn", "deployed", "cup", "segments", "closed", "questions", "foxholes",
        "ruins", "lanes", "marker_count", "new_ids", "captured_tanks", "ended", "coming",
    },
}  # fmt: skip


@pytest.mark.parametrize("kind", list(LASTS))
def test_every_field_is_known_to_last_or_to_end(kind: type) -> None:
    assert {each.name for each in fields(kind)} == set(LASTS[kind]) | STAYS[kind]
    assert not set(LASTS[kind]) & STAYS[kind]


# ── In battles ────────────────────────────────────────────────────────────────────────────────────────────────────────


REDS, WHITES = "red-regulars", "white-volunteers"


def held(guard: str = "reds", at: Point = (30.0, 20.0), owner: str = ATTACKER) -> Prisoners:
    lost = DEFENDER if owner == ATTACKER else ATTACKER
    return Prisoners("held", "lost", lost, owner, at, (Base("p1", WHITES),), guard)


def field(*parts: Any, **changes: Any) -> State:
    """Reds with a prisoner look north at Whites 10 in before them; Others are their friends, a foot to their east."""
    state = nerves.battle(
        unit("reds", card=REDS, **{"at": (30, 20), **changes}), unit("whites", DEFENDER, WHITES, at=(30, 30)),
        unit("others", card=REDS, at=(50, 20)), junior("reds", token="red-zero-plain"), *parts,
    )  # fmt: skip
    return replace(state, prisoners=(held(),))


def by_umpire(state: State, action: Action) -> State:
    for event in decide(state, action, UMPIRE, Scripted([])):
        state = evolve(state, event)
    return state


def does(state: State, action: Action, *dice: int, by: Actor = ATTACK) -> State:
    for event in decide(state, action, by, Scripted(str(die) for die in dice)):
        state = evolve(state, event)
    return state


def destroyed(state: State) -> State:
    return nerves.ran(state, LoseBases("reds", 4, reason="shot at"))


def surrendered(state: State) -> State:
    return nerves.ran(state, Surrender("reds", "whites"))


def routed(state: State, by: str = "") -> State:
    return nerves.ran(state, RunAway("reds", by))


def retired(state: State, by: str = "") -> State:
    return nerves.ran(state, RetireUnit("reds", by))


def removed(state: State) -> State:
    return by_umpire(state, RemoveUnit(unit="reds", reason="A test"))


GUARD_ENDS = {"destroyed": destroyed, "surrendered": surrendered, "routed": routed, "retired": retired,
              "removed": removed}  # fmt: skip


@pytest.mark.rule("RA-misc.prisoners.1", "RA-R197", "RA-R276")
@pytest.mark.parametrize("end", list(GUARD_ENDS))
def test_prisoners_lose_a_guard_who_is_no_more_or_driven_off(end: str) -> None:
    """They stay where they are; nobody is named as their guard, and friends who come to them are it."""
    state = GUARD_ENDS[end](field())
    mine = next(each for each in state.prisoners if each.id == "held")
    assert (mine.guard, mine.at, mine.owner) == ("", (30.0, 20.0), ATTACKER)
    assert "Reds holds 1 captured base of Whites" in view(state, PUBLIC).lines
    came = course(changed(state, "others", at=(30.0, 19.5)))
    take_unguarded(came, "others")
    assert next(each for each in came.state.prisoners if each.id == "held").guard == "others"


@pytest.mark.rule("RA-misc.prisoners.2", "RA-R130")
@pytest.mark.parametrize("end", [routed, retired])
def test_who_drives_the_guard_off_has_the_prisoners(end: Callable[[State, str], State]) -> None:
    """A rout counts like a retirement."""
    state = end(field(), "whites")
    assert (state.prisoners[0].owner, state.prisoners[0].guard) == (DEFENDER, "whites")


@pytest.mark.rule("RA-R197", "RA-R276")
def test_prisoners_do_not_jump_to_a_guard_who_was_driven_off() -> None:
    """Reds go back 3 in from them, and move aside in the next turn."""
    state = replace(retired(field()), turn=2, segment=Segment(ATTACKER))
    assert state.unit("reds").at == (30.0, 17.0)
    state = does(state, Move.model_validate({"unit": "reds", "path": ("26,17",)}))
    assert state.prisoners[0].at == (30.0, 20.0)


@pytest.mark.rule("RA-R197", "RA-R276")
def test_prisoners_go_with_a_guard_who_charges_or_is_placed() -> None:
    state = field()
    moved = evolve(
        state,
        ChargeMoved(
            unit="reds",
            target="whites",
            at=(30.0, 26.0),
            facing=0.0,
            way=((30.0, 20.0), (30.0, 26.0)),
            inches=6.0,
            how="contact",
        ),
    )
    assert moved.prisoners[0].at == (30.0, 26.0)
    placed = by_umpire(state, PlaceUnit(unit="reds", to="10,10"))
    assert placed.prisoners[0].at == placed.unit("reds").at == (10.0, 10.0)


@pytest.mark.rule("RA-combine.2", "RA-R276")
def test_what_named_one_of_two_that_combine_names_the_whole() -> None:
    """Others guard, are watched over and run from; Reds take them in."""
    runs = unit("runs", DEFENDER, WHITES, at=(60, 40), rout=Rout(1, "others", (("others", 1),)))
    state = nerves.battle(
        unit("reds", card=REDS, at=(30, 20), bases=2), unit("others", card=REDS, at=(32.4, 20), bases=2),
        junior("reds", token="red-zero-plain"), junior("others", token="red-plus1-plain"),
        unit("whites", DEFENDER, WHITES, at=(30, 40)), runs,
    )  # fmt: skip
    state = replace(state, prisoners=(held("others", (32.4, 20.0)),), watches=(WatchKept("others", "ask"),))
    state = does(state, Combine(unit="reds", other="others"), 2)
    whole = state.unit("reds")
    assert state.find("others") is None
    assert (state.prisoners[0].guard, state.prisoners[0].at) == ("reds", whole.at)
    assert state.watches == ()
    rout = state.unit("runs").rout
    assert rout is not None
    assert (rout.threat, rout.pursuers) == ("reds", (("reds", 1),))


ROUTERS: dict[str, dict[str, Any]] = {
    "formed": {"formed": True},
    "pinned": {"pinned": True},
    "evading": {"evading": True},
    "marching": {"marching": True},
    "surprised": {"surprised": True},
    "hidden": {"hidden": Concealment.HIDING},
    "marker": {"hidden": Concealment.MARKER, "marker": 3},
    "holds": {"holds": "Barn"},
    "in_wire": {"in_wire": "wire"},
    "spots": {
        "formation": UnitFormation.LINING,
        "spots": tuple((f"reds{n}", 1.2 * n - 3.0, 0.0, 0.0) for n in range(1, 5)),
    },
}


@pytest.mark.rule("RA-rout.1", "RA-R274")
@pytest.mark.parametrize("what", list(ROUTERS))
def test_a_rout_ends_what_a_unit_that_stands_does(what: str) -> None:
    state = field(**ROUTERS[what])
    assert getattr(state.unit("reds"), what)
    state = routed(state)
    assert state.unit("reds").routing
    assert getattr(state.unit("reds"), what) in (False, 0, "", (), UnitFormation.LINE, Concealment.NO)


@pytest.mark.rule("RA-rout.1", "RA-building.4", "RA-R274")
@pytest.mark.parametrize("what", ["holds", "marker", "spots"])
def test_it_ends_on_the_spot_too(what: str) -> None:
    state = field(**ROUTERS[what])
    state = evolve(state, RoutBegan(unit="reds", threat="whites", reason="A test"))
    assert not getattr(state.unit("reds"), what)


@pytest.mark.rule("RA-R114", "RA-R275")
def test_who_has_run_off_the_table_comes_back_by_the_umpires_word() -> None:
    """Steadied in turn 1, it may come on in turn 2; placed, it is there."""
    gone = field(at=None, entry=(30.0, 0.0), rout=Rout(1, "whites", off_table=True))
    state = by_umpire(gone, Steady(unit="reds", reason="A test"))
    assert (state.unit("reds").rout, state.unit("reds").arrives) == (None, 2)
    state = by_umpire(gone, PlaceUnit(unit="reds", to="10,10"))
    rout = state.unit("reds").rout
    assert rout is not None
    assert not rout.off_table


@pytest.mark.rule("RA-R275")
def test_whoever_is_placed_is_aboard_nothing_and_has_come() -> None:
    train = unit("train", card="train-mg", at=(40, 10), bases=1)
    aboard = field(train, at=None, aboard="train", car="train1")
    state = by_umpire(aboard, PlaceUnit(unit="reds", to="10,10"))
    assert (state.unit("reds").aboard, state.unit("reds").car) == ("", "")
    state = by_umpire(field(at=None, arrives=4, entry=(30.0, 0.0)), PlaceUnit(unit="reds", to="10,10"))
    assert state.unit("reds").arrives == 0
    state = by_umpire(field(officer("chief", at=(30, 20), with_unit="reds", commands=True)),
                      PlaceUnit(unit="chief", to="10,10"))  # fmt: skip
    assert (state.unit("chief").with_unit, state.unit("chief").commands) == ("", False)


@pytest.mark.rule("RA-tank.capture", "RA-R233")
def test_a_staff_in_a_tank_that_is_taken_is_lost_with_it() -> None:
    tank = unit("tank", DEFENDER, "tank-mg", at=(30, 22), bases=1)
    state = field(tank, officer("chief", DEFENDER, at=(30, 22), with_unit="tank"))
    event = taken(state, state.unit("reds"), state.unit("tank"))
    state = evolve(state, event)
    assert state.find("chief") is None
    assert [each.fate for each in state.officers if each.id == "chief-man"] == ["captured"]
    assert {loss.unit for loss in state.losses} == {"tank", "chief"}


@pytest.mark.rule("RA-R235", "RA-R276")
def test_who_rides_off_with_a_train_leaves_prisoners_and_takes_the_staff_along() -> None:
    train = unit("train", card="train-mg", at=(40, 10), bases=1)
    state = field(train, officer("chief", at=(30, 20), with_unit="reds"), at=None, aboard="train", car="train1")
    state = evolve(state, TrainLeft(unit="train", name="Train", losses=()))
    assert (state.unit("reds").at, state.unit("reds").aboard, state.unit("chief").at) == (None, "", None)
    assert (state.prisoners[0].guard, state.prisoners[0].at) == ("", (30.0, 20.0))
