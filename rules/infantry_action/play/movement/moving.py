"""One group's move: every man, gun and vehicle of it along its own way, as far as the period carries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from rules.infantry_action.book import driving, foot
from rules.infantry_action.book.driving import Driven, Manoeuvre, setting_off
from rules.infantry_action.book.foot import MANHANDLED, SHARED, HardGoing, Labour
from rules.infantry_action.book.kinds import Light, Pace, Posture, Weapon
from rules.infantry_action.events.movement import GunMoved, ManMoved, VehicleMoved
from rules.infantry_action.figures import LIMP, Doing, Figure, Gun, Point, Vehicle
from rules.infantry_action.groups import GroupOrder
from rules.infantry_action.play.ground.passage import token_of
from rules.infantry_action.play.movement.ways import chassis, driven, on_foot
from rules.infantry_action.state import State
from rules.table.board import Board, Feature
from rules.table.gate import Gate, Traveller
from rules.table.measure import along, bearing, between, length
from rules.table.terrain import terrain

FOOT_PACES = frozenset(foot.PACES)
_GAP = 5.0
"""Metres from one vehicle to the next in a column."""
_STRAIGHT = 1.0
"""Degrees of facing that are no turn."""


@dataclass(frozen=True, slots=True)
class Walked:
    """A way on foot, as far as it went: `path` with its start, `stopped` by what."""

    path: tuple[Point, ...]
    metres: float
    stopped: str = ""


# ── On foot ───────────────────────────────────────────────────────────────────────────────────────────────────────


def way_of(board: Board, anchor: Point, at: Point, path: Sequence[Point]) -> tuple[Point, ...]:
    """The way of one man: his group's, from where he stands and as far beside it as he stands now, on the table."""
    aside = at[0] - anchor[0], at[1] - anchor[1]
    moved = [(x + aside[0], y + aside[1]) for x, y in path]
    return (at, *(_on_table(board, point) for point in moved))


def _on_table(board: Board, point: Point) -> Point:
    return min(max(point[0], 0.0), board.width), min(max(point[1], 0.0), board.depth)


def walk(
    state: State, man: Figure, way: Sequence[Point], order: GroupOrder, labours: Sequence[Labour], *, share: bool
) -> Walked:
    """How far he comes. IA-foot.walk and its fellows, IA-R031, IA-R035"""
    assert state.board is not None
    if order.pace is Pace.HALT or len(way) < 2 or length(way) < 1e-6:
        return Walked((), 0.0)
    if order.pace not in FOOT_PACES:  # an order from before they got out
        order = replace(order, pace=Pace.WALK)
    found = on_foot(state.board, way)
    going = (*((HardGoing.SHARE,) if share else ()), *lame(man))
    gone = foot.reach(found.legs, order.pace, labours, going, silent=order.silent, house=state.house)
    metres = min(gone.metres, length(way))
    stopped = found.barred.by if found.barred is not None and metres >= found.barred.at - 1e-6 else ""
    return Walked(cut(way, metres), metres, stopped)


def lame(man: Figure) -> tuple[HardGoing, ...]:
    """What a man's own limp adds to the going. IA-R271"""
    return (HardGoing.LIMP,) if LIMP in man.injuries else ()


def dash(state: State, man: Figure, way: Sequence[Point], metres: float) -> Walked:
    """A panic dash: so many metres less what the ground, and a limp, takes. IA-R111, IA-R271"""
    assert state.board is not None
    if len(way) < 2 or length(way) < 1e-6:
        return Walked((), 0.0)
    found = on_foot(state.board, way)
    pace = Pace.DASH if metres <= foot.FOOT.pace[Pace.DASH] else Pace.DOUBLE
    left = min(foot.reach(found.legs, pace, (), lame(man), house=state.house).metres, metres, length(way))
    return Walked(cut(way, left), left)


