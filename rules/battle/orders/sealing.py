"""Sealed orders: all sides order a whole phase at once, in an envelope that opens with the last seal.

A side seals in one, or its players one after the other for their own units: it is asked until nothing is left. All may
read the seals, nobody what they bind. Once the envelope is open the orders are followed, a unit without one holds, and
nobody is asked anything that orders or the book's default can answer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Generic, Literal, TypeAlias, TypeVar

from pydantic import Field, TypeAdapter

from rules.battle.admission import not_asked
from rules.battle.envelope import Envelope, Sheet, joined, laid_out, lifted, not_sealed, parted, sealed
from rules.battle.orders.data import Order
from rules.battle.orders.giving import require_command
from rules.battle.orders.table import OrderTable
from rules.kernel.action import Action, Actor, OwnUnit, SideId
from rules.kernel.chance import Chance
from rules.kernel.changing import replace
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.seam.asking import ALL_KNOWN, Ask, Offer, PublicKnowledge, SealState, Wording, put_to

S = TypeVar("S")
_SHEET: TypeAdapter[tuple[Order, ...]] = TypeAdapter(tuple[Order, ...])
SEALED_ORDERS = "sealed-orders"
"""The house rule's switch, in each book that has it."""
_SALT = 32
"""Hexadecimal digits of a salt."""
Part: TypeAlias = Callable[[str], bool]
"""Whether a unit's orders are on a sheet; with "" whether that of nobody is."""


class SealOrders(Action):
    """The side's orders for the phase are in the envelope."""

    title: ClassVar[str] = "Seal orders"
    summary: ClassVar[str] = "Seal your orders for the phase; with the last seal they are carried out"
    chapter: ClassVar[str] = "orders"
    stands_for: ClassVar[str] = "units"
    verb: Literal["seal-orders"] = "seal-orders"
    units: Annotated[tuple[OwnUnit, ...], Field(description="only of these units; empty: of all that are yours")] = ()


