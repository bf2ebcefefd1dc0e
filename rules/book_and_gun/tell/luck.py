"""Whose dice fell how: shots and checks of nerve."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from rules.battle.telling import Lucks
from rules.book_and_gun.book.to_hit import chance_in_twenty, hits
from rules.book_and_gun.events.combat import MoraleTested
from rules.book_and_gun.events.fire import Volleyed
from rules.book_and_gun.tell.words import Words
from rules.telling.told import Fortune


def _volley(words: Words, event: Volleyed) -> Iterator[Fortune]:
    """Of a firer whom the reader knows."""
    if words.knows(event.unit):
        options = words.state.options
        got = sum(hits(die, event.to_hit, options) for die in event.dice)
        chance = Fraction(chance_in_twenty(event.to_hit, options), 20)
        yield Fortune(words.state.unit(event.unit).side, "hits", got, len(event.dice), chance)


def _test(words: Words, event: MoraleTested) -> Iterator[Fortune]:
    if event.dice and (event.unit is None or words.knows(event.unit)):
        sides = next((draw.sides for draw in event.draws if draw.purpose == event.chart), 6)
        throws = [sum(dice) <= event.top.value for dice in product(range(1, sides + 1), repeat=len(event.dice))]
        yield Fortune(event.side, "checks passed", int(event.passed), 1, Fraction(sum(throws), len(throws)))


LUCKS: Lucks[Words] = {Volleyed: _volley, MoraleTested: _test}
