"""What a player may declare is measured, or known, in a battle too: ground, road, devices on weapons, house rules."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.book_and_gun.actions.combat import AnswerCharge
from rules.book_and_gun.actions.fire import Fire
from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.deeds import DEEDS
from rules.book_and_gun.state import ARMY, INSURGENTS, Conditions
from rules.book_and_gun.units import FigureTraits
from rules.kernel.action import UMPIRE
from rules.table.board import Board, Feature

from .field import EAST, PLAIN, SOUTH, army, battle, cell, charging, only, play, player
from .motor import motorised, vehicle
from .test_boats import SHORES
from .test_charge import GO
from .test_fire_at_vehicles import ambush, d20, firing, gunner
from .test_shelled_vehicles import bomb, fate, parked
from .war import cards, dice, moving, red, squad

ANSWER = AnswerCharge(unit="red", answer="evade")


def wood(south: float) -> Board:
    return Board(48.0, 36.0, (Feature("woods", ((0, south), (48, south), (48, 36), (0, 36))),), edges=PLAIN.edges)


def charged(board: Board, *, inches: float):
    """Two insurgents in open order, 3 inches from two soldiers who have so many inches of a 6-inch charge."""
    units = army(size=2, at=(10, 10)), cell(size=2, at=(10, 13), facing=SOUTH)
    return play(charging(battle(*units, board=board), "able", "red", inches=inches, distance=6), GO, "d6:3,d6:4")[1]


@pytest.mark.rule("BG-XI.3.5a", "BG-R34", "BG-R68")
def test_foot_that_evades_through_a_wood_pays_for_it_as_in_a_move():
    # From y = 14 all is wood. Insurgents lose the lowest die: 6 + 4, half is 5; the way to its edge is 1 inch.
    events, state = play(charged(wood(14.0), inches=7), ANSWER, "d6:6,d6:4,d6:2", by=player("insurgents"))
    assert only(events, "unit-moved")[0].inches == 5
    assert [f.at for f in state.unit("red").figures] == [(10, 18), (12, 18)]


@pytest.mark.rule("BG-XI.3.5a", "BG-R174")
def test_foot_that_evades_may_run_up_to_a_wood_with_the_whole_roll():
    # 4 + 3 + 1 = 8, half is 4, into the wood from y = 16.8; without the 1 half is 3.5: they run to its edge.
    _, state = play(charged(wood(16.8), inches=7), ANSWER, "d6:4,d6:3,d6:1", by=player("insurgents"))
    assert state.unit("red").figures[0].at == pytest.approx((10, 16.75))


@pytest.mark.rule("BG-XI.3.5a", "BG-R68")
def test_the_odds_of_evading_know_the_wood():
    # 9.5 less the 4 that were gone leaves 5.5: caught where the two higher dice, halved, and 2 inches are no more.
    # So 7 at most: 69 of the 216 rolls (3 with a 6, 12 with a 5, 27 with a 4, and the 27 without).
    state = charged(wood(13.0), inches=9.5)
    odds = DEEDS.odds(state, ANSWER, player("insurgents"))
    assert dict(odds.chances)["is caught from behind"] == Fraction(69, 216)


ROAD = Board(48.0, 36.0, (Feature("road", ((0, 10), (48, 10)), width=3.0),), edges=PLAIN.edges)


@pytest.mark.rule("BG-VIII.2.3", "BG-VIII.2.71a")
@pytest.mark.parametrize(("board", "inches"), [(ROAD, 5.0), (PLAIN, 1.0)])
def test_a_truck_backs_up_on_the_road_with_its_die_and_loses_it_beside_the_road(board, inches):
    own, body = vehicle("own", "truck", at=(24.0, 10.0), facing=EAST)
    war = moving(motorised([own, squad(at=(4, 3)), cell("red", 3, at=(24, 34))], [body], board=board), 1)
    war.do(Move(unit="own", backwards=True), dice(5))
    assert war.state.vehicle("own-v").at == (24.0 - inches, 10.0)


@pytest.mark.rule("BG-IV.4", "BG-VIII.2.10a")
def test_a_boat_without_a_leader_loses_the_highest_die():
    own, body = vehicle("own", "inflatable", at=(10.0, 18.0), facing=EAST, leader=False)
    war = moving(motorised([own, cell("red", 3, at=(2, 34))], [body], board=SHORES), 1)
    war.do(Move(unit="own", to="40,18"), dice(6, 2, 3))
    assert war.at("own1") == (15.0, 18.0)


@pytest.mark.rule("BG-VI.2.2d", "BG-X.5.2a", "BG-R30")
@pytest.mark.parametrize(("laser", "number"), [(False, 4), (True, 5)])
def test_a_laser_aiming_device_cancels_the_goggles_at_vehicles_too(laser, number):
    traits = FigureTraits(weapons=("maw",), leader=True, night_vision="infrared", laser_aiming=laser)
    war = ambush(foe=gunner(traits=traits), conditions=Conditions(light="night"))
    (shot,) = only(war.do(Fire(unit="red", target="btr"), d20(19, 19), red()), "vehicle-fired-at")
    assert shot.to_hit.value == number  # MAW, short, light: 5


@pytest.mark.rule("BG-X.7.221b", "BG-R04")
def test_by_house_rule_a_joker_at_a_shelled_vehicle_is_drawn_again():
    war = parked("truck", options=(("joker-casualty", "redraw"),))
    events = war.do(bomb(), d20(1) + ",card:RJ," + cards("9H"), UMPIRE)
    assert only(events, "vehicle-struck")[0].cards == ("RJ", "9H")
    assert fate(war).value == "immobilized"
    assert not {"RJ", "9H"} & set(war.state.casualty_deck)


def duel(*options: tuple[str, str]):
    """An M1 and a T-72 face to face in the army's fire phase."""
    own, body = vehicle("own", "m1", at=(20.0, 10.0))
    foe, other = vehicle("foe", "t-72", at=(20.0, 30.0), facing=SOUTH, side=INSURGENTS)
    return firing(motorised([own, foe], [body, other], options=options), ARMY)


@pytest.mark.rule("BG-X.2.4a", "BG-R83")
def test_by_house_rule_the_cannon_of_a_tank_is_reloaded_for_four_turns():
    shot = Fire(unit="own", target="foe"), d20(20, 20, 20, 20, 20, 20)
    war = duel()
    assert only(war.do(*shot), "reload-marked") == []
    war = duel(("vehicle-gun-reload", "as-artillery"))
    (marked,) = only(war.do(*shot), "reload-marked")
    assert (marked.weapon, marked.markers) == ("heavy cannon on vehicle", 4)
    # In the next turn nobody of its crew has anything else that could hurt a tank.
    war.state = replace(war.state, turn=war.state.turn + 1, run=duel().state.run)
    assert war.refuses(Fire(unit="own", target="foe", figure=marked.figure)) == "reloading"


@pytest.mark.rule("BG-X.13.11a", "BG-R98")
@pytest.mark.parametrize(("rule", "burst"), [("flat", (20, 24)), ("cumulative", (20, 26))])
def test_by_house_rule_repeated_fire_at_one_point_is_corrected_again_and_again(rule, burst):
    # A 5 and a 4 in the third turn: flat they are a 3, short, and 2 inches; cumulative a 1, on target.
    war = parked("truck", at=(40, 4), options=(("deviation-shift", rule),))
    script = "d6:5,d6:4" if rule == "flat" else "d6:5"
    (fell,) = only(war.do(bomb(on_target=False, turns_before=2), script, UMPIRE), "bombarded")
    assert fell.burst == burst
