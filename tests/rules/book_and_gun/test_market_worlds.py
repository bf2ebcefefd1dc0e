"""Worlds of Market day that differ in who in the crowd has the bomb, what another hides, and what lies at the toll
house: the patrol is shown, offered and told the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from rules.book_and_gun.state import ARMY, CIVILIANS, INSURGENTS, State
from rules.book_and_gun.units import Unit
from rules.seam.viewing import Viewer
from tests.rules.book_and_gun.worlds import Change, looked, no_reserves, of, other_stores, others_unseen, without
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


def secrets(viewer: Viewer) -> Iterator[tuple[str, Change]]:
    mine = viewer.side or ""
    if mine != INSURGENTS:
        yield "bomb", of(elsewhere)
        yield "traps", of(lambda state: without(state, mine))
        yield "riders", no_reserves
        yield "insurgents' stores", of(lambda state: other_stores(state, INSURGENTS))
    if mine != ARMY:
        yield "army's stores", of(lambda state: other_stores(state, ARMY))
    yield "unseen", of(lambda state: others_unseen(state, viewer))


@pytest.mark.rule("BG-X.12.9", "BG-R284", "BG-R285", "BG-R288")
def test_the_patrol_does_not_know_who_has_the_bomb_nor_where_the_traps_are_nor_who_is_to_come() -> None:
    pairs = looked(LIBRARY["market-day"], secrets, range(1), (19, 57), each=False)
    assert {*+pairs} >= {"bomb", "traps", "riders", "insurgents' stores", "army's stores", "unseen"}


@pytest.mark.long
def test_nothing_is_betrayed_in_many_battles() -> None:
    assert looked(LIBRARY["market-day"], secrets, range(50, 60), range(11, 260, 11), each=True).total() > 500
