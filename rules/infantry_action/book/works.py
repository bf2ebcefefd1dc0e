"""Destruction of buildings and bunkers: which weapons harm them, the dice, the fire, and the men inside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from rules.book.showing import Chart
from rules.infantry_action.book.kinds import Charge, Cover, Weapon
from rules.infantry_action.book.switches import BOOK, House
from rules.infantry_action.book.tables import Figures, section
from rules.kernel.chance import Chance
from rules.kernel.facts import Item, Itemised
from rules.kernel.violation import RuleViolation


class _Works(Figures):
    destroyed_over: int
    off_table: int
    charge: int
    burns: int
    collapses: int
    escapes: int
    bunker_shell_mm: float


FIGURES = section("works", _Works)


class Works(StrEnum):
    BUILDING = "building"
    PREPARED = "prepared building"
    """Its ground floor or basement was prepared for defence. IA-build.prepared"""
    BUNKER = "bunker"

    @property
    def takes_building_test(self) -> bool:
        """A prepared building for what stands above the prepared floor. IA-R138."""
        return self is not Works.BUNKER

    @property
    def takes_bunker_test(self) -> bool:
        """IA-build.prepared, IA-R138."""
        return self is not Works.BUILDING

    def cover(self, upstairs: bool = False) -> Cover:
        """What a man inside is in; `upstairs`: above the prepared floor. IA-build.prepared, IA-R138."""
        return Cover.BUILDING if self is Works.BUILDING or (self is Works.PREPARED and upstairs) else Cover.BUNKER

    def wrecked(self, burning: bool) -> Works | Cover | None:
        """What is left when the building test destroys it: a bunker of the same capacity of a prepared one, else
        ruins (soft cover), or none where it burns and the survivors are put outside. IA-build.prepared, IA-R137,
        IA-R138."""
        if self is not Works.BUILDING:
            return Works.BUNKER
        return None if burning else Cover.SOFT


class OtherFire(StrEnum):
    """What is neither a weapon that somebody carries nor a charge."""

    OFF_TABLE = "off-table fire"
    FOUGASSE = "fougasse"


Means: TypeAlias = Weapon | Charge | OtherFire


@dataclass(frozen=True, slots=True)
class Blow:
    """One weapon used on a building or on the men in it. `points`: its cell of the effect chart at the range, without
    helpers and target points; of off-table fire and charges it is not read. `mm`: calibre of a gun."""

    means: Means
    points: int = 0
    mm: float = 0.0


# ── Buildings ───────────────────────────────────────────────────────────────────────────────────────────────────────

VEHICLE_MACHINE_GUNS = (Weapon.PIVOT_MG, Weapon.TURRET_MG)
FIXED_POINTS: tuple[Means, ...] = (Charge.SATCHEL, Charge.MOLOTOV)
"""Without a cell of their own. IA-R135"""
HARMS_BUILDING: tuple[Means, ...] = (
    Weapon.LIGHT_MORTAR, Weapon.MORTAR_60, Weapon.MEDIUM_MORTAR, Weapon.RECOILLESS, Weapon.AT_GUN, Weapon.MISSILE,
    Weapon.LIGHT_SHELL_GUN, Weapon.SMALL_AFV_GUN, Weapon.AFV_GUN, Weapon.AFV_FLAME, Weapon.FLAME_THROWER,
    Weapon.GRENADE_LAUNCHER, Weapon.ONE_MAN_AT, Charge.SATCHEL, Charge.MOLOTOV, OtherFire.OFF_TABLE, OtherFire.FOUGASSE,
)  # fmt: skip
"""IA-build.when, IA-R134, IA-R191."""
DICES_FOR_FIRE: tuple[Means, ...] = (
    Weapon.AFV_GUN, Weapon.SMALL_AFV_GUN, Weapon.RECOILLESS, Weapon.AT_GUN, Charge.SATCHEL, Weapon.LIGHT_MORTAR,
    Weapon.MORTAR_60, Weapon.MEDIUM_MORTAR, OtherFire.OFF_TABLE,
)  # fmt: skip
"""Destroyed by these a building burns on 1 or 2, by anything else always. IA-build.fire-die, IA-R069."""


def harms_building(means: Means, house: House = BOOK) -> bool:
    """No machine gun of any mount does, unless the house rule lets those of vehicles. IA-build.when, IA-R134."""
    if means in VEHICLE_MACHINE_GUNS:
        return house.on("vehicle-mg-harms-buildings")
    return means in HARMS_BUILDING


def harming(blows: Sequence[Blow], house: House = BOOK) -> tuple[Blow, ...]:
    """Those that count for a building: able to harm it and with points at their range; off-table fire once."""
    kept: list[Blow] = []
    for blow in blows:
        again = blow.means is OtherFire.OFF_TABLE and any(each.means is OtherFire.OFF_TABLE for each in kept)
        if harms_building(blow.means, house) and not again and _points(blow) > 0:
            kept.append(blow)
    return tuple(kept)


def _points(blow: Blow) -> int:
    """IA-build.off-table-5, IA-R135."""
    if blow.means is OtherFire.OFF_TABLE:
        return FIGURES.off_table
    return FIGURES.charge if blow.means in FIXED_POINTS else blow.points


def building_points(blows: Sequence[Blow], house: House = BOOK) -> Itemised:
    """What is added to the die of a building. IA-build.destroyed, IA-build.off-table-5, IA-R135, IA-R192."""
    citations: dict[Means, str] = {
        OtherFire.OFF_TABLE: "IA-build.off-table-5",
        **dict.fromkeys(FIXED_POINTS, "IA-R135"),
    }
    return Itemised(
        tuple(
            Item(_points(blow), blow.means.value, citations.get(blow.means, "IA-build.destroyed"))
            for blow in harming(blows, house)
        )
    )


@dataclass(frozen=True, slots=True)
class BuildingTest:
    """`fire_die`: none if it stands, or burns without a die."""

    points: Itemised
    die: int
    destroyed: bool
    burning: bool
    fire_die: int | None = None


def dice_for_building(blows: Sequence[Blow], chance: Chance, house: House = BOOK) -> BuildingTest | None:
    """A building's one die in a period: destroyed if the die and the points come to more than 10. None if nothing
    that harms it was used on it.

    IA-build.when, IA-build.destroyed, IA-build.fire-die, IA-build.fire-always, IA-R135, IA-R136.
    """
    counting = harming(blows, house)
    if not counting:
        return None
    points = building_points(blows, house)
    die = chance.roll(6, for_="building")
    if points.value + die <= FIGURES.destroyed_over:
        return BuildingTest(points, die, False, False)
    if any(blow.means not in DICES_FOR_FIRE for blow in counting):
        return BuildingTest(points, die, True, True)
    fire = chance.roll(6, for_="building on fire")
    return BuildingTest(points, die, True, fire <= FIGURES.burns, fire)


# ── Bunkers ─────────────────────────────────────────────────────────────────────────────────────────────────────────

SHELL_GUNS = (Weapon.AT_GUN, Weapon.AFV_GUN)
"""Those that may have 105 mm. IA-bunker.collapse"""


def harms_bunker(blow: Blow) -> bool:
    """Satchel charge, recoilless gun, guided missile, or a shell gun of at least 105 mm in direct fire; not from a
    range at which the weapon has no points. IA-bunker.collapse, IA-R066."""
    if blow.means is Charge.SATCHEL:
        return True
    if blow.points <= 0:
        return False
    if blow.means in SHELL_GUNS:
        return blow.mm >= FIGURES.bunker_shell_mm
    return blow.means in (Weapon.RECOILLESS, Weapon.MISSILE)


@dataclass(frozen=True, slots=True)
class BunkerEscape:
    """Outside he is erect in the open, with small arms or radio; heavy weapons are lost. IA-R139."""

    key: str
    die: int
    escaped: bool


@dataclass(frozen=True, slots=True)
class BunkerTest:
    die: int
    collapsed: bool
    escapes: tuple[BunkerEscape, ...] = ()


def dice_for_bunker(blows: Sequence[Blow], occupants: Sequence[str], chance: Chance) -> BunkerTest | None:
    """A bunker's one die in a period: it collapses on 1 or 2, then each occupant, in roster order, gets out on 5 or
    6. None if nothing that collapses bunkers was used on it. IA-bunker.collapse, IA-bunker.escape, IA-R139."""
    if not any(harms_bunker(blow) for blow in blows):
        return None
    die = chance.roll(6, for_="bunker")
    if die > FIGURES.collapses:
        return BunkerTest(die, False)
    dice = [(key, chance.roll(6, for_=f"escape of {key}")) for key in occupants]
    return BunkerTest(die, True, tuple(BunkerEscape(key, each, each >= FIGURES.escapes) for key, each in dice))


def bar_wrecking(works: Works, blows: Sequence[Blow], house: House = BOOK) -> None:
    """Refuse a test that nothing used on the building or bunker asks for. IA-build.when, IA-bunker.collapse."""
    if works.takes_building_test and harming(blows, house):
        return
    if works.takes_bunker_test and any(harms_bunker(blow) for blow in blows):
        return
    named = ", ".join(blow.means.value for blow in blows) or "nothing"
    raise RuleViolation(
        "harmless",
        f"No {works.value} is diced for: {named} cannot harm it at that range.",
        citation="IA-bunker.collapse" if works is Works.BUNKER else "IA-build.when",
        remedy="Bunkers: satchel charge, recoilless gun, missile, shell gun of 105 mm. Buildings: heavy weapons but"
        " machine guns, flame, molotovs, launchers, one-man anti-tank weapons, satchel charges, off-table fire.",
    )


CHARTS: tuple[Chart, ...] = (
    Chart(
        name="building-destruction",
        title="Destruction of buildings and bunkers",
        section="Destruction of Buildings or Bunkers",
        columns=("what", "figure"),
        rows=(
            ("building: die and fire effect points of the weapons able to harm it, destroyed at more than",
             FIGURES.destroyed_over),
            ("building: points of off-table fire", FIGURES.off_table),
            ("building: points of a satchel charge or molotov cocktail (IA-R135)", FIGURES.charge),
            ("destroyed by AFV, recoilless or anti-tank gun, satchel charge, mortar or off-table fire alone: burns at",
             f"1 to {FIGURES.burns}"),
            ("destroyed by any other weapon: burns", "always"),
            ("bunker attacked by satchel charge, recoilless gun, missile or shell gun: collapses at",
             f"1 to {FIGURES.collapses}"),
            ("bunker: least calibre of a shell gun in direct fire (mm)", FIGURES.bunker_shell_mm),
            ("occupant of a collapsed bunker: out with small arms or radio at", f"{FIGURES.escapes} or 6"),
        ),
        dice="1D6",
        citation="IA-build.destroyed",
    ),
)  # fmt: skip
