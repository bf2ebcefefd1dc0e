"""Fire on AFVs: anti-tank shots in the order of the points of the target's path, then flame, charges and off-table
fire. IA-R023, IA-R126"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.battle.facts import LINE_OF_SIGHT
from rules.infantry_action.book import anti_tank as book
from rules.infantry_action.book.afv_reaction import reacts_at_once
from rules.infantry_action.book.anti_tank import ShotResult, Special, off_front
from rules.infantry_action.book.effect import helper_points, points
from rules.infantry_action.book.kinds import Charge, Cover, Weapon
from rules.infantry_action.course import Course
from rules.infantry_action.events.armour import AfvAttacked, AttackThrown, TankShot, TankShotLost
from rules.infantry_action.figures import Point, Vehicle
from rules.infantry_action.knowledge import who_see_any
from rules.infantry_action.play.armour.courage import test_at_once
from rules.infantry_action.play.armour.paths import PathPoint, end_of, place_on
from rules.infantry_action.play.armour.wrecks import knock_out
from rules.infantry_action.play.fire.arms import Arm, bears
from rules.infantry_action.play.fire.choosing import aimed_at, armour, heavy_machine_gun, is_tank_shot
from rules.infantry_action.play.fire.shots import Shot
from rules.infantry_action.play.ground.facts import metres as metres_between
from rules.infantry_action.play.ground.facts import ruled_cover
from rules.infantry_action.play.ground.lines import VEHICLE, Eye, clear, crosses
from rules.infantry_action.play.ground.places import board_of, cover_at
from rules.infantry_action.play.support.falling import Barrage
from rules.infantry_action.state import State
from rules.kernel.violation import RuleViolation
from rules.table.measure import bearing, between

_CHARGES = {
    Charge.STICKY_BOMB: Special.STICKY_BOMB,
    Charge.MOLOTOV: Special.MOLOTOV,
    Charge.SATCHEL: Special.SATCHEL,
}


def engage(course: Course, before: State, shots: Sequence[Shot], barrages: Sequence[Barrage]) -> None:
    """Every AFV under anti-tank fire, group by group in order of name; then those attacked otherwise. IA-R025"""
    for group in sorted(before.groups, key=lambda group: group.name):
        for vehicle in armour(before, group):
            _anti_tank(course, before, vehicle, shots, barrages)
    for group in sorted(before.groups, key=lambda group: group.name):
        for vehicle in armour(before, group):
            _attacked(course, before, vehicle, shots, barrages)


# ── 5a: anti-tank shots ───────────────────────────────────────────────────────────────────────────────────────────


def _anti_tank(
    course: Course, before: State, vehicle: Vehicle, shots: Sequence[Shot], barrages: Sequence[Barrage]
) -> None:
    """Shots at the same point are one occasion; after each that did not knock it out the AFV tests. IA-at.knock-out,
    IA-afvreact.when-at"""
    waiting = [
        (place_on(vehicle, shot.at), shot)
        for shot in shots
        if shot.target == vehicle.group and is_tank_shot(before, shot) and _nearest(before, shot) == vehicle.id
    ]
    waiting.sort(key=lambda pair: pair[0].metres)
    while waiting:
        now = course.state.vehicle(vehicle.id)
        if not now.able:
            for _, shot in waiting:
                _lost(course, vehicle, shot, "wrecked")
            return
        place = waiting[0][0]
        occasion = [shot for where, shot in waiting if where.metres == place.metres]
        waiting = waiting[len(occasion) :]
        if place.metres > end_of(now).metres + 0.05 or (place.end and now.at != vehicle.at):
            place = end_of(now)
            occasion += [shot for _, shot in waiting]
            waiting = []
        else:
            place = place_on(now, place.at)
        _occasion(course, before, now, place, occasion, shots, barrages)


def _nearest(state: State, shot: Shot) -> str:
    """Of several AFVs of a group the one at which the shot is aimed."""
    found = armour(state, state.group(shot.target))
    return min(found, key=lambda v: between(v.at or shot.at, shot.at)).id


def _lost(course: Course, vehicle: Vehicle, shot: Shot, why: str) -> None:
    course.happen(
        TankShotLost(
            vehicle=vehicle.id,
            by=shot.by,
            group=shot.arm.group,
            weapon=shot.weapon.value,
            why="wrecked" if why == "wrecked" else "gone",
            audience=who_see_any(course.state, vehicle.group, shot.arm.group),
            citations=("IA-R126",),
        )
    )


def _occasion(
    course: Course,
    before: State,
    vehicle: Vehicle,
    place: PathPoint,
    occasion: Sequence[Shot],
    shots: Sequence[Shot],
    barrages: Sequence[Barrage],
) -> None:
    results: list[ShotResult] = []
    knocked_out_by = ""
    for shot in occasion:
        aimed = _as_aimed(before, vehicle, place, shot, shots, barrages)
        if aimed is None:
            _lost(course, vehicle, shot, "gone")
            continue
        result = book.fire(aimed, course.chance, course.house)
        results.append(result)
        course.happen(
            TankShot(
                vehicle=vehicle.id,
                by=shot.by,
                group=shot.arm.group,
                weapon=shot.weapon.value,
                at=place.at,
                metres=round(_metres(before, vehicle, place, shot.arm), 1),
                points=result.points,
                die=result.die,
                knocked_out=result.knocked_out,
                surprised=_hidden(before, vehicle.group, shot),
                audience=who_see_any(course.state, vehicle.group, shot.arm.group),
                citations=("IA-at.knock-out", *(item.citation for item in result.points.items if item.citation)),
            )
        )
        if result.knocked_out and not knocked_out_by:
            knocked_out_by = shot.arm.group
    if knocked_out_by:
        knock_out(course, vehicle.id, place, knocked_out_by)
    elif reacts_at_once(results):
        soft = _soft(before, vehicle, shots, barrages)
        test_at_once(course, vehicle.id, place, friends_fire=_helped(before, vehicle, shots), soft=soft)


def _as_aimed(
    before: State,
    vehicle: Vehicle,
    place: PathPoint,
    shot: Shot,
    shots: Sequence[Shot],
    barrages: Sequence[Barrage],
) -> book.ShotAtAfv | None:
    """The shot in the book's terms; None where it cannot be fired at the vehicle there. IA-R126"""
    weapon = shot.weapon
    assert isinstance(weapon, Weapon)
    if between(place.at, shot.at) > 1.0 and not _reaches(before, shot.arm, place.at, vehicle.group):
        return None
    arm = shot.arm
    metres = _metres(before, vehicle, place, arm)
    said = ruled_cover(before, vehicle.group)
    sheltered = cover_at(before, place.at, arm.at) if said is None else said
    aimed = book.ShotAtAfv(
        weapon,
        points(weapon, metres, before.house),
        aimed_at(before, vehicle),
        angle=off_front(place.facing, bearing(place.at, arm.at)),
        helpers=arm.helpers,
        helper_points=helper_points(weapon, metres),
        heavy_machine_gun=heavy_machine_gun(before, arm),
        target_moved=vehicle.doing.moved,
        firer_moved=_moved(before, arm),
        under_fire=any(_damages(before, arm, other) for other in shots) or _shelled(before, arm, barrages),
        surprised=any(_damages(before, arm, other) and _hidden(before, arm.group, other) for other in shots),
        concealed=vehicle.hull_down or sheltered is not Cover.OPEN,
        screen=_screen(before, arm.at, place.at),
    )
    try:
        book.bar_shot(aimed)
    except RuleViolation:
        return None
    return aimed


