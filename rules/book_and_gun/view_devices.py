"""What a viewer knows of mines, charges and traps: as lines of a status and as marks on the map. BG-R236"""

from __future__ import annotations

from rules.battle.hidden import known_to
from rules.book_and_gun.book.explosives import LaidKind, spelled_kind
from rules.book_and_gun.devices import Device
from rules.book_and_gun.play.ground.knowing import owns
from rules.book_and_gun.state import State
from rules.kernel.changing import replace
from rules.seam.viewing import Viewer
from rules.table.board import Board, Feature, Point
from rules.table.reference import square_of


def devices_of(state: State, viewer: Viewer) -> tuple[Device, ...]:
    """The devices that a viewer knows of: own ones, though somebody may have defused them, and those found. BG-R236"""
    if viewer.umpire:
        return state.devices
    sides = [side.key for side in state.sides if owns(state, viewer, side.key)]
    return tuple(
        each for each in state.devices if any(each.side == s or (known_to(each, s) and not each.dead) for s in sides)
    )


def device_lines(state: State, viewer: Viewer) -> list[str]:
    """ "Land mine 2 on B4"; whose it is where it is not the viewer's own."""
    board = state.board
    if board is None:
        return []
    sides = {side.key: side.name for side in state.sides}
    lines: list[str] = []
    for each in devices_of(state, viewer):
        own = owns(state, viewer, each.side) and not viewer.umpire
        what = f"{each.kind} of {sides[each.side]}" if viewer.umpire else each.name if own else each.kind
        unready = "" if each.ready else ", being prepared"
        lines.append(f"{what[:1].upper()}{what[1:]} on {square_of(board, each.at)}{unready}")
    return lines


def with_devices(state: State, viewer: Viewer, board: Board) -> Board:
    """The board with the devices that the viewer knows of."""
    known = devices_of(state, viewer)
    if not known:
        return board
    marks = tuple(Feature("mines", _square(each.at), each.kind) for each in known)
    return replace(board, features=(*board.features, *marks))


def _square(at: Point) -> tuple[Point, ...]:
    x, y = at
    return (x - 0.5, y - 0.5), (x + 0.5, y - 0.5), (x + 0.5, y + 0.5), (x - 0.5, y + 0.5)


def store_words(kind: LaidKind) -> str:
    """ "land mines", "C4 charges"."""
    return "traps of stakes" if kind == "stakes" else f"{spelled_kind(kind)}s"
