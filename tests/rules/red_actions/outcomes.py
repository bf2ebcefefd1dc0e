"""Whether an outcome that the odds of fire named came about, read from the events alone; and a shooting carried through
to its dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.kernel.action import Action, Actor
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.red_actions.course import Course
from rules.red_actions.deeds import DEEDS
from rules.red_actions.events.fire import CarHit, SectionHit, ShotResolved
from rules.red_actions.pending.fire import CarryOutShooting, RollOnTable
from rules.red_actions.play.fire.shooting import step_roll_on_table, step_shoot
from rules.red_actions.state import State
from rules.seam.asking import Outcome


def told_nothing_else(state: State) -> State:
    """The same where no side has said how its infantry meets fire: what the odds reckon with. RA-R185"""
    return replace(state, standing=tuple(each for each in state.standing if each.question != "mode"))


def shot_through(state: State, action: Action, by: Actor, chance: Chance) -> Sequence[Event]:
    """A shooting up to what its dice say: nerves and retirements are left out."""
    course = Course(told_nothing_else(state), chance)
    course.note(*DEEDS.carry_out(course.state, action, DEEDS.judge(course.state, action, by), chance))
    while any(isinstance(task, (CarryOutShooting, RollOnTable)) for task in course.state.agenda):
        match course.state.agenda[-1]:
            case CarryOutShooting() as task:
                step_shoot(course, task)
            case RollOnTable() as task:
                step_roll_on_table(course, task)
            case _:
                course.done()
    return course.events


def came_about(state: State, action: Action, outcome: Outcome, events: Sequence[Event]) -> bool:
    """Of the first shooting among the events, which is the shooter's own; what is fired in return comes after it."""
    section = next((event for event in events if isinstance(event, SectionHit)), None)
    if section is not None:
        return section.destroyed if outcome.kind == "falls" else section.hits > 0
    shot = next((event for event in events if isinstance(event, ShotResolved)), None)
    if shot is None:
        return False
    result = shot.result
    match outcome.kind:
        case "nothing":
            return result.none and not shot.hits
        case "hit":
            return shot.hits > 0
        case "base":
            return shot.hits > 0 or result.kill
        case "retire":
            return result.retire
        case "terror":
            return result.terror > 0
        case "pinned":
            return result.pinned
        case "serious":
            return result.serious
        case "officer":
            return result.officer
        case "finished":
            return any(isinstance(event, CarHit) and (event.wrecked or event.stopped) for event in events)
        case _:
            raise AssertionError(f"nobody knows how to see {outcome}")
