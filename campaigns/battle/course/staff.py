"""The staff at work: whenever a side that it plays is asked, it answers in the same transaction.

It looks at the battle as its side does, through the same seam as everybody. So whoever sends a letter sees what came of
it together with what the staff did to that, and nobody waits for an absent side.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from campaigns.battle.record.under_way import Answers
from rules.battle.deed import lawful
from rules.battle.plans.staff import answer_to
from rules.kernel.action import Action, Actor, SideId
from rules.seam.asking import Ask, Prompt
from rules.seam.planning import Boldness, Intent
from rules.seam.ruleset import AnyRuleSet

MOST_ANSWERS = 60
"""Of one run; what is asked then is answered in the next one."""
MOST_AGAIN = 3
"""Answers to one question that change nothing of it; whoever leads the battle is asked then."""


@dataclass(slots=True)
class Staff:
    """Of one battle, in one run. `sides`: those that it plays, by how bold they are."""

    rules: AnyRuleSet
    sides: Mapping[SideId, Boldness]
    battle_id: int
    _answered: Counter[tuple[str, SideId]] = field(default_factory=Counter[tuple[str, SideId]])

    @property
    def answered(self) -> Answers:
        """How often it has answered what."""
        return tuple((key, side, times) for (key, side), times in self._answered.items())

    def answers(self, state: Any, prompt: Prompt) -> tuple[tuple[Action, Actor], ...]:
        """What it does to what is asked; empty where none of its sides is, or none of its answers changes anything."""
        ask = next((ask for ask in prompt.asks if self._plays(state, ask)), None) if self.sides else None
        if ask is None or self._answered.total() >= MOST_ANSWERS:
            return ()
        times = self._answered[ask.key, ask.side]
        if times >= MOST_AGAIN:
            return ()
        self._answered[ask.key, ask.side] += 1
        boldness = self.sides[self._by(state, ask.side)]
        intent = Intent(boldness, seed=self.battle_id)
        by = Actor.player(ask.side)
        found = answer_to(self.rules.battle, state, ask.side, ask, intent, written=times > 0)
        if len(found) == 1 and not lawful(self.rules.battle.odds, state, found[0], by):
            return ()
        return tuple((action, by) for action in found)

    def _plays(self, state: Any, ask: Ask) -> bool:
        return not ask.umpire and self._by(state, ask.side) in self.sides

    def _by(self, state: Any, side: SideId) -> SideId:
        """The side that answers for a side."""
        return self.rules.battle.controllers(state).get(side, side)
