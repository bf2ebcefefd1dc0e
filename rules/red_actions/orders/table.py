"""The orders of Red Actions: steps, stops, whose segment waits for them, and how orders are given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.battle.deed import Deeds
from rules.battle.envelope import Envelope
from rules.battle.orders.data import Order, Step
from rules.battle.orders.giving import Lasts, changed_answers, each_step, found_by, require_place, require_target
from rules.battle.orders.standing import Reading, StandingOrders
from rules.battle.orders.stops import StopKind, losses, near, turn_come
from rules.battle.orders.table import LEAST, NEAR, Comes, OrderTable, StepKind, step_words
from rules.battle.orders.turns import envelope_for, holding, turn_out
from rules.kernel.action import SideId
from rules.kernel.event import Event
from rules.red_actions.actions.movement import Enter
from rules.red_actions.actions.orders import GiveOrders
from rules.red_actions.events.agenda import StandingSet
from rules.red_actions.knowledge import side_knows
from rules.red_actions.orders import known, signs
from rules.red_actions.orders.by_hand import Hand
from rules.red_actions.orders.offered import Offered
from rules.red_actions.orders.whereabouts import WHEREABOUTS
from rules.red_actions.pending.question import QuestionKind
from rules.red_actions.play.engine import rounds
from rules.red_actions.play.movement.surroundings import spot
from rules.red_actions.play.sight.knowledge import require_made_out
from rules.red_actions.play.turn.initiative import able
from rules.red_actions.state import Phase, State
from rules.red_actions.units import Unit
from rules.table.measure import between

SEGMENT = "segment"
"""What orders are followed in: the action segments of a side's units."""

_PLACES = ("advance to", "march to")
_MAY_PLACE = ("fire and advance", "advance")
_PEOPLE = ("fire at", "follow")
_SHOTS = ("fire at the best odds", "fire at the nearest", "fire at")
_WAYS = ("fire and advance", "fire and draw back", "advance", "advance to", "draw back")


def _name(state: State, ref: str) -> str:
    found = state.find(ref)
    return found.name if found is not None else ref


_WHILE, _MARKERS = " while an enemy is within {} in", " at {} markers"
_WINS = " at {} % or better to win"


def _steps_of(by_hand: Offered) -> tuple[StepKind[State], ...]:
    rows: tuple[tuple[str, Comes[State], str], ...] = (
        ("fire at the best odds", by_hand.fire_best, LEAST),
        ("fire at the nearest", by_hand.fire_nearest, LEAST),
        ("fire at", by_hand.fire_at, LEAST),
        ("fire and advance", by_hand.fire_and(by_hand.advance), NEAR),
        ("fire and draw back", by_hand.fire_and(by_hand.draw_back), _WHILE),
        ("charge", by_hand.charge, _WINS),
        ("advance", by_hand.advance, NEAR),
        ("advance to", by_hand.advance_to, NEAR),
        ("march to", by_hand.march_to, ""),
        ("follow", by_hand.follow, ""),
        ("draw back", by_hand.draw_back, _WHILE),
        ("take cover", by_hand.take_cover, ""),
        ("rally from terror", by_hand.rally, _MARKERS),
        ("dig in", by_hand.dig, ""),
        ("hide", by_hand.hide, ""),
        ("unlimber", by_hand.limber(on=False), ""),
        ("limber", by_hand.limber(on=True), ""),
        ("come on", by_hand.come_on, ""),
        ("run the train", by_hand.rail("faster"), ""),
        ("keep the train's speed", by_hand.rail("hold"), ""),
        ("brake the train", by_hand.rail("brake"), ""),
    )
    kinds = tuple(
        StepKind(key, (SEGMENT,), comes_to, step_words(key, _name, limit, " to" if key in _MAY_PLACE else ""))
        for key, comes_to, limit in rows
    )
    return (*kinds, StepKind("hold", (SEGMENT,), by_hand.hold, step_words("hold", _name), idle=True))


STOPS: tuple[StopKind[State], ...] = (
    StopKind("fired at", signs.fired_at, lambda stop: "fired at"),
    StopKind("terror", signs.terror, lambda stop: f"{stop.number or 1:g} or more terror markers"),
    StopKind("pinned", signs.pinned, lambda stop: "pinned"),
    near(signs.near),
    StopKind("officer lost", signs.officer_lost, lambda stop: "an officer is lost", whole=True),
    StopKind("new enemy", signs.new_enemy, lambda stop: "another enemy is made out", whole=True),
    losses(signs.losses, "{} or more bases are lost"),
    turn_come(lambda state: state.turn),
)


# ── Whose segment it is ───────────────────────────────────────────────────────────────────────────────────────────


def phase(state: State) -> str:
    """Orders answer a segment that is open, and are sealed before the first one of a turn."""
    if state.ended is not None or state.question is not None or state.phase is not Phase.PLAYING:
        return ""
    return SEGMENT if rounds.next_step(state) is None or turn_waits(state) else ""


def of_side(state: State, side: SideId) -> tuple[str, ...]:
    return tuple(unit.id for unit in state.of(side))


def fallen(state: State, side: SideId) -> tuple[str, ...]:
    """Units of the side that are no more."""
    gone = (loss.unit for loss in state.losses if loss.side == side and state.find(loss.unit) is None)
    return tuple(dict.fromkeys(gone))


