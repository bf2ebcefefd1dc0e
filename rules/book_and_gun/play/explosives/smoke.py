"""Smoke from turn to turn: it grows downwind, and goes. X.14.31, BG-R101."""

from __future__ import annotations

from rules.book_and_gun.book.signals import screen
from rules.book_and_gun.events.explosives import SmokeDrifted
from rules.book_and_gun.state import State
from rules.kernel.changing import replace
from rules.kernel.event import Event


def drifted(state: State, turn: int) -> list[Event]:
    """What becomes of the screens when a turn begins; nothing where they lie as before. BG-X.14.31a, BG-X.14.31b,
    BG-R101."""
    now = [replace(each, inches=screen(each.source, turn - each.turn)) for each in state.screens]
    left = tuple(each for each in now if each.inches > 0.0)
    if left == state.screens:
        return []
    gone = tuple(each.at for each in now if each.inches <= 0.0)
    return [SmokeDrifted(screens=left, gone=gone, citations=("BG-X.14.31a", "BG-X.14.31b", "BG-R101"))]
