"""The umpire's word in a battle: facts, light, places, who is in or out, explosions and frights of the scenario."""

from __future__ import annotations

from rules.battle.umpire import ruling
from rules.five56mm.actions.battle import (
    Bombard,
    CallMoraleTest,
    DeclareEnd,
    PlaceUnit,
    RemoveCharacter,
    RestoreCharacter,
    RuleFact,
    SetAmmoLow,
    SetLight,
)
from rules.five56mm.book.light import Light, rolled
from rules.five56mm.book.tables import NUMBERS
from rules.five56mm.book.weapons import weapon
from rules.five56mm.events.battle import (
    AmmoLowSet,
    FactRuled,
    Frightened,
    LeftTable,
    LightSet,
    Placed,
    Restored,
)
from rules.five56mm.events.foot import CombatEnded
from rules.five56mm.play.courage.courage import may_test
from rules.five56mm.play.engine.aftermath import end_battle
from rules.five56mm.play.ground import field
from rules.five56mm.play.ground.facts import FACTS, place
from rules.five56mm.play.harm.blasts import explode, read_caught
from rules.five56mm.play.turn.course import Course
from rules.five56mm.play.turn.goes import find, find_character
from rules.five56mm.state import Fright, Vehicle
from rules.table import reference
from rules.violation import RuleViolation


def rule_fact(course: Course, action: RuleFact) -> None:
    """Goes before declared and measured facts, for so many turns."""
    unit = find(course.state, action.unit).id if action.unit is not None else None
    other = find(course.state, action.other).id if action.other is not None else None
    turn = course.state.turn
    ruled = ruling(FACTS, action.fact, action.value, unit=unit, other=other, turns=action.turns, turn=turn)
    course.happen(FactRuled(ruled=ruled))


def set_light(course: Course, action: SetLight) -> None:
    """By the umpire's word, or by a D6 when both players agree. MM-6.2.1, MM-6.2.2."""
    if action.light is not None:
        course.happen(LightSet(light=Light(action.light), citations=("MM-6.2.1",)))
        return
    die, light = rolled(course.chance)
    course.happen(LightSet(light=light, die=die, citations=("MM-6.2.2",)))


def place_unit(course: Course, action: PlaceUnit) -> None:
    unit = find(course.state, action.unit)
    state = course.state
    if state.board is None:
        raise RuleViolation("no-board", "This battle has no board.", remedy="Rule facts instead.")
    if isinstance(unit, Vehicle):
        at = reference.place(action.to, reference.Surroundings(state.board, unit.at, unit.facing))
    else:
        at = place(state, unit, action.to) if state.position(unit) else _unplaced(course, action)
    facing = unit.facing if action.facing is None else action.facing
    course.happen(Placed(unit=unit.id, at=at, facing=facing))
    for opponent in course.state.opponents(unit.id):
        if (field.distance(course.state, unit.id, opponent) or 0.0) > NUMBERS.contact:
            course.happen(CombatEnded(one=unit.id, other=opponent))


def _unplaced(course: Course, action: PlaceUnit) -> tuple[float, float]:
    assert course.state.board is not None
    return reference.place(action.to, reference.Surroundings(course.state.board))


def remove(course: Course, action: RemoveCharacter) -> None:
    who = find_character(course.state, action.character)
    if not who.alive:
        raise RuleViolation("not-there", f"{who.name} is out of the battle already.", remedy="Choose somebody else.")
    course.happen(LeftTable(character=who.id, reason=action.reason))


def restore(course: Course, action: RestoreCharacter) -> None:
    course.happen(Restored(character=find_character(course.state, action.character).id))


def bombard(course: Course, action: Bombard) -> None:
    """An explosion by the scenario's will, with the blast chart of a grenade or rocket. MM-R24, MM-R25."""
    at = None
    if action.at is not None and course.state.board is not None:
        at = reference.place(action.at, reference.Surroundings(course.state.board))
    declared = read_caught(course.state, action.victims)
    if at is None and not declared:
        raise RuleViolation(
            "no-place", "Where it explodes is not said.", remedy="Give a place, or without a board the victims."
        )
    explode(course, action.blast_of, at, declared=declared)


def call_morale_test(course: Course, action: CallMoraleTest) -> None:
    who = find_character(course.state, action.unit)
    squad = [c for c in course.state.living(who.side) if c.squad == who.squad] if action.whole_squad else [who]
    frights = tuple(Fright(c.id, "the scenario demands it", "MM-9.4.2") for c in squad if may_test(c))
    if not frights:
        raise RuleViolation(
            "nobody-tests", "Nobody there has to test.", citation="MM-9.4.2", remedy="They are down, or run already."
        )
    course.happen(Frightened(frights=frights))


def set_ammo_low(course: Course, action: SetAmmoLow) -> None:
    """MM-7.0.9, MM-R30."""
    who = find_character(course.state, action.character)
    held = tuple(arm.weapon for arm in who.arms)
    weapons = held if action.weapon is None else tuple(k for k in held if k == weapon(action.weapon).key)
    if not weapons:
        raise RuleViolation("no-such-weapon", f"{who.name} has no such weapon.", remedy=f"He has: {', '.join(held)}.")
    course.happen(AmmoLowSet(character=who.id, weapons=weapons, low=action.low, citations=("MM-7.0.9",)))


def declare_end(course: Course, action: DeclareEnd) -> None:
    """The Mortally Wounded get their attempt here too. MM-R91, MM-R118."""
    end_battle(course, None if action.winner == "draw" else action.winner, action.reason)
