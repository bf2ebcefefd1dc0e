"""The close combat phase: charges are completed, met and fought out, in the order in which they were declared. XI.

`resolve_close_combat` is the engine's step: it takes one charged unit from the chargers 2 inches away to the end, or to
a question that a player must answer. The answers go on from there:

    closing (XI.2) → standing (XI.3) → evade? → support? → which wounded? → fight (melee.py) → whose is the place?

All charges at one unit (at one wall of an enclosure, XI.5.4) are one combat.
"""

from __future__ import annotations

from dataclasses import replace

from rules.book_and_gun.actions.combat import ResolveCloseCombat
from rules.book_and_gun.book import charge as procedure
from rules.book_and_gun.book.check import side_name
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.battle import FigureFell, PhaseStepDone
from rules.book_and_gun.events.combat import ChargeUpdated, MoraleChanged
from rules.book_and_gun.hounds import Hunt
from rules.book_and_gun.play.combat import hounds, joining
from rules.book_and_gun.play.combat.booty import take_vehicles
from rules.book_and_gun.play.combat.capture import take_prisoners
from rules.book_and_gun.play.combat.evasion import meet
from rules.book_and_gun.play.combat.place import held, occupy, offer
from rules.book_and_gun.play.ground.tabletop import gap, middle
from rules.book_and_gun.play.morale.nerve import tested
from rules.book_and_gun.play.morale.retreat import away_from, become_shaken, go_straight
from rules.book_and_gun.play.morale.rout import become_routed, fired_upon
from rules.book_and_gun.play.turn.leadership import leader_of
from rules.book_and_gun.state import ChargeInProgress, ChargeStage, State
from rules.book_and_gun.units import Morale, Phase, Status, Unit
from rules.kernel.action import Actor
from rules.kernel.chance import Chance
from rules.kernel.event import Event

UNEVEN = 0.5
"""Inches that placing may leave between figures."""
REACH = procedure.HALT + UNEVEN
"""A charged unit whose nearest figure is farther than this has gone; less is the unevenness of placing."""


def judge_close_combat(state: State, action: ResolveCloseCombat, by: Actor) -> ChargeInProgress | Hunt | None:
    """The dog or the charge whose turn it is; None when none is left."""
    return next(iter(state.hunts), None) or next((c for c in state.charges if c.stage is not ChargeStage.OVER), None)


def resolve_close_combat(state: State, ready: ChargeInProgress | Hunt | None, chance: Chance) -> list[Event]:
    """One step of the phase: first the routed units that fire has hit, then dogs, then charge by charge, then who is
    captured.

    BG-VII.3.c, BG-XIII.7.1b, BG-XI.0.2, BG-XI.1.1a, BG-XI.5.4.
    """
    course = Course(state, chance)
    if not state.phase_steps:
        fired_upon(course)
        course.note(PhaseStepDone(step="routed under fire"))
    if isinstance(ready, Hunt):
        hounds.go_in(course, ready)
    elif ready is not None:
        _complete(course, ready)
    else:
        take_prisoners(course)
        take_vehicles(course)
        course.note(PhaseStepDone(step=Phase.CLOSE_COMBAT.value))
    return course.events


# ── One charged unit ──────────────────────────────────────────────────────────────────────────────────────────────


def _group(state: State, charge: ChargeInProgress) -> list[ChargeInProgress]:
    """The open charges at the same unit, at the same wall of it, in the order of their declaration. BG-XI.5.4."""
    return [
        c
        for c in state.charges
        if c.stage is not ChargeStage.OVER
        and (c.target, c.wall, c.counter) == (charge.target, charge.wall, charge.counter)
    ]


def _complete(course: Course, first: ChargeInProgress) -> None:
    """All that the charges at one unit come to, up to the next question. BG-XI.1 to BG-XI.3."""
    charges = _group(course.state, first)
    able = [c for c in charges if _can_close(course.unit(c.unit))]
    over(course, [c for c in charges if c not in able])
    gone = [c for c in able if has_gone(course.state, c)]
    for charge in gone:
        _take_former_place(course, charge)
    closed = [c for c in able if c not in gone and _closes(course, c)]
    counter = _counter(course.state, first.target, able)
    met = counter is not None and _can_close(course.unit(counter.unit))
    if counter is not None and not (met and closed):
        # Nobody stands against it any more, or it cannot go: its own charge ends with this.
        _take_former_place(course, counter) if met else over(course, [counter])
    if not closed:
        return
    if course.unit(first.target).morale is Morale.ROUTED:
        _destroy(course, first.target, closed)
        _yield(course, closed)
    elif counter is not None and met:
        if _closes(course, counter):
            joining.join(course, closed, counter=True)
        else:
            _yield(course, closed)
    elif _stands(course, first.target):
        meet(course, first.target, closed)
    else:
        _yield(course, closed)


