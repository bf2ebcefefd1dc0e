"""The step of location: each group looks for each enemy, at every point of the way that he went. IA-R023"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from shapely import Point as Spot
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from rules.infantry_action.book.kinds import Gear, Light, Posture
from rules.infantry_action.book.light import aided
from rules.infantry_action.book.location import Range, Seen, stays_located, within_location
from rules.infantry_action.course import Course
from rules.infantry_action.events.sight import LookedOut, WorksSeen
from rules.infantry_action.facts import LOCATED
from rules.infantry_action.figures import Figure, Point, Vehicle
from rules.infantry_action.groups import Group, LastSeen, Located
from rules.infantry_action.play.armour.paths import place_on
from rules.infantry_action.play.ground.facts import in_sight, metres
from rules.infantry_action.play.ground.lines import ERECT, PRONE, Eye
from rules.infantry_action.play.ground.places import counted, eye_of, grounds, in_line, work_at
from rules.infantry_action.play.sight.fields import Outlook, looks_at, outlooks
from rules.infantry_action.play.sight.noises import listen, read_trails
from rules.infantry_action.play.sight.sweep import Flags, Sweep, furthest, reach
from rules.infantry_action.state import State
from rules.kernel.action import SideId
from rules.kernel.changing import replace
from rules.kernel.once import once_a_state
from rules.table.measure import along, bearing, between, length, step
from rules.table.terrain import terrain

STRIDE = 10.0
"""Metres between the points of a way at which somebody is looked for."""


@dataclass(frozen=True, slots=True)
class Point3:
    """A place where a target was in the period, and how it showed there."""

    at: Point
    eye: Eye
    seen: Seen


def locate(course: Course) -> None:
    """What each side sees is known to itself alone; both look at the same moment. IA-loc.required"""
    before = course.state
    looked = [looked_out(before, side.key) for side in before.sides]
    for event in looked:
        course.happen(event)
    for side in before.sides:
        names = works_seen(before, side.key)
        if names:
            course.happen(WorksSeen(side=side.key, names=names, audience=(side.key,), citations=("IA-R225",)))
    if before.period:
        listen(course)
        read_trails(course)


def looked_out(state: State, side: SideId) -> LookedOut:
    """What the side's groups see as things stand."""
    enemies = tuple(group for group in state.groups if group.side != side and _present(state, group))
    own = tuple(group for group in state.groups_of(side) if _present(state, group))
    targets = {enemy.id: tuple(shapes(state, enemy)) for enemy in enemies}
    found = list(_sightings(state, own, enemies, targets))
    if state.house.choice("location-shared") == "side":
        found = _shared(found, own)
    seen = {sighting.target for sighting in found}
    before = {enemy.id for enemy in enemies if state.seen(side, enemy.id)}
    glimpses = tuple(
        LastSeen(side, enemy.id, at, state.period, sum(1 for _ in state.men(enemy.id)))
        for enemy in enemies
        if enemy.id in seen and (at := state.anchor(enemy.id)) is not None
    )
    return LookedOut(
        side=side,
        sightings=tuple(found),
        glimpses=glimpses,
        found=tuple(enemy.id for enemy in enemies if enemy.id in seen - before),
        lost=tuple(enemy.id for enemy in enemies if enemy.id in before - seen),
        audience=(side,),
        citations=("IA-loc.required", "IA-loc.table"),
    )


def _present(state: State, group: Group) -> bool:
    return group.kind != "prisoners" and any(state.position(man) is not None for man in state.men(group.id))


def locates(state: State, group: Group, vehicle: Vehicle) -> bool:
    """Whether the group has located a vehicle that stands empty. IA-loc.required, IA-R093"""
    place = standing(vehicle)
    if place is None:
        return False
    shared = state.house.choice("location-shared") == "side"
    men = state.fit(group.side) if shared else state.men(group.id)
    return any(_located(state, man, place, _shown((place,))) for man in men)


def standing(vehicle: Vehicle) -> Point3 | None:
    """How a vehicle shows that stands where it is."""
    where = eye_of(vehicle)
    return None if where is None else Point3(where.at, where, Seen(vehicle=True))


def _shared(found: list[Located], own: Iterable[Group]) -> list[Located]:
    """House rule: what one group sees, all do; `shared` is what it has not seen by its own eyes. IA-R055"""
    seen = {(each.by, each.target) for each in found if not each.shared}
    first = {each.target: each for each in reversed(sorted(found, key=lambda each: each.shared))}
    return [
        replace(one, by=group.id, shared=(group.id, target) not in seen)
        for group in own
        for target, one in first.items()
    ]


