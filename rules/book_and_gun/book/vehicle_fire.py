"""Direct fire at vehicles: the TO HIT number, the cards, what comes through, who suffers inside and on top. X.6 to X.8.

Nothing here knows a battle. Order of chance (BG-R11): all dice of a weapon; then for each hit, in the order of its
dice, the vehicle's card or cards, and where it comes through at once the dice of those inside and their cards.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.book_and_gun.book.arms import Arm, spelled
from rules.book_and_gun.book.casualty import CasualtyDeck, CasualtyDrawn, Man, casualty
from rules.book_and_gun.book.measures import FIRE, VEHICLE_MODIFIERS
from rules.book_and_gun.book.occupants import Occupants, Suffered, by_blast, by_bullet
from rules.book_and_gun.book.rows import Armour, Band, NationalGroup, TargetClass, VehicleRow, Weapon
from rules.book_and_gun.book.switches import HouseRules, switch
from rules.book_and_gun.book.tables import DICE_PERSONNEL, DICE_VEHICLES, DIRECT_FIRE_VEHICLES, national_modifier
from rules.book_and_gun.book.to_hit import hits
from rules.kernel.chance import Chance
from rules.kernel.facts import Item, Itemised
from rules.kernel.violation import RuleViolation

ArmourExtra: TypeAlias = Literal["spaced armour", "reactive armour", "composite armour"]
FirersAid: TypeAlias = Literal["citv", "thermal sights", "stabilized gun"]
VehicleFate: TypeAlias = Literal["unharmed", "immobilized", "destroyed"]

WITHIN = FIRE["coming through: die within"]
"""A hit comes through when its die is at least the number less this. BG-X.8.2, BG-R92."""
_ORDER: tuple[Band, ...] = ("short", "medium", "long")
_MACHINEGUNS = ("medium machinegun", "heavy machinegun")


def row_name(weapon: Arm) -> str:
    """The weapon's row of the chart. Raises RuleViolation for what cannot hurt a vehicle. BG-X.6.chart."""
    name = "agl" if weapon.key in ("agl", "automatic grenade launcher") else weapon.row.value if weapon.row else ""
    if name not in {row.weapon for row in DIRECT_FIRE_VEHICLES}:
        raise RuleViolation(
            "no-vehicle-row",
            f"{spelled(weapon.key)} cannot hurt a vehicle",
            citation="BG-X.6.chart",
            remedy="choose a weapon of the chart, or fire at the people",
        )
    return name


def dice_of(name: str, mount: str = "", options: HouseRules = ()) -> int:
    """D20 of a row; a machinegun has one, or by house rule those it has at people.

    BG-X.6.1a, BG-X.6.1b, BG-X.6.1c, BG-X.6.1d, BG-X.6.1e, BG-X.6.1f, BG-R78."""
    if name in _MACHINEGUNS and switch(options, "vehicle-mg-dice") == "personnel-count":
        return (
            DICE_PERSONNEL[Weapon(name)].tripod or 0
            if mount in ("tripod", "vehicle")
            else DICE_PERSONNEL[Weapon(name)].dice
        )
    return DICE_VEHICLES[name]


# ── The number ───────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class VehicleShot:
    """What the number of a shot at a vehicle depends on. `range` in inches. `group` None: no national modifier."""

    name: str
    range: float
    armour: Armour
    group: NationalGroup | None = None
    elite: bool = False
    extras: tuple[ArmourExtra, ...] = ()
    aids: tuple[FirersAid, ...] = ()
    infrared: bool = False
    laser_aiming: bool = False
    good_command: bool = False


