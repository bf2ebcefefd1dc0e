"""Horsemen for tests: a squad with a horse for each, by hand."""

from __future__ import annotations

from dataclasses import replace

from rules.book_and_gun.actions.vehicles import Dismount
from rules.book_and_gun.state import ARMY, Run
from rules.book_and_gun.steeds import Steed
from rules.kernel.chance import Card

from .field import NORTH, PLAIN, SOUTH, battle, cell, squad
from .war import led, moving


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


def troop(size=8, *, at=(16.0, 8.0), cards=3, foes=(), board=PLAIN, **given):
    """Black horsemen in line from the west, red foot far to the north."""
    able, horses = horsemen("able", size, at=at, **given)
    enemies = foes or (cell("red", 3, at=(22.0, 34.0), facing=SOUTH),)
    return moving(ridden([able, *enemies], horses, board=board), cards)


def afoot(size=8, **given):
    """They have dismounted in the turn before."""
    war = troop(size, **given)
    war.do(Dismount(unit="able"))
    war.state = replace(war.state, turn=war.state.turn + 1, run=Run(ARMY, tuple(Card(f"{n}S") for n in "2345")))
    return war
