"""What orders are, and what happens to them: plain data for a battle's state and its journal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from rules.kernel.action import SideId
from rules.kernel.event import Event
from rules.seam.ordering import Strength
from rules.table.board import Point

NO_LONGER_FITS = "no longer fits"
"""The stop that every order has: nothing on its list can be done."""


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a list. `at` is the unit or place that it is about, `number` what its kind counts or measures."""

    kind: str
    at: str = ""
    number: float | None = None


@dataclass(frozen=True, slots=True)
class Stop:
    """What an order's side is told of, or what makes it stop and ask. Stops that were stored before they had a
    strength ask at once, as they always did.

    `ends`: the order lasts until it happens. `at`: the place that it is about, as it was written, `spot` where that
    lies; `unit`: who is to get there, empty for any unit of the order; `said`: the whole in words."""

    kind: str
    number: float | None = None
    strength: Strength = "now"
    ends: bool = False
    at: str = ""
    spot: Point | None = None
    unit: str = ""
    said: str = ""


@dataclass(frozen=True, slots=True)
class Order:
    """`units` empty: all of the side's. `phases`: those in which it is followed. `until`: the turn and the phase with
    which it lapses, the phase empty for the whole turn; None: it stands for the battle. `before`: what its stops look
    for and found when it was given, or have reported since."""

    number: int
    side: SideId
    steps: tuple[Step, ...]
    phases: tuple[str, ...]
    units: tuple[str, ...] = ()
    stops: tuple[Stop, ...] = ()
    until: tuple[int, str] | None = None
    before: tuple[str, ...] = ()
    stopped: str = ""
    """The kind of the stop that has ended it for all of its units."""
    freed: tuple[str, ...] = ()
    """Units for which it has stopped."""
    lasts: str = ""
    """For how long it was given: "3 turns"; empty in orders that were stored before this was kept."""
    noticed: tuple[tuple[Stop, tuple[str, ...]], ...] = ()
    """Stops that ask, or end the order, once the phase or turn is over, each with the units that it concerns, none for
    all."""

    def concerns(self, unit: str, phase: str) -> bool:
        """Whether it says, or has said, what the unit does in such a phase."""
        return phase in self.phases and (not self.units or unit in self.units)

    def stands_for(self, unit: str) -> bool:
        return not self.stopped and unit not in self.freed


@dataclass(frozen=True, slots=True)
class Orders:
    """All orders of a battle. `past`: those of each side that lapsed last with such a phase, to be given again.
    `last`: the highest number given. `between`: a phase or turn has ended, and nothing has been done since."""

    standing: tuple[Order, ...] = ()
    past: tuple[Order, ...] = ()
    last: int = 0
    between: bool = False

    def of(self, side: SideId) -> tuple[Order, ...]:
        return tuple(order for order in self.standing if order.side == side)

    def for_unit(self, side: SideId, unit: str, phase: str) -> Order | None:
        """The newest order that concerns the unit in such a phase, stopped or not."""
        found = (order for order in reversed(self.standing) if order.side == side and order.concerns(unit, phase))
        return next(found, None)


NO_ORDERS = Orders()


@dataclass(frozen=True, slots=True)
class SealedTurns:
    """What a side seals for `first` to `last`. `until`: what ends it before, with the signs of it when it was written;
    `units`: those of the side then."""

    side: SideId
    first: int
    last: int
    until: Stop | None = None
    before: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    bound: tuple[int, ...] | None = None
    """The orders that stood when the side sealed; None: it has not sealed yet."""


