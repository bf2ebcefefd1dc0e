"""The end of a period: registrations that are ready, prisoners who get away, whether the battle is over. IA-R023"""

from __future__ import annotations

from rules.infantry_action.book.location import Noise
from rules.infantry_action.course import Course
from rules.infantry_action.events.fire import SupportFell, TargetRegistered
from rules.infantry_action.on_the_table import Mission, Registration
from rules.infantry_action.play.air.landing import fly_off
from rules.infantry_action.play.reaction.prisoners import guard_prisoners
from rules.infantry_action.play.sight.noises import nearest_listener
from rules.infantry_action.play.victory.count import reckoning
from rules.infantry_action.play.victory.roll_call import end_battle
from rules.kernel.changing import replace
from rules.seam.stage import awaits


def close(course: Course) -> None:
    _registered(course)
    fly_off(course)
    guard_prisoners(course)
    state = course.state
    standing = [side.key for side in state.sides if any(state.groups_of(side.key)) or awaits(state, side.key)]
    limit = state.period_limit is not None and state.period >= state.period_limit
    if len(standing) > 1 and not limit:
        return
    why = f"period limit of {state.period_limit} reached" if limit else "one side has nobody left on the table"
    counted = reckoning(state, why)
    alone = [counted.winner] == standing and not limit
    end_battle(course, replace(counted, alone=alone), "IA-vic.own-resources", "IA-R155")


def _registered(course: Course) -> None:
    """Each that is ready from the next period on; the enemy hears its shells burst. Of whoever is out none comes.
    IA-off.registration, IA-off.registration-free, IA-R250, IA-R262"""
    for mission in course.state.missions:
        if mission.what != "registration":
            continue
        observer = course.state.find(mission.caller)
        if observer is not None and not observer.fit:
            course.happen(_over(mission, "IA-R262", lapsed=True))
            continue
        if mission.falls > course.state.period + 1:
            continue
        made = Registration(mission.side, mission.name, mission.at, mission.falls)
        course.happen(TargetRegistered(side=mission.side, registration=made, audience=(mission.side,)))
        burst = nearest_listener(course.state, course.state.foe(mission.side), Noise.EXPLOSION, mission.at)
        if burst is not None:
            course.happen(burst)
        course.happen(_over(mission, "IA-off.registration-harmless"))


def _over(mission: Mission, *why: str, lapsed: bool = False) -> SupportFell:
    return SupportFell(
        side=mission.side,
        mission=mission.id,
        what="registration",
        at=mission.at,
        angle=mission.angle,
        multiple=0,
        cost=0,
        last=True,
        lapsed=lapsed,
        audience=(mission.side,),
        citations=why,
    )
