"""What aircraft do by orders: fly to a place and hover over it; from there land, set people down, pick people up.

A helicopter lands only from hovering over the place, so it flies there in one turn and comes down in the next.
VIII.2.131.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.battle.orders.data import Step
from rules.battle.orders.table import taken
from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.orders.offered import advance_to, offers
from rules.book_and_gun.play.ground import route
from rules.book_and_gun.play.ground.aloft import BESIDE, aircraft_of
from rules.book_and_gun.state import State
from rules.kernel.action import Action, SideId
from rules.kernel.violation import RuleViolation
from rules.table.measure import between


def land_at(state: State, side: SideId, unit_id: str, step: Step) -> Iterator[Action]:
    """Flies there and hovers, then lands and stays."""
    if _is_there(state, unit_id, step.at):
        yield from _downs(state, side, unit_id, "land", unload=False, load=False)
    else:
        yield from advance_to(state, side, unit_id, step)


def set_down_at(state: State, side: SideId, unit_id: str, step: Step) -> Iterator[Action]:
    """Flies there with those whom it carries, lets them out and takes off again; without anybody aboard it does
    nothing."""
    if not _carries(state, unit_id):
        return
    if _is_there(state, unit_id, step.at):
        yield from _downs(state, side, unit_id, "touch down", unload=True, load=False)
    else:
        yield from advance_to(state, side, unit_id, step)


def pick_up_at(state: State, side: SideId, unit_id: str, step: Step) -> Iterator[Action]:
    """Flies there empty, takes in the nearest unit that reaches it and takes off again; with people aboard it does
    nothing."""
    if _carries(state, unit_id):
        return
    if _is_there(state, unit_id, step.at):
        yield from _downs(state, side, unit_id, "touch down", unload=False, load=True)
    else:
        yield from advance_to(state, side, unit_id, step)


def _downs(state: State, side: SideId, unit_id: str, flight: str, *, unload: bool, load: bool) -> Iterator[Action]:
    for offer in offers(state, side, unit_id, "move"):
        move = offer.action
        if isinstance(move, Move) and (move.flight, move.unload, bool(move.load)) == (flight, unload, load):
            yield taken(offer)


def _carries(state: State, unit_id: str) -> bool:
    people = [f for v in aircraft_of(state, state.unit(unit_id)) for f in state.people_in(v.id)]
    return any(f.seat is not None and not f.seat.crews for f in people)


def _is_there(state: State, unit_id: str, place: str) -> bool:
    """Whether it is over the place, or stands there."""
    unit = state.unit(unit_id)
    lead = next(iter(aircraft_of(state, unit)), None)
    if state.board is None or lead is None or lead.at is None:
        return state.board is None and lead is not None
    try:
        way = route.read(state, state.board, unit, lead.at, place)
    except RuleViolation:
        return False
    return bool(way) and between(lead.at, way[-1]) <= BESIDE
