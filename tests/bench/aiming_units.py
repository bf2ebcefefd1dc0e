"""Hands that play The Book and the Gun for an aim: units of men, moved and fired as one, charged and rallied."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.book_and_gun.actions.battle import HoldAll
from rules.book_and_gun.actions.movement import ChargeEnemy, Move
from rules.book_and_gun.play.ground.passage import is_open
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Formation, Morale, Unit
from rules.kernel.action import Action
from rules.seam.asking import Ask
from rules.seam.ruleset import AnyRuleSet
from rules.table.board import Point
from rules.table.measure import between
from rules.table.scene import UnitMark
from tests.bench.aims import AROUND, THERE, Aiming, best, cheapest, enemies_of, promise

REACH = 9.0
"""Inches within which a charge is worth a thought."""
IN_COLUMN = 4.0
"""Inches of a way that a careful one goes in column: a line of men is as slow as the ground before any of them."""


class AimingUnits(Aiming):
    """A careful one rallies whoever runs, storms and throws out by charges, and goes the rest of the way on foot."""

    def deeds(self, rules: AnyRuleSet, state: Any, ask: Ask) -> Iterator[Action]:
        if ":movement:" in ask.key:
            yield from self._moves(rules, state, ask)
        elif ":fire:" in ask.key:
            yield from self._shots(rules, state, ask)
            yield HoldAll(whole_phase=True)

    # ── Movement ──────────────────────────────────────────────────────────────────────────────────────────────────

    def _moves(self, rules: AnyRuleSet, state: Any, ask: Ask) -> Iterator[Action]:
        enemies = enemies_of(rules, state, ask.side)
        storms = self.storms(state)
        for unit in (state.battle.unit(one) for one in ask.units):
            if all(figure.move_turn == state.battle.turn for figure in unit.fit):
                continue
            if unit.morale is not Morale.STEADY:
                offers = rules.battle.offers(state, ask.side, unit.id)
                yield from (offer.action for offer in offers if offer.verb == "rally")
                continue
            here = middle_of(unit)
            if here is None:
                continue
            goes_in = storms or self.entered(enemies)
            if goes_in:
                yield from self._charges(rules, state, ask.side, unit, here, enemies)
            to = self.intent.aim if goes_in else self.next_place(unit.id, here)
            if to is not None and between(here, to) > THERE:
                yield from towards(state.battle, unit, here, to, self.intent.corners)

    def _charges(
        self, rules: AnyRuleSet, state: Any, side: str, unit: Unit, here: Point, enemies: list[UnitMark]
    ) -> Iterator[Action]:
        if self.intent.charge is None:
            return
        near = [mark for mark in enemies if self.away(mark) <= AROUND and between(here, (mark.x, mark.y)) <= REACH]
        for mark in sorted(near, key=lambda mark: between(here, (mark.x, mark.y))):
            charge = ChargeEnemy(unit=unit.id, target=mark.ref)
            if promise(rules, state, side, charge) >= self.intent.charge:
                yield charge

    # ── Fire ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def _shots(self, rules: AnyRuleSet, state: Any, ask: Ask) -> Iterator[Action]:
        if self.intent.worth is None:
            return
        for unit in ask.units:
            offers = rules.battle.offers(state, ask.side, unit)
            shots = [offer for offer in offers if offer.verb == "fire" and not offer.needs]
            worth = best(rules, state, ask.side, shots)
            yield from (offer.action for chance, offer in worth if chance >= self.intent.worth)


def towards(state: State, unit: Unit, here: Point, to: Point, corners: tuple[Point, ...]) -> Iterator[Action]:
    """Moves on along the way that is open, a long way in column; straight on where none is known."""
    board = state.board
    assert board is not None
    start = next((figure.at for figure in unit.fit if figure.traits.leader and figure.at is not None), here)
    way = cheapest(start, to, corners, lambda a, b: between(a, b) if is_open(board, a, b) else None) if corners else ()
    place = "; ".join(f"{x:g},{y:g}" for x, y in (way[1:] or (to,)))
    if way and between(here, to) > IN_COLUMN:
        yield Move(unit=unit.id, to=place, formation=Formation.COLUMN)
    yield Move(unit=unit.id, to=place)
    yield Move(unit=unit.id, to=place, figures="separated")


def middle_of(unit: Unit) -> Point | None:
    places = [figure.at for figure in unit.figures if figure.fit and figure.at is not None]
    if not places:
        return None
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)
