"""Every chart of the book as front ends show it, in the order of the book; each chapter keeps its own."""

from __future__ import annotations

from rules.book.showing import Chart
from rules.red_actions.book import (
    ambush,
    ammunition,
    card_charts,
    charging,
    combat,
    cover,
    direct_hits,
    dismounting,
    fire_arcs,
    initiative,
    morale,
    movement,
    officers,
    priorities,
    rallying,
    retiring,
    shooting,
    shooting_table,
    sight,
    terrain,
    trains,
    units,
    vehicles,
    works,
)

_CHAPTERS: tuple[tuple[Chart, ...], ...] = (
    card_charts.CHARTS,
    units.CHARTS,
    initiative.CHARTS,
    officers.CHARTS,
    morale.CHARTS,
    rallying.CHARTS,
    movement.CHARTS,
    charging.CHARTS,
    retiring.CHARTS,
    terrain.CHARTS,
    works.CHARTS,
    cover.CHARTS,
    shooting_table.CHARTS,
    shooting.CHARTS,
    direct_hits.CHARTS,
    fire_arcs.CHARTS,
    priorities.CHARTS,
    ammunition.CHARTS,
    combat.CHARTS,
    sight.CHARTS,
    ambush.CHARTS,
    dismounting.CHARTS,
    vehicles.CHARTS,
    trains.CHARTS,
)

CHARTS: tuple[Chart, ...] = tuple(chart for chapter in _CHAPTERS for chart in chapter)
