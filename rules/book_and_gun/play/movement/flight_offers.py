"""What aircraft may do on their card in the movement phase. VIII.2.12, VIII.2.13."""

from __future__ import annotations

from collections.abc import Iterator

from rules.battle.deed import lawful
from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.play.aboard.crew import built
from rules.book_and_gun.play.ground.aloft import aircraft_of
from rules.book_and_gun.play.ground.tabletop import gap
from rules.book_and_gun.play.movement.boarding import FACES
from rules.book_and_gun.play.movement.moving import judge_move
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Unit
from rules.kernel.action import Actor, SideId
from rules.seam.asking import Offer

MOST = 3
"""Units near a helicopter that are offered to get in."""


def flights(state: State, side: SideId, unit: Unit) -> Iterator[Offer]:
    """Where it may fly to; of a helicopter also to hover, to land, to let people in or out and to take off."""
    able = [v for v in aircraft_of(state, unit) if v.drives]
    if not able:
        return
    name, helicopter = able[0].name, not any(built(v).fixed_wing for v in able)
    if state.board is not None:
        if helicopter:
            yield Offer(Move(unit=unit.id, flight="hover"), "Fly to … and hover", needs=("to",))
        yield Offer(Move(unit=unit.id, flight="fly"), "Fly to …", needs=("to",))
    elif not helicopter:
        yield Offer(Move(unit=unit.id, flight="fly"), "Fly on")
    if not helicopter:
        return
    found = [
        (Move(unit=unit.id, flight="land"), f"Land {name}", "below it"),
        (Move(unit=unit.id, flight="land", unload=True), "Land, all get out", ""),
        (Move(unit=unit.id, flight="touch down", unload=True), "Touch down, all get out", "and take off again"),
        (Move(unit=unit.id, flight="hover", unload=True), "All get out, take off", ""),
    ]
    found += [
        (Move(unit=unit.id, flight="touch down", load=(near.id,)), f"Touch down for {near.name}", "and take off again")
        for near in _near(state, unit)
    ]
    if all(v.flight == "landed" for v in able):
        found.append((Move(unit=unit.id, flight="hover"), "Take off", "and hover"))
    for action, label, detail in found:
        if lawful(judge_move, state, action, Actor.player(side)):
            yield Offer(action, label, detail=detail)


def _near(state: State, unit: Unit) -> list[Unit]:
    """Units of its side on foot within 1D6 of it, the nearest first."""
    found = [
        (far, other)
        for other in state.units_of(unit.side)
        if other.in_play and other.id != unit.id and all(f.seat is None for f in other.present)
        if (far := gap(unit.present, other.present) or 0.0) <= 2 * FACES
    ]
    return [other for _, other in sorted(found, key=lambda each: each[0])[:MOST]]
