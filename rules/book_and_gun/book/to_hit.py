"""The TO HIT number of a shot at personnel, with everything that changes it. X.3 to X.5, XIII.2.

A natural D20 is compared with the effective number: the chart's, plus what raises the number, minus what is added to
the die (BG-R71). So a modifier of -2 on the die stands as +2 here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.book_and_gun.book.arms import Arm, band_of, spelled
from rules.book_and_gun.book.rows import NationalGroup, PersonnelRow, TargetClass, Weapon
from rules.book_and_gun.book.switches import HouseRules, on, switch
from rules.book_and_gun.book.tables import national_modifier
from rules.kernel.facts import Item, Itemised

BodyArmour = Literal["none", "modern", "flak"]
Goggles = Literal["none", "infrared", "thermal"]

AUTOMATIC = -2
"""What rock and roll takes from the TO HIT number. BG-XIII.9.2, BG-R88."""


@dataclass(frozen=True, slots=True)
class Shot:
    """What a shot's TO HIT number depends on. `range` in inches, from head to head.

    `group` None: no national modifier. `goggles`: worn and in use, so only at night. `steady_fire`: a joker 6 for the
    firing unit. `shaken`: it fires while shaken, where the table allows that. `automatic`: rock and roll.
    """

    weapon: Arm
    range: float
    target_class: TargetClass
    group: NationalGroup | None = None
    elite: bool = False
    body_armour: BodyArmour = "none"
    drug_user: bool = False
    goggles: Goggles = "none"
    laser_aiming: bool = False
    good_command: bool = False
    shaken: bool = False
    automatic: bool = False
    bad_eye: bool = False
    shaking_hands: bool = False
    """Lasting injuries of whoever fires. BG-R244"""


def to_hit(shot: Shot, options: HouseRules = ()) -> Itemised | None:
    """The effective TO HIT number; None where the chart says N/A, which no modifier changes.

    Raises RuleViolation out of range. BG-X.1.4, BG-X.3.chart, BG-X.5.2a, BG-X.5.2b, BG-X.5.3, BG-X.5.4,
    BG-VI.2.2d, BG-XIII.2.1, BG-XIII.2.2, BG-XIII.9.2, BG-X.1.13.6, BG-R69 to BG-R72.
    """
    row = band_of(shot.weapon, shot.range, options)
    printed = chart_number(row, shot.target_class, options)
    if printed is None:
        return None
    band = "" if row.band == "all" else f", {row.band}"
    first = Item(printed, f"{spelled(shot.weapon.key)}{band}, class {shot.target_class}", "BG-X.3.chart")
    return Itemised(
        (first, *_nation(shot, options), *_protection(shot, options), *_circumstances(shot), *_injuries(shot, row.band))
    )


def chart_number(row: PersonnelRow, target_class: TargetClass, options: HouseRules = ()) -> int | None:
    """The cell of the chart, after the rulings. BG-X.3.chart, BG-R73, BG-R74."""
    misprinted = row.weapon in (Weapon.MEDIUM_MACHINEGUN, Weapon.HEAVY_MACHINEGUN) and row.band == "medium"
    if misprinted and target_class == "IV":
        return int(switch(options, "mg-medium-class-iv"))
    return row.number(target_class)


def _nation(shot: Shot, options: HouseRules) -> list[Item]:
    """BG-XIII.2.1, BG-XIII.2.2, BG-R69: the printed modifiers are the die's, unless the table reads them otherwise."""
    how = switch(options, "national-efficiency")
    if shot.group is None or how == "off":
        return []
    sign = 1 if how == "to-hit-literal" else -1
    plain = national_modifier(shot.group, elite=False)
    items = [Item(sign * plain, spelled(shot.group), "BG-XIII.2.1")] if plain else []
    if shot.elite:
        extra = national_modifier(shot.group, elite=True) - plain
        items.append(Item(sign * extra, "elite", "BG-XIII.2.2"))
    return items


def _protection(shot: Shot, options: HouseRules) -> list[Item]:
    """Body armour and drugs, each 1 on the die against small arms; flak vests are none. BG-R70."""
    amount = 1 if switch(options, "protection-sign") == "literal" else -1
    items: list[Item] = []
    if shot.body_armour == "modern" and shot.weapon.small_arm:
        items.append(Item(amount, "body armour", "BG-X.5.3"))
    if shot.drug_user and shot.weapon.small_arm:
        items.append(Item(amount, "drug user", "BG-X.5.4"))
    return items


def _circumstances(shot: Shot) -> list[Item]:
    items: list[Item] = []
    if shot.goggles == "infrared" and not shot.laser_aiming:
        items.append(Item(-1, "infrared goggles", "BG-X.5.2a"))
    if shot.good_command:
        items.append(Item(1, "good fire command", "BG-X.1.13.6"))
    if shot.shaken:
        items.append(Item(-1, "shaken", "BG-XII.2.11b"))
    if shot.automatic:
        items.append(Item(AUTOMATIC, "on automatic", "BG-XIII.9.2"))
    return items


def _injuries(shot: Shot, band: str) -> list[Item]:
    """A bad eye tells beyond the short band of a weapon that has several. BG-R244"""
    items = [Item(-1, "bad eye", "BG-R244")] if shot.bad_eye and band not in ("all", "short") else []
    return items + ([Item(-1, "shaking hands", "BG-R244")] if shot.shaking_hands else [])


def hits(die: int, number: Itemised | None, options: HouseRules = ()) -> bool:
    """Whether a natural D20 hits: the number or less; a 1 always where the chart has a number, a 20 never.

    BG-X.3.1, BG-R72.
    """
    if number is None or die == 20:
        return False
    return die <= number.value or (die == 1 and on(options, "natural-1-hits"))


def d6_hits(die: int, number: int, options: HouseRules = ()) -> bool:
    """Whether a natural D6 hits on a chart of 1D6: less than the number; a 1 always hits and a 6 never, unless the
    house reads the charts otherwise. BG-R72, BG-R96."""
    how = switch(options, "d6-charts")
    if die == 6:
        return False
    if die == 1 and how != "strict" and on(options, "natural-1-hits"):
        return True
    return die <= number if how == "equal-or-less" else die < number


def chance_in_twenty(number: Itemised | None, options: HouseRules = ()) -> int:
    """How many of the twenty faces hit."""
    return sum(hits(die, number, options) for die in range(1, 21))
