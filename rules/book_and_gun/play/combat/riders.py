"""Horsemen whom foot charges: in the movement phase they may try to evade, once a turn. XI.3.5b to XI.3.5g, R68."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from rules.book_and_gun.book import charge as procedure
from rules.book_and_gun.book.check import side_name
from rules.book_and_gun.book.tables import evasion_number
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.combat import ChargeUpdated
from rules.book_and_gun.events.horses import RidersEvaded
from rules.book_and_gun.events.movement import UnitMoved
from rules.book_and_gun.play.blasts.tripping import walk
from rules.book_and_gun.play.ground.formation import anchor, formed_up
from rules.book_and_gun.play.ground.mounted import mounted
from rules.book_and_gun.play.ground.tabletop import middle, stunned
from rules.book_and_gun.play.morale.nerve import tested
from rules.book_and_gun.play.morale.retreat import away_from, go_straight
from rules.book_and_gun.play.turn import question
from rules.book_and_gun.play.turn.sequence import immobile
from rules.book_and_gun.state import ChargeInProgress, ChargeStage, State
from rules.book_and_gun.units import Morale, Unit
from rules.kernel.every_die import without_dice
from rules.kernel.facts import Item, Itemised
from rules.seam.asking import Odds, Outcome, Prospect
from rules.table.measure import step

FACES = 6


def ask_riders(course: Course, charge: ChargeInProgress) -> None:
    """A charge on foot has halted before horsemen: they stand or evade, by their standing answer or when asked.
    BG-XI.3.5b, BG-XI.3.5f."""
    unit = course.unit(charge.target)
    if not may_ride_off(course.state, unit, course.unit(charge.unit)):
        return
    standing = next((s.when_charged for s in course.state.sides if s.key == unit.side), "ask")
    if standing == "evade":
        ride_off(course, unit.id)
    elif standing == "ask":
        question.put(course, "evade", unit.id, charge.unit, "BG-XI.3.5b", "BG-R68")


def may_ride_off(state: State, unit: Unit, charger: Unit) -> bool:
    """Mounted, steady, free to move, charged by foot, and not yet this turn. It may have moved. BG-XI.3.5b,
    BG-XI.3.5f."""
    return (
        mounted(unit)
        and not any(f.steed for f in charger.fit)
        and unit.evasion_turn != state.turn
        and unit.morale is Morale.STEADY
        and not immobile(state, unit.side)
        and not any(stunned(state, figure) for figure in unit.fit)
    )


def ride_off(course: Course, unit_id: str) -> None:
    """1D6 on the evasion chart: 2D6 inches straight away from whoever charged last, or they stand disordered. The move
    does nothing else. BG-XI.3.5b, BG-XI.3.5c, BG-XI.3.5d, BG-XI.3.5f."""
    unit = course.unit(unit_id)
    rolled = procedure.evades(side_name(unit.side), course.chance)
    tested(course, unit, rolled, None, "BG-XI.3.5b", "BG-R68")
    away = rolled.passed
    course.note(RidersEvaded(unit=unit_id, away=away, citations=("BG-XI.3.5f",) if away else ("BG-XI.3.5c", "BG-R68")))
    if away:
        run_off(course, unit_id, course.chance.dice(procedure.RIDE_OFF_DICE, sides=FACES, for_="evasion move"))


def run_off(course: Course, unit_id: str, dice: tuple[int, ...]) -> None:
    """The horsemen ride so many inches; each charge follows as far as its unused inches bring it, or comes to nothing.
    BG-XI.3.5d, BG-XI.3.5e."""
    unit = course.unit(unit_id)
    charges = _on(course.state, unit_id)
    here, there = middle(unit.fit), middle(course.unit(charges[-1].unit).fit) if charges else None
    direction = away_from(here, there) if here and there and here != there else None
    gone = go_straight(
        course, unit_id, "evade", direction, float(sum(dice)), dice=dice, citations=("BG-XI.3.5d", "BG-R68")
    )
    for charge in charges:
        if procedure.follows(_unused(charge), procedure.HALT + gone):
            _follow(course, charge, gone)
        else:
            course.note(ChargeUpdated(charge=replace(charge, stage=ChargeStage.OVER), citations=("BG-XI.3.5e",)))


def _on(state: State, unit_id: str) -> list[ChargeInProgress]:
    """The charges that have halted before a unit in this turn."""
    return [c for c in state.charges if c.target == unit_id and c.stage is ChargeStage.HALTED]


def _unused(charge: ChargeInProgress) -> float:
    return procedure.ChargeMove(charge.inches, charge.distance).unused


def _follow(course: Course, charge: ChargeInProgress, gone: float) -> None:
    """The charger goes on with what it has left, and halts 2 inches away again. BG-XI.3.5e, BG-R254."""
    state, unit, target = course.state, course.unit(charge.unit), course.unit(charge.target)
    figures = [f for f in unit.fit if f.charged_turn == state.turn] or list(unit.fit)
    here, there = middle(figures), middle(target.fit)
    direction = away_from(there, here) if here is not None and there is not None and here != there else unit.facing
    start = anchor(figures, direction)
    if state.board is not None and start is not None:
        front = step(start, direction, gone)
        placed = formed_up(state, figures, unit.formation, unit.order, front, direction, gone)
        walk(
            course,
            UnitMoved(
                unit=unit.id,
                figures=tuple(f.id for f in figures),
                how="follow",
                inches=round(gone, 2),
                placed=placed,
                path=(start, front),
                uses_move=False,
                citations=("BG-XI.3.5e",),
            ),
        )
    target = course.unit(charge.target)
    held = tuple((f.id, f.at) for f in target.fit if f.at is not None)
    moves = (target.moved_turn, target.moved_inches, target.retreat_turn)
    now = replace(charge, distance=charge.distance + gone, held=held, target_moves=moves)
    course.note(ChargeUpdated(charge=now, citations=("BG-XI.3.5e",)))


# ── Chances ──────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Ends:
    clear: Fraction
    followed: Fraction


def riders_odds(state: State, unit_id: str) -> Odds:
    """Evading: to get clear of every charger, to be followed, to stand disordered. BG-XI.3.5b to BG-XI.3.5e."""
    passes = Fraction(evasion_number(side_name(state.unit(unit_id).side)), FACES)
    ends = _ends(state, unit_id)
    limit = evasion_number(side_name(state.unit(unit_id).side))
    return Odds(
        numbers=(Itemised((Item(limit, "highest D6 that evades", "BG-XI.3.5b"),)),),
        chances=(
            Prospect("gets away", passes * ends.clear, Outcome("rides off")),
            Prospect("is followed", passes * ends.followed, Outcome("followed")),
            Prospect("stands disordered", 1 - passes, Outcome("disordered")),
        ),
        notes=("2D6 in straight away; disordered, half of them may fire and all fight at -1",),
    )


def _ends(state: State, unit_id: str) -> _Ends:
    share = Fraction(1, FACES**2)
    clear = Fraction(0)
    known: dict[int, bool] = {}
    for dice in product(range(1, FACES + 1), repeat=2):
        inches = sum(dice)
        if inches not in known:
            known[inches] = without_dice(lambda chance, dice=dice: _clear(Course(state, chance), unit_id, dice))
        clear += share * known[inches]
    return _Ends(clear, 1 - clear)


def _clear(course: Course, unit_id: str, dice: tuple[int, ...]) -> bool:
    run_off(course, unit_id, dice)
    return not _on(course.state, unit_id)
