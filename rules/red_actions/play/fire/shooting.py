"""The task of a shooting: what the target is asked, the dice of both sides, and what follows from them.

RA-shoot.1 to RA-shoot.7, RA-R35, RA-R70
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from rules.kernel.facts import Itemised
from rules.kernel.violation import RuleViolation
from rules.red_actions.book.kinds import Cover, Trait
from rules.red_actions.book.shooting import Band
from rules.red_actions.book.shooting_table import NOTHING, ShotResult, table_of
from rules.red_actions.book.shot_effect import felt, may_be_answered, tank_terror
from rules.red_actions.course import Course
from rules.red_actions.events.fire import DirectHits, Fired, FireReason, Gunfire, ModeChosen, ShotResolved, TurnedToFire
from rules.red_actions.knowledge import who_know_all
from rules.red_actions.pending import Task
from rules.red_actions.pending.fire import CarryOutShooting, RollOnTable, Shot
from rules.red_actions.play.fire.aiming import AimedVolley, aimed_volley, rounds_before
from rules.red_actions.play.fire.shooting_effects import direct_hits, effects, strike_building, strike_train
from rules.red_actions.play.fire.targets import gains_by_evading, may_evade
from rules.red_actions.play.ground.layout import place_of
from rules.red_actions.play.turn.segments import lose_segment
from rules.red_actions.state import State
from rules.red_actions.units import Concealment, Unit
from rules.table.measure import bearing


def step_shoot(course: Course, task: CarryOutShooting) -> None:
    """The target is asked whether it evades and fires back; then both shootings are worked out from what was before
    either, and their effects follow, the first shooter's first. RA-R70"""
    state = course.state
    shooter = state.find(task.shot.unit)
    if shooter is None:
        course.done()
        return
    try:
        first = aimed_volley(state, task.shot)
    except RuleViolation:
        course.done()
        return
    if not task.answered and (then := _asked(course, task, first, shooter)) is not None:
        if then is not task:
            course.done(then)
        return
    aims: list[tuple[AimedVolley, FireReason]] = [(first, task.reason)]
    if task.back is not None and (back := _returned(state, task.back)) is not None:
        aims.append((back, "return"))
    follow = [each for one, reason in aims for each in _fire(course, one, reason, at_once=len(aims) > 1)]
    for one, reason in aims:
        if reason in ("return", "charged") and not (reason == "return" and _free(state)):
            lose_segment(course, one.unit.id, "it has fired out of turn")
    course.done(*follow)


def _returned(state: State, shot: Shot) -> AimedVolley | None:
    try:
        return aimed_volley(state, shot)
    except RuleViolation:
        return None


def _free(state: State) -> bool:
    """RA-R70"""
    return state.house.choice("return-fire") == "free-once-per-turn"


# ── What the target says ────────────────────────────────────────────────────────────────────────────────────────────


def _asked(course: Course, task: CarryOutShooting, first: AimedVolley, shooter: Unit) -> CarryOutShooting | None:
    """The task with what the target has said; itself where it has been asked; None where there is nothing to ask."""
    target = first.goal.unit
    if target is None or task.reason in ("charged", "friends") or first.far is Band.HARASSING or first.shot.speculative:
        return None
    if not task.mode_asked and asks_mode(course.state, first):
        answer = course.ask("mode", target.side, (target.id,), ("evade", "normal"), about=shooter.id)
        if answer is None:
            return task
        course.happen(ModeChosen(unit=target.id, evading=answer == "evade", citations=("RA-evade.4",)))
        return replace(task, mode_asked=True)
    back = return_shot(course.state, first)
    if back is None:
        return None
    answer = course.ask("return-fire", target.side, (target.id,), ("yes", "no"), about=shooter.id)
    if answer is None:
        return task
    return replace(task, answered=True, back=back if answer == "yes" else None)


def asks_mode(state: State, aimed: AimedVolley) -> bool:
    """Whether the target may still say that it evades, and would gain by it. RA-evade.4, RA-R149"""
    target, mark = aimed.goal.unit, aimed.mark
    if target is None or mark is None or aimed.column is None or not aimed.column.base:
        return False
    return may_evade(state, target) and gains_by_evading(mark)


def return_shot(state: State, aimed: AimedVolley) -> Shot | None:
    """The fire that the target may return: infantry or cavalry, shot at from close by, that has not acted and has the
    firer in sight, arc and range, and can do him harm. RA-preempt.return-fire, RA-R20, RA-R70, RA-R102, RA-R202"""
    target = aimed.goal.unit
    if target is None or not may_be_answered(aimed.far) or target.side == aimed.unit.side:
        return None
    arm = state.card(target).arm
    segment = state.segment
    if not (arm.infantry or arm.cavalry) or (segment is not None and segment.unit == target.id):
        return None
    if target.hidden in (Concealment.AMBUSH, Concealment.HIDING):
        return None
    spent = target.returned_turn == state.turn if _free(state) else not target.ready(state.turn)
    if spent:
        return None
    shot = Shot(target.id, aimed.unit.id, at_distance=aimed.shot.at_distance)
    back = _returned(state, shot)
    return shot if back is not None and not back.harmless else None


