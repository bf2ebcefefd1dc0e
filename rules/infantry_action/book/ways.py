"""How far an allowance carries along a way on which things have to be crossed and done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.kernel.facts import Item, Itemised

_NEAR = 1e-9
BEYOND = 1.0
"""Metres by which somebody who has crossed or turned with his last metre stands beyond the place. IA-R175"""


@dataclass(frozen=True, slots=True)
class Allowance:
    """The metres of one period: what they are made of, and the share of the sum that is left (a half when silent)."""

    items: Itemised
    share: float = 1.0
    why: str = ""

    @property
    def metres(self) -> float:
        return self.items.value * self.share

    def __str__(self) -> str:
        return f"{self.items}{f', {self.why}: {self.metres:g}' if self.share != 1.0 else ''}"


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a way: `each` is paid whenever it is entered, `once` the first time in the period (by its reason).
    `effort`: metres of the allowance for one of ground."""

    metres: float
    each: tuple[Item, ...] = ()
    once: tuple[Item, ...] = ()
    effort: float = 1.0


@dataclass(frozen=True, slots=True)
class Gone:
    """How far along the way: in all, and in which piece, so that nobody pays twice for what he has crossed."""

    metres: float
    piece: int
    within: float
    allowance: Allowance


def go(pieces: Sequence[Piece], start: Allowance, *, ceiling: int | None = None) -> Gone:
    """As far as the allowance carries. What is begun with metres left is completed, and what it costs beyond them is
    forgiven, and he stands just beyond it; a piece that cannot be entered stops the move at its edge. `ceiling`: any
    item leaves this many metres of the period instead of costing some. IA-R030, IA-R031, IA-R042, IA-R175."""
    left, effort = float(start.items.value), 1.0 / start.share
    paid: list[Item] = list(start.items.items)
    known = {item.reason for item in paid}
    gone, spent, at, within = 0.0, 0.0, 0, 0.0
    for index, piece in enumerate(pieces):
        due = (*piece.each, *(item for item in piece.once if item.reason not in known))
        if (index or piece.each) and left <= _NEAR:
            break
        over = min(BEYOND, left / effort) if piece.each else 0.0
        if due:
            if ceiling is not None:
                if index and ceiling - spent <= _NEAR:
                    break
                left = min(left, max(0.0, ceiling - spent))
            else:
                left = max(0.0, left + sum(item.amount for item in due))
            if left <= _NEAR and not piece.each and index:
                break
            paid += due
            known |= {item.reason for item in due}
        ahead = min(piece.metres, max(over, left / (effort * piece.effort)))
        gone, at, within = gone + ahead, index, ahead
        left = max(0.0, left - ahead * effort * piece.effort)
        spent += ahead * effort * piece.effort
        if ahead < piece.metres - _NEAR:
            break
    items = Itemised(tuple(paid), least=start.items.least, most=ceiling if len(paid) > 1 else None)
    return Gone(gone, at, within, Allowance(items, start.share, start.why))


def after_first(
    first: tuple[Item, ...], pieces: Sequence[Piece], start: Allowance, *, ceiling: int | None = None
) -> Gone:
    """As `go`, with what is done before setting out."""
    if not first:
        return go(pieces, start, ceiling=ceiling)
    gone = go([Piece(0.0, first), *pieces], start, ceiling=ceiling)
    return Gone(gone.metres, max(0, gone.piece - 1), gone.within, gone.allowance)


def farther(one: Gone, other: Gone) -> Gone:
    return other if other.metres > one.metres + _NEAR else one
