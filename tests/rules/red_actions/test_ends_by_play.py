"""What lasts ends by play: every state that lasts in Red Actions is tried in a battle, by actions and dice, with its
owner shot down, captured, removed, driven back, run off, run off the table, or placed. A row of the list without a
battle fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from rules.battle.facts import Ruled
from rules.kernel.action import UMPIRE, Action, Actor
from rules.kernel.chance import Seeded
from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.command import Combine
from rules.red_actions.actions.fight import Charge, Fire
from rules.red_actions.actions.morale import RallyRout
from rules.red_actions.actions.movement import Move
from rules.red_actions.actions.segment import Answer, Stand
from rules.red_actions.actions.umpire import PlaceUnit, RemoveUnit, TestMorale
from rules.red_actions.actions.works import Possess
from rules.red_actions.book.kinds import UnitFormation
from rules.red_actions.decide import decide
from rules.red_actions.state import ATTACKER, DEFENDER, Segment, State, WatchKept
from rules.red_actions.units import Base, Concealment, Mode, Rout, Unit
from tests.rules.red_actions import test_what_ends as rows
from tests.rules.red_actions.field import ATTACK, DEFENCE, EAST, answering, board, changed, junior, unit
from tests.rules.red_actions.nerves import REDS, WHITES, battle
from tests.rules.red_actions.test_trains_in_battle import LINE, train
from tests.rules.red_actions.turning import Table

UHLANS = "polish-uhlans"


# ── How it ends ───────────────────────────────────────────────────────────────────────────────────────────────────


def near(state: State) -> State:
    """Whites 6 in north of Reds, in their segment."""
    at = state.unit("reds").at
    assert at is not None
    return rows.whites_turn(changed(state, "whites", at=(at[0], at[1] + 6.0)))


def by_dice(state: State, action: Action, by: Actor, wanted: Callable[[State], bool]) -> State:
    """The state after the first dice of many that bring about what is wanted."""
    for number in range(400):
        table = Table(state)
        table.chance = Seeded(b"dice", number)  # type: ignore[assignment]
        if wanted(table.do(action, by).state):
            return table.state
    raise AssertionError("none of 400 throws brings it about")


def shot_down(state: State) -> State:
    """One base is left, and falls to the fire of eight of Whites from 6 in; of a staff with it nobody is hit."""
    state = near(changed(state, "reds", bases=state.unit("reds").bases[:1]))
    state = changed(state, "whites", bases=tuple(Base(f"whites{n}", WHITES) for n in range(1, 9)))
    staff = state.find("chief")

    def fell(after: State) -> bool:
        return after.find("reds") is None and (staff is None or after.find("chief") is not None)

    return by_dice(state, Fire(unit="whites", target="reds"), DEFENCE, fell)


def driven_back(state: State) -> State:
    """A 7 is a retirement of 3 in."""
    return rows.does(near(state), Fire(unit="whites", target="reds"), 3, 4, by=DEFENCE)


def run_off(state: State) -> State:
    """Whites charge; Reds fail their fear test."""
    state = answering(near(state), ATTACKER, charged="stand")
    return rows.does(state, Charge(unit="whites", target="reds"), *rows.FEAR, by=DEFENCE)


def off_the_table(state: State) -> State:
    """The same 3 in from the edge."""
    state = changed(state, "reds", at=(30.0, 3.0))
    held = tuple(replace(each, at=(30.0, 3.0)) for each in state.prisoners)
    return run_off(replace(state, prisoners=held))


def placed(state: State) -> State:
    return rows.by_umpire(state, PlaceUnit(unit="reds", to="10,10"))


def unseen_back(state: State) -> State:
    """Whom nobody sees nobody fires at: the umpire calls the test that drives them back."""
    return rows.by_umpire(state, TestMorale(unit="reds", test="serious"), 4, 5)


def unseen_run(state: State) -> State:
    return rows.by_umpire(state, TestMorale(unit="reds", test="fear"), 4, 5)


def unseen_off(state: State) -> State:
    return unseen_run(changed(state, "reds", at=(30.0, 3.0)))


GONE: dict[str, Callable[[State], State]] = {
    "shot down": shot_down, "captured": rows.surrendered, "removed": rows.removed,
}  # fmt: skip
AWAY: dict[str, Callable[[State], State]] = {
    "back": driven_back, "run": run_off, "off": off_the_table, "placed": placed,
}  # fmt: skip
UNSEEN: dict[str, Callable[[State], State]] = {
    "back": unseen_back, "run": unseen_run, "off": unseen_off, "placed": placed,
}  # fmt: skip

OWN: dict[str, tuple[dict[str, Any], set[str]]] = {
    "formation": ({"formation": UnitFormation.COLUMN}, set()),
    "formed": ({"formed": True}, {"run", "off"}),
    "limbered": ({"limbered": True}, set()),
    "terror": ({"terror": 1}, set()),
    "pinned": ({"pinned": True}, {"run", "off"}),
    "evading": ({"evading": True}, {"run", "off"}),
    "marching": ({"marching": True}, {"back", "run", "off", "placed"}),
    "surprised": ({"surprised": True}, {"run", "off"}),
    "hidden": ({"hidden": Concealment.HIDING}, {"back", "run", "off"}),
    "marker": ({"marker": 3, "hidden": Concealment.MARKER}, {"run", "off"}),
    "came_upon": ({"came_upon": "whites", "hidden": Concealment.AMBUSH}, {"back", "run", "off"}),
    "holds": ({"holds": "Barn"}, {"back", "run", "off", "placed"}),
    "in_wire": ({"in_wire": "Wire"}, {"back", "run", "off", "placed"}),
    "off_course": ({"off_course": True}, {"off", "placed"}),
    "mounts": ({"mounts": UHLANS}, set()),
    "holder": ({"holder": Base("h1", UHLANS), "holder_at": (60.0, 6.0), "mounts": UHLANS}, set()),
    "holder_at": ({"holder_at": (60.0, 6.0), "holder": Base("h1", UHLANS), "mounts": UHLANS}, set()),
    "more_horses": ({"more_horses": ((Base("h2", UHLANS), (62.0, 6.0)),), "mounts": UHLANS}, set()),
    "spots": (rows.ROUTERS["spots"], {"back", "run", "off", "placed"}),
    "fire_target": ({"fire_target": "whites"}, set()),
    "fire_rounds": ({"fire_rounds": 2}, set()),
    "fire_spot": ({"fire_spot": (30.0, 30.0)}, set()),
    "observed_by": ({"observed_by": "others"}, set()),
}  # fmt: skip
"""Of each row of a unit's own: how it comes, and which of the ways ends it; the others leave it as it is."""