def _metres(state: State, vehicle: Vehicle, place: PathPoint, arm: Arm) -> float:
    """To its front edge there. IA-R017"""
    return metres_between(state, arm.group, vehicle.group, arm.measured, vehicle.front_at(place.at, place.facing))


def _reaches(state: State, arm: Arm, at: Point, target: str) -> bool:
    """Whether it bears there and nothing but smoke, which is judged by its length, stands between."""
    word = state.word(LINE_OF_SIGHT, arm.group, target)
    free = clear(board_of(state), arm.eye, Eye(at, VEHICLE)) if word is None else word
    return bears(state, arm, at, target) and free


def _moved(state: State, arm: Arm) -> bool:
    """Any movement or change of the hull's position. IA-at.minus2.firer-moved, IA-R123"""
    vehicle = state.find_vehicle(arm.vehicle or state.figure(arm.men[0]).aboard)
    gun = state.find_gun(arm.gun)
    if vehicle is not None:
        return vehicle.doing.moved > 0 or vehicle.doing.turned
    if gun is not None:
        return gun.doing.moved > 0 or gun.doing.turned
    return state.figure(arm.men[0]).doing.moved > 0


def _carrier(state: State, arm: Arm) -> Vehicle | None:
    vehicle = state.find_vehicle(arm.vehicle)
    return vehicle if vehicle is not None and vehicle.hard else None


