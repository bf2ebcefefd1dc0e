"""Off a roof: a jump to the ground beside the house, and the fall that it is. MM-4.81.2, MM-R228"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.battle.deed import lawful
from rules.five56mm.actions.foot import JumpDown
from rules.five56mm.book.driving import fall_harm
from rules.five56mm.book.injury import Level, StruckBody, injure
from rules.five56mm.events.battle import ActionTaken
from rules.five56mm.events.foot import Moved
from rules.five56mm.play.courage.away import require_not_towards_enemy
from rules.five56mm.play.ground import levels, passage
from rules.five56mm.play.ground.goals import goal_named
from rules.five56mm.play.harm.gas import walk_through_gas
from rules.five56mm.play.harm.harm import body_of, hurt
from rules.five56mm.play.movement.movement import part_by_consent
from rules.five56mm.play.movement.ways import beside_house
from rules.five56mm.play.turn.course import Course, foreseen
from rules.five56mm.play.turn.deeds import Ready
from rules.five56mm.play.turn.forecast import chance_of, counted_on
from rules.five56mm.play.turn.goes import require_action, require_afoot, require_free, require_unforced
from rules.five56mm.state import Character, Point, State
from rules.kernel.facts import Fact, Source
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Odds, Offer, Outcome, Prospect
from rules.table.measure import between

FARTHEST = 3.0
"""Inches from where he stands to where he lands, at most."""


@dataclass(frozen=True, slots=True)
class Jump:
    """Where he lands, and from how high."""

    at: Point
    height: float


def check_jump(state: State, action: JumpDown, who: Character) -> Jump:
    """From the roof that he stands on, near its edge, to the ground beside the house. MM-R228"""
    require_action(state, who)
    require_afoot(who)
    require_free(state, who, leaving=True)
    require_unforced(state, who)
    board, here = state.board, who.at
    house = None if board is None or here is None else levels.house_at(board, here)
    if board is None or here is None or house is None or who.level != house.roof:
        raise RuleViolation(
            "not-on-a-roof",
            f"{who.name} does not stand on a roof.",
            citation="MM-R228",
            remedy="Go down by the stairs, or up to the roof first.",
        )
    spots = list(beside_house(board, house, here))
    if action.to is not None:
        goal = goal_named(state, who, action.to).at
        spots.sort(key=lambda spot: between(spot, goal))
    gate = passage.gate_of(state)
    found = next((s for s in spots if between(here, s) <= FARTHEST and gate.room(passage.FEET, s) is None), None)
    if found is None:
        raise RuleViolation(
            "too-far-from-the-edge",
            f"There is no free ground within {FARTHEST:g} in of {who.name} to jump to.",
            citation="MM-R228",
            remedy="Move to the edge of the roof first.",
        )
    require_not_towards_enemy(state, who, (here, found))
    return Jump(found, levels.height(board, here, who.level))


def do_jump(course: Course, ready: Ready[JumpDown, Jump]) -> None:
    """He is on the ground, and tests Strength for the fall. MM-4.81.2, MM-R228"""
    who, jump = ready.who, ready.found
    part_by_consent(course, who)
    course.happen(ActionTaken(character=who.id, verb="jump-down", cost=1, citations=("MM-R228",)))
    assert who.at is not None
    course.happen(
        Moved(
            character=who.id,
            way="jump",
            to=jump.at,
            facing=who.facing,
            inches=round(between(who.at, jump.at), 3),
            route=(who.at, jump.at),
            level=0,
            citations=("MM-R228",),
        )
    )
    walk_through_gas(course, who.id, (jump.at,))
    hurt(course, who.id, fall_harm(jump.height), weapon="fall")


def of_jump(state: State, ready: Ready[JumpDown, Jump]) -> Odds:
    """MM-4.81.2, MM-R228"""
    who, jump = ready.who, ready.found
    body = body_of(state, who)
    able = StruckBody(body.strength, body.body_armour, body.minor, body.penalties, foreseen(state, who))
    harm = fall_harm(jump.height)
    unhurt = chance_of(lambda chance: injure(harm, able, chance, state.house).level is Level.NONE)
    facts = (Fact("height", round(jump.height, 2), Source.MEASURED, "in"),)
    return Odds(facts, chances=(Prospect("unhurt", unhurt, Outcome("unhurt")),), notes=counted_on(state, who))


def jump_offers(state: State, who: Character) -> Iterator[Offer]:
    """MM-R228"""
    action = JumpDown(character=who.id)
    if who.level and lawful(check_jump, state, action, who):
        yield Offer(action, "Jump down")
