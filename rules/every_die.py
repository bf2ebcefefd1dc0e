"""Every way that dice and cards may fall: a rule run for each of them with its exact weight, so that a forecast is the
rule.

Cards that mean the same are drawn as one, with their number as weight.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import TypeVar

from rules.chance import Card, Chance, Draw

R = TypeVar("R", bound=Hashable)
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

    def __init__(self, choices: Sequence[int], sort: Sort) -> None:
        self._choices, self._sort, self._next = choices, sort, 0

    def roll(self, sides: int, *, for_: str) -> int:
        return self._choose([Fraction(1, sides)] * sides) + 1

    def dice(self, count: int, *, sides: int, for_: str) -> tuple[int, ...]:
        return tuple(self.roll(sides, for_=for_) for _ in range(count))

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


def _itself(card: Card) -> Hashable:
    return card


def every_die(
    procedure: Callable[[Chance], R], *, most: int = MOST_BRANCHES, sort: Sort = _itself
) -> dict[R, Fraction]:
    """What the procedure may return, each with its exact chance; they add up to 1.

    The procedure must change nothing, and draw the same things again when it is told the same. `sort`: cards of one
    sort have one meaning for it. Raises TooManyBranches as soon as one course of the draws is one of more than `most`;
    so it is never run to its end more often.
    """
    found: dict[R, Fraction] = {}
    waiting: list[tuple[tuple[int, ...], Fraction, int]] = [((), Fraction(1), 1)]
    while waiting:
        choices, chance, branches = waiting.pop()
        try:
            result = procedure(_Foreseen(choices, sort))
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