def _damages(state: State, arm: Arm, other: Shot) -> bool:
    """Whether that shot is fire on the weapon that can damage it. IA-at.minus1.under-fire, IA-R124"""
    if other.target != arm.group or other.in_trees or state.group(other.arm.group).side == state.group(arm.group).side:
        return False
    if isinstance(other.weapon, Charge):
        return True
    carrier = _carrier(state, arm)
    afv = aimed_at(state, carrier) if carrier is not None else None
    cell = points(other.weapon, other.metres, state.house)
    return book.can_damage_firer(other.weapon, cell, afv, heavy_machine_gun(state, other.arm))


def _shelled(state: State, arm: Arm, barrages: Iterable[Barrage]) -> bool:
    return any(barrage.covers(arm.at) for barrage in barrages)


def _hidden(state: State, group: str, shot: Shot) -> bool:
    """The first fire of a source that the group had not located. IA-at.minus1.surprised, IA-R124, IA-R165"""
    return state.located(group, shot.arm.group) is None and not state.group(shot.arm.group).fired_from_here


def _screen(state: State, start: Point, end: Point) -> float | None:
    """Metres of the longest active smoke screen between them. IA-R125"""
    return max(
        (
            between(screen.start, screen.end)
            for screen in state.screens
            if screen.active(state.period) and crosses((start, end), (screen.start, screen.end))
        ),
        default=None,
    )


def _soft(state: State, vehicle: Vehicle, shots: Iterable[Shot], barrages: Iterable[Barrage]) -> bool:
    """Under other fire in this period: all fire is simultaneous. IA-afvreact.minus1.under-fire"""
    shelled = vehicle.at is not None and any(barrage.covers(vehicle.at) for barrage in barrages)
    return shelled or any(shot.target == vehicle.group and not is_tank_shot(state, shot) for shot in shots)


def _helped(state: State, vehicle: Vehicle, shots: Sequence[Shot]) -> bool:
    """Friends fire on whoever fires on it. IA-afvreact.plus1"""
    opponents = {shot.arm.group for shot in shots if shot.target == vehicle.group}
    return any(
        shot.target in opponents
        and shot.arm.group != vehicle.group
        and state.group(shot.arm.group).side == vehicle.side
        for shot in shots
    )


# ── 5b: flame, charges, off-table fire ────────────────────────────────────────────────────────────────────────────


def _attacked(
    course: Course, before: State, vehicle: Vehicle, shots: Sequence[Shot], barrages: Sequence[Barrage]
) -> None:
    """A die for each: 1 knocks it out. IA-at.knock-out-on-1, IA-R128"""
    now = course.state.vehicle(vehicle.id)
    if not now.able or now.at is None:
        return
    found: list[tuple[Special, str, str]] = []
    for shot in shots:
        special = _special(before, shot)
        if special is None or shot.target != vehicle.group:
            continue
        cell = points(shot.weapon, shot.metres, before.house) if isinstance(shot.weapon, Weapon) else 0
        try:
            book.bar_reach(special, shot.metres, cell)
        except RuleViolation:
            continue
        found.append((special, shot.by, shot.arm.group))
    found += [(Special.OFF_TABLE, each.mission.id, "") for each in barrages if each.covers(now.at)][:1]
    if not found:
        return
    dice = book.attacks_on([special for special, _, _ in found], course.chance)
    out = bool(dice) and dice[-1].knocked_out
    groups = tuple(dict.fromkeys(group for _, _, group in found if group))
    course.happen(
        AfvAttacked(
            vehicle=vehicle.id,
            groups=groups,
            dice=tuple(
                AttackThrown(by, die.attack.value, die.die) for (_, by, _), die in zip(found, dice, strict=False)
            ),
            knocked_out=out,
            off_table=any(special is Special.OFF_TABLE for special, _, _ in found),
            close=any(special is not Special.OFF_TABLE for special, _, _ in found),
            audience=who_see_any(course.state, vehicle.group, *groups),
            citations=("IA-at.knock-out-on-1", "IA-R128"),
        )
    )
    if out:
        knock_out(course, vehicle.id, end_of(now), found[len(dice) - 1][2])


def _special(state: State, shot: Shot) -> Special | None:
    if isinstance(shot.weapon, Charge):
        return _CHARGES.get(shot.weapon)
    return Special.FLAME if shot.weapon in book.FLAMES else None
