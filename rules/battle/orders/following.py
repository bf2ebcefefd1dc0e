"""What a side's orders come to now: an act, or a stop; and the engine's step that carries it out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypeVar

from pydantic import Field

from rules.battle.orders.data import (
    NO_LONGER_FITS,
    Order,
    OrderEnded,
    OrderFollowed,
    OrderNoticed,
    OrderStopped,
    Step,
    Stop,
)
from rules.battle.orders.places import REACHED
from rules.battle.orders.table import OrderTable
from rules.kernel.action import Action, Actor, Role, SideId
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation

S = TypeVar("S")


class FollowOrders(Action):
    """The engine does what a side's orders say, or stops them."""

    role: ClassVar[Role] = Role.ENGINE
    title: ClassVar[str] = "Follow orders"
    verb: Literal["follow-orders"] = "follow-orders"
    side: str = Field(description="side whose orders are followed")


@dataclass(frozen=True, slots=True)
class Act(Generic[S]):
    """What an order has a unit do. `ready` is what the action's own deed has found out; `step` None: what it must."""

    order: Order
    unit: str
    step: Step | None
    action: Action
    ready: Any
    idle: bool


@dataclass(frozen=True, slots=True)
class Halt:
    """An order that stops or, for a stop that does not ask at once, tells. `units` empty: for all of its units."""

    order: Order
    stop: Stop
    units: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()
    """What the stop has found."""
    goes_on: bool = False
    """The order does."""
    quiet: bool = False
    """The order is over by what it was given until, and nobody is asked for that."""


Due: TypeAlias = "Act[S] | tuple[Halt, ...] | None"


def due(table: OrderTable[S], state: S, side: SideId) -> Due[S]:
    """What the side's orders come to now; None: they have nothing to say, and the side is asked.

    Between two phases or turns nothing but stops. In one, stops come first. Then the first unit acts whose order has
    something to do: those with an order of their own before those of an order for all. Where nobody has, they hold,
    unless there are units without an order: whoever commands them is asked.
    """
    if table.opens(state):
        return halts_between(table, state, side) or None
    otherwise = table.unordered(state, side)
    if not table.phase(state) or not (otherwise or table.orders(state).of(side)):
        return None
    waiting = table.waiting(state, side)
    found = [(order, unit) for unit in waiting if (order := table.order_of(state, side, unit)) is not None]
    if stopping := halts(table, state, found):
        return _goes_on_firing(table, state, found) or stopping
    if otherwise is not None:
        ordered = {unit for _, unit in found}
        found += [(otherwise, unit) for unit in waiting if unit not in ordered]
    lost: list[Halt] = []
    idle: Act[S] | None = None
    for order, unit in sorted(found, key=lambda one: _rank(one[0], one[1])):
        act = act_of(table, state, order, unit)
        if act is None:
            lost.append(Halt(order, Stop(NO_LONGER_FITS), (unit,)))
        elif not act.idle:
            return act
        else:
            idle = idle or act
    if len(found) < len(waiting) or not found:
        return None
    return idle or tuple(halt for halt in lost if halt.order.number) or None


def _rank(order: Order, unit: str) -> tuple[int, int, int]:
    """Orders for certain units in their order, each with its first unit first; those for all; then what holds for units
    without an order."""
    if order.units:
        return 0, order.number, order.units.index(unit)
    return (1 if order.number else 2), 0, 0


def act_of(table: OrderTable[S], state: S, order: Order, unit: str) -> Act[S] | None:
    """What the order has the unit do now: the first step of its list that the player could ask for."""
    moment = table.moment(state)
    act = _first(table, state, order, unit, None, table.must(state, order.side, unit), idle=False)
    if act is not None:
        return act
    for step in table.steps_at(_left_of(table, state, order, unit), moment):
        kind = table.step(step.kind)
        actions = kind.comes_to(state, order.side, unit, step)
        act = _first(table, state, order, unit, step, actions, idle=kind.idle)
        if act is not None:
            return act
    return None


def _left_of(table: OrderTable[S], state: S, order: Order, unit: str) -> tuple[Step, ...]:
    """The list; of a unit that has got where it was to go, what it does there."""
    ends = (stop for stop, _ in order.noticed if stop.ends and stop.kind == REACHED)
    if not any(stop.unit in ("", unit) and any(table.found(state, order, stop, unit)) for stop in ends):
        return order.steps
    stays = tuple(step for step in order.steps if not table.step(step.kind).goes)
    return stays if any(table.step(step.kind).idle for step in stays) else (*stays, Step("hold"))


def _first(
    table: OrderTable[S], state: S, order: Order, unit: str, step: Step | None, actions: Iterable[Action], *, idle: bool
) -> Act[S] | None:
    for action in actions:
        try:
            ready = table.deeds.judge(state, action, Actor.player(order.side))
        except RuleViolation:
            continue
        return Act(order, unit, step, action, ready, idle)
    return None


def _goes_on_firing(table: OrderTable[S], state: S, found: Sequence[tuple[Order, str]]) -> Act[S] | None:
    """What is left of a volley: no stop breaks it in two."""
    acts = (act_of(table, state, order, unit) for order, unit in found if table.amid(state, unit))
    return next((act for act in acts if act is not None and not act.idle), None)


