"""Plans of raids and patrols: the dog before its handler, a flash bang before the charge, a search of who stands by."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.book_and_gun.play.ground.tabletop import middle
from rules.book_and_gun.units import FigureTraits, Munitions
from rules.seam.planning import AimKind, Boldness, Intent, UnitRole
from rules.table.board import Feature, Opening

from .field import PLAIN, army, battle, cell
from .test_devices import market
from .test_plans import HILL, lines

DOOR = Opening("door", (19.5, 28.0), (20.5, 28.0))
HOUSE = Feature("building", ((17.0, 28.0), (23.0, 28.0), (23.0, 34.0), (17.0, 34.0)), floors=1, openings=(DOOR,))
STORMS = replace(HILL, place="20,31", at=(20.0, 31.0))


def words(order):
    return [word for word in (order.first, order.then, order.third, order.last) if word is not None]


def before_the_house(inches, **stores):
    """A squad so far before the men in a house that the enemy holds."""
    squad = army("one", 2, at=(20, 29.5 - inches), munitions=Munitions(**stores))
    return battle(squad, cell("two", 1, at=(20, 29.5)), board=replace(PLAIN, features=(HOUSE,)))


@pytest.mark.rule("BG-X.12.2")
def test_whoever_is_near_enough_to_throw_stuns_them_before_the_next_charge():
    (near,) = lines(before_the_house(5.0, flash_bangs=1), "army", STORMS, "take")
    assert words(near) == ["charge", "advance to", "flash bang at", "fire at the best odds"]
    assert near.target == "two"
    # Seven inches are too far to throw, and none of it is said without one.
    (far,) = lines(before_the_house(7.5, flash_bangs=1), "army", STORMS, "take")
    (without,) = lines(before_the_house(5.0), "army", STORMS, "take")
    assert words(far) == words(without) == ["charge", "advance to", "fire at the best odds", "look"]


@pytest.mark.rule("BG-XIII.7.1b")
def test_a_handler_sends_the_dog_at_whoever_is_near():
    def team(y):
        own = army("one", 2, at=(20, y))
        handler, dog = own.figures
        led = (
            replace(handler, traits=FigureTraits(weapons=("assault rifle",), leader=True, handler=True)),
            replace(dog, traits=FigureTraits(dog=True)),
        )
        return battle(replace(own, figures=led), cell("two", 1, at=(20, 34)))

    (near,) = lines(team(24), "army", HILL, "take")
    (far,) = lines(team(10), "army", HILL, "take")
    assert words(near)[:2] == ["send the dog", "advance to"]
    assert "send the dog" not in words(far)


@pytest.mark.rule("BG-XIII.9.1")
def test_whoever_does_not_storm_searches_the_crowd_beside_them():
    """The squad is 2 inches from the crowd; it holds, and searches; who goes for the place does not stop."""
    state = market()
    keep = replace(HILL, kind=AimKind.KEEP, at=middle(state.unit("able").present))
    (order,) = lines(state, "army", keep, "hold", Intent(Boldness.STEADY, {"able": UnitRole.HOLD}))
    assert words(order) == ["search", "fire at the best odds", "hold"]
    (storms,) = lines(state, "army", HILL, "take", Intent(Boldness.STEADY, {"able": UnitRole.ASSAULT}))
    assert "search" not in words(storms)
