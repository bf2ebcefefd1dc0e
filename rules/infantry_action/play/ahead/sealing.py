"""A seal for more than one period: what a side writes of it, and what ends it. IA-R252"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from rules.action import Actor, SideId
from rules.battle.orders.giving import require_alarms
from rules.event import Event
from rules.infantry_action.actions.command import SealAhead
from rules.infantry_action.events.orders import AheadNoticed, AheadOver, AheadWritten
from rules.infantry_action.groups import Ahead
from rules.infantry_action.knowledge import openly
from rules.infantry_action.play.command.writing import goes_on, orderable, require_writing
from rules.infantry_action.play.movement.obeying import obeyed
from rules.infantry_action.state import PeriodStep, State
from rules.ordering import Strength
from rules.refusals import Why
from rules.violation import RuleViolation

LONGEST = 10
"""Periods that one seal is for at most."""


# ── Contact: signs that a side has of its own groups and of what it sees ──────────────────────────────────────────


def _located(state: State, side: SideId) -> Iterator[str]:
    """Groups that stand in the open: whether somebody unseen has one in sight its side does not learn. IA-R260"""
    return (group.id for group in state.groups_of(side) if openly(state, group.id))


def _sighted(state: State, side: SideId) -> Iterator[str]:
    """Enemies that it has located, now or before."""
    seen = {each.target for each in state.glimpses if each.side == side}
    return (g.id for g in state.groups if g.side != side and g.kind != "prisoners" and g.id in seen)


def _fired_on(state: State, side: SideId) -> Iterator[str]:
    """In the period that is over; of those too who have nobody left."""
    return (f"{g.id} {state.looked_in}" for g in state.groups if g.side == side and g.fired_on_in == state.looked_in)


def _forbidden(state: State, side: SideId) -> Iterator[str]:
    """Groups that their last test keeps from what they are ordered, or makes do something else."""
    for group in state.groups_of(side):
        if state.anchor(group.id) is not None and obeyed(state, group, group.order).why:
            yield f"{group.id} {state.period}"


def _arrived(state: State, side: SideId) -> Iterator[str]:
    """Groups with nothing left of a way; each order is another sign."""
    for group in state.groups_of(side):
        order = group.order
        if order is not None and order.route and not order.path:
            yield f"{group.id} {order.given}"


def _joined(state: State, side: SideId) -> Iterator[str]:
    """Groups of its own on the table: one more waits for its first order."""
    return iter(orderable(state, side))


CONTACTS: Mapping[str, Callable[[State, SideId], Iterator[str]]] = MappingProxyType(
    {
        "located": _located,
        "sighted": _sighted,
        "fired-on": _fired_on,
        "forbidden": _forbidden,
        "arrived": _arrived,
        "joined": _joined,
    }
)
_NAMED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"contact": tuple(CONTACTS), "fire": ("fired-on", "forbidden"), "arrival": ("arrived",), "nothing": ()}
)


def signs(state: State, side: SideId, kinds: Sequence[str]) -> tuple[str, ...]:
    """All signs of contact of these kinds, "fired-on: able 3"; made of what the side itself may know."""
    return tuple(f"{kind}: {sign}" for kind in kinds for sign in CONTACTS[kind](state, side))


def over(state: State, *, at_once: bool = False) -> list[Event]:
    """At the start of a period, or `at_once` before its fire is declared: the sides that are asked again, and what
    those are told that go on. Where something has happened to a group of one side, both are asked, each told of its own
    groups alone."""
    running = [ahead for ahead in state.aheads if at_once or ahead.first < state.period]
    met = {ahead.side: _fresh(state, ahead, ahead.at_once if at_once else ahead.ends) for ahead in running}
    anything = any(met.values())
    events: list[Event] = []
    for ahead in running:
        if anything or (not at_once and ahead.last < state.period):
            events.append(
                AheadOver(side=ahead.side, met=met[ahead.side], audience=(ahead.side,), citations=("IA-R252",))
            )
        elif told := _fresh(state, ahead, ahead.tells):
            events.append(AheadNoticed(side=ahead.side, met=told, audience=(ahead.side,), citations=("IA-R252",)))
    return events


def _fresh(state: State, ahead: Ahead, kinds: Sequence[str]) -> tuple[str, ...]:
    return tuple(sign for sign in signs(state, ahead.side, kinds) if sign not in ahead.before)


def ahead_words(ahead: Ahead) -> str:
    """ "for periods 3 to 5, or until contact"."""
    ends = {"located": "contact", "fired-on": "fire", "arrived": "arrival"}
    kinds = (*ahead.ends, *ahead.tells)
    first = next((word for kind, word in ends.items() if kind in kinds), "")
    return f"for periods {ahead.first} to {ahead.last}{f', or until {first}' if first else ''}"


# ── Writing ───────────────────────────────────────────────────────────────────────────────────────────────────────


def write_ahead(state: State, action: SealAhead, by: Actor) -> Sequence[Event]:
    """For how long the next seal binds; for this period alone it takes back what was sealed ahead. Raises
    RuleViolation outside the orders of a period, once the side has sealed, and for taking back what the other side has
    answered with its seal."""
    if by.side is None:
        raise RuleViolation(Why.NO_SIDE, "Orders are sealed by a side.", remedy="Ask the player of that side.")
    side, alone = by.side, action.periods == 1
    if alone and state.step is PeriodStep.ORDERS and goes_on(state, side):
        _require_unanswered(state)
    else:
        require_writing(state, by, PeriodStep.ORDERS)
    kinds = looked_for(action)
    require_alarms(action.tells, action.at_once, kinds)
    last = state.period + (action.periods or LONGEST) - 1
    ends = tuple(kind for kind in kinds if kind not in action.tells)
    before = signs(state, side, kinds)
    ahead = None if alone else Ahead(side, state.period, last, ends, before, action.tells, action.at_once)
    return [AheadWritten(side=side, ahead=ahead, audience=(side,), citations=("IA-R252",))]


def alarm_of(action: SealAhead, kind: str) -> Strength:
    """How loud a contact of that kind is."""
    return "tell" if kind in action.tells else "now" if kind in action.at_once else "later"


def alarmed(action: SealAhead, kind: str, strength: Strength) -> SealAhead:
    """The seal with a contact of that kind so loud; as it was where it does not look out for it."""
    if kind not in looked_for(action):
        return action
    strengths = {each: strength if each == kind else alarm_of(action, each) for each in looked_for(action)}
    named = {loud: tuple(each for each, how in strengths.items() if how == loud) for loud in ("tell", "now")}
    return action.model_copy(update={"tells": named["tell"], "at_once": named["now"]})


def looked_for(action: SealAhead) -> tuple[str, ...]:
    """The kinds of contact that a seal looks out for."""
    return _NAMED[action.ends or ("contact" if action.periods is None else "nothing")]


def _require_unanswered(state: State) -> None:
    if state.envelope is not None and any(sheet.seal for sheet in state.envelope.sheets):
        raise RuleViolation(
            "sealed-ahead",
            "The other side has sealed its orders, so what you have sealed ahead stands for this period.",
            citation="IA-R252",
            remedy="Take it back in the next period.",
        )
