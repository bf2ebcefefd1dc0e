"""Joining a close combat: figures go base to base, and the questions that come before the fight are put.

Support from neighbours, and which wounded to defend; then `melee.fight_out`. XI.2.2, XI.3.2, XI.4.41, XI.5.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rules.book_and_gun.actions.combat import BringSupport, DefendWounded
from rules.book_and_gun.book.charge import SUPPORT
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.combat import ChargeUpdated, CombatJoined, CombatUpdated
from rules.book_and_gun.events.movement import UnitMoved
from rules.book_and_gun.play.blasts.tripping import walk
from rules.book_and_gun.play.combat import closing
from rules.book_and_gun.play.combat.melee import chargers, fight_out
from rules.book_and_gun.play.ground.tabletop import friends, middle
from rules.book_and_gun.play.turn import question
from rules.book_and_gun.play.turn.question import Answered
from rules.book_and_gun.state import ARMY, ChargeInProgress, ChargeStage, Combat, QuestionKind, State
from rules.book_and_gun.units import Figure, Morale, Status, Unit
from rules.kernel.action import Actor
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation

# ── Joining ───────────────────────────────────────────────────────────────────────────────────────────────────────


def join(
    course: Course,
    closed: Sequence[ChargeInProgress],
    *,
    counter: bool = False,
    how: Literal["close in", "follow"] = "close in",
) -> None:
    """The chargers close in, and it goes on to the next question or the fight."""
    _go_on(course, closed_in(course, closed, counter=counter, how=how))


def closed_in(
    course: Course,
    closed: Sequence[ChargeInProgress],
    *,
    counter: bool = False,
    how: Literal["close in", "follow"] = "close in",
) -> Combat:
    """The chargers close in, base to base, and the combat begins. `counter`: their target charges them in turn.

    BG-XI.1.1a, BG-XI.2.2, BG-XI.3.2, BG-XI.5.3a, BG-XI.5.4.
    """
    target = course.unit(closed[0].target)
    for charge in closed:
        course.note(ChargeUpdated(charge=replace(charge, stage=ChargeStage.MET)))
        _close_in(course, charge, how)
    attacking = _in_it(course.state, [f for charge in closed for f in chargers(course.state, charge)], target)
    defending = _within_reach(course.state, target, attacking, closed[0].wall)
    combat = Combat(
        key=":".join(filter(None, (str(course.state.turn), target.id, closed[0].wall))),
        attackers=tuple(charge.unit for charge in closed),
        defenders=(target.id,),
        attacking=tuple(f.id for f in attacking),
        defending=tuple(f.id for f in defending),
        counter=counter,
        wall=closed[0].wall,
    )
    course.note(CombatJoined(combat=combat, citations=("BG-XI.2.2",)))
    return combat


def _close_in(course: Course, charge: ChargeInProgress, how: Literal["close in", "follow"]) -> None:
    figures = chargers(course.state, charge)
    placed = closing.close_in(course.state, figures, course.unit(charge.target).fit, over=charge.over_obstacle)
    if not placed:
        return
    start = middle(figures)
    walk(
        course,
        UnitMoved(
            unit=charge.unit,
            figures=tuple(p.figure for p in placed),
            how=how,
            placed=placed,
            path=(start, placed[0].at) if start else (),
            uses_move=False,
            citations=("BG-XI.2.2",),
        ),
    )


def _in_it(state: State, attackers: Sequence[Figure], target: Unit) -> tuple[Figure, ...]:
    """The chargers who take part: those in contact, and those of them whom no wall keeps apart from these. Nobody where
    nobody comes into contact. BG-XI.2.2, BG-R203."""
    front = closing.near(state, attackers, target.fit, closing.TOUCH)
    joined = closing.near(state, attackers, front) if front else ()
    return tuple(f for f in attackers if f in front or f in joined)


def _within_reach(state: State, target: Unit, attacking: Sequence[Figure], wall: str) -> tuple[Figure, ...]:
    """The figures of the charged unit that can take part: those within 3 inches of the combat.

    Without positions all of them; at one wall of an enclosure those who have not fought at another. BG-XI.3.2,
    BG-XI.5.4.
    """
    near = closing.near(state, target.fit, attacking, SUPPORT)
    if not wall or not attacking or attacking[0].at is not None:
        return near
    walls = [c for c in state.charges if c.target == target.id and c.stage is not ChargeStage.OVER]
    number = len({c.wall for c in walls})
    return near[::number] or near


# ── Questions before the fight ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Inquiry:
    """What the charged side is asked before the fight."""

    kind: QuestionKind
    choices: tuple[str, ...]
    citations: tuple[str, ...]


def _go_on(course: Course, combat: Combat) -> None:
    """The next question, or the fight."""
    if combat.attacking:
        combat, due = before_fight(course.state, combat)
    else:
        due = None
    if due is None:
        fight_out(course, combat)
        return
    course.note(CombatUpdated(combat=combat))
    question.put(course, due.kind, combat.defenders[0], combat.attackers[0], *due.citations, choices=due.choices)


def before_fight(state: State, combat: Combat) -> tuple[Combat, Inquiry | None]:
    """The combat with what has been seen to, and the next question; None: the fight begins. Against a counter-charge
    nobody is brought up and no wounded are defended."""
    defender = state.unit(combat.defenders[0])
    if "support" not in combat.asked and not combat.counter:
        combat = replace(combat, asked=(*combat.asked, "support"))
        neighbours = tuple(unit.id for unit, _ in _supports(state, combat))
        if neighbours:
            return combat, Inquiry("support", neighbours, ("BG-XI.3.2",))
    if "defend" not in combat.asked and not combat.counter and defender.side == ARMY:
        combat = replace(combat, asked=(*combat.asked, "defend"))
        wounded = tuple(f.id for f in _wounded_near(state, combat))
        if wounded:
            return combat, Inquiry("defend", wounded, ("BG-XI.4.41", "BG-R64"))
    return combat, None


def _supports(state: State, combat: Combat) -> Iterator[tuple[Unit, tuple[Figure, ...]]]:
    """Steady neighbours of the charged unit with figures within 3 inches of the combat. BG-XI.3.2."""
    engaged = [state.figure(name) for name in (*combat.attacking, *combat.defending)]
    for unit in friends(state, state.unit(combat.defenders[0])):
        on_foot = not any(f.seat is not None for f in unit.fit)
        if on_foot and unit.morale is Morale.STEADY and not unit.concealed and all(f.at is not None for f in unit.fit):
            figures = closing.near(state, unit.fit, engaged, SUPPORT)
            if figures:
                yield unit, figures


def _wounded_near(state: State, combat: Combat) -> list[Figure]:
    unit = state.unit(combat.defenders[0])
    wounded = [f for f in unit.figures if f.status is Status.WOUNDED]
    return list(closing.near(state, wounded, [state.figure(name) for name in combat.defending], SUPPORT))


def judge_support(state: State, action: BringSupport, by: Actor) -> Answered[BringSupport]:
    """Raises RuleViolation when the unit has not been asked."""
    return question.answered(state, "support", action.unit, action, by)


def bring_support(state: State, ready: Answered[BringSupport], chance: Chance) -> list[Event]:
    """Neighbours come up, or are kept out of it. Who comes shares the outcome. BG-XI.3.2."""
    course = Course(state, chance)
    bring = ready.action.bring
    question.close(course, ready.question, "bring up" if bring else "keep out")
    combat = _of(course.state, ready.question.unit)
    if bring:
        foe = middle([course.state.figure(name) for name in combat.attacking])
        for unit, figures in list(_supports(course.state, combat)):
            front = [course.state.figure(name) for name in combat.defending]
            placed = closing.support(course.state, figures, front, foe) if foe else ()
            walk(
                course,
                UnitMoved(
                    unit=unit.id,
                    figures=tuple(f.id for f in figures),
                    how="support",
                    placed=placed,
                    uses_move=False,
                    citations=("BG-XI.3.2",),
                ),
            )
            combat = replace(
                combat,
                defenders=(*combat.defenders, unit.id),
                defending=(*combat.defending, *(f.id for f in figures)),
            )
        course.note(CombatUpdated(combat=combat))
    _go_on(course, combat)
    return course.events


def judge_defence(state: State, action: DefendWounded, by: Actor) -> Answered[DefendWounded]:
    """Raises RuleViolation when the unit has not been asked, and for figures who were not offered. BG-R64."""
    ready = question.answered(state, "defend", action.unit, action, by)
    strangers = [name for name in action.figures if name not in ready.question.choices]
    if strangers:
        raise RuleViolation(
            "not-wounded-here",
            f"{', '.join(strangers)}: no wounded figure of that unit lies within 3 inches of the combat.",
            citation="BG-R64",
            remedy="Choose among those who were offered.",
        )
    return ready


def defend_wounded(state: State, ready: Answered[DefendWounded], chance: Chance) -> list[Event]:
    """Which wounded the charged army unit defends, if any: the combat is then desperate. BG-XI.4.41, BG-R64."""
    course = Course(state, chance)
    asked, figures = ready.question, ready.action.figures
    question.close(course, asked, ", ".join(figures) or "none")
    combat = _of(course.state, asked.unit)
    chosen = tuple(name for name in asked.choices if name in figures)
    combat = replace(combat, defending=(*combat.defending, *chosen))
    course.note(CombatUpdated(combat=combat))
    _go_on(course, combat)
    return course.events


def _of(state: State, unit_id: str) -> Combat:
    return next(combat for combat in state.combats if unit_id in combat.defenders)
