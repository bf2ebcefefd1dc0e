"""What horses draw. VIII.1.43, VIII.2.3, VIII.2.6, IX.1.2c; expected values by the book, by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.actions.vehicles import MountVehicle
from rules.book_and_gun.deeds import DEEDS

from .field import EAST, PLAIN, army, cell, only
from .motor import motorised, vehicle
from .test_driving import ROAD, WOODED
from .war import black, dice, moving
from .war import led as led_by


def war(board=PLAIN, *, at=(24.0, 6.0), **changes):
    own, body = vehicle("own", "wagon", at=at, **changes)
    return moving(motorised([own, cell("red", 3, at=(40, 34))], [body], board=board), 3)


@pytest.mark.rule("BG-VIII.1.43a", "BG-VIII.2.4a")
def test_a_wagon_rolls_four_dice_and_five_on_a_road():
    led = war()
    (moved,) = only(led.do(Move(unit="own", to="24,30"), dice(2, 2, 3, 3)), "unit-moved")
    assert moved.inches == 10.0
    led = war(ROAD, at=(6.0, 10.0), facing=EAST)
    (moved,) = only(led.do(Move(unit="own", to="44,10"), dice(2, 2, 3, 3, 2)), "unit-moved")
    assert moved.inches == 12.0


@pytest.mark.rule("BG-IX.1.2c")
def test_it_stops_before_rough_ground_whatever_it_rolls():
    led = war(WOODED)
    odds = DEEDS.odds(led.state, Move(unit="own", to="24,30"), black())
    (moved,) = only(led.do(Move(unit="own", to="24,30"), dice(6, 6, 6, 6)), "unit-moved")
    assert "rough ground" in moved.short
    assert led.state.vehicle("own-v").at[1] <= 16.0  # the woods begin there
    assert next(one.chance for one in odds.chances if one.outcome.kind == "stopped") > 0
    before = led.state.vehicle("own-v").at
    led.state = replace(led.state, turn=3)
    led.do(Move(unit="own", to="24,30"), dice(6, 6, 6, 6))
    assert led.state.vehicle("own-v").at == before


@pytest.mark.rule("BG-IX.1.2c")
def test_rough_ground_that_is_said_to_lie_on_the_way_is_refused():
    led = war()
    led.state = replace(led.state, board=None)
    assert led.refuses(Move(unit="own", terrain="rough")) == "no-ground"


@pytest.mark.rule("BG-VIII.2.3")
def test_it_never_backs_up():
    led = war()
    assert led.refuses(Move(unit="own", backwards=True)) == "no-reverse"
    assert "Back up" not in [offer.label for offer in DEEDS.offers(led.state, "army", "own")]


@pytest.mark.rule("BG-R210")
@pytest.mark.parametrize("men", [6, 7])
def test_a_wagon_carries_six(men):
    own, body = vehicle("own", "wagon", at=(24.0, 10.0))
    able = led_by(army("able", men, at=(23.0 - 0.9 * men, 10.0), spacing=0.9), men // 2 + 1)
    led = moving(motorised([own, able, cell("red", 3, at=(24, 34))], [body]), 2)
    if men > 6:
        assert led.refuses(MountVehicle(unit="able", into="own")) == "no-room"
        return
    led.do(MountVehicle(unit="able", into="own"), dice(6))
    assert all(f.inside for f in led.unit("able").figures)
