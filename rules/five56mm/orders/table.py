"""The orders of 5.56mm: steps, stops, whose go waits for them, and how orders are given."""

from __future__ import annotations

from collections.abc import Sequence

from rules.battle.deed import Deeds
from rules.battle.envelope import Envelope
from rules.battle.orders.data import Order, Step
from rules.battle.orders.giving import Lasts, changed_answers, each_step, found_by, require_place, require_target
from rules.battle.orders.standing import Reading, StandingOrders
from rules.battle.orders.stops import StopKind, losses, near, turn_come
from rules.battle.orders.table import LEAST, NEAR, Comes, OrderTable, StepKind, step_words
from rules.battle.orders.turns import envelope_for, holding, turn_out
from rules.five56mm.actions.battle import Reply
from rules.five56mm.actions.orders import GiveOrders
from rules.five56mm.events.battle import StandingSet
from rules.five56mm.orders import offered, signs
from rules.five56mm.orders.whereabouts import WHEREABOUTS
from rules.five56mm.play.engine.engine import EngineStep, next_step
from rules.five56mm.play.engine.outcome import outcome
from rules.five56mm.play.ground.goals import goal_named
from rules.five56mm.state import State
from rules.kernel.action import SideId
from rules.kernel.event import Event

GO = "go"
"""What orders are followed in: the goes of a side's characters."""

_PLACES = ("advance to", "sprint to", "drive to")
_WATCHES = ("covering fire", "cover against anybody")
_PEOPLE = ("fire at", "follow")
_SHOTS = (
    "best attack",
    "fire at the best odds",
    "fire at the nearest",
    "fire at",
    "aimed fire",
    "auto-fire",
    "throw a grenade",
)
_WAYS = ("advance", "advance to", "sprint", "sprint to")
_LEADS_AWAY = (*_WAYS, "close in", "follow", "draw back", "take cover", "stealth", "go up", "go down", "drive to")


def _name(state: State, ref: str) -> str:
    found = state.find(ref) or state.find_vehicle(ref)
    return found.name if found is not None else ref


def _kind(key: str, comes_to: Comes[State], limit: str = "", *, idle: bool = False) -> StepKind[State]:
    toward = " towards" if key in _WATCHES else ""
    return StepKind(key, (GO,), comes_to, step_words(key, _name, limit, toward), idle=idle, goes=key in _LEADS_AWAY)


STEPS: tuple[StepKind[State], ...] = (
    _kind("fire at the best odds", offered.fire_best, LEAST),
    _kind("best attack", offered.best_attack, LEAST),
    _kind("fire at the nearest", offered.fire_nearest, LEAST),
    _kind("fire at", offered.fire_at, LEAST),
    _kind("aimed fire", offered.aimed_fire, LEAST),
    _kind("auto-fire", offered.auto_fire, LEAST),
    _kind("throw a grenade", offered.throw, LEAST),
    _kind("covering fire", offered.cover("acting")),
    _kind("cover against anybody", offered.cover("anyone")),
    _kind("advance", offered.advance("move"), NEAR),
    _kind("advance to", offered.advance_to("move"), NEAR),
    _kind("sprint", offered.advance("sprint"), NEAR),
    _kind("sprint to", offered.advance_to("sprint"), NEAR),
    _kind("close in", offered.close_in),
    _kind("follow", offered.follow),
    _kind("draw back", offered.draw_back),
    _kind("take cover", offered.take_cover),
    _kind("stealth", offered.plain("stealth")),
    _kind("hide", offered.plain("hide")),
    _kind("go up", offered.stairs("up")),
    _kind("go down", offered.stairs("down")),
    _kind("treat the wounded", offered.treat),
    _kind("use the radio", offered.plain("use-radio")),
    _kind("drive to", offered.drive_to),
    _kind("get out", offered.plain("leave")),
    _kind("hold", offered.plain("end-go"), idle=True),
)

STOPS: tuple[StopKind[State], ...] = (
    StopKind("fired at", signs.fired_at, lambda stop: "fired at"),
    StopKind("wounded", signs.wounded, lambda stop: "wounded"),
    StopKind("afraid", signs.afraid, lambda stop: "afraid"),
    StopKind("ammunition", signs.ammunition, lambda stop: "out of ammunition"),
    near(signs.near),
    StopKind("new enemy", signs.new_enemy, lambda stop: "another enemy is seen", whole=True),
    StopKind("joker", signs.joker, lambda stop: "a Joker has been turned", whole=True),
    losses(signs.losses),
    turn_come(lambda state: state.turn),
)


