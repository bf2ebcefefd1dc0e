"""Choice and Cost of Troops, Optional Costs: what men, weapons, vehicles, field defences and support cost.

Points are exact decimals and are never rounded (IA-R004).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal

from rules.infantry_action.book.kinds import Charge, Gear, Rank, Weapon
from rules.infantry_action.book.points import (
    FIREARMS,
    POINTS,
    BeltKind,
    Cost,
    CostPart,
    DeviceKind,
    Line,
    SmallMount,
    written,
)
from rules.infantry_action.book.switches import BOOK, House
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.table.board import Point


def _line(points: int | Decimal, reason: str, citation: str, part: CostPart = CostPart.KIT) -> Line:
    return Line(Decimal(points), reason, citation, part)


# ── Men ───────────────────────────────────────────────────────────────────────────────────────────────────────────

_WEAPON_RULES = {
    **dict.fromkeys(FIREARMS, "IA-cost.personal-weapon"),
    Weapon.PISTOL: "IA-cost.pistol",
    Weapon.GRENADE: "IA-cost.grenades",
    Weapon.CLAYMORE: "IA-opt.devices-cost",
    Weapon.PIVOT_MG: "IA-R007",
    Weapon.TURRET_MG: "IA-R007",
    Weapon.LIGHT_SHELL_GUN: "IA-R007",
    Weapon.AFV_FLAME: "IA-R007",
}


def _weapon(weapon: Weapon) -> Line:
    points = POINTS.weapon[weapon]
    citation = _WEAPON_RULES.get(weapon, f"IA-cost.equipment-{points}")
    return _line(points, weapon.value, citation)


def _gear(gear: Gear) -> Line:
    points = POINTS.gear[gear]
    return _line(points, gear.value, f"IA-cost.equipment-{points}")


def _charge(charge: Charge) -> Line:
    ruled = charge in (Charge.STICKY_BOMB, Charge.MOLOTOV, Charge.LINE_CHARGE)
    return _line(POINTS.charge[charge], charge.value, "IA-R010" if ruled else "IA-opt.devices-cost")


def weapon_cost(weapon: Weapon) -> Cost:
    """One weapon by itself, a heavy weapon's too; its crew is paid for as men. IA-cost.equipment-20,
    IA-cost.equipment-30, IA-cost.equipment-50, IA-R007."""
    return Cost((_weapon(weapon),))


def man_cost(
    rank: Rank = Rank.PRIVATE,
    weapons: Iterable[Weapon] = (),
    gear: Iterable[Gear] = (),
    charges: Iterable[Charge] = (),
) -> Cost:
    """A man with all that he carries. IA-cost.man, IA-cost.rank, IA-cost.personal-weapon, IA-cost.grenades, IA-R006.

    RuleViolation for a weapon that no man carries: it is bought by itself, or with its vehicle.
    """
    lines = [_line(POINTS.man, "man", "IA-cost.man", CostPart.PERSON)]
    if rank is not Rank.PRIVATE:
        lines.append(_line(POINTS.rank[rank], rank.value, "IA-cost.rank", CostPart.PERSON))
    for weapon in weapons:
        if not weapon.small_arm:
            raise RuleViolation(
                Why.NOT_CARRIED,
                f"No man carries a {weapon.value} by himself.",
                citation="IA-scale.figure",
                remedy="Buy it as a heavy weapon of the group or with its vehicle, and its crew as men.",
            )
        lines.append(_weapon(weapon))
    lines += [_gear(each) for each in gear]
    for charge in charges:
        if charge is Charge.LINE_CHARGE:
            raise RuleViolation(
                Why.NOT_CARRIED,
                f"A {charge.value} is mounted on a vehicle.",
                citation="IA-R010",
                remedy="Buy it with a vehicle.",
            )
        lines.append(_charge(charge))
    return Cost(tuple(lines))


def armed(weapons: Sequence[Weapon], house: House = BOOK) -> tuple[Weapon, ...]:
    """What a man can fight with: his weapons, and a free pistol if he has no firearm of the list. IA-cost.pistol,
    IA-R005. House rule `grenade-only-man`: no pistol beside grenades alone."""
    if Weapon.PISTOL in weapons or any(weapon in FIREARMS for weapon in weapons):
        return tuple(weapons)
    grenades_alone = bool(weapons) and set(weapons) == {Weapon.GRENADE}
    if grenades_alone and house.choice("grenade-only-man") == "no-pistol":
        return tuple(weapons)
    return (*weapons, Weapon.PISTOL)


# ── Vehicles ──────────────────────────────────────────────────────────────────────────────────────────────────────


def afv_cost(
    tons: Decimal | int, weapons: Iterable[Weapon] = (), gear: Iterable[Gear] = (), charges: Iterable[Charge] = ()
) -> Cost:
    """An AFV of so many metric tons with what is mounted on it; its crew is paid for as men. IA-cost.afv,
    IA-cost.vehicle-extras, IA-R007."""
    weight = _tons(tons, "weight", "IA-cost.afv")
    hull = _line(POINTS.afv_ton * weight, f"AFV of {written(weight)} t", "IA-cost.afv")
    return _fitted(hull, weapons, gear, charges)


def soft_vehicle_cost(
    tons: Decimal | int, weapons: Iterable[Weapon] = (), gear: Iterable[Gear] = (), charges: Iterable[Charge] = ()
) -> Cost:
    """A soft vehicle that officially carries so many tons: 5 and 5 a ton. IA-cost.soft-vehicle."""
    load = _tons(tons, "load", "IA-cost.soft-vehicle", nothing=True)
    points = POINTS.soft_vehicle + POINTS.soft_ton * load
    return _fitted(
        _line(points, f"soft vehicle of {written(load)} t load", "IA-cost.soft-vehicle"), weapons, gear, charges
    )


def mount_cost(mount: SmallMount, weapons: Iterable[Weapon] = (), gear: Iterable[Gear] = ()) -> Cost:
    """IA-cost.small-mounts"""
    return _fitted(_line(POINTS.mount[mount], mount.value, "IA-cost.small-mounts"), weapons, gear, ())


def _tons(tons: Decimal | int, what: str, citation: str, *, nothing: bool = False) -> Decimal:
    exact = Decimal(tons)
    if not exact.is_finite() or exact < 0 or (exact == 0 and not nothing):
        raise RuleViolation(
            "bad-tons",
            f"A {what} of {tons} tons is none.",
            citation=citation,
            remedy=f"Give the {what} in metric tons, such as 15 or 2.5.",
        )
    return exact


def _fitted(hull: Line, weapons: Iterable[Weapon], gear: Iterable[Gear], charges: Iterable[Charge]) -> Cost:
    """IA-cost.vehicle-extras"""
    lines = [hull]
    for weapon in weapons:
        if not (weapon.mounted or weapon.crew_served):
            raise RuleViolation(
                "not-mounted",
                f"A {weapon.value} is not mounted on a vehicle.",
                citation="IA-cost.vehicle-extras",
                remedy="Give it to one of the men aboard, or mount a vehicle weapon.",
            )
        lines.append(_weapon(weapon))
    lines += [_gear(each) for each in gear]
    for charge in charges:
        if charge is not Charge.LINE_CHARGE:
            raise RuleViolation(
                "not-mounted",
                f"A {charge.value} is carried by a man.",
                citation="IA-R012",
                remedy="Give it to a named figure.",
            )
        lines.append(_charge(charge))
    return Cost(tuple(lines))


# ── Air landing and defence ───────────────────────────────────────────────────────────────────────────────────────


def air_landed(cost: Cost) -> Cost:
    """Troops that land from the air: 50 per cent on men, ranks, weapons, equipment and vehicles. Aircraft and their
    crews are covered by it. IA-opt.air-landed-cost, IA-R008, IA-R009."""
    more = cost.of(CostPart.PERSON, CostPart.KIT) * POINTS.surcharge_percent / 100
    return cost + Cost((_line(more, "landed from the air", "IA-opt.air-landed-cost", CostPart.SURCHARGE),))


def defending(cost: Cost) -> Cost:
    """Troops of the agreed defender that are on the table at the start: doubled, but not field defences, mines or
    support. Those that land by air later pay the surcharge alone. IA-opt.defender-double, IA-R009."""
    more = cost.of(CostPart.PERSON, CostPart.KIT) * (POINTS.defender_times - 1)
    return cost + Cost((_line(more, "on the defensive", "IA-opt.defender-double", CostPart.DOUBLING),))


def bunker_capacity(loopholes: int) -> int:
    """Three men, or one for each loophole if that is more. IA-opt.bunker-cost."""
    return max(POINTS.bunker_least, loopholes)


def bunker_cost(loopholes: int) -> Cost:
    """Also of a floor prepared for defence. IA-opt.bunker-cost, IA-R138."""
    men = bunker_capacity(loopholes)
    return _defence(POINTS.bunker_place * men, f"bunker for {men}", "IA-opt.bunker-cost")


def trench_cost(fronts: int) -> Cost:
    """A trench as long as so many bases are wide: each is 25 mm of the table, 50 mm with 54 mm figures.
    IA-opt.trench-cost, IA-R003."""
    _some(fronts, "trench", "IA-opt.trench-cost")
    return _defence(POINTS.trench * fronts, f"trench of {fronts} × 25 mm", "IA-opt.trench-cost")


def belt_cost(belt: BeltKind, pieces: int) -> Cost:
    """A belt 5 m wide and `pieces` times 5 m long. IA-opt.mine-belt-cost, IA-opt.pungi-traps."""
    _some(pieces, belt.value, "IA-opt.mine-belt-cost")
    return _defence(POINTS.belt[belt] * pieces, f"{belt.value}, {pieces} × 5 m", "IA-opt.mine-belt-cost")


def emplacement_cost(weapon: Cost) -> Cost:
    """Half the normal price of the weapon, or of the vehicle with its mounted weapons; crews left out.
    IA-opt.emplacement-cost, IA-R014."""
    half = weapon.of(CostPart.KIT) * POINTS.emplacement_percent / 100
    return Cost((_line(half, "emplacement", "IA-opt.emplacement-cost", CostPart.DEFENCE),))


def device_cost(device: DeviceKind) -> Cost:
    """IA-opt.devices-cost"""
    return _defence(POINTS.device[device], device.value, "IA-opt.devices-cost")


def support_cost(periods: int, multiple: int = 1) -> Cost:
    """Off-table fire for so many periods, single, doubled or trebled. IA-opt.off-table-cost."""
    _some(periods, "off-table fire", "IA-opt.off-table-cost")
    if not 1 <= multiple <= POINTS.support_multiples:
        raise RuleViolation(
            "bad-multiple",
            f"Off-table fire cannot be {multiple} times itself.",
            citation="IA-opt.off-table-cost",
            remedy="Leave it single, double or treble it.",
        )
    times = ("", "doubled ", "trebled ")[multiple - 1]
    points = POINTS.support_period * periods * multiple
    return Cost(
        (_line(points, f"{times}off-table fire, {periods} periods", "IA-opt.off-table-cost", CostPart.SUPPORT),)
    )


def _defence(points: int, reason: str, citation: str) -> Cost:
    return Cost((_line(points, reason, citation, CostPart.DEFENCE),))


def _some(count: int, what: str, citation: str) -> None:
    if count < 1:
        raise RuleViolation(
            "none-bought",
            f"{count} isn't a length of {what}.",
            citation=citation,
            remedy="Buy 1 or more, or leave it out.",
        )


def in_own_half(at: Point, edge: str, width: float, depth: float) -> bool:
    """Whether the agreed defender may stand there before the battle: in the half of the table between the line through
    its middle and his base line, the edge "north", "east", "south" or "west". IA-opt.defensive-agreement, IA-R013."""
    x, y = at
    ahead = {"north": (depth - y, depth), "east": (width - x, width), "south": (y, depth), "west": (x, width)}[edge]
    return 0.0 <= ahead[0] <= ahead[1] / 2


def judge_purchase(cost: Cost, *, defender: bool) -> None:
    """RuleViolation where a side that is not the agreed defender buys field defences.
    IA-opt.field-defences, IA-R012."""
    built = next((line for line in cost.lines if line.part is CostPart.DEFENCE), None)
    if built is not None and not defender:
        raise RuleViolation(
            "not-defender",
            f"Only the agreed defender prepares field defences: no {built.reason}.",
            citation="IA-opt.field-defences",
            remedy="Leave it out, or agree with the other side who defends.",
        )


def judge_limit(cost: Cost, limit: Decimal | int | None) -> None:
    """RuleViolation for a force over the agreed points. No limit (None) in a map campaign. IA-cost.limit,
    IA-cost.campaign."""
    if limit is not None and cost.value > limit:
        over = cost.value - Decimal(limit)
        raise RuleViolation(
            "over-points",
            f"The force costs {written(cost.value)} points, {written(over)} more than the {limit} agreed.",
            citation="IA-cost.limit",
            remedy=f"Leave out {written(over)} points or more, or agree on a higher limit.",
        )
