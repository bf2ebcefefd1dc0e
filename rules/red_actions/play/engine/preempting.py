"""Clever officers who pre-empt what an enemy has announced.

RA-preempt.clever.1, RA-preempt.clever.2, RA-R110, RA-R146, RA-R182
"""

from __future__ import annotations

from rules.kernel.action import Action
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.red_actions.actions import CODEC
from rules.red_actions.actions.unit import UnitAction
from rules.red_actions.book.initiative import pre_emption_bar, roll_pre_empt
from rules.red_actions.book.kinds import Trait
from rules.red_actions.course import Course
from rules.red_actions.events.agenda import ActionResumed, PreemptRolled
from rules.red_actions.events.turn import SegmentOpened
from rules.red_actions.pending.movement import Declared
from rules.red_actions.play.ground.lines import sees
from rules.red_actions.play.turn.segments import take, taken
from rules.red_actions.state import State, WatchKept
from rules.red_actions.units import Concealment, Unit


def clever(state: State, unit: str) -> bool:
    officer = state.commander(unit)
    return officer is not None and Trait.CLEVER in state.token_traits(officer)


def preemptors(state: State, action: Action, beside: bool) -> tuple[WatchKept, ...]:
    """Who watches and may pre-empt this action: units that have not acted and see its unit, whose officer is Clever and
    its is not. What is done beside an action is not announced."""
    segment = state.segment
    if beside or not isinstance(action, UnitAction) or segment is None or segment.out_of_turn or segment.fired:
        return ()
    unit = state.find(action.unit)
    if unit is None or unit.at is None or unit.hidden is not Concealment.NO:
        return ()
    return tuple(watch for watch in state.watches if _may(state, watch.unit, unit))


def _may(state: State, watcher: str, unit: Unit) -> bool:
    """Whether it is there to act, and the book lets it try. RA-preempt.clever.1, RA-preempt.clever.2"""
    found = state.find(watcher)
    if found is None or found.side == unit.side or found.at is None or found.routing or found.with_unit:
        return False
    barred = pre_emption_bar(
        clever=clever(state, watcher),
        enemy_clever=clever(state, unit.id),
        acted=not found.ready(state.turn),
        visible=sees(state, watcher, unit.id),
    )
    return barred is None


def declare(state: State, action: UnitAction, chance: Chance) -> list[Event]:
    """The action is announced and waits; its segment begins."""
    course = Course(state, chance)
    take(course, action.unit)
    segment = course.state.segment
    assert segment is not None
    course.push(Declared(action.unit, CODEC.dump(action), segment.side, extras=segment.extras))
    return course.events


def step_declared(course: Course, task: Declared) -> None:
    """The next watcher tries, is asked, or leaves it; then the action itself goes on by its own player's hand: the
    segment is his again, with what was announced to be done, or changed. RA-R110"""
    state = course.state
    unit = state.find(task.unit)
    watching = [w for w in state.watches if w.unit not in task.asked and unit is not None and _may(state, w.unit, unit)]
    if not watching:
        _resume(course, task)
        return
    watch = watching[0]
    watcher = state.unit(watch.unit)
    answer = "yes" if watch.answer == "try" else course.ask(
        "pre-empt", watcher.side, (watcher.id,), ("no", "yes"), about=task.unit
    )  # fmt: skip
    if answer is None:
        return
    after = Declared(task.unit, task.action, task.side, task.extras, (*task.asked, watcher.id))
    if answer == "no":
        course.done(after)
        return
    roll, done = roll_pre_empt(course.chance)
    course.happen(
        PreemptRolled(unit=watcher.id, about=task.unit, roll=roll, done=done, citations=("RA-preempt.clever.1",))
    )
    course.done(after)
    if done:
        course.happen(SegmentOpened(side=watcher.side, only=(watcher.id,), out_of_turn="clever"))


def _resume(course: Course, task: Declared) -> None:
    """Back to the one who had announced it, if his unit can still act."""
    course.done()
    unit = course.state.find(task.unit)
    if unit is None or not unit.ready(course.state.turn):
        return
    course.happen(SegmentOpened(side=task.side))
    course.happen(taken(unit, task.extras))
    course.happen(ActionResumed(unit=task.unit, action=task.action))
