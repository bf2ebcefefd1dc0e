"""Grenades and mortar rounds where vehicles are about: whom a hull covers, and who throws nothing. Worked by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.book_and_gun.actions.explosives import Throw
from rules.book_and_gun.actions.vehicles import MountVehicle
from rules.book_and_gun.deeds import DEEDS
from rules.book_and_gun.play.ground.blast import under
from rules.book_and_gun.units import Munitions, Phase
from rules.kernel.violation import RuleViolation

from .field import SOUTH, army, cell
from .motor import inside, vehicle
from .test_boarding import beside
from .test_fire_battle import firefight
from .war import black

ROUNDS = Munitions(hand_grenades=3)


def refused(state, action):
    with pytest.raises(RuleViolation) as why:
        DEEDS.judge(state, action, black())
    assert why.value.remedy
    return why.value.code


def burst_by_a_truck(place):
    """Three of the cell sit in or on a truck 2.5 inches before the squad, and nobody stands beside it."""
    able = army(at=(10, 10), munitions=ROUNDS)
    own, body = vehicle("red-truck", "truck", at=(14.0, 14.0), facing=SOUTH, side="insurgents", crew=1)
    riders = inside(cell("red", 3, at=(14, 14)), body, place)
    fought = firefight(able, riders)
    return replace(fought, units=(*fought.units, own), vehicles=(body,))


@pytest.mark.rule("BG-VIII.2.9b", "BG-X.12.1a")
def test_a_burst_reaches_riders_and_nobody_inside():
    """The template is an inch across: whoever is at its middle is under it, and a hull covers those within."""
    at = (14.0, 14.0)
    within = under(burst_by_a_truck("passenger"), at, 0.5)
    riding = under(burst_by_a_truck("rider"), at, 0.5)
    assert [(unit.id, figures) for unit, figures in within if figures] == []
    assert [(unit.id, len(figures)) for unit, figures in riding if figures] == [("red", 3)]


@pytest.mark.rule("BG-VIII.2.9b", "BG-R125")
def test_nobody_throws_at_people_behind_a_hull():
    state = burst_by_a_truck("passenger")
    assert refused(state, Throw(unit="able", target="red-truck")) == "behind-hulls"


@pytest.mark.rule("BG-R213")
def test_nobody_throws_from_a_vehicle():
    able = army("able", 4, at=(10, 10), munitions=ROUNDS)
    own, body = vehicle("own", "gun-jeep", at=(10.0, 10.0), munitions=ROUNDS)
    fought = firefight(able, cell(at=(10, 12), facing=SOUTH, munitions=ROUNDS))
    state = replace(fought, units=(*fought.units, own), vehicles=(body,))
    assert state.phase is Phase.FIRE
    assert refused(state, Throw(unit="own", target="red")) == "not-carried"
    assert refused(state, Throw(unit="own", target="red", figure="own2")) == "aboard"


@pytest.mark.rule("BG-VIII.3.1b", "BG-R232")
def test_a_gun_is_not_taken_aboard():
    led = beside()
    able = led.state.unit("able")
    gunner = able.figures[-1]
    gun = replace(gunner, traits=replace(gunner.traits, weapons=("light cannon",)))
    units = tuple(replace(u, figures=(*u.figures[:-1], gun)) if u.id == "able" else u for u in led.state.units)
    assert refused(replace(led.state, units=units), MountVehicle(unit="able", into="own")) == "gun-in-tow"
