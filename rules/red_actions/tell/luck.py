"""Whose dice fell how: direct hits, shots of which the table makes anything, tests of nerve."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from rules.battle.telling import Lucks
from rules.kernel.action import SideId
from rules.red_actions.book.morale import MORALE
from rules.red_actions.book.shooting_table import table_of
from rules.red_actions.events.fire import DirectHits, Gunfire, SectionHit, ShotResolved
from rules.red_actions.events.morale import Tested
from rules.red_actions.tell.words import Words
from rules.telling.told import Fortune

_THROWS = [sum(dice) for dice in product(range(1, 7), repeat=2)]
"""All throws of two dice."""


def _share(wanted: Sequence[bool]) -> Fraction:
    return Fraction(sum(wanted), len(wanted))


def _side(words: Words, unit: str) -> SideId | None:
    """Of a unit that the reader is shown."""
    found = words.state.find(unit)
    return found.side if found is not None and words.sees(unit) else None


def _guns(words: Words, by: str, guns: Sequence[Gunfire]) -> Iterator[Fortune]:
    side = _side(words, by)
    for fire in guns if side is not None else ():
        if side is not None:
            chance = _share([throw >= fire.number.value for throw in _THROWS])
            yield Fortune(side, "direct hits", fire.hits, len(fire.scores), chance)


def _direct(words: Words, event: DirectHits) -> Iterator[Fortune]:
    return _guns(words, event.unit, event.guns)


def _section(words: Words, event: SectionHit) -> Iterator[Fortune]:
    return _guns(words, event.by, event.guns)


def _shot(words: Words, event: ShotResolved) -> Iterator[Fortune]:
    yield from _guns(words, event.unit, event.guns)
    side = _side(words, event.unit)
    if side is not None and event.roll is not None and event.column:
        table = table_of(words.state.house, words.state.cards.shooting)
        tells = [not table.result(event.column, throw).none for throw in _THROWS]
        got = not table.result(event.column, event.roll).none
        yield Fortune(side, "effective shots", int(got), 1, _share(tells))


def _tested(words: Words, event: Tested) -> Iterator[Fortune]:
    side = _side(words, event.unit)
    needed = sum(item.amount for item in event.items)
    if side is not None:
        passes = [throw != MORALE.fails and throw + event.over <= needed for throw in _THROWS]
        yield Fortune(side, "tests passed", int(event.passed), 1, _share(passes))


LUCKS: Lucks[Words] = {DirectHits: _direct, SectionHit: _section, ShotResolved: _shot, Tested: _tested}