# ── How a target shows ────────────────────────────────────────────────────────────────────────────────────────────


@once_a_state
def shapes(state: State, group: Group) -> tuple[Point3, ...]:
    """The places at which a group was in the period, man by man; of a vehicle those of the vehicle. Where nothing
    moved it is the place where it is. The last of each is where he ended."""
    return tuple(_shapes(state, group))


def _shapes(state: State, group: Group) -> Iterator[Point3]:
    aboard: set[str] = set()
    for man in state.men(group.id):
        vehicle = state.find_vehicle(man.aboard)
        if vehicle is None:
            yield from _man(state, group, man)
        elif vehicle.id not in aboard:
            aboard.add(vehicle.id)
            yield from _vehicle(state, vehicle)


def _man(state: State, group: Group, man: Figure) -> Iterator[Point3]:
    if man.at is None:
        return
    moved = man.doing.moved > 0
    erect = _shows_erect(state, man)
    fired = not moved and man.fired_in >= max(1, state.period - 1)
    gun = state.find_gun(man.serves)
    for at in _way(man.doing.path, man.at):
        yield Point3(
            at,
            Eye(at, ERECT if erect else PRONE),
            Seen(
                posture=Posture.ERECT if erect else Posture.PRONE,
                moved=moved,
                fired=fired,
                fired_heavy=gun is not None and gun.fired_in == man.fired_in,
                heavy_group=gun is not None,
                defended=bool(work_at(state, at)),
                silent=man.doing.silent,
            ),
        )


def _shows_erect(state: State, man: Figure) -> bool:
    """As he moved, or as he stands. IA-R036, IA-base.heavy-crew-standing"""
    if man.doing.moved > 0:
        return man.doing.pace.value != "crawl"
    return counted(state, man) is Posture.ERECT


def _vehicle(state: State, vehicle: Vehicle) -> Iterator[Point3]:
    if vehicle.at is None:
        return
    moved = vehicle.doing.moved > 0
    fired = not moved and any(mount.fired_in >= max(1, state.period - 1) for mount in vehicle.mounts)
    where = eye_of(vehicle)
    assert where is not None
    for at in _way(vehicle.doing.path, vehicle.at):
        eye = Eye(at, where.height, vehicle.front_at(at, place_on(vehicle, at).facing))
        yield Point3(at, eye, Seen(vehicle=True, moved=moved, fired=fired))