def band_of(name: str, range_: float, options: HouseRules = ()) -> VehicleRow:
    """The chart row of a range: the first band whose limit is at least the range; thirds of the reach for guided
    missiles. Raises RuleViolation below a missile's least range and beyond the last limit.

    BG-X.6.chart, BG-X.8.3, BG-X.8.31, BG-R75, BG-R76, BG-R77."""
    rows = sorted((row for row in DIRECT_FIRE_VEHICLES if row.weapon == name), key=lambda row: _ORDER.index(row.band))
    scale = 2.0 if switch(options, "ranges") == "doubled" else 1.0
    if range_ < rows[0].least * scale:
        raise RuleViolation(
            "too-near",
            f"the target is {range_:g} in away; {spelled(name)} needs {rows[0].least * scale:g} in at least",
            citation="BG-X.8.31",
            remedy="choose a target farther away, or another weapon",
        )
    for row, limit in zip(rows, _limits(name, rows, options), strict=True):
        if range_ <= limit * scale + 1e-9:
            return row
    raise RuleViolation(
        "out-of-range",
        f"the target is {range_:g} in away; {spelled(name)} reaches {_limits(name, rows, options)[-1] * scale:g} in",
        citation="BG-R75",
        remedy="move nearer, choose another target or another weapon",
    )


def longest_range(name: str, options: HouseRules = ()) -> float:
    """The far limit of the row's last band, in inches. BG-R75."""
    rows = sorted((row for row in DIRECT_FIRE_VEHICLES if row.weapon == name), key=lambda row: _ORDER.index(row.band))
    return _limits(name, rows, options)[-1] * (2.0 if switch(options, "ranges") == "doubled" else 1.0)


def _limits(name: str, rows: Sequence[VehicleRow], options: HouseRules) -> list[float]:
    limits = [row.range or 0.0 for row in rows]
    if name.endswith("atgm"):
        thirds = switch(options, "atgm-bands") == "thirds"
        printed = [50.0 if name == "latgm" else limits[0], *limits[1:]]
        return [limits[-1] * part / 3 for part in (1, 2, 3)] if thirds else printed
    if name == "heavy machinegun" and switch(options, "hmg-bands") == "printed":
        return [18.0, 14.0, 20.0]
    return limits


def cell(row: VehicleRow, armour: Armour) -> int | None:
    return {"soft": row.soft, "light": row.light, "medium": row.medium, "heavy": row.heavy}[armour]


def to_hit(shot: VehicleShot, options: HouseRules = ()) -> Itemised | None:
    """The effective number; None where the chart has N/A. Raises RuleViolation out of range.

    BG-X.6.chart, BG-X.8.1a, BG-X.8.1b, BG-XIII.2.1, BG-XIII.2.2, BG-R69, BG-R71, BG-R72."""
    row = band_of(shot.name, shot.range, options)
    printed = cell(row, shot.armour)
    if printed is None:
        return None
    found = [Item(printed, f"{spelled(shot.name)}, {row.band}, {shot.armour}", "BG-X.6.chart")]
    found += nation(shot.group, elite=shot.elite, options=options)
    found += [Item(VEHICLE_MODIFIERS[extra], extra, "BG-X.8.1a") for extra in dict.fromkeys(shot.extras)]
    found += [
        Item(VEHICLE_MODIFIERS[aid], aid.upper() if aid == "citv" else aid, "BG-X.8.1b")
        for aid in dict.fromkeys(shot.aids)
    ]
    return Itemised((*found, *aiming(shot.infrared and not shot.laser_aiming, good_command=shot.good_command)))


def aiming(goggled: bool, *, good_command: bool) -> list[Item]:
    """What goggles that no laser offsets, and a joker 6, change. BG-X.5.2a, BG-X.1.13.6, BG-R30, BG-R71."""
    found = [Item(VEHICLE_MODIFIERS["infrared goggles"], "infrared goggles", "BG-X.5.2a")] if goggled else []
    command = Item(VEHICLE_MODIFIERS["good fire command"], "good fire command", "BG-X.1.13.6")
    return [*found, command] if good_command else found


def nation(group: NationalGroup | None, *, elite: bool, options: HouseRules = ()) -> list[Item]:
    """What the firer's nation adds to the number. BG-XIII.2.1, BG-XIII.2.2, BG-R69."""
    how = switch(options, "national-efficiency")
    if group is None or how == "off":
        return []
    sign = 1 if how == "to-hit-literal" else -1
    plain = national_modifier(group, elite=False)
    found = [Item(sign * plain, spelled(group), "BG-XIII.2.1")] if plain else []
    return found + (
        [Item(sign * (national_modifier(group, elite=True) - plain), "elite", "BG-XIII.2.2")] if elite else []
    )


