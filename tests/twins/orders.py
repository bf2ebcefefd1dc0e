"""Orders that stand and sheets in envelopes, which every book keeps alike."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from rules.battle.orders.ahead import SealAhead
from rules.battle.orders.sealing import SealOrders
from rules.kernel.action import Actor, SideId
from rules.kernel.changing import replace
from rules.seam.asking import Prompt
from rules.seam.viewing import Viewer
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


def ahead(sides: Sequence[SideId]) -> Secret:
    """A side has sealed one turn more, or has not said yet for how many it will seal."""

    def other(state: Any, viewer: Viewer, dice: random.Random) -> Any | None:
        theirs = [each for each in state.sealed_turns if each.side != viewer.side]
        if not theirs:
            return None
        mine = tuple(each for each in state.sealed_turns if each not in theirs)
        longer = tuple(replace(each, last=each.last + 1) for each in theirs if each.bound is not None)
        return replace(state, sealed_turns=(*mine, *longer))

    return Secret("sealed ahead", other, frozenset({"TurnsWritten", "TurnsOver"}))


def seals_ahead(prompt: Prompt, state: Any) -> tuple[SealAhead, Actor] | None:
    """The first side that is asked to seal, once it has orders, says that it does so for two turns."""
    ask = next(iter(prompt.asks), None)
    if ask is None or not isinstance(ask.default, SealOrders) or not state.orders.of(ask.side):
        return None
    written = any(each.side == ask.side for each in state.sealed_turns)
    return None if written else (SealAhead(turns=2), Actor.player(ask.side))
