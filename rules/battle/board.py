"""The board of a battle, as every state keeps it."""

from __future__ import annotations

from typing import Protocol, TypeVar

from rules.kernel.changing import replace
from rules.table.board import Board


class _Fought(Protocol):
    @property
    def board(self) -> Board | None: ...


S = TypeVar("S", bound=_Fought)


def board_of(state: _Fought) -> Board | None:
    return state.board


def on_board(state: S, board: Board | None) -> S:
    """The same battle on that board."""
    return replace(state, board=board)


def still_standing(board: Board | None, turn: int) -> Board | None:
    """The board in that turn: what of it has run out (smoke, flares) is gone. For when a turn begins, in every book."""
    if board is None:
        return None
    left = tuple(each for each in board.features if each.until is None or each.until >= turn)
    return board if len(left) == len(board.features) else replace(board, features=left)
