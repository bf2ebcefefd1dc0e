"""A dog's fight in the close combat phase, alone or as one with its handler. XIII.7.1b, R66, R261.

One pair fights once; no unit's nerve is tested by it, and no ground is won.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from rules.book_and_gun.book.supplement import DOG_ATTACKS
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.combat import CombatJoined
from rules.book_and_gun.events.hounds import HuntOver
from rules.book_and_gun.events.movement import UnitMoved
from rules.book_and_gun.hounds import Hunt, handler_of
from rules.book_and_gun.play.blasts.tripping import walk
from rules.book_and_gun.play.combat import closing
from rules.book_and_gun.play.combat.melee import fight_out
from rules.book_and_gun.play.ground.formation import settled
from rules.book_and_gun.play.ground.tabletop import gap
from rules.book_and_gun.state import Combat, State
from rules.book_and_gun.units import Figure
from rules.table.formation import Position
from rules.table.measure import bearing, between, step

VOICE, HEEL = 6.0, 2.0
"""Inches from its handler within which a dog obeys, and from which on it comes back after a fight. BG-R261"""


def go_in(course: Course, hunt: Hunt) -> None:
    """The dog, with its handler or alone, fights whom it was sent at; then it comes back. BG-XIII.7.1b, BG-R66,
    BG-R261."""
    state = course.state
    unit, victim = state.unit_of(hunt.dog), state.figure(hunt.victim)
    dog = unit.figure(hunt.dog)
    goers = [f for f in (dog, *(unit.figure(n) for n in (hunt.handler,) if n)) if f.fit]

    def over(why: Literal["fought", "down", "gone"]) -> HuntOver:
        return HuntOver(unit=unit.id, dog=dog.id, victim=victim.id, why=why, citations=("BG-R261",))

    if not dog.fit:
        course.note(over("down"))
        return
    away = gap([dog], [victim])
    if not victim.on_field or victim.seat is not None or (away is not None and away > DOG_ATTACKS):
        course.note(over("gone"))
        _heel(course, dog.id)
        return
    placed = closing.close_in(state, goers, [victim])
    if placed:
        ran = tuple(each.figure for each in placed)
        walk(course, UnitMoved(unit=unit.id, figures=ran, how="set on", placed=placed, uses_move=False))
    goers = [f for each in goers if (f := course.state.figure(each.id)).fit]
    if any(each.id == dog.id for each in goers) and _touches(course.state, goers, victim):
        combat = fought(course.state, hunt, goers)
        course.note(CombatJoined(combat=combat, citations=("BG-XIII.7.1b", "BG-R66")))
        fight_out(course, combat)
        course.note(over("fought"))
    else:
        course.note(over("gone"))
    _heel(course, dog.id)


def fought(state: State, hunt: Hunt, goers: Sequence[Figure]) -> Combat:
    """The fight of those who go in against the one whom they have been sent at."""
    return Combat(
        key=f"{state.turn}:{hunt.dog}",
        attackers=(state.unit_of(hunt.dog).id,),
        defenders=(state.unit_of(hunt.victim).id,),
        attacking=tuple(each.id for each in goers),
        defending=(hunt.victim,),
        hunt=True,
    )


def _touches(state: State, goers: Sequence[Figure], victim: Figure) -> bool:
    return bool(closing.near(state, goers, [victim], closing.TOUCH))


def _heel(course: Course, name: str) -> None:
    """A dog on its feet comes back beside its handler. BG-R261"""
    unit = course.state.unit_of(name)
    dog = unit.figure(name)
    handler = handler_of(unit, dog)
    if not dog.fit or handler is None or not handler.on_field or handler.at is None or dog.at is None:
        return
    if between(dog.at, handler.at) <= HEEL:
        return
    x, y = step(handler.at, bearing(handler.at, dog.at), closing.CONTACT)
    placed = settled(course.state, [name], [Position(x, y, handler.facing)])
    walk(
        course,
        UnitMoved(unit=unit.id, figures=(name,), how="heel", placed=placed, uses_move=False, citations=("BG-R261",)),
    )
