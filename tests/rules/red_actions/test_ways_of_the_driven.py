"""Whoever charges, runs or falls back pays for ground like anybody who moves: fords, bridges, lanes, gates, hills.

RA-terrain.table, RA-R150, RA-R190, RA-R191, RA-R271
"""

from __future__ import annotations

import pytest

from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.fight import Charge
from rules.red_actions.actions.movement import Move
from rules.red_actions.book.kinds import UnitFormation
from rules.red_actions.deeds import DEEDS
from rules.red_actions.play.morale.rout_paths import Straight, with_room
from rules.red_actions.play.morale.running_away import flight
from rules.red_actions.state import DEFENDER
from rules.table.board import Feature, Opening
from tests.rules.red_actions.field import ATTACK, EAST, NORTH, SOUTH, area, battle, board, junior, line, unit

HORSE, REDS, WHITES = "red-cavalry", "red-regulars", "white-volunteers"


def judged(state, action):
    return DEEDS.judge(state, action, ATTACK)


@pytest.mark.rule("RA-terrain.table", "RA-R271")
def test_sabres_charge_through_a_ford() -> None:
    """A river bars them; the ford is as wide as four bases, 4.8 in, and more."""
    river = line("river", (0, 14), (72, 14), width=1.0)
    parts = (unit("reds", card=HORSE, at=(30, 10)), junior("reds", token="red-zero-plain"),
             unit("whites", DEFENDER, WHITES, at=(30, 20)))  # fmt: skip
    charge = Charge(unit="reds", target="whites")
    with pytest.raises(RuleViolation, match=r"cannot pass|closed to them"):
        judged(battle(*parts, board=board(river)), charge)
    assert judged(battle(*parts, board=board(river, area("ford", 26, 13, 34, 15))), charge)


@pytest.mark.rule("RA-terrain.table", "RA-R170", "RA-R271")
def test_guns_run_down_a_hill_at_full_speed() -> None:
    """Limbered guns move 8 in, and half as fast uphill: from beyond the middle of the hill they run down and off it."""
    hill = board(area("hill", 20, 20, 40, 42, height=2.0))
    whites = unit("whites", DEFENDER, "field-gun", at=(30, 32), facing=SOUTH, bases=1, limbered=True)
    state = battle(unit("reds", card=REDS, at=(30, 25)), whites, board=hill)
    found = flight(state, state.unit("whites"), "reds")
    assert found.inches == pytest.approx(8.0, abs=0.3)


@pytest.mark.rule("RA-R150", "RA-R271")
def test_partisans_run_through_woods_at_full_speed_where_that_is_agreed() -> None:
    wood = board(area("woods", 20, 20, 40, 46))
    bands = unit("bands", DEFENDER, "makhnovist-partisans", at=(30, 24), facing=SOUTH)
    state = battle(unit("reds", card=REDS, at=(30, 18)), bands, board=wood)
    assert flight(state, state.unit("bands"), "reds").inches == pytest.approx(4.0, abs=0.3)
    agreed = battle(
        unit("reds", card=REDS, at=(30, 18)), bands, board=wood, options=(("partisan-woods", "full-speed"),)
    )
    assert flight(agreed, agreed.unit("bands"), "reds").inches == pytest.approx(8.0, abs=0.3)


@pytest.mark.rule("RA-R150", "RA-terrain.table")
@pytest.mark.parametrize(
    ("card", "agreed", "goes"),
    [("red-partisans", True, True), ("red-partisans", False, False), (REDS, True, False)],
)
def test_partisans_alone_move_through_woods_at_full_speed(card: str, agreed: bool, goes: bool) -> None:
    """Both move 8 in, and half as fast in woods: 6 in there take 12, for Partisans under this house rule 6."""
    options = (("partisan-woods", "full-speed"),) if agreed else ()
    state = battle(unit("reds", card=card, at=(30, 10)), board=board(area("woods", 20, 4, 40, 30)), options=options)
    move = Move(unit="reds", path=("30,16",))
    if goes:
        assert judged(state, move)
        return
    with pytest.raises(RuleViolation):
        judged(state, move)


@pytest.mark.rule("RA-R191", "RA-R267")
def test_a_column_goes_over_deep_water_by_a_bridge() -> None:
    water = area("water", 0, 12, 72, 16)
    bridge = area("bridge", 29, 11.5, 31, 16.5)
    column = unit("reds", card=REDS, at=(30, 9), bases=4, formation=UnitFormation.COLUMN)
    over = Move(unit="reds", path=("30,16",))
    parts = column, junior("reds", token="red-zero-plain")
    with pytest.raises(RuleViolation, match="deep water"):
        judged(battle(*parts, board=board(water)), over)
    assert judged(battle(*parts, board=board(water, bridge)), over)
    wide = unit("reds", card=REDS, at=(30, 9), bases=4)
    with pytest.raises(RuleViolation, match="deep water"):
        judged(battle(wide, parts[1], board=board(water, bridge)), over)


@pytest.mark.rule("RA-terrain.table", "RA-R267", "RA-R271")
def test_horses_go_through_a_gate_in_a_wall() -> None:
    gate = Opening("gate", (28.0, 14.0), (32.0, 14.0), sill=0.0, head=3.0)
    shut = line("wall", (10, 14), (50, 14), width=0.3)
    opened = Feature(shut.kind, shut.outline, width=shut.width, openings=(gate,))
    parts = (unit("reds", card=HORSE, at=(30, 10), bases=2), junior("reds", token="red-zero-plain"))
    over = Move(unit="reds", path=("30,18",))
    with pytest.raises(RuleViolation):
        judged(battle(*parts, board=board(shut)), over)
    assert judged(battle(*parts, board=board(opened)), over)


@pytest.mark.rule("RA-R268")
def test_who_finds_room_nowhere_on_the_way_does_not_move_at_all() -> None:
    """Four bases in line are 4.8 in wide. Facing north they stand beside their friends, 2 in before them; facing east,
    as they would go, 2.4 in of the line reach into these until they are past their flank."""
    state = battle(unit("reds", card=REDS, at=(30, 10)), unit("friends", card=REDS, at=(30, 12)))
    reds = state.unit("reds")
    none = Straight((30.0, 10.0), NORTH, 0.0, "impassable")
    assert with_room(state, reds, none, NORTH) == Straight((30.0, 10.0), NORTH, 0.0), "a way that has no first step"
    assert with_room(state, reds, Straight((30.0, 10.0), EAST, 1.0), EAST) == Straight((30.0, 10.0), EAST, 0.0)
    past = Straight((30.0, 10.0), EAST, 8.0)
    assert with_room(state, reds, past, EAST) == past
