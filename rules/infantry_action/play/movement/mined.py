"""Mines on the way: who sets them off, who sees them, who stops. Mine Warfare"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from rules.chance import Chance
from rules.changing import replace
from rules.event import Event
from rules.infantry_action.book.afv import Crewman
from rules.infantry_action.book.grid import SIDE, Square, square_at, squares_entered
from rules.infantry_action.book.mines import (
    ManInMines,
    Mine,
    MinedSquare,
    MinedStep,
    VehicleHarm,
    VehicleInBelt,
    VehicleOnMines,
    cross,
    drive_over,
    men_dice,
    vehicle_meets_mines,
)
from rules.infantry_action.course import Course
from rules.infantry_action.events.movement import ManLost, ManMoved, VehicleHarmed, VehicleMoved
from rules.infantry_action.events.works import EscapeDie, MenEscaped, MenInMines, MineDie, VehicleInMines
from rules.infantry_action.figures import Condition, Life, Point, RunningGear, Vehicle
from rules.infantry_action.groups import Group
from rules.infantry_action.on_the_table import MineSquare
from rules.infantry_action.play.movement.moving import cut
from rules.infantry_action.state import State
from rules.table.measure import along, between, length


def as_square(mine: MineSquare) -> MinedSquare:
    kinds = {Mine.ANTI_PERSONNEL} if mine.anti_personnel else set[Mine]()
    kinds |= {Mine.ANTI_TANK} if mine.anti_tank else set()
    return MinedSquare(frozenset(kinds), mine.marked, mine.wheel_path)


def men_through(course: Course, group: Group, moves: Sequence[ManMoved]) -> tuple[list[ManMoved], list[ManLost]]:
    """The group's moves as mines leave them, and who falls. Men enter each square in the order of their ways.
    IA-mine.ap-foot, IA-mine.ap-foot-other, IA-mine.spotted-choice, IA-R140"""
    state = course.state
    by_id = {move.figure: move for move in moves}
    lost: list[ManLost] = []
    spotted: dict[Square, set[str]] = {}
    for square, entrants in _entries(state, moves):
        mine = state.mine_square(*square)
        assert mine is not None
        here = [man for man in entrants if square in squares_entered(by_id[man].doing.path)]
        if not here or not men_dice(as_square(mine), state.light):
            continue
        seen = spotted.setdefault(square, set())
        men = [ManInMines(man, by_id[man].doing.pace, man in seen) for man in here]
        crossing = cross(men, state.light, course.chance, stop_when_seen=group.instructions.mines != "cross")
        seen |= set(crossing.spotters)
        knows = group.side if crossing.spotters else None
        course.happen(
            MenInMines(
                group=group.id,
                column=square[0],
                row=square[1],
                dice=tuple(MineDie(each.key, each.die, each.step.value) for each in crossing.steps),
                stopped=crossing.stopped,
                knows=knows,
                audience=None if crossing.casualties else (group.side,),
                citations=("IA-mine.ap-foot", "IA-mine.ap-foot-other", "IA-R140"),
            )
        )
        for man in crossing.stopped:
            by_id[man] = _stopped(by_id[man], square, inside=False)
        if group.instructions.mines != "cross":
            for man in (each.key for each in crossing.steps if each.step is MinedStep.SPOTS):
                by_id[man] = _stopped(by_id[man], square, inside=group.instructions.mines == "stop")
        for man in crossing.casualties:
            by_id[man] = _stopped(by_id[man], square, inside=True)
            lost.append(ManLost(figure=man, life=Life.CASUALTY, cause="mine", citations=("IA-mine.ap-foot",)))
    return [by_id[move.figure] for move in moves], lost


def _entries(state: State, moves: Sequence[ManMoved]) -> list[tuple[Square, list[str]]]:
    """The mined squares on these ways with those who come into each, the first first."""
    mined = {(mine.column, mine.row) for mine in state.mines if mine.anti_personnel or mine.anti_tank}
    found: dict[Square, list[tuple[float, str]]] = {}
    for move in moves:
        for square in dict.fromkeys(squares_entered(move.doing.path)):
            if square in mined:
                found.setdefault(square, []).append((_entered_at(move.doing.path, square), move.figure))
    ordered = sorted(found.items(), key=lambda item: (min(item[1]), item[0]))
    return [(square, [man for _, man in sorted(who)]) for square, who in ordered]


def _entered_at(path: Sequence[Point], square: Square) -> float:
    """Metres along a way at which it comes into a square."""
    whole, at = length(path), 0.0
    while at < whole:
        if square_at(along(path, at)) == square:
            return at
        at += 0.5
    return whole


def _stopped(move: ManMoved, square: Square, *, inside: bool) -> ManMoved:
    """A move that ends in the square, or at its edge."""
    edge = _entered_at(move.doing.path, square)
    kept = cut(move.doing.path, edge + (SIDE / 4 if inside else -0.5))
    moved = length(kept) if kept else 0.0
    at = kept[-1] if kept else move.doing.path[0]
    return replace(move, at=at, doing=replace(move.doing, path=kept, moved=moved))


# ── Vehicles ──────────────────────────────────────────────────────────────────────────────────────────────────────


def vehicle_through(
    state: State, chance: Chance, car: Vehicle, move: VehicleMoved, *, flailing: bool
) -> tuple[VehicleMoved, list[Event]]:
    """The vehicle's move as mines leave it, and what they do to it, with the dice, when it has come there.
    IA-mine.at-trigger, IA-R141, IA-R142"""
    after: list[Event] = []
    for square in dict.fromkeys(squares_entered(move.doing.path)):
        mine = state.mine_square(*square)
        met = _as_met(state, car, flailing=flailing)
        if (
            mine is None
            or not (mine.anti_personnel or mine.anti_tank)
            or not vehicle_meets_mines(as_square(mine), met, state.light)
        ):
            continue
        result = drive_over(as_square(mine), met, chance)
        after.append(
            VehicleInMines(
                vehicle=car.id,
                column=square[0],
                row=square[1],
                harm=result.harm.value,
                die=result.die,
                clears=result.clears,
                draws=chance.taken(),
                citations=("IA-mine.at-hard", "IA-mine.at-soft", "IA-mine.ap-soft-vehicle", "IA-mine.ap-hard-vehicle"),
            )
        )
        if result.harm is not VehicleHarm.NONE:
            return _vehicle_stopped(move, square), [*after, *_harmed(car, result)]
    return move, after


def _as_met(state: State, car: Vehicle, *, flailing: bool) -> VehicleInBelt:
    aboard = state.aboard(car.id)
    return VehicleInBelt(
        car.hard,
        tuple(Crewman(man.id, man.place == "commander") for man in aboard if man.place != "passenger"),
        tuple(man.id for man in aboard if man.place == "passenger"),
        car.smgs,
        car.type.going in (RunningGear.TRACKED, RunningGear.WHEELED, RunningGear.MULTI_WHEELED),
        flailing,
    )


def _harmed(car: Vehicle, result: VehicleOnMines) -> Iterator[Event]:
    condition = {
        VehicleHarm.IMMOBILISED: Condition.IMMOBILISED,
        VehicleHarm.KNOCKED_OUT: Condition.KNOCKED_OUT,
    }.get(result.harm, Condition.DESTROYED)
    yield VehicleHarmed(vehicle=car.id, condition=condition, cause="mine", citations=("IA-R141",))
    for hit in result.hits:
        if hit.hit:
            yield ManLost(figure=hit.key, life=Life.CASUALTY, cause="mine", citations=("IA-mine.ap-soft-vehicle",))
    if result.escapes:
        dice = tuple(EscapeDie(e.key, e.die, e.escaped, e.weapon.value if e.weapon else "") for e in result.escapes)
        yield MenEscaped(of=car.id, dice=dice, citations=("IA-mine.at-soft", "IA-afvcrew.escape"))


def _vehicle_stopped(move: VehicleMoved, square: Square) -> VehicleMoved:
    edge = _entered_at(move.doing.path, square)
    kept = cut(move.doing.path, edge + SIDE / 4)
    at = kept[-1] if kept else move.at
    moved = sum(between(a, b) for a, b in itertools.pairwise(kept))
    return replace(move, at=at, doing=replace(move.doing, path=kept, moved=moved))
