"""Who fires at what where no target is named: as the group is instructed. Lawful and useful, never a waste of smoke."""

from __future__ import annotations

from collections.abc import Iterator

from rules.infantry_action.book.anti_tank import FLAMES, AfvTarget, can_harm
from rules.infantry_action.book.kinds import Weapon
from rules.infantry_action.figures import Vehicle
from rules.infantry_action.groups import Group
from rules.infantry_action.play.fire.arms import Arm, arms
from rules.infantry_action.play.fire.shots import Shot, direct, indirect, score, thrown
from rules.infantry_action.play.ground.instructed import instructed
from rules.infantry_action.state import State
from rules.kernel.violation import RuleViolation

HEAVY_CALIBRE = 12


def armour(state: State, target: Group) -> tuple[Vehicle, ...]:
    """Its AFVs that can still fight."""
    return tuple(vehicle for vehicle in state.fleet(target.id) if vehicle.hard and vehicle.able)


def aimed_at(state: State, vehicle: Vehicle) -> AfvTarget:
    return AfvTarget(float(vehicle.type.tons), state.year, vehicle.type.self_propelled)


def heavy_machine_gun(state: State, arm: Arm) -> bool:
    """Whether it is a machine gun of at least 12.7 mm, by its calibre in whole millimetres. IA-at.light-weapons"""
    if arm.vehicle and arm.mount >= 0:
        return state.vehicle(arm.vehicle).mounts[arm.mount].heavy
    gun = state.find_gun(arm.gun)
    return gun is not None and gun.kind is Weapon.TRIPOD_MG and gun.calibre >= HEAVY_CALIBRE


def is_tank_shot(state: State, shot: Shot) -> bool:
    """Whether it is fire on an AFV that can hurt it; not flame and charges, for which a die is thrown. IA-at.weapons"""
    if not isinstance(shot.weapon, Weapon) or shot.in_trees:
        return False
    heavy = heavy_machine_gun(state, shot.arm)
    return any(can_harm(shot.weapon, aimed_at(state, vehicle), heavy) for vehicle in _armour_under(state, shot))


def _armour_under(state: State, shot: Shot) -> tuple[Vehicle, ...]:
    """The AFVs of the group at which it is fired; a soft vehicle that stands empty has none."""
    target = state.find_group(shot.target)
    return armour(state, target) if target is not None else ()


def harms(state: State, shot: Shot) -> bool:
    """Whether it is of any use against its target: men, or an AFV that it can hurt."""
    if not _armour_under(state, shot):
        return isinstance(shot.weapon, Weapon)
    return is_tank_shot(state, shot) or shot.weapon in FLAMES


def targets(state: State, group: Group) -> tuple[Group, ...]:
    """Enemy groups that it has located, in roster order."""
    return tuple(
        enemy
        for enemy in state.groups
        if enemy.side != group.side and enemy.kind != "prisoners" and state.located(group.id, enemy.id) is not None
        if any(state.men(enemy.id))
    )


def shots_at(state: State, arm: Arm, enemies: tuple[Group, ...]) -> Iterator[Shot]:
    """Its lawful shots at these, direct before indirect."""
    for enemy in enemies:
        found = direct(state, arm, enemy)
        if isinstance(found, RuleViolation) and arm.weapon.mortar:
            found = indirect(state, arm, enemy)
        if isinstance(found, Shot) and not found.in_trees:
            yield found


def best(state: State, arm: Arm, enemies: tuple[Group, ...]) -> Shot | None:
    """The shot that scores most; anti-tank weapons at AFVs first, and not at men while they have few missiles."""

    def worth(shot: Shot) -> tuple[bool, int, float]:
        against = bool(armour(state, state.group(shot.target)))
        return against, score(state, shot), -shot.metres

    useful = [shot for shot in shots_at(state, arm, enemies) if harms(state, shot)]
    if arm.weapon is Weapon.MISSILE:
        useful = [shot for shot in useful if armour(state, state.group(shot.target))]
    return max(useful, key=worth, default=None)


def by_instruction(state: State, group: Group, busy: frozenset[str]) -> Iterator[Shot]:
    """What the group's men do unasked; `busy`: arms and men that have orders of their own."""
    said = instructed(state, group)
    if said.fire == "hold":
        return
    enemies = targets(state, group)
    if said.fire == "return":
        lately = group.fired_on_by if group.fired_on_in >= state.period - 1 else ()
        enemies = tuple(enemy for enemy in enemies if enemy.id in lately)
    for arm in arms(state, group):
        if arm.by in busy or any(man in busy for man in arm.men):
            continue
        shot = best(state, arm, enemies)
        grenade = _grenade(state, arm, enemies)
        if shot is None or (grenade is not None and score(state, grenade) > score(state, shot)):
            shot = grenade
        if shot is not None:
            yield shot


def _grenade(state: State, arm: Arm, enemies: tuple[Group, ...]) -> Shot | None:
    """A grenade at an enemy who is near enough, where it does more than his weapon."""
    if not arm.figure or not state.figure(arm.figure).grenades:
        return None
    for enemy in enemies:
        if armour(state, enemy):
            continue
        found = thrown(state, state.figure(arm.figure), enemy, None)
        if not isinstance(found, RuleViolation) and found:
            return found[0]
    return None
