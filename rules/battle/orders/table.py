"""What a rule set fills in to have orders: its kinds of steps and stops, and where in its state the orders are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from rules.battle.deed import Deeds
from rules.battle.orders.data import Order, Orders, Step, Stop
from rules.battle.orders.places import Whereabouts, named_stops
from rules.battle.orders.stops import StopKind
from rules.kernel.action import Action, SideId
from rules.seam.asking import Offer

S = TypeVar("S")
Comes: TypeAlias = Callable[[S, SideId, str, Step], Iterator[Action]]
"""What a step comes to for a unit."""

NEAR, LEAST = ", no nearer to an enemy than {} in", " at {} % or better"
"""How the number of a step is said: of one that goes somewhere, of one that is worth its chance."""


@dataclass(frozen=True, slots=True)
class StepKind(Generic[S]):
    """A kind of step. `moments`: when in a turn it means anything."""

    key: str
    moments: tuple[str, ...]
    comes_to: Callable[[S, SideId, str, Step], Iterable[Action]]
    """The actions that it may come to for a unit, the best first; the first that its deed lets the player do is done.
    They come from the unit's offers wherever there are some."""
    words: Callable[[S, Step], str]
    idle: bool = False
    """The unit does nothing: only when no other unit has anything better to do."""
    goes: bool = False
    """It leads the unit away from where it stands, and the unit may do more than one thing in its turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderTable(Generic[S]):
    """A rule set's orders."""

    steps: tuple[StepKind[S], ...]
    stops: tuple[StopKind[S], ...]
    orders: Callable[[S], Orders]
    deeds: Deeds[S]
    """What players can do by hand."""
    phases: tuple[str, ...]
    """Those in which orders are followed."""
    phase: Callable[[S], str]
    """The one that it is now; "" when orders could answer nothing."""
    moment: Callable[[S], str]
    """What the battle waits for, in the steps' words: the phase, or what stands out from it (a joker)."""
    waiting: Callable[[S, SideId], Sequence[str]]
    """The side's units any of which could take it, the first to be thought of first."""
    units: Callable[[S, SideId], Sequence[str]]
    """All units that the side commands."""
    able: Callable[[S, SideId], Sequence[str]]
    """Those of them that are left to take orders."""
    must: Callable[[S, SideId, str], Iterable[Action]]
    """What a unit has to do now before it does anything that was ordered (rally)."""
    unordered: Callable[[S, SideId], Order | None]
    """What holds for units without an order that stands; None: their side is asked. Its number is 0."""
    name: Callable[[S, str], str]
    """A unit's name."""
    where: Whereabouts[S]
    """Who stands where, as the side knows it: what orders last until is judged by it."""
    opens: Callable[[S], bool] = lambda state: False
    """Whether a phase or turn in which orders are followed begins, and nothing has been done in it yet: the time to ask
    for what stops have found in the one before."""
    amid: Callable[[S, str], bool] = lambda state, unit: False
    """Whether a unit is in the middle of a volley, which no stop breaks in two."""
    fallen: Callable[[S, SideId], Sequence[str]] = lambda state, side: ()
    """Units that the side has lost, whose signs still count."""

    def step(self, key: str) -> StepKind[S]:
        """Raises KeyError for a step that the rule set does not have (any more)."""
        return _named(self.steps, key)

    def stop(self, key: str) -> StopKind[S]:
        """Raises KeyError for a stop that the rule set does not have (any more)."""
        found = next((kind for kind in self.stops if kind.key == key), None)
        return found if found is not None else _named(named_stops(self.where), key)

    def phases_of(self, steps: Iterable[Step]) -> tuple[str, ...]:
        """When a list is followed: in the phases of what is done in it, and where it begins with holding also whenever
        one may hold; so is a list of nothing but holding."""
        kinds = [self.step(step.kind) for step in steps]
        done = {moment for kind in kinds if not kind.idle for moment in kind.moments} & set(self.phases)
        first = next((kind for kind in kinds if set(kind.moments) & set(self.phases)), None)
        held = first is not None and first.idle and len(first.moments) > 1
        found = {moment for kind in kinds for moment in kind.moments} if held or not done else done
        return tuple(phase for phase in self.phases if phase in found)

    def steps_at(self, steps: Sequence[Step], moment: str) -> tuple[Step, ...]:
        """The list at that moment. "Hold, else fire" is for two phases: whoever may hold in both holds in the one, and
        fires in the other if they can."""
        now = [step for step in steps if moment in self.step(step.kind).moments]
        return tuple(sorted(now, key=lambda step: self.step(step.kind).idle and len(self.step(step.kind).moments) > 1))

    def order_of(self, state: S, side: SideId, unit: str) -> Order | None:
        """The order that stands for the unit and has a word for what the battle waits for."""
        order = self.orders(state).for_unit(side, unit, self.phase(state))
        if order is None or not order.stands_for(unit):
            return None
        moment = self.moment(state)
        return order if any(moment in self.step(step.kind).moments for step in order.steps) else None

    def of_whom(self, state: S, order: Order) -> tuple[str, ...]:
        return order.units or (*self.units(state, order.side), *self.fallen(state, order.side))

    def looked_at(self, state: S, order: Order, kind: StopKind[S]) -> tuple[str, ...]:
        """The units by which such a stop is judged for the whole order."""
        whom = self.of_whom(state, order)
        return whom[:1] if kind.alike else whom

    def signs(self, state: S, order: Order) -> tuple[str, ...]:
        """All that its stops look for and find now."""
        found = (
            self.found(state, order, stop, unit)
            for stop in order.stops
            for unit in self.looked_at(state, order, self.stop(stop.kind))
        )
        return tuple(dict.fromkeys(sign for signs in found for sign in signs))

    def found(self, state: S, order: Order, stop: Stop, unit: str) -> Iterator[str]:
        kind = self.stop(stop.kind)
        return (f"{stop.kind}: {sign}" for sign in kind.signs(state, order.side, unit, stop))


def step_words(word: str, name: Callable[[S, str], str], limit: str = "", toward: str = "") -> Callable[[S, Step], str]:
    """What is done, with whom or where it is about (`toward` before that), and its number as `limit` has it. `name`: of
    a unit; a place is called what it was called."""

    def words(state: S, step: Step) -> str:
        at = f"{toward} {name(state, step.at)}" if step.at else ""
        return f"{word}{at}{limit.format(f'{step.number:g}') if step.number is not None else ''}"

    return words


def _named(kinds: Iterable[Any], key: str) -> Any:
    for kind in kinds:
        if kind.key == key:
            return kind
    raise KeyError(key)


def taken(offer: Offer, **values: object) -> Action:
    """The action of an offer with what it still needs; the one place where orders make an action of an offer."""
    return offer.filled(**{name: value for name, value in values.items() if value is not None})
