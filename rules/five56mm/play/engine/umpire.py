"""The umpire's word in a battle: facts, light, places, who is in or out, explosions and frights of the scenario."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.battle.deed import Deed, certain
from rules.battle.ending import Ended, declared_end
from rules.battle.umpire import falls_nowhere, out_already, rule_fact, table_of
from rules.five56mm.actions.battle import (
    Bombard,
    CallMoraleTest,
    DeclareEnd,
    PlaceUnit,
    RemoveCharacter,
    RestoreCharacter,
    SetAmmoLow,
    SetLight,
    SetVehicle,
)
from rules.five56mm.book.light import Light, rolled
from rules.five56mm.book.weapons import weapon
from rules.five56mm.events.battle import (
    AmmoLowSet,
    Frightened,
    LeftTable,
    LightSet,
    Placed,
    Restored,
)
from rules.five56mm.events.vehicles import VehicleSet
from rules.five56mm.play.courage.courage import may_test
from rules.five56mm.play.engine.aftermath import end_battle
from rules.five56mm.play.ground.facts import FACTS
from rules.five56mm.play.ground.goals import goal_named, goal_on, target_level
from rules.five56mm.play.harm.blasts import Caught, explode, read_caught
from rules.five56mm.play.harm.gas import let_out_of_gas
from rules.five56mm.play.harm.harm import drawn_apart
from rules.five56mm.play.turn.course import Course
from rules.five56mm.play.turn.deeds import on_course
from rules.five56mm.play.turn.goes import find, find_character
from rules.five56mm.state import Fright, Point, State, Vehicle
from rules.kernel.action import Actor
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.table import reference


def _light(state: State, action: SetLight, by: Actor) -> Light | None:
    return None if action.light is None else Light(action.light)


def _set_light(course: Course, light: Light | None) -> None:
    """By the umpire's word, or by a D6 when both players agree. MM-6.2.1, MM-6.2.2."""
    if light is not None:
        course.happen(LightSet(light=light, citations=("MM-6.2.1",)))
        return
    die, light = rolled(course.chance)
    course.happen(LightSet(light=light, die=die, citations=("MM-6.2.2",)))


def _placed(state: State, action: PlaceUnit, by: Actor) -> Placed:
    unit, board = find(state, action.unit), table_of(state.board)
    level = 0
    if isinstance(unit, Vehicle):
        at = reference.place(action.to, reference.Surroundings(board, unit.at, unit.facing))
    elif state.position(unit):
        goal = goal_named(state, unit, action.to)
        at, level = goal.at, target_level(state, unit, goal)
    else:
        at = reference.place(action.to, reference.Surroundings(board))
    facing = unit.facing if action.facing is None else action.facing
    return Placed(unit=unit.id, at=at, facing=facing, level=level)


def _place(course: Course, placed: Placed) -> None:
    """Whoever is taken out of reach fights hand to hand no more; gas lets go of him, and of all aboard a vehicle."""
    course.happen(placed)
    if course.state.find(placed.unit) is not None:
        drawn_apart(course, placed.unit)
        let_out_of_gas(course, placed.unit)
    for who in course.state.aboard(placed.unit):
        let_out_of_gas(course, who.id)


def _remove(state: State, action: RemoveCharacter, by: Actor) -> Sequence[Event]:
    who = find_character(state, action.character)
    if not who.alive:
        raise out_already(who.name)
    return (LeftTable(character=who.id, reason=action.reason),)


def _restore(state: State, action: RestoreCharacter, by: Actor) -> Sequence[Event]:
    return (Restored(character=find_character(state, action.character).id),)


@dataclass(frozen=True, slots=True)
class Bombardment:
    """What goes off where (None without a board), and who is said to be in it."""

    kind: str
    at: Point | None
    near: Caught
    level: int = 0


def _judge_bombard(state: State, action: Bombard, by: Actor) -> Bombardment:
    at, level = None, 0
    if action.at is not None and state.board is not None:
        goal = goal_on(state.board, action.at)
        at, level = goal.at, goal.level or 0
    near = read_caught(state, action.victims)
    if at is None and not near:
        raise falls_nowhere()
    return Bombardment(action.blast_of, at, near, level)


