"""4.3 Auto-Fire in a battle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.battle.facts import needed
from rules.five56mm.actions.fire import AutoFire
from rules.five56mm.book.fire import ShotOfBurst, check_auto_fire, check_auto_fire_target
from rules.five56mm.book.weapons import auto_fire_shots
from rules.five56mm.events.battle import ActionTaken
from rules.five56mm.play.fire.bearing import Gun, Target, bearing_guns, require_bearing
from rules.five56mm.play.fire.shots import require_not_tried, seen_to_shoot, shoot
from rules.five56mm.play.fire.targets import (
    DeclaredShot,
    ReadyShot,
    chosen_gun,
    enemy,
    guns,
    require_may_fire,
    shot_at,
)
from rules.five56mm.play.ground import field
from rules.five56mm.play.ground.facts import APART, Facts
from rules.five56mm.play.turn.course import Course
from rules.five56mm.play.turn.deeds import Ready
from rules.five56mm.play.turn.goes import require_free, require_special, require_unforced
from rules.five56mm.state import Character, State, Vehicle
from rules.kernel.facts import Fact
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation


@dataclass(frozen=True, slots=True)
class Burst:
    """A burst about to be fired: its first shot, the further targets, and how far each is from the first."""

    first: ReadyShot
    others: tuple[Target, ...]
    apart: Mapping[str, float]
    facts: tuple[Fact, ...] = ()
    """How far the others are from the first, and whose word it is."""


def check_auto_fire_action(state: State, action: AutoFire, who: Character) -> Burst:
    """The first shot; every further target is checked against it. MM-4.3.1, MM-4.3.3, MM-4.3.7, MM-R15."""
    require_special(state, who)
    require_free(state, who)
    require_unforced(state, who)
    require_may_fire(state, who)
    target = enemy(state, who, action.target)
    gun = _automatic(state, who, action.weapon, target)
    declared = DeclaredShot(action.range, action.obscured, action.unaware, action.not_closest)
    first = ShotOfBurst(1)
    aimed = shot_at(state, who, target, None, declared, auto_fire=first, gun=gun)
    require_not_tried(state, who, aimed.target, aimed.spotting)
    if len(action.others) >= auto_fire_shots(gun.profile, state.house):
        raise RuleViolation(
            Why.TOO_MANY_TARGETS,
            f"The {gun.profile.title} has {auto_fire_shots(gun.profile, state.house)} shots.",
            citation="MM-4.3.5",
            remedy="Name fewer targets.",
        )
    others, apart, facts = list[Target](), {target.id: 0.0}, Facts(state)
    used: list[Fact] = []
    for ref in action.others:
        other = enemy(state, who, ref)
        apart[other.id] = _apart(facts, action, target, other)
        used += facts.used
        check_auto_fire_target(gun.profile, apart[other.id])
        require_bearing(state, who, gun, other)
        others.append(other)
    return Burst(aimed, tuple(others), apart, tuple(dict.fromkeys(used)))


def _automatic(state: State, who: Character, key: str | None, target: Target) -> Gun:
    """The weapon named, or of those that can Auto-Fire a mounted one before his own. MM-4.3.1, MM-12.4.4."""
    if key is not None:
        gun = chosen_gun(state, who, key, None, 0.0)
        check_auto_fire(gun.profile)
        return gun
    able = [gun for gun in guns(state, who) if gun.profile.extra]
    if not able:
        raise RuleViolation(
            "no-auto-fire",
            f"{who.name} has no weapon that can Auto-Fire.",
            citation="MM-4.3.1",
            remedy="Take two Fire actions at one target.",
        )
    able = list(bearing_guns(state, who, able, target)) or able
    return max(able, key=lambda gun: (gun.vehicle is not None, len(gun.profile.extra)))


def _apart(facts: Facts, action: AutoFire, first: Target, other: Target) -> float:
    """Inches of a further target from the first. RuleViolation where nobody has said it. MM-R15."""
    if other.id == first.id:
        return 0.0
    state = facts.state
    found = facts.known(APART, first.id, other.id, action.apart, lambda: field.distance(state, first.id, other.id))
    if found is None:
        raise needed("apart", "How far the further targets are from the first is not known.", "MM-4.3.3")
    return found


def do_auto_fire(course: Course, ready: Ready[AutoFire, Burst]) -> None:
    """All shots one after the other; spotting anew for each new target. MM-4.3.2, MM-4.3.5, MM-R06, MM-R29, MM-R96."""
    action, who, aimed = ready.action, ready.who, ready.found.first
    if not seen_to_shoot(course, who, aimed):
        return
    first, gun = aimed.target, aimed.gun
    others, apart = ready.found.others, ready.found.apart
    course.happen(ActionTaken(character=who.id, verb="auto-fire", cost=2))
    shots = auto_fire_shots(gun.profile, course.house)
    queue: list[Target] = [first, *others]
    queue += [queue[-1]] * (shots - len(queue))
    for number, wanted in enumerate(queue, start=1):
        who = course.state.character(who.id)
        target = _standing(course.state, wanted, (first, *others))
        gun_now = next((g for g in guns(course.state, who) if _same(g, gun)), None)
        if target is None or gun_now is None:
            break
        burst = ShotOfBurst(number, target.id == first.id, apart[target.id])
        declared = DeclaredShot(action.range, action.obscured, action.unaware, action.not_closest)
        try:
            next_shot = shot_at(course.state, who, target, None, declared, auto_fire=burst, gun=gun_now)
            require_not_tried(course.state, who, next_shot.target, next_shot.spotting)
        except RuleViolation:
            continue  # that shot is impossible and is lost: MM-2.3N.4
        if seen_to_shoot(course, who, next_shot) and not shoot(course, who, next_shot):
            break


def _same(one: Gun, other: Gun) -> bool:
    return (one.profile.key, one.vehicle) == (other.profile.key, other.vehicle)


def _standing(state: State, wanted: Target, named: tuple[Target, ...]) -> Target | None:
    """The target as it is now; in the place of one killed, the next that still stands. MM-R96."""
    start = next((i for i, t in enumerate(named) if t.id == wanted.id), 0)
    for candidate in (*named[start:], *named[:start]):
        now = state.find(candidate.id) or state.find_vehicle(candidate.id)
        if isinstance(now, Character) and now.alive:
            return now
        if isinstance(now, Vehicle) and not now.wreck:
            return now
    return None