def halts(table: OrderTable[S], state: S, found: Sequence[tuple[Order, str]]) -> tuple[Halt, ...]:
    """The orders of these units that stop now, and what their stops tell."""
    stopping: list[Halt] = []
    telling: list[Halt] = []
    over: set[int] = set()
    looked: set[tuple[int, Stop]] = set()
    for order, unit in found:
        asked = False
        for stop in order.stops:
            kind = table.stop(stop.kind)
            if order.number in over or (asked and stop.strength == "now") or (order.number, stop) in looked:
                continue
            if kind.whole:
                looked.add((order.number, stop))
            if (halt := _halt(table, state, order, stop, unit)) is None:
                continue
            if stop.strength != "now":
                telling.append(replace(halt, goes_on=True))
                continue
            asked = True
            if kind.whole:
                over.add(order.number)
                stopping = [each for each in stopping if each.order is not order]
            stopping.append(halt)
    asked_for = {(halt.order.number, unit) for halt in stopping for unit in halt.units}
    told = (t for t in telling if t.order.number not in over and not _within(t, asked_for))
    return (*told, *stopping)


def _halt(table: OrderTable[S], state: S, order: Order, stop: Stop, unit: str) -> Halt | None:
    """What the stop finds for the unit, or for all of the order's; None where it is not enough."""
    kind = table.stop(stop.kind)
    whom = table.looked_at(state, order, kind) if kind.whole else (unit,)
    new = {sign for one in whom for sign in table.found(state, order, stop, one)} - set(order.before)
    if len(new) < (max(1, int(stop.number or 1)) if kind.counts else 1):
        return None
    return Halt(order, stop, () if kind.whole else (unit,), tuple(sorted(new)))


def _within(halt: Halt, asked: set[tuple[int, str]]) -> bool:
    return bool(halt.units) and all((halt.order.number, unit) in asked for unit in halt.units)


def halts_between(table: OrderTable[S], state: S, side: SideId) -> tuple[Halt, ...]:
    """Between two phases or turns: the orders that stop now for what their stops have found before or find now, and
    what those that only tell find now. Where what an order lasts until only tells, it is over without a question.
    """
    orders, able = table.orders(state), table.able(state, side)
    told: list[Halt] = []
    stopping: list[Halt] = []
    for order in orders.of(side):
        own = [unit for unit in table.of_whom(state, order) if unit in able and order.stands_for(unit)]
        live = [u for u in own if any(orders.for_unit(side, u, phase) is order for phase in order.phases)]
        if not live:
            continue
        marked = [Halt(order, stop, units) for stop, units in order.noticed]
        found = [(order, unit) for unit in live]
        fresh = halts(table, state, found)
        both = [*marked, *(replace(halt, goes_on=False) for halt in fresh)]
        only = [halt for halt in both if halt.stop.strength == "tell"]
        told += (replace(halt, goes_on=True) for halt in only if not halt.stop.ends)
        told += _quiet((halt for halt in only if halt.stop.ends), live)
        asking = [halt for halt in both if halt.stop.strength != "tell"]
        whole = next((halt for halt in asking if not halt.units), None)
        if whole is not None:
            stopping.append(whole)
            continue
        seen: set[str] = set()
        for halt in asking:
            units = tuple(unit for unit in halt.units if unit in live and unit not in seen)
            seen.update(units)
            if units:
                stopping.append(replace(halt, units=units))
    gone = {halt.order.number for halt in stopping if not halt.units}
    return (*(halt for halt in told if halt.order.number not in gone), *stopping)


def _quiet(over: Iterable[Halt], live: Sequence[str]) -> Iterator[Halt]:
    """What ends orders without a question, for all of their units or for those of these that still follow them."""
    for halt in over:
        units = tuple(unit for unit in halt.units if unit in live)
        if units or not halt.units:
            yield replace(halt, units=units, quiet=True)


# ── The engine's step ─────────────────────────────────────────────────────────────────────────────────────────────


def required(found: Due[S]) -> Act[S] | tuple[Halt, ...]:
    """What is due. Raises RuleViolation when the side's orders have nothing to say."""
    if found is None:
        raise RuleViolation(Why.NOTHING_DUE, "There is no order to follow.", remedy="Go on with the battle.")
    return found


def follow(table: OrderTable[S], state: S, ready: Act[S] | tuple[Halt, ...], chance: Chance) -> list[Event]:
    """The act's own events, and that an order was followed; or who is no longer under orders, and why."""
    if isinstance(ready, tuple):
        return [_happened(halt) for halt in ready]
    done = table.deeds.carry_out(state, ready.action, ready.ready, chance)
    return [*done, followed(ready)]


def _happened(halt: Halt) -> OrderNoticed | OrderStopped | OrderEnded:
    side, order = halt.order.side, halt.order.number
    if halt.quiet:
        return OrderEnded(side=side, order=order, stop=halt.stop, units=halt.units, audience=(side,))
    if halt.goes_on:
        return OrderNoticed(
            side=side, order=order, stop=halt.stop, units=halt.units, signs=halt.signs, audience=(side,)
        )
    return OrderStopped(side=side, order=order, stop=halt.stop, units=halt.units, audience=(side,))


def followed(act: Act[S]) -> OrderFollowed:
    """That what has just happened was ordered."""
    return OrderFollowed(side=act.order.side, order=act.order.number, unit=act.unit, step=act.step)
