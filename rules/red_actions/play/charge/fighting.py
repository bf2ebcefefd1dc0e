"""A combat: strengths, the table, its result, officers, pursuit. RA-combat.1 to RA-combat.5"""

from __future__ import annotations

from dataclasses import replace

from rules.red_actions.book.combat import CombatResult, CombatResultKind, defeated, result
from rules.red_actions.book.kinds import Test
from rules.red_actions.course import Course
from rules.red_actions.events.charge import CombatFought
from rules.red_actions.pending import Task
from rules.red_actions.pending.charge import FightCombat
from rules.red_actions.pending.morale import (
    LoseBases,
    OfficerDice,
    PutMarkers,
    RetireUnit,
    RunAway,
    Surrender,
    TakeTest,
)
from rules.red_actions.play.charge.contact import pursuit_of
from rules.red_actions.play.charge.strengths import Match, match_of
from rules.red_actions.units import Unit


def step_combat(course: Course, task: FightCombat) -> None:
    """RA-R80, RA-R84"""
    match task.stage:
        case "fight":
            _fight(course, task)
        case "officers":
            dice = tuple(OfficerDice(each, "combat", foe) for each, foe in _both(task))
            course.done(*dice, replace(task, stage="pursuit"))
        case "pursuit":
            state = course.state
            course.done(*pursuit_of(state, task.unit, task.target), *pursuit_of(state, task.target, task.unit))


def _both(task: FightCombat) -> tuple[tuple[str, str], tuple[str, str]]:
    """The charger's side first. RA-R84"""
    return (task.unit, task.target), (task.target, task.unit)


def _fight(course: Course, task: FightCombat) -> None:
    """Who routs from the markers of a charge in flank or rear does not fight. RA-R11"""
    state = course.state
    unit, target = state.find(task.unit), state.find(task.target)
    if unit is None or target is None or unit.routing:
        course.done()
        return
    if target.routing:
        course.done(replace(task, stage="pursuit"))
        return
    both = match_of(state, unit, target, task.side_struck, task.counter, task.began)
    dice = course.chance.dice(2, sides=6, for_="combat")
    what = result(both.odds.column, sum(dice))
    course.happen(_fought(both, unit, target, dice, what))
    strong, weak = (unit, target) if both.odds.charger_stronger else (target, unit)
    course.done(*_consequences(what, strong, weak), replace(task, stage="officers"))


def _fought(both: Match, unit: Unit, target: Unit, dice: tuple[int, ...], what: CombatResult) -> CombatFought:
    strong, weak = (unit, target) if both.odds.charger_stronger else (target, unit)
    named = strong if what.stronger and what.kind is not CombatResultKind.HUMILIATED else weak
    return CombatFought(
        unit=unit.id,
        target=target.id,
        strength=both.charger.exact.as_integer_ratio(),
        strength_of_target=both.charged.exact.as_integer_ratio(),
        values=(both.charger.value, both.charged.value),
        bases=(both.charger.bases.as_integer_ratio(), both.charged.bases.as_integer_ratio()),
        items=both.charger.percents,
        items_of_target=both.charged.percents,
        column=both.odds.name,
        stronger=strong.id,
        dice=dice,
        outcome=what,
        loser=named.id,
        citations=("RA-combat.4",),
    )


def _consequences(what: CombatResult, strong: Unit, weak: Unit) -> tuple[Task, ...]:
    """RA-combat.result.s-retires, RA-combat.result.w-retires, RA-combat.result.s-defeated,
    RA-combat.result.w-defeated, RA-combat.result.s-humiliated, RA-combat.result.w-surrenders, RA-R81, RA-R82, RA-R83"""
    loser, winner = (strong, weak) if what.stronger else (weak, strong)
    match what.kind:
        case CombatResultKind.RETIRES:
            return _retires(loser, winner, what.terror)
        case CombatResultKind.DEFEATED:
            fate = defeated(len(loser.bases))
            lost = LoseBases(loser.id, fate.lost, threat=winner.id, reason="defeated", seniors=True)
            return (lost, RunAway(loser.id, winner.id, "defeated")) if fate.routs else (lost,)
        case CombatResultKind.HUMILIATED:
            fear = TakeTest(
                strong.id, Test.FEAR, "humiliated in combat", weak.id, citation="RA-morale.trigger.humiliated"
            )
            shame = PutMarkers(strong.id, humiliated=1, threat=weak.id, reason="humiliated")
            return (*_retires(weak, strong, what.terror), shame, fear)
        case CombatResultKind.SURRENDERS:
            return (Surrender(loser.id, winner.id, "no way out"),)


def _retires(loser: Unit, winner: Unit, terror: int) -> tuple[Task, ...]:
    """Markers, the way back, then what the markers do. RA-R82"""
    markers = PutMarkers(loser.id, terror=terror, threat=winner.id, reason="thrown back", check=False)
    return markers, RetireUnit(loser.id, winner.id, combat=True)
