"""Hands that play The Book and the Gun with vehicles: they drive lane by lane, fly, fire devices, and use every arm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from rules.book_and_gun.actions.battle import HoldAll
from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.book.garage import GARAGE
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Morale
from rules.book_and_gun.vehicles import Vehicle
from rules.kernel.action import Action
from rules.seam.asking import Ask
from rules.seam.ruleset import AnyRuleSet
from rules.table.board import Point
from rules.table.measure import between
from tests.bench.aiming_units import AimingUnits
from tests.bench.aims import THERE, Intent, best

STRIKES = ("fire", "throw", "mortar", "fire-mission", "detonate")
"""What hurts somebody."""
FAR = 16.0
"""Inches of a way that are looked along."""


@dataclass(frozen=True, slots=True)
class Driving(Intent):
    """An intent with vehicles. `lanes`: how far north of the middle of its road each lane lies, the best first; `road`:
    the middle, from its beginning; `drive`: which units go along it to its end, from which turn on; `lands`: where
    aircraft land."""

    lanes: Sequence[float] = (0.0,)
    road: Sequence[Point] = ()
    drive: tuple[tuple[str, int], ...] = ()
    lands: Point | None = None


class AimingConvoy(AimingUnits):
    """Drives, flies and strikes; whoever is on foot does as ever."""

    intent: Driving

    def __init__(self, intent: Driving) -> None:
        super().__init__(intent)
        self._last = dict[str, tuple[int, Point]]()

    def deeds(self, rules: AnyRuleSet, state: Any, ask: Ask) -> Iterator[Action]:
        if ":movement:" in ask.key:
            yield from self._strikes(rules, state, ask, ("detonate",))
            yield from self._driven(rules, state, ask)
            yield from self._moves(rules, state, self._on_foot(state, ask))
        elif ":fire:" in ask.key:
            yield from self._strikes(rules, state, ask, STRIKES)
            yield HoldAll(whole_phase=True)

    def _on_foot(self, state: Any, ask: Ask) -> Ask:
        return replace(ask, units=tuple(u for u in ask.units if not state.battle.unit(u).aboard))

    def _driven(self, rules: AnyRuleSet, state: Any, ask: Ask) -> Iterator[Action]:
        battle: State = state.battle
        starts = dict(self.intent.drive)
        for name in ask.units:
            unit = battle.unit(name)
            vehicle = next((v for v in battle.vehicles_of(name) if v.drives), None)
            if vehicle is None or vehicle.at is None or unit.morale is not Morale.STEADY:
                continue
            if vehicle.flight:
                yield from self._flies(name, vehicle)
            elif battle.turn >= starts.get(name, 99) and vehicle.at[0] < self.intent.road[-1][0] - THERE:
                yield from self._along(battle, name, vehicle)

    def _flies(self, unit: str, vehicle: Vehicle) -> Iterator[Action]:
        lands = self.intent.lands
        if lands is None or vehicle.at is None or vehicle.flight == "landed":
            return
        if between(vehicle.at, lands) <= THERE:
            yield Move(unit=unit, flight="land")
        yield Move(unit=unit, to=f"{lands[0]:g},{lands[1]:g}", flight="hover")

    def _along(self, battle: State, unit: str, vehicle: Vehicle) -> Iterator[Action]:
        """On the lane on which nothing of one's own, and no wreck, stands ahead."""
        assert vehicle.at is not None
        x = vehicle.at[0]
        bodies = [v for v in battle.vehicles if v.at is not None and v.id != vehicle.id and not v.aloft]
        ahead = [v for v in bodies if v.at is not None and -1.0 < v.at[0] - x < FAR]
        wide = GARAGE[vehicle.type].width / 2

        def barred(lane: float) -> float:
            near = [v for v in ahead if v.at and abs(v.at[1] - self._middle(v.at[0]) - lane) < wide + 1.4]
            return FAR - min((v.at[0] - x for v in near if v.at is not None), default=FAR)

        last = self._last.get(unit)
        self._last[unit] = battle.turn, vehicle.at
        if last is not None and last[0] < battle.turn and between(last[1], vehicle.at) < 1.0:
            yield Move(unit=unit, backwards=True, inches=5.0)  # away from what it stands against
        for lane in sorted(self.intent.lanes, key=barred):
            first = min(x + 4.0, self.intent.road[-1][0])
            points = [(first, self._middle(first) + lane)]
            far = min(x + 22.0, self.intent.road[-1][0])
            points += [(far, self._middle(far) + lane)] if far > first else []
            yield Move(unit=unit, to="; ".join(f"{a:.1f},{b:.1f}" for a, b in points))

    def _middle(self, x: float) -> float:
        road = self.intent.road
        for (a, b), (c, d) in pairwise(road):
            if a <= x <= c:
                return b + (d - b) * (x - a) / (c - a)
        return road[-1][1]

    def _strikes(self, rules: AnyRuleSet, state: Any, ask: Ask, verbs: Sequence[str]) -> Iterator[Action]:
        if self.intent.worth is None:
            return
        for unit in ask.units:
            offers = rules.battle.offers(state, ask.side, unit)
            shots = [o for o in offers if o.verb in verbs and not o.needs and not getattr(o.action, "stays", False)]
            found = best(rules, state, ask.side, shots)
            yield from (offer.action for chance, offer in found if chance >= self.intent.worth)
