"""Aircraft fly, hover, land, take people in and out. VIII.2.12, VIII.2.13, VIII.2.131; by the book, by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.battle.orders.data import Step
from rules.book_and_gun import RULES
from rules.book_and_gun.actions.movement import AdvanceAll, ChargeEnemy, Move
from rules.book_and_gun.actions.vehicles import Dismount, MountVehicle
from rules.book_and_gun.book.garage import GARAGE
from rules.book_and_gun.deeds import DEEDS
from rules.book_and_gun.orders.aloft import land_at, pick_up_at, set_down_at
from rules.book_and_gun.play.ground.aloft import hovers_over, is_now
from rules.book_and_gun.play.ground.hulls import standing
from rules.book_and_gun.state import Run
from rules.book_and_gun.units import Phase
from rules.book_and_gun.vehicles import VehicleCondition
from rules.kernel.chance import Card
from rules.seam.viewing import Viewer
from rules.table.board import Board, Feature
from rules.table.drawing import draw

from .field import EAST, NORTH, PLAIN, army, cell, only
from .motor import flown, inside, motorised
from .war import black, dice, moving
from .war import led as led_by

WALLED = Board(48.0, 36.0, (Feature("wall", ((10, 18), (38, 18)), width=0.5, height=1.0),), edges=PLAIN.edges)
WOODED = Board(48.0, 36.0, (Feature("jungle", ((20, 6), (28, 6), (28, 14), (20, 14))),), edges=PLAIN.edges)


def air(
    kind="huey", board=PLAIN, *, at=(24.0, 10.0), flight=None, aboard=0, squad=None, cards=2, moved=0, condition=None
):
    """A helicopter hovering at (24, 10), people in it, or a squad near it; insurgents in the north."""
    own, body = flown("air", kind, at=at, flight=flight)
    body = replace(body, moved_turn=moved, condition=condition or body.condition)
    units = [own, cell("red", 3, at=(24.0, 34.0))]
    if aboard:
        units.append(inside(army("able", aboard, at=at), body))
    if squad:
        units.append(led_by(army("able", 4, at=squad, spacing=1.2), 3))
    return moving(motorised(units, [body], board=board), cards)


def body(war, name="air-v"):
    return war.state.vehicle(name)


@pytest.mark.rule("BG-VIII.2.12a", "BG-VIII.2.2a", "BG-R40")
def test_an_aircraft_flies_as_far_as_it_likes_over_everything_and_rolls_nothing():
    war = air(board=WALLED)
    war.do(Move(unit="air", to="24,30", flight="fly"))
    assert body(war).at == (24.0, 30.0)
    assert {f.at for f in war.unit("air").figures} == {(24.0, 30.0)}
    assert is_now(war.state, body(war)) == "moving"
    # The next turn it has not changed its place: it hovers, but for a landing it must have stopped there before.
    later = replace(war.state, turn=3)
    assert is_now(later, later.vehicle("air-v")) == "hovering"
    assert not hovers_over(later, later.vehicle("air-v"))
    assert hovers_over(replace(war.state, turn=4), body(war))


@pytest.mark.rule("BG-VIII.2.13a", "BG-R40")
def test_a_helicopter_that_stops_to_hover_is_not_moving_whatever_it_flew():
    war = air()
    war.do(Move(unit="air", to="40,30", flight="hover"))
    assert (is_now(war.state, body(war)), body(war).at) == ("hovering", (40.0, 30.0))
    assert hovers_over(replace(war.state, turn=3), body(war))


@pytest.mark.rule("BG-VIII.2.13b")
def test_a_helicopter_flies_sideways_but_not_backwards():
    war = air()
    assert war.refuses(Move(unit="air", to="24,30", facing=180.0)) == "looks-back"  # north, looking south
    assert war.refuses(Move(unit="air", backwards=True)) == "no-reverse"
    war.do(Move(unit="air", to="24,30", facing=EAST))  # 90 degrees off its way
    assert (body(war).at, body(war).facing) == ((24.0, 30.0), EAST)


@pytest.mark.rule("BG-VIII.2.2b", "BG-X.10.2", "BG-X.10.3", "BG-X.10.4")
@pytest.mark.parametrize("kind", ["bronco", "a-10", "f-16"])
def test_a_fixed_wing_always_moves_neither_hovers_nor_lands_and_looks_along_its_way(kind):
    war = air(kind)
    assert is_now(war.state, body(war)) == "moving"  # it has not gone anywhere in this turn
    assert war.refuses(Move(unit="air", to="24,30", flight="hover")) == "always-moving"
    assert war.refuses(Move(unit="air", flight="land")) == "always-moving"
    assert war.refuses(Move(unit="air", to="24,30", facing=EAST)) == "looks-back"
    war.do(Move(unit="air", to="40,10"))
    assert (body(war).facing, is_now(war.state, body(war))) == (EAST, "moving")


@pytest.mark.rule("BG-VIII.2.131")
def test_it_lands_from_hovering_at_the_start_of_its_move_and_people_get_out_on_their_card():
    war = air(aboard=4)
    assert war.refuses(Dismount(unit="able")) == "in-the-air"
    war.do(Move(unit="air", flight="land"))
    assert (body(war).flight, is_now(war.state, body(war))) == ("landed", "landed")
    war.do(Dismount(unit="able"))
    assert all(f.seat is None for f in war.unit("able").figures)


@pytest.mark.rule("BG-VIII.2.131", "BG-R40")
def test_whoever_has_just_flown_there_does_not_hover_over_the_landing_zone_yet():
    war = air(flight="moving", moved=1)
    assert war.refuses(Move(unit="air", flight="land")) == "cannot-land"
    assert war.refuses(Move(unit="air", flight="land", to="30,10")) == "lands-below"


@pytest.mark.rule("BG-VIII.2.131")
def test_in_one_move_it_lands_lets_people_out_and_takes_off_again():
    war = air(aboard=4)
    events = war.do(Move(unit="air", flight="touch down", unload=True, to="40,4"))
    assert all(f.seat is None and f.at is not None for f in war.unit("able").figures)
    assert all(abs(f.at[0] - 24.0) < 6 and abs(f.at[1] - 10.0) < 6 for f in war.unit("able").figures)
    assert (body(war).at, is_now(war.state, body(war))) == ((40.0, 4.0), "hovering")
    assert [e.flight for e in only(events, "aircraft-flew")] == ["landed", "hovering"]
    # They had their move with it, and do not fire in this turn.
    assert {f.move_turn for f in war.unit("able").figures} == {2}
    assert {f.boarded_turn for f in war.unit("able").figures} == {2}


@pytest.mark.rule("BG-VIII.2.131", "BG-VIII.4.21a", "BG-VIII.4.21c")
def test_it_touches_down_for_a_squad_that_reaches_it_with_its_die():
    # The hull is 4.4 long and 1.4 wide and looks north: its west side is at 24 - 0.7 = 23.3. Bases at 16, 17.2, 18.4,
    # 19.6: 6.8, 5.6, 4.4, 3.2 inches away. A 5 takes two of them in.
    war = air(squad=(16.0, 10.0))
    odds = DEEDS.odds(war.state, Move(unit="air", flight="touch down", load=("able",)), black())
    assert {one.outcome.kind: one.chance for one in odds.chances} == {
        "all aboard": Fraction(0),
        "aboard": Fraction(3, 6),  # 4, 5, 6
    }
    events = war.do(Move(unit="air", flight="touch down", load=("able",), to="40,4"), dice(5))
    (entered,) = only(events, "people-in")
    assert {who for who, _ in entered.seats} == {"able3", "able4"}
    assert war.at("able4") == (40.0, 4.0)
    assert war.at("able1") == (16.0, 10.0)
    assert war.figure("able4").seat.aloft
    assert all(f.move_turn == 2 for f in war.unit("able").figures)


@pytest.mark.rule("BG-VIII.2.131")
def test_nobody_gets_in_where_others_have_got_out_in_the_same_phase():
    war = air(aboard=2, squad=None)
    assert war.refuses(Move(unit="air", flight="touch down", unload=True, load=("air",))) == "one-of-both"
    war.do(Move(unit="air", flight="land", unload=True))
    second = led_by(army("baker", 3, at=(20.0, 10.0)), 2)
    war.state = replace(war.state, units=(*war.state.units, second))
    assert war.refuses(MountVehicle(unit="baker", into="air")) == "one-of-both"


@pytest.mark.rule("BG-VIII.2.131")
def test_people_get_into_one_on_the_ground_and_it_takes_off_with_them():
    war = air(flight="landed", squad=(19.0, 10.0))
    war.do(MountVehicle(unit="able", into="air"), dice(6))
    assert war.refuses(Move(unit="air", unload=True)) == "one-of-both"
    war.do(Move(unit="air", to="10,30", flight="hover"))
    assert war.at("able1") == (10.0, 30.0)


def test_nobody_gets_into_a_helicopter_in_the_air():
    war = air(squad=(19.0, 10.0))
    assert war.refuses(MountVehicle(unit="able", into="air")) == "in-the-air"
    assert war.refuses(Move(unit="air", load=("able",), to="30,30")) == "in-the-air"


@pytest.mark.rule("BG-R270")
def test_it_lands_beside_what_stands_below_and_nowhere_in_dense_ground():
    war = air()
    crowd = army("able", 3, at=(23.0, 10.0), spacing=1.0)
    war.state = replace(war.state, units=(*war.state.units, crowd))
    war.do(Move(unit="air", flight="land"))
    x, y = body(war).at
    assert (x, y) != (24.0, 10.0)
    assert max(abs(x - 24.0), abs(y - 10.0)) <= 3.0
    assert air(board=WOODED).refuses(Move(unit="air", flight="land")) == "no-landing-zone"


@pytest.mark.rule("BG-R91", "BG-VIII.2.131")
def test_an_immobilized_one_does_not_fly_and_one_on_the_ground_does_not_land():
    assert (
        air(flight="landed", condition=VehicleCondition.IMMOBILIZED).refuses(Move(unit="air", to="30,30"))
        == "cannot-move"
    )
    assert air(flight="landed").refuses(Move(unit="air", flight="land")) == "as-it-is"


@pytest.mark.rule("BG-XIII.4.2")
def test_nobody_flies_a_captured_helicopter():
    war = air(squad=(19.0, 10.0))
    own, left = flown("mi", "mi-8", at=(22.0, 18.0), flight="landed", side="insurgents", crew=0)
    war.state = replace(war.state, units=(*war.state.units, own), vehicles=(*war.state.vehicles, left))
    assert war.refuses(MountVehicle(unit="able", into="mi")) == "captured-aircraft"


@pytest.mark.rule("BG-VIII.2.12a", "BG-R267")
def test_in_the_air_it_is_in_nobodys_way_and_nobody_charges_it():
    war = air()
    assert standing(war.state) == ()
    assert standing(air(flight="landed").state) != ()
    foe = led_by(army("able", 4, at=(24.0, 12.0)), 2)
    war.state = replace(war.state, units=(*war.state.units, foe))
    mi, up = flown("mi", "mi-8", at=(24.0, 16.0), side="insurgents")
    war.state = replace(war.state, units=(*war.state.units, mi), vehicles=(*war.state.vehicles, up))
    assert war.refuses(ChargeEnemy(unit="able", target="mi")) == "no-charge"


def test_ground_vehicles_and_people_do_not_fly_and_an_advance_of_all_leaves_aircraft_where_they_are():
    war = air(squad=(4.0, 4.0))
    assert war.refuses(Move(unit="able", to="24,30", flight="hover")) == "not-aircraft"
    war.do(AdvanceAll(), dice(1, 1))
    assert body(war).at == (24.0, 10.0)


def test_the_panel_offers_what_it_can_do_and_every_offer_is_lawful():
    war = air(aboard=2)
    labels = [o.label for o in DEEDS.offers(war.state, "army", "air")]
    assert {"Fly to … and hover", "Fly to …", "Land Air", "Land, all get out", "Touch down, all get out"} <= set(labels)
    jet = air("a-10")
    assert [o.label for o in DEEDS.offers(jet.state, "army", "air") if o.action.name() == "move"] == ["Fly to …"]


@pytest.mark.parametrize("kind", [key for key, type_ in GARAGE.items() if type_.aircraft])
def test_every_aircraft_of_the_garage_flies_and_comes_back(kind):
    war = air(kind)
    war.do(Move(unit="air", to="4,4"))
    assert body(war).at == (4.0, 4.0)
    assert war.state.phase is Phase.MOVEMENT
    assert body(war).facing != NORTH


def test_without_a_board_it_flies_hovers_and_lands_by_word_alone():
    war = air()
    bare = replace(
        war.state,
        board=None,
        units=tuple(replace(u, figures=tuple(replace(f, at=None) for f in u.figures)) for u in war.state.units),
        vehicles=tuple(replace(v, at=None) for v in war.state.vehicles),
    )
    war.state = bare
    war.do(Move(unit="air", inches=30.0, flight="fly"))
    assert is_now(war.state, body(war)) == "moving"
    again = air()
    again.state = bare
    again.do(Move(unit="air", flight="touch down"))
    assert is_now(again.state, body(again)) == "hovering"


def ordered(war, does, to):
    """What the order comes to first, done."""
    action = next(iter(does(war.state, "army", "air", Step("", to))), None)
    if action is not None:
        war.do(action)
    return action


@pytest.mark.rule("BG-VIII.2.131")
def test_by_orders_it_flies_there_sets_its_people_down_and_has_nothing_left_to_do():
    war = air(aboard=3)
    ordered(war, set_down_at, "36,20")
    assert (body(war).at, body(war).flight) == ((36.0, 20.0), "hovering")
    for turn in (3, 4):
        units = tuple(replace(u, figures=tuple(replace(f, move_turn=0) for f in u.figures)) for u in war.state.units)
        war.state = replace(war.state, turn=turn, units=units, run=Run("army", (Card("2S"), Card("3S"))))
        done = ordered(war, set_down_at, "36,20")
        assert (done is None) is (turn == 4)
    assert all(f.seat is None for f in war.unit("able").figures)
    assert body(war).aloft


@pytest.mark.rule("BG-VIII.2.131")
def test_by_orders_it_picks_up_who_stands_near_or_lands_and_stays():
    war = air(squad=(20.0, 10.0))
    action = next(iter(pick_up_at(war.state, "army", "air", Step("", "24,10"))))
    assert (action.flight, action.load) == ("touch down", ("able",))
    landing = next(iter(land_at(war.state, "army", "air", Step("", "24,10"))))
    assert (landing.flight, landing.load, landing.unload) == ("land", (), False)


def test_in_the_air_it_has_a_shadow_on_the_map_and_its_panel_says_how_it_is():
    up, down = (air(flight=flight) for flight in ("hovering", "landed"))
    pages = [RULES.battle.view(war.state, Viewer("army")) for war in (up, down)]
    shown = [next(u for u in page.units if u.ref == "air") for page in pages]
    assert ["hovering" in " ".join(unit.lines) for unit in shown] == [True, False]
    drawn = [draw(page.scene) for page in pages]
    assert [picture.count('fill-opacity="0.38"') for picture in drawn] == [1, 0]
