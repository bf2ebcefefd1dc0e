"""What the last action did, kept for the picture: ways gone, shots, throws, explosions."""

from __future__ import annotations

from rules.five56mm.events.battle import ActionTaken
from rules.five56mm.events.fire import Exploded, Scattered, Shot, Thrown
from rules.five56mm.events.foot import Moved
from rules.five56mm.events.vehicles import Travelled
from rules.five56mm.state import Point, State
from rules.kernel.changing import replace
from rules.kernel.event import Event
from rules.table.scene import Trace

MOST = 12
"""Lines that are kept."""


def pictured(before: State, event: Event, after: State) -> State:
    """The state after the event, with its line; an action begins afresh."""
    if isinstance(event, ActionTaken):
        return replace(after, shown=()) if after.shown else after
    drawn = None if after.board is None else _trace(before, event)
    return after if drawn is None else replace(after, shown=(*after.shown, drawn)[-MOST:])


def _trace(before: State, event: Event) -> Trace | None:
    match event:
        case Moved() if len(event.route) > 1:
            way = "retreat" if event.way == "fall-back" else "move"
            return Trace(way, event.route, before.character(event.character).side, ref=event.character)
        case Travelled() if len(event.route) > 1:
            return Trace("move", event.route, before.vehicle(event.vehicle).side, ref=event.vehicle)
        case Shot():
            return _fire(before, event.firer, _aimed_at(before, event), "hit" if event.hit else "")
        case Thrown():
            return _fire(before, event.thrower, event.aim, "")
        case Scattered() if event.at is not None:
            return Trace("blast", (event.at,), radius=0.5)
        case Exploded() if event.at is not None:
            return Trace("blast", (event.at,), radius=event.radius)
        case _:
            return None


def _fire(before: State, firer: str, at: Point | None, label: str) -> Trace | None:
    who = before.character(firer)
    here = before.position(who)
    return None if here is None or at is None or here == at else Trace("fire", (here, at), who.side, label)


def _aimed_at(before: State, event: Shot) -> Point | None:
    if event.at is not None or event.target is None:
        return event.at
    vehicle = before.find_vehicle(event.target)
    return vehicle.at if vehicle is not None else before.position(before.character(event.target))