# ── The dice ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _fire(course: Course, one: AimedVolley, reason: FireReason, *, at_once: bool) -> list[Task]:
    """The announcement, the dice of one side, and the tasks that follow from them. Of guns that hit, the table comes
    after what their hits do, unless the fire is returned: then all dice come `at_once`. RA-shoot.6, RA-shoot.7, RA-R35,
    RA-R70, RA-R263"""
    state, unit = course.state, one.unit
    if one.turned:
        course.happen(
            TurnedToFire(
                unit=unit.id,
                facing=unit.facing,
                formation=unit.formation,
                citations=("RA-shoot.1",),
                audience=who_know_all(state, unit.id),
            )
        )
    course.happen(_announced(state, one, reason))
    if one.shot.harassing:
        return []
    if one.goal.building is not None:
        return strike_building(course, one)
    target = one.goal.unit
    if target is None:
        return []
    guns = tuple(_volley(course, part.number, part.rolls) for part in one.parts if part.number is not None)
    hits = sum(each.hits for each in guns)
    arm = state.card(target).arm
    gone = hits >= len(target.bases) and not arm.train
    cover = one.mark.cover if one.mark is not None else Cover.OPEN
    consulted = RollOnTable(
        unit=unit.id,
        target=target.id,
        name=target.name,
        hits=hits,
        total=one.column.total if one.column is not None else 0,
        lines=tuple(line for part in one.parts for line in part.strength.lines) if one.column is not None else (),
        shift=one.column.shift if one.column is not None else Itemised(()),
        column=one.column.number if one.column is not None else 0,
        machine_guns=one.machine_guns,
        far=one.far,
        tank=tank_terror(state.card(unit).arm, arm, cover),
        gas=one.shot.gas,
    )
    rolls = consulted.column > 0 and not gone
    if hits and rolls and not at_once and not arm.train:
        course.happen(
            DirectHits(
                unit=unit.id,
                target=target.id,
                name=target.name,
                guns=guns,
                hits=hits,
                citations=("RA-dh.1",),
                audience=who_know_all(state, target.id),
            )
        )
        return [*direct_hits(state, target, unit.id, hits), consulted]
    result = _resolve(course, consulted, target, guns, rolls=rolls)
    if arm.train:
        return strike_train(course, one, hits)
    return effects(state, target, unit.id, hits, result, tank=consulted.tank, gas=consulted.gas)


def step_roll_on_table(course: Course, task: RollOnTable) -> None:
    """Nobody rolls for a target that its direct hits have destroyed or driven off the table. RA-shoot.7, RA-R35"""
    target = course.state.find(task.target)
    if target is None or place_of(course.state, target) is None:
        course.done()
        return
    result = _resolve(course, task, target, (), rolls=True)
    course.done(*effects(course.state, target, task.unit, 0, result, tank=task.tank, gas=task.gas))


def _resolve(course: Course, task: RollOnTable, target: Unit, guns: tuple[Gunfire, ...], *, rolls: bool) -> ShotResult:
    """The dice of the table, and what the shooting comes to. RA-shoot.7"""
    state = course.state
    roll, result = None, NOTHING
    if rolls:
        roll = sum(course.chance.dice(2, sides=6, for_="shooting table"))
        cell = table_of(state.house, state.cards.shooting).result(task.column, roll)
        result = felt(cell, state.card(target).arm, task.machine_guns, task.far)
    course.happen(
        ShotResolved(
            unit=task.unit,
            target=target.id,
            name=target.name,
            guns=guns,
            hits=task.hits,
            total=task.total,
            lines=task.lines,
            shift=task.shift,
            column=task.column,
            roll=roll,
            result=result,
            tank=task.tank,
            gas=task.gas,
            citations=("RA-shoot.6", "RA-shoot.7"),
            audience=who_know_all(state, target.id),
        )
    )
    return result


def _volley(course: Course, number: Itemised, rolls: int) -> Gunfire:
    """RA-dh.1"""
    return Gunfire(
        number, tuple(sum(course.chance.dice(2, sides=6, for_="direct hit")) for _ in range(rolls))
    )  # fmt: skip


def _announced(state: State, one: AimedVolley, reason: FireReason) -> Fired:
    unit, goal = one.unit, one.goal
    before = rounds_before(state, unit, goal)
    target = goal.unit
    seen = target is not None and not one.shot.speculative
    start = place_of(state, unit) or goal.middle
    return Fired(
        unit=unit.id,
        target=target.id if target is not None and seen else "",
        name=goal.name,
        reason=reason,
        start=start,
        at=goal.middle,
        distance=round(one.distance, 2),
        far=one.far.value,
        key=goal.key,
        rounds=before + 1,
        spot=unit.fire_spot if before else (target.at if target is not None else None),
        bases=bases_words(one),
        spent=spends(state, one),
        observer=one.shot.observer,
        place=not seen,
        harassing=one.shot.harassing,
        gas=one.shot.gas,
        sponson=_sponson(state, one),
        citations=("RA-shoot.1", "RA-shoot.2"),
    )


def bases_words(one: AimedVolley) -> str:
    total = sum((part.bases for part in one.parts), start=one.parts[0].bases * 0)
    return "½" if total.denominator == 2 and total < 1 else str(int(total))


def spends(state: State, one: AimedVolley) -> tuple[str, ...]:
    """RA-R117, RA-R118"""
    if not state.house.on("ammunition"):
        return ()
    return tuple(piece.base.id for part in one.parts if part.card.arm.artillery for piece in part.firing)


def _sponson(state: State, one: AimedVolley) -> Literal["", "left", "right"]:
    """RA-tank.sponsons, RA-R167"""
    if Trait.SPONSONS not in state.card(one.unit).traits or one.unit.at is None:
        return ""
    off = (bearing(one.unit.at, one.goal.middle) - one.unit.facing) % 360.0
    return "right" if off < 180.0 else "left"
