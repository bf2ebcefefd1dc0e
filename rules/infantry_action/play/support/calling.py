"""Support is called with the orders. IA-off.observer-call, IA-off.corrections, IA-off.registration, IA-R075"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.infantry_action.actions.support import CallSupport
from rules.infantry_action.book.kinds import Gear
from rules.infantry_action.book.support import (
    Mode,
    call_bar,
    caller,
    correction_delay,
    delay,
    multiple_bar,
    needs_caller,
    registration_bar,
    registration_periods,
)
from rules.infantry_action.events.fire import SupportCalled
from rules.infantry_action.figures import Figure, Point
from rules.infantry_action.groups import Group
from rules.infantry_action.on_the_table import Mission
from rules.infantry_action.play.command.writing import SEALING, group_of_firer, require_written_for
from rules.infantry_action.play.ground.lines import ERECT, Eye
from rules.infantry_action.play.ground.places import eye, in_line
from rules.infantry_action.play.movement.order_judging import surroundings
from rules.infantry_action.play.support.registering import registers
from rules.infantry_action.state import PeriodStep, State
from rules.kernel.action import Actor, SideId
from rules.kernel.changing import replace
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.language.nearest import plainly
from rules.seam.asking import Offer
from rules.table.measure import between
from rules.table.reference import place

OBSERVER = "forward observer"
WITH_HIM = 10.0
"""Metres within which a set is with its caller."""


def judge_call(state: State, action: CallSupport, by: Actor) -> list[Event]:
    """A call of this period. Raises RuleViolation."""
    side, group = require_written_for(state, by, PeriodStep.ORDERS, action.unit)
    man = _caller(state, group, action)
    if action.what in ("correct", "check"):
        return [_changed(state, side, man, action)]
    if action.at is None:
        raise RuleViolation(Why.NO_PLACE, "Where is it to fall?", remedy="Name a place or a registered target.")
    registered = next(
        (r for r in state.registrations if r.side == side and plainly(r.name) == plainly(action.at or "")), None
    )
    at = registered.at if registered else place(action.at, surroundings(state, side, state.position(man)))
    if action.what == "register":
        return [_registering(state, side, man, at, action)]
    if registers(state, man.id):
        raise RuleViolation(
            "registering",
            f"{man.name} is registering a target.",
            citation="IA-R076",
            remedy="Wait until it is registered, or let another man call.",
        )
    who = caller(man.rank, OBSERVER in man.specialities)
    ready = registered is not None and registered.ready <= state.period
    found = call_bar(who, _has_radio(state, man), _sees(state, man, at), ready)
    found = found or multiple_bar(action.multiple, action.periods) or _unpaid(state, side)
    if found is not None:
        raise found
    falls = state.period + delay(who, ready).value
    mission = Mission(
        _id(state, side), side, man.id, action.what, at, action.angle, falls, action.periods, action.multiple
    )
    return [_event(side, mission)]


def _event(side: SideId, mission: Mission) -> SupportCalled:
    return SupportCalled(
        side=side, mission=mission, audience=(side,), citations=("IA-off.observer-call", "IA-off.non-specialist")
    )


def _id(state: State, side: SideId) -> str:
    return f"{side} support {sum(1 for each in state.missions if each.side == side) + 1}, period {state.period}"


def _caller(state: State, group: Group, action: CallSupport) -> Figure:
    """Who calls: the man named, else the forward observer, else the highest in rank. RuleViolation for a stranger."""
    men = list(state.men(group.id))
    if action.figure is not None:
        man = next((each for each in men if each.id == action.figure), None)
        if man is None:
            raise RuleViolation(Why.UNKNOWN_FIGURE, f"There is no such man in {group.name}.", remedy="Choose another.")
        return man
    return max(men, key=lambda man: (OBSERVER in man.specialities, man.rank.level))


def _has_radio(state: State, man: Figure) -> bool:
    """A working set carried by him, by a man of his group within 10 m, or in his vehicle. IA-R077"""
    vehicle = state.find_vehicle(man.aboard)
    if vehicle is not None and Gear.RADIO in vehicle.gear:
        return True
    at = state.measured(man)
    if at is None:
        return False
    sets = [each for each in state.men(man.group) if each.has(Gear.RADIO) and each.ready_from <= state.period]
    places = [where for each in sets if (where := state.measured(each)) is not None]
    return any(between(where, at) <= WITH_HIM for where in places)


def _sees(state: State, man: Figure, at: Point) -> bool:
    """He has located somebody there, or sees the ground itself. IA-off.observer-call"""
    mine = eye(state, man)
    near = any(
        s.by == man.group and (s.kept or s.period >= state.period - 1) and between(s.at, at) <= 50.0
        for s in state.sightings
    )
    return near or (mine is not None and in_line(state, mine, Eye(at, ERECT)) and between(mine.measured, at) <= 500.0)


def _unpaid(state: State, side: SideId) -> RuleViolation | None:
    if state.side(side).support >= 50:
        return None
    return RuleViolation(
        "no-support", "No off-table support is left.", citation="IA-R168", remedy="Do without it from now on."
    )


def _registering(state: State, side: SideId, man: Figure, at: Point, action: CallSupport) -> SupportCalled:
    """IA-off.registration, IA-R076"""
    who = caller(man.rank, OBSERVER in man.specialities)
    found = registration_bar(who, _has_radio(state, man))
    if found is not None:
        raise found
    done = sum(1 for each in state.registrations if each.side == side)
    done += sum(1 for each in state.missions if each.side == side and each.what == "registration")
    periods = registration_periods(done + 1, state.house) - registration_periods(done, state.house)
    begun = max([state.period, *(m.falls for m in state.missions if m.side == side and m.what == "registration")])
    mission = Mission(
        _id(state, side), side, man.id, "registration", at, action.angle, begun + periods, name=f"target {done + 1}"
    )
    return SupportCalled(
        side=side, mission=mission, audience=(side,), citations=("IA-off.registration", "IA-off.registration-free")
    )


def _changed(state: State, side: SideId, man: Figure, action: CallSupport) -> SupportCalled:
    """A correction or a check of the caller's own mission. IA-off.corrections, IA-R078"""
    mine = [m for m in state.missions if m.side == side and m.what != "registration" and m.periods > 0]
    own = [m for m in mine if m.caller in (man.id, "")] or mine
    if not own:
        raise RuleViolation(
            "no-mission", "No mission is under way.", citation="IA-off.corrections", remedy="Call one first."
        )
    if action.what == "check":
        own = [each for each in own if needs_caller(mode_of(each))]
        if not own:
            raise RuleViolation(
                "arranged",
                "Fire that was arranged before the battle cannot be stopped.",
                citation="IA-R161",
                remedy="Correct it to another place.",
            )
    who = caller(man.rank, OBSERVER in man.specialities)
    if not _has_radio(state, man):
        found = call_bar(who, False, True)
        assert found is not None
        raise found
    mission = own[0]
    SEALING.unsealed(state, side, (group_of_firer(state, mission.caller),))
    if action.what == "check":
        return _event(side, replace(mission, checked=not mission.checked))
    if action.at is None:
        raise RuleViolation(Why.NO_PLACE, "Corrected to where?", remedy="Name the place where it is to fall.")
    at = place(action.at, surroundings(state, side, state.position(man)))
    from_ = state.period + correction_delay(who).value
    return _event(side, replace(mission, corrected=at, corrected_from=from_, checked=False))


def mode_of(mission: Mission) -> Mode:
    """How the mission came about. IA-off.modes"""
    return Mode.CALLED if mission.caller else Mode.ARRANGED


def offers_of(state: State, side: SideId, unit: str) -> Iterator[Offer]:
    """Calling, where the side has support left and the group has a set."""
    group = state.find_group(unit)
    if state.step is not PeriodStep.ORDERS or group is None or group.side != side or state.side(side).support < 50:
        return
    men: Sequence[Figure] = list(state.men(unit))
    if men and _has_radio(state, max(men, key=lambda man: man.rank.level)):
        yield Offer(CallSupport.draft(unit=unit, what="fire"), "Call fire", needs=("at",), detail="off-table support")
        yield Offer(CallSupport.draft(unit=unit, what="smoke"), "Call smoke", needs=("at",))
