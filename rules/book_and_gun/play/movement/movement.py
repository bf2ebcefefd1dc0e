"""Moving units in the movement phase: who goes, forming up, advancing with all. Chapters V.12 and VIII.1. A move of one
unit, on foot, driven or flown: `moving`.

The roll is `march`, the way on the table `route`, the places of the figures `formation`; scouts, wounded, ammunition
and reserves are `detachments`, charges `assault`, jokers `jokers`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.book_and_gun.actions.movement import AdvanceAll, Move, Reform
from rules.book_and_gun.course import Course
from rules.book_and_gun.play.aboard.crew import require_on_foot
from rules.book_and_gun.play.ground.cycling import require_off
from rules.book_and_gun.play.ground.mounted import require_unhorsed
from rules.book_and_gun.play.morale.rally import attempt, try_to_steady
from rules.book_and_gun.play.movement import guns
from rules.book_and_gun.play.movement.civilians import must_flee
from rules.book_and_gun.play.movement.driving import drive, judge_drive
from rules.book_and_gun.play.movement.limbering import Hooking, judge_hooking
from rules.book_and_gun.play.movement.maneuver import SettingOff, march_off, setting_off
from rules.book_and_gun.play.turn.readiness import PartOfUnit, movers
from rules.book_and_gun.play.turn.sequence import (
    activated,
    claim,
    commands,
    eligible,
    immobile,
    require_free,
    require_mobile,
)
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Morale, Phase, Posture, Unit
from rules.kernel.action import Actor
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation

# ── One unit ──────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Marching:
    """A move that has been judged. `behind`: the units that follow on the road, in their order; `companions`: leaders
    who go along."""

    off: SettingOff
    behind: tuple[str, ...] = ()
    companions: tuple[str, ...] = ()


def require_free_hands(state: State, unit: Unit, figures: Sequence[Figure]) -> None:
    """Refuses a move of those who all work at devices in this turn. BG-R235"""
    if _all_at_work(state, figures):
        raise RuleViolation(
            "at-work",
            f"All of {unit.name} who could move work at devices in this turn.",
            citation="BG-R235",
            remedy="Let it hold.",
        )


def _all_at_work(state: State, figures: Sequence[Figure]) -> bool:
    """Whether none of them is left who could go; wounded who help each other are not at work."""
    fit = [f for f in figures if f.fit]
    return bool(fit) and all(f.work_turn == state.turn for f in fit)


def group_of(state: State, unit: Unit, name: PartOfUnit) -> tuple[Figure, ...]:
    """The figures of that part of the unit that still have a chance to move."""
    groups = movers(state, unit)
    if name not in groups:
        said = ", ".join(groups)
        raise RuleViolation(
            "nobody-to-move",
            f"{unit.name} has nobody left to move as “{name}”.",
            citation="BG-VIII.0.1a",
            remedy=f"Still to move: {said}.",
        )
    return groups[name]


def judge_reform(state: State, action: Reform, by: Actor) -> Marching | Hooking:
    """A change of formation, order, posture or facing in place, within what the dice allow; or work at a gun.
    BG-V.12a, BG-XII.1.21b, BG-VIII.3.3."""
    unit = claim(state, action.unit, by, Phase.MOVEMENT)
    require_free(state, unit)
    if action.gun is not None:
        return judge_hooking(state, unit, action)
    if unit.morale is Morale.PINNED or unit.reserve:
        require_mobile(state, unit)
    figures = next(iter(movers(state, unit).values()))
    require_on_foot(figures, "form up")
    require_unhorsed(figures, action.posture)
    if action.posture is Posture.PRONE:
        require_off(state, figures, "lie down")
    if must_flee(state, unit):
        raise RuleViolation(
            "must-flee",
            f"{unit.name} must run from the firing.",
            citation="BG-R129",
            remedy=("Use ", Move, ": it runs."),
        )
    if action.formation is None and action.order is None and action.posture is None and action.facing is None:
        raise RuleViolation(Why.AS_IT_IS, "Nothing was to be changed.", remedy="Give a formation, order or facing.")
    in_place = Move(
        unit=unit.id,
        inches=0.0,
        formation=action.formation,
        order=action.order,
        posture=action.posture,
        facing=action.facing,
    )
    return Marching(setting_off(state, unit, figures, in_place))


# ── Several units on their cards ──────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Forward:
    """The units that may advance on the cards of the run, in roster order."""

    units: tuple[str, ...]
    action: AdvanceAll


def judge_advance(state: State, action: AdvanceAll, by: Actor) -> Forward:
    """Raises RuleViolation without cards, and when nobody of the actor's can use them."""
    run = state.run
    if state.phase is not Phase.MOVEMENT or run is None or (run.joker and run.unit is None):
        raise RuleViolation(
            Why.NOT_YOUR_TURN, "There is no card of yours to advance on.", citation="BG-VII.2", remedy="Wait for it."
        )
    own = tuple(u.id for u in eligible(state, run.side) if commands(state, by, u.side))
    if _next_to_go(state, own) is None:
        raise RuleViolation(
            "nobody-to-move", "None of your units can use these cards.", citation="BG-VII.2", remedy="Wait."
        )
    return Forward(own, action)


