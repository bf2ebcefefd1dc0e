"""The order to detonate: somebody with a bomb goes up to the nearest enemy and explodes there. X.12.9"""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.battle.orders.data import Step
from rules.book_and_gun.actions.devices import Detonate
from rules.book_and_gun.orders.bombing import fire_device
from rules.book_and_gun.state import Run
from rules.book_and_gun.units import Phase
from rules.kernel.action import Actor
from rules.kernel.chance import Card
from rules.table.measure import between

from .field import SOUTH, army, battle, cell, mob, only
from .test_devices import bomber, done

RED = Actor.player("insurgents")


def ordered(state, unit):
    return list(fire_device(state, "insurgents", unit, Step("detonate")))


@pytest.mark.rule("BG-X.12.9", "BG-R127", "BG-R286")
def test_whoever_is_likely_to_reach_an_enemy_goes_up_and_explodes_there():
    """Able4 stands at 16,10, six inches off: three quarters of an inch before it is 16,10.75. Three dice make the five
    inches to the bases' edge as good as ever; twenty they never make, and then nobody explodes for nothing."""
    assert ordered(bomber(), "bad") == [Detonate(unit="bad", to="16.0,10.8")]
    assert ordered(bomber(at=(16.0, 32.0)), "bad") == []
    # Within an inch and a half already they explode where they stand.
    assert ordered(bomber(at=(16.0, 11.0)), "bad")[0] == Detonate(unit="bad")


@pytest.mark.rule("BG-X.12.9", "BG-R286")
@pytest.mark.parametrize("place", [0, 3])
def test_a_crowd_goes_so_that_its_bomber_comes_beside_the_enemy_wherever_they_stand_in_it(place):
    crowd = mob(size=4, at=(15, 16), facing=SOUTH)
    bare = [replace(f, traits=replace(f.traits, weapons=(), bomber=n == place)) for n, f in enumerate(crowd.figures)]
    state = battle(
        army(size=1, at=(18, 10)),
        replace(crowd, figures=tuple(bare)),
        cell(at=(40, 34), facing=SOUTH),
        phase=Phase.MOVEMENT,
        civilian_attitude="pro-insurgent",
    )
    state = replace(state, run=Run("insurgents", (Card("2H"),)))
    action, *_ = ordered(state, "crowd")
    events, _ = done(state, action, "d6:6,d6:6,d6:6,d6:6", RED)
    assert between(only(events, "device-set-off")[0].at, (18.0, 10.0)) <= 1.5
