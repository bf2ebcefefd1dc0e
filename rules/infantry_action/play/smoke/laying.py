"""Smoke and light that weapons make. Battlefield Illumination, Smoke Concealment"""

from __future__ import annotations

from collections.abc import Iterable

from rules.infantry_action.book import smoke as book
from rules.infantry_action.book.kinds import Weapon
from rules.infantry_action.book.light import LightSource, lights
from rules.infantry_action.book.smoke import SmokeSource
from rules.infantry_action.course import Course
from rules.infantry_action.events.fire import Fired, GroundLit, ScreenLaid, ShotsFired
from rules.infantry_action.figures import Figure, Gun, Mounted, Point
from rules.infantry_action.groups import FirePlan
from rules.infantry_action.on_the_table import Lit, Screen
from rules.infantry_action.state import State

SOURCES = {
    Weapon.LIGHT_MORTAR: SmokeSource.LIGHT_MORTAR,
    Weapon.MORTAR_60: SmokeSource.LIGHT_MORTAR,
    Weapon.MEDIUM_MORTAR: SmokeSource.MEDIUM_MORTAR,
    Weapon.GRENADE_LAUNCHER: SmokeSource.GRENADE_LAUNCHER,
    Weapon.ONE_MAN_AT: SmokeSource.ONE_MAN_AT,
    Weapon.AFV_GUN: SmokeSource.AFV_GUN,
}
LIGHTS = {
    Weapon.LIGHT_MORTAR: LightSource.LIGHT_MORTAR,
    Weapon.MORTAR_60: LightSource.LIGHT_MORTAR,
    Weapon.MEDIUM_MORTAR: LightSource.MEDIUM_MORTAR,
}


def lay_and_light(course: Course, before: State, plans: Iterable[FirePlan]) -> None:
    """What is fired of the smoke and light declared, in the order written. IA-smoke.duration, IA-illum.light-mortar"""
    for plan in plans:
        if plan.how in ("smoke", "light") and plan.spot is not None:
            _one(course, before, plan, plan.spot)


def _one(course: Course, before: State, plan: FirePlan, spot: Point) -> None:
    weapon, side, group, men = _firer(before, plan)
    if weapon is None:
        return
    fired = Fired(plan.by, group, weapon.value, "", spot, 0.0, plan.how, men)
    course.happen(ShotsFired(side=side, shots=(fired,), audience=(side,), citations=("IA-smoke.fifty",)))
    if plan.how == "smoke" and weapon in SOURCES:
        screen(course, side, SOURCES[weapon], spot, plan.by)
    elif plan.how == "light" and weapon in LIGHTS:
        light(course, LIGHTS[weapon], spot)


def screen(course: Course, side: str, source: SmokeSource, at: Point, by: str, direction: float | None = None) -> None:
    """A screen from a burst, down wind unless a direction is given. IA-R149"""
    state = course.state
    down_wind = None if course.house.choice("wind") != "rolled" else state.wind
    laid = book.lay(source, at, down_wind if direction is None else direction, state.period)
    local = laid.length <= book.LOCAL
    made = Screen(_round(laid.start), _round(laid.end), laid.laid, laid.fed, local, f"{by}:{state.period}")
    course.happen(ScreenLaid(side=side, screen=made, citations=("IA-smoke.duration", "IA-R146")))


def light(course: Course, source: LightSource, at: Point) -> None:
    area = lights(source, course.state.period)
    course.happen(GroundLit(lit=Lit(at, area.radius, area.first, area.last), citations=("IA-R143",)))


def burning(course: Course, side: str, at: Point, what: str, *, vehicle: bool) -> None:
    """Something has caught fire: smoke and light for two periods more. IA-illum.flame, IA-R145"""
    screen(course, side, SmokeSource.BURNING_VEHICLE if vehicle else SmokeSource.FIRE, at, what)
    light(course, LightSource.FLAME, at)


def _round(at: Point) -> Point:
    return round(at[0], 1), round(at[1], 1)


def _firer(state: State, plan: FirePlan) -> tuple[Weapon | None, str, str, tuple[str, ...]]:
    match state.firer(plan.by):
        case Gun() as gun:
            return gun.kind, gun.side, gun.group, tuple(each.id for each in state.crew(gun.id)[:1])
        case Figure() as man:
            weapon = next((each for each in man.weapons if each in SOURCES), None)
            return weapon, man.side, man.group, (man.id,)
        case Mounted(vehicle) as mounted:
            crew = tuple(each.id for each in state.aboard(vehicle.id)[:1])
            return mounted.mount.weapon, mounted.side, mounted.group, crew
        case None:
            return None, "", "", ()
