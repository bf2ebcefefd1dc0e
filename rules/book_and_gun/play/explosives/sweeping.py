"""Mines and traps are looked for and defused, by detector or by hand. XIII.3.2, R112."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.battle.hidden import known_to
from rules.book_and_gun.actions.devices import SweepGround
from rules.book_and_gun.book import supplement
from rules.book_and_gun.book.supplement import DETECTOR
from rules.book_and_gun.book.tables import MINE_LOCATION
from rules.book_and_gun.course import Course
from rules.book_and_gun.devices import Device
from rules.book_and_gun.events.devices import GroundSwept
from rules.book_and_gun.play.aboard.crew import require_on_foot
from rules.book_and_gun.play.blasts.blasting import go_off
from rules.book_and_gun.play.explosives.laying import BESIDE
from rules.book_and_gun.play.ground import passage
from rules.book_and_gun.play.ground.tabletop import is_own, stunned, token
from rules.book_and_gun.play.turn.acting import acting
from rules.book_and_gun.play.turn.sequence import claim
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Phase, Unit
from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.changing import replace
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Odds, Offer
from rules.table.measure import between, in_arc

FRONT = 180.0
_HAIR = 1e-6


@dataclass(frozen=True, slots=True)
class ReadySweep:
    """A search before its die. What lies there is found when it is made, for the judge knows no more than the
    operator."""

    unit: Unit
    figure: Figure


def judge_sweep(state: State, action: SweepGround, by: Actor) -> ReadySweep:
    """The operator: the one named, else whoever has a detector, else an engineer beside a device that is known.

    Raises RuleViolation: no card, no board, no engineer, no detector, has swept already. BG-XIII.3.1, BG-R112."""
    unit = claim(state, action.unit, by, Phase.MOVEMENT)
    if state.board is None:
        raise RuleViolation(
            Why.NO_BOARD, "This battle has no board with places on it.", citation="BG-R112", remedy="Ask the umpire."
        )
    operators = [f for f in unit.fit if action.figure in (None, f.id)]
    if not operators:
        raise RuleViolation(
            Why.UNKNOWN_FIGURE, f"{unit.name} has no such fit figure.", remedy="Choose a fit figure of the unit."
        )
    first: RuleViolation | None = None
    for figure in sorted(operators, key=lambda f: (not f.traits.engineer, not f.traits.detector)):
        try:
            _require_operator(state, unit, figure)
        except RuleViolation as refused:
            first = first or refused
            continue
        return ReadySweep(unit, figure)
    assert first is not None
    raise first


def _require_operator(state: State, unit: Unit, figure: Figure) -> None:
    require_on_foot((figure,), "look for mines")
    if stunned(state, figure) or figure.carries:
        raise RuleViolation(
            Why.CANNOT_MOVE, f"{figure.name} has no hand free.", citation="BG-R112", remedy="Choose somebody else."
        )
    known = any(known_to(each, unit.side) and _beside(state, figure, each) for each in _others(state, unit))
    supplement.require_detector(
        able=figure.traits.engineer, detector=figure.traits.detector, known=known, inches=0.0, in_front=True
    )
    if figure.swept_turn == state.turn:
        raise RuleViolation(
            Why.HAS_ACTED,
            f"{figure.name} has looked for mines in this turn.",
            citation="BG-R112",
            remedy="Look again next turn.",
        )


def _others(state: State, unit: Unit) -> list[Device]:
    """Devices that are not its own side's, and that are live."""
    return [
        each
        for each in state.devices
        if each.kind != "seismic sensor" and not each.dead and not is_own_device(state, unit, each)
    ]


def is_own_device(state: State, unit: Unit, device: Device) -> bool:
    """Whether a unit's player laid it."""
    return any(side.key == device.side and is_own(state, side.key, unit) for side in state.sides)


def _beside(state: State, figure: Figure, device: Device) -> bool:
    return passage.hand_reaches(state.board, figure, device.at, BESIDE)


def _found(state: State, unit: Unit, figure: Figure) -> Device | None:
    """The nearest device within 2 inches of the operator's front; without a detector one that is known and in contact.
    BG-XIII.3.2a, BG-R112."""
    here = token(figure)
    if here is None or figure.at is None:
        return None
    detector = figure.traits.detector
    near = [
        each
        for each in _others(state, unit)
        if (between(figure.at, each.at) <= DETECTOR + _HAIR if detector else _beside(state, figure, each))
        and (between(figure.at, each.at) < 0.5 or in_arc(here, each.at, FRONT))
        and (detector or known_to(each, unit.side))
    ]
    return min(near, key=lambda each: (round(between(figure.at or each.at, each.at), 3), each.id), default=None)


def sweep(state: State, ready: ReadySweep, chance: Chance) -> list[Event]:
    """A D20 where something lies there; a mine attack is class I, and uses the device up. BG-XIII.3.2b, BG-X.12.7,
    BG-R112."""
    course = Course(state, chance)
    unit, figure = ready.unit, ready.figure
    device = _found(state, unit, figure)
    if device is None:
        course.note(
            GroundSwept(unit=unit.id, figure=figure.id, audience=(unit.side,), citations=("BG-XIII.3.2a", "BG-R112"))
        )
        return course.events
    die, result, attacked = supplement.locate(chance)
    course.note(
        GroundSwept(
            unit=unit.id,
            figure=figure.id,
            device=device.id,
            die=die,
            result=result,
            audience=(unit.side,),
            draws=chance.taken(),
            citations=("BG-XIII.3.2b", "BG-R112"),
        )
    )
    if attacked:
        mine = replace(device, kind="land mine")
        go_off(course, mine, "swept", figure=course.state.figure(figure.id))
    return course.events


def sweep_odds(state: State, ready: ReadySweep) -> Odds:
    """What the table says of a device that lies there; whether one does nobody knows."""
    shares = {row.result.split()[0].rstrip(","): row.highest - row.lowest + 1 for row in MINE_LOCATION}
    attacked = shares["missed"] + shares["booby"]
    said = (
        f"Where a device lies: defused {shares['located'] * 5} %, unsure {shares['unsure'] * 5} %, "
        f"a mine attack on {ready.figure.name} {attacked * 5} %"
    )
    return Odds(notes=(said, "Whether one lies there stays unknown"))


def sweeps(state: State, side: SideId, unit_id: str) -> Iterator[Offer]:
    """For whoever has a detector, or an engineer beside what is known."""
    unit = acting(state, side, unit_id, Phase.MOVEMENT)
    if unit is None or state.board is None or unit.reserve:
        return
    if not any(f.traits.engineer for f in unit.fit):
        return
    try:
        ready = judge_sweep(state, SweepGround(unit=unit.id), Actor.player(side))
    except RuleViolation:
        return
    where = f"{DETECTOR} in ahead" if ready.figure.traits.detector else "the device beside him"
    yield Offer(SweepGround(unit=unit.id), "Sweep for mines", detail=f"{ready.figure.name}, {where}")
