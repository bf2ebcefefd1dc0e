"""What scenario files say beyond the common parts under this rule set: year, light, wind, the agreed defender, points,
support, works, mines, devices, objectives; and figures written out one by one. Compiled to `scenario.Scenario`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from rules.infantry_action.book.kinds import Light, Rank
from rules.infantry_action.book.mines import Mine
from rules.infantry_action.forces.garage import BY_KEY
from rules.infantry_action.forces.scenario import (
    BeltPlan,
    Degrees,
    DevicePlan,
    GoalPlan,
    LandingPlan,
    MissionPlan,
    OffTablePoints,
    Quality,
    ScenarioPlan,
    TargetPlan,
    WorkPlan,
)
from rules.infantry_action.forces.traits import FigureTraits, dump_figure, load_figure, read_kit
from rules.kernel.violation import RuleViolation
from rules.seam.forces import FigurePlan, UnitPlan
from rules.seam.scenario_part import FigureSheet, Mention, ScenarioCast, ScenarioPart, SheetFault
from rules.table.board import Point

Spot = tuple[float, float] | str
_MINES = {"anti-personnel": Mine.ANTI_PERSONNEL, "anti-tank": Mine.ANTI_TANK}


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


# ── Figures written out ───────────────────────────────────────────────────────────────────────────────────────────


class ManSheet(FigureSheet):
    """A man. `kit` in the book's words: "sub machine gun, grenades, radio, 2 satchel charge, engineer"."""

    rank: Literal["private", "lance corporal", "corporal", "sergeant", "officer"] = "private"
    title: str = Field(default="", max_length=40, description="what his army calls his rank; left out: the book's word")
    role: str = Field(default="", max_length=60)
    kit: str = Field(default="", max_length=200, description="weapons, grenades, gear, charges, specialities")

    @field_validator("kit")
    @classmethod
    def _there_is_such(cls, kit: str) -> str:
        try:
            read_kit(Rank.PRIVATE, kit)
        except ValueError as error:
            raise ValueError(f"nobody carries that: {error}") from None
        return kit

    def traits(self) -> FigureTraits:
        return read_kit(Rank(self.rank), self.kit)


def written_out(plan: UnitPlan, sheets: Sequence[ManSheet]) -> UnitPlan:
    """A force of a scenario, man by man. Elements of the organisation stay where each of their crew is still there.
    Raises SheetFault. IA-cost.command-structure, IA-R011, IA-R166"""
    figures: list[FigurePlan] = []
    for number, sheet in enumerate(sheets, start=1):
        text = dump_figure(sheet.traits())
        try:
            load_figure(text, sheet.name or sheet.role or f"number {number}")
        except RuleViolation as refused:
            raise SheetFault(number, f"{refused.message} {refused.remedy}") from None
        figures.append(FigurePlan(number, sheet.title or sheet.rank.capitalize(), sheet.role, text))
    count = len(figures)
    kept = tuple(each for each in plan.elements if all(number <= count for _, number in each.crew))
    shifted = tuple(replace(each, number=count + at) for at, each in enumerate(kept, start=1))
    return replace(plan, figures=tuple(figures), elements=shifted)


# ── Details ───────────────────────────────────────────────────────────────────────────────────────────────────────


class ArrangedFire(_Part):
    """Off-table fire, smoke or light that is arranged beforehand. IA-R161"""

    side: str
    at: Spot
    what: Literal["fire", "smoke", "light"] = "fire"
    period: int = Field(ge=1, le=200, description="the first period in which it falls")
    periods: int = Field(default=1, ge=1, le=20)
    multiple: int = Field(default=1, ge=1, le=3)
    angle: Degrees = 0.0


class Built(_Part):
    """A feature of the board that somebody has built, or a building that is prepared for defence."""

    kind: Literal["building", "bunker", "trench", "emplacement"]
    side: str | None = Field(default=None, description="who had it built and pays; left out: it has always been there")
    loopholes: int = Field(default=3, ge=1, le=30)
    fronts: int = Field(default=1, ge=1, le=60, description="length of a trench in base widths of 10 m")
    prepared: bool = False
    model: str = Field(default="", description="key of the gun or vehicle that an emplacement is meant for")


class Laid(_Part):
    """A belt of mines, 5 m wide, by the middle of its width."""

    side: str
    kinds: list[Literal["anti-personnel", "anti-tank"]] = Field(min_length=1)
    start: Spot
    end: Spot
    marked: bool = Field(default=False, description="every mine is marked: crossed without dice by whoever sees it")
    shown: bool = Field(default=False, description="the belt is marked on the table for all to see")
    dummy: bool = Field(default=False, description="it is marked for all, and nothing lies there; it costs nothing")


class Trap(_Part):
    kind: Literal["fougasse", "trip flare"]
    side: str
    at: Spot
    facing: Degrees = 0.0
    wire: Spot | None = Field(default=None, description="the other end of a trip wire")


class Registered(_Part):
    side: str
    at: Spot


