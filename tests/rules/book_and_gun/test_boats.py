"""Boats, amphibious vehicles, what goes over snow. VIII.2.10, VIII.2.11, VIII.2.14; by the book, by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.battle.orders.following import FollowOrders
from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.actions.orders import GiveOrders
from rules.book_and_gun.actions.vehicles import Dismount, MountVehicle
from rules.book_and_gun.course import Course
from rules.book_and_gun.deeds import DEEDS
from rules.book_and_gun.forces.muster import set_down
from rules.book_and_gun.play.blasts.wrecks import get_out
from rules.book_and_gun.play.ground.water import floats
from rules.book_and_gun.state import ARMY, Conditions, Run
from rules.book_and_gun.units import Phase
from rules.kernel.action import ENGINE
from rules.kernel.chance import Card, Scripted
from rules.kernel.violation import RuleViolation
from rules.table.board import Board, Feature

from .field import EAST, NORTH, PLAIN, army, cell, only
from .motor import inside, motorised, vehicle
from .war import War, black, dice, led, moving

LAKE = Feature("water", ((0.0, 14.0), (48.0, 14.0), (48.0, 22.0), (0.0, 22.0)), name="Lake")
"""A lake from side to side, 8 inches across: its south shore is at y = 14."""
WHARF = Feature("bridge", ((30.0, 13.0), (30.0, 17.0)), name="Wharf", width=1.5)
SHORES = Board(48.0, 36.0, (LAKE, WHARF), edges=PLAIN.edges)


def afloat(kind="inflatable", *, at=(20.0, 14.6), facing=EAST, aboard=0, squad=None, board=SHORES, **given):
    """An inflatable (2.4 by 1 inch) that lies broadside 0.1 inches off the south shore, looking east."""
    own, body = vehicle("own", kind, at=at, facing=facing, **given)
    units = [own, cell("red", 3, at=(2, 34))]
    if aboard:
        units.append(inside(army("able", aboard, at=at), body))
    if squad is not None:
        units.append(led(army("able", 3, at=squad, spacing=1.1), 2))
    return moving(motorised(units, [body], board=board), 6)


def next_turn(war):
    cards = tuple(Card(f"{n}S") for n in "234567")
    war.state = replace(war.state, turn=war.state.turn + 1, run=Run(ARMY, cards))


@pytest.mark.rule("BG-VIII.2.10a", "BG-VIII.1.43a", "BG-R275")
@pytest.mark.parametrize(("kind", "rolled"), [("inflatable", 3), ("patrol-boat", 5)])
def test_a_boat_goes_on_the_water_with_its_own_dice_and_stops_at_the_shore(kind, rolled):
    war = afloat(kind, at=(10.0, 18.0))
    war.do(Move(unit="own", to="40,18"), dice(*[2] * rolled))
    assert war.at("own1") == (10.0 + 2 * rolled, 18.0)
    next_turn(war)
    (moved,) = only(war.do(Move(unit="own", to="20,30"), dice(*[6] * rolled)), "unit-moved")
    # It is sent ashore: it makes for the water nearest to that, and its hull stays in the water.
    assert war.state.vehicle("own-v").at[1] <= 22.0
    assert floats(war.state.board, war.state.vehicle("own-v"))
    assert moved.citations[0] == "BG-VIII.2.10a"
    assert war.refuses(Move(unit="own", backwards=True)) == "had-its-chance"
    next_turn(war)
    assert war.refuses(Move(unit="own", backwards=True)) == "no-reverse"


@pytest.mark.rule("BG-VIII.2.10a", "BG-R275")
def test_a_boat_comes_to_the_nearest_water_and_not_to_a_table_without_any():
    own, body = vehicle("own", "inflatable", at=None)
    unit, (stood,) = set_down(SHORES, own, (body,), (20.0, 3.0))
    assert floats(SHORES, replace(stood))
    assert unit.figures[0].at == stood.at
    with pytest.raises(RuleViolation) as refused:
        set_down(PLAIN, own, (body,), (20.0, 3.0))
    assert refused.value.code == "no-water"


@pytest.mark.rule("BG-VIII.2.10b", "BG-R275")
@pytest.mark.parametrize(
    ("at", "facing", "squad"), [((20.0, 14.6), EAST, (19.0, 13.0)), ((28.0, 16.0), NORTH, (30.0, 16.0))]
)
def test_people_get_in_at_the_shore_or_a_wharf_first_and_the_boat_then_goes_half(at, facing, squad):
    war = afloat(at=at, facing=facing, squad=squad)
    war.do(MountVehicle(unit="able", into="own"), dice(6))
    assert war.figure("able2").seat.place == "passenger"
    (moved,) = only(war.do(Move(unit="own", to="12,18"), dice(4, 4, 4)), "unit-moved")
    assert moved.allowance == 6.0  # half of twelve
    assert moved.deductions[-1].citation == "BG-VIII.2.10b"
    assert war.at("able2") == war.state.vehicle("own-v").at
    next_turn(war)
    assert war.refuses(Dismount(unit="able")) == "not-at-shore"


@pytest.mark.rule("BG-VIII.2.10b")
def test_nobody_gets_out_after_it_has_moved_or_in_the_turn_in_which_others_got_in():
    war = afloat(aboard=3)
    war.do(Move(unit="own", inches=0.0, facing=EAST), dice(1, 1, 1))
    war.state = war.state.with_vehicle(replace(war.state.vehicle("own-v"), moved_turn=war.state.turn))
    assert war.refuses(Dismount(unit="able")) == "boat-has-moved"
    war = afloat(aboard=3)
    late = led(army("late", 3, at=(24.0, 13.0), spacing=1.1), 2)
    war.state = replace(war.state, units=(*war.state.units, late))
    war.do(MountVehicle(unit="late", into="own"), dice(6))
    assert war.refuses(Dismount(unit="able")) == "one-of-both"
    war = afloat(aboard=3)
    (out,) = only(war.do(Dismount(unit="able")), "people-out")
    assert out.beside == "south"
    assert all(war.at(f"able{n}")[1] < 14.0 for n in (1, 2, 3))
    assert war.state.vehicle("own-v").boarded == "out"
    (moved,) = only(war.do(Move(unit="own", to="20,18"), dice(2, 2, 2)), "unit-moved")
    assert moved.allowance == 3.0


@pytest.mark.rule("BG-VIII.2.10a")
def test_a_boat_carries_nine():
    war = afloat(aboard=9)
    more = led(army("late", 1, at=(21.0, 13.0)), 1)
    war.state = replace(war.state, units=(*war.state.units, more))
    assert war.refuses(MountVehicle(unit="late", into="own")) == "no-room"


@pytest.mark.rule("BG-R275", "BG-R93")
def test_who_gets_out_of_a_boat_that_is_lost_reaches_the_shore():
    war = afloat(at=(20.0, 17.0), aboard=2)
    course = Course(war.state, Scripted(""))
    get_out(course, "own-v", "wreck", (20.0, 30.0))
    assert all(course.state.figure(who).at[1] < 14.0 for who in ("own1", "able1", "able2"))


@pytest.mark.rule("BG-VIII.2.11", "BG-R276")
def test_an_amphibious_carrier_enters_the_water_from_the_bank_with_one_die_and_leaves_it_likewise():
    # An M113, 3.8 inches long and 1.9 wide: looking north at y = 12 its nose is 0.1 inches off the water.
    war = afloat("m113", at=(20.0, 12.0), facing=NORTH, squad=(16.0, 12.0))
    assert {"Drive to …", "Swim to …"} <= {o.label for o in DEEDS.offers(war.state, "army", "own")}
    (moved,) = only(war.do(Move(unit="own", to="20,30", swim=True), dice(6)), "unit-moved")
    assert (moved.dice, war.at("own1")) == ((6,), (20.0, 18.0))
    assert moved.citations[0] == "BG-VIII.2.11"
    assert war.refuses(MountVehicle(unit="able", into="own")) == "not-on-water"
    next_turn(war)
    assert {o.label for o in DEEDS.offers(war.state, "army", "own")} >= {"Swim on", "Swim to …"}
    # It swims on without being told, and no farther than the bank, as wide as it is long: its nose at 22 + 3.8.
    war.do(Move(unit="own", to="20,34"), dice(6))
    next_turn(war)
    assert war.at("own1")[1] == pytest.approx(23.9, abs=0.05)
    assert not floats(war.state.board, war.state.vehicle("own-v"))
    war.do(Move(unit="own", to="20,34"), dice(2, 2, 2, 2))
    assert war.at("own1")[1] > 30.0


@pytest.mark.rule("BG-VIII.2.11", "BG-R276")
def test_what_cannot_swim_or_is_away_from_the_water_is_refused():
    assert afloat("truck", at=(20.0, 11.0), facing=NORTH).refuses(Move(unit="own", swim=True)) == "no-swimmer"
    assert afloat("m113", at=(20.0, 5.0), facing=NORTH).refuses(Move(unit="own", swim=True)) == "not-at-water"
    war = afloat("m113", at=(20.0, 12.0), facing=NORTH)
    war.do(Move(unit="own", to="20,30"), dice(6, 6, 6, 6))
    assert war.at("own1")[1] < 12.2  # told to drive, it does not enter the water
    two, other = vehicle("own", "m113", at=(24.0, 18.0))
    war = afloat("m113", at=(20.0, 12.0), facing=NORTH)
    swims = replace(other, id="own-w")
    people = tuple(replace(f, id=f"w{f.number}", seat=replace(f.seat, vehicle="own-w")) for f in two.figures)
    own = war.unit("own")
    war.state = replace(
        war.state.with_unit(replace(own, figures=(*own.figures, *people))), vehicles=(*war.state.vehicles, swims)
    )
    assert war.refuses(Move(unit="own", to="20,30")) == "one-element"


@pytest.mark.rule("BG-VIII.2.14a", "BG-VIII.2.141", "BG-R38", "BG-R277")
@pytest.mark.parametrize(("ground", "rolled", "inches"), [("snow", (6, 5, 1), 12.0), ("dry", (1, 2, 2, 2), 7.0)])
def test_a_bv206_has_the_over_snow_row_where_snow_lies_and_is_a_tracked_carrier_elsewhere(ground, rolled, inches):
    # On snow 3D6, which snow takes nothing from; off it the 4D6 of light tracked vehicles.
    war = afloat("bv206", at=(20.0, 8.0), facing=EAST, board=replace(SHORES, features=()))
    war.state = replace(war.state, conditions=Conditions(ground=ground))
    (moved,) = only(war.do(Move(unit="own", to="47,8"), dice(*rolled)), "unit-moved")
    assert (moved.dice, moved.allowance) == (rolled, inches)


@pytest.mark.rule("BG-VIII.2.141", "BG-R277")
@pytest.mark.parametrize(("kind", "inches"), [("woods", 11.0), ("jungle", 10.0)])
def test_over_snow_the_lowest_die_is_lost_in_rough_ground_and_twice_its_pips_in_dense(kind, inches):
    ground = Feature(kind, ((0.0, 0.0), (48.0, 0.0), (48.0, 36.0), (0.0, 36.0)))
    war = afloat("ski-doo", at=(20.0, 8.0), facing=EAST, board=replace(SHORES, features=(ground,)))
    war.state = replace(war.state, conditions=Conditions(ground="snow"))
    # 6, 5 and 1: without the 1 eleven are left, in the jungle one less for it.
    (moved,) = only(war.do(Move(unit="own", to="47,8"), dice(6, 5, 1)), "unit-moved")
    assert moved.allowance == inches


@pytest.mark.rule("BG-VIII.2.14a", "BG-R38")
def test_a_ski_doo_goes_nowhere_without_snow_and_by_house_rule_has_four_dice_on_it():
    war = afloat("ski-doo", at=(20.0, 8.0), facing=EAST)
    assert war.refuses(Move(unit="own", to="40,8")) == "no-snow"
    war.state = replace(
        war.state, conditions=Conditions(ground="snow"), options=(*war.state.options, ("over-snow-dice", "4"))
    )
    (moved,) = only(war.do(Move(unit="own", to="47,8"), dice(1, 1, 1, 1)), "unit-moved")
    assert moved.allowance == 4.0


def test_without_a_board_boats_and_swimmers_go_by_word_alone():
    war = afloat("m113", at=(20.0, 12.0))
    bare = replace(
        war.state,
        board=None,
        units=tuple(replace(u, figures=tuple(replace(f, at=None) for f in u.figures)) for u in war.state.units),
        vehicles=tuple(replace(v, at=None) for v in war.state.vehicles),
    )
    war.state = bare
    (moved,) = only(war.do(Move(unit="own", swim=True), dice(5)), "unit-moved")
    assert moved.inches == 5.0
    boat = bare.vehicle("own-v")
    war = War(bare.with_vehicle(replace(boat, type="inflatable")))
    war.state = replace(war.state, phase=Phase.MOVEMENT)
    (moved,) = only(war.do(Move(unit="own"), dice(5, 1, 1), black()), "unit-moved")
    assert moved.inches == 7.0


@pytest.mark.rule("BG-VIII.2.11")
def test_by_orders_a_carrier_drives_to_the_bank_and_swims():
    war = afloat("m113", at=(20.0, 5.0), facing=NORTH)
    war.do(GiveOrders(first="swim to", to="20,30", units=("own",), lasts="battle"))
    war.do(FollowOrders(side="army"), dice(6, 6, 6, 6), by=ENGINE)
    assert not floats(war.state.board, war.state.vehicle("own-v"))
    next_turn(war)
    war.do(FollowOrders(side="army"), dice(6), by=ENGINE)
    assert floats(war.state.board, war.state.vehicle("own-v"))
