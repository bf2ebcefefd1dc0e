"""After the battle: who of the casualties lives, who is missing, which vehicles come home. IA-R201, IA-R202"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from rules.battle.ending import Ended, battle_ended
from rules.infantry_action.course import Course
from rules.infantry_action.events.turn import Missed, RollCalled, Wreck
from rules.infantry_action.figures import LONG_AGO, Condition, Figure, Life, Vehicle
from rules.infantry_action.play.victory.count import left_behind
from rules.infantry_action.state import State
from rules.kernel.action import SideId

KILLED = 2
"""The highest die of a casualty who was killed. IA-R201"""


def end_battle(course: Course, ended: Ended, *citations: str) -> None:
    """However it ends, the roll is called."""
    course.happen(battle_ended(ended, *citations))
    call_roll(course)


def call_roll(course: Course) -> None:
    """Dice in roster order. Nothing happens where everybody and everything comes home."""
    missed = tuple(_missed(course))
    wrecks = tuple(_wrecks(course.state))
    if missed or wrecks:
        course.happen(RollCalled(missed=missed, wrecks=wrecks, citations=("IA-R201", "IA-R202")))


def _missed(course: Course) -> Iterator[Missed]:
    for man in course.state.figures:
        if man.life is Life.CASUALTY:
            yield _casualty(course, man)
        elif man.life is Life.PRISONER:
            yield Missed(man.id, "captured")
        elif man.life is Life.LOST:
            yield Missed(man.id, "missing")


def _casualty(course: Course, man: Figure) -> Missed:
    """House rule casualty-fate; whom the umpire has killed is dead. IA-R201"""
    choice = course.house.choice("casualty-fate")
    if man.killed or choice == "killed":
        return Missed(man.id, "killed")
    if choice == "wounded":
        return Missed(man.id, "wounded")
    die = course.chance.roll(6, for_=f"fate of {man.name}")
    return Missed(man.id, "killed" if die <= KILLED else "wounded", die)


def _wrecks(state: State) -> Iterator[Wreck]:
    """IA-R153, IA-R202"""
    for vehicle in state.vehicles:
        what = _fate(state, vehicle)
        if what is not None:
            yield Wreck(vehicle.id, what)
    for gun in state.guns:
        if gun.gone:
            yield Wreck(gun.id, "destroyed")
        elif left_behind(state, gun.side, gun.at) and _enemy_stays(state, gun.side):
            yield Wreck(gun.id, "captured")


def _fate(state: State, vehicle: Vehicle) -> Literal["damaged", "knocked-out", "destroyed", "captured"] | None:
    if vehicle.condition is Condition.DESTROYED or vehicle.burning_since != LONG_AGO:
        return "destroyed"
    if vehicle.condition is Condition.KNOCKED_OUT:
        return "knocked-out"
    manned = any(True for _ in state.aboard(vehicle.id))
    if not manned and left_behind(state, vehicle.side, vehicle.front) and _enemy_stays(state, vehicle.side):
        return "captured"
    return None if vehicle.condition is Condition.RUNNING else "damaged"


def _enemy_stays(state: State, side: SideId) -> bool:
    return any(state.position(man) is not None for man in state.fit(state.foe(side)))
