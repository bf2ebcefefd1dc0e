"""The gate of Red Actions: whatever moves a unit keeps all its bases on the table, out of what is closed to them and
out of everybody else's. RA-R267, RA-R268"""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.table.board import Board, Feature
from tests.rules.red_actions import test_random_battles as battles

AREAS = ("woods", "dense", "marsh", "pond", "rough", "building", "crops", "orchard", "scrub", "slope")
LINES = ("wall", "hedge", "stream", "river", "trench", "wire", "road", "ditch")


def random_board(seed: int) -> Board:
    """The railway of every random battle, and a dozen other things anywhere."""
    pick = random.Random(seed)
    found = [Feature("railway", ((62, 0), (62, 48)), width=1.0, name="the line")]
    for number in range(pick.randint(6, 12)):
        x, y = pick.uniform(4, 56), pick.uniform(9, 34)
        if pick.random() < 0.5:
            wide, deep = pick.uniform(2, 9), pick.uniform(2, 7)
            outline = ((x, y), (x + wide, y), (x + wide, y + deep), (x, y + deep))
            kind = pick.choice(AREAS)
            found.append(Feature(kind, outline, name=f"{kind} {number}", height=3.0 if kind == "building" else 0.0))
        else:
            end = (x + pick.uniform(-12, 12), y + pick.uniform(-8, 8))
            kind = pick.choice(LINES)
            found.append(Feature(kind, ((x, y), end), width=pick.uniform(0.3, 1.2), name=f"{kind} {number}"))
    return Board(72, 48, features=tuple(found), edges=(("attacker", "south"), ("defender", "north")))


@settings(max_examples=2, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_whatever_moves_a_unit_goes_through_the_gate(seed: int) -> None:
    battle_on(seed)


@pytest.mark.long
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_sixty_battles_over_any_ground(seed: int) -> None:
    battle_on(seed)


def battle_on(seed: int) -> None:
    """`Battle` asserts after every action that everybody stands where they may."""
    battle = battles.Battle(seed, board=random_board(seed))
    battle.fight()
    assert battle.state.ended is not None
