"""Drafting: a unit that its player puts together himself, step by step, within what was rolled for it.

A draft is an immutable value that only the rule set reads. Every step gives another draft or a RuleViolation; steps
are text keys, so a front end needs nothing but what `offers` lists.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from rules.chance import Chance
from rules.event import Codec
from rules.forces import Organisation, UnitPlan

D = TypeVar("D")


@dataclass(frozen=True, slots=True)
class Purchase:
    """A step that may be asked for one figure of a draft. `refused`: why it cannot be taken now, "" where it can."""

    key: str
    title: str
    about: str
    group: str
    refused: str = ""


@dataclass(frozen=True, slots=True)
class DraftMember:
    """One figure of a draft. `tag`: what marks it in play (its card); `cost` in the rule book's notation."""

    number: int
    rank: str
    role: str
    tag: str
    cost: str
    short: str
    """The sheet in one line."""
    sheet: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DraftView:
    """A draft as its player sees it. `roll`: how the budget came about; `spent` and `left` in the book's notation.
    `budget` and `left` are empty where there is no limit."""

    roll: str
    budget: str
    spent: str
    left: str
    members: tuple[DraftMember, ...]
    last: str = ""
    """The step that undoing would take back; "" where there is none."""
    missing: str = ""
    """Why it cannot be raised as it is."""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftWords:
    """What the book calls what is put together, those who are in it, and what they are paid with."""

    unit: str
    """ "squad"."""
    member: str
    """ "character"."""
    coin: str
    """In the plural: "Upgrades"."""
    limit: str
    """How much of it there is, as a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drafting(Generic[D]):
    """What a rule set lends to those who put a unit together. D is its draft."""

    title: str
    """ "Random Squad"."""
    words: DraftWords
    kinds: tuple[Organisation, ...]
    """What can be drafted; a unit raised from a draft bears its kind as its organisation."""
    begin: Callable[[str, tuple[tuple[str, str], ...], Chance], D]
    """A kind's key and the house rules to a draft with nothing in it yet; rolls. KeyError for an unknown kind."""
    anew: Callable[[D, str], D]
    """The same roll with nothing in it, of that kind. KeyError for an unknown kind."""
    view: Callable[[D], DraftView]
    offers: Callable[[D, int], tuple[Purchase, ...]]
    """The steps for a figure, by its number. Raises RuleViolation for a number that there is not."""
    apply: Callable[[D, int, str], D]
    """Takes a step. Raises RuleViolation, which leaves the draft as it was."""
    undo: Callable[[D], D]
    """Takes the newest step back. Raises RuleViolation where there is none."""
    finish: Callable[[D], UnitPlan]
    """The unit to be raised. Raises RuleViolation while something is missing."""
    drafts: Codec[D]


AnyDrafting: TypeAlias = Drafting[Any]
"""A drafting whose draft does not matter to the holder: campaigns pass it through unseen."""
