"""Guns on wheels for tests: a crew around its gun, by hand."""

from __future__ import annotations

from dataclasses import replace

from rules.book_and_gun.book.armoury import ARMOURY
from rules.book_and_gun.events.battle import UnitMustered
from rules.book_and_gun.evolve import evolve
from rules.book_and_gun.pieces import Piece
from rules.book_and_gun.units import FigureTraits, Spacing

from .field import NORTH, army, battle

AROUND = ((0.0, 0.0), (1.0, 0.0), (-1.0, 0.0), (0.0, -1.0))
"""Where four men stand at a gun, base to base with the one in the middle."""


def gun_crew(name="gun", size=4, *, at=(20.0, 10.0), facing=NORTH, **given):
    """A gun's crew called name1 (who leads) to name4, close around the place."""
    unit = army(name, size=size, at=at, facing=facing, order=Spacing.CLOSE, **given)
    figures = tuple(
        replace(
            f,
            at=(at[0] + AROUND[n][0], at[1] + AROUND[n][1]),
            traits=FigureTraits(weapons=("assault rifle",), crew=True, team=1, leader=n == 0, precedence=1),
        )
        for n, f in enumerate(unit.figures)
    )
    return replace(unit, figures=figures)


def piece(kind="medium-gun", unit="gun", name="Gun"):
    return Piece(f"{unit}-p", kind, ARMOURY[kind].weapon, name, unit)


def with_gun(kind, *others, crew=None, vehicles=(), **changes):
    """A battle of these and a gun with its crew, which has come as units come."""
    crew = gun_crew() if crew is None else crew
    state = battle(*others, vehicles=tuple(vehicles), **changes)
    return evolve(state, UnitMustered(unit=crew, pieces=(piece(kind, crew.id),)))
