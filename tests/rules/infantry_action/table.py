"""A battle of Infantry Action period by period, as players play it: every action through `decide`, both sides seal, the
engine goes on, and each die is one that the test names.

    table = Table(field(section("able", ATTACKER), section("red", DEFENDER, at=(100, 150), facing=SOUTH)), "1,1,3,3,3")
    table.period({"able": walk("100,90")}, fire=[Fire(unit="able", target="red")])
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from rules.battle.orders.sealing import SealOrders
from rules.infantry_action.actions.command import Instruct
from rules.infantry_action.actions.movement import OrderGroup
from rules.infantry_action.decide import decide
from rules.infantry_action.evolve import evolve
from rules.infantry_action.prompt import proceed, prompt
from rules.infantry_action.state import PeriodStep, State
from rules.kernel.action import ENGINE, Action, Actor
from rules.kernel.chance import Scripted, Seeded
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation


class Table:
    """A battle under way: its state, what has happened, and the dice that are still to fall."""

    def __init__(self, state: State, dice: str = "") -> None:
        self.state = state
        self.events: list[Event] = []
        self.chance = Scripted(dice)

    def do(self, action: Action, by: Actor) -> list[Event]:
        """What players do draws the salts of their seals; the dice of the table fall when the engine goes on."""
        chance = self.chance if by == ENGINE else Seeded(b"salt" * 8, len(self.events) + 1)
        found = list(decide(self.state, action, by, chance))
        for event in found:
            self.state = evolve(self.state, event)
        self.events += found
        return found

    def refused(self, action: Action, by: Actor | None = None) -> str:
        """The code of the refusal."""
        with pytest.raises(RuleViolation) as found:
            self.do(action, by or self.owner(action))
        return found.value.code

    def owner(self, action: Action) -> Actor:
        """Whose group the action is for."""
        unit = str(getattr(action, "unit", ""))
        vehicle = self.state.find_vehicle(unit)
        group = self.state.group(vehicle.group if vehicle is not None else unit)
        return Actor.player(group.side)

    def write(self, *actions: Action) -> None:
        for action in actions:
            self.do(action, self.owner(action))

    def hold(self) -> None:
        """Nobody fires unless a test says so."""
        for side in self.state.sides:
            self.do(Instruct(fire="hold"), Actor.player(side.key))

    def seal(self) -> None:
        """Each side that is asked seals, and the battle goes on until somebody is asked again."""
        for ask in prompt(self.state).asks:
            self.do(SealOrders(), Actor.player(ask.side))
        while not prompt(self.state) and (step := proceed(self.state)) is not None:
            self.do(step, ENGINE)

    def to_fire(self, *orders: Action) -> None:
        """These orders are written, sealed and carried out, and both sides look out."""
        self.write(*orders)
        self.seal()

    def fire(self, *plans: Action) -> None:
        """What is fired is written and sealed; the period goes on to the orders of the next."""
        assert self.state.step is PeriodStep.DECLARATION, "nobody could fire"
        self.write(*plans)
        self.seal()

    def period(self, *orders: Action, fire: Sequence[Action] = ()) -> None:
        """A whole period, to the orders of the next. `fire` is written where the battle asks for fire."""
        self.to_fire(*orders)
        if fire or self.state.step is PeriodStep.DECLARATION:
            self.fire(*fire)

    def happened(self, kind: str) -> list[Any]:
        return [event for event in self.events if getattr(event, "kind", "") == kind]

    def total(self, target: str = "") -> dict[str, int]:
        """The items of the last total scored against a group, or of the last of all, by their ids."""
        last = [e for e in self.happened("fire-resolved") if not target or e.target == target][-1]
        return added(last.total.items)

    def finish(self) -> None:
        """Every die that the test has named has fallen."""
        self.chance.finish()


def added(items: Iterable[Any]) -> dict[str, int]:
    """The amounts of items by their ledger ids, without the book's prefix."""
    found: dict[str, int] = {}
    for item in items:
        name = item.citation.removeprefix("IA-")
        found[name] = found.get(name, 0) + item.amount
    return found


def walk(unit: str, to: str, **changes: Any) -> OrderGroup:
    return OrderGroup(unit=unit, pace="walk", to=to, **changes)
