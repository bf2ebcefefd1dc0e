"""Breakdown tests of tanks and armoured cars, and how they get free. RA-R92, RA-R93, RA-R94, RA-R179"""

from __future__ import annotations

from rules.red_actions.book import vehicles as book
from rules.red_actions.book.terrain import BreakdownDie
from rules.red_actions.book.vehicles import Trouble
from rules.red_actions.course import Course
from rules.red_actions.events.movement import BrokeDown
from rules.red_actions.events.works import RecoveryRolled
from rules.red_actions.pending.movement import BreakDown
from rules.red_actions.units import Breakdown

_STATES = {
    Trouble.NONE: Breakdown.NONE,
    Trouble.BROKEN: Breakdown.TEMPORARY,
    Trouble.STUCK: Breakdown.TEMPORARY,
    Trouble.FOR_GOOD: Breakdown.FOR_GOOD,
}
_CITED = {
    BreakdownDie.OBSTACLE: ("RA-tank.obstacle", "RA-ac.obstacle"),
    BreakdownDie.WIRE: ("RA-tank.wire",),
    BreakdownDie.SPEED: ("RA-tank.speed", "RA-ac.speed"),
}


def throw_breakdown(course: Course, task: BreakDown) -> bool:
    """One die of a vehicle's segment; nothing is thrown once it is stuck. Whether it was thrown. RA-tank.speed,
    RA-tank.obstacle, RA-tank.wire, RA-ac.speed, RA-ac.obstacle, RA-R179"""
    unit = course.state.find(task.unit)
    if unit is None or unit.breakdown is not Breakdown.NONE:
        return False
    test = BreakdownDie(task.test)
    (thrown,) = book.roll_breakdowns((test,), course.chance)
    course.happen(
        BrokeDown(
            unit=unit.id,
            test=task.test,
            roll=thrown.die,
            breakdown=_STATES[thrown.trouble],
            citations=(*_CITED[test], "RA-R92"),
        )
    )
    return True


def recover(course: Course, unit: str) -> None:
    """At the start of its segment a broken-down or stuck vehicle may get free. RA-action.extra.vehicle, RA-R94"""
    found = course.state.unit(unit)
    if found.breakdown is not Breakdown.TEMPORARY:
        return
    die, after = book.roll_recovery(Trouble.STUCK, course.chance)
    course.happen(
        RecoveryRolled(unit=unit, roll=die, free=after is Trouble.NONE, citations=("RA-action.extra.vehicle", "RA-R94"))
    )
