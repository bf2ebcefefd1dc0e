"""Pursuit by sabres: straight after the routers, until somebody faces them, shows them a flank, or they catch up.

RA-pursuit.1 to RA-pursuit.6, RA-R86, RA-R87
"""

from __future__ import annotations

from rules.kernel.changing import replace
from rules.red_actions.book import charging as book
from rules.red_actions.book.kinds import Arm, StruckSide
from rules.red_actions.course import Course
from rules.red_actions.events.charge import ChargeEnded, PursuitRolled
from rules.red_actions.events.morale import Pursued
from rules.red_actions.pending.charge import CarryOutCharge, Pursue
from rules.red_actions.pending.morale import LoseBases
from rules.red_actions.play.charge.contact import catch, move_up
from rules.red_actions.play.ground.fronts import side_struck
from rules.red_actions.play.ground.layout import CONTACT, outline
from rules.red_actions.play.morale.rout_paths import PACE, Straight, block, straight, whole_block, with_room
from rules.red_actions.state import State
from rules.red_actions.units import Unit
from rules.table.measure import bearing, between

BEHIND = 2.0
"""Inches short of the routers at which pursuers end who catch nobody. RA-R86"""


def step_pursue(course: Course, task: Pursue) -> None:
    """It is compulsory. RA-pursuit.1, RA-R87, RA-R261"""
    state = course.state
    unit, target = state.find(task.unit), state.find(task.target)
    if unit is None or target is None or unit.routing or unit.at is None or not target.routing:
        course.done()
        return
    off = target.at is None
    goal = target.entry if off else target.at
    if goal is None:
        course.done()
        return
    course.happen(Pursued(unit=target.id, by=unit.id, side=unit.side, citations=("RA-pursuit.1", "RA-R57")))
    direction = bearing(unit.at, goal) if between(unit.at, goal) > 1e-6 else unit.facing
    card = state.card(unit)
    open_way = straight(state, unit, unit.at, direction, min(between(unit.at, goal), card.move))
    way = whole_block(state, unit, open_way, direction)
    met = first_met(state, unit, target, way)
    if met is not None:
        _stopped(course, task, unit, way, *met)
        return
    if off:
        move_up(course, unit, target.id, with_room(state, unit, way, direction), "pursuit")
        course.done(
            LoseBases(
                target.id, len(target.bases), "removed", threat=unit.id, reason="chased off the table", seniors=True
            )
        )
        return
    if _catches(course, unit, target):
        move_up(course, unit, target.id, with_room(state, unit, way, direction, (target.id,)), "pursuit")
        catch(course, course.state.unit(unit.id), target)
    else:
        behind = way.cut(min(way.inches, between(unit.at, goal) - BEHIND))
        move_up(course, unit, target.id, with_room(state, unit, behind, direction), "pursuit")
    course.done()


def _catches(course: Course, unit: Unit, target: Unit) -> bool:
    """RA-pursuit.3, RA-pursuit.4, RA-R86"""
    state = course.state
    pursuer, router = state.card(unit), state.card(target)
    match book.chase(pursuer.move, router.move, router.arm):
        case book.Chase.CAUGHT:
            return True
        case book.Chase.ESCAPED:
            return False
        case book.Chase.ROLL:
            die = course.chance.roll(6, for_="pursuit")
            caught = book.chase_catches(die)
            course.happen(
                PursuitRolled(unit=unit.id, target=target.id, die=die, caught=caught, citations=("RA-pursuit.4",))
            )
            return caught


def first_met(state: State, unit: Unit, target: Unit, way: Straight) -> tuple[float, Unit, bool] | None:
    """The first enemy who ends the pursuit, after how many inches, and whether he faces them: who faces them stops
    them 2 in off, others are touched. RA-pursuit.2"""
    others = [e for e in state.enemies(unit.side) if e.id != target.id and not e.routing]
    inches = 0.0
    while others:
        there = replace(unit, at=way.at(inches), facing=way.direction)
        stood = state.with_unit(there)
        own = block(state, unit, way.at(inches), way.direction)
        for enemy in others:
            apart = float(own.distance(outline(state, enemy)))
            faces = side_struck(stood, there, enemy) is StruckSide.FRONT
            if book.halts_pursuit(apart, faces, fights(state, enemy)):
                return inches, enemy, True
            if apart <= CONTACT:
                return inches, enemy, False
        if inches >= way.inches:
            return None
        inches = min(way.inches, inches + PACE)
    return None


def fights(state: State, unit: Unit) -> bool:
    """Whether it can fight pursuers: not who has no combat value. RA-pursuit.2"""
    card = state.card(unit)
    return card.combat > 0 or card.arm.vehicle


def _stopped(course: Course, task: Pursue, unit: Unit, way: Straight, inches: float, enemy: Unit, faces: bool) -> None:
    state = course.state
    arm = state.card(enemy).arm
    barred = book.charge_bar(state.card(unit).arm, arm, StruckSide.FLANK) is not None
    if faces or (barred and arm is not Arm.OFFICER):
        move_up(course, unit, task.target, with_room(state, unit, way.cut(inches), way.direction), "pursuit")
        course.happen(ChargeEnded(unit=unit.id, target=task.target, why="halted", citations=("RA-pursuit.2",)))
        course.done()
        return
    left = max(0.0, state.card(unit).move - inches)
    struck = side_struck(state, unit, enemy)
    move_up(course, unit, task.target, with_room(state, unit, way.cut(inches - PACE), way.direction), "pursuit")
    assert unit.at is not None
    path = (course.state.unit(unit.id).at or unit.at, way.at(inches + 1.0) if inches < way.inches else way.end)
    charge = CarryOutCharge(
        unit.id, enemy.id, side_struck=struck, onward=True, left=left, way=(*path, enemy.at or way.end)
    )
    course.done(charge)
