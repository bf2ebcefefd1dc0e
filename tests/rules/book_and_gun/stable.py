"""Horsemen for tests: a squad with a horse for each, by hand."""

from __future__ import annotations

from dataclasses import replace

from rules.book_and_gun.state import ARMY
from rules.book_and_gun.steeds import Steed

from .field import NORTH, battle, squad
from .war import led


def horsemen(name, size=8, side=ARMY, *, ranks=2, **given):
    """Two ranks of riders called name1, name2 … 2 inches apart, the odd ones in front, the leader in the middle, and
    their horses name1-h, name2-h …"""
    at, facing = given.pop("at"), given.get("facing", NORTH)
    back = -2.0 if facing == NORTH else 2.0
    unit = led(squad(name, side, size, at=at, **given), (size + 1) // 2)
    figures = tuple(
        replace(f, steed=f"{f.id}-h", at=(at[0] + n // ranks * 2.0, at[1] + n % ranks * back))
        for n, f in enumerate(unit.figures)
    )
    horses = tuple(Steed(f"{f.id}-h", f"Horse {f.number}", name, rider=f.id) for f in figures)
    return replace(unit, figures=figures), horses


def ridden(units, *herds, **changes):
    """A battle with these horses."""
    return battle(*units, steeds=tuple(horse for herd in herds for horse in herd), **changes)
