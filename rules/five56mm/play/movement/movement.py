"""3.1 Move and 4.1 Sprint in a battle."""

from __future__ import annotations

from typing import Literal

from rules.battle.facts import needed
from rules.five56mm.actions.foot import Move, Sprint
from rules.five56mm.book.ground import ground_number, sprint, walk
from rules.five56mm.book.injury import move_left
from rules.five56mm.book.tables import NUMBERS
from rules.five56mm.book.target_number import NO_HELPS
from rules.five56mm.events.battle import ActionTaken
from rules.five56mm.events.foot import CombatBegan, CombatEnded, Moved, StanceTaken
from rules.five56mm.play.courage.away import require_not_towards_enemy
from rules.five56mm.play.ground import levels
from rules.five56mm.play.ground.facts import read_path
from rules.five56mm.play.ground.goals import goals
from rules.five56mm.play.ground.passage import ARMS, contact
from rules.five56mm.play.harm.gas import walk_out_of_gas, walk_through_gas
from rules.five56mm.play.movement.leaving import require_edge, walk_off
from rules.five56mm.play.movement.plans import Plan, planned, planned_to
from rules.five56mm.play.turn.course import Course, in_the_dark
from rules.five56mm.play.turn.deeds import Ready
from rules.five56mm.play.turn.goes import (
    current,
    find_character,
    require_action,
    require_afoot,
    require_alive,
    require_free,
    require_special,
    require_unforced,
)
from rules.five56mm.state import Character, Point, Stance, State
from rules.kernel.facts import Fact, Source
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.table.measure import bearing, between, toward

Way = Literal["move", "sprint", "carry", "fall-back", "leave", "board"]


def plan(state: State, who: Character, to: str | None, path: tuple[str, ...]) -> Plan:
    """The way that somebody means to walk. RuleViolation for a place that cannot be read, or no way at all."""
    if state.board is not None and state.position(who) is not None:
        if to is None:
            raise needed("to", "Where he goes is not said.", "MM-3.1.1")
        return way_to(state, who, to)
    if not path:
        raise needed("path", "How far he goes, and over which ground, is not said.", "MM-3.1.1")
    return declared(path, (Fact("path", "; ".join(path), Source.DECLARED),))


def way_to(state: State, who: Character, to: str) -> Plan:
    """The way on foot to a written place, with its floors and roofs. MM-R225"""
    found = goals(state, who, to)
    start = state.position(who)
    assert start is not None
    return planned_to(state, start, who.level, found)


def declared(path: tuple[str, ...], facts: tuple[Fact, ...]) -> Plan:
    """A way in words. RuleViolation for one that cannot be read, or that nobody climbs. MM-6.1.2, MM-R62."""
    stretches = read_path(path)
    for stretch in stretches:
        ground_number(stretch)
    return Plan((), stretches, facts)


def facing_at(state: State, who: Character, at: Point | None, given: float | None, came: tuple[Point, ...]) -> float:
    """The facing that he takes: as he says, towards the nearest enemy, or the way he went. MM-R95."""
    if given is not None:
        return given
    if at is None:
        return who.facing
    enemies = [p for e in state.enemies(who.side) if (p := state.position(e)) is not None and e.able]
    if enemies:
        return round(bearing(at, min(enemies, key=lambda p: between(at, p))), 1)
    return round(bearing(came[-2], came[-1]), 1) if len(came) > 1 else who.facing


def go_along(
    course: Course, who: Character, way: Way, plan_: Plan, pool: float, facing: float | None, **more: int
) -> float:
    """Walk a plan out of a pool of inches: terrain rolls, the move itself, gas on the way. MM-6.1.1, MM-6.1.5.

    Returns the inches covered.
    """
    penalties = in_the_dark(course.state, who)
    helps = course.helps(who) if any(ground_number(s) is not None for s in plan_.stretches) else NO_HELPS
    walked = walk(plan_.stretches, pool, who.traits.movement, course.chance, penalties, helps)
    come = plan_.come(course.state, who.id, walked.covered, walked.climbed) if plan_.route else None
    came = come.route if come is not None else ()
    covered = come.inches if come is not None else round(walked.covered, 3)
    at = came[-1] if came else who.at
    course.happen(
        Moved(
            character=who.id,
            way=way,
            to=at,
            facing=facing_at(course.state, who, at, facing, came),
            inches=covered,
            crossings=walked.crossings,
            route=came,
            level=None if come is None else come.level,
            risen=0 if come is None else come.level - who.level,
            die=more.get("die"),
            facts=plan_.facts,
            citations=("MM-3.1.1",) if way != "sprint" else ("MM-4.1.1",),
        )
    )
    if come is not None:
        for points, level in come.parts:
            walk_through_gas(course, who.id, points, level)
    else:
        walk_out_of_gas(course, who.id, covered)
    return covered


