"""Morale moves that break every line of sight: whoever fired or fought is not seen by that any more. VI.1.a."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.book_and_gun.events.fire import SightBroken
from rules.book_and_gun.events.movement import UnitMoved
from rules.book_and_gun.play.sight.watching import watch
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Unit
from rules.kernel.action import SideId
from rules.kernel.event import Event

MORALE_MOVES = ("fall back", "retreat", "rout")
"""Moves that nerve has driven a unit to. BG-R233."""


def sight_broken(state: State, events: Sequence[Event]) -> list[Event]:
    """Of each unit that these events drove off, after which the state stands: which sides see it no more, and whom of
    those that it met its own side sees no more. BG-VI.1.a, BG-R233."""
    driven = {e.unit for e in events if isinstance(e, UnitMoved) and e.how in MORALE_MOVES}
    if state.board is None or not driven:
        return []
    pairs = dict.fromkeys(pair for unit_id in driven for pair in _met(state, state.unit(unit_id)))
    return [
        SightBroken(unit=target, side=side, audience=(side,), citations=("BG-VI.1.a", "BG-R233"))
        for target, side in sorted(pairs)
        if side not in state.unit(target).lost_by and not _seen(state, side, state.unit(target))
    ]


def _met(state: State, driven: Unit) -> Iterator[tuple[str, SideId]]:
    """(unit, side that it has met) for the unit that was driven off, and for those that it met."""
    since = max(1, state.turn - 1)
    for other in state.units:
        if any(c.unit == driven.id and c.turn >= since for c in (*other.under_fire, *other.fought)):
            yield driven.id, other.side
    for contact in (*driven.under_fire, *driven.fought):
        if contact.turn >= since and state.find(contact.unit) is not None:
            yield contact.unit, driven.side


def _seen(state: State, side: SideId, target: Unit) -> bool:
    """Whether anybody of the side still has a line of sight to one of the unit, whichever way they look."""
    for own in state.units_of(side):
        eyes = watch(state, own, own.fit, target.present) if own.in_play else None
        if eyes is not None and any(eyes.sees(f.id, g.id) for f in own.fit for g in target.present if f.at and g.at):
            return True
    return False