# ── Whose go it is ────────────────────────────────────────────────────────────────────────────────────────────────


def phase(state: State) -> str:
    """Orders answer a go that has begun, and are sealed before the first card of a turn."""
    if state.ended is not None or state.question is not None:
        return ""
    return GO if next_step(state) is None or (envelope_of(state) is not None and turn_waits(state)) else ""


def of_side(state: State, side: SideId) -> tuple[str, ...]:
    return tuple(who.id for who in state.characters if who.side == side)


def in_his_go(state: State, side: SideId) -> tuple[str, ...]:
    """Whoever's card is up, if he is the side's."""
    go = state.go
    return (go.character,) if go is not None and state.character(go.character).side == side else ()


def to_act(state: State) -> SideId | None:
    """The side whose go it is."""
    return None if state.go is None else state.character(state.go.character).side


def envelope_of(state: State) -> Envelope | None:
    """The envelope of the turn where both sides order it at once, sealed. MM-R120."""
    if not state.house.on("sealed-orders") or state.ended is not None or state.turn <= state.closed_turn:
        return None
    return envelope_for(state.envelope, f"turn {state.turn}", (side.key for side in state.sides))


def turn_waits(state: State) -> bool:
    """Whether nothing comes before the turn's next card."""
    return next_step(state) is EngineStep.TURN_CARD and outcome(state) is None


# ── Orders at work ────────────────────────────────────────────────────────────────────────────────────────────────


def orders_over(by_hand: Deeds[State]) -> StandingOrders[State]:
    """The orders of this rule set over the deeds that players can do by hand."""
    table: OrderTable[State] = OrderTable(
        steps=STEPS,
        stops=STOPS,
        orders=lambda state: state.orders,
        deeds=by_hand,
        phases=(GO,),
        phase=phase,
        moment=phase,
        waiting=in_his_go,
        units=of_side,
        able=lambda state, side: tuple(who.id for who in state.living(side)),
        must=offered.must,
        opens=lambda state: state.orders.between and turn_waits(state),
        unordered=_unordered,
        name=lambda state, unit: state.character(unit).name,
        where=WHEREABOUTS,
    )
    reading = Reading(
        action=GiveOrders, steps=each_step(_step), turn=lambda state: state.turn, until=_until, besides=_answers
    )
    return StandingOrders(table, envelope_of, lambda state: state.sealed_turns, reading)


def _unordered(state: State, side: SideId) -> Order | None:
    """Where orders are sealed, characters without any end their goes. MM-R120."""
    return holding(envelope_of(state), side, GO)


def _answers(state: State, side: SideId, action: GiveOrders) -> list[Event]:
    """The standing answers that the form changes."""
    given: tuple[tuple[str, Reply | None], ...] = (
        ("cover", action.cover),
        ("throw-back", action.throw_back),
        ("withdraw", action.withdraw),
    )
    return [
        StandingSet(side=side, question=question, answer=answer, audience=(side,))
        for question, answer in changed_answers(given, lambda question: state.answer(side, question))
    ]


def _step(state: State, side: SideId, action: GiveOrders, does: str) -> Step:
    number = action.within if does in _WAYS else action.least if does in _SHOTS else None
    if does in _PLACES:
        return Step(does, _place(state, side, action, require_place(action.to, "B2, 6in toward")), number)
    if does in _WATCHES and action.to:
        return Step(does, _place(state, side, action, action.to))
    if does in _PEOPLE or (does == "close in" and action.target):
        return Step(does, _target(state, side, action.target, friend=does == "follow"), number)
    return Step(does, "", number)


def _place(state: State, side: SideId, action: GiveOrders, text: str) -> str:
    """The place, if those who are ordered can find it."""
    here = (who for who in state.living(side) if state.position(who) is not None)
    return found_by(
        (who for who in here if not action.units or who.id in action.units),
        text,
        lambda who, named: goal_named(state, who, named),
    )


def _target(state: State, side: SideId, named: str | None, *, friend: bool) -> str:
    def own(ref: str) -> bool | None:
        found = state.find(ref) or (None if friend else state.find_vehicle(ref))
        return None if found is None else found.side == side

    return require_target(named, friend, own, "your own characters", "the enemy's characters and vehicles")


def _until(state: State, lasts: Lasts, phases: Sequence[str]) -> tuple[int, str] | None:
    return turn_out(lasts, state.turn, state.closed_turn)
