"""The board of a battle, as every state keeps it."""

from __future__ import annotations

from typing import Protocol, TypeVar

from rules.changing import replace
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
