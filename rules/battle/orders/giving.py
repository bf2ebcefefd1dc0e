"""How orders are given and taken back, whatever the rule set."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar, cast

from pydantic import Field, model_validator

from rules.battle.orders.data import Order, Orders, OrdersCancelled, OrdersGiven, Step, Stop, Strength
from rules.battle.orders.horizons import UNTIL
from rules.battle.orders.table import OrderTable
from rules.kernel.action import Action, Actor, OwnUnit, SideId, UntilRef
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.seam.ordering import Horizon

S = TypeVar("S")
W = TypeVar("W")
A = TypeVar("A", bound=str)
Q = TypeVar("Q", bound=str)
Lasts = Literal["phase", "turn", "2 turns", "3 turns", "5 turns", "battle", "until"]
"""The last: as long as what `until` names has not happened."""
LastsByTurns = Literal["turn", "2 turns", "3 turns", "5 turns", "battle", "until"]
"""Of a rule set whose turns have no phases that are ordered one by one."""
LENGTHS: Mapping[str, int] = MappingProxyType({"turn": 1, "2 turns": 2, "3 turns": 3, "5 turns": 5})
"""How many turns they stand, the one for which they are given among them."""


D = TypeVar("D", bound=str)
K = TypeVar("K", bound=str)


def _fields(given: object) -> Mapping[str, object]:
    """What a form is made of, where it is made of its fields."""
    return cast("Mapping[str, object]", given) if isinstance(given, Mapping) else {}


class ListedOrders(Action, Generic[D, K]):
    """Base of a rule set's own `GiveOrders`, with the words of its steps (D) and of its stops (K). It adds `lasts`,
    what its steps are about (`target`, `to`, `within` …), and a field for each of its stops: "fired at" is
    `ask_fired_at`. Whoever says what they last until and no other length means as long as that has not happened."""

    title: ClassVar[str] = "Orders"
    chapter: ClassVar[str] = "orders"
    asked_last: ClassVar[tuple[str, ...]] = ("ask_turn", "tells", "at_once")
    verb: Literal["give-orders"] = "give-orders"
    first: Annotated[D, Field(description="what they do, if they can")]
    then: Annotated[D | None, Field(description="what they do otherwise")] = None
    third: Annotated[D | None, Field(description="and if that cannot be done either")] = None
    last: Annotated[D | None, Field(description="and what they try last")] = None
    otherwise: Annotated[
        Literal["hold", "ask"], Field(description="if nothing can be done: hold, or stop and ask you")
    ] = "hold"
    units: Annotated[tuple[OwnUnit, ...], Field(description="your units; empty: all of them")] = ()
    tells: Annotated[tuple[K, ...], Field(description="which of these only tell me, while the order goes on")] = ()
    at_once: Annotated[
        tuple[K, ...], Field(description="which of these ask me now; the others ask when the phase or turn is over")
    ] = ()
    ask_turn: Annotated[int | None, Field(ge=1, description="stop and ask in this turn")] = None
    until: Annotated[
        UntilRef | None, Field(description="the orders end when this happens: the mill is reached, new enemy")
    ] = None

    @model_validator(mode="before")
    @classmethod
    def _as_long(cls, given: object) -> object:
        """Until that happens, where no other length is named."""
        said = _fields(given)
        if said.get("until") is not None and "lasts" not in said:
            return {**said, "lasts": UNTIL}
        return given


L = TypeVar("L", bound=ListedOrders[Any, Any])


class CancelOrders(Action):
    """Orders stand no more; the units are asked for again."""

    title: ClassVar[str] = "Cancel orders"
    summary: ClassVar[str] = "Take orders back: you are asked again"
    chapter: ClassVar[str] = "orders"
    verb: Literal["cancel-orders"] = "cancel-orders"
    number: Annotated[int | None, Field(ge=1, description="the order's number; empty: all of them")] = None
    units: Annotated[tuple[OwnUnit, ...], Field(description="only for these units; empty: for all")] = ()


class RepeatOrders(Action):
    """The orders that lapsed last stand again."""

    title: ClassVar[str] = "Orders as last turn"
    summary: ClassVar[str] = "Give the orders again that lapsed last"
    chapter: ClassVar[str] = "orders"
    verb: Literal["repeat-orders"] = "repeat-orders"


def require_command(by: Actor, side: SideId | None) -> SideId:
    """Orders are given by a side's player."""
    if side is None:
        raise RuleViolation(Why.NO_SIDE, "Orders are given by a side.", remedy="Ask the player of that side.")
    return side


_FIGHTS = ("fire", "aimed fire", "auto-fire", "throw", "covering fire", "cover against", "charge", "close in")


