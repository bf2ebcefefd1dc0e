"""Weapons as figures carry them: which chart row a weapon uses, how many dice, how far, what is particular to it.

A figure's `weapons` are keys of the weapon chart ("assault rifle", "medium machinegun on tripod", "law").
BG-X.4.5 to BG-X.4.24, BG-R75, BG-R77 to BG-R79.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from rules.book_and_gun.book.rows import Band, PersonnelRow, Weapon, WeaponRow
from rules.book_and_gun.book.switches import HouseRules, switch
from rules.book_and_gun.book.tables import (
    BLAST_TEMPLATES,
    DICE_PERSONNEL,
    DIRECT_FIRE_PERSONNEL,
    DIRECT_FIRE_VEHICLES,
    MORTARS,
    SNIPER,
    WEAPON_NAMES,
    WEAPONS,
)
from rules.kernel.violation import RuleViolation

SMALL_ARMS = frozenset(
    {
        Weapon.PISTOL,
        Weapon.BOLT_ACTION_RIFLE,
        Weapon.SEMI_AUTO_RIFLE,
        Weapon.SELF_LOADING_RIFLE,
        Weapon.ASSAULT_RIFLE,
        Weapon.SUBMACHINEGUN,
        Weapon.SQUAD_AUTOMATIC_RIFLE,
        Weapon.LIGHT_MACHINEGUN,
        Weapon.MEDIUM_MACHINEGUN,
    }
)
"""Pistols to medium machineguns; heavy machineguns are none. BG-R70."""

CANNON = (Weapon.LIGHT_CANNON, Weapon.MEDIUM_CANNON, Weapon.HEAVY_CANNON)
"""BG-X.4.22 to BG-X.4.24."""

RIFLES_AND_PISTOLS = SMALL_ARMS - {Weapon.LIGHT_MACHINEGUN, Weapon.MEDIUM_MACHINEGUN}

UNARMED = "unarmed"
ON_VEHICLE = " on vehicle"
"""What the key of a weapon ends with that a vehicle mounts: its crew serves it, and it is no gun on the ground. BG-R78,
BG-R123"""


@dataclass(frozen=True, slots=True)
class Arm:
    """One weapon. `row` is its row of the direct fire chart, None where it has none (snipers, mortars, grenades)."""

    key: str
    row: Weapon | None
    kind: str
    mount: str
    back_blast: bool
    """Medium missiles have one from a rail and from a launcher on the ground. BG-X.4.19."""
    reload: str
    spent: str

    @property
    def small_arm(self) -> bool:
        """Counts for body armour and drugs. BG-R70."""
        return self.row in SMALL_ARMS or self.sniper

    @property
    def sniper(self) -> bool:
        return self.kind == "sniper"

    @property
    def machinegun(self) -> bool:
        """Fires in the machinegun cone. BG-X.2.7."""
        return self.kind in ("machinegun", "heavy machinegun")

    @property
    def automatic(self) -> bool:
        """Can be fired on automatic, in a narrow cone to its short range. BG-XIII.9.2."""
        return self.row in (Weapon.SUBMACHINEGUN, Weapon.ASSAULT_RIFLE)

    @property
    def high_explosive(self) -> bool:
        """HE/HEAT weapons: 6D20, one band, most with a blast template. BG-X.3.2f, BG-R80."""
        return self.kind in ("he-heat", "cannon")

    @property
    def artillery(self) -> bool:
        return self.kind == "cannon" and self.mount != "vehicle"

    @property
    def canister(self) -> bool:
        """A gun with a barrel for it. BG-X.2.8a, BG-R248"""
        return self.row in CANNON and not self.all_round

    @property
    def all_round(self) -> bool:
        """An anti-aircraft gun on its turntable, which fires and looks wherever it likes. BG-VIII.1.21, BG-R114."""
        return self.mount == "turntable"

    @property
    def support(self) -> bool:
        """Fires in the 60 degree cone of artillery and support weapons. BG-X.1.3a."""
        return self.high_explosive or self.machinegun

    @property
    def direct(self) -> bool:
        """Can fire directly at personnel."""
        return self.row is not None or self.sniper

    @property
    def template(self) -> float:
        """Diameter of its blast template in inches, 0 without one. BG-X.4.15 to BG-X.4.20."""
        return BLAST_TEMPLATES.get(self.row.value, 0.0) if self.row and self.kind == "he-heat" else 0.0

    @property
    def dice(self) -> int:
        """D20 against personnel; a sniper rolls none. BG-X.3.2a, BG-X.3.2b, BG-X.3.2c, BG-X.3.2d, BG-X.3.2e,
        BG-X.3.2f, BG-R78, BG-R79."""
        if self.row is None:
            return 0
        row = DICE_PERSONNEL[self.row]
        mounted = {"tripod": row.tripod, "vehicle": row.vehicle}.get(self.mount)
        return mounted or row.dice


def _squeezed(word: str) -> str:
    """Letters and digits alone: "RPG-7", "rpg 7" and "RPG7" are one name."""
    return "".join(letter for letter in word.casefold() if letter.isalnum())


_BY_WORD = {_squeezed(key): key for key in WEAPONS} | {_squeezed(name): key for name, key in WEAPON_NAMES.items()}


_LETTERS = re.compile(r"\b(?:law|maw|haw|[lmh]atgm|nato)\b")


def spelled(words: str) -> str:
    """Names that are letters in capitals, as the book has them: "MAW, class II", "NATO"."""
    return _LETTERS.sub(lambda found: found[0].upper(), words)


def arm(key: str, options: HouseRules = ()) -> Arm:
    """The weapon of that key or name ("AK-47", "M240", "assault_rifle"). Raises RuleViolation for an unknown one.

    BG-R19, BG-R79."""
    if key.endswith(ON_VEHICLE):
        return replace(arm(key.removesuffix(ON_VEHICLE), options), key=key, mount="vehicle", reload="vehicle gun")
    row: WeaponRow | None = WEAPONS.get(_BY_WORD.get(_squeezed(key), ""))
    if row is None:
        raise RuleViolation(
            "unknown-weapon", f"there is no weapon {key!r}", remedy=f"choose one of: {', '.join(WEAPONS)}"
        )
    chart = Weapon(switch(options, "milan-class")) if row.weapon == "milan" else row.row
    return Arm(row.weapon, chart, row.kind, row.mount, row.back_blast, row.reload, row.spent)


def spares_hidden(weapon: Arm, options: HouseRules = ()) -> bool:
    """Whether the weapon may not be fired at class IV figures that neither shoot nor observe: all small arms and
    snipers, or by house rule rifles and pistols alone. BG-X.1.5.d2, BG-R89."""
    if switch(options, "hidden-class-iv") == "all-small-arms":
        return weapon.small_arm
    return weapon.row in RIFLES_AND_PISTOLS or weapon.sniper


# ── Ranges ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _scale(options: HouseRules) -> float:
    return 2.0 if switch(options, "ranges") == "doubled" else 1.0


def longest_range(weapon: Arm, options: HouseRules = ()) -> float:
    """The far limit of its last band against personnel, in inches. BG-X.1.31a, BG-I.1.2b."""
    if weapon.sniper:
        return SNIPER.range * _scale(options)
    return max(row.range for row in DIRECT_FIRE_PERSONNEL if row.weapon == weapon.row) * _scale(options)


def indirect_range(weapon: Arm, options: HouseRules = ()) -> tuple[float, float]:
    """The least and the longest range of a mortar that stands on the table. BG-X.13.1a, BG-X.13.13b, BG-I.1.2b."""
    row = MORTARS[weapon.key]
    if row.range == "unlimited":
        raise ValueError(f"a {weapon.key} is not on the table")
    return row.least * _scale(options), row.range * _scale(options)


def automatic_range(weapon: Arm, options: HouseRules = ()) -> float:
    """How far its cone reaches on automatic: its short range. BG-XIII.9.2, BG-R88."""
    return min(row.range for row in DIRECT_FIRE_PERSONNEL if row.weapon == weapon.row) * _scale(options)


def shortest_range(weapon: Arm, options: HouseRules = ()) -> float:
    """Below it a guided missile may not be fired; 0 for all others. BG-X.8.31, BG-R77."""
    least = (row.least for row in DIRECT_FIRE_VEHICLES if weapon.row and row.weapon == weapon.row.value)
    return max(least, default=0.0) * _scale(options)


def band_of(weapon: Arm, range_: float, options: HouseRules = ()) -> PersonnelRow:
    """The chart row for a range: the first band whose limit is at least the range, limits inclusive.

    Raises RuleViolation beyond the last limit or below an ATGM's least range. BG-R75, BG-R77, BG-X.1.31a.
    """
    _direct(weapon)
    if range_ < shortest_range(weapon, options):
        raise RuleViolation(
            "too-near",
            f"the target is {range_:g} in away; "
            f"{spelled(weapon.key)} needs {shortest_range(weapon, options):g} in at least",
            citation="BG-X.8.31",
            remedy="choose a target farther away, or another weapon",
        )
    order: dict[Band, int] = {"short": 0, "medium": 1, "long": 2, "all": 3}
    rows = sorted((row for row in DIRECT_FIRE_PERSONNEL if row.weapon == weapon.row), key=lambda r: order[r.band])
    for row in rows:
        if range_ <= row.range * _scale(options):
            return row
    raise out_of_range(weapon, range_, options)


def out_of_range(weapon: Arm, range_: float, options: HouseRules = ()) -> RuleViolation:
    """The refusal of a shot beyond the weapon's last band. BG-X.1.31a."""
    return RuleViolation(
        "out-of-range",
        f"the target is {range_:g} in away; {spelled(weapon.key)} reaches {longest_range(weapon, options):g} in",
        citation="BG-X.1.31a",
        remedy="move nearer, choose another target or another weapon",
    )


def _direct(weapon: Arm) -> None:
    if weapon.row is None:
        raise RuleViolation(
            "no-direct-fire",
            f"{spelled(weapon.key)} does not fire directly at personnel",
            citation="BG-X.3.chart",
            remedy="choose a weapon of the direct fire chart",
        )
