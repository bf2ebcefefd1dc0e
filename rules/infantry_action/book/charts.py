"""Every chart of the book as front ends show it, in the order of the book; each chapter keeps its own."""

from __future__ import annotations

from rules.book.showing import Chart
from rules.infantry_action.book import (
    afv,
    afv_reaction,
    air,
    anti_tank,
    bases,
    casualties,
    clearing,
    command,
    driving,
    effect,
    fire,
    foot,
    isolation,
    leaders,
    light,
    location,
    mines,
    points,
    reaction,
    reaction_results,
    smoke,
    speech,
    support,
    victory,
    works,
)

_CHAPTERS: tuple[tuple[Chart, ...], ...] = (
    points.CHARTS,
    command.CHARTS,
    bases.CHARTS,
    isolation.CHARTS,
    speech.CHARTS,
    foot.CHARTS,
    driving.CHARTS,
    air.CHARTS,
    location.CHARTS,
    effect.CHARTS,
    support.CHARTS,
    fire.CHARTS,
    casualties.CHARTS,
    reaction.CHARTS,
    reaction_results.CHARTS,
    leaders.CHARTS,
    anti_tank.CHARTS,
    afv.CHARTS,
    afv_reaction.CHARTS,
    works.CHARTS,
    mines.CHARTS,
    clearing.CHARTS,
    light.CHARTS,
    smoke.CHARTS,
    victory.CHARTS,
)

CHARTS: tuple[Chart, ...] = tuple(chart for chapter in _CHAPTERS for chart in chapter)