def fights(action: Action) -> bool:
    """Whether a list has its units fire, charge or close in."""
    if not isinstance(action, ListedOrders):
        return False
    listed = cast("ListedOrders[str, str]", action)
    steps = (listed.first, listed.then, listed.third, listed.last)
    return any(step is not None and step.startswith(_FIGHTS) for step in steps)


def steps_of(action: ListedOrders[Any, Any], step: Callable[[str], Step]) -> list[Step]:
    """The list in its order. `step`: what one of its words means."""
    steps = [step(does) for does in (action.first, action.then, action.third, action.last) if does]
    return [*steps, Step("hold")] if action.otherwise == "hold" else steps


def stops_of(action: ListedOrders[Any, Any], turn: int, kinds: Sequence[str]) -> list[Stop]:
    """What the list looks out for. Raises RuleViolation for a turn that has come, for a strength of what it does not
    look out for, and for two strengths of one."""
    if action.ask_turn is not None and action.ask_turn <= turn:
        raise RuleViolation(
            Why.TURN_GONE, f"Turn {action.ask_turn} has come already.", remedy=f"Name a turn after turn {turn}."
        )
    found = written_stops(action, kinds)
    ends = [UNTIL] if action.until is not None else []
    require_alarms(action.tells, action.at_once, [*(stop.kind for stop in found), *ends])
    return found


def written_stops(action: ListedOrders[Any, Any], kinds: Iterable[str]) -> list[Stop]:
    """By the form's fields: "fired at" is its `ask_fired_at`, wanted or with its number."""
    asked: list[tuple[str, bool | float | None]] = [
        (kind, getattr(action, f"ask_{kind.replace(' ', '_')}")) for kind in kinds
    ]
    return [
        Stop(kind, None if number is True else number, strength_of(action, kind))
        for kind, number in asked
        if number is not None and number is not False
    ]


def strength_of(action: ListedOrders[Any, Any], kind: str) -> Strength:
    """How loud the form's stop of that kind is."""
    return "tell" if kind in action.tells else "now" if kind in action.at_once else "later"


def with_strength(action: L, kind: str, strength: Strength) -> L:
    """The form with a stop of that kind, or what it lasts until, so loud; as it was where it has none."""
    field = UNTIL if kind == UNTIL else f"ask_{kind.replace(' ', '_')}"
    if getattr(action, field, None) in (None, False):
        return action
    tells, at_once = (tuple(each for each in named if each != kind) for named in (action.tells, action.at_once))
    return action.model_copy(
        update={
            "tells": (*tells, kind) if strength == "tell" else tells,
            "at_once": (*at_once, kind) if strength == "now" else at_once,
        }
    )


def with_length(action: L, horizon: Horizon) -> L:
    """The form for as long as the horizon says, and no longer until something else."""
    if not horizon.lasts:
        return action
    bare = action if horizon.until else with_strength(action, UNTIL, "later")
    return bare.model_copy(update={"lasts": horizon.lasts, "until": horizon.until or None})


def require_alarms(tells: Sequence[str], at_once: Sequence[str], kinds: Sequence[str]) -> None:
    """Raises RuleViolation for a strength of what is not looked out for, and for two strengths of one. `kinds`: what
    the orders look out for."""
    unasked = next((kind for kind in (*tells, *at_once) if kind not in kinds), None)
    if unasked is not None:
        raise RuleViolation(
            "no-such-stop",
            f"These orders do not look out for: {unasked}.",
            remedy=f"They look out for: {', '.join(kinds)}." if kinds else "Say first what they look out for.",
        )
    twice = next((kind for kind in tells if kind in at_once), None)
    if twice is not None:
        raise RuleViolation(
            "two-alarms",
            f"You want these orders both to go on and to ask at once: {twice}.",
            remedy="Choose one of the two.",
        )


def require_reached(turns: Iterable[float | None], until: tuple[int, str] | None) -> None:
    """Raises RuleViolation for a list that lapses before a turn in which it is to ask, or to end."""
    late = next((turn for turn in turns if turn is not None and until is not None and turn > until[0]), None)
    if until is not None and late is not None:
        raise RuleViolation(
            "stop-never",
            f"These orders end with turn {until[0]}, before turn {late:g}, in which they are to ask you.",
            remedy="Have them last longer, or name an earlier turn.",
        )


def each_step(
    step: Callable[[S, SideId, L, str], Step],
) -> Callable[[S, SideId, L], list[Step]]:
    """How a form is read whose words each mean one step, whatever the others are."""

    def steps(state: S, side: SideId, action: L) -> list[Step]:
        return steps_of(action, lambda does: step(state, side, action, does))

    return steps


def changed_answers(given: Iterable[tuple[Q, A | None]], now: Callable[[Q], str | None]) -> list[tuple[Q, A]]:
    """The standing answers that a form changes, by question. `now`: the one that is given now, if any."""
    return [(kind, answer) for kind, answer in given if answer is not None and (now(kind) or "ask") != answer]


