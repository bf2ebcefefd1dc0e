"""Fuses that burn down: charges that nobody need fire. X.12.4, X.12.41."""

from __future__ import annotations

from rules.book_and_gun.course import Course
from rules.book_and_gun.play.blasts.blasting import go_off
from rules.book_and_gun.state import State
from rules.kernel.chance import Chance
from rules.kernel.event import Event


def burned_down(state: State, chance: Chance) -> list[Event]:
    """The charges whose turn has come, in the order in which they were set. BG-X.12.41, BG-R238"""
    course = Course(state, chance)
    for device in state.devices:
        if device.fuse and device.fuse <= state.turn and not device.dead:
            go_off(course, device, "fuse")
    return course.events
