"""What is "within" so much is decided in a battle as a one-off resolution decides it, over random placements. RA-R272

The distances are worked out here with shapely from where the bases stand; the battle acts upon its own.
"""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import box

from rules.kernel.action import UMPIRE
from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.ambush import Scout
from rules.red_actions.actions.morale import RallyRout
from rules.red_actions.actions.movement import Move
from rules.red_actions.actions.umpire import TestMorale
from rules.red_actions.book.kinds import UnitFormation
from rules.red_actions.play.ground.layout import layout
from rules.red_actions.play.ground.lines import sees
from rules.red_actions.state import DEFENDER, State
from rules.red_actions.units import Rout
from tests.rules.red_actions.field import NORTH, area, board, changed, junior, officer, unit
from tests.rules.red_actions.nerves import REDS, WHITES, battle
from tests.rules.red_actions.test_measures import FACINGS, FEW, outline, told
from tests.rules.red_actions.turning import Table

NEAR = st.tuples(st.floats(-14, 14), st.floats(-14, 14))
"""Inches east and north of the middle of the Reds, at 36,24."""
IDLE = (unit("idle", DEFENDER, WHITES, at=(67, 46)), junior("idle", DEFENDER, token="white-zero-plain"))
HAIR = 0.01


def field(*parts: Any, facing: float = NORTH, **changes: Any) -> State:
    reds = unit("reds", card=REDS, at=(36, 24), facing=facing)
    return battle(reds, junior("reds", token="red-zero-plain"), *IDLE, *parts, **changes)


def beside(offset: tuple[float, float]) -> tuple[float, float]:
    return 36 + offset[0], 24 + offset[1]


def apart(state: State, one: str, other: str) -> float:
    return round(float(outline(state, one).distance(outline(state, other))), 6)


def routs(state: State, *dice: int) -> bool:
    """Whether the Reds run from a fear test, 8."""
    return Table(state, *dice).do(TestMorale(unit="reds", test="fear"), UMPIRE).done().state.unit("reds").routing


def refuses(state: State, action: Any, *dice: int) -> bool:
    try:
        Table(state, *dice).do(action)
    except RuleViolation:
        return True
    return False


def refused(verb: str, *dice: int, **facts: Any) -> bool:
    try:
        told(verb, *dice, **facts)
    except RuleViolation:
        return True
    return False


@pytest.mark.rule("RA-officer.morale.2", "RA-officer.morale.3", "RA-R43", "RA-R272")
@FEW
@given(off=NEAR, facing=FACINGS, wood=st.booleans())
def test_how_near_a_senior_officer_steadies(off: tuple[float, float], facing: float, wood: bool) -> None:
    """A 9 needs his +1. A wood may lie between."""
    ground = board(area("woods", 0, 20, 72, 22)) if wood else board()
    boss = officer("boss", token="red-plus1-plain", at=beside(off), facing=facing)
    state = field(boss, facing=facing, board=ground)
    inches = apart(state, "boss", "reds")
    assume(inches > 0 and min(abs(inches - 4), abs(inches - 12)) > HAIR)
    facts = {"junior": "red-zero-plain", "senior": "red-plus1-plain", "sees": sees(state, "boss", "reds")}
    assert routs(state, 4, 5) is not told("officer-effect", card=REDS, distance=inches, **facts)["senior_counts"]


@pytest.mark.rule("RA-morale.mod.flank", "RA-R51", "RA-R190", "RA-R272")
@FEW
@given(off=NEAR, facing=FACINGS, looks=FACINGS, bases=st.integers(2, 6))
def test_how_near_an_enemy_behind_the_flanks_unsettles(
    off: tuple[float, float], facing: float, looks: float, bases: int
) -> None:
    """Most of his bases have their middle behind the line along the Reds' front, 0.4 in before their middle."""
    behind = unit("behind", DEFENDER, WHITES, at=beside(off), facing=looks, bases=bases)
    state = field(behind, facing=facing)
    inches, angle = apart(state, "behind", "reds"), math.radians(facing)
    assume(inches > 0 and abs(inches - 12) > HAIR)
    ahead = [
        (base.at[0] - 36) * math.sin(angle) + (base.at[1] - 24) * math.cos(angle) - 0.4
        for base in layout(state, "behind")
    ]
    assume(min(abs(each) for each in ahead) > HAIR)
    there = 2 * sum(each < 0 for each in ahead) > len(ahead)
    said = told("morale-test", 3, 4, card=REDS, occasion="charged", enemy_behind=inches if there else None)
    assert routs(state, 3, 4) is not said["passed"]


@pytest.mark.rule("RA-ambush.scout.1", "RA-R232", "RA-R272")
@FEW
@given(off=st.tuples(st.floats(-12, 12), st.floats(-12, 12)), facing=FACINGS, partisans=st.booleans())
def test_how_far_one_scouts(off: tuple[float, float], facing: float, partisans: bool) -> None:
    """From the nearest point of the bases to the nearest of the wood."""
    x, y = beside(off)
    card = "red-partisans" if partisans else REDS
    reds = unit("reds", card=card, at=(36, 24), facing=facing)
    wood = board(area("woods", x, y, x + 5, y + 4, name="Wood"))
    state = battle(reds, junior("reds", token="red-zero-plain"), *IDLE, board=wood)
    inches = round(float(outline(state, "reds").distance(box(x, y, x + 5, y + 4))), 6)
    assume(min(abs(inches - 4), abs(inches - 8)) > HAIR)
    here = refuses(state, Scout(unit="reds", place="Wood"), 3)
    assert here is refused("scout", 3, distance=inches, partisan=partisans)


@pytest.mark.rule("RA-rally.rout.1", "RA-R57", "RA-R272")
@FEW
@given(off=NEAR, looks=FACINGS, card=st.sampled_from([WHITES, "white-cossacks", "mg-team"]))
def test_how_near_a_pursuer_forbids_a_rally(off: tuple[float, float], looks: float, card: str) -> None:
    whites = unit("whites", DEFENDER, card, at=beside(off), facing=looks)
    state = changed(field(whites, turn=2), "reds", rout=Rout(1, "whites", pursuers=(("whites", 2),)), acted=1)
    inches, move = apart(state, "whites", "reds"), state.card(state.unit("whites")).move
    assume(inches > 0 and abs(inches - move) > HAIR)
    here = refuses(state, RallyRout(unit="reds"), 1, 1)
    assert here is refused("rally-rout", 1, 1, card=REDS, bases=4, pursuer=inches, pursuer_move=move)


@pytest.mark.rule("RA-march.2", "RA-R272")
@FEW
@given(x=st.floats(40, 66), y=st.floats(6, 42), looks=FACINGS)
def test_how_near_an_enemy_forbids_a_march(x: float, y: float, looks: float) -> None:
    """In column at the western edge, along it."""
    reds = unit("reds", card=REDS, at=(6, 24), formation=UnitFormation.COLUMN)
    whites = unit("whites", DEFENDER, WHITES, at=(x, y), facing=looks)
    state = battle(reds, junior("reds", token="red-zero-plain"), whites)
    inches = apart(state, "reds", "whites")
    assume(abs(inches - 40) > HAIR)
    here = refuses(state, Move(unit="reds", path=("6,24.1",), pace="march"))
    assert here is refused("unit-move", card=REDS, marching=True, column=True, enemy=inches)
