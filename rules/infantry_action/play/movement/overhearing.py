"""Orders passed by word of mouth, and who of the enemy hears that somebody speaks. IA-orders.speech-overheard"""

from __future__ import annotations

from rules.infantry_action.book.location import Noise
from rules.infantry_action.book.speech import Touch, hears
from rules.infantry_action.course import Course
from rules.infantry_action.events.sight import Heard
from rules.infantry_action.figures import Figure, Point
from rules.infantry_action.play.command.reach import commander, in_touch, is_silent, noises
from rules.infantry_action.state import State
from rules.kernel.action import SideId
from rules.table.measure import bearing, between

TALK = 10.0
"""Metres over which speech is a shout. IA-R167"""


def overhear(course: Course) -> None:
    """Once for each officer who gave an order by voice, before anybody moves. The words are not understood."""
    before = course.state
    for side in before.sides:
        officer = commander(before, side.key)
        noise = None if officer is None else spoken(before, side.key, officer)
        if officer is not None and noise is not None:
            _heard(course, before, before.foe(side.key), officer, noise)


def spoken(state: State, side: SideId, officer: Figure) -> Noise | None:
    """How loudly he spoke to the groups that have a new order; None: to nobody, by radio and messenger, or he goes in
    silence, and they only halt."""
    if is_silent(state, officer):
        return None
    mouth = state.measured(officer)
    far: list[float] = []
    for id_, _ in state.drafts:
        group = state.find_group(id_)
        if group is None or group.side != side or mouth is None or in_touch(state, group) is not Touch.SPEECH:
            continue
        far.append(min(between(mouth, at) for man in state.men(id_) if (at := state.measured(man)) is not None))
    if not far:
        return None
    return Noise.SHOUT if max(far) > TALK else Noise.SPEECH


def _heard(course: Course, state: State, side: SideId, officer: Figure, noise: Noise) -> None:
    mouth = state.measured(officer)
    if mouth is None or state.seen(side, officer.group):
        return
    ears = [(between(at, mouth), man, at) for man in state.fit(side) if (at := state.measured(man)) is not None]
    within = [each for each in ears if _reaches(state, mouth, each[2], noise)]
    if not within:
        return
    metres, man, ear = min(within, key=lambda each: each[0])
    course.happen(
        Heard(
            side=side,
            by=man.group,
            noise=noise.words,
            direction=round(bearing(ear, mouth)),
            metres=round(metres),
            audience=(side,),
            citations=("IA-orders.speech-overheard", "IA-R167"),
        )
    )


def _reaches(state: State, mouth: Point, ear: Point, noise: Noise) -> bool:
    """A shout as far as speech carries, 50 m or 10; speech 10 m."""
    return hears(mouth, ear, noises(state)) if noise is Noise.SHOUT else between(mouth, ear) <= TALK
