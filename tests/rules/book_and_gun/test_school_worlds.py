"""Worlds of the schoolhouse that differ in what lies in the grass, who sleeps in Upper street, what people carry and
who sits behind a hull: whoever may not know of it is shown, offered and told the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from rules.book_and_gun.hostages import HOSTAGES
from rules.book_and_gun.state import ARMY, INSURGENTS, State
from rules.scenario.scenario import Scenario
from rules.seam.viewing import Viewer
from tests.rules.book_and_gun.worlds import Change, looked, no_reserves, of, other_stores, others_unseen, without
from tests.scenarios import LIBRARY

KINDS = {"grass", "cousins", "insurgents' stores", "army's stores", "seats", "unseen"}


def darra(fog: str) -> Scenario:
    scenario = LIBRARY["the-schoolhouse"]
    return replace(scenario, options=(*scenario.options, ("fog", fog)))


def changed_places(state: State, side: str) -> State:
    """The world in which two of a side who sit behind the hulls of two vehicles have changed seats."""
    seated = [f for unit in state.units_of(side) for f in unit.fit if f.inside and f.seat and not f.seat.crews]
    first = next(iter(seated), None)
    last = next((f for f in seated if first and f.vehicle != first.vehicle), None)
    if first is None or last is None:
        return state
    for man, other in ((first, last), (last, first)):
        moved = replace(man, seat=other.seat, at=other.at, facing=other.facing)
        state = state.with_unit(state.unit_of(man.id).with_figure(moved))
    return state


def other_hostage(state: State) -> State:
    """The world in which another of the four sits in a helicopter."""
    home = next(unit for unit in state.units if unit.traits.kind == HOSTAGES)
    seated, on_foot = (next((f for f in home.fit if f.inside is within), None) for within in (True, False))
    if seated is None or on_foot is None:
        return state
    names = {seated.id: on_foot.name, on_foot.id: seated.name}
    return state.with_unit(replace(home, figures=tuple(replace(f, name=names.get(f.id, f.name)) for f in home.figures)))


def secrets(viewer: Viewer) -> Iterator[tuple[str, Change]]:
    mine = viewer.side or ""
    if mine != INSURGENTS:
        yield "grass", of(lambda state: without(state, mine))
        yield "cousins", no_reserves
        yield "insurgents' stores", of(lambda state: other_stores(state, INSURGENTS))
    if mine != ARMY:
        yield "army's stores", of(lambda state: other_stores(state, ARMY))
        yield "seats", of(lambda state: changed_places(state, ARMY))
    yield "unseen", of(lambda state: others_unseen(state, viewer))


@pytest.mark.rule("BG-R216", "BG-R288", "BG-R183")
def test_nobody_learns_of_the_wires_the_cousins_the_seats_or_what_others_carry() -> None:
    pairs = looked(darra("on"), secrets, range(1), (11,), each=False)
    assert {*+pairs} >= KINDS


@pytest.mark.long
@pytest.mark.parametrize("fog", ["off", "on"])
def test_nothing_is_betrayed_in_many_battles(fog: str) -> None:
    assert looked(darra(fog), secrets, range(50, 56), range(9, 200, 19), each=True).total() > 300
