"""Every chart of the book as front ends show it, in the order of the book; each chapter keeps its own."""

from __future__ import annotations

from rules.book.showing import Chart
from rules.red_actions.book import card_charts, morale, officers, rallying, units

_CHAPTERS: tuple[tuple[Chart, ...], ...] = (
    card_charts.CHARTS,
    units.CHARTS,
    officers.CHARTS,
    morale.CHARTS,
    rallying.CHARTS,
)

CHARTS: tuple[Chart, ...] = tuple(chart for chapter in _CHAPTERS for chart in chapter)
