"""The orders of a rule set at work: given, cancelled, repeated, sealed, followed. A rule set fills in a table, how a
list is read, and how long orders stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rules.battle.deed import AnyDeed, Deed, certain, lawful
from rules.battle.envelope import Envelope
from rules.battle.orders import giving
from rules.battle.orders.ahead import SealAhead, SealingAhead, SealOn, bound_words
from rules.battle.orders.data import SealedTurns, Step
from rules.battle.orders.following import Act, FollowOrders, Halt, due, follow, required
from rules.battle.orders.giving import CancelOrders, L, Lasts, RepeatOrders, require_command, strength_of
from rules.battle.orders.horizons import UNTIL, Until, require_until
from rules.battle.orders.sealing import BreakSeal, Part, Sealing, SealOrders, listed
from rules.battle.orders.table import OrderTable
from rules.kernel.action import Action, Actor, Role, SideId
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.once import once_a_state

S = TypeVar("S")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading(Generic[S, L]):
    """How a rule set's own `GiveOrders` is read. Each raises RuleViolation for what there is not."""

    action: type[Action]
    """Its class: L as an action."""
    steps: Callable[[S, SideId, L], list[Step]]
    turn: Callable[[S], int]
    """The one that has come."""
    until: Callable[[S, Lasts, Sequence[str]], tuple[int, str] | None]
    """The turn and phase with which orders lapse that are followed in these phases; None: they stand for good."""
    besides: Callable[[S, SideId, L], Sequence[Event]] = lambda state, side, action: ()
    """What else the form says (standing answers)."""


class StandingOrders(Generic[S]):
    """Over the deeds that players can do by hand. `envelope`: the one that is due now, empty or not; None where orders
    are not sealed, or not in this phase."""

    def __init__(
        self,
        table: OrderTable[S],
        envelope: Callable[[S], Envelope | None],
        turns: Callable[[S], tuple[SealedTurns, ...]],
        reading: Reading[S, Any],
    ) -> None:
        self.table = table
        orders = listed(table)

        def words(state: S, side: SideId, part: Part) -> str:
            return orders(state, side, part) + bound_words(self.ahead.of(state, side), part)

        self.sealing = Sealing(words, table.able, envelope)
        self.until = Until(stops=table.stops, where=table.where, turn=reading.turn, its_name=table.name)
        self.ahead = SealingAhead(table=table, sealing=self.sealing, until=self.until, turn=reading.turn, turns=turns)
        self.due = once_a_state(self._due)
        self._reading = reading
        self.rows: tuple[AnyDeed[S], ...] = (
            certain(reading.action, self._judging(reading.action)),
            certain(CancelOrders, self.cancel),
            certain(RepeatOrders, self.repeat),
            Deed(action=SealOrders, judge=self.sealing.judge, carry_out=self.sealing.carry_out),
            certain(BreakSeal, self.sealing.break_seal),
            certain(SealAhead, self.ahead.write),
            Deed(action=SealOn, judge=self.ahead.judge, carry_out=self.ahead.carry_out),
            Deed(action=FollowOrders, judge=self.judge, carry_out=self.carry_out),
        )

    @property
    def given(self) -> type[Action]:
        """The rule set's own `GiveOrders`."""
        return self._reading.action

    @property
    def actions(self) -> tuple[type[Action], ...]:
        """What players do with orders."""
        return tuple(row.action for row in self.rows if row.action.role is Role.PLAYER)

    def may(self, state: S, side: SideId, action: Action) -> bool:
        """Whether the side's player could give, take back or repeat such orders now."""
        row = next(row for row in self.rows if isinstance(action, row.action))
        return lawful(row.judge, state, action, Actor.player(side))

    def _judging(self, kind: type[Action]) -> Callable[[S, Any, Actor], Sequence[Event]]:
        def give(state: S, action: Any, by: Actor) -> Sequence[Event]:
            return self.give(state, action, by)

        # Like any other judge it says which action it is for.
        give.__annotations__["action"] = kind
        return give

    def _due(self, state: S, side: SideId) -> tuple[Act[S] | tuple[Halt, ...] | None]:
        return (due(self.table, state, side),)

    def answers(self, state: S, side: SideId) -> bool:
        """Whether the side's orders have something to say to what it would be asked now."""
        return self.due(state, side)[0] is not None

    def between(self, state: S, sides: Iterable[SideId]) -> FollowOrders | SealOn | None:
        """What the engine does between two phases or turns before anybody is asked to order or to seal: orders of a
        side stop, or tell; it seals for a side that has sealed ahead, or ends that."""
        stops = (side for side in sides if self.answers(state, side)) if self.table.opens(state) else iter(())
        if (side := next(stops, None)) is not None:
            return FollowOrders(side=side)
        sealed = self.ahead.due(state)
        return None if sealed is None else SealOn(side=sealed)

    def judge(self, state: S, action: FollowOrders, by: Actor) -> Act[S] | tuple[Halt, ...]:
        return required(self.due(state, action.side)[0])

    def carry_out(self, state: S, ready: Act[S] | tuple[Halt, ...], chance: Chance) -> Sequence[Event]:
        return follow(self.table, state, ready, chance)

    def _free(self, state: S, side: SideId, units: Sequence[str] = ()) -> tuple[str, ...]:
        """Those whose orders may be changed now. Raises RuleViolation for what is sealed, for this turn or ahead."""
        free = self.sealing.unsealed(state, side, units)
        self.ahead.require_free(state, side)
        return free

    def cancel(self, state: S, action: CancelOrders, by: Actor) -> Sequence[Event]:
        units = self._free(state, require_command(by, by.side), action.units)
        return giving.cancel(self.table, state, action.model_copy(update={"units": units}), by)

    def repeat(self, state: S, action: RepeatOrders, by: Actor) -> Sequence[Event]:
        among = self._free(state, require_command(by, by.side))
        given = giving.repeat(self.table, state, by, self._reading.until, among)
        for order in (event.order for event in given):
            for stop in (stop for stop in order.stops if stop.ends):
                self.until.require_to_come(state, order.side, order.units or self.table.units(state, order.side), stop)
        return given

    def give(self, state: S, action: Any, by: Actor) -> Sequence[Event]:
        """Raises RuleViolation for a list that says nothing, names what there is not, or ends before it is to ask."""
        side = require_command(by, by.side)
        units = self._free(state, side, action.units)
        giving.require_own(self.table, state, side, units)
        steps = self._reading.steps(state, side, action)
        require_until(action.lasts, action.until)
        until = self._reading.until(state, action.lasts, self.table.phases_of(steps))
        kinds = [stop.key for stop in self.table.stops]
        stops = giving.stops_of(action, self._reading.turn(state), kinds)
        if action.until is not None:
            stops.append(self.until.read(state, side, units, action.until, strength_of(action, UNTIL)))
        ends = (stop.number for stop in stops if stop.ends and self.table.stop(stop.kind).clock)
        giving.require_reached((action.ask_turn, *ends), until)
        given = giving.give(self.table, state, side, units, steps, stops, until, action.lasts)
        return [*given, *self._reading.besides(state, side, action)]
