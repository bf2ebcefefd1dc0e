"""Dice, cards and the only source of randomness.

Every die and card is asked for through a `Chance`, which records it. A seeded source can be verified by anybody
who knows the seed (`Seeded.value_of` recomputes one draw from nothing but its record); a scripted source replays
given values and refuses too few, impossible or left-over ones.

A deck is the tuple of cards that it still holds, in a fixed order; drawing picks one of them evenly. That is the
same as shuffling once and taking from the top, but the state then holds no hidden order that could leak, and one
card can be verified without the others.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NewType, Protocol

Card = NewType("Card", str)
"""A card's short name: rank (2-9, T, J, Q, K, A) and suit (C, D, H, S), "RJ" and "BJ" the jokers. Rule sets with
decks of their own name their cards as they like."""

RANKS = "23456789TJQKA"
SUITS = "CDHS"
STANDARD: tuple[Card, ...] = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)
RED_JOKER, BLACK_JOKER = Card("RJ"), Card("BJ")
JOKERS = (RED_JOKER, BLACK_JOKER)
FULL_DECK: tuple[Card, ...] = STANDARD + JOKERS
"""52 cards and two jokers."""


def is_joker(card: Card) -> bool:
    return card in JOKERS


def rank_of(card: Card) -> str:
    """One of RANKS; a joker has none and raises ValueError."""
    if is_joker(card):
        raise ValueError("a joker has no rank")
    return card[0]


def suit_of(card: Card) -> str:
    """One of SUITS; a joker has none and raises ValueError."""
    if is_joker(card):
        raise ValueError("a joker has no suit")
    return card[1]


def is_red(card: Card) -> bool:
    """Hearts, diamonds and the red joker."""
    return card == RED_JOKER or (not is_joker(card) and card[1] in "DH")


_SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_RANK_NAMES = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}


def card_name(card: Card) -> str:
    """ "king of hearts", "10 of clubs", "red joker"."""
    if is_joker(card):
        return "red joker" if card == RED_JOKER else "black joker"
    return f"{_RANK_NAMES.get(card[0], card[0])} of {_SUIT_NAMES[card[1]]}"


def card_sign(card: Card) -> str:
    """ "K♥", "10♣", "★ red joker", "★ black joker"."""
    if is_joker(card):
        return "★ red joker" if card == RED_JOKER else "★ black joker"
    return f"{'10' if card[0] == 'T' else card[0]}{_SUIT_SIGNS[card[1]]}"


def parse_card(text: str) -> Card:
    """Read "KH", "10h", "K♥", "RJ", "red-joker". Raises ValueError with the accepted forms."""
    word = text.strip().upper().replace("10", "T")
    for sign, letter in zip("♣♦♥♠", SUITS, strict=True):
        word = word.replace(sign, letter)
    aliases = {
        **dict.fromkeys(("RJ", "JR", "RED-JOKER", "JOKER-RED", "JOKER:RED", "RED JOKER"), RED_JOKER),
        **dict.fromkeys(("BJ", "JB", "BLACK-JOKER", "JOKER-BLACK", "JOKER:BLACK", "BLACK JOKER"), BLACK_JOKER),
    }
    if word in aliases:
        return aliases[word]
    if Card(word) in STANDARD:
        return Card(word)
    raise ValueError(f"{text!r} isn't a card: write rank and suit (KH, 10S, 2C) or RJ, BJ for the jokers")


@dataclass(frozen=True, slots=True)
class Draw:
    """One die rolled or one card drawn: everything needed to show it and to verify it.

    `number` counts the draws of one action from 0; `event` is the journal number at which the action began.
    `sides` is the size of a die, 0 for a card; `among` lists the cards that the deck held, empty for a die.
    """

    value: int | str
    purpose: str
    event: int
    number: int
    sides: int = 0
    among: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"d{self.sides}:{self.value}" if self.sides else f"card:{self.value}"


class Chance(Protocol):
    """What rules ask for dice and cards."""

    def roll(self, sides: int, *, for_: str) -> int:
        """One die, 1 to `sides`."""
        ...

    def dice(self, count: int, *, sides: int, for_: str) -> tuple[int, ...]:
        """`count` dice of `sides` sides, in the order rolled."""
        ...

    def draw(self, deck: Sequence[Card], *, for_: str) -> Card:
        """One of the cards that `deck` still holds. Taking it out of the deck is the caller's (the event's) work."""
        ...

    def taken(self) -> tuple[Draw, ...]:
        """The draws since the last call: an event takes those that it rests on."""
        ...


class _Recorder:
    """Shared by the sources: the record, and the calls that end in `_number_below`."""

    def __init__(self, event: int) -> None:
        self.event = event
        self._count = 0
        self._fresh: list[Draw] = []

    def _pick(self, purpose: str, number: int, sides: int, among: tuple[str, ...]) -> int:
        """An index from 0 to (sides or number of cards) - 1."""
        raise NotImplementedError

    def _take(self, purpose: str, sides: int, among: tuple[str, ...]) -> int | str:
        index = self._pick(purpose, self._count, sides, among)
        value: int | str = among[index] if among else index + 1
        self._fresh.append(Draw(value, purpose, self.event, self._count, sides, among))
        self._count += 1
        return value

    def roll(self, sides: int, *, for_: str) -> int:
        if sides < 2:
            raise ValueError("a die has at least two sides")
        return int(self._take(for_, sides, ()))

    def dice(self, count: int, *, sides: int, for_: str) -> tuple[int, ...]:
        return tuple(self.roll(sides, for_=for_) for _ in range(count))

    def draw(self, deck: Sequence[Card], *, for_: str) -> Card:
        if not deck:
            raise ValueError("the deck is empty: shuffle before drawing")
        return Card(str(self._take(for_, 0, tuple(deck))))

    def taken(self) -> tuple[Draw, ...]:
        fresh, self._fresh = tuple(self._fresh), []
        return fresh


class Seeded(_Recorder):
    """HMAC-SHA256 over (event, purpose, counter) under the battle's seed; rejection sampling, so no modulo bias."""

    def __init__(self, seed: bytes, event: int) -> None:
        super().__init__(event)
        self._seed = seed

    def _pick(self, purpose: str, number: int, sides: int, among: tuple[str, ...]) -> int:
        return index_below(self._seed, self.event, purpose, number, len(among) or sides)

    @staticmethod
    def value_of(seed: bytes, draw: Draw) -> int | str:
        """What this draw must have been under `seed`: compare it with `draw.value` to verify it."""
        index = index_below(seed, draw.event, draw.purpose, draw.number, len(draw.among) or draw.sides)
        return draw.among[index] if draw.among else index + 1


