"""Hands that play The Book and the Gun among civilians: they search and sweep, ask for fire, and walk a bomb."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.book_and_gun.actions.battle import HoldAll
from rules.book_and_gun.actions.devices import Detonate, SearchPeople
from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.orders.offered import offers
from rules.book_and_gun.state import CIVILIANS, State
from rules.book_and_gun.units import Unit
from rules.kernel.action import Action
from rules.seam.asking import Ask
from rules.seam.ruleset import AnyRuleSet
from rules.table.measure import between, tidy
from tests.bench.aiming_units import AimingUnits
from tests.bench.aims import Intent, best, enemies_of

STRIKES = ("fire", "throw", "mortar", "fire-mission")
"""What hurts somebody."""
REACH = 1.5
"""Inches within which a bomb catches somebody."""
ASKS = 16.0
"""Inches to the nearest enemy from which the guns are asked for."""


@dataclass(frozen=True, slots=True)
class Patrolling(Intent):
    """An intent among civilians. `searches`: how often each crowd is searched at most; `sits`: units that stay where
    they are and fire; `screens`: crowds that go up to the enemy."""

    searches: int = 1
    sits: tuple[str, ...] = ()
    screens: tuple[str, ...] = ()


class AimingPatrol(AimingUnits):
    """Searches whoever presses round it, has the road swept, asks for fire; or brings a bomb close and explodes it."""

    intent: Patrolling

    def __init__(self, intent: Patrolling) -> None:
        super().__init__(intent)
        self._searched = dict[str, int]()

    def deeds(self, rules: AnyRuleSet, state: Any, ask: Ask) -> Iterator[Action]:
        battle: State = state.battle
        if ":movement:" in ask.key:
            yield from self._bombs(battle, ask)
            yield from self._beforehand(rules, state, ask)
            crowds = tuple(u for u in ask.units if battle.unit(u).side == CIVILIANS)
            yield from self._presses(rules, state, ask.side, crowds)
            goes = tuple(u for u in ask.units if u not in crowds and u not in self.intent.sits)
            yield from self._moves(rules, state, replace(ask, units=goes))
        elif ":fire:" in ask.key:
            yield from self._bombs(battle, ask)
            yield from self._strikes(rules, state, ask)
            yield HoldAll(whole_phase=True)

    def _bombs(self, battle: State, ask: Ask) -> Iterator[Action]:
        """Once somebody of the enemy is in its reach."""
        for unit in (battle.unit(name) for name in ask.units):
            for bomber in (f for f in unit.fit if f.traits.bomber and f.at is not None):
                foes = (f for foe in battle.units if foe.side == "army" and foe.in_play for f in foe.present)
                if any(f.at is not None and between(f.at, bomber.at or f.at) <= REACH for f in foes):
                    yield Detonate(unit=unit.id)

    def _beforehand(self, rules: AnyRuleSet, state: Any, ask: Ask) -> Iterator[Action]:
        """What costs no card: a look for mines, a call; and the search of a crowd that stands beside."""
        enemies = enemies_of(rules, state, ask.side)
        for unit in (state.battle.unit(name) for name in ask.units):
            yield from (offer.action for offer in offers(state.battle, ask.side, unit.id, "sweep"))
            here = _at(unit)
            if here is not None and any(between(here, (mark.x, mark.y)) <= ASKS for mark in enemies):
                yield from (offer.action for offer in offers(state.battle, ask.side, unit.id, "request-fire"))
            for offer in offers(state.battle, ask.side, unit.id, "search"):
                action = offer.action
                if isinstance(action, SearchPeople) and self._searched.get(action.target, 0) < self.intent.searches:
                    self._searched[action.target] = self._searched.get(action.target, 0) + 1
                    yield action

    def _presses(self, rules: AnyRuleSet, state: Any, side: str, crowds: Sequence[str]) -> Iterator[Action]:
        """Up to the nearest enemy whom the side sees."""
        marks = enemies_of(rules, state, side)
        for unit in (state.battle.unit(name) for name in crowds if name in self.intent.screens):
            here = _at(unit)
            if here is None or not marks or all(f.move_turn == state.battle.turn for f in unit.fit):
                continue
            _, (x, y) = min((between(here, at), at) for at in ((mark.x, mark.y) for mark in marks))
            yield Move(unit=unit.id, to=f"{tidy(x):g},{tidy(y):g}")

    def _strikes(self, rules: AnyRuleSet, state: Any, ask: Ask) -> Iterator[Action]:
        if self.intent.worth is None:
            return
        for unit in ask.units:
            shots = [offer for verb in STRIKES for offer in offers(state.battle, ask.side, unit, verb)]
            found = best(rules, state, ask.side, shots)
            yield from (offer.action for chance, offer in found if chance >= self.intent.worth)


def _at(unit: Unit) -> tuple[float, float] | None:
    places = [f.at for f in unit.fit if f.at is not None]
    return (sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)) if places else None
