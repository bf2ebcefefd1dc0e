"""The staff as a pair of hands: how often it wins a scenario's aim against the careful hands of `tests.bench.balance`.

`python -m tests.bench staff SCENARIO [--battles N] [--first N] [--json]`: each side is the staff's in half of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rules.action import Action
from rules.asking import Ask
from rules.battle.plans.staff import answer_to
from rules.planning import Boldness, Intent
from rules.ruleset import AnyRuleSet


@dataclass
class StaffHands:
    """Plays by the first plan; a letter is given line by line, as a player would type it."""

    intent: Intent = field(default_factory=lambda: Intent(Boldness.STEADY))
    _letter: list[Action] = field(default_factory=list[Action])
    _asked: str = ""

    def wishes(self, rules: AnyRuleSet, state: Any, ask: Ask) -> Iterator[Action]:
        """What the staff does to this question; the prompt's own answer comes last."""
        if ask.key != self._asked:
            self._asked = ask.key
            self._letter = list(answer_to(rules.battle, state, ask.side, ask, self.intent, written=False))
        elif not self._letter:
            self._letter = list(answer_to(rules.battle, state, ask.side, ask, self.intent, written=True))
        while self._letter:
            yield self._letter.pop(0)
        yield ask.default
