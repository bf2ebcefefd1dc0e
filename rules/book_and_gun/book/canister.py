"""Canister on the table: who is in its template. X.2.8; what it does to them is `casualty.blast`."""

from __future__ import annotations

from collections.abc import Sequence

from rules.book_and_gun.book.tables import CANISTER
from rules.table.board import Point, Token
from rules.table.measure import at, between
from rules.table.templates import cone, under

SAFE = 4.0
"""Inches from the muzzle up to which friends beside the template are out of harm. BG-X.2.8c."""
STRAY = 1.0
"""Inches outside the sides or the far end within which friends beyond that are hit. BG-X.2.8c."""


def caught(muzzle: Point, facing: float, others: Sequence[Token], friends: Sequence[Token]) -> tuple[str, ...]:
    """Everybody whose head is in the 60 degree template of 8 inches, friend or foe; and past 4 inches friends within
    an inch of its sides or its end. In the order given: foes and bystanders, then friends. BG-X.2.8a, BG-X.2.8c."""
    chart = CANISTER["canister"]
    template = cone(muzzle, facing, chart.degrees, chart.length)
    inside = {token.id for token in under(template, [*others, *friends])}
    beside = {token.id for token in under(template.grown(STRAY), friends) if between(muzzle, at(token)) > SAFE}
    return tuple(token.id for token in (*others, *friends) if token.id in inside | beside)
