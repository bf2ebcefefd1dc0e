"""What lasts ends: every state that holds for a while, and until when it holds.

A new field of a unit, a base, an officer or the battle must be put among those that last or those that do not.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

from rules.kernel.action import UMPIRE, Action, Actor
from rules.red_actions.actions.command import Combine
from rules.red_actions.actions.fight import Charge, Fire
from rules.red_actions.actions.movement import Move
from rules.red_actions.actions.rails import Rail
from rules.red_actions.actions.umpire import PlaceUnit, RemoveUnit, Steady, TestMorale, Wound
from rules.red_actions.actions.works import Possess
from rules.red_actions.book.kinds import UnitFormation
from rules.red_actions.events.morale import RoutBegan
from rules.red_actions.evolve import evolve
from rules.red_actions.state import ATTACKER, DEFENDER, Segment, State, WatchKept
from rules.red_actions.units import Base, Breakdown, Concealment, Officer, Point, Prisoners, Rails, Rout, Unit
from rules.red_actions.view import view
from rules.seam.viewing import PUBLIC
from tests.rules.red_actions import nerves
from tests.rules.red_actions.field import ATTACK, DEFENCE, WEST, answering, board, changed, junior, officer, unit
from tests.rules.red_actions.test_trains_in_battle import LINE, train
from tests.rules.red_actions.turning import Table

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
        "formation": "until it forms up again",
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
        "herd": "until it mounts or combines again, or has the horses itself",
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
        "sealed_turns": "until one of these orders stops, or the side takes them back",
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
        "title", "sides", "units", "officers", "losses", "fell", "abandoned", "prisoners", "board", "options", "pack",
        "light", "weather", "turn_limit", "phase", "turn", "deployed", "cup", "segments", "closed", "questions",
        "foxholes", "ruins", "lanes", "marker_count", "new_ids", "captured_tanks", "ended", "coming",
    },
}  # fmt: skip


@pytest.mark.parametrize("kind", list(LASTS))
def test_every_field_is_known_to_last_or_to_end(kind: type) -> None:
    assert {each.name for each in fields(kind)} == set(LASTS[kind]) | STAYS[kind]
    assert not set(LASTS[kind]) & STAYS[kind]


# ── In battles ────────────────────────────────────────────────────────────────────────────────────────────────────────


REDS, WHITES = "red-regulars", "white-volunteers"
SURRENDER, FEAR, STOPPED = (3, 4, 3, 4, 5, 6, 6), (3, 4, 6, 6), (3, 4, 6, 6)
"""Dice of charges: the charger's own test, the fear test of the other; where they fight, the combat and
an officer's die."""


def held(guard: str = "reds", at: Point = (30.0, 20.0), owner: str = ATTACKER) -> Prisoners:
    lost = DEFENDER if owner == ATTACKER else ATTACKER
    return Prisoners("held", "lost", lost, owner, at, (Base("p1", WHITES),), guard)


def field(*parts: Any, **changes: Any) -> State:
    """Reds with a prisoner look north at Whites 10 in before them; Others are their friends, a foot to their east."""
    state = nerves.battle(
        unit("reds", card=REDS, **{"at": (30, 20), **changes}), unit("whites", DEFENDER, WHITES, at=(30, 30)),
        unit("others", card=REDS, at=(50, 20)), junior("reds", token="red-zero-plain"),
        junior("others", token="red-zero-plain"), junior("whites", DEFENDER, token="white-zero-plain"), *parts,
    )  # fmt: skip
    return replace(state, prisoners=(held(),))


def does(state: State, action: Action, *dice: int, by: Actor = ATTACK) -> State:
    """The state when it is done, with all that follows from it; each die is needed."""
    return Table(state, *dice).do(action, by).done().state


def by_umpire(state: State, action: Action, *dice: int) -> State:
    return does(state, action, *dice, by=UMPIRE)


def whites_turn(state: State) -> State:
    """It is the Whites' segment; they neither answer fire nor lie down."""
    return answering(replace(state, segment=Segment(DEFENDER)), ATTACKER, mode="normal", return_fire="no")


def destroyed(state: State) -> State:
    """Their last base falls by the umpire's hand."""
    state = changed(state, "reds", bases=state.unit("reds").bases[:1])
    return by_umpire(state, Wound(unit="reds", what="base", reason="A test"))


def surrendered(state: State) -> State:
    """Whites charge two bases of Reds with two terror markers: 4:1 or better, where an 11 is a surrender."""
    state = changed(state, "reds", bases=state.unit("reds").bases[:2], terror=2)
    state = answering(whites_turn(changed(state, "whites", at=(30, 26))), ATTACKER, charged="stand")
    return does(state, Charge(unit="whites", target="reds"), *SURRENDER, by=DEFENCE)


