"""3.3 Stealth, 3.4 Aim, 4.2 Hide and turning on the spot, in a battle."""

from __future__ import annotations

from dataclasses import replace

from rules.battle.facts import needed
from rules.five56mm.actions.foot import Aim, FaceAbout, Hide, Stealth
from rules.five56mm.book.ground import PathPiece, creep, hide, hide_ground, hide_number
from rules.five56mm.events.battle import ActionTaken, Faced
from rules.five56mm.events.foot import Moved, StanceTaken
from rules.five56mm.play.ground import field
from rules.five56mm.play.ground.facts import GROUND, Facts, direction
from rules.five56mm.play.harm.gas import walk_through_gas
from rules.five56mm.play.movement.movement import facing_at, way_to
from rules.five56mm.play.movement.plans import Plan
from rules.five56mm.play.turn.course import Course, in_the_dark
from rules.five56mm.play.turn.deeds import Ready
from rules.five56mm.play.turn.goes import (
    require_action,
    require_afoot,
    require_alive,
    require_free,
    require_special,
    require_unforced,
)
from rules.five56mm.state import Character, Stance, State


def check_stealth(state: State, action: Stealth, who: Character) -> None:
    """MM-3.3.1."""
    require_action(state, who)
    require_afoot(who)
    require_free(state, who)
    require_unforced(state, who)


def do_stealth(course: Course, ready: Ready[Stealth, None]) -> None:
    """MM-3.3.1, MM-R17: it lasts to his next card, whatever the second action is."""
    who = ready.who
    course.happen(ActionTaken(character=who.id, verb="stealth", cost=1, citations=("MM-3.3.1",)))
    course.happen(StanceTaken(character=who.id, stance=Stance.STEALTH))


def check_aim(state: State, action: Aim, who: Character) -> None:
    """As second action it would give nothing. MM-3.4.1, MM-3.4.2, MM-R18."""
    require_action(state, who)
    require_free(state, who)
    require_unforced(state, who)


def do_aim(course: Course, ready: Ready[Aim, None]) -> None:
    course.happen(ActionTaken(character=ready.who.id, verb="aim", cost=1, citations=("MM-3.4.1",)))


def check_face(state: State, action: FaceAbout, who: Character) -> float:
    """Where he will look. MM-R95."""
    require_alive(who)
    if action.toward is not None:
        return direction(state, who, action.toward)
    if action.facing is None:
        raise needed("facing", "Which way he turns is not said.", "MM-R95")
    return action.facing


def do_face(course: Course, ready: Ready[FaceAbout, float]) -> None:
    """Turns in his own go at no cost. MM-R95."""
    course.happen(Faced(character=ready.who.id, facing=round(ready.found, 1), citations=("MM-R95",)))


# ── Hide ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def check_hide(state: State, action: Hide, who: Character, *, forced: bool = False) -> tuple[str, Plan | None]:
    """The ground under him or the hardest on his way, and where he would creep. MM-4.2.1, MM-4.2.2, MM-R200."""
    require_special(state, who)
    require_afoot(who)
    require_free(state, who)
    if not forced:
        require_unforced(state, who)
    way = None if action.to is None else way_to(state, who, action.to)
    facts = Facts(state)

    def measured() -> str | None:
        return field.ground_at(state, who.at, who.level) if way is None else hide_ground(way.stretches)

    ground = facts.known(GROUND, who.id, None, action.ground, measured, "even") or "even"
    hide_number(ground)
    if way is None:
        wanted = action.inches
        return ground, Plan((), (PathPiece("even", wanted),), facts.used) if wanted > 0 else None
    return ground, replace(way, facts=(*facts.used, *way.facts))


def do_hide(course: Course, ready: Ready[Hide, tuple[str, Plan | None]]) -> None:
    hide_away(course, ready.who, *ready.found, ready.action.facing)


def hide_away(
    course: Course, who: Character, ground: str, found: Plan | None, facing: float | None, *, forced: bool = False
) -> None:
    """Hidden until his next card; the roll replaces those of 6.1 (MM-R108), and none is made by one who stays.

    MM-4.2.1, MM-4.2.3, MM-4.2.4, MM-R49.
    """
    course.happen(ActionTaken(character=who.id, verb="hide", cost=2, forced=forced, citations=("MM-4.2.1",)))
    course.happen(StanceTaken(character=who.id, stance=Stance.HIDDEN))
    if found is None:
        return
    test, allowed = hide(ground, who.traits.movement, course.chance, in_the_dark(course.state, who), course.helps(who))
    inches, climbed = creep(found.stretches, allowed)
    come = found.come(course.state, who.id, inches, climbed) if found.route else None
    came = come.route if come is not None else ()
    inches = come.inches if come is not None else inches
    at = came[-1] if came else who.at
    course.happen(
        Moved(
            character=who.id,
            way="hide",
            to=at,
            facing=facing_at(course.state, who, at, facing, came),
            inches=inches,
            route=came,
            level=None if come is None else come.level,
            risen=0 if come is None else come.level - who.level,
            roll=test,
            facts=found.facts,
            citations=("MM-4.2.3",) if test.passed else ("MM-4.2.4",),
        )
    )
    for points, level in come.parts if come is not None else ():
        walk_through_gas(course, who.id, points, level)
