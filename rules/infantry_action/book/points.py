"""Choice and Cost of Troops, Optional Costs: the price lists, and what a cost is made of.

Points are exact decimals and are never rounded (IA-R004).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from rules.book.showing import Chart
from rules.infantry_action.book.kinds import Charge, Gear, Rank, Weapon
from rules.infantry_action.book.tables import Figures, section


class SmallMount(StrEnum):
    """Small mounts, each a soft vehicle. IA-cost.small-mounts"""

    MOTORCYCLE = "motorcycle"
    CYCLE = "pedal cycle"
    HORSE = "horse"


class BeltKind(StrEnum):
    """Obstacle belts 5 m wide. IA-opt.mine-belt-cost"""

    AP_MINES = "anti-personnel mines"
    AT_MINES = "anti-tank mines"
    WIRE = "wire"
    PUNGIS = "pungis"


LIDDED_PUNGI_TRAPS = BeltKind.AP_MINES
"""IA-opt.pungi-traps"""


class DeviceKind(StrEnum):
    """Laid by the defender before the battle; the command detonated mine is the Claymore, which either side carries.
    IA-opt.devices-cost, IA-R012"""

    FOUGASSE = "fougasse"
    TRIP_FLARE = "trip flare"


class Points(Figures):
    man: int
    rank: dict[Rank, int]
    weapon: dict[Weapon, int]
    gear: dict[Gear, int]
    charge: dict[Charge, int]
    mount: dict[SmallMount, int]
    belt: dict[BeltKind, int]
    device: dict[DeviceKind, int]
    bunker_place: int
    bunker_least: int
    trench: int
    support_period: int
    support_multiples: int
    surcharge_percent: int
    defender_times: int
    emplacement_percent: int
    afv_ton: int
    soft_vehicle: int
    soft_ton: int
    missiles: int


POINTS = section("points", Points)
FIREARMS = (
    Weapon.SMG, Weapon.RIFLE, Weapon.ASSAULT_RIFLE, Weapon.GRENADE_LAUNCHER, Weapon.MAGAZINE_LMG, Weapon.BELT_LMG,
)  # fmt: skip
"""Whoever has one of them has no free pistol. IA-cost.personal-weapon, IA-cost.pistol"""
MISSILES = POINTS.missiles
"""Missiles that come with one control set. IA-cost.missiles"""
ZERO = Decimal(0)


class CostPart(StrEnum):
    """What a line of a cost pays for: the victory count treats a prisoner's person and equipment apart, and the
    surcharge and the doubling each in its own way. IA-R009, IA-R151, IA-R152"""

    PERSON = "person"
    """Man and rank."""
    KIT = "kit"
    """Weapons, equipment, vehicles."""
    DEFENCE = "defence"
    """Field defences, mines and other obstacles."""
    SUPPORT = "support"
    SURCHARGE = "surcharge"
    DOUBLING = "doubling"


@dataclass(frozen=True, slots=True)
class Line:
    amount: Decimal
    reason: str
    citation: str = ""
    part: CostPart = CostPart.KIT


@dataclass(frozen=True, slots=True)
class Cost:
    """Points with the reasons for them."""

    lines: tuple[Line, ...] = ()

    @property
    def value(self) -> Decimal:
        return sum((line.amount for line in self.lines), ZERO)

    def of(self, *parts: CostPart) -> Decimal:
        """The points of these parts alone."""
        return sum((line.amount for line in self.lines if line.part in parts), ZERO)

    @property
    def normal(self) -> Decimal:
        """Without surcharge and doubling."""
        return self.value - self.of(CostPart.SURCHARGE, CostPart.DOUBLING)

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.lines + other.lines)

    def __str__(self) -> str:
        return f"{written(self.value)} = " + " + ".join(f"{written(line.amount)} {line.reason}" for line in self.lines)


def written(points: Decimal) -> str:
    """ "12.5", "40": no zeros behind the point."""
    return f"{points.normalize():f}"


def total(costs: Iterable[Cost]) -> Cost:
    return Cost(tuple(line for cost in costs for line in cost.lines))


_MEN = "Choice and Cost of Troops"
_OPTIONAL = "Optional Costs"

CHARTS: tuple[Chart, ...] = (
    Chart(
        name="points-men",
        title="Points of a man",
        section=_MEN,
        columns=("rank", "added", "man and rank"),
        rows=tuple((rank.value, added, POINTS.man + added) for rank, added in POINTS.rank.items()),
        citation="IA-cost.rank",
    ),
    Chart(
        name="points-weapons",
        title="Points of personal weapons",
        section=_MEN,
        columns=("weapon", "points"),
        rows=tuple((weapon.value, POINTS.weapon[weapon]) for weapon in (*FIREARMS, Weapon.GRENADE, Weapon.PISTOL)),
        notes=("Grenades are bought in addition to another weapon or instead of one; a pistol is free.",),
        citation="IA-cost.personal-weapon",
    ),
    Chart(
        name="points-equipment",
        title="Points of heavy weapons and equipment",
        section=_MEN,
        columns=("weapon or equipment", "points"),
        rows=(
            *(
                (weapon.value, points)
                for weapon, points in POINTS.weapon.items()
                if weapon not in (*FIREARMS, Weapon.GRENADE, Weapon.PISTOL, Weapon.CLAYMORE)
            ),
            *((gear.value, points) for gear, points in POINTS.gear.items()),
        ),
        notes=(
            f"A missile set comes with {POINTS.missiles} missiles (IA-cost.missiles).",
            "Machine guns of any vehicle mount, AFV guns of any size and AFV flame throwers: IA-R007.",
        ),
        citation="IA-cost.equipment-30",
    ),
    Chart(
        name="points-vehicles",
        title="Points of vehicles",
        section=_MEN,
        columns=("vehicle", "points", "points a ton"),
        rows=(
            ("AFV, by its weight", 0, POINTS.afv_ton),
            ("soft vehicle, by its load", POINTS.soft_vehicle, POINTS.soft_ton),
            *((mount.value, points, None) for mount, points in POINTS.mount.items()),
        ),
        notes=("Weapons and crews cost extra.",),
        citation="IA-cost.afv",
    ),
    Chart(
        name="points-optional",
        title="Optional costs",
        section=_OPTIONAL,
        columns=("what", "points"),
        rows=(
            ("off-table fire, a period", POINTS.support_period),
            ("landed from the air", f"+{POINTS.surcharge_percent}%"),
            ("defender's troops on the table", f"x{POINTS.defender_times}"),
            ("bunker, a man it holds", POINTS.bunker_place),
            ("bunker, men it holds at least", POINTS.bunker_least),
            ("trench, 25 mm", POINTS.trench),
            ("emplacement, of the weapon's value", f"{POINTS.emplacement_percent}%"),
            *((f"{belt.value}, 5 m of a belt", points) for belt, points in POINTS.belt.items()),
            *((device.value, points) for device, points in POINTS.device.items()),
            *((charge.value, points) for charge, points in POINTS.charge.items()),
        ),
        notes=("Support is doubled or trebled in a period for two or three times the points.",),
        citation="IA-opt.devices-cost",
    ),
)
