"""Who of a group is hit, and what becomes of soft vehicles, radios and weapons left behind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from pydantic import Field

from rules.book.showing import Chart
from rules.infantry_action.book.effect import Means
from rules.infantry_action.book.fire import gains_on_works
from rules.infantry_action.book.kinds import Cover, Rank
from rules.infantry_action.book.tables import Figures, section
from rules.kernel.chance import Chance
from rules.kernel.violation import RuleViolation


class _Identification(Figures):
    first: int
    rest: int


class _Soft(Figures):
    save_dashing: int = Field(alias="save-dashing")
    save_moving: int = Field(alias="save-moving")
    save_stationary: int = Field(alias="save-stationary")
    fire: int
    radio: int
    takeover: int
    takeover_within: int = Field(alias="takeover-within")


IDENTIFICATION = section("identification", _Identification)
SOFT = section("soft-equipment", _Soft)


@dataclass(frozen=True, slots=True)
class TargetFigure:
    """A figure of the target that can be hit. `metres`: to the nearest firer, aim point or mine (IA-R091)."""

    name: str
    erect: bool = False
    """Erect, grenading, in a soft vehicle, or manning a heavy weapon."""
    moving: bool = False
    firing: bool = False
    """Fires or grenades in this period."""
    cover: Cover = Cover.OPEN
    rank: Rank = Rank.PRIVATE
    metres: float = 0
    first: bool = False
    """In a bunker attacked as in `attacked_works`, or in a building that collapses."""
    radio: bool = False
    """Carries a set that works."""
    vehicle: str = ""
    """The soft vehicle, horse or cycle that he is in or on."""


def attacked_works(cover: Cover, attacks: Iterable[Means], collapses: bool = False) -> bool:
    """Whether a figure is of the first class: in a bunker attacked with one of these through the slit or against it,
    or in a building that collapses in this period. IA-ident.priority, IA-R137, IA-R138, IA-R180"""
    if cover is Cover.BUILDING:
        return collapses
    return cover is Cover.BUNKER and any(gains_on_works(weapon) for weapon in attacks)


_CLASSES = {
    Cover.OPEN: 0, Cover.SOFT: 1, Cover.TRENCH: 2, Cover.BUILDING: 2, Cover.HARD_VEHICLE: 2, Cover.BUNKER: 3,
}  # fmt: skip


def _key(figure: TargetFigure) -> tuple[bool, bool, bool, bool, int, int, float]:
    return (
        not figure.first,
        not figure.erect,
        not figure.moving,
        not figure.firing,
        _CLASSES[figure.cover],
        -figure.rank.level,
        figure.metres,
    )


def in_priority(figures: Iterable[TargetFigure]) -> tuple[TargetFigure, ...]:
    """In the order in which they are diced for; given in roster order, which breaks ties. IA-ident.priority, IA-R091"""
    return tuple(sorted(figures, key=_key))


class VehicleGoing(StrEnum):
    """What a soft vehicle did in the period."""

    DASHING = "dashing"
    MOVING = "moving"
    STATIONARY = "stationary"


@dataclass(frozen=True, slots=True)
class SoftVehicle:
    going: VehicleGoing = VehicleGoing.STATIONARY
    burns: bool = True
    """False for horses and pedal cycles."""


@dataclass(frozen=True, slots=True)
class VehicleDie:
    """The die for a soft vehicle, and the one for fire if it is destroyed and can burn."""

    vehicle: str
    die: int
    needs: int
    fire_die: int | None = None

    @property
    def destroyed(self) -> bool:
        return self.die < self.needs

    @property
    def burns(self) -> bool:
        return self.fire_die is not None and self.fire_die <= SOFT.fire


def save_needs(going: VehicleGoing) -> int:
    """IA-soft.vehicle-save"""
    needs = {
        VehicleGoing.DASHING: SOFT.save_dashing,
        VehicleGoing.MOVING: SOFT.save_moving,
        VehicleGoing.STATIONARY: SOFT.save_stationary,
    }
    return needs[going]


def vehicle_die(name: str, vehicle: SoftVehicle, chance: Chance) -> VehicleDie:
    """Is it saved; if not, does it burn. IA-soft.vehicle-save, IA-soft.vehicle-fire, IA-R093"""
    needs = save_needs(vehicle.going)
    die = chance.roll(6, for_="soft vehicle")
    fire = chance.roll(6, for_="soft vehicle on fire") if die < needs and vehicle.burns else None
    return VehicleDie(name, die, needs, fire)


def empty_vehicle(name: str, hits: int, chance: Chance, burns: bool = True) -> VehicleDie | None:
    """Fire at a soft vehicle that stands empty: a potential hit dices for it as stationary. IA-R093"""
    return vehicle_die(name, SoftVehicle(VehicleGoing.STATIONARY, burns), chance) if hits else None


@dataclass(frozen=True, slots=True)
class FigureDie:
    """A figure diced for, hit at `at_most` or less, and the die for the radio that he carries."""

    name: str
    die: int
    at_most: int
    radio_die: int | None = None

    @property
    def hit(self) -> bool:
        return self.die <= self.at_most

    @property
    def radio_lost(self) -> bool:
        """IA-soft.radio"""
        return self.radio_die is not None and self.radio_die <= SOFT.radio


@dataclass(frozen=True, slots=True)
class Identified:
    """All dice of one identification, in the order thrown. Riders of a destroyed vehicle who are not hit are put beside
    it (IA-R093)."""

    figures: tuple[FigureDie, ...] = ()
    vehicles: tuple[VehicleDie, ...] = ()

    @property
    def casualties(self) -> tuple[str, ...]:
        return tuple(figure.name for figure in self.figures if figure.hit)


def identify(
    figures: Iterable[TargetFigure], hits: int, chance: Chance, vehicles: Mapping[str, SoftVehicle] | None = None
) -> Identified:
    """Dice for one figure after the other until the hits are placed or each was diced for once. `figures` in roster
    order; `vehicles`: the soft vehicles that they ride, by name (one not named here takes no die, IA-R050).

    IA-ident.first, IA-ident.rest, IA-ident.stop, IA-soft.radio, IA-soft.vehicle-save, IA-R025, IA-R092, IA-R183
    """
    known = vehicles or {}
    diced: list[FigureDie] = []
    concerned: dict[str, None] = {}
    left = hits
    for figure in in_priority(figures):
        if not left:
            break
        at_most = IDENTIFICATION.rest if diced else IDENTIFICATION.first
        die = chance.roll(6, for_="casualty")
        radio = chance.roll(6, for_="radio set") if figure.radio else None
        diced.append(FigureDie(figure.name, die, at_most, radio))
        left -= diced[-1].hit
        if figure.vehicle in known:
            concerned[figure.vehicle] = None
    saved = tuple(vehicle_die(name, known[name], chance) for name in concerned)
    return Identified(tuple(diced), saved)


def takeover_bar(
    metres: float, heavy: bool, same_speciality: bool = False, spoiled: bool = False
) -> RuleViolation | None:
    """Why a man cannot take over a weapon or radio whose man was hit. `metres`: from it at the end of his move;
    `spoiled`: a die has found it unserviceable. IA-soft.takeover, IA-soft.takeover-heavy, IA-R094"""
    if metres > SOFT.takeover_within:
        return RuleViolation(
            "too-far",
            "He has not reached it.",
            citation="IA-R094",
            remedy=f"Move him to within {SOFT.takeover_within} m of it.",
        )
    if spoiled:
        return RuleViolation(
            "unserviceable",
            "It has been found unserviceable for this battle.",
            citation="IA-R094",
            remedy="Take over another weapon.",
        )
    if heavy and not same_speciality:
        return RuleViolation(
            "speciality",
            "A heavy weapon is taken over only by a soldier of the same speciality.",
            citation="IA-soft.takeover-heavy",
            remedy="Send a man of that speciality.",
        )
    return None


def takeover_diced(heavy: bool, crew_left: int) -> bool:
    """A heavy weapon with an unhit crewman left is carried on with and dices for nothing. IA-R094"""
    return not (heavy and crew_left)


@dataclass(frozen=True, slots=True)
class Takeover:
    """`usable_from`: the period in which it can first be fired or spoken over."""

    die: int
    serviceable: bool
    usable_from: int | None


def take_over(period: int, chance: Chance) -> Takeover:
    """The die of whoever reached it in that period. IA-soft.takeover, IA-soft.takeover-delay, IA-R094"""
    die = chance.roll(6, for_="weapon or radio taken over")
    good = die >= SOFT.takeover
    return Takeover(die, good, period + 1 if good else None)


_PRIORITY: Sequence[str] = (
    "in collapsing buildings; in bunkers attacked through the slit with grenades or flame, or with anti-tank weapons, "
    "AFV guns of 75 mm or more or satchel charges",
    "erect or grenading, in soft vehicles or manning heavy weapons, before prone",
    "moving before stationary",
    "firing before not firing",
    "in the open before in soft cover",
    "in soft cover before in trenches, buildings or hard vehicles",
    "in trenches, buildings or hard vehicles before in bunkers",
    "high rank before low",
    "near before far",
)

CHARTS: tuple[Chart, ...] = (
    Chart(
        "identification-priority",
        "Identifying casualties: who is diced for first",
        "Identifying Potential Casualties",
        ("order", "figures"),
        tuple(enumerate(_PRIORITY, start=1)),
        dice=f"D6: {IDENTIFICATION.first} or less hits the first, {IDENTIFICATION.rest} any other",
        notes=("Sorted by the first line, then the second and so on; ties by roster order (IA-R091).",),
        citation="IA-ident.priority",
    ),
    Chart(
        "soft-equipment",
        "Loss of soft equipment",
        "Loss of Soft Equipment",
        ("what", "least die", "most die"),
        (
            ("soft vehicle saved, dashing", SOFT.save_dashing, 6),
            ("soft vehicle saved, moving", SOFT.save_moving, 6),
            ("soft vehicle saved, stationary", SOFT.save_stationary, 6),
            ("destroyed soft vehicle catches fire", 1, SOFT.fire),
            ("radio out of action", 1, SOFT.radio),
            ("weapon or radio taken over is serviceable", SOFT.takeover, 6),
        ),
        dice="D6",
        notes=("Horses and pedal cycles never burn.",),
        citation="IA-soft.vehicle-save",
    ),
)
