"""What a tank does with the rest of its move when its nerve gives way."""

from __future__ import annotations

import pytest

from rules.infantry_action.book.afv_reaction import AfvResult
from rules.infantry_action.book.kinds import Pace
from rules.infantry_action.figures import Doing
from rules.infantry_action.play.armour.courage import obeying
from rules.infantry_action.play.armour.paths import place_on
from rules.infantry_action.state import ATTACKER, DEFENDER
from tests.rules.infantry_action.field import EAST, NORTH, changed, field, located, section, vehicle


@pytest.mark.rule("IA-afvreact.results", "IA-R133")
def test_its_turret_points_as_it_did_where_it_turned_back() -> None:
    """20 m on its way north, before it turns east: it backs from there, hull and turret to the north as they were."""
    way = ((100.0, 50.0), (100.0, 90.0), (160.0, 90.0))
    state = field(
        vehicle("tank", ATTACKER, at=way[-1], facing=EAST, running=True), section("red", DEFENDER, at=(100, 200))
    )
    state = changed(state, "tank", doing=Doing(pace=Pace.DRIVE, path=way, moved=100.0))
    tank = state.vehicle("tank")
    move = obeying(located(state, "tank", "red"), tank, place_on(tank, (100.0, 70.0)), AfvResult.RETIRE)
    assert move is not None
    assert (move.facing, move.turret) == (NORTH, NORTH)
    assert move.at[1] < 70