# ── What happens ──────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersGiven(Event):
    """An order stands, for its own side to know."""

    kind: Literal["orders-given"] = "orders-given"
    order: Order


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersCancelled(Event):
    """Orders stand no more, by their own side's word. `units`: for these only."""

    kind: Literal["orders-cancelled"] = "orders-cancelled"
    side: SideId
    orders: tuple[int, ...]
    units: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderStopped(Event):
    """An order stops and its side is asked, for the side to know. `units` empty: for all of its units."""

    kind: Literal["order-stopped"] = "order-stopped"
    side: SideId
    order: int
    stop: Stop
    units: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderEnded(Event):
    """What an order was given until has happened, and it stands no more: its side is told, and asked no sooner for it.
    `units` empty: for all of its units."""

    kind: Literal["order-ended"] = "order-ended"
    side: SideId
    order: int
    stop: Stop
    units: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderNoticed(Event):
    """A stop has found something and the order goes on, for its side to know. `signs`: what it has found, which it
    reports no more. `units` empty: it concerns all of the order's."""

    kind: Literal["order-noticed"] = "order-noticed"
    side: SideId
    order: int
    stop: Stop
    units: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderFollowed(Event):
    """What has just happened was done by an order. The act is for all to see, the order's words are its side's."""

    kind: Literal["order-followed"] = "order-followed"
    side: SideId
    order: int
    unit: str
    step: Step | None
    """None: what the unit had to do before anything else."""


OrderEvent: TypeAlias = OrdersGiven | OrdersCancelled | OrderStopped | OrderEnded | OrderNoticed | OrderFollowed
"""To be added to a rule set's union of events."""


def evolve_orders(orders: Orders, event: OrderEvent) -> Orders:
    """The orders after the event."""
    match event:
        case OrdersGiven():
            return _with(orders, event.order)
        case OrdersCancelled():
            return replace(orders, standing=tuple(_without(orders.standing, event.side, event.orders, event.units)))
        case OrderStopped():
            changed = (_stopped(order, event) if order.number == event.order else order for order in orders.standing)
            return replace(orders, standing=tuple(changed))
        case OrderEnded():
            return replace(orders, standing=tuple(_without(orders.standing, event.side, (event.order,), event.units)))
        case OrderNoticed():
            changed = (_noticed(order, event) if order.number == event.order else order for order in orders.standing)
            return replace(orders, standing=tuple(changed))
        case OrderFollowed():
            return orders


def phase_over(orders: Orders, turn: int, phase: str) -> Orders:
    """The orders once a phase of a turn has ended: those lapse that were given for it. `phase` empty: the turn."""
    gone = tuple(o for o in orders.standing if o.until is not None and (o.until[0] < turn or o.until == (turn, phase)))
    if not gone:
        return replace(orders, between=True) if orders.standing else orders
    again = {(o.side, o.phases) for o in gone}
    return replace(
        orders,
        standing=tuple(o for o in orders.standing if o not in gone),
        past=(*(o for o in orders.past if (o.side, o.phases) not in again), *gone),
        between=True,
    )


def under_way(orders: Orders) -> Orders:
    """The orders once something is done in a new phase or turn."""
    return replace(orders, between=False) if orders.between else orders


def _with(orders: Orders, order: Order) -> Orders:
    """The newest order goes before older ones; those for which it leaves nothing are gone."""
    kept = tuple(old for old in orders.standing if not _replaced(old, order))
    return replace(orders, standing=(*kept, order), last=order.number)


def _replaced(old: Order, new: Order) -> bool:
    whom = not new.units or (bool(old.units) and set(old.units) <= set(new.units))
    return old.side == new.side and whom and set(old.phases) <= set(new.phases)


def _without(
    standing: Iterable[Order], side: SideId, numbers: Sequence[int], units: tuple[str, ...]
) -> Iterable[Order]:
    """The orders without these of the side; `units`: which stand no more for these only."""
    for order in standing:
        if order.side != side or order.number not in numbers:
            yield order
        elif units:
            freed = tuple(dict.fromkeys((*order.freed, *units)))
            if not order.units or set(order.units) - set(freed):
                yield replace(order, freed=freed)


def _noticed(order: Order, event: OrderNoticed) -> Order:
    before = tuple(dict.fromkeys((*order.before, *event.signs)))
    marks = event.stop.ends or event.stop.strength == "later"
    if not marks or any(stop == event.stop and not units for stop, units in order.noticed):
        return replace(order, before=before)
    return replace(order, before=before, noticed=(*order.noticed, (event.stop, event.units)))


def _stopped(order: Order, event: OrderStopped) -> Order:
    if not event.units:
        return replace(order, stopped=event.stop.kind)
    return replace(order, freed=tuple(dict.fromkeys((*order.freed, *event.units))))
