"""Orders as a player of the side sees them: what he could order, what stands, what each unit would do now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.battle.orders import showing
from rules.battle.orders.by_hand import label_of
from rules.battle.orders.standing import StandingOrders
from rules.book_and_gun.actions.orders import GiveOrders
from rules.book_and_gun.orders import offered
from rules.book_and_gun.orders.planning import planning_of
from rules.book_and_gun.orders.table import FIRE, MOVE
from rules.book_and_gun.play.turn.sequence import CARD_PHASES
from rules.book_and_gun.state import ARMY, Run, State
from rules.book_and_gun.units import Phase
from rules.kernel.action import Action, SideId
from rules.kernel.chance import Card
from rules.kernel.changing import replace
from rules.seam.ordering import Ordering, Proposed, WouldDo

CLOSE, FAR = 8.0, 16.0
"""Inches at which a hold is broken off, and within which an advance goes no nearer."""

_LISTS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    (
        MOVE,
        "This turn: advance, fire at the best odds, look",
        {"first": "advance", "then": "fire at the best odds", "last": "look", "lasts": "turn"},
    ),
    (MOVE, "Advance", {"first": "advance"}),
    (
        MOVE,
        "Advance, ask when another enemy is seen",
        {"first": "advance", "ask_new_enemy": True, "at_once": ("new enemy",)},
    ),
    (MOVE, f"Advance to {FAR:g} in of an enemy", {"first": "advance", "within": FAR}),
    (
        MOVE,
        "This turn: stay, fire at the best odds, look",
        {"first": "fire at the best odds", "then": "look", "lasts": "turn"},
    ),
    (MOVE, "Hold until an enemy is near", {"first": "hold", "ask_near": CLOSE, "at_once": ("near",), "lasts": "phase"}),
    (FIRE, "Fire at the best odds, else look", {"first": "fire at the best odds", "then": "look"}),
    (FIRE, "Fire at the nearest, else look", {"first": "fire at the nearest", "then": "look"}),
    (FIRE, "Fire at 20 % or better, else look", {"first": "fire at the best odds", "then": "look", "least": 20}),
    (FIRE, "Hold fire", {"first": "hold"}),
)


def ordering(orders: StandingOrders[State]) -> Ordering[State]:
    """For the seam."""

    def would_do(state: State, side: SideId) -> Iterator[WouldDo]:
        return showing.would_do(orders.table, supposed(state, side), side, _said)

    return showing.ordering(orders, _proposed, would_do, unordered="hold", planning=planning_of(orders))


def _proposed(state: State, side: SideId, unit: str) -> Iterator[Proposed]:
    """For the phase that it is; before the first card, and between the phases of cards, for the next one."""
    yield from showing.again(state.orders, side, unit)
    phase = FIRE if state.phase is Phase.FIRE else MOVE
    units = (unit,) if unit else ()
    if unit and state.unit(unit).reserve:
        yield Proposed("Enter over your edge", GiveOrders(first="enter", units=units), units=units)
    if unit and phase == MOVE:
        charging = GiveOrders(
            first="charge", then="advance", third="fire at the nearest", least=50, lasts="turn", units=units
        )
        said = "This turn: charge at 50 % or better, else advance, fire at the nearest"
        yield Proposed(said, charging, "otherwise hold", units)
    for when, label, given in _LISTS:
        if when == phase:
            detail = "" if given["first"] == "hold" else "otherwise hold"
            yield Proposed(showing.for_whom(unit, label), GiveOrders(units=units, **given), detail, units)


def supposed(state: State, side: SideId) -> State:
    """The state as if a card of the side's colour lay there."""
    if state.phase not in CARD_PHASES or (state.run is not None and state.run.side == side):
        return state
    return replace(state, run=Run(side, (Card("2S" if side == ARMY else "2H"),)))


def _said(state: State, action: Action) -> str:
    """In the words of the offer that it comes from."""
    unit = getattr(action, "unit", "")
    offer = offered.BY_HAND.said(state, state.unit(unit).side, unit, action) if unit else None
    if offer is None:
        return action.title
    label = label_of(offer, action)
    return f"{label}, {offer.detail}" if offer.detail else label