def given(row: str) -> State:
    return rows.field(**OWN[row][0])


@pytest.mark.rule("RA-R274", "RA-R275", "RA-rout.1", "RA-retire.1")
@pytest.mark.parametrize("end", list(AWAY))
@pytest.mark.parametrize("row", list(OWN))
def test_what_a_unit_was_or_did_ends_with_its_going(row: str, end: str) -> None:
    state = given(row)
    ways = UNSEEN if state.unit("reds").hidden is not Concealment.NO else AWAY
    before, after = state.unit("reds"), ways[end](state).unit("reds")
    nothing = next(each.default for each in fields(Unit) if each.name == row)
    if row == "spots":
        nothing = ()
    wanted = nothing if end in OWN[row][1] else getattr(before, row)
    assert getattr(after, row) == wanted
    assert (after.at is None) is (end == "off")


def names(part: object, id_: str, path: str = "") -> Iterator[str]:
    """Where a state names somebody."""
    if part == id_:
        yield path
    if is_dataclass(part):
        for each in fields(part):
            yield from names(getattr(part, each.name), id_, f"{path}.{each.name}" if path else each.name)
    if isinstance(part, tuple | frozenset):
        for each in part:
            yield from names(each, id_, path)


REMEMBERED = {"losses.unit", "officers.unit", "prisoners.unit", "abandoned.unit", "units.fire_target"}
"""Who is no more is known as lost, captured or left; officers' records name their unit, gunners' their target."""


@pytest.mark.rule("RA-R138", "RA-R212", "RA-R276")
@pytest.mark.parametrize("end", list(GONE))
@pytest.mark.parametrize("row", list(OWN))
def test_nothing_holds_on_to_a_unit_that_is_no_more(row: str, end: str) -> None:
    """Their horses are lost with them."""
    state = given(row)
    if state.unit("reds").hidden is not Concealment.NO and end != "removed":
        with pytest.raises(RuleViolation):  # nobody knows of them
            GONE[end](state)
        return
    horses = {base.id for base, _ in state.unit("reds").horses}
    lying = end == "shot down" and row in ("pinned", "evading")  # nobody falls of those who lie down so far off
    after = rows.destroyed(state) if lying else GONE[end](state)
    assert after.find("reds") is None
    assert set(names(after, "reds")) <= REMEMBERED
    assert horses <= {loss.base.id for loss in after.losses}


