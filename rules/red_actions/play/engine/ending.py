"""The end of the battle. RA-seq.5, RA-def.flight"""

from __future__ import annotations

from rules.battle.ending import Ended, battle_ended
from rules.kernel.action import SideId
from rules.language.words import counted
from rules.red_actions.course import Course
from rules.red_actions.play.turn.flight import captured_train, flight_number_passed, tally, who_lost_less
from rules.red_actions.play.turn.roll import call_roll
from rules.red_actions.state import State


def end_if_broken(course: Course) -> None:
    """Whether an army has passed its flight number, or lost a train for good. RA-R13, RA-train.capture"""
    state = course.state
    if (loser := captured_train(state)) is not None:
        name = state.side(loser).name
        _end(course, state.other(loser), f"{name} has lost its train to the enemy.", "RA-train.capture")
        return
    broken = [side.key for side in state.sides if flight_number_passed(state, side.key)]
    if len(broken) == len(state.sides):
        _end(course, None, "Both armies have broken.", "RA-def.flight")
    elif broken:
        _end(course, state.other(broken[0]), f"{state.side(broken[0]).name} broke and ran.", "RA-def.flight")


def turns_are_up(state: State) -> bool:
    return state.turn_limit is not None and state.turn >= state.turn_limit


def end_at_limit(course: Course) -> None:
    """The agreed turns are played: who has lost the smaller share of his points holds the field. RA-seq.5, RA-R184"""
    state = course.state
    winner = who_lost_less(state)
    reason = f"{counted(state.turn_limit or state.turn, 'turn is', 'turns are')} played" + (
        "; both have lost as much." if winner is None else f"; {state.side(winner).name} has lost the smaller share."
    )
    _end(course, winner, reason, "RA-seq.5")


def _end(course: Course, winner: SideId | None, reason: str, citation: str) -> None:
    end_battle(course, Ended(winner, reason, tallies=tally(course.state)), citation)


def end_battle(course: Course, ended: Ended, citation: str) -> None:
    """However it ends, the roll is called. RA-R226"""
    course.happen(battle_ended(ended, citation))
    call_roll(course)
