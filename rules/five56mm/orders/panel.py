"""Orders as a player of the side sees them: what he could order, what stands, what each character would do now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.battle.orders import showing
from rules.battle.orders.by_hand import label_of
from rules.battle.orders.standing import StandingOrders
from rules.five56mm.actions.orders import GiveOrders
from rules.five56mm.book.profile import Skill
from rules.five56mm.orders import offered
from rules.five56mm.orders.planning import planning_of
from rules.five56mm.play.movement.ways import nearest_enemy
from rules.five56mm.state import Character, Go, State
from rules.kernel.action import Action, SideId
from rules.kernel.changing import replace
from rules.seam.ordering import Ordering, Proposed, WouldDo

FAR = 12.0
"""Inches within which a careful advance goes no nearer."""
_FIGHT: dict[str, Any] = {"first": "fire at the best odds", "then": "advance"}
_LISTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("Fire at the best odds, else advance", _FIGHT),
    (
        "Until cancelled: fire at the best odds, else advance; ask at losses",
        {**_FIGHT, "lasts": "battle", "ask_losses": 3},
    ),
    (
        f"Fire at 20 % or better, else advance to {FAR:g} in of an enemy",
        {**_FIGHT, "within": FAR, "least": 20},
    ),
    ("Fire at the nearest, else advance", {"first": "fire at the nearest", "then": "advance"}),
    ("Advance at a sprint, else fire", {"first": "sprint", "then": "advance", "third": "fire at the best odds"}),
    ("Hold with covering fire", {"first": "covering fire", "then": "fire at the best odds", "otherwise": "ask"}),
    ("Take cover", {"first": "take cover"}),
    ("Hold", {"first": "hold"}),
)
"""A proposal is about these orders alone: it settles nothing else for the side."""


_FILLED_IN = frozenset({"orders", "watch", "toward"})
"""What an order says itself of Covering Fire."""


def ordering(orders: StandingOrders[State]) -> Ordering[State]:
    """For the seam."""

    def would_do(state: State, side: SideId) -> Iterator[WouldDo]:
        able = [who for who in state.living(side) if who.able and who.cards]
        return (one for who in able for one in showing.would_do(orders.table, supposed(state, who), side, _said))

    return showing.ordering(orders, _proposed, would_do, unordered="end their goes", planning=planning_of(orders))


def _proposed(state: State, side: SideId, unit: str) -> Iterator[Proposed]:
    yield from showing.again(state.orders, side, unit)
    units = (unit,) if unit else ()
    if unit:
        yield from _his_own(state, state.character(unit))
    for label, given in _LISTS:
        ends = "otherwise stop and ask" if given.get("otherwise") == "ask" else "otherwise end the go"
        detail = "" if given["first"] == "hold" else ends
        yield Proposed(showing.for_whom(unit, label), GiveOrders(units=units, **given), detail, units)


def _his_own(state: State, who: Character) -> Iterator[Proposed]:
    """What one man's skills, and the enemy before him, suggest."""
    units = (who.id,)
    if who.has(Skill.MEDIC):
        given = GiveOrders(first="treat the wounded", then="fire at the best odds", units=units)
        yield Proposed("Treat the wounded beside him, else fire", given, "otherwise end the go", units)
    enemy = nearest_enemy(state, who)
    if enemy is not None and who.vehicle is None:
        given = GiveOrders(first="fire at", then="fire at the best odds", third="advance", target=enemy.id, units=units)
        yield Proposed(
            f"Fire at {enemy.name}, else at the best odds, else advance", given, "otherwise end the go", units
        )
    leader = next((friend for friend in state.living(who.side) if friend.traits.leader and friend.id != who.id), None)
    if leader is not None and leader.squad == who.squad:
        given = GiveOrders(first="fire at the best odds", then="follow", target=leader.id, units=units)
        yield Proposed(f"Fire at the best odds, else follow {leader.name}", given, "otherwise end the go", units)


def supposed(state: State, who: Character) -> State:
    """The state as if his card had just been turned."""
    if state.go is not None and state.go.character == who.id and not any((state.question, state.intent, state.window)):
        return state
    allowance = max(0, min(1 if who.one_action else 2, 2 - who.lost_actions))
    go = Go(who.id, who.cards[0], False, max(1, allowance), allowance == 2, forced=who.courage)
    clear: dict[str, Any] = {"question": None, "intent": None, "window": None, "held": None, "grenade": None}
    fresh = replace(who, acted_turn=None)
    return replace(state, go=go, frights=(), cleared=False, **clear).with_character(fresh)


def _said(state: State, action: Action) -> str:
    """In the words of the offer that it comes from."""
    assert state.go is not None
    unit = state.go.character
    offer = offered.BY_HAND.said(state, state.character(unit).side, unit, action, besides=_FILLED_IN)
    return action.title if offer is None else label_of(offer, action)
