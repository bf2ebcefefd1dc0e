"""Aircraft: how they are fired at, what a hit does, helicopters that land. VIII.2.12, X.9 to X.11.

Nothing here knows a battle. Order of chance (BG-R11): all dice of a weapon, then the card or cards of each hit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.book_and_gun.book.arms import ON_VEHICLE, Arm, arm
from rules.book_and_gun.book.casualty import CasualtyDeck, CasualtyDrawn
from rules.book_and_gun.book.measures import VEHICLE_MODIFIERS
from rules.book_and_gun.book.rows import AircraftKind, AircraftRow, Band, NationalGroup, TargetClass, Weapon
from rules.book_and_gun.book.switches import HouseRules, switch
from rules.book_and_gun.book.tables import DICE_AIRCRAFT, DICE_VEHICLES, DIRECT_FIRE_AIRCRAFT
from rules.book_and_gun.book.to_hit import hits
from rules.book_and_gun.book.vehicle_fire import VehicleShot, aiming, nation, vehicle_card
from rules.book_and_gun.book.vehicle_fire import longest_range as vehicle_reach
from rules.book_and_gun.book.vehicle_fire import to_hit as vehicle_number
from rules.kernel.chance import Chance
from rules.kernel.facts import Item, Itemised
from rules.kernel.violation import RuleViolation

AircraftState: TypeAlias = Literal["landed", "hovering", "moving"]
AircraftFate: TypeAlias = Literal["unharmed", "damaged", "destroyed"]

MODIFIED_RPG = "modified rpg"
"""An RPG whose back blast is turned, which fires into the air. BG-XIII.6.1."""
_MACHINEGUNS = (Weapon.MEDIUM_MACHINEGUN, Weapon.HEAVY_MACHINEGUN)
_CLASSES: dict[AircraftState, TargetClass] = {"landed": "I", "hovering": "II", "moving": "III"}
_ORDER: tuple[Band, ...] = ("short", "medium", "long")


def row_name(weapon: Arm, bears: str = "") -> str | None:
    """The weapon's row of the chart of fire at aircraft; None for what cannot be fired at them. `bears`: how the weapon
    of a vehicle does ("turret", "mount", "hull"), empty for one on foot or on the ground.

    Machineguns stand on a tripod or a mount that bears all round; autocannon of a turret serve both purposes.
    BG-VIII.2.12a, BG-X.10.9, BG-X.10.10, BG-X.10.11, BG-X.10.12, BG-X.10.13, BG-X.10.14, BG-R265."""
    own = weapon.key.removesuffix(ON_VEHICLE)
    if own == MODIFIED_RPG or (own in DICE_AIRCRAFT and weapon.row not in _MACHINEGUNS):
        return own
    if weapon.row in _MACHINEGUNS:
        return (
            weapon.row.value if weapon.row and (bears == "mount" or (not bears and weapon.mount == "tripod")) else None
        )
    return "aa autocannon" if weapon.row is Weapon.AUTOCANNON and bears in ("turret", "mount") else None


def longest_range(name: str, options: HouseRules = ()) -> float:
    """How far the weapon of that row reaches into the air, in inches. BG-X.9.chart, BG-R75, BG-R76, BG-R111."""
    if name == MODIFIED_RPG:
        return vehicle_reach("maw", options)
    limits = [row.range for row in DIRECT_FIRE_AIRCRAFT if row.weapon == name]
    return max(limits) * (2.0 if switch(options, "ranges") == "doubled" else 1.0)


def class_of(kind: AircraftKind, state: AircraftState) -> TargetClass:
    """Landed I, hovering II, a moving helicopter III, a fixed wing IV, which always moves. Raises RuleViolation for a
    fixed wing that hovers or stands. BG-X.10.5, BG-VIII.2.2b, BG-VIII.2.13b."""
    if kind != "helo":
        if state != "moving":
            raise RuleViolation(
                "always-moving",
                f"a {kind} can neither hover nor land: it is always in motion",
                citation="BG-VIII.2.2b",
                remedy="give state moving",
            )
        return "IV"
    return _CLASSES[state]


INTO_THE_AIR = frozenset({"light sam", "medium sam"})
"""Missiles that have no row against anything on the ground. BG-X.6.chart, BG-X.10.11, BG-X.10.12."""


def reaches(name: str, kind: AircraftKind) -> bool:
    """Whether the weapon has a number against that kind of aircraft in any band. BG-X.9.chart."""
    return any(_cell(row, kind) is not None for row in DIRECT_FIRE_AIRCRAFT if row.weapon == name)


def hurts_on_the_ground(name: str, options: HouseRules = ()) -> bool:
    """Whether a weapon can hurt a helicopter that has landed, which is a ground vehicle then: shells and grenades do,
    missiles of the air and what has no row against vehicles do not. BG-X.11.1b, BG-X.6.chart, BG-R110."""
    if name in INTO_THE_AIR:
        return False
    try:
        weapon = arm("maw" if name == MODIFIED_RPG else name, options)
    except RuleViolation:
        return True
    return not weapon.sniper if weapon.row is None else weapon.row.value in DICE_VEHICLES


def _cell(row: AircraftRow, kind: AircraftKind) -> int | None:
    return {"helo": row.helo, "prop": row.prop, "slow jet": row.slow_jet, "fast jet": row.fast_jet}[kind]


def require_target(name: str, kind: AircraftKind, state: AircraftState, *, rotor_armour: bool = False) -> None:
    """Refuses what cannot fire at such an aircraft. BG-VIII.2.12a, BG-X.11.1b, BG-XIII.6.1, BG-R110, BG-R111."""
    if state == "landed":
        as_what = "light" if rotor_armour else "soft"
        raise RuleViolation(
            "on-the-ground",
            f"a landed helicopter is a {as_what} vehicle that stands",
            citation="BG-X.11.1b",
            remedy=f"resolve fire-vehicle with armour {as_what}",
        )
    if name == MODIFIED_RPG:
        if kind != "helo" or state != "hovering":
            raise RuleViolation(
                "must-hover",
                "a modified RPG is fired at hovering helicopters alone",
                citation="BG-XIII.6.1",
                remedy="wait until one hovers",
            )
    elif name not in DICE_AIRCRAFT:
        raise RuleViolation(
            "no-aircraft-row",
            f"{name} cannot be fired at aircraft in flight",
            citation="BG-VIII.2.12a",
            remedy=f"choose one of: {', '.join((*DICE_AIRCRAFT, MODIFIED_RPG))}",
        )


@dataclass(frozen=True, slots=True)
class AircraftShot:
    """What the number of a shot at an aircraft in flight depends on. `range` in inches."""

    name: str
    range: float
    kind: AircraftKind
    armoured: bool = False
    group: NationalGroup | None = None
    elite: bool = False
    good_command: bool = False
    infrared: bool = False
    laser_aiming: bool = False


def to_hit(shot: AircraftShot, options: HouseRules = ()) -> Itemised | None:
    """The effective number; None where the chart has N/A. Raises RuleViolation out of range.

    BG-X.9.1, BG-X.9.chart, BG-X.11.1a, BG-R69, BG-R71, BG-R72, BG-R75, BG-R76, BG-R108, BG-R111."""
    if shot.name == MODIFIED_RPG:
        number = vehicle_number(VehicleShot("maw", shot.range, "medium", shot.group, shot.elite), options)
        return number if number is None else Itemised((*number.items, *_circumstances(shot)))
    row = _row(shot, options)
    printed = _cell(row, shot.kind)
    if printed is None:
        return None
    first = Item(printed, f"{shot.name}, {row.band}, {shot.kind}", "BG-X.9.chart")
    return Itemised((first, *nation(shot.group, elite=shot.elite, options=options), *_circumstances(shot)))


def _circumstances(shot: AircraftShot) -> list[Item]:
    armour = Item(VEHICLE_MODIFIERS["armoured attack helicopter"], "armoured attack helicopter", "BG-X.11.1a")
    found = [armour] if shot.armoured and shot.kind == "helo" else []
    return found + aiming(shot.infrared and not shot.laser_aiming, good_command=shot.good_command)


def _row(shot: AircraftShot, options: HouseRules) -> AircraftRow:
    rows = sorted(
        (row for row in DIRECT_FIRE_AIRCRAFT if row.weapon == shot.name), key=lambda row: _ORDER.index(row.band)
    )
    limits = [row.range for row in rows]
    if shot.name == "heavy machinegun" and switch(options, "hmg-bands") == "printed":
        limits = [18.0, 14.0]
    scale = 2.0 if switch(options, "ranges") == "doubled" else 1.0
    for row, limit in zip(rows, limits, strict=True):
        if shot.range <= limit * scale:
            return row
    raise RuleViolation(
        "out-of-range",
        f"the aircraft is {shot.range:g} in away; {shot.name} reaches {max(limits) * scale:g} in",
        citation="BG-R75",
        remedy="choose another weapon",
    )


def dice_of(name: str) -> int:
    """BG-X.9.2, BG-R111."""
    return DICE_VEHICLES["maw"] if name == MODIFIED_RPG else DICE_AIRCRAFT[name]


@dataclass(frozen=True, slots=True)
class AircraftVolley:
    """One weapon's fire at one aircraft: each hit that drew a card, with what it did."""

    dice: tuple[int, ...]
    hits: int
    each: tuple[tuple[int, CasualtyDrawn, AircraftFate], ...]
    fate: AircraftFate


