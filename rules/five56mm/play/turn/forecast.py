"""What dice may bring: the rule itself, run for every way they may fall, with the skills that their owner would use."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from rules.five56mm.book.target_number import Help, Helps, Roll
from rules.five56mm.play.turn.course import foreseen
from rules.five56mm.state import Character, State
from rules.kernel.chance import Chance
from rules.kernel.every_die import every_die
from rules.kernel.facts import Itemised

R = TypeVar("R", bound=Hashable)
MOST_WAYS = 6**6
"""Of six dice: two to spot at night, one to hit, a Sharpshooter's second one and one for the ammunition are five."""


def chance_of(procedure: Callable[[Chance], bool]) -> Fraction:
    """How often it comes out true."""
    return every(procedure).get(True, Fraction(0))


def every(procedure: Callable[[Chance], R]) -> dict[R, Fraction]:
    return every_die(procedure, most=MOST_WAYS)


def left(helps: Helps, rolls: Iterable[Roll]) -> Helps:
    """What remains for the next roll of the same action: luck once a turn, the other skills once a game."""
    for test in rolls:
        spent = set(test.helps) - {Help.LEADER}
        helps = replace(helps.after(test), rerolls=tuple(each for each in helps.rerolls if each not in spent))
    return helps


def counted_on(state: State, who: Character, *rerolls: Help) -> tuple[str, ...]:
    """Which skills the chances count on: they are used whenever they may better the roll."""
    helps = foreseen(state, who)
    found = [each.value.capitalize() for each in rerolls if each in helps.rerolls]
    found += ["Luck"] if helps.lucky or helps.armed else []
    return (f"{' and '.join(found)} counted in",) if found else ()


def labelled(*numbers: Itemised) -> tuple[Itemised, ...]:
    """By turns a Target Number and what is added to the die."""
    return tuple(replace(number, label=("TN", "D6 +")[place % 2]) for place, number in enumerate(numbers))


def opposed(his: Itemised, own: Itemised) -> tuple[Itemised, Itemised]:
    """What he defends with, and what is added to one's own die."""
    return replace(his, label="His D6 +"), replace(own, label="D6 +")
