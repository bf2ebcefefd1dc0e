"""Applying the events of guns, and keeping guns and those who serve them together."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import assert_never

from rules.book_and_gun.book.armoury import ARMOURY
from rules.book_and_gun.book.garage import GARAGE
from rules.book_and_gun.events.guns import GunEvent, GunHooked, GunTaken
from rules.book_and_gun.events.movement import UnitEntered, UnitMoved
from rules.book_and_gun.evolve.movement import placed
from rules.book_and_gun.pieces import Piece
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Unit
from rules.kernel.changing import replace
from rules.kernel.event import Event
from rules.table.measure import between, step

BASES = 1.0
"""Inches from the middle of a gun to its edge and from a figure's edge to its middle. BG-X.2.5"""
BEHIND = 0.8
"""Inches from the rear of a vehicle to the middle of the gun that it tows. BG-R246"""


def evolve_guns(state: State, event: GunEvent) -> State:
    match event:
        case GunHooked():
            return _hooked(state, event)
        case GunTaken():
            return state.with_piece(replace(state.piece(event.gun), unit=event.captor))
        case _ as unreachable:
            assert_never(unreachable)


def _hooked(state: State, event: GunHooked) -> State:
    """Whoever works at a gun for a full turn does not fire in it."""
    unit = state.unit(event.unit)
    figures = tuple(replace(f, fire_turn=state.turn) if f.id in event.figures else f for f in unit.figures)
    piece = state.piece(event.gun)
    if event.done < event.turns:
        piece = replace(piece, hook=event.how, hook_turns=event.done, hook_turn=state.turn)
    elif event.how == "limber":
        piece = replace(piece, tow=event.vehicle, hook=None, hook_turns=0, hook_turn=state.turn)
    else:
        piece = replace(piece, tow="", unit=event.unit, facing=event.facing, hook=None, hook_turns=0)
        piece = replace(piece, hook_turn=state.turn)
    return state.with_unit(placed(replace(unit, figures=figures), event.placed)).with_piece(piece)


# ── Together ──────────────────────────────────────────────────────────────────────────────────────────────────────


def with_guns(before: State, after: State, event: Event) -> State:
    """Each gun stands where its crew has pushed it, or behind what tows it; who serves it has its weapon, and another
    beside it takes over from whoever falls or goes. BG-X.2.5, BG-X.2.6b, BG-R245."""
    same = after.units is before.units and after.vehicles is before.vehicles
    if not after.pieces or (same and after.pieces is before.pieces):
        return after
    pushed = _brought(before, event)
    for piece in after.pieces:
        after = _served(after, piece, pushed=piece.id in pushed)
    return after


def _brought(state: State, event: Event) -> tuple[str, ...]:
    """The guns that come along: those that are pushed, and all that a unit serves which is set down somewhere, by the
    umpire, in hiding or on the table's edge."""
    if isinstance(event, UnitMoved) and event.how != "placed":
        return event.guns
    if not isinstance(event, UnitMoved | UnitEntered):
        return ()
    people = {figure.id for figure in state.unit(event.unit).figures}
    return tuple(piece.id for piece in state.pieces if piece.gunner in people)


def _served(state: State, piece: Piece, *, pushed: bool) -> State:
    gunner = state.figure(piece.gunner) if piece.gunner else None
    now = piece if gunner is None else _as_left(piece, gunner, pushed=pushed)
    now = _towed(state, now)
    heir = _heir(state, now)
    if heir is not None and now.at is None and heir.at is not None:
        now = replace(now, at=heir.at, facing=heir.facing)
    now = replace(now, gunner=heir.id if heir is not None else "")
    if now.gunner != piece.gunner:
        state = state if gunner is None else state.with_figure(_without(state.figure(gunner.id), now))
        state = state if heir is None else state.with_figure(_with(state.figure(heir.id), now))
    return state if now == piece else state.with_piece(now)


def _as_left(piece: Piece, gunner: Figure, *, pushed: bool) -> Piece:
    """The gun as its gunner has it: loaded or not, whole or not, where he has brought it."""
    markers, fired = next(((n, turn) for key, n, turn in gunner.reload if key == piece.weapon), (0, piece.fired_turn))
    piece = replace(piece, markers=markers, fired_turn=fired, empty=piece.weapon in gunner.empty)
    if piece.weapon in gunner.wrecked:
        return replace(piece, destroyed=True)
    if gunner.fit and (pushed or piece.at is None):
        return replace(piece, at=gunner.at, facing=gunner.facing)
    return replace(piece, facing=gunner.facing) if gunner.fit and _beside(piece, gunner) else piece


def _towed(state: State, piece: Piece) -> Piece:
    vehicle = state.find_vehicle(piece.tow) if piece.tow else None
    if vehicle is None or vehicle.at is None:
        return piece
    back = GARAGE[vehicle.type].length + BEHIND
    return replace(piece, at=step(vehicle.at, vehicle.facing, -back / 2 - BEHIND / 2), facing=vehicle.facing + 180.0)


def _heir(state: State, piece: Piece) -> Figure | None:
    """Who serves it from now on: a crewman before another, whoever does before somebody else, the nearest."""
    if piece.destroyed or piece.tow:
        return None
    busy = {other.gunner for other in state.pieces if other.id != piece.id}
    found = [
        (not f.traits.crew, f.id != piece.gunner, _far(piece, f), not f.traits.leader, n, f)
        for n, f in enumerate(_able(state, piece))
        if f.id not in busy
    ]
    return min(found, key=lambda each: each[:5])[5] if found else None


def _able(state: State, piece: Piece) -> Iterator[Figure]:
    """The fit men of its side on foot beside it, those of its own unit first."""
    owner = state.unit(piece.unit)
    units: list[Unit] = [owner, *(u for u in state.units if u.side == owner.side and u.id != owner.id)]
    for unit in units if piece.at is not None else [owner]:
        for figure in unit.fit:
            if figure.seat is None and not figure.steed and not figure.holds and _beside(piece, figure):
                yield figure


def _beside(piece: Piece, figure: Figure) -> bool:
    reach = ARMOURY[piece.type].reach + BASES
    return piece.at is None or (figure.at is not None and between(piece.at, figure.at) <= reach + 1e-6)


def _far(piece: Piece, figure: Figure) -> float:
    if piece.at is None or figure.at is None:
        return 0.0
    return round(math.dist(piece.at, figure.at), 3)


def _with(figure: Figure, piece: Piece) -> Figure:
    """The figure at the gun: its weapon is the usual one, with the markers that lie there; he looks where it points."""
    reload = ((piece.weapon, piece.markers, piece.fired_turn),) if piece.markers else ()
    return replace(
        figure,
        traits=replace(figure.traits, weapons=(piece.weapon, *figure.traits.weapons)),
        reload=(*figure.reload, *reload),
        empty=(*figure.empty, piece.weapon) if piece.empty else figure.empty,
        facing=piece.facing if piece.at is not None else figure.facing,
    )


def _without(figure: Figure, piece: Piece) -> Figure:
    own = tuple(key for key in figure.traits.weapons if key != piece.weapon)
    return replace(
        figure,
        traits=replace(figure.traits, weapons=own),
        reload=tuple(mark for mark in figure.reload if mark[0] != piece.weapon),
        empty=tuple(key for key in figure.empty if key != piece.weapon),
        wrecked=tuple(key for key in figure.wrecked if key != piece.weapon),
    )
