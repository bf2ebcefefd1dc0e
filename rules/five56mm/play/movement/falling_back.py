"""9.4 The move that fear demands, in a battle."""

from __future__ import annotations

from dataclasses import dataclass

from rules.five56mm.actions.foot import FallBack, Hide
from rules.five56mm.book.ground import PathPiece, sprint
from rules.five56mm.book.injury import move_left
from rules.five56mm.book.morale import Courage
from rules.five56mm.events.battle import ActionTaken, LeftTable
from rules.five56mm.events.foot import StanceTaken
from rules.five56mm.play.courage import flight
from rules.five56mm.play.ground.facts import WATCHED, Facts
from rules.five56mm.play.ground.goals import PlaceMeant
from rules.five56mm.play.movement.lying_low import check_hide, hide_away
from rules.five56mm.play.movement.movement import declared, go_along, part_by_consent, way_to
from rules.five56mm.play.movement.plans import Plan, planned, planned_to
from rules.five56mm.play.turn.course import Course
from rules.five56mm.play.turn.deeds import Ready
from rules.five56mm.play.turn.goes import current, require_action, require_afoot, require_free, require_special
from rules.five56mm.state import Character, Stance, State
from rules.kernel.violation import RuleViolation


@dataclass(frozen=True, slots=True)
class Flight:
    """How he gets away: along a way, or into cover. `plan` None: as far from the enemy as he gets, or he stays."""

    plan: Plan | None = None
    ground: str = ""
    """The ground in which he hides."""


def check_fall_back(state: State, action: FallBack, who: Character) -> Flight:
    """MM-9.01.1, MM-9.01.2, MM-9.01.3, MM-R69."""
    require_action(state, who)
    require_afoot(who)
    require_free(state, who, leaving=action.how in ("move", "sprint"))
    go = current(state)
    if go.forced is Courage.STEADY or (go.forced_done and go.forced is not Courage.FLEEING):
        raise RuleViolation(
            "not-forced", f"{who.name} need not fall back.", citation="MM-9.01.2", remedy="Move as you like."
        )
    if action.how in ("hide", "stealth"):
        _check_duck(state, action, who)
        if action.how == "stealth":
            return Flight()
        ground, found = check_hide(state, Hide(character=who.id), who, forced=True)
        return Flight(found, ground)
    if action.how == "sprint":
        if go.forced is not Courage.FLEEING:
            raise RuleViolation(
                "one-move",
                f"{who.name} is {go.forced.value}: he makes a single Move away, and only who flees may Sprint.",
                citation="MM-9.01.3" if go.forced is Courage.SHAKEN else "MM-9.01.2",
                remedy="Fall back with a Move.",
            )
        require_special(state, who)
    if action.to is not None:
        found = way_to(state, who, action.to)
        way, downstairs = found.route, found.legs[-1].level < who.level
        nearer = flight.from_enemies(state, who.side, way[-1]) <= flight.from_enemies(state, who.side, way[0])
        if nearer and not downstairs:
            raise RuleViolation(
                "not-away",
                "That is not away from the enemy.",
                citation="MM-9.01.1",
                remedy="Choose another place, or none: he then runs as far from them as he gets.",
            )
        return Flight(found)
    if action.path and (state.board is None or who.at is None):
        return Flight(declared(action.path, ()))
    return Flight()


def _check_duck(state: State, action: FallBack, who: Character) -> None:
    """Hide (fleeing) or Stealth (withdrawing, shaken) only where the way out is watched. MM-9.01.1, MM-9.01.2."""
    go = current(state)
    if (action.how == "hide") != (go.forced is Courage.FLEEING):
        raise RuleViolation(
            "wrong-cover",
            "He who flees may Hide; he who withdraws or is shaken may use Stealth.",
            citation="MM-9.01.1",
            remedy="Choose the other, or fall back.",
        )
    if action.how == "hide":
        require_special(state, who)
    facts = Facts(state)
    watched = facts.known(WATCHED, who.id, None, action.watched, lambda: flight.watched(state, who), False)
    if not watched:
        raise RuleViolation(
            "way-open", "A way out of the enemy's sight is open.", citation="MM-9.01.1", remedy="Fall back."
        )


def do_fall_back(course: Course, ready: Ready[FallBack, Flight]) -> None:
    """One Move away (fleeing: two, or a Sprint), or cover where every way is watched. MM-9.01.1 to MM-9.01.3."""
    action, who, found = ready.action, ready.who, ready.found
    fleeing = current(course.state).forced is Courage.FLEEING
    if action.how == "stealth":
        course.happen(ActionTaken(character=who.id, verb="fall-back", cost=1, forced=True, citations=("MM-9.01.2",)))
        course.happen(StanceTaken(character=who.id, stance=Stance.STEALTH))
        return
    if action.how == "hide":
        hide_away(course, who, found.ground, found.plan, None, forced=True)
        return
    part_by_consent(course, who)
    cost = 2 if action.how == "sprint" else 1
    cited = ("MM-9.01.1",) if fleeing else ("MM-9.01.2",)
    done = not fleeing or cost == 2 or bool(current(course.state).spent) or current(course.state).left < 2
    course.happen(ActionTaken(character=who.id, verb="fall-back", cost=cost, forced=done, citations=cited))
    pool, die = move_left(who.wounds), None
    if action.how == "sprint":
        course.happen(StanceTaken(character=who.id, stance=Stance.SPRINTING))
        die, pool = sprint(who.traits.movement, pool, course.chance)
    _run(course, course.state.character(who.id), found.plan, pool, die, leave=fleeing)


def _run(course: Course, who: Character, way: Plan | None, pool: float, die: int | None, *, leave: bool) -> None:
    """Unsent: from a floor or roof down the stairs first, then as far from the enemy as he gets. MM-R232"""
    state = course.state
    more = {} if die is None else {"die": die}
    if way is None and (state.board is None or who.at is None):
        way = Plan((), (PathPiece("even", pool),), ())
    elif way is None and who.level and who.at is not None:
        way = planned_to(state, who.at, who.level, (PlaceMeant(who.at, 0),))
    elif way is None:
        best = flight.best_way(state, who, pool)
        if leave and flight.reaches_edge(state, who, pool, best):
            course.happen(LeftTable(character=who.id, reason="fled", citations=("MM-R69",)))
            return
        assert who.at is not None
        way = planned(state, (who.at, best))
    go_along(course, who, "fall-back", way, pool, None, **more)
