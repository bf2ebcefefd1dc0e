"""3.2 Fire and the shot of 3.6 Covering Fire in a battle."""

from __future__ import annotations

from dataclasses import dataclass

from rules.battle.facts import needed
from rules.five56mm.actions.fire import CoverShot, Fire
from rules.five56mm.book.fire import ShotAt, ShotValues, to_hit
from rules.five56mm.book.light import Optics
from rules.five56mm.book.profile import Gear
from rules.five56mm.book.spotting import Look
from rules.five56mm.book.tables import NUMBERS, WEAPONS
from rules.five56mm.book.target_number import possible
from rules.five56mm.book.weapons import weapon
from rules.five56mm.events.battle import ActionTaken
from rules.five56mm.events.fire import Dud
from rules.five56mm.play.fire.bearing import Gun, Target
from rules.five56mm.play.fire.places import require_seen_place
from rules.five56mm.play.fire.shots import (
    ammo_after,
    fire_event,
    load_of,
    require_not_tried,
    seen_to_shoot,
    shoot,
    stray,
    to_hit_roll,
)
from rules.five56mm.play.fire.targets import (
    DeclaredShot,
    ReadyShot,
    chosen_gun,
    enemy,
    guns,
    platform,
    require_may_fire,
    require_same_target,
    second_fire,
    shot_at,
)
from rules.five56mm.play.ground import field
from rules.five56mm.play.ground.facts import IN_ARC, RANGE, Facts
from rules.five56mm.play.ground.goals import goal_named, target_level
from rules.five56mm.play.harm.blasts import Caught, explode, read_caught
from rules.five56mm.play.turn.course import Course, close, tired
from rules.five56mm.play.turn.deeds import Ready
from rules.five56mm.play.turn.goes import current, find_character, require_action, require_free, require_unforced
from rules.five56mm.state import Character, Point, State
from rules.kernel.action import Actor
from rules.kernel.facts import Fact
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation


@dataclass(frozen=True, slots=True)
class AtPlace:
    """A launched round aimed at a place. `distance` in inches; `at` None without a board."""

    gun: Gun
    at: Point | None
    distance: float
    shot: ShotValues | None
    """None: the grenade would not arm (MM-R27)."""
    facts: tuple[Fact, ...]
    load: str
    level: int = 0
    """The floor or roof that it is fired at. MM-R229"""


@dataclass(frozen=True, slots=True)
class Shooting:
    """A Fire action about to be taken. `near`: who is said to be in the blast."""

    aim: ReadyShot | AtPlace
    load: str | None
    near: Caught


@dataclass(frozen=True, slots=True)
class CoverShooting:
    """A covering shot about to be fired."""

    who: Character
    aim: ReadyShot
    near: Caught


# ── Fire ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def check_fire(state: State, action: Fire, who: Character) -> Shooting:
    """At whom or where to, with what, and who is in the blast. MM-3.2.1, MM-3.2.8, MM-3.2.9, MM-3.2.12, MM-R05."""
    aim = _aimed_at(state, action, who)
    near = read_caught(state, action.blast)
    if isinstance(aim, AtPlace):
        return Shooting(aim, aim.load, near)
    return Shooting(aim, load_of(aim.gun, action.load) if aim.gun.profile.key == "m203" else None, near)


def _aimed_at(state: State, action: Fire, who: Character) -> ReadyShot | AtPlace:
    """MM-3.2.1, MM-3.2.8, MM-3.2.9, MM-3.2.12, MM-R05, MM-R27."""
    require_action(state, who)
    require_free(state, who)
    require_unforced(state, who)
    require_may_fire(state, who)
    go = current(state)
    if action.at is not None or action.target is None:
        return _at_place(state, action, who)
    target = enemy(state, who, action.target)
    require_same_target(state, target, None)
    declared = DeclaredShot(action.range, action.obscured, action.unaware, action.not_closest, action.through)
    if _dud_range(state, action, who, target, declared):
        return _at_place(state, action, who, target)
    aimed = shot_at(state, who, target, action.weapon, declared, aimed=go.aimed)
    if aimed.gun.profile.key == "m203":
        load_of(aimed.gun, action.load)
    require_not_tried(state, who, aimed.target, aimed.spotting)
    return aimed


def _dud_range(state: State, action: Fire, who: Character, target: Target, declared: DeclaredShot) -> bool:
    """An M203 named for a target nearer than its grenade arms. MM-7.5.5, MM-R27."""
    if action.weapon is None or weapon(action.weapon).key != "m203":
        return False
    distance = Facts(state).range(who.id, target.id, declared.range)
    return distance < (WEAPONS["m203"].arms_at or 0)


