"""Which bases of a unit have something to fire and may fire it now: cars of a train, guns with rounds, riflemen aboard.
RA-train.cars.2, RA-train.artillery.2, RA-train.mg, RA-train.cars.3, RA-R117"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from rules.red_actions.play.fire.weapons import pieces
from rules.red_actions.state import ATTACKER, State
from rules.red_actions.units import Base, Rails, Unit
from tests.rules.red_actions.field import battle, board, line, unit

LINE = line("railway", (36, 0), (36, 48), name="Line")
CARS = ("train-artillery-field", "train-mg", "train-engine", "train-artillery-turret", "train-other")


def train(*cards: str, last: float = 0.0, wrecked: Iterable[str] = ()) -> Unit:
    bases = tuple(Base(card, card, wrecked=card in wrecked) for card in cards)
    rails = Rails("Line", 30.0, True, last)
    return Unit("train", "Train", ATTACKER, "train-engine", bases, raised=5, at=(36.0, 24.0), facing=0.0, rails=rails)


def firing(own: Unit, of: str = "", **changes: object) -> list[str]:
    state = battle(own, unit("other", at=(60, 40)), board=board(LINE), **changes)
    return fire_with(state, of or own.id)


def fire_with(state: State, of: str) -> list[str]:
    return [each.base.id for each in pieces(state, state.unit(of))]


@pytest.mark.rule("RA-train.cars.2", "RA-train.artillery.2", "RA-train.mg")
def test_only_artillery_and_machine_gun_cars_fire_and_artillery_only_while_it_stands() -> None:
    assert firing(train(*CARS)) == ["train-artillery-field", "train-mg", "train-artillery-turret"]
    assert firing(train(*CARS, last=1.0)) == ["train-mg"]


@pytest.mark.rule("RA-train.hits.3")
def test_a_car_that_is_destroyed_fires_no_more() -> None:
    assert firing(train(*CARS, wrecked=("train-mg",))) == ["train-artillery-field", "train-artillery-turret"]
    assert firing(train(*CARS, wrecked=("train-artillery-field", "train-artillery-turret"))) == ["train-mg"]


@pytest.mark.rule("RA-train.cars.2")
def test_a_train_that_stands_off_its_rails_counts_as_standing() -> None:
    """It has made no move."""
    assert firing(replace(train(*CARS), rails=None)) == ["train-artillery-field", "train-mg", "train-artillery-turret"]


@pytest.mark.rule("RA-ammo.carts", "RA-R117")
@pytest.mark.parametrize(
    ("limber", "cart", "fires"),
    [((2, 2), (0, 0), ["guns1", "guns2"]), ((0, 1), (0, 0), ["guns2"]), ((0, 0), (3, 0), ["guns1"])],
)
def test_each_gun_fires_while_it_has_a_round_of_its_own(
    limber: tuple[int, int], cart: tuple[int, int], fires: list[str]
) -> None:
    own = unit("guns", card="field-gun", bases=2)
    loads = zip(own.bases, limber, cart, strict=True)
    own = replace(own, bases=tuple(replace(base, limber=full, cart=more) for base, full, more in loads))
    assert firing(own) == fires


def test_unarmed_troops_fire_with_nothing() -> None:
    assert firing(unit("cart", card="supply-cart", bases=1)) == []


@pytest.mark.rule("RA-train.cars.3", "RA-R201")
def test_riflemen_aboard_fire_to_either_side_of_their_own_car_and_not_along_the_train() -> None:
    """The train looks north; they ride in its first car, at its head."""
    own = train("train-other", "train-engine", "train-mg")
    riders = unit("riders", at=None, bases=2, aboard="train", car="train-other")
    state = battle(own, riders, board=board(LINE))
    found = pieces(state, state.unit("riders"))
    assert [each.base.id for each in found] == ["riders1", "riders2"]
    assert {each.stood.base for each in found} == {"train-other"}
    for each in found:
        assert [each.bears(direction) for direction in (0, 90, 180, 270)] == [False, True, False, True]


@pytest.mark.rule("RA-train.artillery.1", "RA-train.mg", "RA-R201")
def test_a_car_s_weapons_look_away_from_the_engine_to_both_sides_and_over_the_end() -> None:
    """A fixed gun before the engine looks ahead, one behind it back; a machine-gun car fires to both sides, and over
    the end of the train where it is the last car."""
    own = train("train-artillery-field", "train-engine", "train-mg")
    state = battle(own, board=board(LINE))
    gun, machine_gun = pieces(state, state.unit("train"))
    around = (0, 90, 180, 270)
    assert [gun.bears(direction) for direction in around] == [True, False, False, False]
    assert [machine_gun.bears(direction) for direction in around] == [False, True, True, True]
    turned = train("train-mg", "train-engine", "train-artillery-field")
    state = battle(turned, board=board(LINE))
    machine_gun, gun = pieces(state, state.unit("train"))
    assert [gun.bears(direction) for direction in around] == [False, False, True, False]
    assert [machine_gun.bears(direction) for direction in around] == [True, True, False, True]
