"""Mines, charges and works, applied."""

from __future__ import annotations

from collections.abc import Callable

from rules.infantry_action.book.kinds import Charge, Posture, Weapon
from rules.infantry_action.book.mines import MinedStep
from rules.infantry_action.events.movement import ManLost
from rules.infantry_action.events.works import (
    DeviceSet,
    DeviceSpent,
    MenEscaped,
    MenInMines,
    MenPutOut,
    MinesWorked,
    PathCleared,
    ProjectorsChanged,
    VehicleInMines,
    WorksEvent,
    WorkTested,
)
from rules.infantry_action.evolve.crews import out_for_good
from rules.infantry_action.evolve.movement import fallen
from rules.infantry_action.evolve.wire import without_wire
from rules.infantry_action.figures import Figure, Point
from rules.infantry_action.on_the_table import MineSquare, Work
from rules.infantry_action.state import State
from rules.kernel.changing import replace
from rules.table.measure import step

_OUT = 8.0
"""Metres beside a wreck at which men come out."""


def evolve_works(state: State, event: WorksEvent) -> State:
    match event:
        case MenInMines():
            return _square(state, event.column, event.row, lambda m: _entered(m, event))
        case VehicleInMines():
            side = state.vehicle(event.vehicle).side
            if event.clears == "path":
                return _lifted(state, ((event.column, event.row),))
            ruts = event.clears == "ruts"
            return _square(
                state,
                event.column,
                event.row,
                lambda m: replace(_known(m, side), wheel_path=m.wheel_path or ruts),
            )
        case MinesWorked():
            return _worked(state, event)
        case PathCleared():
            state = _cleared(state, event.squares)
            return _spent(state, event)
        case DeviceSet():
            man = state.figure(event.device.operator)
            charges = list(man.charges)
            if Charge.CLAYMORE in charges:
                charges.remove(Charge.CLAYMORE)
            state = state.with_figure(replace(man, charges=tuple(charges)))
            return replace(state, devices=(*state.devices, event.device))
        case DeviceSpent():
            return replace(state, devices=tuple(d for d in state.devices if d.id != event.device))
        case ProjectorsChanged():
            return state.with_vehicle(replace(state.vehicle(event.vehicle), smoke=event.loaded))
        case WorkTested():
            return _tested(state, event)
        case MenEscaped():
            return out_for_good(_escaped(state, event), event.of)
        case MenPutOut():
            return state.with_figure(
                *(_put(state, id_, at, upright=state.work(event.name) is not None) for id_, at in event.places)
            )


def _put(state: State, id_: str, at: Point, *, upright: bool) -> Figure:
    """Whoever comes out of a house stands up; whoever got out of a wreck stays as he was."""
    man = replace(state.figure(id_), at=at)
    return replace(man, posture=Posture.ERECT) if upright else man


def _square(state: State, column: int, row: int, change: Callable[[MineSquare], MineSquare]) -> State:
    return replace(state, mines=tuple(change(m) if (m.column, m.row) == (column, row) else m for m in state.mines))


def _entered(mine: MineSquare, event: MenInMines) -> MineSquare:
    """Known to the side of whoever saw a mine; it remembers who that was, and where everybody came in."""
    mine = mine if event.knows is None else _known(mine, event.knows)
    saw = tuple(die.figure for die in event.dice if die.step == MinedStep.SPOTS and die.figure not in mine.spotters)
    came = dict(event.entries)
    before = tuple((figure, at) for figure, at in mine.entries if figure not in came)
    return replace(mine, spotters=(*mine.spotters, *saw), entries=(*before, *event.entries))


def _known(mine: MineSquare, side: str) -> MineSquare:
    return mine if side == mine.side or side in mine.known else replace(mine, known=(*mine.known, side))


def _cleared(state: State, squares: tuple[tuple[int, int], ...]) -> State:
    """No mines and no wire there any more, for anybody. IA-R142"""
    state = _lifted(state, squares)
    board = state.board
    return state if board is None else replace(state, board=without_wire(board, squares))


def _lifted(state: State, squares: tuple[tuple[int, int], ...]) -> State:
    return replace(state, mines=tuple(m for m in state.mines if (m.column, m.row) not in squares))


def _spent(state: State, event: PathCleared) -> State:
    vehicle = state.find_vehicle(event.by)
    if vehicle is not None and event.how == Charge.LINE_CHARGE.value:
        return state.with_vehicle(replace(vehicle, line_charge=False))
    man = state.find(event.figure)
    if man is None or Charge.BANGALORE not in man.charges:
        return state
    charges = list(man.charges)
    charges.remove(Charge.BANGALORE)
    return state.with_figure(replace(man, charges=tuple(charges)))


def _worked(state: State, event: MinesWorked) -> State:
    """Of a square where nothing lies the work so far is kept until it is done. Mines are known when they are marked."""
    side, here = state.group(event.group).side, (event.column, event.row)
    dummy = state.mine_square(*here)
    if event.done and not event.found and dummy is not None and dummy.shown:
        return _square(state, *here, lambda m: replace(_known(m, side), worked=0))
    if event.done and (event.what == "lift" or not event.found):
        return _lifted(state, (here,))
    if state.mine_square(*here) is None:
        state = replace(state, mines=(*state.mines, MineSquare(*here, side)))
    if not event.done:
        return _square(state, *here, lambda m: replace(m, worked=event.worked, worked_by=side))
    return _square(state, *here, lambda m: replace(_known(m, side), worked=0, marked=True))


def _tested(state: State, event: WorkTested) -> State:
    """A building of the board that nobody has prepared is on record only once it is destroyed. A prepared floor stays
    as a bunker until it comes down itself. IA-R138"""
    if not event.destroyed:
        return state
    work = state.work(event.name) or Work(event.name, "bunker" if event.bunker else "building", None)
    work = replace(work, destroyed=True, prepared=work.prepared and not event.bunker)
    if event.burns:
        work = replace(work, burning_since=state.period)
    return replace(state, works=(*(w for w in state.works if w.name != event.name), work))


def _escaped(state: State, event: MenEscaped) -> State:
    """Those who got out stand beside it, prone men as they were; the others are lost. IA-afvcrew.escape"""
    vehicle = state.find_vehicle(event.of)
    for number, die in enumerate(event.dice):
        man = state.figure(die.figure)
        if not die.escaped:
            state = fallen(state, ManLost(figure=man.id, life=event.life, cause=event.of, audience=event.audience))
            continue
        at = beside(state, state.position(man), number)
        weapons = (Weapon(die.weapon),) if die.weapon else man.weapons
        grenades = man.grenades and not die.weapon
        state = state.with_figure(
            replace(
                man,
                at=at,
                aboard=None,
                place="",
                weapons=weapons,
                grenades=grenades,
                facing=vehicle.facing if vehicle is not None else man.facing,
            )
        )
    return state


def beside(state: State, at: Point | None, number: int) -> Point | None:
    return None if at is None else state.on_table(step(at, 60.0 * number, _OUT))
