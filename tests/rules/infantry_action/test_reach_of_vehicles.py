"""Nobody gets into a vehicle, and no gun is hooked on, across deep water or through the wall of a house. IA-R268"""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.infantry_action.book.kinds import Weapon
from rules.infantry_action.groups import Task
from rules.infantry_action.state import ATTACKER
from rules.table.board import Feature, Opening
from tests.rules.infantry_action.field import TRUCK, carried_out, field, order, section, team, vehicle
from tests.rules.infantry_action.test_task_offers import tasks

CANAL = Feature("river", ((0.0, 45.0), (600.0, 45.0)), width=4.0, name="the canal")
"""From y = 43 to 47."""
BRIDGE = Feature("bridge", ((100.0, 40.0), (100.0, 50.0)), width=6.0)
DOOR = Opening("door", (96.0, 30.0), (98.0, 30.0))
WINDOW = Opening("window", (98.0, 45.0), (102.0, 45.0), sill=1.0)


def house(*openings: Opening) -> Feature:
    """Its north wall is at y = 45, the door on the south side."""
    return Feature("building", ((90, 30), (110, 30), (110, 45), (90, 45)), height=4.0, openings=openings)


CASES = [
    pytest.param((CANAL,), False, id="canal"),
    pytest.param((CANAL, BRIDGE), True, id="bridge"),
    pytest.param((house(DOOR),), False, id="wall"),
    pytest.param((house(DOOR, WINDOW),), True, id="window"),
    pytest.param((), True, id="open"),
]


@pytest.mark.rule("IA-veh.mount", "IA-foot.deduct-10", "IA-R268")
@pytest.mark.parametrize(("features", "reached"), CASES)
def test_a_man_gets_in_at_once_only_where_nothing_closed_lies_between(features, reached) -> None:
    """He stands 10 m from the middle of the lorry."""
    lorry = vehicle("lorry", ATTACKER, TRUCK, at=(100, 51))
    state = field(section("able", ATTACKER, 1, at=(100, 41)), lorry, features=features)
    assert ("enter" in tasks(state, ATTACKER, "able")) is reached
    after = carried_out(state, {"able": replace(order(), tasks=(Task("enter", "lorry"),))}).state
    assert (after.figure("able1").aboard == "lorry") is reached


@pytest.mark.rule("IA-veh.limber", "IA-R268")
@pytest.mark.parametrize(("features", "reached"), CASES)
def test_a_gun_is_hooked_on_only_where_nothing_closed_lies_between(features, reached) -> None:
    """The gun stands 14 m from the middle of the lorry, which has to back up to it."""
    lorry = vehicle("lorry", ATTACKER, TRUCK, at=(100, 54))
    state = field(team("gun", ATTACKER, Weapon.AT_GUN, 2, at=(100, 40)), lorry, features=features)
    assert ("limber" in tasks(state, ATTACKER, "gun")) is reached
    after = carried_out(state, {"gun": replace(order(), tasks=(Task("limber", "lorry"),))}).state
    assert (after.gun("gun-gun").towed_by == "lorry") is reached
