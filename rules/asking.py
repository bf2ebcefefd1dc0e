"""What a battle asks, what it offers, and what may come of it: words that cross the seam."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from rules.action import Action, SideId
from rules.facts import Fact, Itemised
from rules.table.scene import Trace

KEY = 6
"""Hexadecimal digits of an offer's key."""


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:KEY]


@dataclass(frozen=True, slots=True)
class Offer:
    """A lawful action as a button shows it. `needs` names the fields that the player still has to fill (a modal asks
    for them): until then the action may be a draft."""

    action: Action
    label: str
    needs: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    detail: str = ""

    @property
    def verb(self) -> str:
        return self.action.name()

    @property
    def key(self) -> str:
        """What a button remembers of the offer that it shows: a digest of its words, not of the whole action.

        The words are on show anyway. What they stand for may rest on what not everybody knows (whom a marker hides,
        how far it is), and anybody may read the key of a button in a channel: he could try out what gives that digest;
        and a key that changes by itself would tell that something has happened unseen. So offers that are made
        together have words of their own, and words keep what they stand for while their side hears of nothing: the
        random battles hold both.
        """
        return _digest(f"{self.verb}\n{self.label}")

    @property
    def full_key(self) -> str:
        """The key of one of several offers in the same words: it names the action too."""
        given = sorted((name, getattr(self.action, name)) for name in self.action.model_fields_set)
        return f"{self.key}-{_digest(repr(given))}"

    def filled(self, **values: object) -> Action:
        """The whole action, with these fields as the player has filled them. Raises ValidationError."""
        if not self.needs and not values:
            return self.action
        given = {name: getattr(self.action, name) for name in self.action.model_fields_set}
        return type(self.action).model_validate({**given, **values})


def keyed(offers: Iterable[Offer]) -> dict[str, Offer]:
    """Offers made together, in their order, each by a key of its own: its words, and where several are in the same
    words what it stands for, whichever comes first. The same offer made twice is one."""
    made = tuple(offers)
    words = Counter(offer.key for offer in made)
    return {offer.key if words[offer.key] == 1 else offer.full_key: offer for offer in made}


@dataclass(frozen=True, slots=True)
class Ask:
    """A question that the battle waits on. `key` is stable while the question stands (a deadline hangs on it);
    `units` are those that may be picked; `quick` are answers for the whole side that need no unit."""

    key: str
    side: SideId
    question: str
    default: Action
    """What the deadline does for an absent side."""
    units: tuple[str, ...] = ()
    quick: tuple[Offer, ...] = ()
    umpire: bool = False
    """The umpire must answer (neutral civilians, a ruling); `side` then says for whom."""
    secret: bool = False
    """What may be answered, and what the default is, would tell the others something: only the question is public."""
    private: str = ""
    """The question as the side itself reads it, where the public one says less."""
    about: tuple[str, ...] = ()
    """Whose word is awaited, where it is not that of whoever may be picked: of part of the side only."""
    idle: Action | None = None
    """The answer by which the side does nothing: it holds, waits, leaves all as it is. None where the book lets nobody
    do nothing, and where all of it would be to carry out what has been written."""

    @property
    def own(self) -> str:
        """The question as the side that is asked reads it."""
        return self.private or self.question

    @property
    def bodies(self) -> tuple[str, ...]:
        """Those whose commanders are asked before the others of the side; empty: nobody is before the others."""
        return self.about or self.units


@dataclass(frozen=True, slots=True)
class Prompt:
    """Who must decide what now; empty when the engine goes on or the battle is over."""

    asks: tuple[Ask, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.asks)

    def for_side(self, side: SideId) -> Ask | None:
        return next((ask for ask in self.asks if ask.side == side), None)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Something that may come of an action, as data: `kind` in the rule set's words ("hit", "ends in"), `of` whom or
    what it is about where there are several (a unit, a square). The action's events show whether it came about."""

    kind: str
    of: str = ""


@dataclass(frozen=True, slots=True)
class Prospect:
    """An outcome with its exact chance, and in words. `danger`: nobody would want it (one's own men in the cone), and
    front ends say so in red. Unpacks as words and chance."""

    words: str
    chance: Fraction
    outcome: Outcome
    danger: bool = False

    def __iter__(self) -> Iterator[str | Fraction]:
        yield self.words
        yield self.chance


class EffectLine(NamedTuple):
    """What a scripted event does, in words. `depth`: how many dice, choices and their outcomes it hangs on."""

    depth: int
    words: str


@dataclass(frozen=True, slots=True)
class Odds:
    """What an action would use and what may come of it: exact chances, nothing rolled, nothing secret."""

    facts: tuple[Fact, ...] = ()
    numbers: tuple[Itemised, ...] = ()
    chances: tuple[Prospect, ...] = ()
    """ "at least one hit" 13/20 …"""
    notes: tuple[str, ...] = ()
    traces: tuple[Trace, ...] = ()
    """The way that a move would take, for a picture of it before anything is rolled."""
    effects: tuple[EffectLine, ...] = ()
    """Of a scripted event: everything that it would do."""
