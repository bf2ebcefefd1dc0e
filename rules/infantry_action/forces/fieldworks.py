"""Field defences that a unit has built where its side is the agreed defender: what they are, cost, and where they lie.

Works along the line of its men, belts and devices in front of it. IA-opt.field-defences, IA-R225
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.infantry_action.book.bases import base_width
from rules.infantry_action.book.mines import BELT_WIDTH, Belt, Mine, mined_squares
from rules.infantry_action.book.points import BeltKind, Cost, DeviceKind, total
from rules.infantry_action.book.switches import House
from rules.infantry_action.book.troops import (
    belt_cost,
    bunker_capacity,
    bunker_cost,
    device_cost,
    emplacement_cost,
    trench_cost,
)
from rules.infantry_action.events.turn import GroundPrepared, GroupMustered
from rules.infantry_action.figures import Figure, Gun, Vehicle
from rules.infantry_action.forces.deploying import zone
from rules.infantry_action.forces.garage import BY_KEY, read_model, value_of
from rules.infantry_action.forces.ground import PIECE, occupants
from rules.infantry_action.forces.judging import fresh
from rules.infantry_action.forces.scenario import ScenarioPlan
from rules.infantry_action.forces.traits import Defence, load_unit
from rules.infantry_action.on_the_table import Device, MineSquare, Work
from rules.kernel.changing import replace
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.language.words import counted
from rules.seam.forces import MusterSide, MusterUnit
from rules.table.board import Board, Feature, Point
from rules.table.measure import step

TRENCH, BUNKER, EMPLACEMENT = "trench", "bunker", "emplacement."
MOST: Mapping[str, int] = {
    TRENCH: 60,
    BUNKER: 30,
    **{belt.value: 60 for belt in BeltKind},
    **{device.value: 6 for device in DeviceKind},
}
_AHEAD: Mapping[str, float] = {
    BeltKind.PUNGIS.value: 25.0,
    BeltKind.WIRE.value: 35.0,
    BeltKind.AP_MINES.value: 55.0,
    BeltKind.AT_MINES.value: 75.0,
    DeviceKind.FOUGASSE.value: 20.0,
    DeviceKind.TRIP_FLARE.value: 90.0,
}
"""Metres from the line. IA-R225"""
_MINES = {BeltKind.AP_MINES.value: Mine.ANTI_PERSONNEL, BeltKind.AT_MINES.value: Mine.ANTI_TANK}
_NAMES = {BeltKind.WIRE.value: "Wire", BeltKind.PUNGIS.value: "Pungis"}
_TRENCH_DEEP, _BUNKER_DEEP, _HOLE = 0.8, 1.2, 2.4
"""Base widths of a trench, a bunker and an emplacement from front to rear."""
_SUNK, _ROOF = -0.8, 1.5
WIRE = 20.0
"""Metres of the wire of a trip flare. IA-illum.trip-flare"""
_APART = 40.0


# ── What they are and cost ────────────────────────────────────────────────────────────────────────────────────────


def defence_cost(defences: Iterable[Defence]) -> Cost:
    """IA-opt.bunker-cost, IA-opt.trench-cost, IA-opt.emplacement-cost, IA-opt.mine-belt-cost, IA-opt.devices-cost"""
    return total(cost for key, count in defences for cost in _cost(key, count))


def _cost(key: str, count: int) -> Iterator[Cost]:
    if key == TRENCH:
        yield trench_cost(count)
    elif key == BUNKER:
        yield bunker_cost(count)
    elif key.startswith(EMPLACEMENT):
        yield from [emplacement_cost(value_of(key.removeprefix(EMPLACEMENT)))] * count
    elif key in {each.value for each in BeltKind}:
        yield belt_cost(BeltKind(key), count)
    else:
        yield from [device_cost(DeviceKind(key))] * count


def in_words(defence: Defence) -> str:
    """ "Trench for 8 men", "40 m of wire"."""
    key, count = defence
    if key == TRENCH:
        return f"Trench for {counted(count, 'man', 'men')}"
    if key == BUNKER:
        return f"Bunker for {bunker_capacity(count)} men"
    if key.startswith(EMPLACEMENT):
        return f"Emplacement for {BY_KEY[key.removeprefix(EMPLACEMENT)].title}" + (f" × {count}" if count > 1 else "")
    if key in {each.value for each in BeltKind}:
        return f"{count * PIECE:g} m of {key}"
    return key.capitalize() if count == 1 else f"{count} × {key}"


def defences_of(unit: MusterUnit) -> tuple[Defence, ...]:
    """RuleViolation for a sheet that names what there is not."""
    found = load_unit(unit.traits, unit.name).defences
    for key, count in found:
        known = key in MOST or key.removeprefix(EMPLACEMENT) in BY_KEY
        if not known or not 1 <= count <= MOST.get(key, len(unit.elements) + 1):
            raise RuleViolation(
                Why.UNREADABLE_SHEET,
                f"The sheet of {unit.name} cannot be read: no field defence is {count} × {key!r}.",
                remedy="Have it repaired, or replace it.",
            )
    return found


# ── Where they lie ────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Line:
    """The front rank: its middle, where it looks, how many stand in it."""

    middle: Point
    facing: float
    men: int
    apart: float

    def at(self, along: float, ahead: float = 0.0) -> Point:
        return step(step(self.middle, self.facing + 90.0, along), self.facing, ahead)

    def box(self, along: float, wide: float, deep: float) -> tuple[Point, ...]:
        half, far = wide / 2, deep / 2
        corners = ((-half, -far), (half, -far), (half, far), (-half, far))
        return tuple(self.at(along + across, ahead) for across, ahead in corners)


def all_dug(
    board: Board, house: House, scenario: ScenarioPlan, side: MusterSide, groups: Sequence[GroupMustered]
) -> Iterator[GroundPrepared]:
    """What units of the agreed defender have built themselves where they stand. IA-R225"""
    ground = zone(board, side.key, on_defence=True)
    for unit in side.units:
        if unit.id in scenario.by_air:
            continue
        ids = {one.id for one in (*unit.figures, *unit.elements)}
        men = [man for event in groups for man in event.figures if man.id in ids and man.aboard is None]
        guns = [gun for event in groups for gun in event.guns if gun.id in ids]
        vehicles = [each for event in groups for each in event.vehicles if each.id in ids]
        facing = ground.facing if unit.facing is None else unit.facing
        found = dug(board, house, unit, facing, men, guns, vehicles)
        if found is not None:
            board = replace(board, features=(*board.features, *found.features))
            yield found


def dug(
    board: Board,
    house: House,
    unit: MusterUnit,
    facing: float,
    men: Sequence[Figure],
    guns: Sequence[Gun],
    vehicles: Sequence[Vehicle],
) -> GroundPrepared | None:
    """All that a unit has had built where it stands, for its own side alone. None: nothing. IA-R225"""
    defences = defences_of(unit)
    spots = [man.at for man in men if man.at is not None] or [each.at for each in vehicles if each.at is not None]
    if not defences or not spots:
        return None
    line = _line(spots, facing, base_width(house))
    works: list[Work] = []
    features: list[Feature] = []
    taken = {feature.name for feature in board.features}
    for work, feature in (*_along(line, unit, defences), *_holes(line, unit, defences, guns, vehicles)):
        named = fresh(feature.name, taken)
        features.append(replace(feature, name=named, outline=_held(board, feature.outline)))
        works.append(replace(work, name=named))
    mines: list[Belt] = []
    devices: list[Device] = []
    for key, count in defences:
        if key in _MINES:
            start, end = _held(board, _ends(line, key, count))
            mines.append(Belt(frozenset({_MINES[key]}), start, end))
        elif key in _NAMES:
            named = fresh(f"{_NAMES[key]} of {unit.name}", taken)
            features.append(Feature("wire", _held(board, _ends(line, key, count)), named, 0.3, width=BELT_WIDTH))
        elif key in {each.value for each in DeviceKind}:
            devices += _devices(board, line, unit, DeviceKind(key), count)
    inside = _inside(features, men)
    return GroundPrepared(
        side=unit.side,
        works=tuple(replace(work, occupied=inside.get(work.name, ())) for work in works),
        mines=tuple(
            MineSquare(
                column,
                row,
                unit.side,
                anti_personnel=Mine.ANTI_PERSONNEL in square.kinds,
                anti_tank=Mine.ANTI_TANK in square.kinds,
            )
            for (column, row), square in sorted(mined_squares(mines).items())
        ),
        devices=tuple(devices),
        features=tuple(features),
        audience=(unit.side,),
        citations=("IA-opt.field-defences", "IA-R225"),
    )


def _line(spots: Sequence[Point], facing: float, apart: float) -> _Line:
    ahead = step((0.0, 0.0), facing, 1.0)
    fronts = [x * ahead[0] + y * ahead[1] for x, y in spots]
    rank = [at for at, front in zip(spots, fronts, strict=True) if front > max(fronts) - apart / 2]
    middle = sum(x for x, _ in rank) / len(rank), sum(y for _, y in rank) / len(rank)
    return _Line(middle, facing, len(rank), apart)


def _along(line: _Line, unit: MusterUnit, defences: Sequence[Defence]) -> Iterator[tuple[Work, Feature]]:
    """Trenches and bunkers side by side, about the middle of the line, a man's place in front of each man."""
    built = [
        (key, count if key == TRENCH else bunker_capacity(count)) for key, count in defences if key in (TRENCH, BUNKER)
    ]
    places = sum(places for _, places in built)
    start = -places * line.apart / 2 + (line.apart / 2 if (line.men - places) % 2 else 0.0)
    for (key, men), cost in zip(built, (_price(d) for d in defences if d[0] in (TRENCH, BUNKER)), strict=True):
        wide = men * line.apart
        deep = (_TRENCH_DEEP if key == TRENCH else _BUNKER_DEEP) * line.apart
        name = f"{key.capitalize()} of {unit.name}"
        kind = "trench" if key == TRENCH else "bunker"
        height = _SUNK if key == TRENCH else _ROOF
        outline = line.box(start + wide / 2, wide, deep)
        yield Work(name, kind, unit.side, men, value=cost.value), Feature(kind, outline, name, height)
        start += wide


