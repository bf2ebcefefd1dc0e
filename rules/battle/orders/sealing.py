"""Sealed orders: all sides order a whole phase at once, in an envelope that opens with the last seal.

All may read the seals, nobody what they bind. Once the envelope is open the orders are followed, a unit without one
holds, and nobody is asked anything that orders or the book's default can answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Generic, Literal, TypeAlias, TypeVar

from pydantic import TypeAdapter

from rules.action import Action, Actor, SideId
from rules.asking import Ask, Offer
from rules.battle.admission import not_asked
from rules.battle.envelope import Envelope, Sheet, laid_out, lifted, sealed
from rules.battle.orders.data import Order
from rules.battle.orders.giving import require_command
from rules.battle.orders.table import Table
from rules.chance import Chance
from rules.changing import replace
from rules.event import Event
from rules.violation import RuleViolation

S = TypeVar("S")
_SHEET: TypeAdapter[tuple[Order, ...]] = TypeAdapter(tuple[Order, ...])
_SALT = 32
"""Hexadecimal digits of a salt."""


class SealOrders(Action):
    """The side's orders for the phase are in the envelope."""

    title: ClassVar[str] = "Seal orders"
    summary: ClassVar[str] = "Seal your orders for the phase; with the last seal they are carried out"
    chapter: ClassVar[str] = "orders"
    verb: Literal["seal-orders"] = "seal-orders"


class BreakSeal(Action):
    """The side takes its orders out of the envelope to change them."""

    title: ClassVar[str] = "Break seal"
    summary: ClassVar[str] = "Take your sealed orders back to change them, as long as the other side has not sealed"
    chapter: ClassVar[str] = "orders"
    verb: Literal["break-seal"] = "break-seal"


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersSealed(Event):
    """A side's seal, for all to read."""

    kind: Literal["orders-sealed"] = "orders-sealed"
    side: SideId
    envelope: str
    """The envelope's key."""
    sides: tuple[SideId, ...]
    """Whose orders go into it."""
    seal: str
    absent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetKept(Event):
    """What a seal binds, for its own side: the words and the salt."""

    kind: Literal["sheet-kept"] = "sheet-kept"
    side: SideId
    words: str
    salt: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SealBroken(Event):
    """A side has taken its orders out of the envelope."""

    kind: Literal["seal-broken"] = "seal-broken"
    side: SideId


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersOpened(Event):
    """The envelope is open; what lies in it shows as it is carried out."""

    kind: Literal["orders-opened"] = "orders-opened"
    envelope: str


SealingEvent: TypeAlias = OrdersSealed | SheetKept | SealBroken | OrdersOpened


def evolve_envelope(envelope: Envelope | None, event: SealingEvent) -> Envelope | None:
    """The envelope after the event; a seal on another one begins that."""
    if isinstance(event, OrdersSealed) and (envelope is None or envelope.key != event.envelope):
        envelope = laid_out(event.envelope, ((side, "") for side in event.sides))
    if envelope is None:
        return None
    match event:
        case OrdersSealed():
            return _changed(envelope, replace(envelope.sheet((event.side, "")), seal=event.seal, absent=event.absent))
        case SheetKept():
            return _changed(envelope, replace(envelope.sheet((event.side, "")), words=event.words, salt=event.salt))
        case SealBroken():
            return _changed(envelope, Sheet(event.side))
        case OrdersOpened():
            return replace(envelope, opened=True)


def _changed(envelope: Envelope, sheet: Sheet) -> Envelope:
    return replace(envelope, sheets=tuple(sheet if each.side == sheet.side else each for each in envelope.sheets))


def opened(envelope: Envelope | None) -> bool:
    """Whether what the sides have sealed is being carried out."""
    return envelope is not None and envelope.opened


@dataclass(frozen=True, slots=True)
class Sealing(Generic[S]):
    """Sealed orders. `words`: what a side's sheet says as things stand; `envelope`: the one that is due now, empty or
    not; None where orders are not sealed, or not in this phase."""

    words: Callable[[S, SideId], str]
    envelope: Callable[[S], Envelope | None]
    unwritten: str = "units without orders hold"
    """What becomes of those for whom nothing is written."""

    def open(self, state: S) -> bool:
        """Whether what the sides have sealed is being carried out."""
        return opened(self.envelope(state))

    def asks(self, state: S, question: str) -> tuple[Ask, ...]:
        """The sides whose seal is missing, each asked for it."""
        found = self.envelope(state)
        if found is None or found.opened:
            return ()
        seal = Offer(SealOrders(), "Seal your orders", detail=self.unwritten)
        return tuple(
            Ask(key=f"seal:{found.key}:{side}", side=side, question=question, default=SealOrders(), quick=(seal,))
            for side, _ in found.waits_for()
        )

    def require_unsealed(self, state: S, side: SideId) -> None:
        """Orders in the envelope stand as they are, until it is open and its phase is over."""
        found = self.envelope(state)
        sheet = next((sheet for sheet in found.sheets if sheet.side == side), None) if found is not None else None
        if found is None or sheet is None:
            return
        if found.opened:
            raise RuleViolation(
                "envelope-opened", "The orders of this phase are being carried out.", remedy="Order the next phase."
            )
        if sheet.seal:
            raise RuleViolation("sealed", "Your orders are sealed.", remedy=("Use ", BreakSeal, " first."))

    # ── The deeds ─────────────────────────────────────────────────────────────────────────────────────────────────

    def judge(self, state: S, action: SealOrders, by: Actor) -> tuple[Envelope, Sheet]:
        """Raises RuleViolation for a side that is not asked for orders, or has sealed them."""
        side = require_command(by, by.side)
        found = self._due(state)
        sheet = found.sheet((side, ""))
        if sheet.seal:
            raise RuleViolation("sealed", "Your orders are sealed already.", remedy="Wait for the other side.")
        return found, replace(sheet, words=self.words(state, side), absent=by.absent)

    def carry_out(self, state: S, ready: tuple[Envelope, Sheet], chance: Chance) -> list[Event]:
        """The seal for all, what it binds for the side, and that the envelope is open with the last one."""
        before, sheet = ready
        dice = chance.dice(_SALT, sides=16, for_="salt")
        salt = "".join(f"{die - 1:x}" for die in dice)
        draws = chance.taken()
        assert sheet.words is not None
        after = sealed(before, sheet.writer, salt, sheet.words)
        events: list[Event] = [
            OrdersSealed(
                side=sheet.side,
                envelope=before.key,
                sides=tuple(each.side for each in before.sheets),
                seal=after.sheet(sheet.writer).seal,
                absent=sheet.absent,
            ),
            SheetKept(side=sheet.side, words=sheet.words, salt=salt, audience=(sheet.side,), draws=draws),
        ]
        return [*events, OrdersOpened(envelope=before.key)] if after.opened else events

    def break_seal(self, state: S, action: BreakSeal, by: Actor) -> list[Event]:
        """Raises RuleViolation where nothing of the side's is sealed, or another side has sealed."""
        side = require_command(by, by.side)
        lifted(self._due(state), (side, ""))
        return [SealBroken(side=side)]

    def _due(self, state: S) -> Envelope:
        found = self.envelope(state)
        if found is None:
            raise not_asked("Nobody has asked you for sealed orders.")
        return found


def listed(table: Table[S]) -> Callable[[S, SideId], str]:
    """The words of a sheet of standing orders: those of the side for the phase that runs."""

    def words(state: S, side: SideId) -> str:
        phase = table.phase(state)
        found = tuple(order for order in table.orders(state).of(side) if phase in order.phases)
        return _SHEET.dump_json(found).decode()

    return words
