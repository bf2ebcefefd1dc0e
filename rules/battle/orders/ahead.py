"""A seal for several turns: what a side writes of it, the engine's seals by it, and what ends it.

Once a side has sealed with it, each later envelope of these turns gets the side's seal from the engine, exactly as its
player would set it by hand: with the orders that stand, the same dice for the salt, a commitment of its own. It is over
with its last turn, when what it lasts until has come, when an order that it was sealed with stands no more, or when
somebody joins. Only the side itself learns why.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Generic, Literal, Protocol, TypeAlias, TypeVar

from pydantic import Field, TypeAdapter

from rules.battle.admission import not_asked
from rules.battle.deed import lawful
from rules.battle.envelope import Envelope
from rules.battle.orders.data import Orders, SealedTurns, Stop
from rules.battle.orders.giving import require_command, require_reached
from rules.battle.orders.horizons import Until
from rules.battle.orders.sealing import (
    Judged,
    OrdersSealed,
    Part,
    SealBroken,
    Sealing,
    SealingEvent,
    SealOrders,
    evolve_envelope,
)
from rules.battle.orders.table import OrderTable
from rules.kernel.action import Action, Actor, Role, SideId, UntilRef
from rules.kernel.chance import Chance
from rules.kernel.changing import replace
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation

S = TypeVar("S")
LONGEST = 10
"""Turns that one seal is for at most."""


class SealAhead(Action):
    """The side's next seal is for more than one turn."""

    title: ClassVar[str] = "Seal ahead"
    summary: ClassVar[str] = "Your next seal is for several turns, as long as your orders stand; nobody learns how many"
    chapter: ClassVar[str] = "orders"
    verb: Literal["seal-ahead"] = "seal-ahead"
    turns: Annotated[
        int | None,
        Field(ge=1, le=LONGEST, description="for so many; 1: this turn alone, takes it back; empty: 10 at most"),
    ] = None
    until: Annotated[
        UntilRef | None, Field(description="it ends after the turn in which this happens: the mill is reached")
    ] = None


class SealOn(Action):
    """The engine seals for a side that has sealed several turns, or ends that."""

    role: ClassVar[Role] = Role.ENGINE
    title: ClassVar[str] = "Seal by what was sealed before"
    verb: Literal["seal-on"] = "seal-on"
    side: str = Field(description="side that has sealed ahead")


