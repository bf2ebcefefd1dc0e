"""Hands that play The Book and the Gun for people who are kept in a house: a raid by air, and those who keep them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.battle.orders.data import Step
from rules.book_and_gun.actions.battle import HoldAll
from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.orders.offered import breach, lead, offers, send_dog
from rules.book_and_gun.play.aboard.captives import led_by
from rules.book_and_gun.play.ground.housing import contains, house_at
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Unit
from rules.kernel.action import Action
from rules.seam.asking import Ask
from rules.seam.ruleset import AnyRuleSet
from rules.table.board import Point
from rules.table.measure import between
from tests.bench.aiming_units import AimingUnits, middle_of, towards
from tests.bench.aims import THERE, Intent, best

STRIKES = ("fire", "throw")
"""What hurts somebody."""


@dataclass(frozen=True, slots=True)
class Raiding(Intent):
    """An intent about people who are kept. `zone`: where they are safe; `away`: where an empty helicopter waits;
    `sits`: units that stay and fire; `dog`: the least chance with which a dog is sent."""

    zone: Point | None = None
    away: Point | None = None
    sits: tuple[str, ...] = ()
    dog: int | None = None


class AimingRaid(AimingUnits):
    """Lands, forces the house, has the people follow and leads them out; or holds what it has and fires."""

    intent: Raiding

    def __init__(self, intent: Raiding) -> None:
        super().__init__(intent)
        self._leading = frozenset[str]()

    def deeds(self, rules: AnyRuleSet, state: Any, ask: Ask) -> Iterator[Action]:
        battle: State = state.battle
        if ":movement:" in ask.key:
            for name in ask.units:
                yield from self._flies(battle, ask.side, name)
            yield from self._works(battle, ask)
            yield from self._brings(battle, [name for name in ask.units if name in self._leading])
            goes = tuple(u for u in ask.units if self._walks(battle.unit(u)) and u not in self._leading)
            yield from self._moves(rules, state, replace(ask, units=goes))
        elif ":fire:" in ask.key:
            yield from self._strikes(rules, state, ask)
            yield HoldAll(whole_phase=True)

    def _walks(self, unit: Unit) -> bool:
        return unit.id not in self.intent.sits and not unit.aboard

    # ── By air ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _flies(self, battle: State, side: str, name: str) -> Iterator[Action]:
        """Lets everybody out, then waits where nothing reaches it."""
        found = [offer for offer in offers(battle, side, name, "move") if isinstance(offer.action, Move)]
        yield from (each.action for each in found if each.label == "Touch down, all get out")
        craft = next((v for v in battle.vehicles_of(name) if v.flight and v.drives), None)
        to = self.intent.away
        if craft is None or craft.at is None or to is None or between(craft.at, to) <= THERE:
            return
        if not any(f.seat is not None and not f.seat.crews for f in battle.people_in(craft.id)):
            yield Move(unit=name, to=f"{to[0]:g},{to[1]:g}", flight="hover")

    # ── At the house ──────────────────────────────────────────────────────────────────────────────────────────────

    def _works(self, battle: State, ask: Ask) -> Iterator[Action]:
        """What comes before a move: a charge at the wall, the dog, a word to those who are to follow."""
        self._leading = frozenset(u for u in ask.units if any(led_by(battle, f) for f in battle.unit(u).fit))
        if self.intent.zone is None:
            return
        for name in ask.units:
            unit = battle.unit(name)
            if self._held(battle, unit):
                yield from breach(battle, ask.side, name, Step("breach"))
            if self.intent.dog is not None:
                yield from send_dog(battle, ask.side, name, Step("send the dog", number=self.intent.dog))
            yield from lead(battle, ask.side, name, Step("lead hostages"))

    def _held(self, battle: State, unit: Unit) -> bool:
        """Whether nobody of the side is in the house yet."""
        board = battle.board
        house = house_at(board, self.intent.aim) if board is not None else None
        own = (f for each in battle.units_of(unit.side) for f in each.fit if f.at is not None and not f.seat)
        return house is not None and not any(contains(house, f.at) for f in own if f.at is not None)

    def _brings(self, battle: State, led: Sequence[str]) -> Iterator[Action]:
        """To where the people are safe."""
        zone = self.intent.zone
        for unit in (battle.unit(name) for name in led):
            here = middle_of(unit)
            if zone is None or here is None or all(f.move_turn == battle.turn for f in unit.fit):
                continue
            yield from towards(battle, unit, here, zone, self.intent.corners)

    # ── Fire ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def _strikes(self, rules: AnyRuleSet, state: Any, ask: Ask) -> Iterator[Action]:
        """The shot or throw that is likeliest to do something."""
        if self.intent.worth is None:
            return
        for unit in ask.units:
            shots = [offer for verb in STRIKES for offer in offers(state.battle, ask.side, unit, verb)]
            found = best(rules, state, ask.side, shots)
            yield from (offer.action for chance, offer in found if chance >= self.intent.worth)
