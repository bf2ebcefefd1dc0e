"""What is heard without being located, and trails. Detection Without Location"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from shapely import LineString

from rules.infantry_action.book.location import Noise, heard, sees_trail
from rules.infantry_action.course import Course
from rules.infantry_action.events.sight import Heard, TrailSeen
from rules.infantry_action.figures import Figure, Point, RunningGear, VehicleKind
from rules.infantry_action.play.ground.kinds import BRUSH, WAYS, is_any
from rules.infantry_action.play.ground.places import features_at
from rules.infantry_action.state import State
from rules.kernel.action import SideId
from rules.table.measure import bearing, between


@dataclass(frozen=True, slots=True)
class Sound:
    noise: Noise
    at: Point
    group: str


def sounds(state: State, side: SideId) -> Iterator[Sound]:
    """The noises that a side makes: vehicles that move or stand with running engines, men who hack through brush.
    IA-det.noise, IA-R060"""
    for group in state.groups_of(side):
        man = next((man for man in state.men(group.id) if _hacks(state, man)), None)
        if man is not None and man.at is not None:
            yield Sound(Noise.BRUSH, man.at, group.id)
    for vehicle in state.vehicles:
        if vehicle.side != side or vehicle.front is None or not state.aboard(vehicle.id):
            continue
        kind = vehicle.type.kind
        if kind is VehicleKind.HELICOPTER:
            yield Sound(Noise.HELICOPTER, vehicle.front, vehicle.group)
        elif kind in (VehicleKind.CYCLE, VehicleKind.HORSE, VehicleKind.GLIDER):
            continue
        elif vehicle.doing.moved > 0:
            tracked = vehicle.type.going is RunningGear.TRACKED
            yield Sound(Noise.TRACKED if tracked else Noise.WHEELED, vehicle.front, vehicle.group)
        elif vehicle.running:
            yield Sound(Noise.IDLING, vehicle.front, vehicle.group)


def _hacks(state: State, man: Figure) -> bool:
    """IA-foot.deduct-10"""
    if man.at is None or man.doing.moved <= 0 or man.aboard is not None:
        return False
    here = features_at(state, man.at)
    return any(is_any(f, BRUSH) for f in here) and not any(is_any(f, WAYS) for f in here)


def listen(course: Course) -> None:
    """Each side hears what it has not located, once a source. IA-det.drowned"""
    state = course.state
    for side in state.sides:
        for sound in sounds(state, state.foe(side.key)):
            if state.seen(side.key, sound.group):
                continue
            found = nearest_listener(state, side.key, sound.noise, sound.at)
            if found is not None:
                course.happen(found)


def nearest_listener(state: State, side: SideId, noise: Noise, at: Point) -> Heard | None:
    """What the nearest man of a side who hears it reports; None: nobody does."""
    firing = [where for where, what in state.bursts if what == "fire"]
    bursts = [where for where, what in state.bursts if what == "burst"]
    best: tuple[float, str, Point] | None = None
    for man in state.fit(side):
        ear = state.measured(man)
        if ear is None:
            continue
        metres = between(ear, at)
        if (best is None or metres < best[0]) and heard(
            noise, metres, [between(ear, each) for each in firing], [between(ear, each) for each in bursts]
        ):
            best = metres, man.group, ear
    if best is None:
        return None
    metres, group, ear = best
    return Heard(
        side=side,
        by=group,
        noise=noise.words,
        direction=round(bearing(ear, at)),
        metres=round(metres),
        audience=(side,),
        citations=("IA-det.noise", "IA-det.drowned"),
    )


def read_trails(course: Course) -> None:
    """Infantry that crosses the trail of another group in daylight sees which way it went. IA-det.trail, IA-R167"""
    state = course.state
    for group in state.groups:
        man = next((each for each in state.men(group.id) if each.on_foot and len(each.doing.path) > 1), None)
        if man is None or not sees_trail(state.light, group.kind != "vehicle"):
            continue
        way = LineString(man.doing.path)
        for trail in state.trails:
            if state.find_group(trail.group) is None or state.group(trail.group).side == group.side:
                continue
            if trail.period == state.period or len(trail.path) < 2:
                continue
            met = way.intersection(LineString(trail.path))
            if not met.is_empty:
                spot = met.representative_point()
                course.happen(
                    TrailSeen(
                        side=group.side,
                        by=group.id,
                        at=(round(spot.x, 1), round(spot.y, 1)),
                        direction=round(bearing(trail.path[0], trail.path[-1])),
                        audience=(group.side,),
                        citations=("IA-det.trail",),
                    )
                )
                break