class Landing(_Part):
    """A force that is not on the table when the battle begins and comes from the air, half as dear again: `aim` for a
    drop by parachute, `path` for its glider or helicopter. The other side learns nothing of it before it comes."""

    force: str
    period: int = Field(default=1, ge=1, le=200)
    rides: str | None = Field(default=None, description="the force in whose aircraft it sits; it comes with that one")
    aim: Spot | None = Field(default=None, description="where a drop is to gather")
    fell: dict[str, Spot] = Field(
        default_factory=dict[str, Spot], description="house rule para-drop: where the marker of each figure or gun fell"
    )
    aircraft: str | None = Field(default=None, description="“force.glider”; left out: its only aircraft")
    path: list[Spot] = Field(default_factory=list[Spot], description="its way over the table; the end is its place")
    then: Literal["land", "hover"] = "land"
    leaves: int | None = Field(default=None, ge=1, le=200, description="period in which a helicopter flies away")
    out: list[Spot] = Field(default_factory=list[Spot], description="its way out, after the landing place")

    @model_validator(mode="after")
    def _one_way_down(self) -> Landing:
        if (self.aim is not None) + bool(self.path) + (self.rides is not None) != 1:
            raise ValueError(
                f"{self.force}: give an aim for a drop, or a path for its aircraft, or the force that it rides with"
                " (IA-air.flight-plan)"
            )
        if self.aim is not None and (self.aircraft is not None or self.leaves is not None or self.out):
            raise ValueError(f"{self.force}: a drop has an aim and no aircraft (IA-air.para-drop)")
        if self.fell and self.aim is None:
            raise ValueError(f"{self.force}: markers fall in a drop (IA-air.para-drop)")
        if (self.leaves is None) == bool(self.out):
            raise ValueError(f"{self.force}: who flies away needs `leaves` and `out` (IA-air.flight-plan)")
        if self.leaves is not None and self.leaves <= self.period:
            raise ValueError(f"{self.force}: it leaves after the period in which it comes (IA-air.flight-plan)")
        return self


class Troops(_Part):
    """What both players agree on about the troops of a force."""

    quality: Quality = Field(default=0, description="a factor in each of its reaction tests")
    dice: Literal["ordinary", "average"] = Field(default="ordinary", description="average: house rule average-dice")


class Details(_Part):
    """The `details` of an Infantry Action scenario."""

    year: Annotated[int, Field(ge=1925, le=1975)] = 1944
    light: Literal["daylight", "moonlight", "dark"] | None = Field(
        default=None, description="left out: as the board says"
    )
    wind: Degrees | None = Field(default=None, description="degrees that it blows to; left out: a die")
    defender: str | None = Field(default=None, description="the side that both agree stays on the defensive")
    limit: Annotated[int, Field(ge=1)] | None = Field(default=None, description="agreed points of each side")
    support: dict[str, OffTablePoints] = Field(
        default_factory=dict[str, OffTablePoints], description="points of off-table fire"
    )
    fire: list[ArrangedFire] = Field(default_factory=list[ArrangedFire])
    registered: dict[str, Registered] = Field(default_factory=dict[str, Registered], description="by name")
    works: dict[str, Built] = Field(default_factory=dict[str, Built], description="by the board's feature")
    mines: list[Laid] = Field(default_factory=list[Laid])
    devices: list[Trap] = Field(default_factory=list[Trap])
    troops: dict[str, Troops] = Field(default_factory=dict[str, Troops], description="by force")
    landings: list[Landing] = Field(default_factory=list[Landing])
    objectives: dict[str, Annotated[int, Field(ge=1, le=10_000)]] = Field(
        default_factory=dict[str, int], description="points for who holds a place, by the board's feature"
    )

    @model_validator(mode="after")
    def _defences_need_a_defender(self) -> Details:
        built = [work.side for work in self.works.values() if work.side is not None]
        for side in (*built, *(each.side for each in (*self.mines, *self.devices))):
            if side != self.defender:
                raise ValueError(f"defender: only the agreed defender builds and lays; {side} is not (IA-R012)")
        for name, work in self.works.items():
            if work.kind == "emplacement" and work.model not in BY_KEY:
                raise ValueError(f"works: the emplacement “{name}” needs the model that it is meant for")
        return self


def _text(spot: Spot) -> str:
    return spot if isinstance(spot, str) else f"{spot[0]:g},{spot[1]:g}"


def _sides(details: Details) -> Iterator[tuple[tuple[str | int, ...], str]]:
    if details.defender is not None:
        yield ("defender",), details.defender
    for side in details.support:
        yield ("support", side), side
    for name, work in details.works.items():
        if work.side is not None:
            yield ("works", name, "side"), work.side
    for name, target in details.registered.items():
        yield ("registered", name, "side"), target.side
    lists: Mapping[str, Sequence[ArrangedFire | Laid | Trap]] = {
        "fire": details.fire,
        "mines": details.mines,
        "devices": details.devices,
    }
    for word, listed in lists.items():
        for number, each in enumerate(listed):
            yield (word, number, "side"), each.side


