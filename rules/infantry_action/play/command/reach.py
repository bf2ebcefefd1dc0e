"""Whose orders can be changed: communication by speech, radio and messenger with the officer or his successor."""

from __future__ import annotations

from rules.infantry_action.book.kinds import Gear
from rules.infantry_action.book.speech import Touch, Voice, has_radio, hears, speech_range, successor, touch
from rules.infantry_action.facts import WITHIN_CALL
from rules.infantry_action.figures import Figure
from rules.infantry_action.groups import Group
from rules.infantry_action.state import State
from rules.kernel.action import SideId
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.language.words import listed
from rules.table.board import Point
from rules.table.measure import between

BY_VOICE = frozenset({Touch.SPEECH, Touch.RADIO, Touch.RELAY})
"""Whoever is reached so is spoken to, at the set or past others."""


def commander(state: State, side: SideId) -> Figure | None:
    """The officer of a side, or his successor; None: nobody's orders can be changed any more. IA-R026"""
    found = successor((figure.id, figure.rank) for figure in state.fit(side) if state.position(figure) is not None)
    return None if found is None else state.figure(found)


def in_touch(state: State, group: Group) -> Touch | None:
    """How the group is in communication now; None: it is not. The umpire's word holds: whoever he says is within call
    is spoken to, where nothing else reaches him."""
    word = state.word(WITHIN_CALL, group.id)
    if word is False:
        return None
    found = _measured_touch(state, group)
    return Touch.SPEECH if found is None and word else found


def _measured_touch(state: State, group: Group) -> Touch | None:
    """How the group is in communication now; None: it is not. The noises are those of the period before. IA-R028"""
    officer = commander(state, group.side)
    if officer is None:
        return None
    others = tuple(voice(state, each) for each in state.fit(group.side) if state.position(each) is not None)
    own = tuple(each for each in others if each.group == group.id)
    if not own:
        return None
    return touch(
        voice(state, officer),
        own,
        radios=_radios(state, group.side),
        messengers=tuple(each for each in others if each.group != group.id and _has_word(state, each.id)),
        others=others,
        noises=noises(state),
        house=state.house,
    )


def voice(state: State, figure: Figure) -> Voice:
    at = state.measured(figure)
    assert at is not None
    return Voice(figure.id, figure.group, at)


def noises(state: State) -> tuple[Point, ...]:
    """Where something was fired or burst in the last period. IA-R028"""
    return tuple(at for at, _ in state.noise)


def _radios(state: State, side: SideId) -> tuple[Voice, ...]:
    """The operators of working sets; of a vehicle's, the first man of its crew. IA-R027"""
    carried = [
        voice(state, each)
        for each in state.fit(side)
        if each.has(Gear.RADIO) and each.ready_from <= state.period and state.position(each) is not None
    ]
    mounted = [
        voice(state, crew[0])
        for vehicle in state.vehicles
        if vehicle.side == side and vehicle.able and vehicle.at is not None and Gear.RADIO in vehicle.gear
        if (crew := state.aboard(vehicle.id))
    ]
    return (*carried, *mounted)


def _has_word(state: State, figure: str) -> bool:
    """He has spoken with the officer in an earlier period. IA-R027"""
    return 0 < state.figure(figure).briefed_in < state.period


def briefed(state: State) -> tuple[str, ...]:
    """Who stands in speech communication with his officer now."""
    found: list[str] = []
    for side in state.sides:
        officer = commander(state, side.key)
        if officer is None:
            continue
        speaker = voice(state, officer)
        listeners = [voice(state, each) for each in state.fit(side.key) if state.position(each) is not None]
        found += [each.id for each in listeners if hears(speaker.at, each.at, noises(state))]
    return tuple(found)


def awaits_first_order(group: Group) -> bool:
    """IA-R243"""
    return not group.ordered and group.order is None and not group.halted


def require_reach(state: State, group: Group) -> Touch | None:
    """How its order reaches the group; None: it is its first, which it was given before the battle. RuleViolation where
    its order cannot be changed. IA-orders.communication, IA-orders.out-of-touch, IA-R243"""
    found = in_touch(state, group)
    if awaits_first_order(group):
        return found
    if found is not None:
        _require_voice(state, group.side, found)
        return found
    if commander(state, group.side) is None:
        why = "Nobody is left who could give orders."
    else:
        why = f"{group.name} is out of communication: no speech, radio or messenger reaches it."
    raise RuleViolation(
        Why.OUT_OF_TOUCH,
        why,
        citation="IA-orders.communication",
        remedy="Send a runner to it, or halt it until somebody reaches it; else it carries on with its last order.",
    )


def is_silent(state: State, officer: Figure) -> bool:
    """Whether he goes in silence in this period, as it is ordered so far."""
    order = state.draft_of(officer.group) or state.group(officer.group).order
    return order is not None and order.silent


def _require_voice(state: State, side: SideId, touch: Touch) -> None:
    """RuleViolation where the officer would have to speak and goes in silence. IA-foot.silent, IA-R033"""
    officer = commander(state, side)
    if officer is None or touch not in BY_VOICE or not is_silent(state, officer):
        return
    own = state.group(officer.group).name
    raise RuleViolation(
        "not-silent",
        f"{own} goes in silence: {officer.name} speaks to nobody in this period.",
        citation="IA-foot.silent",
        remedy=f"Order {own} to go without silence first, or leave the others to their last orders.",
    )


def speaks(state: State, group: Group) -> bool:
    """Whether its officer calls orders in this period: another group has a new one that needs his voice. Whoever only
    halts needs none. IA-foot.silent, IA-orders.out-of-touch"""
    officer = commander(state, group.side)
    if officer is None or officer.group != group.id:
        return False
    return any(
        other.side == group.side
        and other.id != group.id
        and bool(order.path or order.tasks or order.posted)
        and not awaits_first_order(other)
        and in_touch(state, other) in BY_VOICE
        for other, order in ((state.group(id_), order) for id_, order in state.drafts)
    )


def halting(state: State, group: Group) -> str:
    """What halting comes to. For a group that nobody reaches: why nothing else can be ordered, that it then stands for
    good, and what would reach it. IA-orders.out-of-touch, IA-orders.halted, IA-R027, IA-R028"""
    if in_touch(state, group) is not None or awaits_first_order(group):
        return "stays where it is"
    officer = commander(state, group.side)
    if officer is None:
        return "Nobody is left who could give other orders: it then stands for good"
    here = voice(state, officer)
    own = [voice(state, each) for each in state.men(group.id) if state.position(each) is not None]
    near = min(own, key=lambda each: between(each.at, here.at))
    carries = speech_range(here.at, near.at, noises(state))
    radios = _radios(state, group.side)
    sets = (
        (any(has_radio((here,), each, noises(state)) for each in radios), officer.name),
        (any(has_radio(own, each, noises(state)) for each in radios), group.name),
    )
    missing = [name for there, name in sets if not there]
    radio = f"no radio with {listed(missing)}" if missing else "the same radio at both ends"
    return (
        f"Nothing else: {officer.name} is {between(near.at, here.at):.0f} m away and speech carries {carries:.0f} m; "
        f"{radio}. Halted, it stands until somebody reaches it: send a runner, or bring {officer.name} nearer"
    )
