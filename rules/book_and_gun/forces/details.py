"""What scenario files say beyond the common parts under this rule set: wind, kit, stores, missions, seats, wires,
devices that lie there; and figures written out one by one. Compiled to `scenario.ScenarioPlan`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from rules.book_and_gun.book.arms import arm
from rules.book_and_gun.book.explosives import LaidKind
from rules.book_and_gun.book.garage import GARAGE
from rules.book_and_gun.book.horses import HORSE
from rules.book_and_gun.book.organisations import dump_figure, refitted
from rules.book_and_gun.devices import Device
from rules.book_and_gun.forces.scenario import Degrees, LaidPlan, ScenarioPlan
from rules.book_and_gun.outfits import Outfit
from rules.book_and_gun.play.blasts.blasting import breach_at
from rules.book_and_gun.state import State
from rules.book_and_gun.support import OffBoard
from rules.book_and_gun.units import FigureTraits
from rules.kernel.violation import RuleViolation
from rules.seam.forces import FigurePlan, UnitPlan
from rules.seam.scenario_part import (
    FigureSheet,
    Mention,
    Misfit,
    ScenarioCast,
    ScenarioPart,
    SheetFault,
    WrittenForce,
)
from rules.table.board import Board, Point
from rules.table.board_file import spot_of
from rules.table.measure import between

Spot = tuple[float, float] | str
Rounds = Annotated[int, Field(ge=0, le=99)]
_APART = 0.25
"""Inches between two devices of a side at least. BG-X.12.71b"""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


# ── Figures and their kit ────────────────────────────────────────────────────────────────────────────────────────


def _carried(weapon: str) -> str:
    """A weapon that the charts know. Raises ValueError."""
    try:
        arm(weapon)
    except RuleViolation as refused:
        raise ValueError(f"nobody carries a “{weapon}”: {refused.message}") from None
    return weapon


Carried = Annotated[str, AfterValidator(_carried)]


class KitPart(_Part):
    """What somebody has in this battle, beside or instead of what the roster says; what is left out stays. BG-R287"""

    weapons: list[Carried] | None = Field(default=None, max_length=6, description="the usual one first; []: unarmed")
    body_armour: Literal["none", "modern", "flak"] | None = None
    night_vision: Literal["none", "infrared", "thermal"] | None = None
    laser_aiming: bool | None = None
    drug_user: bool | None = None
    radio: Literal["none", "personal", "squad", "platoon", "walkie-talkie"] | None = None
    engineer: bool | None = None
    detector: bool | None = None
    bicycle: bool | None = None
    radar: bool | None = None
    bomber: bool | None = Field(default=None, description="carries a bomb, or drives one")
    laser_designator: bool | None = None
    gps: bool | None = None
    hides: str | None = Field(default=None, max_length=60, description="what a search may find with them")

    @property
    def given(self) -> str:
        """JSON of the traits that it names."""
        return self.model_dump_json(exclude_none=True, include=set(KitPart.model_fields))


class FighterSheet(FigureSheet, KitPart):
    """A figure written out. `role`: observers direct mortars and missions, medics and RTOs are key figures."""

    rank: str = Field(default="", max_length=40)
    role: str = Field(default="rifleman", max_length=60)
    leader: bool = Field(default=False, description="the leader of the unit; the first where nobody is named")
    precedence: int = Field(default=0, ge=0, le=20, description="rank for the choice of a commander-in-chief")
    key: bool = Field(default=False, description="a key figure")
    crew: bool = Field(default=False, description="serves a gun or mortar")
    team: int = Field(default=0, ge=0, le=20)

    def traits(self, *, leader: bool) -> FigureTraits:
        own = FigureTraits(
            leader=leader,
            precedence=self.precedence or int(leader),
            key=self.key,
            crew=self.crew,
            team=self.team,
        )
        return refitted(own, self.given, self.name)


def written_out(plan: UnitPlan, sheets: Sequence[FighterSheet]) -> UnitPlan:
    """A force of a scenario, figure by figure. Vehicles and horses of the organisation stay where each of their crew is
    still there. Raises SheetFault. BG-R22, BG-R24"""
    named = [number for number, sheet in enumerate(sheets, start=1) if sheet.leader]
    if len(named) > 1:
        raise SheetFault(named[1], "a unit has one leader (BG-R24)")
    leads = named[0] if named else 1
    count = len(sheets)
    figures = tuple(
        FigurePlan(number, sheet.rank, sheet.role, dump_figure(sheet.traits(leader=number == leads)))
        for number, sheet in enumerate(sheets, start=1)
    )
    kept = tuple(each for each in plan.elements if all(number <= count for _, number in each.crew))
    shifted = tuple(replace(each, number=count + at) for at, each in enumerate(kept, start=1))
    return replace(plan, figures=figures, elements=shifted)


# ── Details ──────────────────────────────────────────────────────────────────────────────────────────────────────


class StoresPart(_Part):
    """Rounds and devices of a unit; what is left out stays as its organisation has it. BG-R21, BG-R220, BG-R235"""

    laws: Rounds | None = None
    hand_grenades: Rounds | None = None
    rifle_grenades: Rounds | None = None
    smoke_grenades: Rounds | None = None
    flash_bangs: Rounds | None = None
    claymores: Rounds | None = None
    c4: Rounds | None = None
    ieds: Rounds | None = None
    booby_traps: Rounds | None = None
    land_mines: Rounds | None = None
    vehicle_mines: Rounds | None = None
    stakes: Rounds | None = None
    shaped_charges: Rounds | None = None
    trip_flares: Rounds | None = None
    sensors: Rounds | None = None


class DevicePart(_Part):
    """A mine, charge, trap or sensor that lies there when the battle begins, ready. BG-R288"""

    kind: LaidKind
    side: str
    at: Spot
    facing: Degrees = 0.0
    layer: str | None = Field(default=None, description="who laid it: layers.2; kills are theirs")
    known: list[str] = Field(default_factory=list[str], description="sides beside its own that know where it lies")


class Details(_Part):
    """The `details` of a scenario of The Book and the Gun."""

    wind: Degrees | None = Field(default=None, description="degrees that it blows to; left out: the board's, or a die")
    kit: dict[str, KitPart] = Field(default_factory=dict[str, KitPart], description="by figure (alpha.3) or force")
    munitions: dict[str, StoresPart] = Field(default_factory=dict[str, StoresPart], description="by force")
    missions: dict[str, dict[OffBoard, Rounds]] = Field(
        default_factory=dict[str, dict[OffBoard, Rounds]], description="fire from off the board that a force brings"
    )
    aboard: dict[str, str] = Field(
        default_factory=dict[str, str], description="a force or figure to the vehicle in which it sits: convoy.truck"
    )
    landed: list[str] = Field(
        default_factory=list[str], description="forces whose helicopters stand on the ground; others hover"
    )
    wires: list[Annotated[list[str], Field(min_length=2, max_length=2)]] = Field(
        default_factory=list[list[str]], description="forces with a telephone wire: a mortar and its observers"
    )
    devices: list[DevicePart] = Field(default_factory=list[DevicePart])


def _text(spot: Spot) -> str:
    return spot if isinstance(spot, str) else f"{spot[0]:g},{spot[1]:g}"


def _who(path: tuple[str | int, ...], name: str) -> Mention:
    """A figure or a force; reserves are equipped like the others."""
    return Mention(path, "figure" if "." in name else "force", name, begins=False)


def _mentions(details: Details) -> Iterable[Mention]:
    for name in details.kit:
        yield _who(("kit", name), name)
    for word, names in (("munitions", details.munitions), ("missions", details.missions)):
        yield from (Mention((word, name), "force", name, begins=False) for name in names)
    for name, vehicle in details.aboard.items():
        yield _who(("aboard", name), name)
        yield Mention(("aboard", name), "element", vehicle, begins=False)
    for number, name in enumerate(details.landed):
        yield Mention(("landed", number), "force", name, begins=False)
    for number, pair in enumerate(details.wires):
        yield from (Mention(("wires", number, end), "force", name, begins=False) for end, name in enumerate(pair))
    for number, each in enumerate(details.devices):
        path = ("devices", number)
        yield Mention((*path, "side"), "side", each.side)
        yield Mention((*path, "at"), "place", _text(each.at))
        yield from (Mention((*path, "known", at), "side", side) for at, side in enumerate(each.known))
        if each.layer is not None:
            yield Mention((*path, "layer"), "figure", each.layer)


# ── What does not go together ────────────────────────────────────────────────────────────────────────────────────


def _misfits(details: Details, forces: Mapping[str, WrittenForce], board: Board | None) -> Iterator[Misfit]:
    yield from _seats(details, forces)
    yield from _flown(details, forces)
    for number, (one, other) in enumerate(details.wires):
        if one == other or forces[one].side != forces[other].side:
            yield Misfit(("wires", number), "a wire joins two forces of one side (BG-R106)")
    for number, each in enumerate(details.devices):
        yield from (Misfit(("devices", number), fault) for fault in _faults_of(details, number, each, forces, board))


def _faults_of(
    details: Details, number: int, device: DevicePart, forces: Mapping[str, WrittenForce], board: Board | None
) -> Iterator[str]:
    if device.side in device.known:
        yield f"the {device.side} know of their own {device.kind}: name the others who do"
    if device.layer is not None and forces[device.layer.partition(".")[0]].side != device.side:
        yield f"“{device.layer}” is not of the {device.side}, whose {device.kind} it is"
    if board is None:
        return
    at = spot_of(device.at, board)
    if (
        device.kind == "shaped charge"
        and breach_at(State(board=board), Device("", device.kind, device.side, at)) is None
    ):
        yield "a shaped charge lies within 1 in of a door or a wall of a building (BG-X.12.4)"
    for before in details.devices[:number]:
        if before.side == device.side and between(spot_of(before.at, board), at) < _APART:
            yield "something of theirs lies there already, and nobody puts a trap on a mine (BG-X.12.71b)"


def _seats(details: Details, forces: Mapping[str, WrittenForce]) -> Iterator[Misfit]:
    """Who sits where: on their own side, at the same time, once, and with room. BG-VIII.2.71b, BG-VIII.2.9a"""
    taken: Counter[str] = Counter()
    for name, vehicle in details.aboard.items():
        path = ("aboard", name)
        force, owner = forces[name.partition(".")[0]], forces[vehicle.partition(".")[0]]
        element = owner.plan.elements[owner.elements.index(vehicle.partition(".")[2])]
        if element.type.key == HORSE:
            yield Misfit(path, "a horse carries its rider alone; give it to them in “elements” (BG-VIII.5.2a)")
            continue
        if force.side != owner.side:
            yield Misfit(path, f"“{vehicle}” is not of the {force.side}")
        if force.reserve != owner.reserve:
            yield Misfit(path, f"“{name}” and “{vehicle}” come at different times: make both a reserve, or neither")
        seated = {number for each in force.plan.elements for _, number in each.crew}
        figures = {figure.number for figure in force.plan.figures}
        number = name.partition(".")[2]
        going = figures - seated if not number else {int(number)}
        if twice := going & seated:
            yield Misfit(path, f"figure {min(twice)} of “{force.key}” has a place already")
        if number and force.key in details.aboard:
            yield Misfit(path, f"all of “{force.key}” have a vehicle already")
        taken[vehicle] += len(going)
        type_ = GARAGE[element.type.key]
        held = sum(place in ("passenger", "rider") for place, _ in element.crew)
        room = type_.passengers + type_.riders - held
        if taken[vehicle] > room:
            yield Misfit(path, f"{type_.title} has room for {room} beside its crew, not for {taken[vehicle]}")


def _flown(details: Details, forces: Mapping[str, WrittenForce]) -> Iterator[Misfit]:
    for number, name in enumerate(details.landed):
        types = [GARAGE[each.type.key] for each in forces[name].plan.elements if each.type.key in GARAGE]
        if not any(type_.aircraft == "helo" for type_ in types):
            yield Misfit(("landed", number), f"“{name}” has no helicopter that could stand on the ground (BG-X.10.2)")


# ── What a battle gets ───────────────────────────────────────────────────────────────────────────────────────────


def _brought(details: Details, cast: ScenarioCast) -> str:
    """Figures, units and vehicles that are not there leave theirs unused."""

    def at(spot: Spot) -> Point:
        return cast.place(spot) if isinstance(spot, str) else spot

    scenario = ScenarioPlan(
        wind=details.wind,
        outfits=tuple(_outfits(details, cast)),
        devices=tuple(
            LaidPlan(
                kind=each.kind,
                side=cast.side(each.side),
                at=at(each.at),
                facing=each.facing,
                layer="" if each.layer is None else cast.figure(each.layer) or "",
                known=tuple(cast.side(side) for side in each.known),
            )
            for each in details.devices
        ),
        wires=tuple(
            (one, other)
            for first, second in details.wires
            if (one := cast.figure(first)) is not None and (other := cast.figure(second)) is not None
        ),
    )
    return scenario.model_dump_json(exclude_defaults=True) if scenario != ScenarioPlan() else ""


def _outfits(details: Details, cast: ScenarioCast) -> Iterator[Outfit]:
    for name, kit in details.kit.items():
        if (who := cast.figure(name)) is not None:
            yield Outfit(who, kit=kit.given)
    for name in dict.fromkeys((*details.munitions, *details.missions, *details.landed)):
        if (who := cast.figure(name)) is None:
            continue
        stores = details.munitions.get(name, StoresPart()).model_dump(exclude_none=True)
        missions = details.missions.get(name)
        yield Outfit(
            who,
            stores=tuple(stores.items()),
            missions=None if missions is None else tuple(missions.items()),
            landed=name in details.landed,
        )
    for name, vehicle in details.aboard.items():
        if (who := cast.figure(name)) is not None and (seat := cast.figure(vehicle)) is not None:
            yield Outfit(who, seat=seat)


SCENARIO: ScenarioPart[Details, FighterSheet] = ScenarioPart(
    details=Details,
    sheet=FighterSheet,
    plan=written_out,
    mentions=_mentions,
    misfits=_misfits,
    brought=_brought,
    searches=True,
)