def _spots(details: Details) -> Iterator[tuple[tuple[str | int, ...], Spot]]:
    for number, fire in enumerate(details.fire):
        yield ("fire", number, "at"), fire.at
    for name, target in details.registered.items():
        yield ("registered", name, "at"), target.at
    for number, belt in enumerate(details.mines):
        yield ("mines", number, "start"), belt.start
        yield ("mines", number, "end"), belt.end
    for number, trap in enumerate(details.devices):
        yield ("devices", number, "at"), trap.at
        if trap.wire is not None:
            yield ("devices", number, "wire"), trap.wire
    for word, names in (("works", details.works), ("objectives", details.objectives)):
        for name in names:
            yield (word, name), name


def _air(details: Details) -> Iterator[Mention]:
    """A flight may begin beyond the table; where it ends is a place on it."""
    for number, each in enumerate(details.landings):
        path = ("landings", number)
        yield Mention((*path, "force"), "force", each.force)
        if each.rides is not None:
            yield Mention((*path, "rides"), "force", each.rides)
        if each.aircraft is not None:
            yield Mention((*path, "aircraft"), "element", each.aircraft)
        for who in each.fell:
            kind = "figure" if who.rpartition(".")[2].isdecimal() else "element"
            yield Mention((*path, "fell", who), kind, who)
        if each.aim is not None:
            yield Mention((*path, "aim"), "place", _text(each.aim))
        for word, way in (("path", each.path), ("out", each.out)):
            for at, spot in enumerate(way):
                if isinstance(spot, str) or (word == "path" and at == len(way) - 1):
                    yield Mention((*path, word, at), "place", _text(spot))


def _mentions(details: Details) -> Iterable[Mention]:
    for force in details.troops:
        yield Mention(("troops", force), "force", force)
    yield from _air(details)
    for path, side in _sides(details):
        yield Mention(path, "side", side)
    for path, spot in _spots(details):
        yield Mention(path, "place", _text(spot))


def _brought(details: Details, cast: ScenarioCast) -> str:
    def at(spot: Spot) -> Point:
        return cast.place(spot) if isinstance(spot, str) else spot

    def who(name: str) -> str:
        return cast.figure(name) or name

    scenario = ScenarioPlan(
        average=tuple(who(name) for name, each in details.troops.items() if each.dice == "average"),
        quality=tuple((who(name), each.quality) for name, each in details.troops.items() if each.quality),
        landings=tuple(
            LandingPlan(
                unit=who(each.force),
                period=each.period,
                aim=None if each.aim is None else at(each.aim),
                fell=tuple((who(name), at(spot)) for name, spot in each.fell.items()),
                aircraft="" if each.aircraft is None else who(each.aircraft),
                path=tuple(at(spot) for spot in each.path),
                rides="" if each.rides is None else who(each.rides),
                then=each.then,
                leaves=each.leaves,
                out=tuple(at(spot) for spot in each.out),
            )
            for each in details.landings
        ),
        year=details.year,
        light=Light(details.light) if details.light is not None else None,
        wind=details.wind,
        defender=None if details.defender is None else cast.side(details.defender),
        limit=details.limit,
        support=tuple((cast.side(side), points) for side, points in details.support.items()),
        missions=tuple(
            MissionPlan(
                side=cast.side(each.side),
                at=at(each.at),
                what=each.what,
                period=each.period,
                periods=each.periods,
                multiple=each.multiple,
                angle=each.angle,
            )
            for each in details.fire
        ),
        targets=tuple(
            TargetPlan(side=cast.side(each.side), name=name, at=at(each.at))
            for name, each in details.registered.items()
        ),
        works=tuple(
            WorkPlan(
                name=name,
                kind=each.kind,
                side=None if each.side is None else cast.side(each.side),
                loopholes=each.loopholes,
                fronts=each.fronts,
                prepared=each.prepared,
                model=each.model,
            )
            for name, each in details.works.items()
        ),
        belts=tuple(
            BeltPlan(
                side=cast.side(each.side),
                kinds=tuple(_MINES[kind] for kind in each.kinds),
                start=at(each.start),
                end=at(each.end),
                marked=each.marked,
                shown=each.shown or each.dummy,
                dummy=each.dummy,
            )
            for each in details.mines
        ),
        devices=tuple(
            DevicePlan(
                kind=each.kind,
                side=cast.side(each.side),
                at=at(each.at),
                facing=each.facing,
                wire=None if each.wire is None else at(each.wire),
            )
            for each in details.devices
        ),
        objectives=tuple(GoalPlan(place=name, points=points) for name, points in details.objectives.items()),
    )
    return scenario.model_dump_json(exclude_defaults=True)


SCENARIO: ScenarioPart[Details, ManSheet] = ScenarioPart(
    details=Details,
    sheet=ManSheet,
    plan=written_out,
    mentions=_mentions,
    jokers=lambda details: (),
    brought=_brought,
    orders_name="forces",
)
