"""What a shooting does to whom: who feels which results, and in what order they come."""

from __future__ import annotations

from dataclasses import replace

from rules.red_actions.book.kinds import Arm, Cover
from rules.red_actions.book.morale import MoraleTrigger
from rules.red_actions.book.shooting import Band
from rules.red_actions.book.shooting_table import NOTHING, RESULTS, ShotResult
from rules.red_actions.book.switches import BOOK, House


def table_counts(target: Arm, all_machine_guns: bool, far: Band) -> bool:
    """Whether any result of the table could count against that target; where none could, the dice are not rolled.
    RA-ac.vulnerable, RA-tank.destroy, RA-R90"""
    if target is Arm.ARMOURED_CAR:
        return all_machine_guns and far is Band.CLOSE
    return not target.vehicle


def felt(result: ShotResult, target: Arm, all_machine_guns: bool = False, far: Band = Band.CLOSE) -> ShotResult:
    """What of a result counts against that target. An armoured car feels only Kill! of close machine-guns, which
    destroys it; a lone officer retires, may be a casualty or is killed, and takes no marker and no test.

    RA-ac.vulnerable, RA-ac.kill, RA-R67, RA-R90, RA-R120, RA-R163
    """
    if not table_counts(target, all_machine_guns, far):
        return NOTHING
    if target is Arm.ARMOURED_CAR:
        return replace(NOTHING, kill=result.kill)
    if target is Arm.OFFICER:
        return replace(NOTHING, retire=result.retire, officer=result.officer and not result.kill, kill=result.kill)
    return result


def tank_terror(firer: Arm, target: Arm, cover: Cover) -> int:
    """Terror markers of being shot at by a tank, whatever the table says. RA-tank.terror, RA-R95; a lone officer
    takes none (RA-R120)"""
    spared = target.vehicle or target is Arm.OFFICER or cover is Cover.SUPER_HARD
    return RESULTS.tank_terror if firer is Arm.TANK and not spared else 0


def serious_tests(serious_result: bool, last_officer_fell: bool, house: House = BOOK) -> tuple[MoraleTrigger, ...]:
    """What calls for the serious tests of one shooting, taken after the officers' dice: for the result and for the last
    officer together one, or by house rule one each. RA-result.s, RA-result.off.all, RA-morale.multiple, RA-R36"""
    called = [MoraleTrigger.SERIOUS_RESULT] if serious_result else []
    if last_officer_fell and (not called or house.choice("serious-tests") == "two"):
        called.append(MoraleTrigger.OFFICERS_LOST)
    return tuple(called)


def may_be_answered(far: Band) -> bool:
    """Whether fire from there lets its target return it: only at close range, and harassing fire never.
    RA-preempt.return-fire, RA-R20, RA-R118"""
    return far is Band.CLOSE
