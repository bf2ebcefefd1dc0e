"""Hands and dice that know what they are for by name: what else is offered or drawn changes nothing of their course.

Each offer draws a lot of its own, from the seed, the move and what it does. An action that a book gets later is none of
those that they know, and the same action in other words or at another place of the list has the same lot. A story that
needs a die to fall so has that one loaded, by what it is rolled for, and holds with whatever the others show.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence

import pytest

from rules.kernel import chance
from rules.kernel.action import Action
from rules.seam.asking import Offer

FIVE56MM = frozenset((
    "move", "sprint", "stealth", "hide", "aim", "first-aid", "treat-injury", "carry", "engage", "use-radio",
    "fall-back", "fire", "auto-fire", "throw", "covering-fire", "board", "leave", "drive", "pilot", "fast-rope",
    "face", "withdraw", "escape", "cover-shot", "throw-back", "end-go", "answer", "standing-answer", "luck",
))  # fmt: skip
BOOK_AND_GUN = frozenset((
    "move", "advance-all", "charge", "form-up", "scout", "carry", "restock", "rally", "enter", "spot", "fire",
    "answer-charge", "support", "defend-wounded", "take-place", "capture", "hold", "hold-all", "joker",
    "nominate-commander", "standing-answer", "choose",
))  # fmt: skip


def lot(seed: object, move: int, what: str) -> bytes:
    """The lot of something in that move: the lowest wins."""
    return hashlib.sha256(f"{seed}:{move}:{what}".encode()).digest()


def drawn(offers: Iterable[Offer], known: Iterable[str], seed: object, move: int) -> list[Action]:
    """The actions of the complete offers whose verbs are known, the winner first, each once."""
    lots = {
        lot(seed, move, f"{type(action).__name__}:{action.model_dump_json()}"): action
        for action in (offer.filled() for offer in offers if not offer.needs and offer.verb in known)
    }
    return [lots[lot] for lot in sorted(lots)]


def loaded(patch: pytest.MonkeyPatch, dice: Mapping[str, int]) -> None:
    """Have the seeded dice for these purposes show these numbers; a die with fewer sides shows its last. All others
    fall as they would, and proofs still prove."""
    honest = chance.index_below

    def index_below(seed: bytes, event: int, purpose: str, number: int, below: int) -> int:
        shown = dice.get(purpose)
        return honest(seed, event, purpose, number, below) if shown is None else min(shown, below) - 1

    patch.setattr(chance, "index_below", index_below)


def stacked(patch: pytest.MonkeyPatch, purpose: str, places: Sequence[int]) -> None:
    """Have what is drawn for that purpose, entry by entry from now on, be the card at each of these places of the deck,
    over and over. All else falls as it would, and proofs still prove."""
    honest = chance.index_below
    entries = dict[int, int]()

    def index_below(seed: bytes, event: int, purpose_: str, number: int, below: int) -> int:
        if purpose_ != purpose:
            return honest(seed, event, purpose_, number, below)
        return places[entries.setdefault(event, len(entries)) % len(places)]

    patch.setattr(chance, "index_below", index_below)