def _price(defence: Defence) -> Cost:
    return defence_cost((defence,))


def _holes(
    line: _Line, unit: MusterUnit, defences: Sequence[Defence], guns: Sequence[Gun], vehicles: Sequence[Vehicle]
) -> Iterator[tuple[Work, Feature]]:
    """An emplacement about each gun or vehicle that one was built for. IA-opt.emplacement-cost, IA-R154"""
    models = {element.id: read_model(element.traits, element.name) for element in unit.elements}
    for key, count in defences:
        if not key.startswith(EMPLACEMENT):
            continue
        meant = [each for each in (*guns, *vehicles) if models[each.id] == key.removeprefix(EMPLACEMENT)]
        for each in [each for each in meant if each.at is not None][:count]:
            assert each.at is not None
            name = f"Emplacement of {each.name}"
            hole = Feature("emplacement", (each.at,), name, _SUNK, width=_HOLE * line.apart)
            yield Work(name, "emplacement", unit.side, 1, value=_price((key, 1)).value), hole


def _ends(line: _Line, key: str, pieces: int) -> tuple[Point, Point]:
    half = pieces * PIECE / 2
    return line.at(-half, _AHEAD[key]), line.at(half, _AHEAD[key])


def _devices(board: Board, line: _Line, unit: MusterUnit, kind: DeviceKind, count: int) -> Iterator[Device]:
    for number in range(count):
        along = (number - (count - 1) / 2) * _APART
        ends = (line.at(along - WIRE / 2, _AHEAD[kind.value]), line.at(along + WIRE / 2, _AHEAD[kind.value]))
        name = f"{unit.id}-{kind.value}-{number + 1}"
        if kind is DeviceKind.TRIP_FLARE:
            at, wire = _held(board, ends)
            yield Device(name, "trip flare", unit.side, at, line.facing, wire=wire)
        else:
            (at,) = _held(board, (line.at(along, _AHEAD[kind.value]),))
            yield Device(name, "fougasse", unit.side, at, line.facing)


def _held(board: Board, points: Iterable[Point]) -> tuple[Point, ...]:
    """Drawn in to the table."""
    return tuple((round(min(max(x, 0.0), board.width), 3), round(min(max(y, 0.0), board.depth), 3)) for x, y in points)


def _inside(features: Sequence[Feature], men: Sequence[Figure]) -> dict[str, tuple[str, ...]]:
    """Who stands in which at the start. IA-vic.field-defences"""
    return occupants(Board(1.0, 1.0, tuple(features)), men)
