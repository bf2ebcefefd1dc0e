"""Whose dice fell how: what the first die of a roll came to, before any skill has mended it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rules.battle.telling import Lucks
from rules.five56mm.book.target_number import LUCKY_ITEM, Roll
from rules.five56mm.events.fire import Shot, Thrown
from rules.five56mm.events.foot import Fought, MoraleTested
from rules.five56mm.tell.words import Words
from rules.telling.told import Fortune


def _fell(words: Words, who: str, roll: Roll, what: str) -> Iterator[Fortune]:
    found = words.state.find(who)
    if found is None or not roll.dice:
        return
    bonus = sum(item.amount for item in roll.bonus.items if item != LUCKY_ITEM)
    passes = [die + bonus >= roll.number.value for die in range(1, 7)]
    yield Fortune(found.side, what, int(passes[roll.dice[0] - 1]), 1, Fraction(sum(passes), 6))


def _shot(words: Words, event: Shot) -> Iterator[Fortune]:
    return _fell(words, event.firer, event.roll, "hits")


def _thrown(words: Words, event: Thrown) -> Iterator[Fortune]:
    return _fell(words, event.thrower, event.roll, "hits")


def _fought(words: Words, event: Fought) -> Iterator[Fortune]:
    return _fell(words, event.attacker, event.bout.attack, "hits")


def _tested(words: Words, event: MoraleTested) -> Iterator[Fortune]:
    return _fell(words, event.character, event.roll, "Morale Tests passed")


LUCKS: Lucks[Words] = {Shot: _shot, Thrown: _thrown, Fought: _fought, MoraleTested: _tested}
