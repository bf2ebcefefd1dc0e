"""Guns as one viewer may see them: lines of their units, oblongs with a barrel on the map. VIII.3."""

from __future__ import annotations

from collections.abc import Iterator

from rules.book_and_gun.book.armoury import ARMOURY
from rules.book_and_gun.pieces import Piece
from rules.book_and_gun.play.ground.knowing import knows
from rules.book_and_gun.play.ground.tabletop import knows_piece
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Unit
from rules.language.words import counted
from rules.seam.viewing import Viewer
from rules.table.board import Token
from rules.table.measure import step


def gun_lines(state: State, unit: Unit) -> Iterator[str]:
    """ "76 mm gun: served by Pvt Ali, 2 reload markers"."""
    for piece in (each for each in state.pieces if each.unit == unit.id):
        yield f"{piece.name}: {', '.join(_said(state, piece))}"


def _said(state: State, piece: Piece) -> Iterator[str]:
    if piece.destroyed:
        yield "destroyed"
    elif piece.tow:
        yield f"limbered to {state.vehicle(piece.tow).name}"
    elif piece.gunner:
        yield f"served by {state.figure(piece.gunner).name}"
    else:
        yield "served by nobody"
    if piece.hook is not None and piece.hook_turn >= state.turn - 1:
        yield f"{counted(piece.hook_turns, 'turn')} of work to {piece.hook} it"
    if piece.markers:
        yield counted(piece.markers, "reload marker")


def _keeper(state: State, piece: Piece) -> str:
    """The unit with which it is shown."""
    return state.unit_of(piece.gunner).id if piece.gunner else piece.unit


def gun_tokens(state: State, unit: Unit) -> tuple[Token, ...]:
    """The guns with a unit."""
    mine = (piece for piece in state.pieces if _keeper(state, piece) == unit.id and not piece.destroyed)
    return tuple(each for piece in mine if (each := _token(piece)) is not None)


def left_guns(state: State, viewer: Viewer) -> Iterator[Token]:
    """Destroyed guns, and those that nobody is left to serve, as far as the viewer may know of them. BG-R245"""
    for piece in state.pieces:
        keeper = state.unit(_keeper(state, piece))
        seen = knows(state, viewer, keeper) or (viewer.side is not None and knows_piece(state, viewer.side, piece))
        if seen and (piece.destroyed or not keeper.in_play) and (each := _token(piece)) is not None:
            yield each


def _token(piece: Piece) -> Token | None:
    if piece.at is None:
        return None
    type_ = ARMOURY[piece.type]
    x, y = piece.at if piece.tow else step(piece.at, piece.facing, type_.length / 2)  # ahead of those at its breech
    return Token(
        piece.id,
        x,
        y,
        piece.facing,
        radius=type_.width / 2,
        height=type_.width / 2,
        kind="gun",
        length=type_.length,
        width=type_.width,
        label=piece.name,
        state="destroyed" if piece.destroyed else "",
        turret=piece.facing,
    )
