"""Shooting: range bands, the shooting total, the shifts of its column."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from math import floor

from rules.book.showing import Chart
from rules.kernel.facts import Item, Itemised
from rules.red_actions.book.kinds import Arm, Cover, Light, Trait, UnitFormation
from rules.red_actions.book.shooting_table import COLUMNS, RECONSTRUCTED, ShootingTable
from rules.red_actions.book.sight import night_limit
from rules.red_actions.book.strength import Factor, Share, Strength
from rules.red_actions.book.strength import words as fraction_words
from rules.red_actions.book.switches import BOOK, House
from rules.red_actions.book.tables import Figures, section


class _Modifiers(Figures):
    long: Share
    speculative: Share
    observed_first: Share
    observed_later: Share
    machine_guns: int
    machine_gun_inches: float
    enfiladed: int
    formed_or_road_column: int
    skirmisher: int
    super_hard: int
    stone: int
    wooden_or_woods: int
    evading_in_soft: int
    evading_in_open: int
    soft: int


class _Ranges(Figures):
    close: Share
    harassing: int


MODIFIERS = section("shooting-modifiers", _Modifiers)
RANGES = section("ranges", _Ranges)
_HAIR = 1e-6
"""Measured distances are compared with this much room."""


class Band(StrEnum):
    """How far a target is for a firer. RA-R19"""

    CLOSE = "close range"
    LONG = "long range"
    HARASSING = "harassing fire only"
    OUT = "out of range"

    @property
    def shoots(self) -> bool:
        """Whether the table can be used."""
        return self in (Band.CLOSE, Band.LONG)


class Observed(StrEnum):
    """Fire through an observer. RA-indirect.1, RA-indirect.2"""

    NO = "no observer"
    FIRST = "observed, first turn"
    LATER = "observed, later turn"


def close_range(range_number: float) -> float:
    """Inches up to which it is close. RA-R20"""
    return float(range_number * RANGES.close)


def band(distance: float, range_number: float, light: Light = Light.DAY) -> Band:
    """Exactly half the range number is close, exactly the number is long, exactly twice is harassing. By night the
    limit cuts all of it off, and long still means over half of the card's own number.

    RA-shoot.range.1, RA-shoot.range.2, RA-harass, RA-weather.night.range, RA-R19, RA-R20, RA-R115, RA-R161
    """
    if range_number <= 0 or distance > night_limit(light) + _HAIR:
        return Band.OUT
    if distance <= close_range(range_number) + _HAIR:
        return Band.CLOSE
    if distance <= range_number + _HAIR:
        return Band.LONG
    return Band.HARASSING if distance <= RANGES.harassing * range_number + _HAIR else Band.OUT


def factors(far: Band, speculative: bool = False, observed: Observed = Observed.NO) -> tuple[Factor, ...]:
    """What the shooting total is multiplied by. RA-shoot.range.2, RA-shoot.speculative.1, RA-indirect.1,
    RA-indirect.2; observed fire that is speculative has the half for that alone (RA-indirect.3, RA-R27)"""
    found: list[Factor] = []
    if far is Band.LONG:
        found.append(Factor(MODIFIERS.long, "long range", "RA-shoot.range.2"))
    if speculative:
        found.append(Factor(MODIFIERS.speculative, "speculative fire", "RA-shoot.speculative.1"))
    elif observed is Observed.FIRST:
        found.append(Factor(MODIFIERS.observed_first, "observed fire, first turn", "RA-indirect.1"))
    elif observed is Observed.LATER:
        found.append(Factor(MODIFIERS.observed_later, "observed fire, later turn", "RA-indirect.2"))
    return tuple(found)


def shooting_total(value: int, bases: Fraction, by: Iterable[Factor] = ()) -> Strength:
    """Value of the card × bases × factors; `.total` is the shooting total, rounded down once. RA-shoot.3, RA-shoot.4,
    RA-R18"""
    return Strength(value, bases, tuple(by), label="shooting total")


def is_machine_gun(arm: Arm, traits: Iterable[Trait] = ()) -> bool:
    """Foot MG teams, tachankas, MG cars, and MG-armed armoured cars and tanks, which fire nothing else. RA-R21"""
    if arm in (Arm.ARMOURED_CAR, Arm.TANK):
        return Trait.MG_ARMED in traits
    return arm in (Arm.MG, Arm.TACHANKA, Arm.MG_CAR)


def machine_gun_bonus(arm: Arm, traits: Iterable[Trait], distance: float, house: House = BOOK) -> bool:
    """Whether the firer has the columns of machine-guns close by; exactly 8 in counts. RA-shoot.mods.cumulative,
    RA-R21"""
    if distance > MODIFIERS.machine_gun_inches + _HAIR:
        return False
    return arm is Arm.MG if house.choice("mg-bonus") == "foot-mg-only" else is_machine_gun(arm, traits)


@dataclass(frozen=True, slots=True)
class ShootingTarget:
    """The target as fire finds it. `traits`: of the unit, with those that its officer lends."""

    cover: Cover = Cover.OPEN
    foxhole: Fraction = Fraction(0)
    """Columns dug where it stands. RA-R62"""
    evading: bool = False
    """As RA-R149 counts it, lying down too."""
    formation: UnitFormation = UnitFormation.LINE
    on_road: bool = False
    formed: bool = False
    """Formed cavalry, which is a line."""
    enfiladed: bool = False
    """The shooters stand so; whether its formation suffers by it is seen here."""
    traits: frozenset[Trait] = field(default_factory=frozenset[Trait])

    @property
    def dug(self) -> int:
        """Whole columns of foxholes. RA-R62"""
        return floor(self.foxhole)

    @property
    def covered(self) -> bool:
        """In cover of the second list that is terrain. RA-R23, RA-R160"""
        return self.cover not in (Cover.OPEN, Cover.FOXHOLE) or self.dug > 0


def may_be_enfiladed(formation: UnitFormation) -> bool:
    """Only troops basically in line, two ranks included, and those along a straight edge. RA-enfilade.2, RA-R26,
    RA-R162, RA-R270"""
    return formation in (UnitFormation.LINE, UnitFormation.RANKS, UnitFormation.LINING)


def cumulative_shifts(mark: ShootingTarget, machine_guns: bool = False) -> tuple[Item, ...]:
    """The columns that add up. `machine_guns`: as `machine_gun_bonus` says. RA-shoot.mods.cumulative,
    RA-char.skirmisher, RA-char.partisan.2, RA-form.cavalry.3, RA-R21, RA-R23, RA-R26, RA-R140"""
    found: list[Item] = []
    cite = "RA-shoot.mods.cumulative"
    if machine_guns:
        found.append(Item(MODIFIERS.machine_guns, f"machine-guns at {MODIFIERS.machine_gun_inches:g} in or less", cite))
    if mark.enfiladed and (mark.formed or may_be_enfiladed(mark.formation)):
        found.append(Item(MODIFIERS.enfiladed, "target enfiladed", "RA-enfilade.2"))
    if mark.formed:
        found.append(Item(MODIFIERS.formed_or_road_column, "target formed cavalry", cite))
    elif mark.on_road and mark.formation is UnitFormation.COLUMN:
        found.append(Item(MODIFIERS.formed_or_road_column, "target in road column", cite))
    if Trait.SKIRMISHER in mark.traits and not mark.formed:
        found.append(Item(MODIFIERS.skirmisher, "target skirmishers", "RA-char.skirmisher"))
    elif Trait.PARTISAN in mark.traits and mark.covered:
        found.append(Item(MODIFIERS.skirmisher, "target partisans in cover", "RA-char.partisan.2"))
    return tuple(found)


_COVER: dict[Cover, tuple[int, str]] = {
    Cover.SOFT: (MODIFIERS.soft, "soft cover"),
    Cover.WOODS: (MODIFIERS.wooden_or_woods, "woods"),
    Cover.WOODEN: (MODIFIERS.wooden_or_woods, "wooden buildings"),
    Cover.STONE: (MODIFIERS.stone, "stone buildings"),
    Cover.SUPER_HARD: (MODIFIERS.super_hard, "super-hard cover"),
}


def cover_shifts(mark: ShootingTarget) -> tuple[Item, ...]:
    """Every line of the second list that applies, of which only one counts. RA-shoot.mods.best,
    RA-shoot.cover.superhard, RA-shoot.cover.stone, RA-shoot.cover.soft, RA-evade.2, RA-dig.1, RA-R22, RA-R24, RA-R62"""
    cite = "RA-shoot.mods.best"
    found: list[Item] = []
    if mark.cover in _COVER:
        found.append(Item(*_COVER[mark.cover], cite))
    if mark.evading:
        soft = mark.cover is Cover.SOFT
        amount = MODIFIERS.evading_in_soft if soft else MODIFIERS.evading_in_open
        found.append(Item(amount, "evading in soft cover" if soft else "evading or lying down", cite))
    if mark.dug:
        found.append(Item(-mark.dug, "foxholes", "RA-dig.1"))
    return tuple(found)


def best_cover(mark: ShootingTarget) -> Item | None:
    """The one line that counts: the best for the target, the first listed of equals. RA-shoot.mods.best, RA-R22"""
    return min(cover_shifts(mark), key=lambda item: item.amount, default=None)


def shifts(mark: ShootingTarget, machine_guns: bool = False) -> Itemised:
    """All shifts of the column. RA-shoot.4, RA-R03"""
    best = best_cover(mark)
    return Itemised((*cumulative_shifts(mark, machine_guns), *((best,) if best else ())), label="shift")


@dataclass(frozen=True, slots=True)
class Column:
    """Where on the table a shooting lands; `number` 0: it has no effect and the table is not rolled for. RA-R03"""

    total: int
    base: int
    shift: Itemised
    number: int

    def __str__(self) -> str:
        moved = f", {self.shift}" if self.shift.items else ""
        end = f"column {self.number}" if self.number else "no effect"
        return (
            f"shooting total {self.total}: column {self.base}{moved}: {end}"
            if self.base
            else "shooting total 0: no effect"
        )


def column(total: int, shift: Itemised, table: ShootingTable = RECONSTRUCTED) -> Column:
    """The column of the total, then all shifts at once; at most the last, and off the table below the first; a total
    of 0 stays without effect. RA-shoot.4, RA-shoot.7, RA-R03"""
    base = table.base_column(total)
    shifted = max(0, min(COLUMNS, base + shift.value)) if base else 0
    return Column(total, base, shift, shifted)


CHARTS: tuple[Chart, ...] = (
    Chart(
        "shooting-modifiers",
        "Shooting modifiers that add up",
        "Shooting Modifiers (p9)",
        ("modifier", "effect"),
        (
            ("long range", f"{fraction_words(MODIFIERS.long)} strength"),
            (f"machine-guns at {MODIFIERS.machine_gun_inches:g} in or less", f"{MODIFIERS.machine_guns:+d} columns"),
            ("target enfiladed", f"{MODIFIERS.enfiladed:+d} column"),
            ("target formed cavalry or road column", f"{MODIFIERS.formed_or_road_column:+d} columns"),
            ("target skirmishers, or partisans in cover", f"{MODIFIERS.skirmisher:+d} column"),
            ("speculative area fire", f"{fraction_words(MODIFIERS.speculative)} strength"),
            ("first turn of observed indirect fire", f"{fraction_words(MODIFIERS.observed_first)} strength"),
            ("later turns of observed indirect fire", f"{fraction_words(MODIFIERS.observed_later)} strength"),
        ),
        citation="RA-shoot.mods.cumulative",
    ),
    Chart(
        "shooting-cover",
        "Shooting modifiers of which the best counts",
        "Shooting Modifiers (p9)",
        ("target", "columns"),
        (
            ("super-hard cover", MODIFIERS.super_hard),
            ("stone buildings etc.", MODIFIERS.stone),
            ("wooden buildings or woods", MODIFIERS.wooden_or_woods),
            ("evading etc. in soft cover", MODIFIERS.evading_in_soft),
            ("evading or lying down in the open", MODIFIERS.evading_in_open),
            ("soft cover", MODIFIERS.soft),
        ),
        notes=("Foxholes count as minus the whole columns dug (RA-R62).",),
        citation="RA-shoot.mods.best",
    ),
    Chart(
        "ranges",
        "Range bands",
        "Shooting Modifiers (p9)",
        ("band", "up to", "fire"),
        (
            ("close", f"{fraction_words(RANGES.close)} of the range number", "full strength"),
            ("long", "the range number", f"{fraction_words(MODIFIERS.long)} strength"),
            ("harassing", f"{RANGES.harassing} times the range number", "no casualties; ends a march"),
        ),
        notes=(
            f"Nobody shoots over {night_limit(Light.MOON):g} in by moonlight or in light fog, "
            f"over {night_limit(Light.DARK):g} in on a dark night (RA-R115).",
        ),
        citation="RA-shoot.range.2",
    ),
)
