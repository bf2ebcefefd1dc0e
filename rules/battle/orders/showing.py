"""Orders as their own side reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeGuard, TypeVar, get_args

from rules.battle.orders.ahead import SealAhead, ahead_words
from rules.battle.orders.data import NO_LONGER_FITS, Order, Orders, Step, Stop
from rules.battle.orders.following import act_of, halts
from rules.battle.orders.giving import (
    Lasts,
    ListedOrders,
    RepeatOrders,
    may_repeat,
    strength_of,
    with_length,
    with_strength,
    written_stops,
)
from rules.battle.orders.horizons import UNTIL, as_written
from rules.battle.orders.standing import StandingOrders
from rules.battle.orders.table import OrderTable
from rules.kernel.action import Action, Actor, SideId
from rules.seam.ordering import Alarm, Horizon, Ordering, Proposed, SealedAhead, StandingOrder, Strength, WouldDo
from rules.seam.planning import Planning

S = TypeVar("S")

HORIZONS: tuple[tuple[Lasts, str, str], ...] = (
    ("phase", "This phase", "you are asked again in the next one of its kind"),
    ("turn", "This turn", "you are asked again in the next one"),
    ("2 turns", "2 turns", "this one and the next"),
    ("3 turns", "3 turns", "you are asked again after these"),
    ("5 turns", "5 turns", "you are asked again after these"),
    ("battle", "Until cancelled", "they stand until you cancel them, or a stop asks you"),
)
"""For how long orders can be given, each with its label and what becomes of it."""
SEALED_HORIZONS: tuple[tuple[Lasts, str, str, SealAhead], ...] = (
    ("2 turns", "2 turns under one seal", "you are asked in between only where orders stop", SealAhead(turns=2)),
    ("3 turns", "3 turns under one seal", "you are asked in between only where orders stop", SealAhead(turns=3)),
    ("5 turns", "5 turns under one seal", "you are asked in between only where orders stop", SealAhead(turns=5)),
    ("battle", "Under one seal until orders stop", "10 turns at most; you are asked when one stops", SealAhead()),
)
"""The same with a seal for as long, where turns are sealed."""


def list_words(table: OrderTable[S], state: S, order: Order) -> str:
    """ "fire at the best odds, else look, else hold"."""
    return ", else ".join(step_words(table, state, step) for step in order.steps)


def step_words(table: OrderTable[S], state: S, step: Step | None) -> str:
    return "what it must" if step is None else table.step(step.kind).words(state, step)


def stop_words(table: OrderTable[S], stop: Stop) -> str:
    """Why an order has stopped: "fired at"."""
    return "nothing on its list can be done" if stop.kind == NO_LONGER_FITS else table.stop(stop.kind).words(stop)


_SHORT: Mapping[Strength, str] = MappingProxyType({"tell": "only tells", "later": "at the end", "now": "at once"})


def alarm_words(table: OrderTable[S], stop: Stop) -> str:
    """What an order looks out for, and how loud it is then: "fired at (at the end)"."""
    return f"{stop_words(table, stop)} ({_SHORT[stop.strength]})"


def until_words(table: OrderTable[S], order: Order) -> str:
    """ "the end of turn 3, or until the mill is reached"."""
    ends = [stop_words(table, stop) for stop in order.stops if stop.ends]
    if order.until is None:
        return " or ".join(ends) or "the end of the battle"
    turn, phase = order.until
    last = f"the end of the {phase} phase of turn {turn}" if phase else f"the end of turn {turn}"
    return ", or until ".join((last, *ends))


def standing(table: OrderTable[S], state: S, side: SideId) -> tuple[StandingOrder, ...]:
    return tuple(
        StandingOrder(
            number=order.number,
            words=list_words(table, state, order),
            units=order.units,
            stops=tuple(alarm_words(table, stop) for stop in order.stops if not stop.ends),
            until=until_words(table, order),
            stopped=_why(table, order),
            freed=order.freed,
        )
        for order in table.orders(state).of(side)
    )


def _why(table: OrderTable[S], order: Order) -> str:
    found = next((stop for stop in order.stops if stop.kind == order.stopped), None)
    return stop_words(table, found) if found is not None else ""


def would_do(table: OrderTable[S], state: S, side: SideId, said: Callable[[S, Action], str]) -> Iterator[WouldDo]:
    """For every unit that could act in a state such as this one. `said`: an action in the words of its offer."""
    for unit in table.waiting(state, side) if table.phase(state) else ():
        name, order = table.name(state, unit), table.order_of(state, side, unit)
        if order is None:
            yield WouldDo(unit, name, None, "no orders: you are asked", asks=True)
            continue
        stopping = _asking(table, state, order, unit)
        act = None if stopping else act_of(table, state, order, unit)
        if stopping is not None:
            yield WouldDo(unit, name, order.number, f"stops and asks: {stop_words(table, stopping)}")
        elif act is None:
            yield WouldDo(unit, name, order.number, "stops and asks: nothing on its list can be done", vain=True)
        else:
            odds = table.deeds.odds(state, act.action, Actor.player(side))
            chances = tuple((one.words, one.chance) for one in odds.chances)
            words = said(state, act.action)
            yield WouldDo(unit, name, order.number, words, act.action, chances, traces=odds.traces)


def _asking(table: OrderTable[S], state: S, order: Order, unit: str) -> Stop | None:
    """The stop for which the side would be asked for the unit before it acts; between two phases or turns also one that
    waits for that."""
    found = halts(table, state, [(order, unit)])
    if table.orders(state).between:
        marked = (s for s, units in order.noticed if (not units or unit in units) and s.strength != "tell")
        stops = (*marked, *(halt.stop for halt in found if halt.stop.strength != "tell"))
    else:
        stops = tuple(halt.stop for halt in found if not halt.goes_on)
    return next(iter(stops), None)


def again(orders: Orders, side: SideId, unit: str) -> Iterator[Proposed]:
    """For the whole side: the orders that lapsed last."""
    if not unit and may_repeat(orders, side):
        yield Proposed("As last turn", RepeatOrders(), "the orders that lapsed last, again")


def for_whom(unit: str, label: str) -> str:
    """A proposal's words: "Advance" for one unit, "All: advance" for the side."""
    return label if unit else f"All: {label[:1].lower()}{label[1:]}"