def _bombard(course: Course, blast: Bombardment) -> None:
    """An explosion by the scenario's will, with the blast chart of a grenade or rocket. MM-R24, MM-R25."""
    explode(course, blast.kind, blast.at, declared=blast.near, level=blast.level)


def _call_morale_test(state: State, action: CallMoraleTest, by: Actor) -> Sequence[Event]:
    who = find_character(state, action.unit)
    squad = [c for c in state.living(who.side) if c.squad == who.squad] if action.whole_squad else [who]
    frights = tuple(Fright(c.id, "the scenario demands it", "MM-9.4.2") for c in squad if may_test(c))
    if not frights:
        raise RuleViolation(
            "nobody-tests", "Nobody there has to test.", citation="MM-9.4.2", remedy="They are down, or run already."
        )
    return (Frightened(frights=frights),)


def _set_ammo_low(state: State, action: SetAmmoLow, by: Actor) -> Sequence[Event]:
    """MM-7.0.9, MM-R30."""
    who = find_character(state, action.character)
    held = tuple(arm.weapon for arm in who.arms)
    weapons = held if action.weapon is None else tuple(k for k in held if k == weapon(action.weapon).key)
    if not weapons:
        raise RuleViolation(Why.NOT_CARRIED, f"{who.name} has no such weapon.", remedy=f"He has: {', '.join(held)}.")
    return (AmmoLowSet(character=who.id, weapons=weapons, low=action.low, citations=("MM-7.0.9",)),)


def _end(course: Course, ended: Ended) -> None:
    """The Mortally Wounded get their attempt here too. MM-R91, MM-R118."""
    end_battle(course, ended.winner, ended.reason)


def _set_vehicle(state: State, action: SetVehicle, by: Actor) -> Sequence[Event]:
    """Who takes it must find it empty; taken back it is its own side's again. MM-R87."""
    vehicle = find(state, action.vehicle)
    if not isinstance(vehicle, Vehicle):
        raise RuleViolation("not-a-vehicle", f"{vehicle.name} isn't a vehicle.", remedy="Choose a vehicle.")
    if vehicle.wreck and action.to != "whole":
        raise RuleViolation(Why.AS_IT_IS, f"{vehicle.name} is a wreck.", remedy="Make it whole first.")
    if action.to in [damage.value for damage in vehicle.damage]:
        raise RuleViolation(Why.AS_IT_IS, f"{vehicle.name} is {action.to} already.", remedy="Nothing to do.")
    if action.to != "captured":
        return (VehicleSet(vehicle=vehicle.id, to=action.to, side=vehicle.side),)
    if state.aboard(vehicle.id):
        raise RuleViolation(
            "somebody-aboard", f"Somebody is aboard {vehicle.name}.", remedy="Have them get out, or put them elsewhere."
        )
    taker = next(side.key for side in state.sides if side.key != vehicle.side)
    return (VehicleSet(vehicle=vehicle.id, to="captured", side=taker),)


RULE_FACT = rule_fact(FACTS, find)
SET_LIGHT = Deed(action=SetLight, judge=_light, carry_out=on_course(_set_light))
PLACE = Deed(action=PlaceUnit, judge=_placed, carry_out=on_course(_place))
REMOVE = certain(RemoveCharacter, _remove)
RESTORE = certain(RestoreCharacter, _restore)
SET_VEHICLE = certain(SetVehicle, _set_vehicle)
BOMBARD = Deed(action=Bombard, judge=_judge_bombard, carry_out=on_course(_bombard))
CALL_MORALE_TEST = certain(CallMoraleTest, _call_morale_test)
AMMO_LOW = certain(SetAmmoLow, _set_ammo_low)
DECLARE_END = declared_end(DeclareEnd, on_course(_end))

UMPIRE_DEEDS = (
    RULE_FACT, SET_LIGHT, PLACE, REMOVE, RESTORE, SET_VEHICLE, BOMBARD, CALL_MORALE_TEST, AMMO_LOW, DECLARE_END,
)  # fmt: skip
