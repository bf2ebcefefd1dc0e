"""Every way that dice and cards may fall: a rule run for each of them with its exact weight, so that a forecast is the
rule.

Cards that mean the same are drawn as one, with their number as weight; so are dice of which only the total counts.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TypeVar

from rules.kernel.chance import Card, Chance, Draw

R = TypeVar("R", bound=Hashable)
T = TypeVar("T")
Sort = Callable[[Card], Hashable]

MOST_BRANCHES = 10_000


class TooManyBranches(ValueError):
    """The rule draws more than can be reckoned out."""


class _More(Exception):
    """A draw that was not foreseen, with the chance of each thing that it may be."""

    def __init__(self, shares: Sequence[Fraction]) -> None:
        super().__init__()
        self.shares = shares


class _Foreseen:
    """A source that draws what it is told to, by number."""

    def __init__(self, choices: Sequence[int], sort: Sort, totals: bool) -> None:
        self._choices, self._sort, self._totals, self._next = choices, sort, totals, 0

    def roll(self, sides: int, *, for_: str) -> int:
        return self._choose([Fraction(1, sides)] * sides) + 1

    def dice(self, count: int, *, sides: int, for_: str) -> tuple[int, ...]:
        if not self._totals:
            return tuple(self.roll(sides, for_=for_) for _ in range(count))
        shares = _totals(count, sides)
        total = list(shares)[self._choose(list(shares.values()))]
        return _adding_up(total, count, sides)

    def draw(self, deck: Sequence[Card], *, for_: str) -> Card:
        if not deck:
            raise ValueError("the deck is empty: shuffle before drawing")
        alike: dict[Hashable, list[Card]] = {}
        for card in deck:
            alike.setdefault(self._sort(card), []).append(card)
        sorts = list(alike.values())
        return sorts[self._choose([Fraction(len(cards), len(deck)) for cards in sorts])][0]

    def taken(self) -> tuple[Draw, ...]:
        return ()

    def _choose(self, shares: Sequence[Fraction]) -> int:
        if self._next >= len(self._choices):
            raise _More(shares)
        self._next += 1
        return self._choices[self._next - 1]


@lru_cache(maxsize=64)
def _totals(count: int, sides: int) -> Mapping[int, Fraction]:
    """The chance of every total of so many dice."""
    found = {0: Fraction(1)}
    for _ in range(count):
        after: dict[int, Fraction] = {}
        for total, share in found.items():
            for die in range(1, sides + 1):
                after[total + die] = after.get(total + die, Fraction(0)) + share / sides
        found = after
    return found


def _adding_up(total: int, count: int, sides: int) -> tuple[int, ...]:
    """So many dice that show this total."""
    found: list[int] = []
    for left in range(count - 1, -1, -1):
        found.append(min(sides, total - sum(found) - left))
    return tuple(found)


def _itself(card: Card) -> Hashable:
    return card


def every_die(
    procedure: Callable[[Chance], R], *, most: int = MOST_BRANCHES, sort: Sort = _itself, totals: bool = False
) -> dict[R, Fraction]:
    """What the procedure may return, each with its exact chance; they add up to 1.

    The procedure must change nothing, and draw the same things again when it is told the same. `sort`: cards of one
    sort have one meaning for it; `totals`: of dice that it throws together it reads nothing but the sum. Raises
    TooManyBranches as soon as one course of the draws is one of more than `most`; so it is never run to its end more
    often.
    """
    found: dict[R, Fraction] = {}
    waiting: list[tuple[tuple[int, ...], Fraction, int]] = [((), Fraction(1), 1)]
    while waiting:
        choices, chance, branches = waiting.pop()
        try:
            result = procedure(_Foreseen(choices, sort, totals))
        except _More as more:
            among = branches * len(more.shares)
            if among > most:
                raise TooManyBranches(f"more than {most} ways for the dice to fall") from None
            waiting += [((*choices, number), chance * share, among) for number, share in enumerate(more.shares)]
            continue
        found[result] = found.get(result, Fraction(0)) + chance
    return found


def chance_that(procedure: Callable[[Chance], bool], *, most: int = MOST_BRANCHES) -> Fraction:
    """How likely the procedure is to say yes."""
    return every_die(procedure, most=most).get(True, Fraction(0))


def without_dice(procedure: Callable[[Chance], T]) -> T:
    """What a procedure comes to that draws nothing as things stand. Raises ValueError if it draws after all."""
    try:
        return procedure(_Foreseen((), _itself, False))
    except _More:
        raise ValueError("this cannot be told without dice") from None
