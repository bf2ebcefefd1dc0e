"""A battle by scenario, fought to its end by random hands through the seam alone, whatever the rule set."""

from __future__ import annotations

import random
from collections import Counter

from rules.battle.orders.sealing import SealOrders
from rules.kernel.action import ENGINE, UMPIRE, Action, Actor
from rules.kernel.chance import Seeded
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.registry import rule_set
from rules.scenario import Scenario
from rules.scenario.rehearsal import stand_ins
from rules.script.actions import CallEvent
from rules.script.events import EffectFailed, ScriptedEventBegan
from rules.seam.asking import Ask, Offer
from rules.seam.viewing import Viewer

STEPS = 6000
"""More than any battle of so few turns takes."""
SEALS = 0.1
"""How often the hands seal what they have written rather than write more."""


class Company:
    """The players of one battle and what happens to them."""

    def __init__(self, scenario: Scenario, seed: int, *, eager: float = 0.6, idle: float = 0.0) -> None:
        """`eager`: how often they fire, call and move rather than do what comes first; `idle`: how often they do
        what an absent player would."""
        self.rules = rule_set(scenario.rules)
        self.scenario = scenario
        self.pick = random.Random(seed)
        self.eager = eager
        self.idle = idle
        self.key = f"company {seed}".encode()
        self.events: list[Event] = list(self.rules.battle.muster(stand_ins(scenario), Seeded(self.key, 0)))
        self.state = self.rules.battle.fold(self.events)
        self.number = 0

    def fight(self) -> None:
        for _ in range(STEPS):
            if not self.step():
                return
        raise AssertionError(f"{self.scenario.key}: no end after {STEPS} steps")

    def step(self) -> bool:
        engine = self.rules.battle.proceed(self.state)
        if engine is not None:
            self.happen(engine, ENGINE)
            return True
        prompt = self.rules.battle.prompt(self.state)
        if not prompt:
            return False
        ask = self.pick.choice(prompt.asks)
        by = UMPIRE if ask.umpire else Actor.player(ask.side)
        for action in [] if self.pick.random() < self.idle else self.candidates(ask):
            try:
                self.happen(action, by)
            except RuleViolation:
                continue
            return True
        self.happen(ask.default, Actor.player(ask.side, absent=True))
        return True

    def candidates(self, ask: Ask) -> list[Action]:
        """Some of what is offered, in the order in which the hands reach for it; moves go forward. What is written and
        sealed is sealed before long: it could be written anew for ever."""
        sealing = [offer.filled() for offer in ask.quick if offer.verb == SealOrders.name()]
        if sealing and self.pick.random() < SEALS:
            return sealing
        units = list(ask.units)
        self.pick.shuffle(units)
        offers = [*ask.quick]
        for unit in units[:2]:
            offers += self.rules.battle.offers(self.state, ask.side, unit)
        self.pick.shuffle(offers)
        found = [action for offer in offers if (action := self.filled(offer)) is not None]
        if self.pick.random() < self.eager:
            found.sort(key=lambda action: self.appeal(action, ask))
        return found[:6]

    def appeal(self, action: Action, ask: Ask) -> int:
        verb = action.name()
        first = {"choose": 0, "use-radio": 0, "fire": 1, "shoot": 1, "spot": 2, "move": 2, "sprint": 2}
        return first.get(verb, 3 if action != ask.default else 5)

    def filled(self, offer: Offer) -> Action | None:
        given: dict[str, object] = {}
        board = self.scenario.board
        assert board is not None
        goals = [feature.name for feature in board.features if feature.name]
        for need in offer.needs:
            if need in ("to", "at", "waypoints", "route"):
                given[need] = f"{self.pick.choice((3, 4, 6, 8))} toward {self.pick.choice(goals)}"
            else:
                return None
        return offer.filled(**given)

    def call(self, event: str) -> None:
        """The umpire calls an event."""
        self.happen(CallEvent(event=event), UMPIRE)

    def happen(self, action: Action, by: Actor) -> None:
        chance = Seeded(self.key, self.number + 1)
        events = self.rules.battle.decide(self.state, action, by, chance)
        assert events, action
        self.number += 1
        for event in events:
            self.state = self.rules.battle.evolve(self.state, event)
            for viewer in (Viewer(umpire=True), *(Viewer(side.key) for side in self.scenario.sides)):
                self.rules.battle.tell(self.state, event, viewer)
            self.hear(event)
        self.events += events

    def hear(self, event: Event) -> None:
        """It has just happened."""

    # ── What came of it ───────────────────────────────────────────────────────────────────────────────────────────

    @property
    def happened(self) -> Counter[str]:
        return Counter(event.event for event in self.events if isinstance(event, ScriptedEventBegan))

    @property
    def failed(self) -> list[str]:
        return [f"{e.event}: {e.effect}: {e.reason}" for e in self.events if isinstance(e, EffectFailed)]
