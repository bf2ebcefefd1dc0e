"""The AFV reaction test in play: after anti-tank fire, and at the end of a period under fire. AFV Reaction Test"""

from __future__ import annotations

from rules.infantry_action.book.afv_reaction import (
    AfvResult,
    AfvSituation,
    binds,
    react,
    reacts_at_end,
    serves_as_end_test,
)
from rules.infantry_action.book.kinds import Cover, Pace
from rules.infantry_action.book.smoke import SmokeSource
from rules.infantry_action.course import Course
from rules.infantry_action.events.armour import AfvTested
from rules.infantry_action.events.movement import VehicleMoved
from rules.infantry_action.figures import Condition, Point, Vehicle
from rules.infantry_action.groups import GroupOrder
from rules.infantry_action.knowledge import on_known_ground, who_see_any
from rules.infantry_action.play.armour.paths import PathPoint, cut_path, end_of, stopped
from rules.infantry_action.play.armour.situation import situation, supported
from rules.infantry_action.play.ground.clearing import stand_clear
from rules.infantry_action.play.ground.passage import on_the_ground
from rules.infantry_action.play.ground.places import cover_at
from rules.infantry_action.play.movement.enemies import nearest_known
from rules.infantry_action.play.movement.moving import drive
from rules.infantry_action.play.smoke.laying import screen
from rules.infantry_action.state import State
from rules.kernel.changing import replace
from rules.seam.viewing import Viewer
from rules.table.measure import along, bearing, between, length, step

_FAR = 1000.0
_STRIDE = 5.0


def test_at_once(course: Course, vehicle_id: str, place: PathPoint, *, friends_fire: bool, soft: bool) -> None:
    """The test after the anti-tank fire of one occasion; the rest of its move is changed to obey.
    IA-afvreact.when-at, IA-afvreact.duration, IA-R126, IA-R127"""
    state = course.state
    vehicle = state.vehicle(vehicle_id)
    seen = situation(
        state, vehicle, moved=place.metres, at=place.at, facing=place.facing, supported=friends_fire, soft=soft
    )
    _tested(course, vehicle, seen, place, at_end=False)


def test_end(course: Course) -> None:
    """Every AFV that was under any fire, unless its last test serves. IA-afvreact.when-end"""
    for group in sorted(course.state.groups, key=lambda group: group.name):
        state = course.state
        vehicle = state.armour_of(group.id)
        suffered = state.suffering(group.id)
        if vehicle is None or vehicle.at is None or suffered is None:
            continue
        if not reacts_at_end(under_fire=True, served=suffered.served):
            continue
        place = end_of(vehicle)
        seen = situation(
            state,
            vehicle,
            moved=vehicle.doing.moved,
            at=place.at,
            facing=place.facing,
            supported=supported(state, vehicle),
            soft=suffered.soft,
        )
        _tested(course, vehicle, seen, place, at_end=True)


def _tested(course: Course, vehicle: Vehicle, seen: AfvSituation, place: PathPoint, *, at_end: bool) -> None:
    state = course.state
    test = react(seen, course.chance)
    move = None if at_end else obeying(state, vehicle, place, test.result)
    leaves = test.result.abandoned_if_immobile and not vehicle.mobile
    serves = serves_as_end_test(place.end, other_fire_after=False)  # later fire takes that back when it comes
    smokes = not at_end and test.result.makes_smoke and vehicle.smoke and not leaves
    course.happen(
        AfvTested(
            vehicle=vehicle.id,
            group=vehicle.group,
            dice=test.dice,
            score=test.score,
            result=test.result.value,
            at_end=at_end,
            for_end=state.period + 1 in binds(state.period, at_end=at_end, serves_for_end=serves),
            move=move,
            smoke=smokes,
            abandoned=leaves,
            audience=who_see_any(state, vehicle.group),
            citations=("IA-afvreact.dice", "IA-afvreact.results", "IA-R133"),
        )
    )
    if leaves:
        stand_clear(course, vehicle.id, [man.id for man in state.aboard(vehicle.id)])
    if smokes:
        enemy = nearest_known(state, state.group(vehicle.group), place.at)
        away = bearing(place.at, enemy) + 90.0 if enemy is not None else None
        screen(course, vehicle.side, SmokeSource.PROJECTORS, place.at, vehicle.id, away)


# ── What a result makes of the rest of the move ───────────────────────────────────────────────────────────────────


def obeying(state: State, vehicle: Vehicle, place: PathPoint, result: AfvResult) -> VehicleMoved | None:
    """The move as it ends under that result; None: as it was. Advance and retirement are measured from the nearest
    located enemy. IA-R126, IA-R133"""
    enemy = nearest_known(state, state.group(vehicle.group), place.at)
    left = length(vehicle.doing.path) - place.metres
    if enemy is None or place.end or left <= 0 or vehicle.at is None or vehicle.condition is not Condition.RUNNING:
        return None
    closer = between(vehicle.at, enemy) - between(place.at, enemy)
    if result.must_retire:
        return None if closer > 0 else _instead(state, vehicle, place, _away(place.at, enemy), left, result)
    if result.must_advance:
        return None if closer < 0 else _instead(state, vehicle, place, enemy, left, result)
    if closer >= 0:
        return None
    if not result.only_to_cover:
        return stopped(vehicle, place, state.period)
    return _to_cover(state, vehicle, place, enemy)


def _away(at: Point, enemy: Point) -> Point:
    return step(at, bearing(enemy, at), _FAR)


def _to_cover(state: State, vehicle: Vehicle, place: PathPoint, enemy: Point) -> VehicleMoved | None:
    """No further than the next point of its way from which it can fire out of cover that its side knows of.
    IA-R229"""
    state = on_known_ground(state, Viewer(vehicle.side))
    path = vehicle.doing.path
    whole = length(path)
    metres = place.metres + _STRIDE
    while metres < whole:
        at = along(path, metres)
        if cover_at(state, at, enemy) is not Cover.OPEN:
            return stopped(vehicle, replace(place, metres=round(metres, 1), at=at), state.period)
        metres += _STRIDE
    return None


def _instead(
    state: State, vehicle: Vehicle, place: PathPoint, goal: Point, left: float, result: AfvResult
) -> VehicleMoved:
    """Another way for the metres that are left of its move."""
    here = stopped(vehicle, place, state.period)
    there = replace(vehicle, at=here.at, facing=here.facing, turret=here.turret, running=True, halted_in=0)
    pace = Pace.REVERSE if result.may_reverse_firing else Pace.DRIVE
    others = tuple(each for each in on_the_ground(state.vehicles) if each.id != vehicle.id)
    found = drive(state, there, place.at, GroupOrder(pace, (goal,)), (), others)
    way = cut_path(found.doing.path, min(left, length(found.doing.path)))
    if len(way) < 2:
        return here
    path = (*(here.doing.path or (place.at,)), *way[1:])
    doing = replace(found.doing, path=path, moved=round(place.metres + length(way), 3))
    return replace(found, at=way[-1], doing=doing)
