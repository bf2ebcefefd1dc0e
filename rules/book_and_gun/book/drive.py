"""How vehicles, boats, horsemen and cyclists move: what a drive is rolled with, and what it may not do. VIII.2, VIII.5.

`march` rolls the dice and takes off what the ground costs; here stands which dice, and what is refused.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from rules.book_and_gun.book.march import Going
from rules.book_and_gun.book.measures import CARRYING, MOVEMENT
from rules.book_and_gun.book.measures import Carrier as Carrier
from rules.book_and_gun.book.rows import Armour, TargetClass, Troops
from rules.book_and_gun.book.switches import HouseRules, switch
from rules.book_and_gun.book.tables import movement_dice
from rules.book_and_gun.units import Ground
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation

MoverType: TypeAlias = Literal[
    "artillery",
    "bicycles",
    "horse drawn vehicles",
    "light wheeled vehicles",
    "medium wheeled vehicles",
    "heavy wheeled vehicles",
    "light tracked vehicles",
    "heavy tracked vehicles",
    "over snow vehicles",
    "light boats",
    "motor patrol boats",
    "all aircraft",
]

REVERSE_DICE = {kind: MOVEMENT[f"{kind}, backing up"] for kind in ("wheeled", "tracked")}
"""BG-VIII.2.3."""
WATER_DICE, BOARDING_DICE, SCOUT_BOARDING_DICE, TAILGATE_DICE = (
    MOVEMENT[what]
    for what in ("amphibious, on water", "getting in or out", "scouts getting in", "charge on leaving a vehicle")
)
"""On the water (BG-VIII.2.11); on foot while mounting or dismounting, scouts who mount, chargers from a vehicle
(BG-VIII.4.21a, BG-VIII.4.21b, BG-VIII.4.2a)."""
_WHEELED = (Troops.LIGHT_WHEELED, Troops.HEAVY_WHEELED)
_TRACKED = (Troops.LIGHT_TRACKED, Troops.HEAVY_TRACKED)
_BOATS = (Troops.LIGHT_BOATS, Troops.PATROL_BOATS)
_ON_GROUND = frozenset(Troops) - {Troops.AIRCRAFT, *_BOATS}


@dataclass(frozen=True, slots=True)
class Drive:
    """A move of a vehicle, a boat or a rider. `off_road`: it is made for the country. `water`: it moves on water;
    `on_land_before`: it has moved on land in this turn. `boarding`: people get in or out."""

    type: MoverType
    use: Literal["move", "charge"] = "move"
    on_road: bool = False
    ground: Ground = Ground.CLEAR
    surface: Literal["dry", "snow", "mud"] = "dry"
    slope: bool = False
    downhill: bool = False
    riding: bool = True
    off_road: bool = True
    reversing: bool = False
    boarding: bool = False
    water: bool = False
    on_land_before: bool = False
    leaderless: bool = False


def row_of(type_: MoverType, options: HouseRules = ()) -> Troops:
    """Its row of the movement chart. BG-VIII.1.43a, BG-R41."""
    if type_ == "medium wheeled vehicles":
        return Troops.LIGHT_WHEELED if switch(options, "medium-wheeled-row") == "light" else Troops.HEAVY_WHEELED
    return Troops(type_)


def going_of(drive: Drive, options: HouseRules = ()) -> Going | None:
    """What is rolled for the drive; None for aircraft, which move without limit and roll nothing.

    Raises RuleViolation for what it cannot do. BG-VIII.1.43a, BG-VIII.2.3, BG-VIII.2.51, BG-VIII.2.6a, BG-VIII.2.71a,
    BG-VIII.2.10a, BG-VIII.2.10b, BG-VIII.2.11, BG-VIII.2.12b, BG-VIII.2.14a, BG-VIII.2.141, BG-IX.1.2c, BG-IX.1.4b."""
    troops = row_of(drive.type, options)
    if troops is Troops.AIRCRAFT:
        _require(not drive.reversing, "no-reverse", "an aircraft does not back up", "BG-VIII.2.13a", "turn it")
        return None
    if drive.use == "charge":
        _require_charge(drive, troops)
    afloat = drive.water or troops in _BOATS
    if afloat:
        return _afloat(drive, troops)
    rough = drive.ground is not Ground.CLEAR
    if troops is Troops.HORSE_DRAWN:
        _require(
            not rough, "no-ground", "horse drawn vehicles cannot go through rough ground", "BG-IX.1.2c", "go round"
        )
    if troops is Troops.OVER_SNOW:
        _require(
            drive.surface == "snow", "no-snow", "it goes on snow alone", "BG-VIII.2.14a", "choose one that goes without"
        )
    cycling = troops is Troops.BICYCLES
    going = Going(
        troops,
        ("push and fire",) if troops is Troops.ARTILLERY else ("",),
        drive.use,
        on_road=drive.on_road,
        ground=drive.ground,
        surface=drive.surface,
        slope=drive.slope,
        leaderless=drive.leaderless,
        mounted=cycling and drive.riding and not rough,
        no_off_road=troops in _WHEELED and not drive.off_road,
        doubled=cycling and drive.downhill and drive.riding and not rough,
    )
    if drive.reversing:
        return replace(going, own_dice=_reverse(drive, troops))
    if troops is Troops.OVER_SNOW:
        return replace(going, own_dice=int(switch(options, "over-snow-dice")))
    return going


def _require_charge(drive: Drive, troops: Troops) -> None:
    """A dash under charge: no charge, whatever it stands on. BG-R35."""
    row = "push and fire" if troops is Troops.ARTILLERY else ""
    able = movement_dice(troops, row, "to charge") is not None
    _require(able, Why.NO_CHARGE, f"{drive.type} do not charge", "BG-R35", "move instead")


def _reverse(drive: Drive, troops: Troops) -> int:
    kind = "wheeled" if troops in _WHEELED else "tracked" if troops in (*_TRACKED, Troops.OVER_SNOW) else ""
    _require(bool(kind), "no-reverse", f"{drive.type} cannot back up", "BG-VIII.2.3", "turn and drive forward")
    _require(drive.use == "move", Why.NO_CHARGE, "nobody charges in reverse", "BG-VIII.2.3", "move instead")
    return REVERSE_DICE[kind]


def _afloat(drive: Drive, troops: Troops) -> Going:
    boat = troops in _BOATS
    _require(drive.water, "ashore", f"{drive.type} move on water alone", "BG-VIII.2.10a", "launch it")
    _require(
        boat or troops in (*_WHEELED, *_TRACKED), "no-swimmer", f"{drive.type} cannot swim", "BG-VIII.2.11", "go round"
    )
    _require(
        boat or not drive.on_land_before,
        "one-element",
        "an amphibious vehicle moves on land or on water in a turn, not on both",
        "BG-VIII.2.11",
        "swim next turn",
    )
    _require(
        boat or not drive.boarding, "not-on-water", "people get in and out on land alone", "BG-VIII.2.11", "land first"
    )
    _require(not drive.reversing, "no-reverse", f"{drive.type} cannot back up on water", "BG-VIII.2.3", "turn")
    _require(drive.use == "move", Why.NO_CHARGE, "nobody charges on water", "BG-R35", "move instead")
    return Going(
        troops,
        ("",),
        leaderless=drive.leaderless,
        own_dice=None if boat else WATER_DICE,
        halved=boat and drive.boarding,
    )


def _require(holds: bool, code: str, message: str, citation: str, remedy: str) -> None:
    if not holds:
        raise RuleViolation(code, message, citation=citation, remedy=remedy)


# ── Who finds room ───────────────────────────────────────────────────────────────────────────────────────────────

INSIDE: dict[Carrier, int] = {carrier: row.inside for carrier, row in CARRYING.items()}
"""People that each carries, its own crew not counted. BG-VIII.2.6b, BG-VIII.2.71b, BG-VIII.2.8, BG-VIII.2.10b."""
RIDERS: dict[Carrier, int] = {carrier: row.outside for carrier, row in CARRYING.items() if row.outside}
"""Those who ride outside. BG-VIII.2.9a."""


def require_room(carrier: Carrier, inside: int, riders: int, *, towing: int | None = None, wounded: int = 0) -> None:
    """Refuses more people than find room. `towing`: men of the gun's crew that a limber tows; `wounded`: of those on
    a horse. BG-VIII.2.6b, BG-VIII.2.71b, BG-VIII.2.8, BG-VIII.2.9a, BG-VIII.2.10b, BG-VIII.5.2b, BG-R45, BG-R210."""
    room = towing if carrier == "limber" and towing is not None else INSIDE[carrier]
    if carrier == "horse" and wounded:
        room += 1
    if inside > room:
        raise RuleViolation(
            "no-room",
            f"a {_called(carrier)} carries {room}, not {inside}",
            citation="BG-VIII.5.2b" if carrier == "horse" else "BG-VIII.2.71b",
            remedy="leave some behind",
        )
    if riders > RIDERS.get(carrier, 0):
        raise RuleViolation(
            "no-room-outside",
            f"{RIDERS.get(carrier, 0)} ride on a {_called(carrier)}, not {riders}",
            citation="BG-VIII.2.9a",
            remedy="leave some behind",
        )


def _called(carrier: Carrier) -> str:
    return f"{carrier} vehicle" if carrier.endswith(("wheeled", "tracked")) else carrier


# ── What class of target it is ───────────────────────────────────────────────────────────────────────────────────


def in_motion(allowance: float, inches: float) -> bool:
    """Whether a ground vehicle counts as moving: it has used half of its allowance or more. BG-VIII.2.2a, BG-R40."""
    return inches > 0 and 2 * inches >= allowance


def class_of(
    ground: Literal["clear", "rough", "urban"], *, moving: bool, hull_down: bool, partly_covered: bool
) -> TargetClass:
    """BG-X.7.5, BG-X.1.5."""
    broken = ground != "clear"
    if partly_covered or (broken and moving):
        return "IV"
    if broken or hull_down:
        return "III"
    return "II" if moving else "I"


def armour_of_landed(*, attack_helicopter: bool) -> Armour:
    """A helicopter on the ground. BG-R110."""
    return "light" if attack_helicopter else "soft"
