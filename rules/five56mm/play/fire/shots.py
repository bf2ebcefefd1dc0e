"""One shot in a battle: spotting before it, to hit, Sharpshooter, Ammo, and what the hit or the miss does."""

from __future__ import annotations

from dataclasses import replace

from rules.five56mm.book.explosions import direct_harm, landing, off_line, scatter
from rules.five56mm.book.fire import ShotValues, shot_harm, to_hit
from rules.five56mm.book.injury import Harm
from rules.five56mm.book.light import Optics
from rules.five56mm.book.spotting import Look, SpottingDue, spot
from rules.five56mm.book.tables import WEAPONS, Dice
from rules.five56mm.book.target_number import Help, Roll, possible, roll
from rules.five56mm.book.vehicle_damage import Damage
from rules.five56mm.book.weapons import ammo
from rules.five56mm.events.fire import AmmoTested, Dud, Scattered, Shot, SpotTried, WeaponSpent
from rules.five56mm.play.fire.bearing import Gun, Target
from rules.five56mm.play.fire.targets import ReadyShot, armoured_glass, eyes_of
from rules.five56mm.play.ground import field
from rules.five56mm.play.ground.levels import comes_down
from rules.five56mm.play.harm.blasts import Caught, explode
from rules.five56mm.play.harm.harm import hurt
from rules.five56mm.play.harm.wrecks import hit_vehicle
from rules.five56mm.play.turn.course import Course
from rules.five56mm.play.turn.goes import current
from rules.five56mm.state import Character, Point, State, Vehicle
from rules.kernel.facts import Fact
from rules.kernel.violation import RuleViolation
from rules.table.measure import bearing


def load_of(gun: Gun, load: str | None) -> str:
    """The kind of grenade that an M203 fires. MM-7.5.7. RuleViolation for one that he does not carry."""
    carried = gun.arm.loads or ("frag",)
    if load is None:
        return carried[0]
    if load not in carried:
        raise RuleViolation(
            "no-such-load",
            f"He carries no {load} for the M203.",
            citation="MM-7.5.7",
            remedy=f"He has: {', '.join(carried)}.",
        )
    return load


def require_not_tried(state: State, who: Character, target: Target, spotting: SpottingDue | None) -> None:
    """RuleViolation for an enemy whom he has failed to spot, or cannot. MM-3.2.8, MM-R05, MM-2.3N.4."""
    go = current(state)
    if spotting is None:
        return
    if go.character != who.id:
        tried = (who.id, target.id) in go.cover_tried
    elif state.house.choice("spot-attempts") == "per-go":
        tried = any(each == target.id for each, _ in go.tried)
    else:
        tried = (target.id, go.spent) in go.tried
    if tried:
        raise RuleViolation(
            "not-spotted",
            f"{who.name} has not spotted {target.name}.",
            citation="MM-3.2.8",
            remedy="Choose another target, or do something else.",
        )
    if not possible(spotting.number, spotting.bonus):
        raise RuleViolation(
            "cannot-spot",
            f"Even a 6 would not spot {target.name}: {spotting.number}.",
            citation="MM-2.3N.4",
            remedy="Get closer, or do something else.",
        )


def spotted(
    course: Course,
    who: Character,
    target: Target,
    spotting: SpottingDue | None,
    look: Look,
    optics: Optics,
    facts: tuple[Fact, ...],
) -> bool:
    """Pass the spotting test if one is due. MM-3.2.3, MM-4.2.6, MM-6.2.4, MM-R06."""
    if spotting is None:
        return True
    eyes = replace(eyes_of(course.state, who, optics), helps=course.helps(who))
    sighting = spot(look, eyes, course.chance, course.state.light, course.house)
    course.happen(
        SpotTried(
            spotter=who.id,
            target=target.id,
            rolls=sighting.rolls,
            seen=sighting.seen,
            facts=facts,
            citations=("MM-4.2.6",) if look.behind_something else ("MM-3.2.3",),
        )
    )
    return sighting.seen


def seen_to_shoot(course: Course, who: Character, aimed: ReadyShot) -> bool:
    """The spotting test before a shot."""
    look, optics = aimed.shot.mark.look, aimed.shot.optics
    return spotted(course, who, aimed.target, aimed.spotting, look, optics, aimed.facts)


def shoot(course: Course, who: Character, aimed: ReadyShot, *, load: str | None = None, declared: Caught = ()) -> bool:
    """To hit, Sharpshooter, Ammo, then what the hit or the miss does. Returns whether rounds are left.

    MM-3.2.9, MM-3.2.11, MM-7.0.10, MM-R29, MM-R93.
    """
    test = to_hit_roll(course, who, aimed.shot, launched=aimed.gun.profile.launches is not None)
    at = _where(course.state, aimed.target)
    fire_event(course, who, aimed.gun, aimed.shot, test, aimed.target, at, aimed.facts)
    left = ammo_after(course, who, aimed.gun, test)
    if test.passed:
        _hit(course, who, aimed, at, load, declared)
    elif aimed.gun.profile.launches is not None:
        level = field.level_of(course.state, aimed.target.id)
        stray(course, who, aimed.gun, test, at, aimed.shot.distance, load, declared, level)
    return left


