"""Casualty cards of any fire in words, and the draws and rules of each. X.1.5, X.1.6."""

from __future__ import annotations

from collections.abc import Iterable

from rules.book_and_gun.book.casualty import CasualtyDrawn
from rules.book_and_gun.book.rows import TargetClass
from rules.book_and_gun.resolutions.base import cards_text
from rules.kernel.chance import Draw


def reading(casualty: CasualtyDrawn) -> str:
    """The card and what it did: "K♥: leader, leader killed"."""
    shown = cards_text(casualty.cards)
    if casualty.result == "gun destroyed":
        return f"{shown}: the gun is destroyed"
    if casualty.figure is None:
        return f"{shown}: {'no effect' if casualty.reading == 'joker' else 'not hit'}"
    done = f"{casualty.figure} {casualty.result}"
    return f"{shown}: {done}, cancelled by the joker" if casualty.cancelled else f"{shown}: {done}"


def drawn_for(casualty: CasualtyDrawn, draws: list[Draw]) -> list[Draw]:
    """Takes the cards of one hit off the draws, and the die that chose the figure, if one was rolled."""
    taken: list[Draw] = []
    cards = len(casualty.cards)
    while draws and (cards or draws[0].sides):
        cards -= not draws[0].sides
        taken.append(draws.pop(0))
    return taken


def card_rules(casualty: CasualtyDrawn, target_class: TargetClass) -> Iterable[str]:
    if casualty.reading == "crew":
        return ("BG-X.2.61b", "BG-R85")
    of_class = {"I": "BG-X.1.5.a2", "II": "BG-X.1.5.b2", "III": "BG-X.1.5.c2", "IV": "BG-X.1.5.d3"}[target_class]
    if casualty.reading in ("leader", "key figure"):
        return (of_class, "BG-R05")
    return (of_class, "BG-R04") if casualty.reading == "joker" else (of_class, "BG-R07")