class BreakSeal(Action):
    """The side takes its orders out of the envelope to change them."""

    title: ClassVar[str] = "Break seal"
    summary: ClassVar[str] = "Take your sealed orders back to change them, as long as the other side has not sealed"
    chapter: ClassVar[str] = "orders"
    stands_for: ClassVar[str] = "units"
    verb: Literal["break-seal"] = "break-seal"
    units: Annotated[tuple[OwnUnit, ...], Field(description="only of these units; empty: of all that are yours")] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersSealed(Event):
    """A side's seal, for all to read. `units`: whose orders it binds, none where it is all of the side; `left`: those
    of the side that are still to be sealed."""

    kind: Literal["orders-sealed"] = "orders-sealed"
    side: SideId
    envelope: str
    """The envelope's key."""
    sides: tuple[SideId, ...]
    """Whose orders go into it."""
    seal: str
    absent: bool = False
    units: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    ahead: bool = False
    """The engine has set it, by what the side has sealed ahead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetKept(Event):
    """What a seal binds, for its own side: the words and the salt."""

    kind: Literal["sheet-kept"] = "sheet-kept"
    side: SideId
    words: str
    salt: str
    units: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SealBroken(Event):
    """A side has taken its orders out of the envelope; `units`: only what was sealed for these."""

    kind: Literal["seal-broken"] = "seal-broken"
    side: SideId
    units: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersOpened(Event):
    """The envelope is open; what lies in it shows as it is carried out."""

    kind: Literal["orders-opened"] = "orders-opened"
    envelope: str


SealingEvent: TypeAlias = OrdersSealed | SheetKept | SealBroken | OrdersOpened


def evolve_envelope(envelope: Envelope | None, event: SealingEvent) -> Envelope | None:
    """The envelope after the event; a seal on another one begins that."""
    if isinstance(event, OrdersSealed) and (envelope is None or envelope.key != event.envelope):
        envelope = laid_out(event.envelope, ((side, ()) for side in event.sides))
    if envelope is None:
        return None
    match event:
        case OrdersSealed():
            own = (event.side, event.units)
            envelope = parted(envelope, own, event.left)
            return _changed(envelope, replace(envelope.sheet(own), seal=event.seal, absent=event.absent))
        case SheetKept():
            sheet = envelope.sheet((event.side, event.units))
            return _changed(envelope, replace(sheet, words=event.words, salt=event.salt))
        case SealBroken():
            return joined(envelope, event.side, event.units)
        case OrdersOpened():
            return replace(envelope, opened=True)


def _changed(envelope: Envelope, sheet: Sheet) -> Envelope:
    return replace(envelope, sheets=tuple(sheet if each.writer == sheet.writer else each for each in envelope.sheets))


def opened(envelope: Envelope | None) -> bool:
    """Whether what the sides have sealed is being carried out."""
    return envelope is not None and envelope.opened


@dataclass(frozen=True, slots=True)
class Judged:
    """A seal that may be set: the envelope with a sheet for it, which is not sealed yet, and whom it leaves."""

    envelope: Envelope
    sheet: Sheet
    left: tuple[str, ...]


def nobody(side: SideId) -> tuple[str, ...]:
    """Whom a side may pick where it orders by letters alone."""
    return ()


def nothing(side: SideId) -> tuple[Offer, ...]:
    """What it may answer besides sealing."""
    return ()


@dataclass(frozen=True, slots=True)
class Sealing(Generic[S]):
    """Sealed orders. `words`: what a sheet of the side says as things stand; `units`: those of the side that may get
    orders; `envelope`: the one that is due now, empty or not; None where orders are not sealed, or not in this phase.
    """

    words: Callable[[S, SideId, Part], str]
    units: Callable[[S, SideId], Sequence[str]]
    envelope: Callable[[S], Envelope | None]
    unwritten: str = "units without orders hold"
    """What becomes of those for whom nothing is written."""

    def open(self, state: S) -> bool:
        """Whether what the sides have sealed is being carried out."""
        return opened(self.envelope(state))

    def asks(
        self,
        state: S,
        words: Wording,
        *,
        known: PublicKnowledge = ALL_KNOWN,
        may_pick: Callable[[SideId], tuple[str, ...]] = nobody,
        own: Callable[[SideId], tuple[Offer, ...]] = nothing,
    ) -> tuple[Ask, ...]:
        """The sides whose seal is missing, each asked for it; of a side that has sealed for some units those who
        command the others. `known`: what everybody knows of the units; `may_pick`: those that a side may; `own`: what
        it may answer besides, on its own panel alone, for what is written is its secret."""
        found = self.envelope(state)
        if found is None or found.opened:
            return ()
        return tuple(
            self._ask(self._left(state, found, side), found, side, words, known, may_pick(side), own(side))
            for side, _ in found.waits_for()
        )

    def _ask(
        self,
        left: tuple[str, ...],
        found: Envelope,
        side: SideId,
        words: Wording,
        known: PublicKnowledge,
        units: tuple[str, ...],
        own: tuple[Offer, ...],
    ) -> Ask:
        ask = put_to(
            side,
            f"seal:{found.key}:{side}",
            words,
            SealOrders(units=left) if left else SealOrders(),
            known=known,
            units=tuple(unit for unit in units if not left or unit in left),
            quick=(Offer(SealOrders(), "Seal your orders", detail=self.unwritten),),
            about=left,
        )
        return replace(ask, quick=(*own, *ask.quick), each=True, face=replace(ask.face, seals=_far(found)))

    def sealed(self, state: S, side: SideId) -> tuple[str, ...]:
        """The side's units whose orders are in the envelope, until it is open."""
        found = self.envelope(state)
        if found is None or found.opened or not found.of(side):
            return ()
        bound = found.bound(side) if found.unwritten(side) is not None else None
        return tuple(unit for unit in self.units(state, side) if bound is None or unit in bound)

    def unsealed(self, state: S, side: SideId, units: Sequence[str] = ()) -> tuple[str, ...]:
        """These units, or where none is named those of the side that still may be ordered: none where that is all of
        it. Orders in the envelope stand as they are, until it is open and its phase is over: raises RuleViolation."""
        found = self.envelope(state)
        if found is None or not found.of(side):
            return tuple(units)
        if found.opened:
            raise RuleViolation(
                "envelope-opened", "The orders of this phase are being carried out.", remedy="Order the next phase."
            )
        if found.unwritten(side) is None:
            raise RuleViolation("sealed", "Your orders are sealed.", remedy=("Use ", BreakSeal, " first."))
        if found.bound(side) & set(units):
            raise RuleViolation(
                "sealed", "Orders of these units are sealed.", remedy=("Use ", BreakSeal, " first, or name others.")
            )
        return tuple(units) or self._left(state, found, side)

    def _left(self, state: S, found: Envelope, side: SideId) -> tuple[str, ...]:
        """Those of the side that are still to be sealed, where others are; where all of these are lost, they all the
        same."""
        bound, unwritten = found.bound(side), found.unwritten(side)
        if not bound or unwritten is None:
            return ()
        return tuple(unit for unit in self.units(state, side) if unit not in bound) or unwritten.units

    # ── The deeds ─────────────────────────────────────────────────────────────────────────────────────────────────

    def judge(self, state: S, action: SealOrders, by: Actor) -> Judged:
        """Raises RuleViolation for a side that is not asked for orders, or has sealed them; for units likewise."""
        side = require_command(by, by.side)
        found = self._due(state)
        found.asked_of(side)
        bound = found.bound(side)
        if found.unwritten(side) is None or (action.units and bound.issuperset(action.units)):
            raise RuleViolation("sealed", "Your orders are sealed already.", remedy="Wait for the others.")
        free = self._left(state, found, side) or tuple(self.units(state, side))
        own = tuple(unit for unit in free if unit in action.units) if action.units and free else free
        if free and not own:
            raise RuleViolation(
                "none-to-seal", "None of these units takes orders now.", remedy="Name others of your units."
            )
        left = tuple(unit for unit in free if unit not in own)
        own = own if left or bound else ()
        after = parted(found, (side, own), left)
        words = self.words(state, side, _part(own, bound, left))
        return Judged(after, replace(after.sheet((side, own)), words=words, absent=by.absent), left)

    def carry_out(self, state: S, ready: Judged, chance: Chance) -> list[Event]:
        """The seal for all, what it binds for the side, and that the envelope is open with the last one."""
        before, sheet = ready.envelope, ready.sheet
        dice = chance.dice(_SALT, sides=16, for_="salt")
        salt = "".join(f"{die - 1:x}" for die in dice)
        draws = chance.taken()
        assert sheet.words is not None
        after = sealed(before, sheet.writer, salt, sheet.words)
        events: list[Event] = [
            OrdersSealed(
                side=sheet.side,
                envelope=before.key,
                sides=tuple(dict.fromkeys(each.side for each in before.sheets)),
                seal=after.sheet(sheet.writer).seal,
                absent=sheet.absent,
                units=sheet.units,
                left=ready.left,
            ),
            SheetKept(
                side=sheet.side,
                words=sheet.words,
                salt=salt,
                units=sheet.units,
                audience=(sheet.side,),
                draws=draws,
            ),
        ]
        return [*events, OrdersOpened(envelope=before.key)] if after.opened else events

    def break_seal(self, state: S, action: BreakSeal, by: Actor) -> list[Event]:
        """Each seal that binds one of these units, or the side's, is gone. Raises RuleViolation where nothing of the
        side's is sealed, or another side has sealed."""
        side = require_command(by, by.side)
        found = self._due(state)
        whom, own = set(action.units), [sheet for sheet in found.asked_of(side) if sheet.seal]
        broken = [sheet for sheet in own if not whom or not sheet.units or whom & set(sheet.units)]
        if not broken:
            raise not_sealed()
        for sheet in broken:
            lifted(found, sheet.writer)
        return [SealBroken(side=side, units=tuple(unit for sheet in broken for unit in sheet.units))]

    def _due(self, state: S) -> Envelope:
        found = self.envelope(state)
        if found is None:
            raise not_asked("Nobody has asked you for sealed orders.")
        return found


