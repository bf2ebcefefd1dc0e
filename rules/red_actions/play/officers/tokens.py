"""The cups of officers' tokens: what is left of a deck, what is drawn from it, and what is out of it for good. RA-R05,
RA-R154

Two armies with one deck draw from one cup.
"""

from __future__ import annotations

from collections import Counter

from rules.kernel.action import SideId
from rules.kernel.chance import Chance
from rules.red_actions.book import officers as book
from rules.red_actions.book.pack import Pack
from rules.red_actions.state import Drawn, State


def left(state: State, side: SideId) -> tuple[str, ...]:
    """What can still be drawn of a side's deck: neither kept by anybody nor lying on the table to be chosen from.
    RA-R05"""
    pack, army = state.cards, state.side(side).army
    out = Counter(_kept(state.cup, deck_of(pack, army)))
    for drawn in state.drawn:
        if deck_of(pack, state.side(drawn.side).army) == deck_of(pack, army):
            out.update(drawn.tokens)
    found: list[str] = []
    for token in pack.deck(army):
        if out[token] > 0:
            out[token] -= 1
        else:
            found.append(token)
    return tuple(found)


def draw_senior(state: State, officer: str, side: SideId, chance: Chance) -> Drawn:
    """The tokens among which a senior officer's is chosen. RA-def.officer.draw.1, RA-def.officer.draw.2, RA-R05"""
    before = left(state, side)
    tokens = book.draw_senior(state.side(side).army, before, state.cards, chance).tokens
    return Drawn(officer, side, tokens, made_up=len(before) < len(tokens))


def draw_junior(state: State, side: SideId, chance: Chance) -> tuple[str, tuple[str, ...]]:
    """A junior officer's token, and all that is out of the cups then. RA-def.officer.draw.3, RA-officer.loss.3,
    RA-R05"""
    before, pack, army = left(state, side), state.cards, state.side(side).army
    (token,) = book.draw_junior(army, before, pack, chance).tokens
    return token, with_token(pack, state.cup, deck_of(pack, army), token, made_up=not before)


def with_token(pack: Pack, cup: tuple[str, ...], deck: str, token: str, *, made_up: bool = False) -> tuple[str, ...]:
    """The cups when that token is kept. `made_up`: its deck ran out as it was drawn and was made up again, and only
    this one is out of it; so it is where more would be out than there are. RA-R05, RA-R154"""
    kept = (*_kept(cup, deck), token)
    others = tuple(entry for entry in cup if not entry.startswith(f"{deck}:"))
    whole = Counter({each.id: each.count for each in pack.tokens if each.deck == deck})
    if made_up or Counter(kept) - whole:
        kept = (token,)
    return (*others, *(f"{deck}:{each}" for each in kept))


def deck_of(pack: Pack, army: str) -> str:
    return pack.army(army).token_deck


def _kept(cup: tuple[str, ...], deck: str) -> tuple[str, ...]:
    return tuple(entry.removeprefix(f"{deck}:") for entry in cup if entry.startswith(f"{deck}:"))