class WaitingUnits:
    """The side's units of which one may have the segment now, those nearest to the enemy first, routing ones last."""

    def __init__(self, hand: Hand) -> None:
        self._hand = hand

    def __call__(self, state: State, side: SideId) -> tuple[str, ...]:
        segment = state.segment
        if segment is None or segment.side != side:
            return ()
        if segment.unit is not None:
            return (segment.unit,) if state.find(segment.unit) is not None else ()
        ready = [state.unit(ref) for ref in able(state, segment)]
        spots = [foe.at for foe in known.foes(state, side)]

        def far(unit: Unit) -> tuple[bool, float]:
            here = unit.at
            return unit.routing, min((between(here, spot) for spot in spots), default=0.0) if here else 0.0

        found = [unit.id for unit in sorted(ready, key=far)]
        return (*found, *(self._may_come(state, side) if not segment.only else ()))

    def _may_come(self, state: State, side: SideId) -> Iterator[str]:
        """Reinforcements that are ordered on and can come now. RA-seq.reinforce"""
        for unit in state.of(side):
            if unit.at is not None or unit.aboard or unit.with_unit or unit.routing or not unit.ready(state.turn):
                continue
            order = state.orders.for_unit(side, unit.id, SEGMENT)
            if order is not None and order.stands_for(unit.id) and any(each.kind == "come on" for each in order.steps):
                enter = Enter(unit=unit.id)
                if any(True for _ in self._hand.offered(state, side, unit.id, Enter)) or self._hand.lawful(
                    state, side, enter
                ):
                    yield unit.id


def to_act(state: State) -> SideId | None:
    """The side whose segment it is."""
    return None if state.segment is None else state.segment.side


def envelope_of(state: State) -> Envelope | None:
    """The envelope of the turn where both sides order it at once, sealed. RA-R240"""
    if not state.house.on("sealed-orders") or state.ended is not None or state.turn <= state.closed:
        return None
    return envelope_for(state.envelope, f"turn {state.turn}", (side.key for side in state.sides))


def turn_waits(state: State) -> bool:
    """Whether a segment is to be opened and the orders of the turn are not sealed yet. RA-R240"""
    found = envelope_of(state)
    return found is not None and not found.opened and rounds.next_step(state) is rounds.TurnStep.OPEN


# ── Orders at work ────────────────────────────────────────────────────────────────────────────────────────────────


def orders_over(by_hand: Deeds[State]) -> StandingOrders[State]:
    """The orders of this rule set over the deeds that players can do by hand."""
    hand = Hand(by_hand)
    offered = Offered(hand)
    table: OrderTable[State] = OrderTable(
        steps=_steps_of(offered),
        stops=STOPS,
        orders=lambda state: state.orders,
        deeds=by_hand,
        phases=(SEGMENT,),
        phase=phase,
        moment=phase,
        waiting=WaitingUnits(hand),
        units=of_side,
        able=of_side,
        fallen=fallen,
        must=offered.must,
        opens=lambda state: state.orders.between and rounds.next_step(state) is rounds.TurnStep.OPEN,
        unordered=_unordered,
        name=lambda state, ref: state.unit(ref).name,
        where=WHEREABOUTS,
    )
    reading = Reading(
        action=GiveOrders, steps=each_step(_step), turn=lambda state: state.turn, until=_until, besides=_answers
    )
    return StandingOrders(table, envelope_of, lambda state: state.sealed_turns, reading)


def _unordered(state: State, side: SideId) -> Order | None:
    """Where orders are sealed, units without any stand. RA-R240"""
    return holding(envelope_of(state), side, SEGMENT)


# ── How they are given ────────────────────────────────────────────────────────────────────────────────────────────


def _answers(state: State, side: SideId, action: GiveOrders) -> Sequence[Event]:
    """The standing answers that the form changes."""
    given: tuple[tuple[QuestionKind, str | None], ...] = (
        ("charged", action.charged),
        ("return-fire", action.return_fire),
        ("ambush", action.ambush),
        ("spare", action.spare),
        ("mode", action.mode),
    )
    return [
        StandingSet(side=side, question=question, answer=answer, audience=(side,))
        for question, answer in changed_answers(given, lambda question: state.answer(side, question))
    ]


def _step(state: State, side: SideId, action: GiveOrders, does: str) -> Step:
    if does == "rally from terror":
        return Step(does, "", action.terror)
    if does == "charge":
        target = _target(state, side, action.target, friend=False) if action.target else ""
        return Step(does, target, action.win)
    number = action.within if does in _WAYS else action.least if does in _SHOTS else None
    if does in _PLACES:
        return Step(does, _place(state, side, action, require_place(action.to, "G7, the village")), number)
    if does in _MAY_PLACE and action.to:
        return Step(does, _place(state, side, action, action.to), number)
    if does in _PEOPLE:
        return Step(does, _target(state, side, action.target, friend=does == "follow"), number)
    return Step(does, "", number)


def _place(state: State, side: SideId, action: GiveOrders, text: str) -> str:
    """The place, if those who are ordered can find it."""
    here = (unit for unit in state.of(side) if unit.at is not None)
    return found_by(
        (unit for unit in here if not action.units or unit.id in action.units),
        text,
        lambda unit, named: spot(state, unit, named),
    )


def _target(state: State, side: SideId, named: str | None, *, friend: bool) -> str:
    """A unit of the side, or an enemy whom it knows and has made out."""
    require_made_out(state, side, named, "Name its place instead, or go nearer.")

    def own(ref: str) -> bool | None:
        found = state.find(ref)
        return None if found is None or not side_knows(state, side, ref) else found.side == side

    return require_target(named, friend, own, "your own units", "the enemy's units that you see")


def _until(state: State, lasts: Lasts, phases: Sequence[str]) -> tuple[int, str] | None:
    return turn_out(lasts, state.turn, state.closed)