def advance_all(state: State, ready: Forward, chance: Chance) -> list[Event]:
    """As many units as the run has cards advance towards the nearest enemy with their full roll, in roster order; what
    is separated from a unit, when every unit has had its card. Horse holders stay with the horses.

    Who is shaken must rally, a pinned unit is rallied if a leader can; immobile units, reserves and those whose gun
    cannot be pushed hold. BG-VIII.1.1, BG-VIII.1.13, BG-VIII.3.1b.
    """
    course = Course(state, chance)
    while course.state.run is not None and (due := _next_to_go(course.state, ready.units)) is not None:
        _advance(course, *due, ready.action)
    return course.events


def _next_to_go(state: State, own: Sequence[str]) -> tuple[str, PartOfUnit] | None:
    """The first unit whose main body has not moved; only when all of them have, what is separated from one."""
    left: list[tuple[str, PartOfUnit]] = [(unit, group) for unit in own for group in movers(state, state.unit(unit))]
    return next((one for one in left if one[1] == "unit"), left[0] if left else None)


def _advance(course: Course, unit_id: str, group: PartOfUnit, action: AdvanceAll) -> None:
    """What one group does on one card when all advance."""
    unit = course.unit(unit_id)
    figures = movers(course.state, unit)[group]
    if unit.morale is Morale.SHAKEN and not try_to_steady(course, unit_id):
        return
    if unit.morale is Morale.PINNED and not attempt(course, unit_id, "BG-R49"):
        course.note(activated(course.state, unit, figures, declined=True))
        return
    busy = _all_at_work(course.state, figures)
    bound = unit.reserve or busy or guns.stay(figures, course.state.options) or all(f.holds for f in figures)
    if bound or immobile(course.state, unit.side):
        course.note(activated(course.state, course.unit(unit_id), figures, declined=True))
        return
    forward = Move(unit=unit_id, figures=group, terrain=action.terrain)
    if all(f.seat is not None for f in figures):
        _drive_on(course, unit_id, figures, forward)
        return
    march_off(course, setting_off(course.state, course.unit(unit_id), figures, forward))


def _drive_on(course: Course, unit_id: str, figures: Sequence[Figure], forward: Move) -> None:
    """Those aboard drive; passengers, and a crew whose vehicle cannot move, hold."""
    state = course.state
    try:
        ready = judge_drive(state, course.unit(unit_id), figures, forward)
    except RuleViolation:
        course.note(activated(state, course.unit(unit_id), figures, declined=True))
        return
    course.note(*drive(state, ready, course.chance))
