"""Who must decide what now. Empty while the engine goes on by itself, and when the battle is over."""

from __future__ import annotations

from itertools import islice

from rules.battle.orders.following import FollowOrders
from rules.battle.orders.turns import followed_by
from rules.five56mm.actions.battle import EndGo, Proceed
from rules.five56mm.actions.foot import FallBack
from rules.five56mm.book.morale import Courage
from rules.five56mm.deeds import ORDERS
from rules.five56mm.offers import each_offer
from rules.five56mm.orders.table import to_act, turn_waits
from rules.five56mm.play.engine.engine import next_step
from rules.five56mm.play.turn.free import end_go_offer
from rules.five56mm.play.turn.goes import actions_left, may_fall_back
from rules.five56mm.questions import OUTSIDE, QUESTIONS
from rules.five56mm.state import Go, State
from rules.kernel.action import Action
from rules.language.words import counted
from rules.seam.asking import Ask, Prompt, Wording, common, put_to

QUICK = 4
"""Offers shown beside a prompt at most, ending the go among them."""


def prompt(state: State) -> Prompt:
    """One ask at a time: the question that stands, or the go under way. MM-2.3T.5, MM-3.6.2, MM-3.2.18, MM-3.7.9."""
    if state.ended is not None or not state.sides:
        return Prompt()
    if state.question is not None:
        # Nobody is asked while sealed orders are carried out. MM-R120.
        return Prompt() if ORDERS.sealing.open(state) else Prompt((QUESTIONS.ask(state, state.question),))
    if ORDERS.between(state, (side.key for side in state.sides)) is not None:
        return Prompt()
    if turn_waits(state) and (sealing := ORDERS.sealing.asks(state, _sealing(state))):
        return Prompt(sealing)
    go = state.go
    if go is None or next_step(state) is not None or followed_by(ORDERS, state, to_act(state)) is not None:
        return Prompt()
    return Prompt((_go(state, go),))


def proceed(state: State) -> Action | None:
    """The engine's own next action; None when somebody must decide or the battle is over."""
    if state.ended is not None or not state.sides:
        return None
    if state.question is not None:
        return QUESTIONS.absent(state, state.question) if ORDERS.sealing.open(state) else None
    if (first := ORDERS.between(state, (side.key for side in state.sides))) is not None:
        return first
    if next_step(state) is not None:
        return None if turn_waits(state) and ORDERS.sealing.asks(state, _sealing(state)) else Proceed()
    side = followed_by(ORDERS, state, to_act(state))
    return None if side is None else FollowOrders(side=side)


def _sealing(state: State) -> Wording:
    """What both sides are asked where they order a turn at once. MM-R120."""
    return Wording("Order turn {} and seal it; whoever has no orders ends his go.", (common(state.turn),))


def _go(state: State, go: Go) -> Ask:
    who = state.character(go.character)
    left = actions_left(state)
    allowed = counted(left, "action") if left != 1 else "one action"
    special = " or a special action" if go.special and not go.spent and left > 1 else ""
    forced = go.forced is not Courage.STEADY and not go.forced_done and may_fall_back(state, who)
    fear = f"; {go.forced.value}: he must fall back first" if forced else ""
    default: Action = FallBack(character=who.id) if forced and state.board is not None else EndGo(character=who.id)
    if forced and state.board is None:
        default = FallBack(character=who.id, path=("4 even",))
    # What rests on his sheet or his side's standing answers is offered on his panel alone.
    found = each_offer(state, who.side, who.id)
    ready = (offer for offer in found if not offer.needs and offer.verb != "end-go" and OUTSIDE.offered(offer))
    return put_to(
        who.side,
        f"go-{state.turn}-{go.card}-{go.spent}",
        Wording("{}'s card: {}{}{}", (common(who.name), common(allowed), common(special), common(fear))),
        default,
        known=OUTSIDE,
        units=(who.id,),
        quick=(*islice(ready, QUICK - 1), *([] if forced else [end_go_offer(who)])),
        idle=None if forced else EndGo(character=who.id),
    )