def _can_close(unit: Unit) -> bool:
    return bool(unit.fit) and unit.morale is Morale.STEADY


def has_gone(state: State, charge: ChargeInProgress) -> bool:
    """Whether all the charged figures have fallen or gone since the charge was declared. BG-XI.1.1b."""
    target = state.unit(charge.target)
    if not target.fit:
        return True
    if not charge.held:
        return charge.target_moves != moves_of(target)
    held = dict(charge.held)
    if any(held.get(f.id) == f.at for f in target.fit):
        return False
    between = gap(state.unit(charge.unit).fit, target.fit)
    return between is None or between > REACH


def moves_of(unit: Unit) -> tuple[int, float, int]:
    """What tells whether a unit has moved since: its last move and its last retreat."""
    return unit.moved_turn, unit.moved_inches, unit.retreat_turn


def over(course: Course, charges: list[ChargeInProgress]) -> None:
    for charge in charges:
        course.note(ChargeUpdated(charge=replace(charge, stage=ChargeStage.OVER)))


def _take_former_place(course: Course, charge: ChargeInProgress) -> None:
    """Nobody is left to fight: the chargers end their move where the enemy was. BG-XI.1.1b."""
    over(course, [charge])
    place = held(charge)
    if place is not None:
        occupy(course, charge.unit, place, "BG-XI.1.1b")


# ── Closing ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _closes(course: Course, charge: ChargeInProgress) -> bool:
    """Whether the charge goes home; if not, 6 inches back and pinned. BG-XI.2.1, BG-XI.2.3."""
    unit = course.unit(charge.unit)
    leader = leader_of(course.state, unit)
    rolled = procedure.close_into(
        side_name(unit.side), unit.morale, course.chance, leader=leader is not None, options=course.state.options
    )
    tested(course, unit, rolled, leader, "BG-XI.2.1", "BG-R61")
    if rolled.passed:
        course.note(ChargeUpdated(charge=replace(charge, stage=ChargeStage.CLOSED)))
        return True
    over(course, [charge])
    here, there = middle(unit.fit), middle(course.unit(charge.target).fit)
    direction = away_from(here, there) if here and there and here != there else None
    go_straight(course, unit.id, "fall back", direction, procedure.REPULSE, citations=("BG-XI.2.3",))
    if course.unit(unit.id).fit:
        course.note(MoraleChanged(unit=unit.id, morale=Morale.PINNED, reason="did not close", citations=("BG-XI.2.3",)))
    return False


def _counter(state: State, target: str, charges: list[ChargeInProgress]) -> ChargeInProgress | None:
    """The charge with which the charged unit meets one of its chargers. BG-R37."""
    chargers = {c.unit for c in charges}
    return next(
        (
            c
            for c in state.charges
            if c.counter and c.unit == target and c.target in chargers and c.stage is ChargeStage.HALTED
        ),
        None,
    )


# ── Standing ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _stands(course: Course, target_id: str) -> bool:
    """Whether the charged unit stands; if not it is shaken, or routed if it was shaken already. BG-XI.3.1, BG-XI.3.3,
    BG-XII.2.11a, BG-XII.2.21a, BG-R54."""
    unit = course.unit(target_id)
    leader = leader_of(course.state, unit)
    rolled, after = procedure.stand_and_fight(
        side_name(unit.side), unit.morale, course.chance, leader=leader is not None, options=course.state.options
    )
    tested(course, unit, rolled, leader, "BG-XI.3.1")
    if rolled.passed:
        return True
    if after is Morale.ROUTED:
        become_routed(course, unit.id, "did not stand, being shaken", "BG-XII.2.11a", "BG-R54")
    else:
        become_shaken(course, unit.id, "did not stand", "BG-XI.3.3")
    return False


def _yield(course: Course, closed: list[ChargeInProgress]) -> None:
    """The charged unit has left: the first charger may take its place. BG-XI.3.3."""
    over(course, closed)
    offer(course, closed[0].unit, closed[0].target, held(closed[0]), "BG-XI.3.3")


def _destroy(course: Course, target_id: str, closed: list[ChargeInProgress]) -> None:
    """A routed unit that is reached is destroyed. BG-XII.2.3c."""
    unit = course.unit(target_id)
    for figure in unit.present:
        course.note(
            FigureFell(
                unit=unit.id,
                figure=figure.id,
                status=Status.KILLED,
                cause="close combat",
                by_unit=closed[0].unit,
                reading="routed",
                citations=("BG-XII.2.3c",),
            )
        )