def _listed(line: Action) -> TypeGuard[ListedOrders[Any, Any]]:
    return isinstance(line, ListedOrders)


def _alarms(orders: StandingOrders[S], lines: Sequence[Action]) -> tuple[Alarm, ...]:
    kinds = [kind.key for kind in orders.table.stops]
    forms = [line for line in lines if _listed(line)]
    found = [stop for form in forms for stop in written_stops(form, kinds)]
    ends = [form for form in forms if form.until is not None]
    of_kind = {kind: [stop for stop in found if stop.kind == kind] for kind in kinds}
    over: list[Strength] = [strength_of(form, UNTIL) for form in ends]
    last = [Alarm(UNTIL, f"it ends: {ends[0].until}", over[0] if len(set(over)) == 1 else None)] if ends else []
    return (*last, *_stops_of(orders, of_kind))


def _stops_of(orders: StandingOrders[S], of_kind: Mapping[str, Sequence[Stop]]) -> Iterator[Alarm]:
    return (
        Alarm(
            kind,
            stop_words(orders.table, stops[0]),
            stops[0].strength if len({stop.strength for stop in stops}) == 1 else None,
        )
        for kind, stops in of_kind.items()
        if stops
    )


def _until(text: str) -> Horizon:
    written = as_written(text)
    return Horizon(f"Until {written}", lasts=UNTIL, until=written)


def _lasting(lines: Sequence[Action]) -> str:
    found = {line.until or "" for line in lines if _listed(line)}
    return found.pop() if len(found) == 1 else ""


def _ahead(orders: StandingOrders[S], state: S, side: SideId) -> SealedAhead | None:
    turns = orders.ahead.of(state, side)
    if turns is None:
        return None
    return SealedAhead(ahead_words(orders.until, turns), turns.bound is not None, SealAhead(turns=1))


def ordering(
    orders: StandingOrders[S],
    proposed: Callable[[S, SideId, str], Iterator[Proposed]],
    would: Callable[[S, SideId], Iterator[WouldDo]],
    unordered: str,
    planning: Planning[S] | None = None,
) -> Ordering[S]:
    """For the seam. `proposed` is asked for a unit of the side, or with "" for all of them; `would`: what each unit
    would do now; `unordered`: what the table's units without an order do once orders are opened, in words."""

    def proposals(state: S, side: SideId, unit: str) -> tuple[Proposed, ...]:
        own = orders.table.units(state, side)
        return tuple(proposed(state, side, unit)) if own and (not unit or unit in own) else ()

    kept = orders.given.model_fields["lasts"].annotation
    lasting = tuple(
        Horizon(label, detail=detail, lasts=key) for key, label, detail in HORIZONS if key in get_args(kept)
    )
    sealed = tuple(
        Horizon(label, action, detail, key) for key, label, detail, action in SEALED_HORIZONS if key in get_args(kept)
    )

    def horizons(state: S, side: SideId) -> tuple[Horizon, ...]:
        return (*lasting, *sealed) if orders.ahead.may_write(state, side) else lasting

    return Ordering(
        proposals=proposals,
        units=lambda state, side: tuple(orders.table.able(state, side)),
        sealed=orders.sealing.sealed,
        standing=lambda state, side: standing(orders.table, state, side),
        ahead=lambda state, side: _ahead(orders, state, side),
        would_do=lambda state, side: tuple(would(state, side)),
        writes=(orders.given,),
        cancels=True,
        unordered=unordered,
        actions=orders.actions,
        planning=planning,
        horizons=horizons,
        ends=lambda state, side, aims: tuple(orders.until.offered(state, side, aims)),
        until=_until,
        lasts=lambda line, horizon: with_length(line, horizon) if _listed(line) else line,
        lasting=_lasting,
        alarms=lambda lines: _alarms(orders, lines),
        alarmed=lambda line, key, strength: with_strength(line, key, strength) if _listed(line) else line,
    )
