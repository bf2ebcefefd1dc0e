"""What becomes of a knocked-out AFV: it stops, may burn, its men get out or do not. IA-at.halts, IA-afvcrew.escape"""

from __future__ import annotations

from rules.infantry_action.book.afv import Crewman, escape_crew, escape_riders
from rules.infantry_action.book.anti_tank import catches_fire
from rules.infantry_action.course import Course
from rules.infantry_action.events.armour import AfvKnockedOut
from rules.infantry_action.events.movement import GunLost
from rules.infantry_action.events.works import EscapeDie, MenEscaped
from rules.infantry_action.knowledge import who_see_any
from rules.infantry_action.play.armour.paths import PathPoint, stopped
from rules.infantry_action.play.ground.clearing import stand_clear
from rules.infantry_action.play.smoke.laying import burning


def knock_out(course: Course, vehicle_id: str, place: PathPoint, by: str) -> None:
    """IA-at.halts, IA-at.catches-fire, IA-afvcrew.escape, IA-afvcrew.riders, IA-R129"""
    state = course.state
    vehicle = state.vehicle(vehicle_id)
    seen = who_see_any(state, vehicle.group)
    end = stopped(vehicle, place, state.period)
    die, fire = catches_fire(course.chance)
    course.happen(
        AfvKnockedOut(
            vehicle=vehicle.id,
            at=place.at,
            facing=place.facing,
            doing=end.doing,
            die=die,
            burning=fire,
            by=by,
            audience=seen,
            citations=("IA-at.knock-out", "IA-at.halts", "IA-at.catches-fire"),
        )
    )
    if fire:
        burning(course, vehicle.side, place.at, vehicle.id, vehicle=True)
    _get_out(course, vehicle.id)


def _get_out(course: Course, vehicle_id: str) -> None:
    state = course.state
    vehicle = state.vehicle(vehicle_id)
    aboard = state.aboard(vehicle.id)
    crew = [man for man in aboard if man.place != "passenger"]
    riders = [man.id for man in aboard if man.place == "passenger"]
    served = [gun.id for gun in state.guns if gun.at is None and any(m.serves == gun.id for m in aboard)]
    dice = (
        *escape_crew([Crewman(man.id, man.place == "commander") for man in crew], vehicle.smgs, course.chance),
        *escape_riders(riders, course.chance),
    )
    if not dice:
        return
    course.happen(
        MenEscaped(
            of=vehicle.id,
            dice=tuple(
                EscapeDie(one.key, one.die, one.escaped, one.weapon.value if one.weapon is not None else "")
                for one in dice
            ),
            audience=who_see_any(state, vehicle.group),
            citations=("IA-afvcrew.escape", "IA-afvcrew.no-grenades", "IA-afvcrew.riders", "IA-R129"),
        )
    )
    stand_clear(course, vehicle.id, (one.key for one in dice if one.escaped))
    for gun in served:
        course.happen(
            GunLost(
                gun=gun, cause="wreck", audience=who_see_any(state, vehicle.group), citations=("IA-afvcrew.riders",)
            )
        )
