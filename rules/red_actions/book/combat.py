"""Hand-to-hand combat: strengths, odds, what the dice mean, losses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from rules.book.showing import Chart
from rules.kernel.facts import Item, signed
from rules.language.words import counted, plural
from rules.red_actions.book.strength import Share, words
from rules.red_actions.book.switches import BOOK, House
from rules.red_actions.book.tables import Figures, section


class _Combat(Figures):
    columns: tuple[str, ...]
    ratios: tuple[Share, ...]
    rows: dict[str, tuple[str, ...]]


class _Modifiers(Figures):
    fortified: int
    cover: int
    uphill: int
    flank_or_rear: int
    formed_charge: int


class _Results(Figures):
    defeated_bases: int
    humiliated_terror: int


COMBAT = section("combat", _Combat)
MODIFIERS = section("combat-modifiers", _Modifiers)
RESULTS = section("combat-results", _Results)
ROLLS = tuple(range(2, 13))


@dataclass(frozen=True, slots=True)
class Fighter:
    """What changes the strength of one side. Only the charged side can be fortified, covered or struck in flank."""

    fortified: bool = False
    """Earthworks, a trench, sandbags, a stone building fit for defence."""
    covered: bool = False
    """Cover, or a bridge, ford, breach and the like: another feature than the one that fortifies (RA-R09)."""
    uphill: bool = False
    flank_or_rear: bool = False
    formed_charge: bool = False
    """Formed cavalry that charges or counter-charges."""


def modifiers(fighter: Fighter) -> tuple[Item, ...]:
    """Percentages of one side. RA-combat.modifiers.fort, RA-combat.modifiers.cover, RA-combat.modifiers.uphill,
    RA-combat.modifiers.flank, RA-combat.modifiers.formed; charged in flank or rear counts once (RA-charge.flank.2,
    RA-charge.rear.2, RA-R10); RA-R09"""
    lines = (
        (fighter.fortified, MODIFIERS.fortified, "behind fortifications", "RA-combat.modifiers.fort"),
        (fighter.covered, MODIFIERS.cover, "in cover or at a passage", "RA-combat.modifiers.cover"),
        (fighter.uphill, MODIFIERS.uphill, "uphill", "RA-combat.modifiers.uphill"),
        (fighter.flank_or_rear, MODIFIERS.flank_or_rear, "contacted in flank or rear", "RA-combat.modifiers.flank"),
        (fighter.formed_charge, MODIFIERS.formed_charge, "formed cavalry charging", "RA-combat.modifiers.formed"),
    )
    return tuple(Item(percent, reason, cite) for applies, percent, reason, cite in lines if applies)


@dataclass(frozen=True, slots=True)
class CombatStrength:
    """Combat number × effective bases, with percentages that are added up, or multiplied as a house rule has it."""

    value: int
    bases: Fraction
    percents: tuple[Item, ...] = ()
    multiply: bool = False

    @property
    def exact(self) -> Fraction:
        """Never rounded. RA-R08"""
        strength = self.value * self.bases
        if not self.multiply:
            return strength * Fraction(100 + sum(item.amount for item in self.percents), 100)
        for item in self.percents:
            strength *= Fraction(100 + item.amount, 100)
        return strength

    @property
    def lines(self) -> tuple[str, ...]:
        bases = f"{words(self.bases)} {plural(float(max(self.bases, 1)), 'base')}"
        return (f"{self.value} × {bases}", *(f"{signed(item.amount)}% {item.reason}" for item in self.percents))

    def __str__(self) -> str:
        return f"strength {words(self.exact)} = {' · '.join(self.lines)}"


def strength(value: int, effective: Fraction, fighter: Fighter = Fighter(), house: House = BOOK) -> CombatStrength:
    """All bases fight; `effective`: as terror leaves them (RA-def.effective). RA-combat.1, RA-combat.2, RA-combat.3,
    RA-combat.modifiers.cumulative, RA-R08"""
    multiply = house.choice("combat-modifiers") == "multiply"
    return CombatStrength(value, effective, modifiers(fighter), multiply)


@dataclass(frozen=True, slots=True)
class CombatOdds:
    """Who is the stronger, and the column (0: Advantage). `ratio` is None where the weaker has no strength."""

    charger_stronger: bool
    ratio: Fraction | None
    column: int

    @property
    def name(self) -> str:
        return COMBAT.columns[self.column]

    def __str__(self) -> str:
        who = "charger" if self.charger_stronger else "charged"
        return f"{who} stronger, {self.name}"


def odds(charger: Fraction, charged: Fraction, house: House = BOOK) -> CombatOdds:
    """The column for two strengths; at equality the charger has the advantage. RA-combat.3, RA-combat.equal, RA-R06,
    RA-R07, RA-R164"""
    first = charger >= charged
    strong, weak = (charger, charged) if first else (charged, charger)
    if weak == 0:
        return CombatOdds(first, None, len(COMBAT.columns) - 1 if strong else 0)
    ratio = strong / weak
    if house.choice("combat-ratio") == "nearest":
        near = min(range(len(COMBAT.ratios)), key=lambda index: abs(COMBAT.ratios[index] - ratio))
        return CombatOdds(first, ratio, near)
    return CombatOdds(first, ratio, sum(ratio >= printed for printed in COMBAT.ratios) - 1)


class CombatResultKind(StrEnum):
    RETIRES = "retires"
    DEFEATED = "defeated"
    HUMILIATED = "humiliated"
    SURRENDERS = "surrenders"


@dataclass(frozen=True, slots=True)
class CombatResult:
    """A cell of the combat table. `stronger`: whom it names. `terror`: its markers, on the side that retires."""

    stronger: bool
    kind: CombatResultKind
    terror: int = 0

    @property
    def stronger_retires(self) -> bool:
        """RA-combat.result.s-retires"""
        return self.stronger and self.kind is CombatResultKind.RETIRES

    @property
    def weaker_retires(self) -> bool:
        """RA-combat.result.w-retires, RA-combat.result.s-humiliated"""
        return self.kind is CombatResultKind.HUMILIATED or (not self.stronger and self.kind is CombatResultKind.RETIRES)

    def names_charger(self, odds: CombatOdds) -> bool:
        """Whether the side that the cell names is the charger."""
        return self.stronger == odds.charger_stronger

    @property
    def cell(self) -> str:
        """ "W/Retires 2 x Ter", "S/Humiliated"."""
        side = "S" if self.stronger else "W"
        return f"{side}/{self.kind.value.capitalize()}" + (
            f" {self.terror} x Ter" if self.kind is CombatResultKind.RETIRES else ""
        )

    @property
    def words(self) -> str:
        """ "the weaker side retires with 2 terror markers"."""
        side, other = ("stronger", "weaker") if self.stronger else ("weaker", "stronger")
        return self.told(f"the {side} side", f"the {other} side")

    def told(self, named: str, other: str) -> str:
        """The same of two that have names. `named`: the one that the cell names."""
        match self.kind:
            case CombatResultKind.RETIRES:
                markers = counted(self.terror, "terror marker")
                return f"{named} retires with {markers}"
            case CombatResultKind.DEFEATED:
                return f"{named} loses {RESULTS.defeated_bases} bases and routs"
            case CombatResultKind.HUMILIATED:
                return f"{other} retires with {self.terror} terror markers; {named} is humiliated and takes a fear test"
            case CombatResultKind.SURRENDERS:
                return f"{named} surrenders"


def _parse(cell: str) -> CombatResult:
    side, _, rest = cell.partition("/")
    kind, _, terror = rest.partition(" ")
    named = CombatResultKind(kind.lower())
    return CombatResult(
        side == "S", named, RESULTS.humiliated_terror if named is CombatResultKind.HUMILIATED else int(terror or 0)
    )


_CELLS: Sequence[Sequence[CombatResult]] = tuple(
    tuple(_parse(cell) for cell in COMBAT.rows[str(roll)]) for roll in ROLLS
)


def result(column: int, roll: int) -> CombatResult:
    """What two dice mean in a column. RA-combat.4, RA-combat.result.s-retires, RA-combat.result.w-retires,
    RA-combat.result.s-defeated, RA-combat.result.w-defeated, RA-combat.result.s-humiliated,
    RA-combat.result.w-surrenders; two terror markers pin nobody here (RA-R145)"""
    return _CELLS[roll - ROLLS[0]][column]


@dataclass(frozen=True, slots=True)
class Defeat:
    """What Defeated does to a unit. Without survivors the unit is destroyed and its officers are lost unrolled."""

    lost: int
    survivors: int

    @property
    def routs(self) -> bool:
        return self.survivors > 0


def defeated(bases: int) -> Defeat:
    """RA-combat.result.s-defeated, RA-combat.result.w-defeated, RA-R81"""
    lost = min(bases, RESULTS.defeated_bases)
    return Defeat(lost, bases - lost)


CHARTS: tuple[Chart, ...] = (
    Chart(
        "combat",
        "Combat table",
        "Combat Table (p12)",
        ("2d6", *COMBAT.columns),
        tuple((roll, *(result(index, roll).cell for index in range(len(COMBAT.columns)))) for roll in ROLLS),
        dice="2d6",
        notes=(
            "S: the stronger side; W: the weaker. Odds are rounded down; equal strength: the charger is S, Advantage.",
        ),
        citation="RA-combat.4",
    ),
    Chart(
        "combat-modifiers",
        "Combat modifiers",
        "Combat Modifiers (p12)",
        ("modifier", "percent"),
        (
            ("behind fortifications", MODIFIERS.fortified),
            ("defending in cover or at bridge, ford, breach etc.", MODIFIERS.cover),
            ("uphill", MODIFIERS.uphill),
            ("contacted in flank or rear", MODIFIERS.flank_or_rear),
            ("formed cavalry charging", MODIFIERS.formed_charge),
        ),
        notes=("They are added up (RA-R08).",),
        citation="RA-combat.modifiers.cumulative",
    ),
    Chart(
        "combat-results",
        "Combat results",
        "Combat Results (p12)",
        ("result", "effect"),
        (
            ("Retires n x Ter", "that side retires and takes n terror markers"),
            ("Defeated", f"that side loses {RESULTS.defeated_bases} bases and the survivors rout"),
            (
                "S/Humiliated",
                f"S: a humiliated marker and a fear test; W retires with {RESULTS.humiliated_terror} terror markers",
            ),
            ("W/Surrenders", "the weaker side surrenders entirely"),
        ),
        citation="RA-combat.result.s-retires",
    ),
)