def all_of_it(plan_: Plan, covered: float) -> bool:
    """Whether the inches covered are the whole of a way."""
    return covered >= sum(each.length for each in plan_.stretches if not each.obstacle) - 1e-6


# ── Move ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def check_move(state: State, action: Move, who: Character) -> Plan:
    """MM-2.2.1, MM-3.1.1, MM-3.1.3, MM-3.7.8, MM-R69."""
    require_action(state, who)
    require_afoot(who)
    require_free(state, who, leaving=True)
    require_unforced(state, who)
    if action.close_in is not None and current(state).verbs[-1:] != ("move",):
        raise RuleViolation(
            "close-in-second",
            "A Move that begins hand-to-hand combat must be the second one.",
            citation="MM-3.7.8",
            remedy="Move first, then run at him with a second Move, or Engage when he is within 1 in.",
        )
    found = _plan(state, who, action.to, action.path, action.close_in)
    require_not_towards_enemy(state, who, found.route)
    if action.off:
        require_edge(state, found.route)
    return found


def _plan(state: State, who: Character, to: str | None, path: tuple[str, ...], close_in: str | None) -> Plan:
    if close_in is None:
        return plan(state, who, to, path)
    target = _prey(state, who, close_in)
    here, there = state.position(who), state.position(target)
    if state.board is None or here is None or there is None or to is not None:
        return plan(state, who, to, path)
    if abs(levels.height(state.board, here, who.level) - levels.height(state.board, there, target.level)) > ARMS:
        raise RuleViolation(
            "another-level",
            f"{target.name} stands on another level than {who.name}.",
            citation="MM-R225",
            remedy="Take the stairs first: “up” or “down”.",
        )
    reach = max(0.0, between(here, there) - NUMBERS.contact + 0.05)
    return planned(state, (here, toward(here, there, reach)), who.level)


def _prey(state: State, who: Character, ref: str) -> Character:
    target = find_character(state, ref)
    require_alive(target)
    if target.side == who.side or target.vehicle is not None:
        raise RuleViolation(
            Why.NO_TARGET, f"{target.name} cannot be engaged.", citation="MM-3.7.1", remedy="Choose an enemy on foot."
        )
    return target


def do_move(course: Course, ready: Ready[Move, Plan]) -> None:
    """MM-3.1.1."""
    action, who, found = ready.action, ready.who, ready.found
    part_by_consent(course, who)
    course.happen(ActionTaken(character=who.id, verb="move", cost=1))
    covered = go_along(course, who, "move", found, move_left(who.wounds), action.facing)
    if action.off:
        walk_off(course, who, arrived=all_of_it(found, covered))
    close_in(course, who.id, action.close_in, declared=not found.route)


def part_by_consent(course: Course, who: Character) -> None:
    """He leaves hand-to-hand combat because he may. MM-3.7.9."""
    for opponent in course.state.opponents(who.id):
        course.happen(CombatEnded(one=who.id, other=opponent, citations=("MM-3.7.9",)))


def close_in(course: Course, who_id: str, ref: str | None, *, declared: bool) -> None:
    """Combat begins where the run ended within an inch of its goal; without a board the declared path is believed.

    MM-3.7.8, MM-R36.
    """
    if ref is None:
        return
    state = course.state
    who, target = state.character(who_id), find_character(state, ref)
    touching = contact(state, who.id, target.id)
    near = declared if touching is None else touching
    if near and who.able and target.alive and not any(c.has(target.id) for c in state.combats_of(who.id)):
        course.happen(CombatBegan(starter=who.id, other=target.id, citations=("MM-3.7.8",)))


# ── Sprint ────────────────────────────────────────────────────────────────────────────────────────────────────────


def check_sprint(state: State, action: Sprint, who: Character) -> Plan:
    """MM-2.2.3, MM-4.1.1."""
    require_special(state, who)
    require_afoot(who)
    require_free(state, who, leaving=True)
    require_unforced(state, who)
    found = _plan(state, who, action.to, action.path, action.close_in)
    require_not_towards_enemy(state, who, found.route)
    if action.off:
        require_edge(state, found.route)
    return found


def do_sprint(course: Course, ready: Ready[Sprint, Plan]) -> None:
    """4 in and D6 + Movement; harder to hit until his next card. MM-4.1.1, MM-3.24.3, MM-R17, MM-R48."""
    action, who, found = ready.action, ready.who, ready.found
    part_by_consent(course, who)
    course.happen(ActionTaken(character=who.id, verb="sprint", cost=2))
    course.happen(StanceTaken(character=who.id, stance=Stance.SPRINTING))
    die, pool = sprint(who.traits.movement, move_left(who.wounds), course.chance)
    covered = go_along(course, course.state.character(who.id), "sprint", found, pool, action.facing, die=die)
    if action.off:
        walk_off(course, who, arrived=all_of_it(found, covered))
    close_in(course, who.id, action.close_in, declared=not found.route)