def _where(state: State, target: Target) -> Point | None:
    return state.position(target) if isinstance(target, Character) else target.at


def to_hit_roll(course: Course, who: Character, shot: ShotValues, *, launched: bool) -> Roll:
    number, bonus = to_hit(shot, course.house)
    helps = course.helps(who).with_rerolls(Help.SHARPSHOOTER)
    if launched:
        helps = helps.judged(lambda margin: max(-3, min(0, margin)))
    return roll("to hit", number, bonus, course.chance, helps)


def fire_event(
    course: Course,
    who: Character,
    gun: Gun,
    shot: ShotValues,
    test: Roll,
    target: Target | None,
    at: Point | None,
    facts: tuple[Fact, ...],
) -> None:
    here = course.state.position(who)
    turned = None if at is None or here is None or here == at or shot.covering else round(bearing(here, at), 1)
    course.happen(
        Shot(
            firer=who.id,
            target=target.id if target else None,
            at=at,
            weapon=gun.profile.key,
            roll=test,
            hit=test.passed,
            number=shot.auto_fire.shot if shot.auto_fire else 1,
            auto_fire=shot.auto_fire is not None,
            covering=shot.covering,
            reveals=not gun.profile.silenced,
            turned=turned,
            vehicle=gun.vehicle,
            facts=facts,
            citations=("MM-3.2.9",) if not shot.covering else ("MM-3.6.2",),
        )
    )


def ammo_after(course: Course, who: Character, gun: Gun, test: Roll) -> bool:
    """Whether rounds are left. MM-7.0.10 to MM-7.0.12, MM-7.9.3, MM-7.9.5, MM-R29."""
    if gun.profile.one_shot:
        course.happen(WeaponSpent(character=who.id, weapon=gun.profile.key, citations=("MM-7.9.3",)))
        return False
    result = ammo(gun.profile, gun.arm, test.die, course.chance, course.house)
    if result is None:
        return True
    held = replace(result, weapon=gun.arm.weapon)
    course.happen(AmmoTested(character=who.id, test=held, vehicle=gun.vehicle, citations=("MM-7.0.10",)))
    return not result.out


def _hit(
    course: Course, who: Character, aimed: ReadyShot, at: Point | None, load: str | None, declared: Caught
) -> None:
    profile, target = aimed.gun.profile, aimed.target
    if profile.launches is not None:
        _direct(course, who, load or profile.key, target, at, declared)
        return
    vehicle = isinstance(target, Vehicle)
    harm = shot_harm(profile, aimed.shot.category, at_vehicle=vehicle, cover=aimed.shot.through)
    if isinstance(target, Character):
        hurt(
            course, target.id, replace(harm, glass=armoured_glass(course.state, target)), by=who.id, weapon=profile.key
        )
        return
    test = hit_vehicle(course, target.id, harm, by=who.id)
    pierced = test is not None and test.roll.margin < 0 and test.damage is not Damage.DESTROYED
    if profile.inside is not None and pierced:
        inside = Harm("HEAP round inside", Dice.read(profile.inside), citation="MM-7.6.7")
        for occupant in course.state.aboard(target.id):
            hurt(course, occupant.id, inside, by=who.id, weapon=profile.key)


def _direct(course: Course, who: Character, kind: str, target: Target, at: Point | None, declared: Caught) -> None:
    """A launched round strikes: its Damage for him who is struck, the blast for the rest; stun, CS and phosphorous
    work as at no distance. MM-7.5.8, MM-7.9.4, MM-7.9.6, MM-R26, MM-R99."""
    near = tuple(entry for entry in declared if entry[0] != target.id)
    level = field.level_of(course.state, target.id)
    if WEAPONS[kind].damage is None:
        struck = ((target.id, 0.0),) if isinstance(target, Character) else ()
        explode(course, kind, at, by=who.id, declared=(*struck, *near), level=level)
        return
    harm = direct_harm(kind)
    if isinstance(target, Vehicle):
        hit_vehicle(course, target.id, harm, by=who.id)
    else:
        hurt(course, target.id, harm, by=who.id, weapon=kind)
    explode(course, kind, at, by=who.id, spared=target.id, declared=near, level=level)


def stray(
    course: Course,
    who: Character,
    gun: Gun,
    test: Roll,
    at: Point | None,
    distance: float,
    load: str | None,
    declared: Caught,
    level: int = 0,
) -> None:
    """A launched round that misses comes down elsewhere and goes off there. MM-R27, MM-R229."""
    if course.house.choice("launched-miss") == "no-effect":
        return
    miss = scatter(test.margin, course.chance)
    here = course.state.position(who)
    down = None if at is None or here is None else landing(here, at, miss)
    course.happen(Scattered(firer=who.id, scatter=miss, at=down, citations=("MM-R27",)))
    flown = off_line(distance, miss)
    if gun.profile.arms_at is not None and flown < gun.profile.arms_at:
        course.happen(Dud(firer=who.id, distance=round(flown, 2), citations=("MM-7.5.5",)))
        return
    on = (
        0
        if course.state.board is None or at is None or down is None
        else comes_down(course.state.board, at, level, down)
    )
    explode(course, load or gun.profile.key, down, by=who.id, declared=declared, level=on)
