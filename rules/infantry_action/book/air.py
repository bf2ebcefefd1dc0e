"""Air Landed Troops: where paratroops come down, what gliders and helicopters need, and who survives a crash."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.book.showing import Chart
from rules.infantry_action.book.bases import exposed_man_reaches
from rules.infantry_action.book.foot import Labour
from rules.infantry_action.book.kinds import Weapon
from rules.infantry_action.book.switches import BOOK, House
from rules.infantry_action.book.tables import Figures, section
from rules.kernel.chance import Chance
from rules.kernel.violation import RuleViolation
from rules.table.board import Point
from rules.table.measure import step


class Aircraft(StrEnum):
    GLIDER = "glider"
    HELICOPTER = "helicopter"


class AirState(StrEnum):
    FLYING = "flying"
    HOVERING = "hovering"
    LANDED = "landed"


class Hazard(StrEnum):
    """Ground on which a landing is dangerous. IA-air.para-hazard"""

    WOODS = "woods"
    BUILT_UP = "built-up area"
    WATER = "water"


class Air(Figures):
    scatter_step: int
    directions: int
    hazard: int
    heavy_from: int
    run: float
    clear: float
    rope: int
    brought_down: int
    survives: int
    crew: dict[Aircraft, int]


AIR = section("air", Air)
CREW = AIR.crew
"""Armed with pistols, covered by the surcharge of the troops. IA-air.crash-survival, IA-R008"""
DOORS = ("left", "right")
_NEAR = 1e-9


# ── Paratroops ────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class MarkerDrop:
    """Where one marker came down; without dice if the players dropped it themselves. `clock`: 12 is up the table."""

    at: Point
    clock: int | None = None
    dice: tuple[int, ...] = ()

    @property
    def metres(self) -> int:
        return AIR.scatter_step * sum(self.dice)


def drop(
    aim: Point, chance: Chance, name: str = "the marker", house: House = BOOK, real: Point | None = None
) -> MarkerDrop:
    """One man or heavy weapon falls: 1d12 for the direction (12 up the table, 3 to the right), then 2d6 × 10 m from the
    spot where the group is to gather. House rule `para-drop`: `real` is where the players' own marker fell.
    IA-air.para-drop, IA-R047."""
    if house.choice("para-drop") == "declared":
        if real is None:
            raise RuleViolation(
                "drop-needed",
                f"It is not said where {name} fell.",
                citation="IA-air.para-drop",
                remedy="Drop a marker from 60 cm over the spot and give the place where it lies.",
            )
        return MarkerDrop(real)
    clock = chance.roll(AIR.directions, for_=f"direction of {name}")
    dice = chance.dice(2, sides=6, for_=f"drift of {name}")
    return MarkerDrop(step(aim, clock * 360.0 / AIR.directions, AIR.scatter_step * sum(dice)), clock, dice)


def off_table(at: Point, width: float, depth: float) -> bool:
    """Whoever comes down off the table is lost. IA-air.para-off-table."""
    return not (0.0 <= at[0] <= width and 0.0 <= at[1] <= depth)


def hurt_landing(ground: Collection[Hazard], chance: Chance, name: str = "the man") -> bool:
    """One die for a man on dangerous ground, however many kinds of it: a casualty on 1. IA-air.para-hazard, IA-R048."""
    return bool(ground) and chance.roll(6, for_=f"landing of {name}") == AIR.hazard


def weapon_lost(ground: Collection[Hazard]) -> bool:
    """Heavy weapons that land in water. IA-air.para-water-weapons."""
    return Hazard.WATER in ground


@dataclass(frozen=True, slots=True)
class Landed:
    """What paratroops may do, and how they are seen."""

    fires: bool
    grenades: bool
    moves: bool
    erect: bool
    """They count as erect, whatever their posture."""
    one_target: bool
    """Enemies take all of them within sight, range and arc as one target group."""
    citation: str = ""


def after_drop(period: int, *, heavy: bool = False) -> Landed:
    """In the first period, that of the landing, nothing; from the second all but the heavy weapons, which fire from the
    third. IA-air.para-first-period, IA-air.para-target, IA-air.para-second-period, IA-R048."""
    if period <= 1:
        return Landed(False, False, False, True, True, "IA-air.para-first-period")
    if heavy and period < AIR.heavy_from:
        return Landed(False, False, True, False, False, "IA-air.para-second-period")
    return Landed(True, True, True, False, False)


# ── Gliders and helicopters ───────────────────────────────────────────────────────────────────────────────────────


def judge_run(metres: float) -> None:
    """RuleViolation unless a glider has 100 m from the last tree or hedge that it passes over to the end of its run.
    IA-air.glider-run."""
    if metres < AIR.run - _NEAR:
        raise RuleViolation(
            "run-too-short",
            f"The glider has {metres:g} m from the last tree or hedge, and needs {AIR.run:g}.",
            citation="IA-air.glider-run",
            remedy="Choose a longer clear run, or another approach.",
        )


def judge_space(metres: float) -> None:
    """RuleViolation unless a helicopter has 2 m clear beyond its rotor disc. IA-air.helicopter-space, IA-R049."""
    if metres < AIR.clear - _NEAR:
        raise RuleViolation(
            "no-landing-space",
            f"There are {metres:g} m beyond the rotor, and {AIR.clear:g} are needed.",
            citation="IA-air.helicopter-space",
            remedy=f"Land elsewhere, or hover and let {AIR.rope} men a period down by rope.",
        )


def roped(aboard: int) -> int:
    """How many men slide down in a period from a hovering helicopter. IA-air.helicopter-rope."""
    return min(aboard, AIR.rope)


def leaving(flight: AirState) -> tuple[Labour, ...]:
    """What leaving the aircraft costs a man of his move: on the ground as much as leaving a vehicle.
    IA-air.leaving."""
    return (Labour.LEAVE,) if flight is AirState.LANDED else ()


def may_fire_on_aircraft(weapon: Weapon) -> bool:
    """Small arms except grenades, launchers, flame, Claymores and one-man anti-tank weapons; machine guns of any mount.
    IA-air.fire-on-aircraft, IA-R050."""
    return weapon in (
        Weapon.PISTOL, Weapon.SMG, Weapon.RIFLE, Weapon.ASSAULT_RIFLE, Weapon.MAGAZINE_LMG, Weapon.BELT_LMG,
        Weapon.TRIPOD_MG, Weapon.PIVOT_MG, Weapon.TURRET_MG,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Aboard:
    """How the men aboard count as a target: as riders of a soft vehicle that dashes, or stands."""

    erect: bool
    exposed: bool


def as_target(flight: AirState) -> Aboard:
    """Erect always; the other point only while it hovers or stands. IA-air.fire-on-aircraft, IA-R050."""
    return Aboard(True, flight is not AirState.FLYING)


def door_towards(at: Point, heading: float, target: Point) -> str | None:
    """The door ("left", "right") whose pivot gun bears on the target: 45 degrees square to the heading; None for
    neither. IA-air.helicopter-reply, IA-R173."""
    for door, side in zip(DOORS, (-90.0, 90.0), strict=True):
        if exposed_man_reaches(at, (heading + side) % 360.0, target):
            return door
    return None


@dataclass(frozen=True, slots=True)
class AirHitDice:
    dice: tuple[int, ...]

    @property
    def down(self) -> bool:
        return AIR.brought_down in self.dice


def brought_down(hit: int, chance: Chance, name: str = "the aircraft") -> AirHitDice:
    """A die for each man hit by ground fire while aboard: any 1 brings it down, once. IA-air.brought-down, IA-R051."""
    return AirHitDice(chance.dice(hit, sides=6, for_=f"whether {name} is brought down"))


@dataclass(frozen=True, slots=True)
class Passenger:
    """An unhit man aboard with all his weapons."""

    id: str
    crew: bool = False
    weapons: tuple[Weapon, ...] = ()


@dataclass(frozen=True, slots=True)
class Survivor:
    id: str
    die: int
    weapons: tuple[Weapon, ...]


@dataclass(frozen=True, slots=True)
class Crash:
    survivors: tuple[Survivor, ...]
    dead: tuple[tuple[str, int], ...]
    """Each with his die."""


def crash(aboard: Iterable[Passenger], chance: Chance) -> Crash:
    """All who are not yet hit dice, in the order given, and survive on 4, 5 or 6 with their personal weapons: pistols
    for the crew. Heavy weapons are lost. IA-air.crash-survival, IA-R051."""
    survivors: list[Survivor] = []
    dead: list[tuple[str, int]] = []
    for man in aboard:
        die = chance.roll(6, for_=f"survival of {man.id}")
        if die >= AIR.survives:
            kept = (Weapon.PISTOL,) if man.crew else personal(man.weapons)
            survivors.append(Survivor(man.id, die, kept))
        else:
            dead.append((man.id, die))
    return Crash(tuple(survivors), tuple(dead))


def personal(weapons: Sequence[Weapon]) -> tuple[Weapon, ...]:
    """Those of a man's weapons that he saves from a wreck. IA-air.crash-survival."""
    return tuple(weapon for weapon in weapons if weapon.small_arm)


CHARTS: tuple[Chart, ...] = (
    Chart(
        name="air-landing",
        title="Air landed troops",
        section="Air Landed Troops",
        columns=("what", "figure"),
        rows=(
            ("man in woods, built-up area or water: casualty at", AIR.hazard),
            ("period from which dropped heavy weapons fire", AIR.heavy_from),
            ("glider: metres from the last tree or hedge to the end of its run", AIR.run),
            ("helicopter: metres clear beyond the rotor", AIR.clear),
            ("men down a rope in a period", AIR.rope),
            ("die for each man hit aboard: brought down at", AIR.brought_down),
            ("passengers and crew of a crash survive from", AIR.survives),
            *((f"crew of a {aircraft.value}", men) for aircraft, men in AIR.crew.items()),
        ),
        notes=("A marker falls 2D6 x 10 m in the direction of a D12, 12 up the table (IA-R047).",),
        dice="1D6",
        citation="IA-air.para-drop",
    ),
)