def cut(way: Sequence[Point], metres: float) -> tuple[Point, ...]:
    """The first metres of a way."""
    if metres <= 1e-6:
        return ()
    kept: list[Point] = [way[0]]
    left = metres
    for a, b in pairwise(way):
        leg = length((a, b))
        if leg >= left - 1e-9:
            kept.append(along((a, b), left))
            break
        kept.append(b)
        left -= leg
    return tuple((round(x, 3), round(y, 3)) for x, y in kept)


def ended(man: Figure, walked: Walked, order: GroupOrder, *, panic: bool = False, busy: bool = False) -> ManMoved:
    """Where he is and how he stands at the end. IA-R036, IA-R061"""
    moved = bool(walked.path)
    ahead = round(bearing(walked.path[-2], walked.path[-1]), 1) if moved else man.facing
    facing = ahead if order.facing is None or panic else order.facing
    turned = abs((facing - ahead + 180.0) % 360.0 - 180.0) > _STRAIGHT
    posture = order.posture or _posture(man.posture, order.pace, moved=moved)
    doing = Doing(
        pace=(order.pace if order.pace in FOOT_PACES else Pace.WALK) if moved else Pace.HALT,
        path=walked.path,
        moved=walked.metres if moved else 0.0,
        turned=turned,
        silent=order.silent and not panic,
        busy=busy,
        panic=panic and moved,
    )
    return ManMoved(man.id, walked.path[-1] if moved else man.at, facing, posture, doing)


def _posture(before: Posture, pace: Pace, *, moved: bool) -> Posture:
    if not moved or pace is Pace.HALT:
        return before
    return Posture.PRONE if pace is Pace.CRAWL else Posture.ERECT


# ── Guns ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def carriers(gun: Gun, crew: Sequence[Figure]) -> tuple[str, ...]:
    """Who carries a share of it, or it alone: two or three men, one for a light mortar; nobody where they are too few
    or it is not carried. IA-foot.carry-shares, IA-R032"""
    if gun.kind in SHARED:
        return tuple(man.id for man in crew[: max(foot.FOOT.shares)]) if len(crew) >= min(foot.FOOT.shares) else ()
    if gun.kind in (Weapon.LIGHT_MORTAR, Weapon.MORTAR_60):
        return tuple(man.id for man in crew[:1])
    return ()


def goes_along(gun: Gun, crew: Sequence[Figure], men: int, pace: Pace) -> bool:
    """Whether the gun moves with its crew. IA-foot.manhandle, IA-R037"""
    if gun.kind in MANHANDLED:
        return pace is Pace.MANHANDLE and men >= foot.FOOT.gun_team
    return bool(carriers(gun, crew))


def gun_ended(gun: Gun, mover: ManMoved | None, period: int, *, prepared: bool) -> GunMoved:
    """Where the gun is, and from when on it may fire. Whoever brought it prepares it as soon as he stands still.
    IA-foot.prepare-weapon, IA-hw.no-move-and-fire, IA-R074"""
    if mover is not None and mover.doing.moved > 0:
        ready = period + 1 if foot.ready_to_fire(gun.kind, moved=True, prepared_since=prepared) else None
        return GunMoved(gun.id, mover.at, mover.facing, mover.doing, ready)
    facing = mover.facing if mover is not None else gun.facing
    turned = abs((facing - gun.facing + 180.0) % 360.0 - 180.0) > _STRAIGHT
    ready = gun.ready_from
    if ready is None or turned:
        ready = period + 1
    return GunMoved(gun.id, gun.at, facing, Doing(turned=turned), ready)


# ── Vehicles ──────────────────────────────────────────────────────────────────────────────────────────────────────


