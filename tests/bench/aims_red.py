"""Hands that play Red Actions for an aim: a place that one side must take and the other must hold.

They know what their side may see. A careful one brings its guns into action, goes by ways of its own, fires before it
goes on, rallies before it breaks, and charges where it is the stronger. A careless one walks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.battle.orders.data import Step
from rules.kernel.action import Action
from rules.red_actions.actions.fight import Charge, Fire
from rules.red_actions.actions.morale import RallyTerror
from rules.red_actions.actions.movement import Enter
from rules.red_actions.actions.rails import Rail
from rules.red_actions.actions.segment import Stand
from rules.red_actions.actions.works import Possess
from rules.red_actions.book.kinds import Arm
from rules.red_actions.deeds import DEEDS
from rules.red_actions.orders import known
from rules.red_actions.orders.by_hand import Hand
from rules.red_actions.orders.offered import Offered
from rules.red_actions.play.charge.strengths import match_of
from rules.red_actions.play.ground.fronts import side_struck
from rules.red_actions.state import State
from rules.red_actions.units import Point, Unit
from rules.seam.asking import Ask
from rules.seam.ruleset import AnyRuleSet
from rules.table.measure import between
from tests.bench.aims import promise

THERE = 1.5
"""Inches from a place at which a unit has reached it."""
AROUND = 8.0
"""Inches around the aim within which an enemy is in the way of it."""
FIGHT = 20.0
"""Inches around the aim within which reserves go for the enemy."""
_SHOOTERS = (Arm.GUN, Arm.MG, Arm.TACHANKA, Arm.MORTAR, Arm.ENGINE)
"""Who acts before the others: their fire opens the way."""


@dataclass(frozen=True, slots=True)
class RedIntent:
    """How a side means to play. `ways`: by unit; the last place is held until `storm`, the turn in which everybody but
    guns and machine-guns goes for the aim; `stays`: units that never do; `hunts`: units that go for
    the nearest enemy within `FIGHT` of the aim. `worth`: the least chance of an effect that is
    fired at, None: they never fire. `charge`: the least chance that a charge goes in, None: they never charge.
    `throws_out`: they go for whoever has got to the aim. `choices`: what they answer a scenario, by its words.
    `answers`: what they answer when they are asked in the middle of something."""

    aim: Point
    ways: Mapping[str, tuple[Point, ...]] = field(default_factory=dict[str, tuple[Point, ...]])
    storm: int = 99
    stays: tuple[str, ...] = ()
    hunts: tuple[str, ...] = ()
    worth: float | None = 0.2
    charge: float | None = 0.4
    throws_out: bool = False
    rallies: bool = True
    choices: tuple[str, ...] = ()
    answers: tuple[str, ...] = ("yes", "cover", "fire", "evade", "counter-charge", "stand", "go-on")


class RedAiming:
    """A player with an intent."""

    def __init__(self, intent: RedIntent) -> None:
        self.intent = intent
        self._reached = dict[str, int]()
        self._hand = Hand(DEEDS)
        self._offered = Offered(self._hand)

    def wishes(self, rules: AnyRuleSet, state: Any, ask: Ask) -> Iterator[Action]:
        """What he would do, best first; what the rules refuse is passed over. The prompt's own answer comes last."""
        choices = [offer for offer in ask.quick if offer.verb == "choose"]
        yield from (offer.action for offer in choices if offer.label in self.intent.choices)
        if ask.key.startswith("segment-"):
            yield from self._segment(rules, state, ask, state.battle)
        else:
            answers = {getattr(o.action, "answer", ""): o.action for o in ask.quick if o.verb == "answer"}
            yield from (answers[word] for word in self.intent.answers if word in answers)
        yield ask.default

    # ── Segments ──────────────────────────────────────────────────────────────────────────────────────────────────

    def _segment(self, rules: AnyRuleSet, staged: Any, ask: Ask, state: State) -> Iterator[Action]:
        begun = state.segment is not None and state.segment.unit is not None
        if not begun:
            yield from self._comes_on(state, ask.side)
        foes = known.foes(state, ask.side)

        def turn(ref: str) -> tuple[bool, bool, float]:
            unit = state.unit(ref)
            here = unit.at
            far = min((between(here, foe.at) for foe in foes), default=0.0) if here is not None else 0.0
            return unit.routing, state.card(unit).arm not in _SHOOTERS, far

        for ref in sorted(ask.units, key=turn):
            yield from self._does(rules, staged, state, ask.side, state.unit(ref))
        for ref in ask.units:
            yield Stand(unit=ref)

    def _comes_on(self, state: State, side: str) -> Iterator[Action]:
        for unit in state.of(side):
            if unit.at is None and unit.arrives and not unit.aboard:
                yield from self._hand.offered(state, side, unit.id, Enter)

    def _does(self, rules: AnyRuleSet, staged: Any, state: State, side: str, unit: Unit) -> Iterator[Action]:
        if unit.routing:
            yield from self._offered.must(state, side, unit.id)
            return
        if unit.rails is not None:
            yield from self._rails(state, side, unit)
            return
        if state.card(unit).arm is Arm.OFFICER:
            yield from self._offered.advance(state, side, unit.id, Step("advance"))
            return
        fired = state.segment is not None and state.segment.fired
        if not fired:
            if self.intent.rallies and unit.terror and unit.markers >= max(2, (len(unit.bases) + 1) // 2):
                yield RallyTerror(unit=unit.id)
            yield from self._charges(rules, staged, state, side, unit)
        goal = self._goal(state, unit)
        rides = goal is not None and state.card(unit).arm is Arm.SABRE
        if not fired and not rides:
            yield from self._shots(state, side, unit, goes_on=goal is not None)
        if goal is not None:
            place = f"{goal[0]:g},{goal[1]:g}"
            yield from self._offered.advance_to(state, side, unit.id, Step("advance to", place))
        elif not unit.holds:
            yield from self._hand.offered(state, side, unit.id, Possess)
        if not fired and rides:
            yield from self._shots(state, side, unit, goes_on=False)
        if unit.terror and self.intent.rallies and not fired:
            yield RallyTerror(unit=unit.id)

    def _goal(self, state: State, unit: Unit) -> Point | None:
        """Where it goes now; None where it is there."""
        here, intent = unit.at, self.intent
        if here is None:
            return None
        goes = unit.id not in intent.stays and state.card(unit).arm not in _SHOOTERS
        foes = known.foes(state, unit.side)
        lost = intent.throws_out and any(between(foe.at, intent.aim) <= AROUND / 2 for foe in foes)
        if goes and lost:
            return intent.aim if between(here, intent.aim) > THERE else None
        if unit.id in intent.hunts:
            near = [foe.at for foe in foes if between(foe.at, intent.aim) <= FIGHT]
            if near:
                return min(near, key=lambda at: between(here, at))
        way = intent.ways.get(unit.id, ())
        number = self._reached.get(unit.id, 0)
        while number < len(way) and between(here, way[number]) <= THERE:
            number += 1
        self._reached[unit.id] = number
        if number < len(way):
            return way[number]
        return intent.aim if goes and state.turn >= intent.storm and between(here, intent.aim) > THERE else None

    # ── Fire and steel ────────────────────────────────────────────────────────────────────────────────────────────

    def _charges(self, rules: AnyRuleSet, staged: Any, state: State, side: str, unit: Unit) -> Iterator[Action]:
        """At whom it would beat, the weakest first."""
        near = known.gap(state, unit)
        if self.intent.charge is None or near is None or near > state.card(unit).move:
            return
        found: list[tuple[float, Action]] = []
        for action in self._hand.offered(state, side, unit.id, Charge):
            target = state.unit(action.target)
            match = match_of(state, unit, target, side_struck(state, unit, target), False, ())
            beaten = target.routing or state.card(target).arm.artillery or match.odds.charger_stronger
            if beaten and promise(rules, staged, side, action) >= self.intent.charge:
                found.append((float(match.charged.exact), action))
        yield from (action for _, action in sorted(found, key=lambda each: each[0]))

    def _shots(self, state: State, side: str, unit: Unit, *, goes_on: bool) -> Iterator[Action]:
        if self.intent.worth is None:
            return
        for shot in self._offered.fire_best(state, side, unit.id, Step("fire", "", round(100 * self.intent.worth))):
            if goes_on and isinstance(shot, Fire):
                yield shot.model_copy(update={"then_move": True})
            yield shot

    def _rails(self, state: State, side: str, unit: Unit) -> Iterator[Action]:
        """It fires where it can; where it stands it looks for a better place, and stops where it has one."""
        yield from self._shots(state, side, unit, goes_on=False)
        assert unit.rails is not None
        near = known.gap(state, unit)
        orders = ("brake", "hold") if near is not None and near <= 20.0 else ("faster", "hold", "brake")
        for order in orders:
            yield Rail.model_validate({"unit": unit.id, "order": order})
