"""What men, vehicles and works cost, and whether a force has its commanders, by declared facts."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved, Value
from rules.infantry_action.book import command, troops
from rules.infantry_action.book.kinds import Charge, Gear, Rank, Weapon
from rules.infantry_action.book.points import BeltKind, Cost, DeviceKind, SmallMount, total, written
from rules.infantry_action.resolutions.base import InfantryResolution, Proceedings, Row, row
from rules.kernel.action import FACT
from rules.kernel.chance import Chance
from rules.kernel.violation import RuleViolation

Gears = Annotated[tuple[Gear, ...], FACT, Field(description="radio, night vision device, mine detector")]
AirLanded = Annotated[bool, FACT, Field(description="lands from the air")]
Defends = Annotated[bool, FACT, Field(description="belongs to the agreed defender and is on the table at the start")]
Count = Annotated[int, FACT, Field(ge=0, le=200)]


def number(points: Decimal) -> Value:
    """Points for an outcome: whole where they are."""
    return int(points) if points == points.to_integral_value() else float(points)


def _priced(log: Proceedings, cost: Cost, *, air_landed: bool, defends: bool) -> Resolved:
    if air_landed and defends:
        raise RuleViolation(
            "not-both",
            "What lands from the air is not on the table at the start.",
            citation="IA-R009",
            remedy="Choose one of the two: troops of the defender that land later pay the surcharge alone.",
        )
    cost = troops.air_landed(cost) if air_landed else troops.defending(cost) if defends else cost
    log.step("points", str(cost), *dict.fromkeys(line.citation for line in cost.lines))
    return log.resolved(
        points=number(cost.value), items=tuple(f"{written(line.amount)} {line.reason}" for line in cost.lines)
    )


class ManPoints(InfantryResolution):
    """IA-cost.man"""

    title: ClassVar[str] = "Points of a man"
    summary: ClassVar[str] = "What a man costs with rank, weapons and equipment"
    verb: Literal["man-points"] = "man-points"

    rank: Annotated[Rank, FACT, Field(description="his rank")] = Rank.PRIVATE
    weapon: Annotated[tuple[Weapon, ...], FACT, Field(description="a weapon that he carries")] = ()
    gear: Gears = ()
    charge: Annotated[tuple[Charge, ...], FACT, Field(description="a charge that he carries")] = ()
    air_landed: AirLanded = False
    defends: Defends = False


def man_points(form: ManPoints, chance: Chance) -> Resolved:
    """IA-cost.man, IA-cost.rank, IA-cost.personal-weapon, IA-cost.pistol, IA-opt.air-landed-cost,
    IA-opt.defender-double."""
    log = Proceedings(form, chance)
    cost = troops.man_cost(form.rank, form.weapon, form.gear, form.charge)
    if Weapon.PISTOL in troops.armed(form.weapon, log.house) and Weapon.PISTOL not in form.weapon:
        log.step("pistol", "he has a pistol, which costs nothing", "IA-cost.pistol")
    return _priced(log, cost, air_landed=form.air_landed, defends=form.defends)


class WeaponPoints(InfantryResolution):
    """IA-cost.equipment-30"""

    title: ClassVar[str] = "Points of a heavy weapon"
    summary: ClassVar[str] = "What a weapon costs without its crew, and its emplacement"
    verb: Literal["weapon-points"] = "weapon-points"

    weapon: Annotated[Weapon, FACT, Field(description="the weapon")]
    emplacement: Annotated[bool, FACT, Field(description="with a prepared emplacement (defender)")] = False
    air_landed: AirLanded = False
    defends: Defends = False


def weapon_points(form: WeaponPoints, chance: Chance) -> Resolved:
    """IA-cost.equipment-20, IA-cost.equipment-30, IA-cost.equipment-50, IA-opt.emplacement-cost."""
    log = Proceedings(form, chance)
    cost = troops.weapon_cost(form.weapon)
    cost = cost + troops.emplacement_cost(cost) if form.emplacement else cost
    return _priced(log, cost, air_landed=form.air_landed, defends=form.defends)


class VehiclePoints(InfantryResolution):
    """IA-cost.afv"""

    title: ClassVar[str] = "Points of a vehicle"
    summary: ClassVar[str] = "What an AFV, soft vehicle or mount costs with what is mounted on it"
    verb: Literal["vehicle-points"] = "vehicle-points"

    vehicle: Annotated[
        Literal["AFV", "soft vehicle", "motorcycle", "pedal cycle", "horse"], FACT, Field(description="what it is")
    ]
    tons: Annotated[
        float | None, FACT, Field(ge=0, le=200, description="metric tons: weight of an AFV, load of a soft vehicle")
    ] = None
    weapon: Annotated[tuple[Weapon, ...], FACT, Field(description="a weapon mounted on it")] = ()
    gear: Gears = ()
    line_charge: Annotated[bool, FACT, Field(description="carries a line charge")] = False
    emplacement: Annotated[bool, FACT, Field(description="with a prepared emplacement (defender)")] = False
    air_landed: AirLanded = False
    defends: Defends = False


def vehicle_points(form: VehiclePoints, chance: Chance) -> Resolved:
    """IA-cost.afv, IA-cost.soft-vehicle, IA-cost.small-mounts, IA-cost.vehicle-extras, IA-opt.emplacement-cost."""
    log = Proceedings(form, chance)
    charges = (Charge.LINE_CHARGE,) if form.line_charge else ()
    if form.vehicle in ("AFV", "soft vehicle"):
        if form.tons is None:
            raise RuleViolation(
                "tons-needed",
                "Its tons are not said.",
                citation="IA-cost.afv" if form.vehicle == "AFV" else "IA-cost.soft-vehicle",
                remedy="Give the weight of an AFV, or the official load of a soft vehicle, in metric tons.",
            )
        price = troops.afv_cost if form.vehicle == "AFV" else troops.soft_vehicle_cost
        cost = price(Decimal(str(form.tons)), form.weapon, form.gear, charges)
    elif charges:
        raise RuleViolation(
            "not-mounted",
            f"A {form.vehicle} carries no line charge.",
            citation="IA-R010",
            remedy="Mount it on an AFV or a soft vehicle.",
        )
    else:
        cost = troops.mount_cost(SmallMount(form.vehicle), form.weapon, form.gear)
    cost = cost + troops.emplacement_cost(cost) if form.emplacement else cost
    return _priced(log, cost, air_landed=form.air_landed, defends=form.defends)


class WorksPoints(InfantryResolution):
    """IA-opt.field-defences"""

    title: ClassVar[str] = "Points of field defences and support"
    summary: ClassVar[str] = "What the defender's works, mines and off-table fire cost"
    verb: Literal["works-points"] = "works-points"

    bunker: Annotated[tuple[int, ...], FACT, Field(description="a bunker or prepared floor, by its loopholes")] = ()
    trench: Annotated[Count, Field(description="trench, in bases of 25 mm (54 mm figures: 50 mm)")] = 0
    ap_mines: Annotated[Count, Field(description="anti-personnel mines or lidded pungi traps, in pieces of 5 m")] = 0
    at_mines: Annotated[Count, Field(description="anti-tank mines, in pieces of 5 m")] = 0
    wire: Annotated[Count, Field(description="wire, in pieces of 5 m")] = 0
    pungis: Annotated[Count, Field(description="pungis, in pieces of 5 m")] = 0
    fougasses: Annotated[Count, Field(description="fougasses")] = 0
    trip_flares: Annotated[Count, Field(description="trip flares with their wires")] = 0
    support: Annotated[Count, Field(description="periods of off-table fire")] = 0
    multiple: Annotated[int, FACT, Field(ge=1, le=3, description="1 single, 2 doubled, 3 trebled fire")] = 1
    defender: Annotated[bool, FACT, Field(description="the side is the agreed defender")] = True


def works_points(form: WorksPoints, chance: Chance) -> Resolved:
    """IA-opt.bunker-cost, IA-opt.trench-cost, IA-opt.mine-belt-cost, IA-opt.pungi-traps, IA-opt.devices-cost,
    IA-opt.off-table-cost, IA-opt.field-defences."""
    log = Proceedings(form, chance)
    if any(holes < 0 for holes in form.bunker):
        raise RuleViolation(
            "bad-bunker",
            "A bunker has no fewer than 0 loopholes.",
            citation="IA-opt.bunker-cost",
            remedy="Give the number of its loopholes.",
        )
    costs = [troops.bunker_cost(holes) for holes in form.bunker]
    if form.trench:
        costs.append(troops.trench_cost(form.trench))
    belts = {
        BeltKind.AP_MINES: form.ap_mines, BeltKind.AT_MINES: form.at_mines, BeltKind.WIRE: form.wire,
        BeltKind.PUNGIS: form.pungis,
    }  # fmt: skip
    costs += [troops.belt_cost(belt, pieces) for belt, pieces in belts.items() if pieces]
    costs += [troops.device_cost(DeviceKind.FOUGASSE)] * form.fougasses
    costs += [troops.device_cost(DeviceKind.TRIP_FLARE)] * form.trip_flares
    if form.support:
        costs.append(troops.support_cost(form.support, form.multiple))
    if not costs:
        raise RuleViolation(
            "no-works",
            "No works are named.",
            citation="IA-opt.field-defences",
            remedy="Give bunkers, trenches, belts, devices or support.",
        )
    cost = total(costs)
    troops.judge_purchase(cost, defender=form.defender)
    return _priced(log, cost, air_landed=False, defends=False)


class Commanders(InfantryResolution):
    """IA-cost.afv-commanders"""

    title: ClassVar[str] = "Commanders of AFVs"
    summary: ClassVar[str] = "Whether the ranks of the AFVs' commanders are high enough"
    verb: Literal["afv-commanders"] = "afv-commanders"

    afv: Annotated[tuple[Rank, ...], FACT, Field(description="rank of an AFV's commander")] = ()
    carrier: Annotated[
        tuple[Rank, ...], FACT, Field(description="rank of the commander of an APC with an infantry platoon aboard")
    ] = ()


def commanders(form: Commanders, chance: Chance) -> Resolved:
    """IA-cost.afv-commanders, IA-cost.apc-commanders, IA-R166, IA-R169."""
    log = Proceedings(form, chance)
    if not form.afv and not form.carrier:
        raise RuleViolation(
            "no-afv",
            "No AFV is named.",
            citation="IA-cost.afv-commanders",
            remedy="Give the rank of each AFV's commander.",
        )
    faults = command.afv_commander_faults(form.afv, form.carrier)
    for fault in faults:
        log.step("refused", f"{fault.text} {fault.remedy}", fault.citation)
    if not faults:
        log.step("accepted", "the commanders' ranks are high enough", "IA-cost.afv-commanders")
    return log.resolved(accepted=not faults)


ROWS: tuple[Row, ...] = (
    row(ManPoints, man_points),
    row(WeaponPoints, weapon_points),
    row(VehiclePoints, vehicle_points),
    row(WorksPoints, works_points),
    row(Commanders, commanders),
)
