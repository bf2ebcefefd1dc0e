"""The metres of a period on foot and in vehicles, by declared facts."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.infantry_action.book import driving, foot
from rules.infantry_action.book.driving import Build, Chassis, Driven, Manoeuvre
from rules.infantry_action.book.foot import HardGoing, Labour
from rules.infantry_action.book.kinds import Light, Pace, Weapon
from rules.infantry_action.book.ways import Allowance
from rules.infantry_action.resolutions.base import InfantryResolution, Proceedings, Row, lines, row
from rules.kernel.action import FACT
from rules.kernel.chance import Chance
from rules.kernel.violation import RuleViolation
from rules.language.words import counted

FootPace = Literal["walk", "dash", "crawl", "double", "manhandle"]
DrivingPace = Literal["move and fire", "high speed dash", "reverse", "swim"]


def _said(log: Proceedings, allowance: Allowance) -> None:
    log.step("move", f"{allowance}", *dict.fromkeys(item.citation for item in allowance.items.items))


class FootMove(InfantryResolution):
    """IA-foot.walk"""

    title: ClassVar[str] = "Move on foot"
    summary: ClassVar[str] = "How far a group on foot moves in a period"
    verb: Literal["foot-move"] = "foot-move"

    pace: Annotated[FootPace, FACT, Field(description="the pace ordered")]
    done: Annotated[tuple[Labour, ...], FACT, Field(description="something done on the way; once for each time")] = ()
    going: Annotated[
        tuple[HardGoing, ...], FACT, Field(description="what some of the way leads through, or a share")
    ] = ()
    hard: Annotated[bool, FACT, Field(description="some of the way is waded or climbed with the hands")] = False
    silent: Annotated[bool, FACT, Field(description="moves in silence")] = False
    men_at_gun: Annotated[int | None, FACT, Field(ge=0, le=20, description="men who manhandle the gun")] = None
    since_double: Annotated[int | None, FACT, Field(ge=1, le=200, description="periods since it last doubled")] = None
    carries: Annotated[tuple[Weapon, ...], FACT, Field(description="a weapon carried at the double")] = ()


def foot_move(form: FootMove, chance: Chance) -> Resolved:
    """IA-foot.dash, IA-foot.walk, IA-foot.crawl, IA-foot.double, IA-foot.double-limit, IA-foot.manhandle,
    IA-foot.deduct-10, IA-foot.silent."""
    log = Proceedings(form, chance)
    pace, share = Pace(form.pace), HardGoing.SHARE in form.going
    if form.silent:
        foot.judge_silent(pace, form.going)
    if pace is Pace.DOUBLE:
        heavy = foot.too_heavy(form.carries, share=share)
        last = None if form.since_double is None else -form.since_double
        if heavy or foot.may_double_again(last, 0):
            foot.judge_double(None, 0, heavy)
        else:
            raise RuleViolation(
                "doubled-lately",
                f"It doubled {counted(form.since_double or 0, 'period')} ago.",
                citation="IA-foot.double-limit",
                remedy="Order another pace: one period in every three may be doubled.",
            )
    if pace is Pace.MANHANDLE:
        if form.men_at_gun is None:
            raise RuleViolation(
                "men-needed",
                "It is not said how many men are at the gun.",
                citation="IA-foot.manhandle",
                remedy="Give their number.",
            )
        foot.judge_manhandle(Weapon.AT_GUN, form.men_at_gun)
    allowed = foot.allowance(pace, form.done, form.going, silent=form.silent, hard=form.hard, house=log.house)
    free = foot.hands(Pace.CRAWL if form.hard else pace, share=share)
    _said(log, allowed)
    return log.resolved(
        metres=allowed.metres,
        items=lines(allowed.items),
        may_fire=free.fires and not form.silent,
        may_grenade=free.grenades and not form.silent,
    )


class Drive(InfantryResolution):
    """IA-veh.move-and-fire"""

    title: ClassVar[str] = "Move of a vehicle"
    summary: ClassVar[str] = "How far a vehicle, cycle or horse moves in a period"
    verb: Literal["vehicle-move"] = "vehicle-move"

    vehicle: Annotated[Build, FACT, Field(description="what it is")]
    pace: Annotated[DrivingPace, FACT, Field(description="the pace ordered; a horse has only move and fire")]
    light: Annotated[Light, FACT, Field(description="the light; moonlight also for illumination")] = Light.DAY
    closed_down: Annotated[bool, FACT, Field(description="an AFV moves closed down")] = False
    tracked: Annotated[bool, FACT, Field(description="it has tracks")] = False
    wheels: Annotated[int, FACT, Field(ge=1, le=16, description="its wheels")] = 4
    medium_tank: Annotated[bool, FACT, Field(description="it is a medium or heavier tank")] = False
    amphibious: Annotated[bool, FACT, Field(description="it can swim")] = False
    done: Annotated[
        tuple[Manoeuvre, ...], FACT, Field(description="something done on the way, turns apart; once for each time")
    ] = ()
    turn: Annotated[tuple[float, ...], FACT, Field(description="a turn in degrees")] = ()
    open_way: Annotated[bool, FACT, Field(description="all of the way is open ground or road")] = True
    hard_road: Annotated[bool, FACT, Field(description="all of the way is a hard road")] = False


def drive(form: Drive, chance: Chance) -> Resolved:
    """IA-veh.dash, IA-veh.move-and-fire, IA-veh.reverse-swim-horse, IA-veh.brush, IA-veh.obstacle, IA-veh.accelerate,
    IA-veh.limber, IA-veh.mount, IA-veh.slope, IA-veh.turns, IA-veh.closed-down-deductions, IA-veh.cycles."""
    log = Proceedings(form, chance)
    chassis = Chassis(form.vehicle, form.tracked, form.wheels, form.medium_tank, form.amphibious)
    driven = Driven(Pace(form.pace), form.light, form.closed_down)
    driving.judge_pace(chassis, driven)
    for manoeuvre, barrier in ((Manoeuvre.OBSTACLE, driving.Barrier.LINE), (Manoeuvre.BRUSH, driving.Barrier.BRUSH)):
        if manoeuvre in form.done:
            driving.judge_crossing(chassis, barrier)
    allowed = driving.allowance(
        chassis, driven, form.done, form.turn, open_way=form.open_way, off_road=not form.hard_road, house=log.house
    )
    _said(log, allowed)
    fires = driving.fires_on_the_move(driven.pace, allowed.metres)
    return log.resolved(metres=allowed.metres, items=lines(allowed.items), may_fire=fires)


ROWS: tuple[Row, ...] = (row(FootMove, foot_move), row(Drive, drive))
