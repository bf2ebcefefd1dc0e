"""Worlds of Market day that differ in who in the crowd has the bomb, what another hides, and what lies at the toll
house: the patrol is shown, offered and told the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.book_and_gun.state import ARMY, CIVILIANS, State
from rules.book_and_gun.units import Unit
from rules.seam.viewing import PUBLIC, Viewer
from tests.rules.book_and_gun.test_amber_worlds import shown, without
from tests.rules.scenario.company import Company
from tests.scenarios import LIBRARY


def elsewhere(state: State) -> State:
    """The world in which another of each crowd has the bomb, or the thing that is hidden."""
    return state.with_unit(*(_handed_on(unit) for unit in state.units_of(CIVILIANS)))


def _handed_on(unit: Unit) -> Unit:
    """Each hides what the one behind them does."""
    fit = unit.fit
    for man, before in zip(fit, (*fit[-1:], *fit[:-1]), strict=True):
        traits = replace(man.traits, bomber=before.traits.bomber, hides=before.traits.hides)
        unit = unit.with_figure(replace(man, traits=traits))
    return unit


def looked(seeds: range, every: int, most: int) -> int:
    times = 0
    for seed in seeds:
        market = Company(LIBRARY["market-day"], seed, eager=0.7)
        number = 0
        while market.step() and times < most:
            number += 1
            state: State = market.state.battle
            others = [world for world in (elsewhere(state), without(state, ARMY)) if world != state]
            if number % every or not others or state.ended is not None:
                continue
            times += 1
            for world in others:
                for viewer in (Viewer(ARMY), PUBLIC):
                    assert shown(state, viewer) == shown(world, viewer)
    return times


@pytest.mark.rule("BG-X.12.9", "BG-R284", "BG-R285", "BG-R288")
def test_the_patrol_does_not_know_who_has_the_bomb_nor_where_the_traps_are() -> None:
    assert looked(range(1), 19, 2) == 2


@pytest.mark.long
def test_nothing_is_betrayed_in_many_battles() -> None:
    assert looked(range(50, 60), 11, 120) == 120