def _way(path: tuple[Point, ...], end: Point) -> Iterator[Point]:
    """Points of a way, the end last."""
    whole = length(path)
    for number in range(int(whole // STRIDE) + 1 if whole > 0 else 0):
        yield along(path, number * STRIDE)
    yield end


# ── Looking ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _sightings(
    state: State, own: Sequence[Group], enemies: Sequence[Group], targets: Mapping[str, tuple[Point3, ...]]
) -> Iterator[Located]:
    """Each of the groups looks for each enemy."""
    shown = {enemy.id: _shown(targets[enemy.id]) for enemy in enemies}
    places = {enemy.id: [(each.at, each.eye) for each in targets[enemy.id]] for enemy in enemies}
    sweep, kept = Sweep(state, places, shown), {(old.by, old.target): old for old in reversed(state.sightings)}
    for group in own:
        men = tuple(state.men(group.id))
        could = sweep.over(men)
        for enemy in enemies:
            before = kept.get((group.id, enemy.id))
            at = _sighted(state, group, enemy, targets[enemy.id], shown[enemy.id], men, could[enemy.id])
            found = Located(group.id, enemy.id, at, state.period) if at is not None else None
            if found is None and state.word(LOCATED, group.id, enemy.id) is not False:
                found = _kept(state, group, enemy, before)
            if found is not None:
                yield found


def _shown(targets: Iterable[Point3]) -> frozenset[Seen]:
    return frozenset(each.seen for each in targets)


def _sighted(
    state: State,
    group: Group,
    enemy: Group,
    targets: tuple[Point3, ...],
    shown: frozenset[Seen],
    men: Sequence[Figure],
    could: Flags,
) -> Point | None:
    """Where the group has the enemy, the nearest place to where he ended; None: it has not. `could`: which of its men
    could see which of his places at all. IA-R055, IA-R059"""
    word = state.word(LOCATED, group.id, enemy.id)
    if word is not None:
        return targets[-1].at if word and targets else None
    for column in reversed(np.flatnonzero(could.any(axis=0)).tolist()):
        target = targets[column]
        rows = np.flatnonzero(could[:, column]).tolist()
        if any(_located(state, men[row], target, shown, enemy.id) for row in rows):
            return target.at
    return None


def _located(state: State, man: Figure, target: Point3, shown: frozenset[Seen], enemy: str = "") -> bool:
    """`enemy`: the group that is looked for; none of a work. From a flight at any point of it."""
    return any(_located_from(state, man, outlook, target, shown, enemy) for outlook in outlooks(state, man))


def _located_from(
    state: State, man: Figure, outlook: Outlook, target: Point3, shown: frozenset[Seen], enemy: str
) -> bool:
    mine = outlook.eye
    if not looks_at(state, man, target.at, enemy, outlook):
        return False
    ends = mine.measured, target.eye.measured
    apart = metres(state, man.group, enemy, *ends) if enemy else between(*ends)
    if apart > furthest(shown, state.light, state.options):
        return False
    if not within_location(location_range(state, man, target, shown), apart):
        return False
    if not enemy:
        return in_line(state, mine, target.eye)
    return in_sight(state, man.group, enemy, mine, target.eye)


def location_range(state: State, man: Figure, target: Point3, shown: frozenset[Seen]) -> Range:
    """How far he can locate the target there: the row of greatest range that any of it fits, in the ground where it is.
    IA-loc.two-target-categories, IA-R055, IA-R057"""
    mine = state.position(man)
    assert mine is not None
    ground = grounds(state, target.at, mine)
    return reach(shown, ground, state.light, _aided(state, man, target.at), state.options)


# ── Field defences ────────────────────────────────────────────────────────────────────────────────────────────────


def works_seen(state: State, side: SideId) -> tuple[str, ...]:
    """The enemy's works and wire that come to light: at the distance of infantry that lies in them, or when somebody
    who has been located is in them. IA-loc.table, IA-R225"""
    hidden = [each for each in state.secrets if each.side != side and side not in each.known]
    if not hidden or state.board is None:
        return ()
    land = terrain(state.board)
    shape = {feature.name: area for feature, area in zip(land.features, land.areas, strict=True)}
    men = [man for man in state.figures if man.side == side and man.fit and state.position(man) is not None]
    occupied = {
        work_at(state, man.at)
        for group in state.groups
        if group.side != side and state.seen(side, group.id)
        for man in state.men(group.id)
    }
    return tuple(
        each.name
        for each in hidden
        if each.name in occupied or any(_shows(state, man, shape[each.name]) for man in men if each.name in shape)
    )


def _shows(state: State, man: Figure, shape: BaseGeometry) -> bool:
    """The point of it that is nearest to him: within a base of his way he walks into it."""
    mine = state.position(man)
    assert mine is not None
    if any(shape.distance(Spot(at)) <= STRIDE for at in _way(man.doing.path, mine)):
        return True
    near = nearest_points(shape, Spot(mine))[0]
    at = step((near.x, near.y), bearing((near.x, near.y), mine), 0.5)
    target = Point3(at, Eye(at, PRONE), Seen(posture=Posture.PRONE, defended=True))
    return _located(state, man, target, _shown((target,)))


def _aided(state: State, man: Figure, at: Point) -> bool:
    """A night device of his own or of his vehicle, or light on the target. IA-R057, IA-illum.sources"""
    if state.light is Light.DAY:
        return False
    vehicle = state.find_vehicle(man.aboard)
    device = man.has(Gear.NIGHT_DEVICE) or (
        vehicle is not None and (vehicle.type.night_device or vehicle.type.searchlight)
    )
    return aided(state.light, lit=lit(state, at), night_device=device)


def lit(state: State, at: Point) -> bool:
    """IA-R143"""
    return any(lamp.first <= state.period <= lamp.last and between(lamp.at, at) <= lamp.radius for lamp in state.lit)


def _kept(state: State, group: Group, enemy: Group, old: Located | None) -> Located | None:
    """Located and fired on before, and not moved since. IA-loc.stays-located"""
    if old is None or not (old.kept or old.period == state.period - 1):
        return None
    moved = any(man.doing.moved > 0 for man in state.men(enemy.id))
    fired_on = old.kept or enemy.fired_on_in >= old.period
    return replace(old, kept=True) if stays_located(True, fired_on, moved) else None
