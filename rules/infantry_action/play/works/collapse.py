"""Buildings and bunkers under fire: whether they come down, who gets out. IA-build.when, IA-bunker.collapse"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from shapely import Point as Spot
from shapely import Polygon

from rules.infantry_action.book.works import Blow, Works, dice_for_building, dice_for_bunker
from rules.infantry_action.course import Course
from rules.infantry_action.events.movement import GunLost
from rules.infantry_action.events.works import EscapeDie, MenEscaped, MenPutOut, WorkTested
from rules.infantry_action.figures import Point
from rules.infantry_action.knowledge import sees, who_see_any
from rules.infantry_action.play.ground.clearing import clear_places, make_room
from rules.infantry_action.play.ground.kinds import BUILT, is_any
from rules.infantry_action.play.ground.places import board_of, work_at
from rules.infantry_action.play.smoke.laying import burning
from rules.infantry_action.state import State
from rules.kernel.action import SideId
from rules.table.measure import tidy
from rules.table.terrain import terrain

_OUTSIDE = 3.0
"""Metres from the wall at which men stand whom the fire has driven out."""


def test_works(course: Course, before: State, blows: Mapping[str, tuple[Blow, ...]]) -> frozenset[str]:
    """The works that are destroyed in this period, by their names, worked in their order."""
    return frozenset(name for name in sorted(blows) if _diced(course, before, name, blows[name]))


def kind_of(state: State, name: str) -> Works | None:
    """What is still diced for; None for ruins, trenches and what is neither building nor bunker. IA-R138"""
    work = state.work(name)
    if work is None:
        feature = next((f for f in board_of(state).features if f.name == name), None)
        if feature is None:
            return None
        return Works.BUNKER if feature.kind == "bunker" else Works.BUILDING if is_any(feature, BUILT) else None
    if work.destroyed:
        return Works.BUNKER if work.prepared else None
    if work.kind == "bunker":
        return Works.BUNKER
    if work.kind == "building":
        return Works.PREPARED if work.prepared else Works.BUILDING
    return None


def _diced(course: Course, before: State, name: str, blows: Sequence[Blow]) -> bool:
    kind = kind_of(before, name)
    if kind is None:
        return False
    fell = kind.takes_building_test and _building(course, before, name, blows)
    return (kind.takes_bunker_test and _bunker(course, before, name, blows)) or fell


def _building(course: Course, before: State, name: str, blows: Sequence[Blow]) -> bool:
    """IA-build.destroyed, IA-build.fire-die, IA-build.fire-always, IA-R135, IA-R136"""
    test = dice_for_building(blows, course.chance, course.house)
    if test is None:
        return False
    course.happen(
        WorkTested(
            name=name,
            die=test.die,
            points=test.points.value,
            destroyed=test.destroyed,
            burns=test.burning,
            fire_die=test.fire_die,
            citations=("IA-build.destroyed", "IA-build.fire-die", "IA-R135", "IA-R136"),
        )
    )
    if test.burning:
        burning(course, _side(before, name), _middle(before, name), name, vehicle=False)
    return test.destroyed


def _bunker(course: Course, before: State, name: str, blows: Sequence[Blow]) -> bool:
    """IA-bunker.collapse, IA-bunker.escape, IA-R139"""
    inside = [man.id for man in before.fit() if work_at(before, man.at) == name]
    test = dice_for_bunker(blows, inside, course.chance)
    if test is None:
        return False
    escapes = tuple(EscapeDie(each.key, each.die, each.escaped) for each in test.escapes)
    course.happen(
        WorkTested(
            name=name,
            die=test.die,
            points=0,
            destroyed=test.collapsed,
            bunker=True,
            citations=("IA-bunker.collapse", "IA-R139"),
        )
    )
    if not test.collapsed:
        return False
    if escapes:
        course.happen(MenEscaped(of=name, dice=escapes, citations=("IA-bunker.escape", "IA-R139")))
        _put_out(course, before, name, [die.figure for die in escapes if die.escaped], "IA-bunker.escape", "IA-R139")
    for gun in before.guns:
        if not gun.gone and work_at(before, gun.at) == name:
            course.happen(
                GunLost(
                    gun=gun.id, cause="bunker", audience=who_see_any(before, gun.group), citations=("IA-bunker.escape",)
                )
            )
    return True


def leave_burning(course: Course, fallen: frozenset[str]) -> None:
    """Who is left in a building that burns stands outside; the ruins of others are soft cover. IA-R137"""
    for name in sorted(fallen):
        state = course.state
        work = state.work(name)
        if work is None or work.kind != "building" or work.prepared or work.burning_since != state.period:
            continue
        inside = [man.id for man in state.fit() if work_at(state, man.at) == name]
        _put_out(course, state, name, inside, "IA-R137")


def _put_out(course: Course, before: State, name: str, men: Sequence[str], *citations: str) -> None:
    """They stand outside; whoever lies there, unknown to their side, makes room. IA-R255"""
    places = outside(before, name, tuple(men))
    if places:
        course.happen(MenPutOut(name=name, places=places, citations=citations))
        for side, mine in _by_side(before, men):
            make_room(course, side, mine)


def outside(state: State, name: str, men: tuple[str, ...]) -> tuple[tuple[str, Point], ...]:
    """Places beside the walls, each man at the wall that is nearest to him where he has room, no two of one side on
    one spot: each side avoids whom it knows of. IA-R255"""
    shape = _shape(state, name)
    taken: list[tuple[str, Point]] = []
    for id_ in men:
        at = state.figure(id_).at
        if shape is None or at is None:
            continue
        ring = shape.exterior
        along = ring.project(Spot(at)) + 2.0 * len(taken)
        wall = ring.interpolate(along % ring.length)
        middle = shape.centroid
        taken.append((id_, _beyond((middle.x, middle.y), (wall.x, wall.y))))
    wanted = dict(taken)
    found: list[tuple[str, Point]] = []
    for side, mine in _by_side(state, list(wanted)):
        known = [at for id_, at in found if sees(state, side, state.figure(id_).group)]
        places = clear_places(state, side, None, [wanted[id_] for id_ in mine], off=shape, beside=known)
        found += zip(mine, places, strict=True)
    return tuple(found)


def _by_side(state: State, men: Sequence[str]) -> list[tuple[SideId, list[str]]]:
    """These men by their sides, in the order in which they are named."""
    sides = dict.fromkeys(state.figure(id_).side for id_ in men)
    return [(side, [id_ for id_ in men if state.figure(id_).side == side]) for side in sides]


def _beyond(middle: Point, wall: Point) -> Point:
    dx, dy = wall[0] - middle[0], wall[1] - middle[1]
    size = max((dx * dx + dy * dy) ** 0.5, 1e-9)
    return tidy(wall[0] + dx / size * _OUTSIDE), tidy(wall[1] + dy / size * _OUTSIDE)


def _shape(state: State, name: str) -> Polygon | None:
    land = terrain(board_of(state))
    for feature, area in zip(land.features, land.areas, strict=True):
        if feature.name == name and isinstance(area, Polygon):
            return area
    return None


def _middle(state: State, name: str) -> Point:
    shape = _shape(state, name)
    if shape is None:
        return (0.0, 0.0)
    return tidy(shape.centroid.x), tidy(shape.centroid.y)


def _side(state: State, name: str) -> SideId:
    work = state.work(name)
    return work.side if work is not None and work.side is not None else state.sides[0].key