WhyOver: TypeAlias = Literal["turns", "until", "orders", "joined", "no orders"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnsWritten(Event):
    """For how many turns the side's next seal is; None: for the one that it is."""

    kind: Literal["turns-written"] = "turns-written"
    side: SideId
    turns: SealedTurns | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnsOver(Event):
    """What a side has sealed ahead is over and it is asked again, for the side to know."""

    kind: Literal["turns-over"] = "turns-over"
    side: SideId
    why: WhyOver
    until: Stop | None = None
    """What it was to last until, where that has come."""


AheadEvent: TypeAlias = TurnsWritten | TurnsOver
TurnsEvent: TypeAlias = SealingEvent | AheadEvent
"""To be added to the union of events of a rule set in which turns are sealed."""


# ── What is kept ──────────────────────────────────────────────────────────────────────────────────────────────────


class _Sealed(Protocol):
    @property
    def envelope(self) -> Envelope | None: ...
    @property
    def orders(self) -> Orders: ...
    @property
    def sealed_turns(self) -> tuple[SealedTurns, ...]: ...


WithTurns = TypeVar("WithTurns", bound=_Sealed)


def evolve_turns(state: WithTurns, event: TurnsEvent) -> WithTurns:
    """The envelope and what is sealed ahead, after the event."""
    match event:
        case TurnsWritten():
            mine = () if event.turns is None else (event.turns,)
            return replace(state, sealed_turns=(*_others(state, event.side), *mine))
        case TurnsOver():
            return replace(state, sealed_turns=_others(state, event.side))
        case _:
            changed = replace(state, envelope=evolve_envelope(state.envelope, event))
    if isinstance(event, OrdersSealed) and not event.left:
        bound = tuple(order.number for order in state.orders.of(event.side) if not order.stopped)
        return replace(changed, sealed_turns=tuple(_bound(each, event.side, bound) for each in state.sealed_turns))
    if isinstance(event, SealBroken):
        return replace(changed, sealed_turns=_others(state, event.side))
    return changed


def _others(state: _Sealed, side: SideId) -> tuple[SealedTurns, ...]:
    return tuple(each for each in state.sealed_turns if each.side != side)


def _bound(turns: SealedTurns, side: SideId, orders: tuple[int, ...]) -> SealedTurns:
    """From the side's first seal on."""
    return replace(turns, bound=orders) if turns.side == side and turns.bound is None else turns


# ── Writing it, and sealing by it ─────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, kw_only=True)
class SealingAhead(Generic[S]):
    """Seals for several turns of a rule set. `turn`: the one that has come."""

    table: OrderTable[S]
    sealing: Sealing[S]
    until: Until[S]
    turn: Callable[[S], int]
    turns: Callable[[S], tuple[SealedTurns, ...]]

    def of(self, state: S, side: SideId) -> SealedTurns | None:
        return next((each for each in self.turns(state) if each.side == side), None)

    def due(self, state: S) -> SideId | None:
        """The side in whose name the envelope that waits is sealed, or which is asked again."""
        bound = [each.side for each in self.turns(state) if each.bound is not None]
        found = self.sealing.envelope(state) if bound and self.table.phase(state) else None
        if found is None or found.opened:
            return None
        return next((side for side in bound if found.unwritten(side) is not None), None)

    def require_free(self, state: S, side: SideId) -> None:
        """Raises RuleViolation for a side that has sealed more than this turn: its orders stand as they are."""
        turns = self.of(state, side)
        if turns is not None and turns.bound is not None:
            raise RuleViolation(
                Why.SEALED_AHEAD,
                "Your side has sealed more than one turn.",
                remedy=("Use ", SealAhead, " with turns 1 to take it back, or wait until you are asked."),
            )

    def may_write(self, state: S, side: SideId) -> bool:
        """Whether the side can say now that its next seal is for several turns."""
        return lawful(self.write, state, SealAhead(), Actor.player(side))

    def write(self, state: S, action: SealAhead, by: Actor) -> Sequence[Event]:
        """For how long the next seal binds; for this turn alone it takes back what was sealed ahead. Raises
        RuleViolation for a side that is not asked to seal, or has sealed; for what cannot come, or comes too late."""
        side = require_command(by, by.side)
        if action.turns == 1:
            if action.until is not None:
                raise RuleViolation(
                    Why.NO_LENGTH,
                    "A seal for this turn alone ends with it.",
                    remedy="Seal for more turns, or leave their number out.",
                )
            if self.sealing.envelope(state) is None and self.of(state, side) is None:
                raise not_asked("Nobody has asked you for sealed orders.")
            return [TurnsWritten(side=side, turns=None, audience=(side,))]
        found = self.sealing.envelope(state)
        if found is None:
            raise not_asked("Nobody has asked you for sealed orders.")
        found.asked_of(side)
        self.sealing.unsealed(state, side)
        self.require_free(state, side)
        first = self.turn(state)
        last = first + (action.turns or LONGEST) - 1
        stop = None
        if action.until is not None:
            stop = self.until.read(state, side, (), action.until, "later")
            require_reached((stop.number if self.until.kind(stop.kind).clock else None,), (last, ""))
        before = () if stop is None else self._signs(state, side, stop)
        units = tuple(self.table.units(state, side))
        turns = SealedTurns(side, first, last, stop, before, units)
        return [TurnsWritten(side=side, turns=turns, audience=(side,))]

    def judge(self, state: S, action: SealOn, by: Actor) -> TurnsOver | Judged:
        """Raises RuleViolation where nothing is to be sealed for the side."""
        turns = self.of(state, action.side)
        if turns is None or self.due(state) != action.side:
            raise RuleViolation(Why.NOTHING_DUE, "Nothing is sealed ahead.", remedy="Go on with the battle.")
        why = self._over(state, turns)
        if why is not None:
            until = turns.until if why == "until" else None
            return TurnsOver(side=action.side, why=why, until=until, audience=(action.side,))
        return self.sealing.judge(state, SealOrders(), Actor.player(action.side))

    def carry_out(self, state: S, ready: TurnsOver | Judged, chance: Chance) -> Sequence[Event]:
        if isinstance(ready, TurnsOver):
            return [ready]
        events = self.sealing.carry_out(state, ready, chance)
        return [replace(event, ahead=True) if isinstance(event, OrdersSealed) else event for event in events]

    def _over(self, state: S, turns: SealedTurns) -> WhyOver | None:
        if self.turn(state) > turns.last:
            return "turns"
        if turns.until is not None and self._has_come(state, turns, turns.until):
            return "until"
        able = set(self.table.able(state, turns.side))
        if able - set(turns.units):
            return "joined"
        if not turns.bound:
            return "no orders"
        standing = {order.number: order for order in self.table.orders(state).of(turns.side)}
        kept = [standing.get(number) for number in turns.bound]
        if any(order is None or order.stopped or able & set(order.freed) for order in kept):
            return "orders"
        return None

    def _signs(self, state: S, side: SideId, stop: Stop) -> tuple[str, ...]:
        kind = self.until.kind(stop.kind)
        whom = (*self.table.units(state, side), *self.table.fallen(state, side))
        found = (sign for unit in (whom[:1] if kind.alike else whom) for sign in kind.signs(state, side, unit, stop))
        return tuple(dict.fromkeys(found))

    def _has_come(self, state: S, turns: SealedTurns, stop: Stop) -> bool:
        fresh = set(self._signs(state, turns.side, stop)) - set(turns.before)
        return len(fresh) >= (max(1, int(stop.number or 1)) if self.until.kind(stop.kind).counts else 1)


def ahead_words(until: Until[S], turns: SealedTurns) -> str:
    """ "for turns 3 to 5, or until the mill is reached"."""
    stop = turns.until
    ends = f", or until {until.kind(stop.kind).words(stop)}" if stop is not None else ""
    return f"for turns {turns.first} to {turns.last}{ends}"


_TURNS: TypeAdapter[SealedTurns] = TypeAdapter(SealedTurns)


def bound_words(turns: SealedTurns | None, part: Part) -> str:
    """What the seal that is the first of several binds besides the orders; on the sheet of whoever seals last."""
    if turns is None or turns.bound is not None or not part(""):
        return ""
    return _TURNS.dump_json(turns).decode()