def require_place(text: str | None, example: str, question: str = "Where are they to go?") -> str:
    """Where a step goes."""
    if not text:
        raise RuleViolation(Why.NO_PLACE, question, remedy=f"Name a place: {example} …")
    return text


def found_by(whom: Iterable[W], text: str, find: Callable[[W, str], object]) -> str:
    """A place as it was named, if the first of those who are ordered can find it: else `find` raises RuleViolation."""
    for who in whom:
        find(who, text)
        break
    return text


def require_target(named: str | None, friend: bool, own: Callable[[str], bool | None], ours: str, theirs: str) -> str:
    """Whom a step is about: a unit of the side, or an enemy. `own`: whether one is its own; None: it knows of none."""
    target = require_named(named)
    if own(target) is not friend:
        raise no_such_unit(target, ours if friend else theirs)
    return target


def require_named(target: str | None) -> str:
    """Whom a step is about."""
    if not target:
        raise RuleViolation(Why.NOBODY_NAMED, "Whom is this about?", remedy="Name a target.")
    return target


def no_such_unit(target: str, whom: str) -> RuleViolation:
    """One that the side may not know reads like one that does not exist."""
    return RuleViolation(Why.UNKNOWN_UNIT, f"There is no such unit “{target}”.", remedy=f"Choose one of {whom}.")


def give(
    table: OrderTable[S],
    state: S,
    side: SideId,
    units: Sequence[str],
    steps: Sequence[Step],
    stops: Sequence[Stop],
    until: tuple[int, str] | None,
    lasts: Lasts,
) -> list[Event]:
    """An order of the side, which stands from now on. Raises RuleViolation for units that are not the side's."""
    require_own(table, state, side, units)
    order = Order(
        number=table.orders(state).last + 1,
        side=side,
        steps=tuple(dict.fromkeys(steps)),
        phases=table.phases_of(steps),
        units=tuple(dict.fromkeys(units)),
        stops=tuple(dict.fromkeys(stops)),
        until=until,
        lasts=lasts,
    )
    order = replace(order, before=table.signs(state, order))
    return [OrdersGiven(order=order, audience=(side,))]


def require_own(table: OrderTable[S], state: S, side: SideId, units: Sequence[str]) -> None:
    """Raises RuleViolation for units that are not the side's."""
    own = tuple(table.units(state, side))
    stranger = next((unit for unit in units if unit not in own), None)
    if stranger is not None:
        raise RuleViolation(Why.NOT_YOURS, f"You have no unit “{stranger}”.", remedy="Choose one of your own units.")


def cancel(table: OrderTable[S], state: S, action: CancelOrders, by: Actor) -> list[Event]:
    """Raises RuleViolation when there is no such order."""
    side = require_command(by, by.side)
    standing = table.orders(state).of(side)
    found = tuple(
        order.number
        for order in standing
        if action.number in (None, order.number)
        and (not action.units or set(action.units) & set(table.of_whom(state, order)))
    )
    if not found:
        raise RuleViolation(Why.NO_ORDER, "You have given no such order.", remedy="Look at the orders that stand.")
    return [OrdersCancelled(side=side, orders=found, units=action.units, audience=(side,))]


def may_repeat(orders: Orders, side: SideId) -> bool:
    """Whether orders of the side have lapsed that do not stand again."""
    return any(order.side == side for order in orders.past)


def repeat(
    table: OrderTable[S],
    state: S,
    by: Actor,
    until: Callable[[S, Lasts, Sequence[str]], tuple[int, str] | None],
    among: Sequence[str] = (),
) -> list[OrdersGiven]:
    """The side's orders that lapsed last, for as long again; `among`: only of these units. Raises RuleViolation when
    there are none."""
    side = require_command(by, by.side)
    orders, own = table.orders(state), set(among or table.units(state, side))
    events: list[OrdersGiven] = []
    for past in orders.past:
        units = tuple(unit for unit in past.units or among if unit in own)
        if past.side != side or past.until is None or (past.units and not units):
            continue
        lasts = _lasted(past, past.until)
        order = replace(
            past,
            number=orders.last + len(events) + 1,
            units=units,
            until=until(state, lasts, past.phases),
            stopped="",
            freed=(),
            noticed=(),
            lasts=lasts,
        )
        order = replace(order, before=table.signs(state, order))
        events.append(OrdersGiven(order=order, audience=(side,)))
    if not events:
        raise RuleViolation(Why.NO_ORDER, "No orders of yours have lapsed.", remedy="Give new ones.")
    return events


def _lasted(past: Order, until: tuple[int, str]) -> Lasts:
    """For how long an order that has lapsed was given."""
    known: dict[str, Lasts] = {"2 turns": "2 turns", "3 turns": "3 turns", "5 turns": "5 turns"}
    return known.get(past.lasts, "phase" if until[1] else "turn")
