"""Morale checks: major, critical and pinned, each 2D6 on the morale chart. XII.1."""

from __future__ import annotations

from rules.book_and_gun.book import tables
from rules.book_and_gun.book.check import Check, check, state_penalty
from rules.book_and_gun.book.rows import SideName
from rules.book_and_gun.book.switches import HouseRules, on, switch
from rules.book_and_gun.units import Morale
from rules.kernel.chance import Chance
from rules.kernel.facts import Item, Itemised


def major(side: SideName, chance: Chance, *, options: HouseRules = ()) -> Check:
    """A side whose commander-in-chief is lost: a failure makes it immobile for the coming turn. BG-XII.1.2b,
    BG-XII.1.21a, BG-XII.1.21b."""
    return check("major", major_limit(side, options=options), chance, dice=2)


def major_limit(side: SideName, *, options: HouseRules = ()) -> Itemised:
    """The highest 2D6 that passes a major check. BG-XII.1.chart, BG-R57."""
    top = tables.morale_number(side, "major", options) - 1
    return Itemised((Item(top, f"major morale, {side}", "BG-XII.1.chart"),))


def critical_limit(side: SideName, morale: Morale, *, leader: bool, options: HouseRules = ()) -> Itemised:
    """The highest 2D6 that passes a critical check. `leader`: as BG-R22 has it. BG-XII.1.chart, BG-R52, BG-R58."""
    return Itemised((_top(side, leader, options, "critical morale"), *state_penalty(morale)))


def critical(
    side: SideName, morale: Morale, chance: Chance, *, leader: bool, options: HouseRules = ()
) -> tuple[Check, Morale]:
    """A unit below half strength, or shaken and hit: the check, and the state of morale after it.

    In the range it goes on as it is; exactly one above pins it, two or more rout it (house rule critical-order:
    the other way round). A shaken unit that would be pinned stays shaken. BG-XII.1.3a, BG-XII.1.31a, BG-R56, BG-R57.
    """
    rolled = check("critical", critical_limit(side, morale, leader=leader, options=options), chance, dice=2)
    return rolled, critical_result(rolled.over, morale, options=options)


def critical_result(over: int, morale: Morale, *, options: HouseRules = ()) -> Morale:
    """The state after a critical check whose total lies so far above the passing range. BG-XII.1.31a, BG-R56."""
    if over <= 0:
        return morale
    if over >= 2 if switch(options, "critical-order") == "graded" else over == 1:
        return Morale.ROUTED
    return Morale.SHAKEN if morale is Morale.SHAKEN else Morale.PINNED


def pinned_limit(side: SideName, *, leader: bool, options: HouseRules = ()) -> Itemised:
    """The highest 2D6 that frees a pinned unit. BG-XII.1.chart, BG-R52."""
    items = (_top(side, leader, options, "pinned morale"),)
    if on(options, "state-penalty-on-recovery"):
        items += state_penalty(Morale.PINNED)
    return Itemised(items)


def pinned(side: SideName, chance: Chance, *, leader: bool, options: HouseRules = ()) -> tuple[Check, Morale]:
    """A pinned unit: free in the range, still pinned exactly one above it, shaken two or more above.

    BG-XII.1.4, BG-XII.1.41a, BG-R59.
    """
    rolled = check("pinned", pinned_limit(side, leader=leader, options=options), chance, dice=2)
    if rolled.passed:
        return rolled, Morale.STEADY
    return rolled, Morale.PINNED if rolled.over == 1 else Morale.SHAKEN


def critical_due(fit: int, original: int, *, hit_while_shaken: bool = False, options: HouseRules = ()) -> bool:
    """Whether a unit is in critical morale: below half of its original strength, or shaken and hit this turn.

    7 men: at 3 left; 14: at 6 left. House rule critical-at: at half already. BG-XII.1.3a, BG-R55.
    """
    if hit_while_shaken:
        return True
    return fit * 2 <= original if switch(options, "critical-at") == "half-or-less" else fit * 2 < original


def _top(side: SideName, leader: bool, options: HouseRules, subject: str) -> Item:
    column = "with leader" if leader else "without leader"
    return Item(tables.morale_number(side, column, options) - 1, f"{subject}, {side}, {column}", "BG-XII.1.chart")
