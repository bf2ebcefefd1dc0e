"""The cup of officer tokens: what is left of a deck, and what is out of it for good. RA-R05, RA-R154

Two armies with one deck draw from one cup.
"""

from __future__ import annotations

from collections import Counter

from rules.red_actions.book.pack import Pack
from rules.red_actions.state import State


def deck_of(pack: Pack, army: str) -> str:
    return pack.army(army).token_deck


def full(pack: Pack, deck: str) -> tuple[str, ...]:
    """All tokens of a deck, each as often as it is in it."""
    return tuple(token.id for token in pack.tokens if token.deck == deck for _ in range(token.count))


def left(state: State, army: str) -> tuple[str, ...]:
    """What can still be drawn: neither kept by anybody nor lying on the table to be chosen from."""
    pack = state.cards
    deck = deck_of(pack, army)
    out = Counter(_kept(state.cup, deck))
    for drawn in state.drawn:
        if deck_of(pack, state.side(drawn.side).army) == deck:
            out.update(drawn.tokens)
    found: list[str] = []
    for token in full(pack, deck):
        if out[token]:
            out[token] -= 1
        else:
            found.append(token)
    return tuple(found)


def with_token(pack: Pack, cup: tuple[str, ...], deck: str, token: str) -> tuple[str, ...]:
    """The cup when that token is kept. One more than the deck has: the deck had run out and was made up again, and only
    this one is out of it. RA-R05"""
    kept = (*_kept(cup, deck), token)
    others = tuple(entry for entry in cup if not entry.startswith(f"{deck}:"))
    if Counter(kept) - Counter(full(pack, deck)):
        kept = (token,)
    return (*others, *(f"{deck}:{each}" for each in kept))


def _kept(cup: tuple[str, ...], deck: str) -> tuple[str, ...]:
    return tuple(entry.removeprefix(f"{deck}:") for entry in cup if entry.startswith(f"{deck}:"))
