"""Buildings and bunkers by declared facts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.infantry_action.book import effect
from rules.infantry_action.book.kinds import Charge, Weapon
from rules.infantry_action.book.switches import House
from rules.infantry_action.book.works import (
    Blow,
    OtherFire,
    Works,
    bar_wrecking,
    dice_for_building,
    dice_for_bunker,
)
from rules.infantry_action.resolutions.base import InfantryResolution, Proceedings, Row, lines, row
from rules.kernel.action import FACT, Metres
from rules.kernel.chance import Chance
from rules.kernel.violation import RuleViolation

BuildingWeapon = Literal[
    "2 inch mortar", "60 mm mortar", "81 mm mortar", "recoilless gun", "anti-tank gun", "anti-tank missile set",
    "automatic light shell gun", "AFV gun under 75 mm", "AFV gun of 75 mm or more", "AFV flame thrower",
    "flame thrower", "grenade launcher", "one-man anti-tank weapon", "fougasse", "pivot machine gun",
    "turret machine gun", "tripod machine gun",
]  # fmt: skip
Ranges = Annotated[
    tuple[Metres, ...],
    FACT,
    Field(max_length=12, description="metres from each weapon, in the same order; or one for all"),
]
Calibre = Annotated[float, FACT, Field(ge=0, le=420, description="calibre of the shell guns in mm")]
Satchels = Annotated[int, FACT, Field(ge=0, le=6, description="satchel charges")]


def _blows(weapons: Sequence[str], ranges: Sequence[float], mm: float, house: House) -> list[Blow]:
    """Each weapon at its range. Refused without one range, or one for each."""
    if len(ranges) not in (1, len(weapons)):
        raise RuleViolation(
            "ranges",
            f"{len(weapons)} weapons and {len(ranges)} ranges do not go together.",
            citation="IA-R135",
            remedy="Give one range for all weapons, or one for each in the same order.",
        )
    far = list(ranges) * len(weapons) if len(ranges) == 1 else ranges
    result: list[Blow] = []
    for name, metres in zip(weapons, far, strict=False):
        if name == OtherFire.FOUGASSE.value:  # its row of the chart is the Claymore's (IA-R071)
            result.append(Blow(OtherFire.FOUGASSE, effect.points(Weapon.CLAYMORE, metres, house)))
        else:
            result.append(Blow(Weapon(name), effect.points(Weapon(name), metres, house), mm))
    return result


class DestroyBuilding(InfantryResolution):
    """Is a building destroyed? IA-build.destroyed."""

    title: ClassVar[str] = "Building"
    summary: ClassVar[str] = "Whether fire destroys a building, and whether it burns"
    verb: Literal["building"] = "building"

    weapons: Annotated[
        tuple[BuildingWeapon, ...], FACT, Field(max_length=12, description="weapons fired at it or the men in it")
    ] = ()
    ranges: Ranges = (100.0,)
    off_table: Annotated[bool, FACT, Field(description="off-table fire falls on it")] = False
    satchels: Satchels = 0
    molotovs: Annotated[int, FACT, Field(ge=0, le=6, description="molotov cocktails")] = 0
    prepared: Annotated[bool, FACT, Field(description="its ground floor or basement is prepared for defence")] = False


def destroy_building(form: DestroyBuilding, chance: Chance) -> Resolved:
    """IA-build.when, IA-build.destroyed, IA-build.off-table-5, IA-build.fire-die, IA-build.fire-always,
    IA-build.prepared."""
    log = Proceedings(form, chance)
    blows = _blows(form.weapons, form.ranges, 0, log.house) if form.weapons else []
    blows += [Blow(Charge.SATCHEL)] * form.satchels + [Blow(Charge.MOLOTOV)] * form.molotovs
    blows += [Blow(OtherFire.OFF_TABLE)] * form.off_table
    bar_wrecking(Works.BUILDING, blows, log.house)
    test = dice_for_building(blows, chance, log.house)
    assert test is not None
    words = "destroyed" if test.destroyed else "stands"
    log.step("building", f"{test.points}; die {test.die}: {words}", "IA-build.destroyed")
    if test.destroyed:
        die = "always" if test.fire_die is None else f"die {test.fire_die}"
        cited = "IA-build.fire-always" if test.fire_die is None else "IA-build.fire-die"
        log.step("fire", f"{die}: {'on fire' if test.burning else 'not on fire'}", cited)
    left = (Works.PREPARED if form.prepared else Works.BUILDING).wrecked(test.burning)
    return log.resolved(
        destroyed=test.destroyed,
        burning=test.burning,
        points=test.points.value,
        total=test.points.value + test.die,
        left=None if not test.destroyed else "nothing" if left is None else left.value,
        modifiers=lines(test.points),
    )


class CollapseBunker(InfantryResolution):
    """Does a bunker collapse? IA-bunker.collapse."""

    title: ClassVar[str] = "Bunker"
    summary: ClassVar[str] = "Whether a bunker, or the prepared floor of a building, collapses, and who gets out"
    verb: Literal["bunker"] = "bunker"

    weapons: Annotated[
        tuple[
            Literal["recoilless gun", "anti-tank missile set", "anti-tank gun", "AFV gun of 75 mm or more",
                    "one-man anti-tank weapon"], ...
        ],
        FACT, Field(max_length=12, description="weapons fired directly at it"),
    ] = ()  # fmt: skip
    ranges: Ranges = (100.0,)
    mm: Calibre = 75
    satchels: Satchels = 0
    occupants: Annotated[int, FACT, Field(ge=0, le=30, description="men inside")] = 0


def collapse_bunker(form: CollapseBunker, chance: Chance) -> Resolved:
    """IA-bunker.collapse, IA-bunker.escape, IA-R139."""
    log = Proceedings(form, chance)
    blows = _blows(form.weapons, form.ranges, form.mm, log.house) if form.weapons else []
    blows += [Blow(Charge.SATCHEL)] * form.satchels
    bar_wrecking(Works.BUNKER, blows, log.house)
    test = dice_for_bunker(blows, [f"man {i}" for i in range(1, form.occupants + 1)], chance)
    assert test is not None
    words = "collapses" if test.collapsed else "holds"
    log.step("bunker", f"die {test.die}: {words}", "IA-bunker.collapse")
    if test.escapes:
        told = "; ".join(f"{m.key} {m.die}: {'out' if m.escaped else 'casualty'}" for m in test.escapes)
        log.step("escape", told, "IA-bunker.escape")
    return log.resolved(
        collapsed=test.collapsed,
        escaped=sum(man.escaped for man in test.escapes),
        casualties=sum(not man.escaped for man in test.escapes),
    )


ROWS: tuple[Row, ...] = (row(DestroyBuilding, destroy_building), row(CollapseBunker, collapse_bunker))