def fire(
    number: Itemised | None,
    dice: int,
    target_class: TargetClass,
    deck: CasualtyDeck,
    chance: Chance,
    options: HouseRules = (),
    *,
    doubled: bool = False,
) -> AircraftVolley:
    """All dice, then hit by hit the cards of the class by suits: killed is destroyed, with all aboard, wounded is
    damaged. Nothing comes through in flight. `doubled`: a joker makes two hits of each (BG-R16). BG-X.9.1, BG-R91,
    BG-R109, BG-R121."""
    rolled = chance.dice(dice, sides=20, for_="fire at the aircraft")
    struck = [die for die in rolled if hits(die, number, options) for _ in range(2 if doubled else 1)]
    each: list[tuple[int, CasualtyDrawn, AircraftFate]] = []
    fate: AircraftFate = "unharmed"
    for die in struck:
        drawn, done = vehicle_card(target_class, deck, chance, options)
        now: AircraftFate = "damaged" if done == "immobilized" else done
        each.append((die, drawn, now))
        if now == "destroyed" or (now == "damaged" and fate == "unharmed"):
            fate = now
        if fate == "destroyed":
            break
    return AircraftVolley(rolled, len(struck), tuple(each), fate)


def require_landing(*, hovers: bool, at_start: bool, loads: bool, unloads: bool) -> None:
    """Refuses a landing that the book does not allow. BG-VIII.2.131."""
    if not hovers or not at_start:
        raise RuleViolation(
            "cannot-land",
            "a helicopter lands at the beginning of its movement phase, from hovering over the place",
            citation="BG-VIII.2.131",
            remedy="hover there at the end of this move, and land next turn",
        )
    if loads and unloads:
        raise RuleViolation(
            "one-of-both",
            "in one movement phase people get in or get out, not both",
            citation="BG-VIII.2.131",
            remedy="choose one of them",
        )
