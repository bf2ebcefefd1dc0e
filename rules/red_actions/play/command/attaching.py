"""Senior officers who join units, take command of them, and leave them: beside the unit's action.

RA-action.extra.officer, RA-officer.morale.4, RA-char.commissar.1, RA-R44
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.command import JoinUnit, LeaveUnit
from rules.red_actions.book.kinds import Arm
from rules.red_actions.book.officers import check_command
from rules.red_actions.course import Course
from rules.red_actions.events.command import OfficerJoined, OfficerLeft
from rules.red_actions.play.ground.fronts import box
from rules.red_actions.play.ground.layout import in_contact
from rules.red_actions.play.officers.officer_effects import secret_to, token_of
from rules.red_actions.play.turn.offering import if_lawful, own
from rules.red_actions.play.turn.segments import beside, own_unit, require_segment
from rules.red_actions.state import State
from rules.red_actions.units import Point, Unit
from rules.seam.asking import Offer
from rules.table.measure import step


@dataclass(frozen=True, slots=True)
class Attached:
    unit: Unit
    base: Unit
    command: bool = False


def _senior(state: State, ref: str, by: Actor) -> Unit:
    base = own_unit(state, ref, by)
    if state.card(base).arm is not Arm.OFFICER or state.senior(base.id) is None:
        raise RuleViolation(
            "no-officer",
            f"{base.name} isn't a senior officer.",
            citation="RA-action.extra.officer",
            remedy="Name a senior officer's base.",
        )
    return base


def judge_join(state: State, action: JoinUnit, by: Actor) -> Attached:
    """RA-action.extra.officer, RA-char.commissar.1, RA-R44, RA-R215"""
    unit = require_segment(state, action.unit, by, beside="join")
    base = _senior(state, action.officer, by)
    if base.with_unit or base.aboard or base.id == unit.id or not in_contact(state, base, unit):
        raise RuleViolation(
            "not-in-contact",
            f"{base.name} does not touch {unit.name}, or is with a unit already.",
            citation="RA-action.extra.officer",
            remedy="Move the officer up to the unit first.",
        )
    if state.card(unit).arm is Arm.OFFICER or state.card(unit).arm.train:
        raise RuleViolation(
            "joins-nobody",
            f"{unit.name} isn't a unit that an officer joins.",
            citation="RA-R215",
            remedy="Name another unit.",
        )
    if action.command:
        token = token_of(state, state.senior(base.id))
        if token is not None:
            check_command(token, token_of(state, state.junior(unit.id)))
    return Attached(unit, base, action.command)


def join(state: State, ready: Attached, chance: Chance) -> Sequence[Event]:
    course = Course(state, chance)
    beside(course, ready.unit.id, "join")
    course.happen(
        OfficerJoined(
            officer=ready.base.id,
            unit=ready.unit.id,
            commands=ready.command and _may_command(course.state, ready),
            audience=secret_to(ready.unit),
            citations=("RA-action.extra.officer",),
        )
    )
    return course.events


def _may_command(state: State, ready: Attached) -> bool:
    """A Commissar who has just been drawn for the unit keeps it. RA-char.commissar.1"""
    own_token = token_of(state, state.senior(ready.base.id))
    junior = token_of(state, state.junior(ready.unit.id))
    return own_token is None or junior is None or own_token.commissar or not junior.commissar


def join_offers(state: State, side: SideId, ref: str) -> Iterator[Offer]:
    unit = own(state, side, ref)
    if unit is None or state.card(unit).arm is Arm.OFFICER:
        return
    for officer in state.officers:
        base = state.find(officer.unit) if officer.rank == "senior" and officer.fit and officer.side == side else None
        if base is not None and not base.with_unit:
            both = (True, f"{officer.name} takes command"), (False, f"{officer.name} joins, without command")
            for command, label in both:
                action = JoinUnit(unit=ref, officer=base.id, command=command)
                yield from if_lawful(state, action, judge_join, side, label, "beside its action")


def judge_leave(state: State, action: LeaveUnit, by: Actor) -> Attached:
    """RA-action.extra.officer"""
    unit = require_segment(state, action.unit, by, beside="leave")
    base = _senior(state, action.officer, by)
    if base.with_unit != unit.id:
        raise RuleViolation(
            "not-attached",
            f"{base.name} is not with {unit.name}.",
            citation="RA-action.extra.officer",
            remedy="Name an officer who is with it.",
        )
    return Attached(unit, base)


def leave(state: State, ready: Attached, chance: Chance) -> Sequence[Event]:
    course = Course(state, chance)
    beside(course, ready.unit.id, "leave")
    course.happen(
        OfficerLeft(
            officer=ready.base.id,
            unit=ready.unit.id,
            at=behind(course.state, ready.unit),
            audience=secret_to(ready.unit),
            citations=("RA-action.extra.officer",),
        )
    )
    return course.events


def behind(state: State, unit: Unit) -> Point:
    """Just behind the middle of a unit."""
    block = box(state, unit)
    return step(block.at, block.facing + 180.0, -block.rear + 0.7)


def leave_offers(state: State, side: SideId, ref: str) -> Iterator[Offer]:
    for base in state.units:
        if base.side == side and base.with_unit == ref:
            action = LeaveUnit(unit=ref, officer=base.id)
            yield from if_lawful(state, action, judge_leave, side, f"{base.name} leaves it", "beside its action")
