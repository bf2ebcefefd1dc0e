"""Grenades in a battle: throwing, landing, picking up and throwing back, going off. 3.2."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from rules.battle.facts import needed
from rules.five56mm.actions.fire import Throw, ThrowBack
from rules.five56mm.book.explosions import (
    ThrowValues,
    check_throw_back,
    direct_harm,
    landing,
    scatter,
    throw,
    throw_number,
)
from rules.five56mm.book.profile import Gear
from rules.five56mm.book.tables import NUMBERS, WEAPONS, Group
from rules.five56mm.book.target_number import Roll, ability, possible, roll_unless_hopeless
from rules.five56mm.book.weapons import Arm, ammo
from rules.five56mm.events.battle import ActionTaken, Asked
from rules.five56mm.events.fire import AmmoTested, GrenadeLanded, GrenadeLeft, GrenadePicked, Scattered, Thrown
from rules.five56mm.play.fire.places import require_seen_place
from rules.five56mm.play.fire.targets import platform, require_may_fire, require_same_target
from rules.five56mm.play.ground import field, passage
from rules.five56mm.play.ground.facts import RANGE, Facts
from rules.five56mm.play.ground.goals import goal_named, target_level
from rules.five56mm.play.ground.levels import aimed_level, comes_down, same_house
from rules.five56mm.play.harm.blasts import Caught, explode, read_caught
from rules.five56mm.play.harm.harm import hurt
from rules.five56mm.play.turn.course import Course, body_penalties, close, tired
from rules.five56mm.play.turn.deeds import Ready
from rules.five56mm.play.turn.goes import (
    current,
    find,
    find_character,
    has_had_first_card,
    require_action,
    require_free,
    require_unforced,
)
from rules.five56mm.state import Character, Grenade, Point, Question, State
from rules.kernel.action import Actor, SideId
from rules.kernel.facts import Fact, Item, Itemised
from rules.kernel.violation import RuleViolation
from rules.table.measure import bearing, between, toward


@dataclass(frozen=True, slots=True)
class AimPoint:
    """Where a grenade is thrown: `at` None without a board."""

    at: Point | None
    distance: float
    facts: tuple[Fact, ...]
    target: str | None = None
    level: int = 0
    """The floor or roof that it is thrown at. MM-R229"""


def grenades(who: Character) -> tuple[Arm, ...]:
    """Hand grenades he still has."""
    return tuple(a for a in who.arms if a.weapon in WEAPONS and WEAPONS[a.weapon].group is Group.GRENADE and not a.out)


def aim_point(state: State, who: Character, target: str | None, at: str | None, range_: float | None) -> AimPoint:
    """A place, or where somebody stands; within sight. MM-3.2.13, MM-R20."""
    facts = Facts(state)
    point, other, level = None, None, 0
    if target is not None:
        unit = find(state, target)
        other = unit.id
        point = state.position(unit) if isinstance(unit, Character) else unit.at
        level = field.level_of(state, unit.id)
    elif at is not None and state.board is not None:
        goal = goal_named(state, who, at)
        point, level = goal.at, target_level(state, who, goal)
    distance = facts.known(
        RANGE,
        who.id,
        other,
        range_,
        lambda: None if point is None else field.distance_to_point(state, who.id, point, level),
    )
    if distance is None:
        raise needed("at", "Where the grenade goes is not said.", "MM-3.2.13")
    if point is not None:
        require_seen_place(state, facts, who, point, level)
    return AimPoint(point, distance, facts.used, other, level)


# ── Throwing ──────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Throwing:
    """A grenade about to be thrown. `near`: who is said to be in its blast."""

    arm: Arm
    aim: AimPoint
    values: ThrowValues
    near: Caught


def check_throw(state: State, action: Throw, who: Character) -> Throwing:
    """MM-3.2.13, MM-3.2.14, MM-3.2.25, MM-R20."""
    require_action(state, who)
    require_free(state, who)
    require_unforced(state, who)
    require_may_fire(state, who)
    held = grenades(who)
    kinds = [arm.weapon for arm in held]
    if not held or (action.grenade is not None and action.grenade not in kinds):
        raise RuleViolation(
            "no-grenade",
            f"{who.name} has no {action.grenade or ''} grenade left.".replace("  ", " "),
            citation="MM-7.8.1",
            remedy=f"He has: {', '.join(kinds) or 'none'}.",
        )
    arm = held[0] if action.grenade is None else next(a for a in held if a.weapon == action.grenade)
    aim = aim_point(state, who, action.target, action.at, action.range)
    require_same_target(state, None if aim.target is None else find(state, aim.target), aim.at)
    values = ThrowValues(
        WEAPONS[arm.weapon],
        aim.distance,
        who.traits.strength,
        holding=action.hold,
        aimed=current(state).aimed,
        platform=platform(state, who),
        light=state.light,
        goggles=who.wears(Gear.GOGGLES),
        penalties=tired(state, who),
    )
    throw_number(values, state.house)
    return Throwing(arm, aim, values, read_caught(state, action.blast))


def do_throw(course: Course, ready: Ready[Throw, Throwing]) -> None:
    """The throw, Ammo, where it comes down; then it lies there, or goes off. MM-3.2.14 to MM-3.2.18, MM-R93."""
    action, who, found = ready.action, ready.who, ready.found
    arm, aim, near = found.arm, found.aim, found.near
    course.happen(ActionTaken(character=who.id, verb="throw", cost=1))
    test = throw(replace(found.values, helps=course.helps(who)), course.chance, course.house)
    _thrown(course, who, arm.weapon, aim, test, back=False)
    result = ammo(WEAPONS[arm.weapon], arm, test.die, course.chance, course.house)
    if result is not None:
        course.happen(AmmoTested(character=who.id, test=result, citations=("MM-7.8.1",)))
    at, level = aim.at, aim.level
    if not test.passed:
        miss = scatter(test.margin, course.chance)
        here = course.state.position(who)
        at = None if aim.at is None or here is None else landing(here, aim.at, miss)
        level = fallen_on(course.state, aim.at, level, at)
        course.happen(Scattered(firer=who.id, scatter=miss, at=at, citations=("MM-3.2.16", "MM-3.2.17")))
    grenade = Grenade(arm.weapon, who.id, who.side, at, near, level=level)
    if not action.hold and any(candidates(course.state, grenade, side.key) for side in course.state.sides):
        course.happen(GrenadeLanded(grenade=grenade, citations=("MM-3.2.18",)))
        return
    explode(course, arm.weapon, at, by=who.id, declared=near, level=level)


def fallen_on(state: State, aim: Point | None, level: int, at: Point | None) -> int:
    """The level on which something lies that missed. MM-R229"""
    if state.board is None or aim is None or at is None:
        return 0
    return comes_down(state.board, aim, level, at)


def _thrown(course: Course, who: Character, kind: str, aim: AimPoint, test: Roll, *, back: bool) -> None:
    here = course.state.position(who)
    turned = None if aim.at is None or here is None or here == aim.at else round(bearing(here, aim.at), 1)
    course.happen(
        Thrown(
            thrower=who.id,
            grenade=kind,
            aim=aim.at,
            target=aim.target,
            roll=test,
            back=back,
            turned=turned,
            facts=aim.facts,
            citations=("MM-3.2.21",) if back else ("MM-3.2.14",),
        )
    )


# ── Throwing back ─────────────────────────────────────────────────────────────────────────────────────────────────


def candidates(state: State, grenade: Grenade, side: SideId) -> tuple[Character, ...]:
    """Who of a side could throw it back: within 1 in, able to act, no card drawn for him this turn, and not so badly
    off that even a 6 would not pick it up.

    MM-3.2.18, MM-R22, MM-R41, MM-2.3N.4.
    """
    near = dict(grenade.near)
    found: list[Character] = []
    for who in state.living(side):
        if grenade.at is None:
            reach = near.get(who.id, math.inf) <= NUMBERS.contact
        else:
            reach = passage.reaches_place(state, who.id, grenade.at, grenade.level)
        free = who.able and who.vehicle is None and who.gave_up_turn != state.turn and not state.combats_of(who.id)
        if not (reach and free) or has_had_first_card(state, who) or who.id == grenade.thrower:
            continue
        if possible(*picking_up(state, who)):
            found.append(who)
    return tuple(found)


def lies_there(course: Course) -> None:
    """The side that did not throw it is asked first; when nobody takes it, it goes off. MM-3.2.18, MM-R22."""
    grenade = course.state.grenade
    assert grenade is not None
    order = sorted((side.key for side in course.state.sides), key=lambda side: side == grenade.side)
    for side in order:
        able = candidates(course.state, grenade, side)
        if side in grenade.refused or not able:
            continue
        standing = course.state.answer(side, "throw-back") or "ask"
        if standing == "ask":
            ids = tuple(who.id for who in able)
            question = Question(course.state.questions + 1, "throw-back", side, ids, about=grenade.thrower)
            course.happen(Asked(question=question, citations=("MM-3.2.18",)))
            return
        if standing == "yes":
            _by_itself(course, grenade, able)
            return
        course.happen(GrenadeLeft(side=side))
    explode(course, grenade.kind, grenade.at, by=grenade.thrower, declared=grenade.near, level=grenade.level)


def _by_itself(course: Course, grenade: Grenade, able: tuple[Character, ...]) -> None:
    """A standing yes: the best man throws it at the thrower, or towards him as far as a throw-back reaches."""
    who = max(able, key=lambda c: c.traits.morale + c.traits.strength)
    profile = WEAPONS[grenade.kind]
    here, thrower = course.state.position(who), course.state.position(course.state.character(grenade.thrower))
    farthest = profile.ranges[3] - 0.05
    if here is None or thrower is None:
        throw_back(course, who, AimPoint(None, profile.close, ()), ())
        return
    aim = toward(here, thrower, min(farthest, max(profile.close, between(here, thrower))))
    far, level = round(max(profile.close, between(here, aim)), 3), thrown_back_level(course.state, who, grenade, aim)
    throw_back(course, who, AimPoint(aim, far, (), level=level), ())


def thrown_back_level(state: State, who: Character, grenade: Grenade, aim: Point) -> int:
    """The level that a grenade is thrown back at: the thrower's where he stands there or in the same house, else what
    lies under it. MM-R229"""
    thrower = state.character(grenade.thrower)
    if state.board is None or thrower.at is None:
        return 0
    if aim == thrower.at or same_house(state.board, aim, thrower.at):
        return thrower.level
    return aimed_level(state.board, who.at or aim, who.level, aim)


@dataclass(frozen=True, slots=True)
class ThrowingBack:
    """A grenade about to be picked up and thrown. `near`: who is said to be where it comes down."""

    who: Character
    grenade: Grenade
    aim: AimPoint
    near: Caught


def judge_throw_back(state: State, action: ThrowBack, by: Actor) -> ThrowingBack:
    """MM-3.2.18, MM-3.2.22, MM-3.2.24, MM-R22."""
    who = find_character(state, action.character)
    grenade = state.grenade
    if grenade is None or who.id not in _asked_or_able(state, grenade, who.side):
        raise RuleViolation(
            "no-grenade-to-throw",
            f"There is no grenade that {who.name} could throw back.",
            citation="MM-3.2.18",
            remedy="Only a man within 1 in of one, who has not had his go, may.",
        )
    aim = aim_point(state, who, action.target, action.at, action.range)
    check_throw_back(WEAPONS[grenade.kind], aim.distance)
    return ThrowingBack(who, grenade, aim, read_caught(state, action.blast))


def _asked_or_able(state: State, grenade: Grenade, side: SideId) -> tuple[str, ...]:
    """Those who are asked; when their throw was broken off by another question, those who still can."""
    question = state.question
    if question is None:
        return tuple(who.id for who in candidates(state, grenade, side))
    return question.who if question.kind == "throw-back" else ()


def answer_with_throw(course: Course, throwing: ThrowingBack) -> None:
    """The throw answers the question whether anybody throws."""
    if course.state.question is not None:
        close(course, course.state.question, "thrown back")
    throw_back(course, throwing.who, throwing.aim, throwing.near)


def picking_up(state: State, who: Character) -> tuple[Itemised, Itemised]:
    """MM-3.2.20."""
    number = (Item(NUMBERS.throw_back, "pick it up", "MM-3.2.20"), *body_penalties(state, who, action=True))
    return Itemised(number), Itemised((ability(who.traits.morale, "Morale", "MM-3.2.20"),))


def throw_back(course: Course, who: Character, aim: AimPoint, near: Caught) -> None:
    """Pick it up (Morale, TN 4), throw it (Strength); whatever fails, it explodes in his hand.

    MM-3.2.19, MM-3.2.20, MM-3.2.21, MM-3.2.23, MM-R22, MM-R23.
    """
    grenade = course.state.grenade
    assert grenade is not None
    number, bonus = picking_up(course.state, who)
    picked = roll_unless_hopeless("pick up the grenade", number, bonus, course.chance, course.helps(who).with_rerolls())
    course.happen(GrenadePicked(character=who.id, roll=picked, citations=("MM-3.2.20", "MM-3.2.19")))
    if not picked.passed:
        _in_his_hand(course, who, grenade)
        return
    values = replace(back_values(course.state, who, aim, grenade.kind), helps=course.helps(who))
    test = throw(values, course.chance, course.house)
    _thrown(course, who, grenade.kind, aim, test, back=True)
    if test.passed:
        explode(course, grenade.kind, aim.at, by=who.id, declared=near, level=aim.level)
    else:
        _in_his_hand(course, who, grenade)


def back_values(state: State, who: Character, aim: AimPoint, kind: str) -> ThrowValues:
    """MM-3.2.21, MM-3.2.22."""
    return ThrowValues(
        WEAPONS[kind],
        aim.distance,
        who.traits.strength,
        light=state.light,
        goggles=who.wears(Gear.GOGGLES),
        penalties=tired(state, who),
    )


def _in_his_hand(course: Course, who: Character, grenade: Grenade) -> None:
    """MM-3.2.20, MM-3.2.23, MM-R23."""
    at = course.state.position(who)
    near = ((who.id, 0.0), *(entry for entry in grenade.near if entry[0] != who.id))
    spared = None
    if course.house.choice("hand-explosion") == "direct" and WEAPONS[grenade.kind].damage is not None:
        hurt(course, who.id, direct_harm(grenade.kind), by=grenade.thrower, weapon=grenade.kind)
        spared = who.id
    explode(course, grenade.kind, at, by=grenade.thrower, spared=spared, declared=near, level=who.level)
