"""Routs: what a unit loses when it breaks, how it runs, and how it ends. XII.1.31, XII.1.32, XII.2.3."""

from __future__ import annotations

from collections.abc import Sequence

from rules.book_and_gun.actions.movement import MoveRouted
from rules.book_and_gun.book.charge import stand_limit
from rules.book_and_gun.book.check import check, side_name
from rules.book_and_gun.book.switches import HouseRules, switch
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.battle import FigureFell, FigureLeft
from rules.book_and_gun.events.combat import MoraleChanged
from rules.book_and_gun.play.morale.nerve import tested
from rules.book_and_gun.play.morale.retreat import break_away
from rules.book_and_gun.play.turn.leadership import leader_of
from rules.book_and_gun.play.turn.sequence import runaways
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Morale, Status, Unit
from rules.kernel.action import Actor
from rules.kernel.chance import Chance
from rules.kernel.event import Event

# ── Breaking ──────────────────────────────────────────────────────────────────────────────────────────────────────


def rout_losses(figures: Sequence[Figure], chance: Chance, *, options: HouseRules = ()) -> tuple[str, ...]:
    """Who is lost, as killed, when these figures rout: 1D6 of the fit ones, at most all.

    Ordinary figures go first, then key figures, then leaders, each in roster order. BG-XII.2.3a, BG-R53.
    """
    if switch(options, "rout-casualties") == "none":
        return ()
    number = chance.roll(6, for_="rout casualties")
    fit = sorted((f for f in figures if f.fit), key=lambda f: (f.traits.leader, f.traits.key))
    return tuple(f.id for f in fit[:number])


def become_routed(course: Course, unit_id: str, reason: str, *citations: str) -> None:
    """The unit routs: 1D6 figures are lost as killed, the rest runs 4D6 inches. BG-XII.1.31b, BG-XII.2.3a, BG-R53."""
    lost = rout_losses(course.unit(unit_id).figures, course.chance, options=course.state.options)
    course.note(
        MoraleChanged(
            unit=unit_id,
            morale=Morale.ROUTED,
            reason=reason,
            draws=course.chance.taken(),
            citations=(*citations, "BG-R53"),
        )
    )
    for figure in lost:
        course.note(
            FigureFell(unit=unit_id, figure=figure, status=Status.KILLED, cause="rout", citations=("BG-XII.2.3a",))
        )
    flee(course, unit_id)


def flee(course: Course, unit_id: str) -> None:
    """A routed unit runs 4D6 inches towards its side's edge; over it, it is out for good. BG-XII.1.31b, BG-XII.1.32,
    BG-XII.2.3c, BG-R53."""
    if course.unit(unit_id).fit:
        dice = course.chance.dice(4, sides=6, for_="rout")
        break_away(course, unit_id, "rout", dice, "BG-XII.1.31b", "BG-R53")


# ── Later ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def judge_routed(state: State, action: MoveRouted, by: Actor) -> tuple[str, ...]:
    """Who runs after all cards of the movement phase: units routed in an earlier turn, also those of an immobile side.
    BG-XII.1.22."""
    return tuple(unit.id for unit in runaways(state))


def move_routed(state: State, ready: tuple[str, ...], chance: Chance) -> list[Event]:
    """They run on. BG-XII.1.31b, BG-XII.1.32, BG-R53."""
    course = Course(state, chance)
    for unit_id in ready:
        flee(course, unit_id)
    return course.events


def fired_upon(course: Course) -> None:
    """Routed units that took casualties from fire this turn must pass Stand and Fight or are removed. BG-XII.2.31,
    BG-R130."""
    for unit in [u for u in course.state.units if _hit(course.state, u)]:
        leader = leader_of(course.state, unit)
        limit = stand_limit(side_name(unit.side), unit.morale, leader=leader is not None)
        rolled = check("stand and fight", limit, course.chance)
        tested(course, unit, rolled, leader, "BG-XII.2.31")
        if not rolled.passed:
            remove(course, unit.id, "routed and fired upon", "BG-XII.2.31")


def _hit(state: State, unit: Unit) -> bool:
    """Whether a routed unit with men left took casualties from this turn's fire."""
    return (
        unit.morale is Morale.ROUTED
        and unit.in_play
        and any(contact.turn == state.turn for contact in unit.under_fire)
        and any(f.out_turn == state.turn and f.status in (Status.KILLED, Status.WOUNDED) for f in unit.figures)
    )


def remove(course: Course, unit_id: str, reason: str, *citations: str) -> None:
    """What is left of the unit is out of the battle. BG-XII.2.3b, BG-XII.2.31."""
    for figure in course.unit(unit_id).present:
        course.note(FigureLeft(unit=unit_id, figure=figure.id, reason=reason, citations=citations))
