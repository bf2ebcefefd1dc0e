"""Portions of a basic unit: a separated group is checked on its own, and is a body of its own while its morale is
another's than the rest's. XII.1.3, XII.1.32, XII.1.4, BG-R194.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from rules.book_and_gun.course import Course
from rules.book_and_gun.events.combat import PortionDetached, PortionRejoined
from rules.book_and_gun.play.turn.leadership import parts
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Morale, Unit
from rules.kernel.event import Event


def separated(state: State, unit: Unit) -> tuple[Figure, ...]:
    """The figures of a group that is out of its leader's reach, if it and the rest have fit men; a unit of which one
    portion is on its own already has no second. BG-IV.4, BG-R23, BG-R194."""
    if unit.home or unit.away:
        return ()
    group = parts(state, unit).separated
    rest = [f for f in unit.fit if f not in group]
    return group if rest and any(f.fit for f in group) else ()


def strength(state: State, unit: Unit) -> tuple[int, int]:
    """Fit figures and original strength of the whole basic unit, its portion counted in. BG-XII.1.32, BG-R55."""
    home = unit.home or unit.id
    kin = [u for u in state.units if home in (u.id, u.home)]
    return sum(u.strength for u in kin), sum(len(u.figures) for u in kin)


def each(course: Course, unit: Unit, roll: Callable[[Unit, tuple[Figure, ...]], Morale]) -> list[tuple[str, Morale]]:
    """Rolls for the unit, or for its led part and its separated group one after the other, and says who comes into
    which state of morale. Where the two differ the group is from now on a body of its own.

    `roll` gets the figures to be rolled for as a unit, and the separated group (empty for the others).
    BG-XII.1.3b, BG-XII.1.4, BG-R194.
    """
    group = separated(course.state, unit)
    if not group:
        return [(unit.id, roll(unit, ()))]
    apart = {f.id for f in group}
    led = replace(unit, figures=tuple(f for f in unit.figures if f.id not in apart))
    alone = replace(unit, figures=group)
    first, second = roll(led, ()), roll(alone, group)
    if first is second:
        return [(unit.id, first)]
    portion = f"{unit.id}.apart"
    course.note(
        PortionDetached(
            unit=unit.id,
            portion=portion,
            name=f"{unit.name}, apart",
            figures=tuple(f.id for f in group),
            audience=(unit.side,) if unit.concealed else None,
            citations=("BG-XII.1.3b", "BG-R194"),
        )
    )
    return [(unit.id, first), (portion, second)]


def rejoined(state: State) -> Iterator[Event]:
    """The portions that are at one with their units again, or of which nobody is left: they belong to them as before.
    BG-R194."""
    for portion in state.units:
        if not portion.home or not portion.figures:
            continue
        home = state.unit(portion.home)
        same = home.in_play and portion.morale is home.morale and portion.morale is not Morale.ROUTED
        if same or not portion.in_play:
            yield PortionRejoined(
                unit=home.id,
                portion=portion.id,
                audience=(home.side,) if home.concealed else None,
                citations=("BG-R194",),
            )
