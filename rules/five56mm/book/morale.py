"""9.4 Morale Tests: who breaks, and who swallows his fear again."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from rules.five56mm.book.tables import MARGINS, NUMBERS
from rules.five56mm.book.target_number import NO_HELPS, Help, Helps, Roll, ability, items, roll
from rules.kernel.chance import Chance
from rules.kernel.facts import Item, Itemised


class Courage(StrEnum):
    """States of table 9.01, best first. MM-9.01.1, MM-9.01.2, MM-9.01.3."""

    STEADY = "steady"
    SHAKEN = "shaken"
    WITHDRAWING = "withdrawing"
    FLEEING = "fleeing"


_ORDER = tuple(Courage)


def of_margin(margin: int) -> Courage:
    """MM-9.4.2 and table 9.01."""
    return Courage.STEADY if margin >= 0 else Courage(MARGINS["morale"].word(margin))


def worse(one: Courage, other: Courage) -> Courage:
    return max(one, other, key=_ORDER.index)


def morale_test(
    morale: int,
    chance: Chance,
    penalties: tuple[Item, ...] = (),
    helps: Helps = NO_HELPS,
    failed_rallies: int = 0,
    what: str = "morale",
) -> tuple[Roll, Courage]:
    """D6 + Morale against 3; each failed rally makes the next one harder by 1. The Leader's re-roll comes before
    Fearless. MM-9.4.2, MM-9.4.7, MM-10.L.1, MM-10.F.1, MM-R71. `penalties`: wounds and gas (MM-R42, MM-R107)."""
    rallies = items(Item(failed_rallies, "failed rallies", "MM-9.4.7"))
    number = Itemised((Item(NUMBERS.steady, "Morale Test", "MM-9.4.2"), *rallies, *penalties))
    bonus = Itemised((ability(morale, "Morale", "MM-9.4.2"),))
    helps = helps.with_rerolls(Help.LEADER, Help.FEARLESS).judged(lambda m: -_ORDER.index(of_margin(m)))
    test = roll(what, number, bonus, chance, helps)
    return test, of_margin(test.margin)


def after_rally(before: Courage, test: Courage) -> Courage:
    """A rally that fails keeps the state or makes it worse. MM-9.4.6, MM-9.4.7, MM-R69."""
    return Courage.STEADY if test is Courage.STEADY else worse(before, test)


def quarters(strength: int) -> tuple[int, ...]:
    """Numbers of dead at which a squad of that starting strength tests: a quarter, half, three quarters, rounded up.

    MM-9.4.5, MM-R68: ten men: 3, 5, 8.
    """
    return tuple(-(-strength * part // 4) for part in (1, 2, 3))


def crosses_quarter(strength: int, dead_before: int, dead_now: int) -> bool:
    return any(dead_before < quarter <= dead_now for quarter in quarters(strength))


def running(states: Iterable[Courage]) -> bool:
    return any(state in (Courage.WITHDRAWING, Courage.FLEEING) for state in states)