def routed(state: State) -> State:
    """They fail a fear test that the umpire calls: a 9 is over 8."""
    return by_umpire(state, TestMorale(unit="reds", test="fear"), 4, 5)


def retired(state: State) -> State:
    """They fail a serious test: 3 in back."""
    return by_umpire(state, TestMorale(unit="reds", test="serious"), 4, 5)


def removed(state: State, who: str = "reds") -> State:
    return by_umpire(state, RemoveUnit(unit=who, reason="A test"))


GUARD_ENDS = {"destroyed": destroyed, "surrendered": surrendered, "routed": routed, "retired": retired,
              "removed": removed}  # fmt: skip


@pytest.mark.rule("RA-misc.prisoners.1", "RA-R197", "RA-R276")
@pytest.mark.parametrize("end", list(GUARD_ENDS))
def test_prisoners_lose_a_guard_who_is_no_more_or_driven_off(end: str) -> None:
    """They stay where they are; nobody is named as their guard, and friends who come to them are it."""
    state = GUARD_ENDS[end](field())
    mine = next(each for each in state.prisoners if each.id == "held")
    assert (mine.guard, mine.at, mine.owner) == ("", (30.0, 20.0), ATTACKER)
    assert "Reds hold 1 captured base of Whites" in view(state, PUBLIC).lines
    near = changed(replace(state, segment=Segment(ATTACKER)), "others", at=(35.0, 20.0), facing=WEST)
    near = changed(near, "whites", at=(30.0, 40.0), acted=0)
    came = Table(near).do(Move.model_validate({"unit": "others", "path": ("31,20",)})).state
    assert next(each for each in came.prisoners if each.id == "held").guard == "others"


@pytest.mark.rule("RA-misc.prisoners.2", "RA-R130")
def test_who_makes_the_guard_retire_has_the_prisoners() -> None:
    """Eight in the open 5.2 in off: column 4, where a 7 is a retirement of 3 in."""
    state = whites_turn(changed(field(), "whites", at=(30, 26)))
    state = does(state, Fire(unit="whites", target="reds"), 3, 4, by=DEFENCE)
    assert state.unit("reds").at == (30.0, 17.0)
    assert (state.prisoners[0].owner, state.prisoners[0].guard) == (DEFENDER, "whites")


@pytest.mark.rule("RA-misc.prisoners.2", "RA-R130")
def test_whose_charge_makes_the_guard_run_has_the_prisoners() -> None:
    """A rout counts like a retirement: the Reds fail their fear test."""
    state = whites_turn(changed(field(), "whites", at=(30, 26)))
    state = does(answering(state, ATTACKER, charged="stand"), Charge(unit="whites", target="reds"), *FEAR, by=DEFENCE)
    assert state.unit("reds").routing
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
    near = answering(changed(state, "whites", at=(30, 26)), DEFENDER, charged="stand", mode="normal")
    charging = Table(near, *STOPPED).do(Charge(unit="reds", target="whites")).done().state
    assert charging.unit("reds").at != (30.0, 20.0)
    assert next(each for each in charging.prisoners if each.id == "held").at == charging.unit("reds").at
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
    """A rout that finds no way ends in surrender; until then it stands there."""
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
    tank = unit("tank", DEFENDER, "tank-mg", at=(30, 21.1), bases=1, breakdown=Breakdown.FOR_GOOD)
    state = field(tank, officer("chief", DEFENDER, at=(30, 21.1), with_unit="tank"))
    state = does(state, Possess(unit="reds", what="tank"))
    assert state.find("chief") is None
    assert [each.fate for each in state.officers if each.id == "chief-man"] == ["captured"]
    assert {loss.unit for loss in state.losses} == {"tank", "chief"}


@pytest.mark.rule("RA-R235", "RA-R276")
def test_who_rides_off_with_a_train_leaves_prisoners_and_takes_the_staff_along() -> None:
    leaves = train(along=3, last=4, ahead=False, leaving=True)
    state = field(leaves, officer("chief", at=(30, 20), with_unit="reds"), at=None, aboard="train",
                  car="car0")  # fmt: skip
    state = does(replace(state, board=board(LINE)), Rail(unit="train", order="faster"))
    assert (state.unit("reds").at, state.unit("reds").aboard, state.unit("chief").at) == (None, "", None)
    assert (state.prisoners[0].guard, state.prisoners[0].at) == ("", (30.0, 20.0))