# ── The cards ────────────────────────────────────────────────────────────────────────────────────────────────────


def vehicle_card(
    target_class: TargetClass, deck: CasualtyDeck, chance: Chance, options: HouseRules = ()
) -> tuple[CasualtyDrawn, VehicleFate]:
    """A hit's card, or two of them, by the suits of its class: killed is destroyed, wounded immobilized, a joker
    nothing. BG-X.1.5.a2, BG-X.1.5.b2, BG-X.1.5.c2, BG-X.1.5.d3, BG-R04, BG-R91."""
    drawn = casualty((Man("vehicle"),), target_class, deck, chance, named=True, options=options)
    fate: VehicleFate = "destroyed" if drawn.result == "killed" else "immobilized" if drawn.figure else "unharmed"
    return drawn, fate


def worse(one: VehicleFate, other: VehicleFate) -> VehicleFate:
    """Both together; what stands already cannot be stopped once more. BG-R91."""
    order: tuple[VehicleFate, ...] = ("unharmed", "immobilized", "destroyed")
    return order[max(order.index(one), order.index(other))]


@dataclass(frozen=True, slots=True)
class VehicleHit:
    """One hit: its die, the cards, what they did, and whom it hurt inside. `penetrated`: it came through without
    destroying the vehicle."""

    die: int
    drawn: CasualtyDrawn
    fate: VehicleFate
    penetrated: bool
    inside: Suffered


@dataclass(frozen=True, slots=True)
class VehicleVolley:
    """One weapon's fire at one vehicle. `riders`: those on top, who are hurt with it; `jumped`: the rest of them are
    off it."""

    dice: tuple[int, ...]
    hits: int
    each: tuple[VehicleHit, ...]
    fate: VehicleFate
    riders: Suffered
    jumped: bool


def fire(
    weapon: Arm,
    number: Itemised | None,
    dice: int,
    target_class: TargetClass,
    aboard: Occupants,
    deck: CasualtyDeck,
    chance: Chance,
    options: HouseRules = (),
    *,
    hurt_before: Set[str] = frozenset(),
    doubled: bool = False,
) -> VehicleVolley:
    """All dice of the weapon, then hit by hit the vehicle and those inside, then once those who ride on it.

    `hurt_before`: those aboard who are wounded already; `doubled`: a joker makes two hits of each (BG-R16). Cards
    stop when the vehicle is destroyed. BG-X.6.1, BG-X.8.2, BG-X.8.21, BG-X.8.22, BG-VIII.2.9b, BG-VIII.2.9c,
    BG-R11, BG-R91, BG-R92, BG-R93, BG-R116, BG-R121, BG-R209."""
    rolled = chance.dice(dice, sides=20, for_="fire at the vehicle")
    struck = [die for die in rolled if hits(die, number, options)]
    bullets = weapon.row is not None and row_name(weapon) in _MACHINEGUNS
    worst: VehicleFate = "unharmed"
    each: list[VehicleHit] = []
    inside, wounded = aboard.inside, frozenset(hurt_before)
    for die in (each for each in struck for _ in range(2 if doubled else 1)):
        drawn, fate = vehicle_card(target_class, deck, chance, options)
        through = fate != "destroyed" and number is not None and die >= number.value - WITHIN
        hurt = Suffered()
        if inside and (through or fate == "destroyed"):
            hurt = (
                by_bullet(aboard.exposed(inside), deck, chance, options, wounded=wounded)
                if bullets
                else by_blast(inside, deck, chance, options, wounded=wounded)
            )
            inside, wounded = hurt.left_of(inside), wounded | hurt.wounded
        each.append(VehicleHit(die, drawn, fate, through, hurt))
        worst = worse(worst, fate)
        if fate == "destroyed":
            break
    riders = Suffered()
    if struck and aboard.riders:
        riders = (
            by_bullet(aboard.riders, deck, chance, options, wounded=hurt_before)
            if bullets
            else by_blast(aboard.riders, deck, chance, options, wounded=hurt_before)
        )
    return VehicleVolley(rolled, len(struck) * (2 if doubled else 1), tuple(each), worst, riders, bool(riders.hurt))
