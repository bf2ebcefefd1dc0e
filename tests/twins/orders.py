"""Orders that stand and sheets in envelopes, which every book keeps alike."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from rules.action import SideId
from rules.changing import replace
from rules.viewing import Viewer
from tests.twins.twin import Secret

_ORDERS = ("OrdersGiven", "OrdersCancelled", "OrderStopped", "OrderEnded", "OrderNoticed")
Other = Callable[[Any, Viewer, random.Random], Any]


def orders(sides: Sequence[SideId]) -> Secret:
    """A side whose units do things on their own has ordered them otherwise, or not at all."""

    def other(state: Any, viewer: Viewer, dice: random.Random) -> Any | None:
        theirs = [order for order in state.orders.standing if order.side != viewer.side]
        if not theirs:
            return None
        left = tuple(order for order in state.orders.standing if order not in theirs)
        return replace(state, orders=replace(state.orders, standing=left))

    return Secret("orders", other, frozenset(_ORDERS))


def seals(sides: Sequence[SideId]) -> Secret:
    """What a side has handed in says something else."""

    def other(state: Any, viewer: Viewer, dice: random.Random) -> Any | None:
        found = state.envelope
        if found is None or found.opened:
            return None
        changed = tuple(
            replace(sheet, words="Something else", salt="another")
            if sheet.side != viewer.side and sheet.seal
            else sheet
            for sheet in found.sheets
        )
        return replace(state, envelope=replace(found, sheets=changed)) if changed != found.sheets else None

    return Secret("seals", other, frozenset({"SheetKept"}))