# ── What is compared with the turn that runs ──────────────────────────────────────────────────────────────────────

TURN = 2
COMPARED: dict[str, dict[str, Any]] = {
    "acted": {}, "mode_turn": {"mode": Mode.EVADING, "evading": False}, "moved_turn": {"moved": 4.0},
    "went_back_turn": {"went_back": 3.0}, "retired_turn": {"went_back": 0.0}, "spared_turn": {}, "charge_failed": {},
    "clever_turn": {}, "ambushed_turn": {}, "returned_turn": {}, "wire_since": {"in_wire": ""}, "fired_turn": {},
    "held_back_until": {},
}  # fmt: skip
"""Of each row that is a turn: what stands beside it."""
TRIES: tuple[tuple[Action, Actor], ...] = (
    (Stand(unit="reds"), ATTACK),
    (Fire(unit="reds", target="whites"), ATTACK),
    (Charge(unit="reds", target="whites"), ATTACK),
    (Move.model_validate({"unit": "reds", "path": ("30,19",)}), ATTACK),
    (Move.model_validate({"unit": "reds", "path": ("30,21",)}), ATTACK),
    (TestMorale(unit="reds", test="serious"), UMPIRE),
    (Fire(unit="whites", target="reds"), DEFENCE),
)


def course(state: State) -> list[object]:
    """What comes of each try, with the same dice: the events, or why it is refused."""
    found: list[object] = []
    for action, by in TRIES:
        here = replace(state, segment=Segment(DEFENDER if by == DEFENCE else ATTACKER))
        for key in (b"one", b"two", b"three"):
            try:
                found.append(tuple(decide(here, action, by, Seeded(key, 1))))
            except RuleViolation as refusal:
                found.append(refusal.code)
    return found


@pytest.mark.parametrize("row", list(COMPARED))
def test_what_held_for_a_turn_is_nothing_in_the_next(row: str) -> None:
    """The same tries with the same dice come to the same, whether or not it was so in the turn before."""
    state = replace(changed(rows.field(**COMPARED[row]), "whites", at=(30, 26)), turn=TURN)
    state = answering(answering(state, ATTACKER, charged="stand", return_fire="no"), DEFENDER, charged="stand")
    was, never = (course(changed(state, "reds", **{row: turn})) for turn in (TURN - 1, 0))
    plain = [str(each).replace(f"{row}={TURN - 1}", f"{row}=0") for each in was]
    assert plain == [str(each) for each in never]


# ── Stories ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-rout.3", "RA-R57", "RA-R114")
@pytest.mark.parametrize("there", [True, False])
def test_nobody_is_chased_off_the_table_by_pursuers_who_are_no_more(there: bool) -> None:
    """Whites were after Reds in turn 1; in turn 2 Reds run on, over the edge."""
    state = battle(
        unit("reds", card=REDS, at=(30, 3), rout=Rout(1, "whites", (("whites", 1),), began_at=(30, 20))),
        junior("reds", token="red-zero-plain"), unit("whites", DEFENDER, WHITES, at=(30, 30)),
        unit("others", card=REDS, at=(60, 4)), unit("east", DEFENDER, WHITES, at=(60, 44)),
    )  # fmt: skip
    if not there:
        state = rows.removed(state, "whites")
    state = replace(state, turn=2, segment=Segment(ATTACKER))
    state = Table(state).do(RallyRout(unit="reds", run=True)).state
    assert (state.find("reds") is None) is there


@pytest.mark.rule("RA-train.capture", "RA-train.hits.2", "RA-train.hits.4")
@pytest.mark.parametrize("row", ["leaving", "withdrawing"])
def test_what_a_train_must_do_ends_when_it_is_taken(row: str) -> None:
    state = battle(
        train(15.6, side=DEFENDER, **{row: True}), unit("takers", card=REDS, at=(34.9, 12), facing=EAST),
        junior("takers", token="red-zero-plain"), unit("whites", DEFENDER, WHITES, at=(10, 40)), board=board(LINE),
    )  # fmt: skip
    rails = Table(state).do(Possess(unit="takers", what="train")).state.unit("train").rails
    assert rails is not None
    assert not getattr(rails, row)
    assert rails.taken_from == DEFENDER


