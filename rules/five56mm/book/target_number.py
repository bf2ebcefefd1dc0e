"""Target Numbers: a D6 and an ability against a number, both with their reasons, and what may help a bad roll.

An item of `Roll.number` raises the number to reach, an item of `Roll.bonus` the total rolled. Nothing succeeds on a
6 or fails on a 1 by itself (MM-2.3N.4).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeAlias

from rules.kernel.chance import Chance
from rules.kernel.facts import Item, Itemised


class Help(StrEnum):
    """Skills that change a die already seen."""

    NAILS = "nails"
    SHARPSHOOTER = "sharpshooter"
    LEADER = "leader"
    FEARLESS = "fearless"
    LUCKY = "lucky"


BEST_KEPT = frozenset({Help.NAILS, Help.FEARLESS})
"""After these re-rolls the better die counts; after the others the second one stands (MM-R71, MM-R73)."""


@dataclass(frozen=True, slots=True)
class Roll:
    """One test: every die thrown for it in order, and the one that counts; none and 0 where even a 6 would not do.

    MM-2.3N.1, MM-2.3N.3, MM-R93.
    """

    what: str
    number: Itemised
    bonus: Itemised
    dice: tuple[int, ...]
    die: int
    helps: tuple[Help, ...] = ()

    @property
    def total(self) -> int:
        return self.die + self.bonus.value

    @property
    def margin(self) -> int:
        return self.total - self.number.value

    @property
    def passed(self) -> bool:
        return self.margin >= 0


@dataclass(frozen=True, slots=True)
class HelpProspect:
    """A help that might be used now: on which roll, and whether it would count for anything."""

    help: Help
    who: str
    roll: Roll
    worth: bool


Consult: TypeAlias = Callable[[HelpProspect], bool]
"""Answers whether the help is used."""


def never(prospect: HelpProspect) -> bool:
    return False


def passes(margin: int) -> int:
    """Rank of a margin in a test that is passed or failed."""
    return int(margin >= 0)


def failed(margin: int) -> bool:
    return margin < 0


@dataclass(frozen=True, slots=True)
class Helps:
    """What the one who rolls can fall back on. `rank` orders margins by how good their result is. A re-roll is offered
    after every failure and worth its use when `poor` says so; a Lucky +1 is offered when it would lift the result to a
    better rank. `armed`: it was declared before the roll (switch lucky-timing)."""

    who: str = ""
    rerolls: tuple[Help, ...] = ()
    lucky: bool = False
    armed: bool = False
    consult: Consult = field(default=never)
    rank: Callable[[int], int] = field(default=passes)
    poor: Callable[[int], bool] = field(default=failed)

    def judged(self, rank: Callable[[int], int], poor: Callable[[int], bool] = failed) -> Helps:
        return replace(self, rank=rank, poor=poor)

    def with_rerolls(self, *helps: Help) -> Helps:
        """Only those of its re-rolls that suit this kind of roll, in this order."""
        return replace(self, rerolls=tuple(h for h in helps if h in self.rerolls))

    def after(self, test: Roll) -> Helps:
        """What is left for the next roll of the same action: a Lucky +1 is used once a turn (MM-10.LB.1)."""
        return replace(self, lucky=self.lucky and Help.LUCKY not in test.helps, armed=False)


NO_HELPS = Helps()
LUCKY_ITEM = Item(1, "Lucky Bastard", "MM-10.LB.1")


def roll(
    what: str,
    number: Itemised,
    bonus: Itemised,
    chance: Chance,
    helps: Helps = NO_HELPS,
) -> Roll:
    """Roll a D6 against a Target Number; re-rolls and a Lucky +1 as `helps.consult` answers.

    A Lucky +1 is asked for first, since it spends no re-roll, and again after a re-roll (one per turn). MM-2.3N.1,
    MM-10.N.1, MM-10.S.1, MM-10.L.1, MM-10.F.1, MM-10.LB.1, MM-R71, MM-R72, MM-R73.
    """
    die = chance.roll(6, for_=what)
    result = _lucky(Roll(what, number, bonus, (die,), die), helps)
    if helps.armed:
        result = _plus_one(result)
    for skill in helps.rerolls:
        prospect = HelpProspect(skill, helps.who, result, helps.poor(result.margin))
        if not result.passed and helps.consult(prospect):
            again = chance.roll(6, for_=f"{what}: {skill.value}")
            die = max(result.die, again) if skill in BEST_KEPT else again
            result = replace(result, dice=(*result.dice, again), die=die, helps=(*result.helps, skill))
            result = _lucky(result, helps)
    return result


def roll_unless_hopeless(
    what: str,
    number: Itemised,
    bonus: Itemised,
    chance: Chance,
    helps: Helps = NO_HELPS,
) -> Roll:
    """A test against a fixed Target Number that is only passed or failed: no die is rolled where even a 6, with a Lucky
    +1 if he has one, would not do. MM-2.3N.4, MM-R93, MM-R117."""
    luck = 1 if helps.lucky or helps.armed else 0
    if 6 + bonus.value + luck < number.value:
        return Roll(what, number, bonus, (), 0)
    return roll(what, number, bonus, chance, helps)


def _lucky(result: Roll, helps: Helps) -> Roll:
    if not helps.lucky or Help.LUCKY in result.helps or helps.rank(result.margin + 1) <= helps.rank(result.margin):
        return result
    if not helps.consult(HelpProspect(Help.LUCKY, helps.who, result, True)):
        return result
    return _plus_one(result)


def _plus_one(result: Roll) -> Roll:
    bonus = replace(result.bonus, items=(*result.bonus.items, LUCKY_ITEM))
    return replace(result, bonus=bonus, helps=(*result.helps, Help.LUCKY))


def possible(number: Itemised, bonus: Itemised) -> bool:
    """Whether a 6 can reach the number. MM-2.3N.4."""
    return 6 + bonus.value >= number.value


def needed(number: Itemised, bonus: Itemised) -> int:
    """The lowest die that succeeds: 1 or less always, 7 or more never."""
    return number.value - bonus.value


def items(*given: Item | None) -> tuple[Item, ...]:
    """Those that there are and that change something, in order."""
    return tuple(item for item in given if item is not None and item.amount)


def ability(score: int, name: str, citation: str = "MM-2.3N.1") -> Item:
    """An ability as the first line of a bonus, shown even when it is 0."""
    return Item(score, name, citation)


def d3(chance: Chance, *, for_: str) -> int:
    """A D6 halved, rounded up. MM-R94."""
    return (chance.roll(6, for_=f"{for_} (D3)") + 1) // 2
