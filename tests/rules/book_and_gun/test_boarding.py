"""Getting into vehicles and out of them. VIII.4.2, VIII.2.71 to VIII.2.9; R42; by the book, by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.book_and_gun import RULES
from rules.book_and_gun.actions.fire import Fire
from rules.book_and_gun.actions.movement import ChargeEnemy, Move
from rules.book_and_gun.actions.vehicles import Dismount, MountVehicle
from rules.book_and_gun.deeds import DEEDS
from rules.book_and_gun.state import ARMY, Run
from rules.book_and_gun.units import Phase
from rules.book_and_gun.vehicles import VehicleCondition
from rules.kernel.chance import Card

from .field import army, cell, only
from .motor import inside, motorised, vehicle
from .war import black, dice, moving
from .war import led as led_by


def beside(kind="m113", size=5, *, at=(14.0, 10.0), cards=2, spacing=1.2):
    """A squad in line to the west of a carrier at (24, 10)."""
    own, body = vehicle("own", kind, at=(24.0, 10.0))
    able = led_by(army("able", size, at=at, spacing=spacing), size // 2 + 1)
    return moving(motorised([own, able, cell("red", 3, at=(24, 34))], [body]), cards)


def carried(kind="m113", size=4):
    own, body = vehicle("own", kind, at=(24.0, 10.0))
    able = inside(army("able", size, at=(24, 10)), body)
    return moving(motorised([own, able, cell("red", 3, at=(24, 34))], [body]), 2)


@pytest.mark.rule("BG-VIII.4.21a", "BG-VIII.4.21c", "BG-VIII.4.2b", "BG-R218")
def test_whoever_stands_no_farther_than_the_die_gets_in_the_others_stay():
    led = beside()
    # The hull's west side is at 24 - 0.95 = 23.05; men at 14, 15.2, 16.4, 17.6, 18.8, half an inch of base each:
    # 8.55, 7.35, 6.15, 4.95, 3.75 inches away. A 5 brings two of them in.
    (entered,) = only(led.do(MountVehicle(unit="able", into="own"), dice(5)), "people-in")
    assert {who for who, _ in entered.seats} == {"able4", "able5"}
    assert led.at("able5") == (24.0, 10.0)
    assert led.at("able1") == (14.0, 10.0)
    assert led.figure("able5").seat.place == "passenger"


@pytest.mark.rule("BG-VIII.4.21c")
def test_the_odds_of_getting_in_are_those_of_the_die():
    led = beside(at=(16.0, 10.0), size=4)  # 3.75 + n * 1.2 inches: 6.55, 5.35, 4.15, 2.95
    odds = DEEDS.odds(led.state, MountVehicle(unit="able", into="own"), black())
    found = {one.outcome.kind: one.chance for one in odds.chances}
    assert found == {"all aboard": Fraction(0), "aboard": Fraction(4, 6)}


@pytest.mark.rule("BG-VIII.2.71b", "BG-VIII.2.8", "BG-VIII.2.9a", "BG-R210")
@pytest.mark.parametrize(("kind", "room"), [("m113", 7), ("truck", 12), ("btr", 8), ("t-72", 7), ("jeep", 3)])
def test_a_full_vehicle_takes_nobody_more(kind, room):
    led = beside(kind, room + 1, at=(20.0 - 0.9 * room, 10.0), spacing=0.9)
    assert led.refuses(MountVehicle(unit="able", into="own")) == "no-room"


@pytest.mark.rule("BG-VIII.4.21c", "BG-R91")
def test_what_is_too_far_or_a_wreck_or_no_vehicle_of_theirs_is_refused():
    assert beside(at=(2.0, 10.0)).refuses(MountVehicle(unit="able", into="own")) == "too-far"
    led = beside()
    assert led.refuses(MountVehicle(unit="able", into="red")) == "no-vehicle-there"
    assert led.refuses(MountVehicle(unit="able", into="nobody")) == "no-vehicle-there"
    led.state = led.state.with_vehicle(replace(led.state.vehicle("own-v"), condition=VehicleCondition.DESTROYED))
    assert led.refuses(MountVehicle(unit="able", into="own")) == "only-a-wreck"


@pytest.mark.rule("BG-VIII.4.21a", "BG-R42")
def test_those_who_get_out_stand_beside_the_vehicle_and_do_not_fire():
    led = carried()
    (out,) = only(led.do(Dismount(unit="able")), "people-out")
    assert out.beside == "south"  # behind it: it looks north
    assert all(led.figure(f"able{n}").seat is None and led.at(f"able{n}")[1] < 10 for n in range(1, 5))
    assert led.refuses(Move(unit="able", to="24,30")) == "had-its-chance"
    led.state = replace(led.state, phase=Phase.FIRE, run=Run(ARMY, (Card("2S"),)))
    assert led.refuses(Fire(unit="able", target="red")) == "boarded"


@pytest.mark.rule("BG-VIII.4.21a")
def test_getting_out_they_may_go_on_with_one_die():
    led = carried()
    events = led.do(Dismount(unit="able", to="24,30"), dice(4))
    (out,) = only(events, "people-out")
    assert out.beside == "north"
    (moved,) = only(events, "unit-moved")
    assert moved.dice == (4,)
    assert moved.inches <= 4.0


@pytest.mark.rule("BG-VIII.4.2b", "BG-X.1.1")
def test_passengers_go_where_their_vehicle_goes_and_cannot_move_by_themselves():
    led = carried()
    assert led.refuses(Move(unit="able", to="24,30")) == "cannot-move"
    led.do(Move(unit="own", to="24,30"), dice(3, 3, 3, 3))
    assert led.at("able1") == led.state.vehicle("own-v").at == (24.0, 22.0)


@pytest.mark.rule("BG-VIII.4.21a", "BG-XIII.4.1a")
def test_a_crew_gets_out_of_what_is_stopped_and_in_again():
    led = carried(size=1)
    led.state = led.state.with_vehicle(replace(led.state.vehicle("own-v"), condition=VehicleCondition.IMMOBILIZED))
    led.do(Dismount(unit="own"))
    assert not led.unit("own").aboard
    led.state = replace(led.state, turn=3)
    led.do(MountVehicle(unit="own", into="own"), dice(6))
    assert [f.seat.place for f in led.unit("own").figures] == ["driver", "crew"]


def test_offers_name_the_vehicle_and_the_way_out():
    led = beside(at=(18.0, 10.0), size=3)
    assert any(o.label == "Get into Own" for o in DEEDS.offers(led.state, "army", "able"))
    led = carried()
    labels = [o.label for o in DEEDS.offers(led.state, "army", "able")]
    assert labels[:2] == ["Get out", "Get out towards …"]
    assert not any(label.startswith(("Advance", "Move")) for label in labels)


def test_who_sits_in_a_closed_vehicle_is_found_on_their_sides_own_panel():
    """Everybody reads the same, whoever is in it; the button leads on."""
    (ask,) = RULES.battle.prompt(carried().state).asks
    assert "able" in ask.units
    assert "able" not in ask.face.units
    assert ask.face.more


@pytest.mark.rule("BG-VIII.4.2a", "BG-R36", "BG-R278")
@pytest.mark.parametrize("enemy", ["red", "b4"])  # as a campaign numbers its units; it is no square of the board
def test_passengers_get_out_and_charge_with_two_dice(enemy):
    # The M113 looks north at (24, 10), 3.8 inches long: they get out before it, at y = 10 + 1.9 + 0.6 = 12.5. The enemy
    # in line at y = 20 is 7.5 - 1 = 6.5 inches away from base to base.
    led = carried()
    foes = replace(cell("red", 3, at=(23.0, 20.0), facing=180.0, spacing=1.1), id=enemy)
    led.state = replace(led.state, units=tuple(foes if each.id == "red" else each for each in led.state.units))
    charge = ChargeEnemy(unit="able", target=enemy)
    assert "Get out and charge Red" in [o.label for o in DEEDS.offers(led.state, "army", "able")]
    # Seven or more with two dice: 21 of 36.
    (chance,) = [o.chance for o in DEEDS.odds(led.state, charge, black()).chances if o.outcome.kind == "reaches"]
    assert chance == Fraction(21, 36)
    events = led.do(charge, dice(4, 3))
    assert [event.kind for event in events if event.kind in ("people-out", "charge-declared")] == [
        "people-out",
        "charge-declared",
    ]
    assert all(led.figure(f"able{n}").seat is None for n in range(1, 5))
    assert led.state.charges[0].target == enemy
    assert max(led.at(f"able{n}")[1] for n in range(1, 5)) == pytest.approx(17.0, abs=0.1)  # 2 inches off


@pytest.mark.rule("BG-VIII.4.2a", "BG-R278")
def test_a_charge_from_a_vehicle_is_declared_within_twelve_inches_and_not_by_its_crew():
    led = carried()
    assert led.refuses(ChargeEnemy(unit="able", target="red")) == "out-of-charge-range"  # at y = 34
    assert led.refuses(ChargeEnemy(unit="own", target="red")) == "aboard"
