"""Tokens drawn in the course of a battle."""

from __future__ import annotations

from collections import Counter

from rules.action import SideId
from rules.chance import Chance
from rules.red_actions.book import officers as book
from rules.red_actions.state import State


def left(state: State, side: SideId) -> tuple[str, ...]:
    """The tokens that are still in the cup of a side's deck. RA-R05"""
    army = state.side(side).army
    deck = state.cards.army(army).token_deck
    out = Counter(token.partition(":")[2] for token in state.cup if token.partition(":")[0] == deck)
    found: list[str] = []
    for token in state.cards.deck(army):
        if out[token] > 0:
            out[token] -= 1
        else:
            found.append(token)
    return tuple(found)


def draw_junior(state: State, side: SideId, chance: Chance) -> tuple[str, tuple[str, ...]]:
    """A junior officer's token, and all that is out of the cups then. RA-officer.loss.3, RA-R05"""
    army = state.side(side).army
    drawn = book.draw_junior(army, left(state, side), state.cards, chance)
    deck = state.cards.army(army).token_deck
    others = tuple(token for token in state.cup if token.partition(":")[0] != deck)
    out = Counter(state.cards.deck(army)) - Counter(drawn.left)
    return drawn.tokens[0], (*others, *(f"{deck}:{token}" for token in sorted(out.elements())))
