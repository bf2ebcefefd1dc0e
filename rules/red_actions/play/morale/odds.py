"""Exact chances of nerves."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from rules.facts import Itemised
from rules.red_actions.book import morale as book
from rules.red_actions.book.kinds import Light, Test


@lru_cache(maxsize=256)
def _within(value: int, light: Light) -> Fraction:
    """The test itself for every pair of dice. RA-morale.roll.1, RA-morale.roll.2, RA-R41"""
    from rules.facts import Item

    number = Itemised((Item(value, ""),))
    pairs = [(one, two) for one in range(1, 7) for two in range(1, 7)]
    return Fraction(sum(book.Tested(Test.FEAR, number, pair, light).passed for pair in pairs), len(pairs))


def passes(number: Itemised, light: Light) -> Fraction:
    """The chance to pass a test with that success number."""
    return _within(number.value, light)


def goes() -> Fraction:
    """The chance that a Mob does what it is asked. RA-char.mob.1"""
    return Fraction(sum(book.goes(die) for die in range(1, 7)), 6)
