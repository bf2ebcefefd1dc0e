"""What guns, what tows them and what swims do by orders. VIII.2.11, VIII.3.3, X.2.8."""

from __future__ import annotations

from collections.abc import Iterator

from rules.battle.orders.by_hand import likeliest
from rules.battle.orders.data import Step
from rules.battle.orders.table import taken
from rules.book_and_gun.actions.fire import Fire
from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.orders.offered import BY_HAND, advance_to, chance_of, offers
from rules.book_and_gun.play.aboard.crew import manned
from rules.book_and_gun.state import State
from rules.kernel.action import Action, SideId


def tow_to(state: State, side: SideId, unit_id: str, step: Step) -> Iterator[Action]:
    """Waits until a gun is limbered to one of its vehicles, then brings it to the place. BG-VIII.3.3, BG-R246"""
    own = {vehicle.id for vehicle in manned(state, state.unit(unit_id))}
    if any(piece.tow in own for piece in state.pieces):
        yield from advance_to(state, side, unit_id, step)


def swim_to(state: State, side: SideId, unit_id: str, step: Step) -> Iterator[Action]:
    """Into the water from its bank, and on to the place; away from the water it drives there first. BG-VIII.2.11"""
    for offer in offers(state, side, unit_id, "move", needs=True):
        if isinstance(offer.action, Move) and offer.action.swim:
            yield taken(offer, to=step.at)
    yield from advance_to(state, side, unit_id, step)


def canister(state: State, side: SideId, unit_id: str, step: Step) -> Iterator[Action]:
    """Canister where it is likeliest to bring somebody down, none that endangers one's own. BG-X.2.8a"""
    found = (o for o in offers(state, side, unit_id, "fire") if isinstance(o.action, Fire) and o.action.canister)
    return likeliest(BY_HAND.worth(state, side, found, step.number, chance_of))
