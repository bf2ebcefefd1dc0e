"""Exact chances of nerves."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from rules.kernel.every_die import chance_that
from rules.kernel.facts import Item, Itemised
from rules.red_actions.book import morale as book
from rules.red_actions.book.kinds import Light, Test


@lru_cache(maxsize=256)
def _within(value: int, light: Light) -> Fraction:
    """The test itself for every pair of dice. RA-morale.roll.1, RA-morale.roll.2, RA-R41"""
    number = Itemised((Item(value, ""),))
    return chance_that(lambda chance: book.take(Test.FEAR, number, chance, light).passed)


def passes(number: Itemised, light: Light) -> Fraction:
    """The chance to pass a test with that success number."""
    return _within(number.value, light)


@lru_cache(maxsize=1)
def goes() -> Fraction:
    """The chance that a Mob does what it is asked. RA-char.mob.1"""
    return chance_that(lambda chance: book.goes(book.hesitate(chance)))
