"""Mobs that hesitate, pinned units that stay: what a unit's nerves let it do. RA-char.mob.1, RA-R46, RA-R55"""

from __future__ import annotations

from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.red_actions.book import morale as book
from rules.red_actions.book.morale import Doing
from rules.red_actions.book.rallying import pinned_may
from rules.red_actions.course import Course
from rules.red_actions.events.turn import Hesitated
from rules.red_actions.play.ground.lines import visible_enemies
from rules.red_actions.play.officers.officer_effects import secret_to, traits
from rules.red_actions.state import State
from rules.red_actions.units import Unit


def must_hesitate(state: State, unit: Unit, doing: Doing) -> bool:
    """Whether it has a die to roll before it does that. RA-char.mob.1, RA-note.mob"""
    segment = state.segment
    if segment is not None and segment.unit == unit.id and segment.hesitated:
        return False
    if not may_hesitate(state, unit, doing):
        return False
    return book.must_roll(traits(state, unit), bool(visible_enemies(state, unit)), (doing,), state.house)


def may_hesitate(state: State, unit: Unit, doing: Doing) -> bool:
    """Whether it is of those who hesitate before they do that when they see an enemy. RA-char.mob.1"""
    return book.must_roll(traits(state, unit), True, (doing,), state.house)


def hesitates(course: Course, unit: str, doing: Doing) -> bool:
    """Whether it stays where it is and may only shoot. Called by the deed of all but fire, charges and retirement, when
    its segment has begun; rolled once a segment. RA-char.mob.1, RA-R46"""
    state = course.state
    segment = state.segment
    if segment is not None and segment.unit == unit and segment.hesitated:
        return segment.hesitated == "yes" and doing not in (Doing.SHOOT, Doing.CHARGE, Doing.AWAY)
    found = state.unit(unit)
    if not must_hesitate(state, found, doing):
        return False
    roll = book.hesitate(course.chance, found.name)
    stays = not book.goes(roll)
    course.happen(
        Hesitated(unit=unit, roll=roll, stays=stays, audience=secret_to(found), citations=("RA-char.mob.1", "RA-R46"))
    )
    return stays


def require_nerve(state: State, unit: Unit, doing: Doing) -> None:
    """Refuses what a hesitating or pinned unit may not do in this segment. RA-def.pinned, RA-rally.pinned.2, RA-R46,
    RA-R55"""
    segment = state.segment
    mine = segment is not None and segment.unit == unit.id
    if segment is not None and mine and segment.hesitated == "yes" and doing is not Doing.SHOOT:
        raise RuleViolation(
            "hesitated",
            f"{unit.name} has hesitated: it stays where it is.",
            citation="RA-char.mob.1",
            remedy="Let it shoot, or end its segment.",
        )
    failed = segment is not None and mine and segment.pinned_down
    if (unit.pinned or failed) and not pinned_may(doing, failed):
        raise RuleViolation(
            Why.PINNED,
            f"{unit.name} is pinned{': its rally has failed' if failed else ''}.",
            citation="RA-rally.pinned.2" if failed else "RA-rally.pinned.1",
            remedy="Retire, shoot, or stand." if failed else "Let it rally from pinned first.",
        )
