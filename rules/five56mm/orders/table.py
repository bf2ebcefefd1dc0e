"""The orders of 5.56mm: steps, stops, whose go waits for them, and how orders are given."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.action import SideId
from rules.battle.deed import Deeds
from rules.battle.envelope import Envelope, laid_out
from rules.battle.orders.data import Order, Step
from rules.battle.orders.giving import no_such_unit, require_named, steps_of
from rules.battle.orders.sealing import opened
from rules.battle.orders.standing import Reading, StandingOrders
from rules.battle.orders.table import StepKind, StopKind, Table
from rules.event import Event
from rules.five56mm.actions.battle import Reply
from rules.five56mm.actions.orders import GiveOrders
from rules.five56mm.events.battle import StandingSet
from rules.five56mm.orders import offered, signs
from rules.five56mm.play.engine.engine import EngineStep, next_step
from rules.five56mm.play.engine.outcome import outcome
from rules.five56mm.play.ground.facts import place
from rules.five56mm.state import State
from rules.refusals import Why
from rules.violation import RuleViolation

GO = "go"
"""What orders are followed in: the goes of a side's characters."""

_PLACES = ("advance to", "sprint to", "drive to")
_WATCHES = ("covering fire", "cover against anybody")
_PEOPLE = ("fire at", "follow")
_SHOTS = ("fire at the best odds", "fire at the nearest", "fire at", "aimed fire", "auto-fire", "throw a grenade")
_WAYS = ("advance", "advance to", "sprint", "sprint to")


def _said(word: str, number: str = "") -> Callable[[State, Step], str]:
    def words(state: State, step: Step) -> str:
        found = state.find(step.at) or state.find_vehicle(step.at)
        at = f" {found.name if found is not None else step.at}" if step.at else ""
        limit = number.format(f"{step.number:g}") if step.number is not None else ""
        toward = " towards" if at and word in _WATCHES else ""
        return f"{word}{toward}{at}{limit}"

    return words


_NEAR, _LEAST = ", no nearer to an enemy than {} in", " at {} % or better"


def _kind(key: str, comes_to: offered.Comes, number: str = "", *, idle: bool = False) -> StepKind[State]:
    return StepKind(key, (GO,), comes_to, _said(key, number), idle=idle)


