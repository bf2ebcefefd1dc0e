"""Whose dice fell how: potential hits, and the men whom they strike, count for whoever fires."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from rules.battle.telling import Lucks
from rules.infantry_action.events.fire import FireResolved, MenDiced
from rules.infantry_action.tell.words import Words
from rules.kernel.action import SideId
from rules.telling.told import Fortune


def _firer(words: Words, by: Iterable[str]) -> SideId | None:
    """The side of those groups that fire and that the reader sees; None where they are of several, or unseen."""
    seen = {words.state.group(group).side for group in by if words.state.find_group(group) and words.sees(group)}
    return seen.pop() if len(seen) == 1 else None


def _resolved(words: Words, event: FireResolved) -> Iterator[Fortune]:
    side = _firer(words, event.by)
    if side is not None and event.needs is not None and event.die is not None:
        chance = Fraction(min(max(7 - event.needs, 0), 6), 6)
        yield Fortune(side, "potential hits", int(event.die >= event.needs), 1, chance)


def _diced(words: Words, event: MenDiced) -> Iterator[Fortune]:
    side = _firer(words, event.by)
    for die in event.dice if side is not None else ():
        if side is not None and words.knows(words.state.figure(die.figure).group):
            chance = Fraction(min(max(die.at_most, 0), 6), 6)
            yield Fortune(side, "men struck", int(die.die <= die.at_most), 1, chance)


LUCKS: Lucks[Words] = {FireResolved: _resolved, MenDiced: _diced}
