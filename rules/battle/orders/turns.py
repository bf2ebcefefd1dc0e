"""Orders by turns: the envelope that is due, what units without orders do, how long orders stand, whose answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from rules.battle.envelope import Envelope, laid_out
from rules.battle.orders.data import Order, Step
from rules.battle.orders.giving import LENGTHS, Lasts
from rules.battle.orders.horizons import UNTIL
from rules.battle.orders.sealing import opened
from rules.battle.orders.standing import StandingOrders
from rules.kernel.action import SideId

S = TypeVar("S")


def envelope_for(found: Envelope | None, key: str, sides: Iterable[SideId]) -> Envelope:
    """The envelope of a turn or phase: the one that there is, else an empty one for these sides."""
    return found if found is not None and found.key == key else laid_out(key, ((side, ()) for side in sides))


def holding(envelope: Envelope | None, side: SideId, phase: str, *first: Step) -> Order | None:
    """What units without an order do once the envelope is open: they hold, if there is nothing that they do first."""
    return Order(0, side, (*first, Step("hold")), (phase,)) if opened(envelope) else None


def turn_out(lasts: Lasts, turn: int, closed: int) -> tuple[int, str] | None:
    """The turn with which orders lapse: this one, or the next where it is over, and as many after it as they last
    longer. `closed`: the last that is over."""
    if lasts in ("battle", UNTIL):
        return None
    return ((turn if turn > closed else turn + 1) + LENGTHS.get(lasts, 1) - 1, "")


def followed_by(orders: StandingOrders[S], state: S, side: SideId | None) -> SideId | None:
    """The side whose turn it is to act, if its orders have something to say to that."""
    answered = side is not None and bool(orders.table.phase(state)) and orders.answers(state, side)
    return side if answered else None
