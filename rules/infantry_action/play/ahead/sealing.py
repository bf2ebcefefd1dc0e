"""A seal for more than one period: what a side writes of it, and what ends it. IA-R252"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from rules.battle.orders.data import Stop
from rules.battle.orders.giving import require_alarms, require_reached
from rules.battle.orders.horizons import UNTIL
from rules.infantry_action.actions.command import SealAhead
from rules.infantry_action.events.orders import AheadNoticed, AheadOver, AheadWritten
from rules.infantry_action.groups import Ahead
from rules.infantry_action.play.ahead.contact import CONTACTS
from rules.infantry_action.play.ahead.until import UNTIL_WHAT, end_signs, has_come
from rules.infantry_action.play.command.writing import goes_on, require_writing
from rules.infantry_action.state import PeriodStep, State
from rules.kernel.action import Actor, SideId
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.seam.ordering import Strength

LONGEST = 10
"""Periods that one seal is for at most."""


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
    ended = {ahead.side: _ended(state, ahead, at_once=at_once) for ahead in running}
    anything = any(met.values()) or any(ended.values())
    events: list[Event] = []
    for ahead in running:
        if anything or (not at_once and ahead.last < state.period):
            events.append(
                AheadOver(
                    side=ahead.side,
                    met=met[ahead.side],
                    ended=ended[ahead.side],
                    audience=(ahead.side,),
                    citations=("IA-R252",),
                )
            )
        elif told := _fresh(state, ahead, ahead.tells):
            events.append(AheadNoticed(side=ahead.side, met=told, audience=(ahead.side,), citations=("IA-R252",)))
    return events


def _fresh(state: State, ahead: Ahead, kinds: Sequence[str]) -> tuple[str, ...]:
    return tuple(sign for sign in signs(state, ahead.side, kinds) if sign not in ahead.before)


def _ended(state: State, ahead: Ahead, *, at_once: bool) -> Stop | None:
    """What the seal was to last until, if it has come and is asked for now."""
    stop = ahead.until
    asked = stop is not None and (not at_once or stop.strength == "now")
    return stop if asked and stop is not None and has_come(state, ahead.side, stop, ahead.before) else None


def ahead_words(ahead: Ahead) -> str:
    """ "for periods 3 to 5, or until contact"."""
    ends = {"located": "contact", "fired-on": "fire", "arrived": "arrival"}
    kinds = (*ahead.ends, *ahead.tells)
    first = next((word for kind, word in ends.items() if kind in kinds), "")
    named = end_words(ahead.until) if ahead.until is not None else ""
    ends = "".join(f", or until {word}" for word in (first, named) if word)
    return f"for periods {ahead.first} to {ahead.last}{ends}"


def end_words(stop: Stop) -> str:
    """What a seal lasts until: "the mill is reached"."""
    return UNTIL_WHAT.kind(stop.kind).words(stop)


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
    require_alarms(action.tells, action.at_once, alarm_kinds(action))
    last = state.period + (action.periods or LONGEST) - 1
    ends = tuple(kind for kind in kinds if kind not in action.tells)
    stop = _until(state, side, action, last)
    before = (*signs(state, side, kinds), *(end_signs(state, side, stop) if stop is not None else ()))
    tells, at_once = (tuple(kind for kind in named if kind != UNTIL) for named in (action.tells, action.at_once))
    ahead = None if alone else Ahead(side, state.period, last, ends, before, tells, at_once, stop)
    return [AheadWritten(side=side, ahead=ahead, audience=(side,), citations=("IA-R252",))]


def _until(state: State, side: SideId, action: SealAhead, last: int) -> Stop | None:
    """Raises RuleViolation for what cannot come, and where the seal ends before it."""
    if action.until is None:
        return None
    if action.periods == 1:
        raise RuleViolation(
            Why.NO_LENGTH,
            "A seal for this period alone ends with it.",
            citation="IA-R252",
            remedy="Seal for more periods, or leave their number out.",
        )
    stop = UNTIL_WHAT.read(state, side, (), action.until, alarm_of(action, UNTIL))
    require_reached((stop.number if UNTIL_WHAT.kind(stop.kind).clock else None,), (last, ""))
    return stop


def alarm_of(action: SealAhead, kind: str) -> Strength:
    """How loud a contact of that kind is."""
    return "tell" if kind in action.tells else "now" if kind in action.at_once else "later"


def alarmed(action: SealAhead, kind: str, strength: Strength) -> SealAhead:
    """The seal with a contact of that kind so loud; as it was where it does not look out for it."""
    kinds = alarm_kinds(action)
    if kind not in kinds:
        return action
    strengths = {each: strength if each == kind else alarm_of(action, each) for each in kinds}
    named = {loud: tuple(each for each, how in strengths.items() if how == loud) for loud in ("tell", "now")}
    return action.model_copy(update={"tells": named["tell"], "at_once": named["now"]})


def looked_for(action: SealAhead) -> tuple[str, ...]:
    """The kinds of contact that a seal looks out for."""
    open_end = action.periods is None and action.until is None
    return _NAMED[action.ends or ("contact" if open_end else "nothing")]


def alarm_kinds(action: SealAhead) -> tuple[str, ...]:
    """What it is told or asked of: what it looks out for, and what it lasts until."""
    return (*looked_for(action), *((UNTIL,) if action.until is not None else ()))


def _require_unanswered(state: State) -> None:
    if state.envelope is not None and any(sheet.seal for sheet in state.envelope.sheets):
        raise RuleViolation(
            Why.SEALED_AHEAD,
            "The other side has sealed its orders, so what you have sealed ahead stands for this period.",
            citation="IA-R252",
            remedy="Take it back in the next period.",
        )