MOST_SIDES = 1_000_000


def index_below(seed: bytes, event: int, purpose: str, number: int, below: int) -> int:
    """An even choice from 0 to `below` - 1, fixed by its arguments alone. Raises ValueError for a `below` that no die
    and no deck has: under 1 or over `MOST_SIDES`."""
    if not 1 <= below <= MOST_SIDES:
        raise ValueError(f"a die or a deck has 1 to {MOST_SIDES} sides or cards")
    limit = (1 << 64) - (1 << 64) % below
    attempt = 0
    while True:
        message = f"{event}|{purpose}|{number}|{attempt}".encode()
        value = int.from_bytes(hmac.new(seed, message, hashlib.sha256).digest()[:8], "big")
        if value < limit:
            return value % below
        attempt += 1


BARE = ""
"""The kind of a die that was given as a number only."""


class ScriptError(ValueError):
    """The given draws do not fit what the rules asked for."""


class Scripted(_Recorder):
    """Given draws, consumed in order: "d20:7,d20:3,card:KH". For tests, `adjutant resolve` and a GM's real dice.

    A bare number is the die that is needed. Where half a die is asked for ("distance (D3)", rolled as a D6 and halved
    upwards), a D3 may be given instead.
    """

    def __init__(self, script: str | Iterable[str], event: int = 0) -> None:
        super().__init__(event)
        entries = script.split(",") if isinstance(script, str) else list(script)
        self._script = [_parse_entry(entry) for entry in entries if entry.strip()]
        self._next = 0

    def _pick(self, purpose: str, number: int, sides: int, among: tuple[str, ...]) -> int:
        wanted = f"d{sides}" if sides else "card"
        if self._next >= len(self._script):
            raise ScriptError(f"too few draws: a {wanted} is still needed for {purpose} (given: {self._next})")
        kind, value = self._script[self._next]
        self._next += 1
        half = f"d{sides // 2}"
        if kind == half and purpose.endswith(f"({half.upper()})") and 1 <= int(value) <= sides // 2:
            return 2 * int(value) - 1
        if kind != wanted and not (kind == BARE and sides):
            given = value if kind == BARE else kind
            raise ScriptError(f"draw {self._next} is a {given}, but a {wanted} is needed for {purpose}")
        if not sides:
            if value not in among:
                raise ScriptError(f"draw {self._next}: {value} is not in the deck for {purpose}")
            return among.index(value)
        if not 1 <= int(value) <= sides:
            raise ScriptError(f"draw {self._next}: a d{sides} cannot show {value}")
        return int(value) - 1

    def finish(self) -> None:
        """Raise ScriptError when draws are left over."""
        left = len(self._script) - self._next
        if left:
            raise ScriptError(f"too many draws: {left} of {len(self._script)} were not needed")


def _parse_entry(entry: str) -> tuple[str, str]:
    kind, separator, value = entry.strip().partition(":")
    kind = kind.lower()
    if kind == "card" and separator:
        try:
            return kind, parse_card(value)
        except ValueError:
            return kind, value.strip()
    if kind.isdigit() and not separator:
        return BARE, kind
    if separator and kind[:1] == "d" and kind[1:].isdigit() and value.strip().isdigit():
        return kind, value.strip()
    raise ScriptError(f"{entry.strip()!r} isn't a draw: write d20:7 or card:KH, separated by commas")