def _at_place(state: State, action: Fire, who: Character, target: Target | None = None) -> AtPlace:
    facts = Facts(state)
    at = state.position(target) if isinstance(target, Character) else target.at if target else None
    level = field.level_of(state, target.id) if target else 0
    if action.at is not None and state.board is not None:
        goal = goal_named(state, who, action.at)
        at, level = goal.at, target_level(state, who, goal)
    other = target.id if target else None
    distance = facts.known(
        RANGE,
        who.id,
        other,
        action.range,
        lambda: None if at is None else field.distance_to_point(state, who.id, at, level),
    )
    if distance is None:
        raise needed("target", "Neither a target nor a place is given.", "MM-3.2.9")
    if target is None and at is not None:
        require_same_target(state, None, at)
        require_seen_place(state, facts, who, at, level)
    gun = chosen_gun(state, who, action.weapon, target, distance) if action.weapon else _launcher(state, who)
    if gun.profile.launches is None:
        raise RuleViolation(
            "no-place", f"The {gun.profile.title} is fired at somebody.", citation="MM-3.2.9", remedy="Name a target."
        )
    load = load_of(gun, action.load)
    if gun.profile.arms_at is not None and distance < gun.profile.arms_at:
        return AtPlace(gun, at, distance, None, facts.used, load, level)
    shot = ShotValues(
        gun.profile,
        who.traits.weapons,
        ShotAt(Look(distance), "point"),
        skills=who.traits.skills,
        platform=platform(state, who),
        aimed=current(state).aimed,
        sights=gun.arm.sights,
        second_fire=second_fire(state.go, who, gun.profile),
        light=state.light,
        optics=Optics(who.wears(Gear.GOGGLES), gun.arm.sights),
        penalties=tired(state, who),
    )
    number, bonus = to_hit(shot, state.house)
    if not possible(number, bonus):
        raise RuleViolation(
            "impossible", f"Even a 6 would not reach {number}.", citation="MM-2.3N.4", remedy="Aim at a nearer place."
        )
    return AtPlace(gun, at, distance, shot, facts.used, load, level)


def _launcher(state: State, who: Character) -> Gun:
    found = next((gun for gun in guns(state, who) if gun.profile.launches is not None), None)
    if found is None:
        raise RuleViolation(
            Why.NO_LAUNCHER,
            f"{who.name} has nothing that is fired at a place.",
            citation="MM-3.2.9",
            remedy="Name a target, or throw a grenade.",
        )
    return found


def do_fire(course: Course, ready: Ready[Fire, Shooting]) -> None:
    """Spot if need be, then one shot. A failed spotting costs no action. MM-3.2.8, MM-3.2.9, MM-R05."""
    who, aim, near = ready.who, ready.found.aim, ready.found.near
    if isinstance(aim, AtPlace):
        course.happen(ActionTaken(character=who.id, verb="fire", cost=1))
        _fire_at_place(course, who, aim, near)
        return
    if not seen_to_shoot(course, who, aim):
        return
    course.happen(ActionTaken(character=who.id, verb="fire", cost=1))
    shoot(course, who, aim, load=ready.found.load, declared=near)


def _fire_at_place(course: Course, who: Character, found: AtPlace, declared: Caught) -> None:
    """MM-7.5.5, MM-R27."""
    kind = found.load if found.gun.profile.key == "m203" else found.gun.profile.key
    if found.shot is None:
        course.happen(Dud(firer=who.id, distance=found.distance, citations=("MM-7.5.5",)))
        return
    test = to_hit_roll(course, who, found.shot, launched=True)
    fire_event(course, who, found.gun, found.shot, test, None, found.at, found.facts)
    ammo_after(course, who, found.gun, test)
    if test.passed:
        explode(course, kind, found.at, by=who.id, declared=declared, level=found.level)
    else:
        stray(course, who, found.gun, test, found.at, found.distance, kind, declared, found.level)


# ── The covering shot ─────────────────────────────────────────────────────────────────────────────────────────────


def check_cover_shot(state: State, action: CoverShot, who: Character) -> ReadyShot:
    """A target in the 90 degrees in front of him, by all rules of Fire, without Aim. MM-3.6.2, MM-3.6.3, MM-3.6.4."""
    require_free_to_cover(state, who)
    require_may_fire(state, who)
    target = enemy(state, who, action.target)
    facts = Facts(state)
    inside = facts.known(
        IN_ARC,
        who.id,
        target.id,
        None,
        lambda: field.faces(state, who.id, target.id, NUMBERS.covering_arc),
        True,
    )
    if not inside:
        raise RuleViolation(
            "out-of-arc",
            f"{target.name} is not in the 90 degrees that {who.name} watches.",
            citation="MM-3.6.3",
            remedy="Choose somebody in his arc, or hold fire.",
        )
    declared = DeclaredShot(action.range, action.obscured, action.unaware, action.not_closest, action.through)
    aimed = shot_at(state, who, target, action.weapon, declared, covering=True)
    require_not_tried(state, who, aimed.target, aimed.spotting)
    return aimed


def require_free_to_cover(state: State, who: Character) -> None:
    if not who.able or state.combats_of(who.id):
        raise RuleViolation(
            "cannot-cover", f"{who.name} can no longer cover.", citation="MM-3.6.1", remedy="Hold fire."
        )


def judge_cover_shot(state: State, action: CoverShot, by: Actor) -> CoverShooting:
    """MM-3.6.2."""
    who = find_character(state, action.character)
    question = state.question
    if question is not None and question.kind == "cover" and who.id not in question.who:
        raise RuleViolation(
            "not-covering", f"{who.name} is not asked.", citation="MM-3.6.2", remedy="Answer for the one who is."
        )
    return CoverShooting(who, check_cover_shot(state, action, who), read_caught(state, action.blast))


def do_cover_shot(course: Course, shooting: CoverShooting) -> bool:
    """The one shot; False when the target was not spotted and he may still choose. MM-3.6.2, MM-R16."""
    who, aimed = shooting.who, shooting.aim
    if not seen_to_shoot(course, who, aimed):
        return False
    load = load_of(aimed.gun, None) if aimed.gun.profile.key == "m203" else None
    shoot(course, who, aimed, load=load, declared=shooting.near)
    return True


def answer_with_shot(course: Course, shooting: CoverShooting) -> None:
    """The shot answers the question whether he shoots. MM-3.6.2."""
    question = course.state.question
    if do_cover_shot(course, shooting) and question is not None:
        close(course, question, "shot")