@pytest.mark.parametrize("end", list(GONE))
def test_nobody_watches_for_a_unit_that_is_no_more(end: str) -> None:
    state = replace(rows.field(), watches=(WatchKept("reds", "ask"),))
    assert GONE[end](state).watches == ()


@pytest.mark.rule("RA-R138", "RA-R84")
@pytest.mark.parametrize(("end", "stays"), [("shot down", True), ("captured", False), ("removed", True)])
def test_a_staff_in_command_stands_alone_or_is_lost_with_its_unit(end: str, stays: bool) -> None:
    chief = rows.officer("chief", at=(30, 20), with_unit="reds", commands=True, token="red-zero-plain")
    state = rows.field(chief)
    after = GONE[end](state)
    staff = after.find("chief")
    assert (staff is not None) is stays
    if staff is not None:
        assert (staff.with_unit, staff.commands, staff.at) == ("", False, (30.0, 20.0))


@pytest.mark.parametrize("gone", ["whites", "reds"])
def test_a_question_about_a_unit_that_is_no_more_is_answered_and_nothing_is_left_of_it(gone: str) -> None:
    """Reds are asked whether they stand, flee or fire; the one or the other is removed while they think."""
    state = by_dice(
        near(rows.field()), Charge(unit="whites", target="reds"), DEFENCE, lambda after: after.question is not None
    )
    assert state.question is not None
    assert state.question.kind == "charged"
    table = Table(state)
    table.chance = Seeded(b"dice", 1)  # type: ignore[assignment]
    table.do(RemoveUnit(unit=gone, reason="A test"), UMPIRE)
    question = table.state.question
    if question is not None:
        table.do(Answer(answer="stand"), ATTACK if question.side == ATTACKER else DEFENCE)
    assert (table.state.question, table.state.reply, table.state.agenda) == (None, "", ())


def test_a_turn_that_is_over_leaves_nothing_of_its_course() -> None:
    """Both sides rest; the engine ends turn 1 and begins turn 2."""
    state = rows.field()
    table = Table(state).do(Stand(unit="reds", rest=True), ATTACK)
    assert table.state.turn == 1
    while table.state.turn == 1:
        segment = table.state.segment
        assert segment is not None
        ready = next(each.id for each in table.state.of(segment.side) if each.ready(1))
        table.chance = Seeded(b"turn", 1)  # type: ignore[assignment]
        table.do(Stand(unit=ready, rest=True), ATTACK if segment.side == ATTACKER else DEFENCE)
    after = table.state
    assert (after.resting, after.announced, after.last, after.shown) == ((), "", None, ())
    assert after.segment is not None
    assert after.segment == Segment(after.segment.side)
    assert after.first == after.segment.side


RULED = (
    Ruled("cover", "open", "reds"), Ruled("distance", 6.0, "whites", "reds"), Ruled("cover", "soft", "others"),
)  # fmt: skip


@pytest.mark.rule("RA-R276")
@pytest.mark.parametrize("end", list(GONE))
def test_what_was_ruled_of_a_unit_ends_with_it(end: str) -> None:
    after = GONE[end](replace(rows.field(), ruled=RULED))
    assert after.find("reds") is None
    assert after.ruled == RULED[2:]


@pytest.mark.rule("RA-R276")
@pytest.mark.parametrize("end", ["run", "off", "placed"])
def test_what_was_ruled_of_a_unit_holds_wherever_it_goes(end: str) -> None:
    after = AWAY[end](replace(rows.field(), ruled=RULED))
    assert after.ruled == RULED


@pytest.mark.rule("RA-combine.2", "RA-R276")
def test_what_was_ruled_of_a_part_is_not_ruled_of_the_whole() -> None:
    state = battle(
        unit("reds", card=REDS, at=(30, 20), bases=2), unit("others", card=REDS, at=(32.4, 20), bases=2),
        junior("reds", token="red-zero-plain"), junior("others", token="red-plus1-plain"),
        unit("whites", DEFENDER, WHITES, at=(30, 40)),
    )  # fmt: skip
    after = Table(replace(state, ruled=RULED), 2).do(Combine(unit="reds", other="others")).state
    assert after.find("others") is None
    assert after.ruled == RULED[:2]
