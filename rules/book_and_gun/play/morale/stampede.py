"""Led horses that have been fired at: the engine rolls whether they run, and where to. VIII.5.4, R46."""

from __future__ import annotations

from rules.book_and_gun.actions.combat import RunWild
from rules.book_and_gun.book import horses as book
from rules.book_and_gun.book.check import side_name
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.horses import HorsesTested, Tethered
from rules.book_and_gun.play.ground import passage
from rules.book_and_gun.play.ground.housing import ground, without_jumps
from rules.book_and_gun.play.ground.tabletop import middle
from rules.book_and_gun.play.morale.retreat import away_from
from rules.book_and_gun.state import State
from rules.book_and_gun.steeds import Startled, Steed
from rules.book_and_gun.units import Unit
from rules.kernel.action import Actor
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.table.board import Board, Point
from rules.table.measure import step, tidy


def judge_run(state: State, action: RunWild, by: Actor) -> Startled:
    """The first horses that have been startled."""
    return state.startled[0]


def run_wild(state: State, ready: Startled, chance: Chance) -> list[Event]:
    """1D6 on the stand and fight chart, with leader while a holder who is not hit is with them; where it fails every
    horse goes 5D6 straight away from the firers, or from the middle of its own unit where nobody is known to have
    fired. Off the table, and without a board, it is gone. BG-VIII.5.4, BG-VIII.5.41, BG-R46, BG-R251."""
    course = Course(state, chance)
    unit, horses = state.unit(ready.unit), state.led_by(ready.unit)
    held = any(state.figure(each.holder).fit for each in horses if each.holder)
    if not horses:
        return [HorsesTested(unit=unit.id, by_unit=ready.by_unit, die=0, holds=0, held=False)]
    done = book.stampede(side_name(unit.side), chance, holder=held, hit=True)
    foe = _firers(state, ready, unit)
    course.note(
        HorsesTested(
            unit=unit.id,
            by_unit=ready.by_unit,
            die=done.die,
            holds=done.holds,
            held=held,
            dice=done.dice,
            gone=tuple(_gone(state, unit, each, foe, done.inches) for each in horses) if done.dice else (),
            audience=(unit.side,) if unit.concealed else None,
            draws=chance.taken(),
            citations=("BG-VIII.5.4", "BG-VIII.5.41", "BG-R46", "BG-R251"),
        )
    )
    return course.events


def _firers(state: State, ready: Startled, unit: Unit) -> Point | None:
    firer = state.find(ready.by_unit)
    return (middle(firer.present) if firer is not None else None) or middle(unit.present)


def _gone(state: State, unit: Unit, horse: Steed, foe: Point | None, inches: float) -> Tethered:
    """Where a horse comes to stand: as far as its way is open; nowhere, off the table."""
    board = ground(state, unit.side)
    if board is None or horse.at is None or foe is None:
        return Tethered(horse.id)
    away = away_from(horse.at, foe) if horse.at != foe else horse.facing
    return Tethered(horse.id, _reached(without_jumps(board), horse.at, away, inches))


def _reached(board: Board, start: Point, away: float, inches: float) -> Point | None:
    end = step(start, away, inches)
    passed = passage.way_of(board, (start, end), climbs=False)
    if passed.stop is not None and passed.stop.by is not None:
        x, y = passed.points[-1]
        return tidy(x), tidy(y)
    return (tidy(end[0]), tidy(end[1])) if board.holds(*end) else None
