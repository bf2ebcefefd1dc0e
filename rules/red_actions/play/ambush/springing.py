"""Ambushes that are sprung. RA-ambush.spring.1, RA-ambush.benefit.1 to RA-ambush.benefit.4, RA-R100, RA-R102"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.ambush import SpringAmbush
from rules.red_actions.book import ambush as book
from rules.red_actions.book.kinds import Test
from rules.red_actions.course import Course
from rules.red_actions.events.ambush import Sprung
from rules.red_actions.pending import Task
from rules.red_actions.pending.charge import CarryOutCharge
from rules.red_actions.pending.fire import CarryOutShooting, Shot
from rules.red_actions.pending.morale import PutMarkers, TakeTest
from rules.red_actions.pending.movement import OpenAmbush
from rules.red_actions.play.ground.fronts import side_struck
from rules.red_actions.play.ground.lines import distance
from rules.red_actions.play.movement.marching import ways_to_spring
from rules.red_actions.play.sight.knowledge import show
from rules.red_actions.play.turn.offering import if_lawful, own
from rules.red_actions.play.turn.segments import act_done, lose_segment, require_segment, take
from rules.red_actions.state import State
from rules.red_actions.units import Concealment, Unit
from rules.seam.asking import Offer


def step_spring(course: Course, task: OpenAmbush) -> None:
    """The marker, the fear test of the ambush, then the charge or the fire; whoever is ambushed has spent its segment.
    RA-ambush.spring.1, RA-ambush.benefit.1, RA-ambush.benefit.3, RA-ambush.benefit.4, RA-ambush.shoot-only,
    RA-ambush.once, RA-preempt.ambush, RA-R100, RA-R102, RA-R135"""
    state = course.state
    unit, target = state.find(task.unit), state.find(task.target)
    if unit is None or target is None or unit.at is None or target.at is None or unit.routing or target.routing:
        course.done()
        return
    charges = task.how == "charge"
    again = target.ambushed_turn == state.turn
    shock = book.shock(charges, target.marching, again, course.house)
    show(course, unit.id, by=target.id, why="sprung")
    course.happen(Sprung(unit=unit.id, target=target.id, how=task.how, again=again, citations=("RA-ambush.spring.1",)))
    lose_segment(course, unit.id, "it has sprung its ambush")
    segment = course.state.segment
    if segment is not None and segment.unit == target.id and not segment.acted:
        act_done(course, target.id)
    course.done(*_effects(unit, target, shock), _attack(course.state, unit, target, task.how))


def _effects(unit: Unit, target: Unit, shock: book.Shock) -> Iterator[Task]:
    """RA-ambush.benefit.3, RA-ambush.benefit.4, RA-march.3"""
    if shock.terror:
        yield PutMarkers(target.id, terror=shock.terror, threat=unit.id, reason="ambushed")
    if shock.fear_test:
        modifier = shock.modifier.amount if shock.modifier is not None else 0
        yield TakeTest(
            target.id,
            Test.FEAR,
            "ambushed",
            threat=unit.id,
            modifier=modifier,
            citation="RA-march.3" if modifier else "RA-morale.trigger.ambushed",
        )


def _attack(state: State, unit: Unit, target: Unit, how: Literal["charge", "fire"]) -> Task:
    if how == "charge":
        return CarryOutCharge(
            unit.id,
            target.id,
            side_struck=side_struck(state, unit, target),
            distance=distance(state, unit, target),
            undecided=True,
            ambush=True,
        )
    return CarryOutShooting(Shot(unit.id, target.id), reason="ambush")


# ── Come upon round a corner ────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Corner:
    unit: Unit
    target: Unit
    how: Literal["charge", "fire"]


def judge_spring(state: State, action: SpringAmbush, by: Actor) -> Corner:
    """In its own segment a unit that an enemy came upon, and did not scout out, still surprises him. RA-ambush.corner,
    RA-ambush.scout.4"""
    unit = require_segment(state, action.unit, by, ambush=True)
    target = state.find(unit.came_upon) if unit.came_upon else None
    if target is None or target.at is None or target.routing or unit.hidden is not Concealment.NO:
        raise RuleViolation(
            "nobody-came-upon-it",
            f"No enemy has come upon {unit.name} in ambush.",
            citation="RA-ambush.corner",
            remedy="An ambush that nobody has seen is sprung when an enemy comes within reach.",
        )
    ways = tuple(ways_to_spring(state, unit, target))
    if action.how not in ways:
        raise RuleViolation(
            "out-of-reach",
            f"{unit.name} cannot {action.how} from where it is.",
            citation="RA-ambush.spring.1",
            remedy=f"Let it {ways[0]}." if ways else "Act as any other unit.",
        )
    return Corner(unit, target, action.how)


def spring(state: State, ready: Corner, chance: Chance) -> Sequence[Event]:
    """RA-ambush.corner"""
    course = Course(state, chance)
    take(course, ready.unit.id)
    act_done(course, ready.unit.id)
    course.push(OpenAmbush(ready.unit.id, ready.target.id, ready.how))
    return course.events


def spring_offers(state: State, side: SideId, ref: str) -> Iterator[Offer]:
    unit = own(state, side, ref)
    target = state.find(unit.came_upon) if unit is not None and unit.came_upon else None
    if target is None:
        return
    labels: tuple[tuple[Literal["charge", "fire"], str], ...] = (
        ("charge", f"Spring the ambush: charge {target.name}"), ("fire", f"Spring the ambush: fire at {target.name}")
    )  # fmt: skip
    for how, label in labels:
        yield from if_lawful(state, SpringAmbush(unit=ref, how=how), judge_spring, side, label, "surprise")
