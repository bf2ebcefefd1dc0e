"""Who is shot at and by what: weapons at hand, the facts of one shot, and whether the target is seen."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from rules.battle.umpire import out_already
from rules.five56mm.book.fire import Platform, ShotAt, ShotOfBurst, ShotValues, TargetKind, to_hit
from rules.five56mm.book.light import Optics
from rules.five56mm.book.profile import Gear, Skill
from rules.five56mm.book.spotting import Eyes, Look, SpottingDue, concealment, due, in_sight
from rules.five56mm.book.tables import NUMBERS, WEAPONS, Weapon
from rules.five56mm.book.target_number import possible
from rules.five56mm.book.weapons import Arm, weapon
from rules.five56mm.play.fire.bearing import Gun, Target, bearing_guns, does_not_bear, require_bearing
from rules.five56mm.play.ground import field
from rules.five56mm.play.ground.facts import NOT_CLOSEST, THROUGH, Facts
from rules.five56mm.play.harm.wrecks import hover_of
from rules.five56mm.play.turn.course import tired
from rules.five56mm.play.turn.goes import find, require_alive
from rules.five56mm.state import Character, Go, Point, Stance, State, Vehicle
from rules.kernel.facts import Fact
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.table.measure import between


@dataclass(frozen=True, slots=True)
class DeclaredShot:
    """What the player says of the shot, where the board does not."""

    range: float | None = None
    obscured: float | None = None
    unaware: bool | None = None
    not_closest: bool | None = None
    through: str | None = None


@dataclass(frozen=True, slots=True)
class ReadyShot:
    """A shot ready to be fired. `spotting`: the test that he must pass first, None where he sees the target."""

    gun: Gun
    target: Target
    shot: ShotValues
    spotting: SpottingDue | None
    facts: tuple[Fact, ...]


# ── Weapons at hand ───────────────────────────────────────────────────────────────────────────────────────────────


AT_THE_WHEEL = ("driver", "pilot")
"""Places from which nobody fires; all others aboard may use their own weapons and mounted ones. MM-12.4.1, MM-R97."""


def guns(state: State, who: Character) -> tuple[Gun, ...]:
    """Every ranged weapon with rounds left that he can use now, hand grenades apart. MM-12.4.1, MM-12.4.4,
    MM-7.6.5."""
    found = [Gun(arm, p) for arm in who.arms if not arm.out and (p := _ranged(arm)) is not None]
    found += [
        Gun(gun.arm, WEAPONS[gun.profile.other_round]) for gun in list(found) if gun.profile.other_round is not None
    ]
    vehicle = state.find_vehicle(who.vehicle)
    if vehicle is not None and vehicle.weapons_work and not vehicle.wreck and who.place not in AT_THE_WHEEL:
        free = (arm for arm in vehicle.mounts if not arm.out and not _in_others_hands(state, vehicle, arm, who))
        found += [Gun(arm, WEAPONS[arm.weapon], vehicle.id) for arm in free]
    return tuple(found)


def _in_others_hands(state: State, vehicle: Vehicle, mount: Arm, who: Character) -> bool:
    """Whether others have fired every such weapon of the vehicle in this turn. MM-R210."""
    if vehicle.fired_turn != state.turn:
        return False
    others = {by for weapon_, by in vehicle.fired if weapon_ == mount.weapon and by != who.id}
    return len(others) >= sum(each.weapon == mount.weapon for each in vehicle.mounts)


def ranges_of(arms: Iterable[Weapon]) -> tuple[float, ...]:
    """Where each range of these weapons begins, the nearest first: what no range that a player declares could make
    lawful is not offered."""
    return tuple(sorted({float(inches) for arm in arms for inches in arm.ranges[:-1] if not math.isnan(inches)}))


def _ranged(arm: Arm) -> Weapon | None:
    profile = WEAPONS.get(arm.weapon)
    return None if profile is None or profile.blast in ("frag", "stun", "cs", "wp") else profile


def require_may_fire(state: State, who: Character) -> None:
    """RuleViolation for the driver or pilot, who has his hands full. MM-12.4.1, MM-R97."""
    if who.vehicle is not None and who.place in AT_THE_WHEEL:
        raise RuleViolation(
            "at-the-wheel", f"{who.name} drives and cannot fire.", citation="MM-12.4.1", remedy="Let others fire."
        )


def chosen_gun(state: State, who: Character, key: str | None, target: Target | None, distance: float) -> Gun:
    """The weapon named, or the one with the lowest number to reach. RuleViolation where there is none."""
    every = guns(state, who)
    at_hand = every if key is not None or target is None else bearing_guns(state, who, every, target)
    if key is not None:
        wanted = weapon(key)
        named = next((gun for gun in at_hand if gun.profile.key == wanted.key), None)
        if named is not None:
            return named
        spent = any(arm.weapon == wanted.key for arm in who.arms)
        raise RuleViolation(
            "weapon-spent" if spent else "weapon-not-his",
            f"The {wanted.title} has no rounds left." if spent else f"{who.name} has no {wanted.title} at hand.",
            citation="MM-7.0.10" if spent else "MM-7.0.2",
            remedy=f"He has: {', '.join(gun.profile.title for gun in at_hand) or 'nothing to fire'}.",
        )
    if every and target is not None and not at_hand:
        raise does_not_bear(state, every[0], target)
    if not at_hand:
        raise RuleViolation(
            Why.UNARMED,
            f"{who.name} has nothing to fire with.",
            citation="MM-3.2.9",
            remedy="Engage, or throw a grenade.",
        )
    return min(at_hand, key=lambda gun: _preference(gun, who, target, distance))


def _preference(gun: Gun, who: Character, target: Target | None, distance: float) -> tuple[int, int, int]:
    """In range first; rockets only at vehicles; then the lowest number; then the greatest damage."""
    category = gun.profile.category(distance)
    if category is None:
        return (9, 0, 0)
    wasteful = (gun.profile.launches is not None) != isinstance(target, Vehicle)
    number, bonus = to_hit(
        ShotValues(gun.profile, who.traits.weapons, ShotAt(Look(distance)), skills=who.traits.skills)
    )
    return (int(wasteful), number.value - bonus.value, -(gun.profile.damage or 0))


# ── The facts of a shot ───────────────────────────────────────────────────────────────────────────────────────────


def shot_at(
    state: State,
    who: Character,
    target: Target,
    key: str | None,
    declared: DeclaredShot,
    *,
    aimed: bool = False,
    covering: bool = False,
    auto_fire: ShotOfBurst | None = None,
    gun: Gun | None = None,
) -> ReadyShot:
    """Everything that bears on one shot. RuleViolation when it cannot be fired at all.

    MM-2.3N.4, MM-3.2.1, MM-3.2.9, MM-7.0.8, MM-12.7.1, MM-R213.
    """
    facts = Facts(state)
    distance = facts.range(who.id, target.id, declared.range)
    gun = gun or chosen_gun(state, who, key, target, distance)
    require_bearing(state, who, gun, target)
    hidden = facts.obscured(who.id, target.id, declared.obscured)
    look = look_at(state, target, distance, hidden)
    optics = Optics(who.wears(Gear.GOGGLES), gun.arm.sights)
    through = _through(state, who, target, optics, hidden, declared, facts)
    if not in_sight(look, optics if through else Optics()):
        raise RuleViolation(
            "no-line-of-sight",
            f"There is no line of sight to {target.name}.",
            citation="MM-12.7.1" if isinstance(target, Character) and target.vehicle else "MM-3.2.1",
            remedy="Choose another target, or move.",
        )
    shot = ShotValues(
        gun.profile,
        who.traits.weapons,
        _mark(state, who, target, look, declared, facts),
        skills=who.traits.skills,
        platform=platform(state, who, mounted=gun.vehicle is not None),
        aimed=aimed,
        sights=gun.arm.sights,
        second_fire=second_fire(state.go, who, gun.profile) and not covering and auto_fire is None,
        auto_fire=auto_fire,
        covering=covering,
        through=through,
        respirator=who.wears(Gear.RESPIRATOR),
        light=state.light,
        optics=optics,
        penalties=tired(state, who),
    )
    number, bonus = to_hit(shot, state.house)
    if not possible(number, bonus):
        raise RuleViolation(
            "impossible",
            f"Even a 6 would not reach {number}.",
            citation="MM-2.3N.4",
            remedy="Get closer, Aim first, or do something else.",
        )
    return ReadyShot(gun, target, shot, spotting_due(state, who, target, look, optics), facts.used)


def spotting_due(state: State, who: Character, target: Target, look: Look, optics: Optics) -> SpottingDue | None:
    """The spotting test that he must pass before he attacks; none against an enemy whom he has spotted in this go of
    his. MM-3.2.3, MM-R06."""
    go = state.go
    if go is not None and go.character == who.id and target.id in go.spotted:
        return None
    return due(look, eyes_of(state, who, optics), state.light, state.house)


def look_at(state: State, target: Target, distance: float, hidden: float) -> Look:
    """MM-3.2.5, MM-3.2.7, MM-4.2.6, MM-R07."""
    if isinstance(target, Vehicle):
        return Look(distance, hidden)
    gave_away = target.fired_turn == state.turn or (target.fired_turn == state.turn - 1 and not target.moved_since)
    stance = target.stance
    return Look(distance, hidden, stance is Stance.STEALTH, stance is Stance.HIDDEN, gave_away)


def eyes_of(state: State, who: Character, optics: Optics) -> Eyes:
    """MM-3.2.3, MM-10.T.1."""
    return Eyes(who.traits.morale, who.has(Skill.TRACKER), optics, tired(state, who))


def require_same_target(state: State, target: Target | None, at: Point | None) -> None:
    """RuleViolation for a second Fire action of the go at another target than the first, grenades among them. A place
    within 1 in of somebody is no other target than he. MM-3.2.12, MM-3.2.13, MM-R211."""
    go = state.go
    if go is None or go.fire_target is None or (target is not None and target.id == go.fire_target):
        return
    first = None if go.fire_target == "a place" else find(state, go.fire_target)
    before = go.fire_at if first is None else _place_of(state, first)
    now = at if target is None else _place_of(state, target)
    if target is not None and first is not None:
        near = False
    else:
        near = before is None or now is None or between(before, now) <= NUMBERS.contact
    if near:
        return
    raise RuleViolation(
        "same-target",
        "Two Fire actions of one go must be at the same target.",
        citation="MM-3.2.12",
        remedy="Fire at the first target again; two targets need Auto-Fire.",
    )


def _place_of(state: State, target: Target) -> Point | None:
    return state.position(target) if isinstance(target, Character) else target.at


def second_fire(go: Go | None, who: Character, profile: Weapon) -> bool:
    """Whether this would be the second Fire action of the go with the same weapon. MM-7.2.3, MM-7.6.4, MM-7.6.6."""
    if go is None or go.character != who.id or "fire" not in go.verbs:
        return False
    return go.fire_weapon in (profile.key, profile.round_of, profile.other_round)


def platform(state: State, who: Character, *, mounted: bool = False) -> Platform:
    """MM-3.24.4, MM-3.24.5, MM-4.73.2, MM-R09, MM-R57, MM-R59, MM-R219."""
    vehicle = state.find_vehicle(who.vehicle)
    if vehicle is None:
        return Platform()
    hover = hover_of(state, vehicle)
    if hover is not None:
        return Platform(hover=hover, mounted=mounted)
    if vehicle.flying and (vehicle.unattended or vehicle.hover is not None):
        return Platform(hover=1, mounted=mounted)
    motion = "full-speed" if vehicle.full_speed else "moving" if vehicle.moved > 0 else "still"
    return Platform(motion, mounted=mounted)


def _through(
    state: State, who: Character, target: Target, optics: Optics, hidden: float, declared: DeclaredShot, facts: Facts
) -> str | None:
    """A thermal sight shoots through cover: which kind. At what shows of somebody it shoots as any other, unless its
    owner means to shoot through what hides the rest; nor at bricks that hide him wholly, which stop every round.
    MM-8.0.15, MM-8.0.16, MM-R209, MM-R217."""
    if not optics.thermal or hidden <= 0 or (hidden < 100 and declared.through is None):
        return None
    found = facts.known(
        THROUGH, who.id, target.id, declared.through, lambda: field.cover_between(state, who.id, target.id), "heavy"
    )
    return None if found == "heavy" and declared.through is None else found


def _mark(state: State, who: Character, target: Target, look: Look, declared: DeclaredShot, facts: Facts) -> ShotAt:
    closest = facts.known(
        NOT_CLOSEST, who.id, target.id, declared.not_closest, lambda: not_closest(state, who, target, look), False
    )
    if isinstance(target, Vehicle):
        return ShotAt(
            look,
            "vehicle",
            full_speed=target.full_speed,
            moving=target.moved > 0,
            helicopter_in_flight=target.flying,
            not_closest=bool(closest),
        )
    vehicle = state.find_vehicle(target.vehicle)
    kind: TargetKind = "occupant" if vehicle is not None else "character"
    return ShotAt(
        look,
        kind,
        sprinting=target.stance is Stance.SPRINTING,
        carrying=target.stance in (Stance.CARRYING, Stance.CARRIED),
        incapacitated=target.down,
        unaware=facts.unaware(who.id, target.id, declared.unaware),
        full_speed=vehicle is not None and vehicle.full_speed,
        helicopter_in_flight=vehicle is not None and vehicle.flying,
        not_closest=bool(closest),
    )


def not_closest(state: State, who: Character, target: Target, look: Look) -> bool | None:
    """Some other enemy, able to act and before the firer, is closer and no worse in sight. MM-3.24.11, MM-R08."""
    if state.board is None or field.distance(state, who.id, target.id) is None:
        return None
    mine = concealment(look.obscured)
    grades = ("none", "partial", "full")
    vehicle = target.id if isinstance(target, Vehicle) else target.vehicle
    seen_vehicles = {c.vehicle for c in state.enemies(who.side) if c.vehicle and c.able} - {vehicle}
    others = [c.id for c in state.enemies(who.side) if c.able and c.vehicle is None and c.id != target.id]
    for other in (*others, *sorted(seen_vehicles)):
        distance = field.distance(state, who.id, other)
        if distance is None or distance >= look.distance or not _before(state, who, target, other):
            continue
        hidden = field.obscured(state, who.id, other)
        if hidden is not None and hidden < 100 and grades.index(concealment(hidden)) <= grades.index(mine):
            return True
    return False


def _before(state: State, who: Character, target: Target, other: str) -> bool:
    """In the 180 degrees in front of a firer who has turned to his target. MM-2.0.2, MM-R95."""
    here, there, third = (field.token(state, unit) for unit in (who.id, target.id, other))
    if here is None or there is None or third is None:
        return False
    dx, dy = there.x - here.x, there.y - here.y
    return dx * (third.x - here.x) + dy * (third.y - here.y) >= -1e-9


# ── Whom one may shoot at ─────────────────────────────────────────────────────────────────────────────────────────


def enemies_by_distance(state: State, who: Character) -> list[Character]:
    """The nearest first."""

    def far(enemy: Character) -> float:
        inches = field.distance(state, who.id, enemy.id)
        return 0.0 if inches is None else inches

    return sorted(state.enemies(who.side), key=lambda e: (far(e), e.number))


def enemy(state: State, who: Character, ref: str) -> Target:
    """A living enemy or an enemy's vehicle. RuleViolation otherwise. MM-3.2.1, MM-12.7.1, MM-R41."""
    target = find(state, ref)
    if isinstance(target, Character):
        require_alive(target)
        if state.combats_of(target.id) and state.house.choice("fire-into-melee") == "forbidden":
            raise RuleViolation(
                "in-melee",
                f"{target.name} is in hand-to-hand combat.",
                citation="MM-R41",
                remedy="Choose somebody else: this table does not fire into combats.",
            )
    elif target.left:
        raise out_already(target.name)
    elif target.wreck:
        raise RuleViolation("wreck", f"{target.name} is destroyed.", citation="MM-12.51.8", remedy="Choose another.")
    if target.side == who.side:
        raise RuleViolation("not-an-enemy", f"{target.name} is on your side.", remedy="Choose an enemy.")
    return target


def armoured_glass(state: State, target: Character) -> bool:
    """MM-12.7.4."""
    vehicle = state.find_vehicle(target.vehicle)
    return vehicle is not None and target.place in vehicle.profile.armoured_glass