def _far(envelope: Envelope) -> tuple[tuple[SideId, SealState], ...]:
    """How far each side is with its seals, which all may read."""
    found: dict[SideId, SealState] = {}
    for side in dict.fromkeys(sheet.side for sheet in envelope.sheets):
        sealed_ = [bool(sheet.seal) for sheet in envelope.of(side)]
        found[side] = "sealed" if all(sealed_) else "sealed in part" if any(sealed_) else "open"
    return tuple(found.items())


def _part(own: Collection[str], bound: Collection[str], left: Collection[str]) -> Part:
    """What goes on the sheet of these units: with the last of a side all that is on no other."""

    def on_it(unit: str) -> bool:
        return unit in own or (not left and unit not in bound)

    return on_it


def listed(table: OrderTable[S]) -> Callable[[S, SideId, Part], str]:
    """The words of a sheet of standing orders: those of the side for the phase that runs, as far as they are for the
    units of the sheet."""

    def words(state: S, side: SideId, part: Part) -> str:
        phase = table.phase(state)
        found = tuple(
            own
            for order in table.orders(state).of(side)
            if phase in order.phases and (own := _for(order, table.of_whom(state, order), part)) is not None
        )
        return _SHEET.dump_json(found).decode()

    return words


def _for(order: Order, whom: Sequence[str], part: Part) -> Order | None:
    """The order as far as it is for the units of a sheet; None where it is for none of them."""
    own = tuple(unit for unit in whom if part(unit))
    if len(own) == len(whom):
        return order
    return replace(order, units=own, freed=tuple(unit for unit in order.freed if unit in own)) if own else None
