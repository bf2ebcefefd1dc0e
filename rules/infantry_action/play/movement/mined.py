"""Mines on the way: who sets them off, who sees them, who stops. Mine Warfare"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.infantry_action.book.afv import Crewman
from rules.infantry_action.book.grid import SIDE, Square, square_at, squares_entered, squares_met
from rules.infantry_action.book.kinds import Pace
from rules.infantry_action.book.mines import (
    ManInMines,
    Mine,
    MinedCrossing,
    MinedSquare,
    VehicleHarm,
    VehicleInBelt,
    VehicleOnMines,
    cross,
    drive_over,
    marks_guide,
    men_dice,
    push_gun_over,
    vehicle_meets_mines,
)
from rules.infantry_action.course import Course
from rules.infantry_action.events.movement import GunLost, GunMoved, ManLost, ManMoved, VehicleHarmed, VehicleMoved
from rules.infantry_action.events.works import EscapeDie, MenEscaped, MenInMines, MineDie, VehicleInMines
from rules.infantry_action.figures import Condition, Life, Point, RunningGear, Vehicle
from rules.infantry_action.groups import Group
from rules.infantry_action.knowledge import who_see_any
from rules.infantry_action.on_the_table import MineSquare
from rules.infantry_action.play.movement.moving import cut
from rules.infantry_action.state import State
from rules.kernel.chance import Chance
from rules.kernel.changing import replace
from rules.kernel.event import Event
from rules.table.measure import along, between, length

TURNED = 1.0
"""Metres by which a man must come nearer to where he entered a square to be going back in it. IA-R244"""


def as_square(mine: MineSquare) -> MinedSquare:
    kinds = {Mine.ANTI_PERSONNEL} if mine.anti_personnel else set[Mine]()
    kinds |= {Mine.ANTI_TANK} if mine.anti_tank else set()
    return MinedSquare(frozenset(kinds), mine.marked, mine.wheel_path)


@dataclass(frozen=True, slots=True)
class _Crossing:
    """A man comes into a mined square, or turns back in it. `at`: metres along his way; `entry`: where he came in."""

    at: float
    figure: str
    square: Square
    entry: Point
    back: bool = False


def men_through(course: Course, group: Group, moves: Sequence[ManMoved]) -> tuple[list[ManMoved], list[ManLost]]:
    """The group's moves as mines leave them, and who falls. Men enter each square in the order of their ways, and dice
    anew where they turn back in it. IA-mine.ap-foot, IA-mine.ap-foot-other, IA-mine.spotted-choice, IA-R140,
    IA-R244"""
    state = course.state
    by_id = {move.figure: move for move in moves}
    lost: list[ManLost] = []
    told = group.instructions.mines
    for met in _in_order(state, moves):
        square = met[0].square
        mine = course.state.mine_square(*square)
        assert mine is not None
        here = [each for each in met if each.at <= by_id[each.figure].doing.moved + 1e-6]
        here = [each for each in here if all(each.figure != loss.figure for loss in lost)]
        if not here or not men_dice(as_square(mine), state.light):
            continue
        men = [ManInMines(each.figure, by_id[each.figure].doing.pace, each.figure in mine.spotters) for each in here]
        crossing = cross(men, state.light, course.chance, stop_when_seen=told != "cross" and not here[0].back)
        if crossing.steps:
            course.happen(_told(group, square, here, crossing))
        where = {each.figure: each for each in here}
        for man in crossing.stopped:
            by_id[man] = _stopped(by_id[man], where[man].at - 0.5)
        for man in crossing.spotters if told != "cross" else ():
            inside, back = where[man].at + SIDE / 4, where[man].back
            if told == "stop":
                by_id[man] = _stopped(by_id[man], where[man].at if back else inside)
            elif not back:
                by_id[man] = _stopped(by_id[man], where[man].at - 0.5)
        for man in crossing.casualties:
            by_id[man] = _stopped(by_id[man], where[man].at + SIDE / 4)
            lost.append(ManLost(figure=man, life=Life.CASUALTY, cause="mine", citations=("IA-mine.ap-foot",)))
    return [by_id[move.figure] for move in moves], lost


def _told(group: Group, square: Square, here: Sequence[_Crossing], crossing: MinedCrossing) -> MenInMines:
    within = {each.key for each in crossing.steps}
    return MenInMines(
        group=group.id,
        column=square[0],
        row=square[1],
        dice=tuple(MineDie(each.key, each.die, each.step.value) for each in crossing.steps),
        stopped=crossing.stopped,
        knows=group.side if crossing.spotters else None,
        entries=tuple((each.figure, each.entry) for each in here if each.figure in within),
        audience=None if crossing.casualties else (group.side,),
        citations=("IA-mine.ap-foot", "IA-mine.ap-foot-other", "IA-R140", *(("IA-R244",) if here[0].back else ())),
    )


def _in_order(state: State, moves: Sequence[ManMoved]) -> list[list[_Crossing]]:
    """Who comes into each mined square on these ways or turns back in it, the first first; a man who crosses a square
    twice is among those of its second crossing."""
    found: dict[tuple[Square, int], list[_Crossing]] = {}
    for move in moves:
        times: Counter[Square] = Counter()
        for each in _crossings(state, move):
            found.setdefault((each.square, times[each.square]), []).append(each)
            times[each.square] += 1
    met = [sorted(who, key=lambda each: (each.at, each.figure)) for who in found.values()]
    return sorted(met, key=lambda who: (who[0].at, who[0].square))


def _crossings(state: State, move: ManMoved) -> Iterator[_Crossing]:
    """Along his way, half a metre at a time. Whoever comes nearer again to where he entered a square is going back."""
    path = move.doing.path
    mined = {(mine.column, mine.row): mine for mine in state.mines if mine.anti_personnel or mine.anti_tank}
    if len(path) < 2 or not mined:
        return
    square = square_at(path[0])
    entry = dict(mined[square].entries).get(move.figure) if square in mined else None
    farthest = between(entry, path[0]) if entry is not None else 0.0
    turned = False
    for at in _marks(path):
        point = along(path, at)
        now = square_at(point)
        if now != square:
            square, entry, farthest, turned = now, point if now in mined else None, 0.0, False
            if now in mined:
                yield _Crossing(at, move.figure, now, point)
            continue
        if entry is None or turned:
            continue
        metres = between(entry, point)
        farthest = max(farthest, metres)
        if metres < farthest - TURNED:
            turned = True
            yield _Crossing(at, move.figure, square, entry, back=True)


def _marks(path: Sequence[Point]) -> Iterator[float]:
    """Metres along a way, half a metre apart; its corners, its end, and a place in every square that it crosses."""
    gone = 0.0
    for a, b in itertools.pairwise(path):
        leg = between(a, b)
        steps = {number / 2 for number in range(1, int(leg * 2) + 1)}
        yield from (gone + each for each in sorted({*steps, *(share * leg for share in squares_met(a, b)), leg}))
        gone += leg


def _entered_at(path: Sequence[Point], square: Square) -> float:
    """Metres along a way at which it comes into a square."""
    whole, at = length(path), 0.0
    while at < whole:
        if square_at(along(path, at)) == square:
            return at
        at += 0.5
    return whole


def _stopped(move: ManMoved, metres: float) -> ManMoved:
    """A move that ends after so many metres."""
    kept = cut(move.doing.path, min(metres, move.doing.moved))
    moved = length(kept) if kept else 0.0
    at = kept[-1] if kept else move.doing.path[0]
    return replace(move, at=at, doing=replace(move.doing, path=kept, moved=moved))


def guns_through(course: Course, guns: Sequence[GunMoved]) -> None:
    """Guns that were pushed over anti-tank mines: lost, and a die for each man at one. IA-mine.at-trigger, IA-R141"""
    for move in guns:
        if move.doing.pace is not Pace.MANHANDLE or not any(_pushed_on(course.state, move)):
            continue
        state = course.state
        gun = state.gun(move.gun)
        result = push_gun_over([man.id for man in state.crew(gun.id)], course.chance)
        seen = who_see_any(state, gun.group)
        course.happen(GunLost(gun=gun.id, cause="mine", audience=seen, citations=("IA-mine.at-trigger", "IA-R141")))
        for hit in result.hits:
            if hit.hit:
                course.happen(
                    ManLost(figure=hit.key, life=Life.CASUALTY, cause="mine", citations=("IA-mine.at-trigger",))
                )


def _pushed_on(state: State, move: GunMoved) -> Iterator[MineSquare]:
    """The squares of its way with anti-tank mines that no marks warn of."""
    for square in dict.fromkeys(squares_entered(move.doing.path)):
        mine = state.mine_square(*square)
        if mine is not None and mine.anti_tank and not (mine.marked and marks_guide(state.light)):
            yield mine


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