STEPS: tuple[StepKind[State], ...] = (
    _kind("fire at the best odds", offered.fire_best, _LEAST),
    _kind("fire at the nearest", offered.fire_nearest, _LEAST),
    _kind("fire at", offered.fire_at, _LEAST),
    _kind("aimed fire", offered.aimed_fire, _LEAST),
    _kind("auto-fire", offered.auto_fire, _LEAST),
    _kind("throw a grenade", offered.throw, _LEAST),
    _kind("covering fire", offered.cover("acting")),
    _kind("cover against anybody", offered.cover("anyone")),
    _kind("advance", offered.advance("move"), _NEAR),
    _kind("advance to", offered.advance_to("move"), _NEAR),
    _kind("sprint", offered.advance("sprint"), _NEAR),
    _kind("sprint to", offered.advance_to("sprint"), _NEAR),
    _kind("close in", offered.close_in),
    _kind("follow", offered.follow),
    _kind("draw back", offered.draw_back),
    _kind("take cover", offered.take_cover),
    _kind("stealth", offered.plain("stealth")),
    _kind("hide", offered.plain("hide")),
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
    StopKind("near", signs.near, lambda stop: f"an enemy within {stop.number or 0:g} in"),
    StopKind("new enemy", signs.new_enemy, lambda stop: "another enemy is seen", whole=True),
    StopKind("joker", signs.joker, lambda stop: "a Joker has been turned", whole=True),
    StopKind("losses", signs.losses, lambda stop: f"losses of {stop.number or 1:g} or more", whole=True, counts=True),
    StopKind("turn", signs.turn, lambda stop: f"turn {stop.number or 0:g}", whole=True),
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


def envelope_of(state: State) -> Envelope | None:
    """The envelope of the turn where both sides order it at once, sealed. MM-R120."""
    if not state.house.on("sealed-orders") or state.ended is not None or state.turn <= state.closed_turn:
        return None
    key = f"turn {state.turn}"
    if state.envelope is not None and state.envelope.key == key:
        return state.envelope
    return laid_out(key, ((side.key, "") for side in state.sides))


def turn_waits(state: State) -> bool:
    """Whether nothing comes before the turn's next card."""
    return next_step(state) is EngineStep.TURN_CARD and outcome(state) is None


# ── Orders at work ────────────────────────────────────────────────────────────────────────────────────────────────


def orders_over(by_hand: Deeds[State]) -> StandingOrders[State]:
    """The orders of this rule set over the deeds that players can do by hand."""
    table: Table[State] = Table(
        steps=STEPS,
        stops=STOPS,
        orders=lambda state: state.orders,
        deeds=by_hand,
        phases=(GO,),
        phase=phase,
        moment=phase,
        waiting=in_his_go,
        units=of_side,
        must=offered.must,
        unordered=_unordered,
        name=lambda state, unit: state.character(unit).name,
    )
    reading = Reading(action=GiveOrders, steps=_steps, turn=lambda state: state.turn, until=_until, besides=_answers)
    return StandingOrders(table, envelope_of, reading)


def followed_by(orders: StandingOrders[State], state: State) -> SideId | None:
    """The side whose go it is, if its orders have something to say to it."""
    go = state.go
    if go is None or phase(state) != GO:
        return None
    side = state.character(go.character).side
    return side if orders.answers(state, side) else None


def _unordered(state: State, side: SideId) -> Order | None:
    """Where orders are sealed, characters without any end their goes. MM-R120."""
    return Order(0, side, (Step("hold"),), (GO,)) if opened(envelope_of(state)) else None


def _steps(state: State, side: SideId, action: GiveOrders) -> list[Step]:
    return steps_of(action, lambda does: _step(state, side, action, does))


def _answers(state: State, side: SideId, action: GiveOrders) -> list[Event]:
    """The standing answers that the form changes."""
    answers: tuple[tuple[str, Reply | None], ...] = (
        ("cover", action.cover),
        ("throw-back", action.throw_back),
        ("withdraw", action.withdraw),
    )
    return [
        StandingSet(side=side, question=question, answer=answer, audience=(side,))
        for question, answer in answers
        if answer is not None and (state.answer(side, question) or "ask") != answer
    ]


def _step(state: State, side: SideId, action: GiveOrders, does: str) -> Step:
    number = action.within if does in _WAYS else action.least if does in _SHOTS else None
    if does in _PLACES:
        if not action.to:
            raise RuleViolation(Why.NO_PLACE, "Where are they to go?", remedy="Name a place: B2, 6in toward …")
        return Step(does, _place(state, side, action, action.to), number)
    if does in _WATCHES and action.to:
        return Step(does, _place(state, side, action, action.to))
    if does in _PEOPLE or (does == "close in" and action.target):
        return Step(does, _target(state, side, action.target, friend=does == "follow"), number)
    return Step(does, "", number)


def _place(state: State, side: SideId, action: GiveOrders, text: str) -> str:
    """The place, if those who are ordered can find it."""
    for who in state.living(side):
        if state.position(who) is not None and (not action.units or who.id in action.units):
            place(state, who, text)
            break
    return text


def _target(state: State, side: SideId, named: str | None, *, friend: bool) -> str:
    target = require_named(named)
    found = state.find(target) or (None if friend else state.find_vehicle(target))
    if found is None or (found.side == side) is not friend:
        raise no_such_unit(target, "your own characters" if friend else "the enemy's characters and vehicles")
    return found.id


def _until(state: State, lasts: str, phases: Sequence[str]) -> tuple[int, str] | None:
    """The turn with which orders lapse: this one, or the next where it is over."""
    if lasts == "battle":
        return None
    return (state.turn if state.turn > state.closed_turn else state.turn + 1, "")