def drive(
    state: State,
    vehicle: Vehicle,
    anchor: Point,
    order: GroupOrder,
    manoeuvres: Sequence[Manoeuvre],
    standing: Sequence[Vehicle] = (),
) -> VehicleMoved:
    """Where the vehicle comes; where fear drives its men at a pace on foot it drives. `standing`: vehicles and wrecks
    that do not get out of its way. IA-veh.dash and its fellows, IA-R241"""
    if order.pace not in driving.PACES:
        order = replace(order, pace=Pace.DRIVE)
    assert state.board is not None
    assert vehicle.at is not None
    closed = vehicle.closed if order.closed is None or not vehicle.hard else order.closed
    turret = vehicle.turret if order.turret is None else order.turret
    still = VehicleMoved(
        vehicle.id,
        vehicle.at,
        vehicle.facing if order.facing is None or order.pace is Pace.HALT else order.facing,
        turret,
        Doing(silent=False),
        closed,
        vehicle.running,
        state.period,
    )
    if order.pace is Pace.HALT or not order.path or not vehicle.mobile or not state.aboard(vehicle.id):
        return still
    back = order.pace is Pace.REVERSE and not flails(vehicle, order)
    way = _driven_way(state, vehicle, anchor, order, standing, back=back)
    found = driven(state.board, vehicle.type, vehicle.facing, way, back=back)
    begin = setting_off(stationary=vehicle.halted_in >= state.period - 1, engine_off=not vehicle.running)
    gone = driving.reach(
        chassis(vehicle.type),
        Driven(order.pace, _light(state, vehicle), closed and vehicle.hard),
        found.stretches,
        (*begin, *manoeuvres),
        house=state.house,
    )
    metres = min(gone.metres, length(way))
    path = cut(way, metres)
    if not path:
        return replace(still, running=True)
    ahead = bearing(path[-2], path[-1])
    facing = round((ahead + 180.0) % 360.0 if back else ahead, 1)
    swung = turret if order.turret is not None else round((vehicle.turret + facing - vehicle.facing) % 360.0, 1)
    doing = Doing(pace=order.pace, path=path, moved=metres)
    return VehicleMoved(vehicle.id, path[-1], facing, swung, doing, closed, True, vehicle.halted_in)


def _driven_way(
    state: State, vehicle: Vehicle, anchor: Point, order: GroupOrder, standing: Sequence[Vehicle], *, back: bool
) -> tuple[Point, ...]:
    """Beside the others of its group where that is open to it, else behind them on their way: over a bridge in column.
    As far as no vehicle stands in it. IA-R241"""
    assert state.board is not None
    assert vehicle.at is not None
    kept = {id_: (east, north) for id_, east, north in order.kept}
    east, north = kept.get(vehicle.id) or (vehicle.at[0] - anchor[0], vehicle.at[1] - anchor[1])
    way = (vehicle.at, *(_on_table(state.board, (x + east, y + north)) for x, y in order.path))
    if vehicle.at != anchor and driven(state.board, vehicle.type, vehicle.facing, way, back=back).barred is not None:
        trail = order.route[: max(0, len(order.route) - len(order.path))]
        number = [each.id for each in state.vehicles_of(vehicle.group)].index(vehicle.id)
        behind = (vehicle.at, *_ahead(vehicle.at, (*trail, anchor)), *order.path)
        way = cut(behind, max(0.0, length(behind) - number * (vehicle.type.length + _GAP))) or (vehicle.at,)
    gate = Gate(terrain(state.board), _nothing, tuple((token_of(each), each.name) for each in standing if each.at))
    body = Traveller("vehicle", vehicle.type.width, vehicle.type.length)
    return gate.way(body, way).points


def _ahead(at: Point, trail: Sequence[Point]) -> Sequence[Point]:
    """The points of a way from the one nearest to a place on."""
    nearest = min(range(len(trail)), key=lambda n: (round(between(trail[n], at), 3), n), default=0)
    return trail[nearest:]


def _nothing(feature: Feature, body: Traveller) -> None:
    """What bars wheels and tracks on the ground is the book's matter: `driven`."""


def flails(vehicle: Vehicle, order: GroupOrder) -> bool:
    """It clears mines as it goes, forward at the reverse rate. IA-mine.flail"""
    return vehicle.type.flail and order.pace is Pace.REVERSE and any(task.kind == "flail" for task in order.tasks)


def _light(state: State, vehicle: Vehicle) -> Light:
    """A driver with a night device or lights sees as by battlefield illumination. IA-R057"""
    aided = vehicle.type.night_device or vehicle.type.searchlight
    return Light.MOON if state.light is Light.DARK and aided else state.light
