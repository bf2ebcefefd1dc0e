"""The staff as a pair of hands: how often it wins a scenario's aim against the hands of `tests.bench.balance`.

`python -m tests.bench staff [--only NAME …] [--battles N] [--first N] [--json]`: N battles for each scenario, each side
of it, and each kind of hands against the staff: careful ones, and those that only fire and advance. Infantry Action has
hands of the second kind alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.battle.plans.staff import answer_to
from rules.kernel.action import Action
from rules.registry import rule_set
from rules.seam.asking import Ask
from rules.seam.planning import Boldness, Intent
from rules.seam.ruleset import AnyRuleSet
from tests.bench import periods
from tests.bench.balance import HANDS, Player, played
from tests.bench.balance_red import DON, ZBRUCH
from tests.bench.matches import BRICK_KILN, LAST_BIRD, MARKET_DAY, MILL_ROAD, SCHOOLHOUSE

MATCHES = {match.scenario: match for match in (MILL_ROAD, MARKET_DAY, SCHOOLHOUSE, LAST_BIRD, BRICK_KILN, DON, ZBRUCH)}
PERIODS = ("canal-bridge", "bamboo-track", "sea-wall-battery")
"""The scenarios of Infantry Action."""
SCENARIOS = (*MATCHES, *PERIODS)
CAREFUL, FORWARD = "careful", "forward"
"""Whom the staff meets: hands with a way of their own, and hands that fire at what they see and walk to the aim."""
GOALS = {CAREFUL: 0.4, FORWARD: 0.7}
"""Of the aims, how many the staff should win against each."""
BATTLES = 2
"""Of each kind, where nothing else is asked for."""


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


@dataclass(frozen=True)
class Table:
    """A battle as hands look at it."""

    rules: AnyRuleSet
    state: Any


class ForwardGroups:
    """Walks every group of Infantry Action towards the enemy; what is seen is fired at."""

    def wishes(self, rules: AnyRuleSet, state: Any, ask: Ask) -> Iterator[Action]:
        if (order := periods.ordered(Table(rules, state), ask, brisk=True)) is not None:
            yield order
        yield ask.default


@dataclass(frozen=True, slots=True)
class Staffed:
    """How the staff did with one side of a scenario. `won`: battles that it won; `aims`: the mean share of its aims
    that it has reached at the end; `stories`: a line a battle, its winner and by what."""

    scenario: str
    side: str
    against: str
    n: int
    won: int
    aims: float
    stories: tuple[str, ...]

    @property
    def share(self) -> float:
        return self.won / self.n

    @property
    def ok(self) -> bool:
        return self.share >= GOALS[self.against]


def measure(only: Sequence[str] = (), battles: int = BATTLES, first: int = 0) -> Iterator[Staffed]:
    """Each side of each scenario against each kind of hands; `only`: scenarios whose key contains one of these."""
    for scenario in SCENARIOS:
        if only and not any(word in scenario for word in only):
            continue
        key = "infantry-action" if scenario in PERIODS else MATCHES[scenario].rules
        for against in (FORWARD,) if scenario in PERIODS else (CAREFUL, FORWARD):
            for side in (side.key for side in rule_set(key).forces.sides[:2]):
                yield _staffed(key, scenario, side, against, range(first, first + battles))


def _staffed(key: str, scenario: str, side: str, against: str, numbers: Sequence[int]) -> Staffed:
    rules = rule_set(key)
    other = next(each.key for each in rules.forces.sides if each.key != side)
    won, aims, stories = 0, 0.0, list[str]()
    for number in numbers:
        hands = {side: StaffHands(Intent(Boldness.STEADY, seed=number)), other: _met(scenario, other, against, number)}
        state = played(key, scenario, number, hands)
        result = rules.battle.result(state)
        assert result is not None, f"{scenario} {number} is not over"
        won += result.winner == side
        aims += aims_reached(rules, state, side)
        stories.append(f"{number}: turn {state.turn}, {result.winner or 'nobody'}, {result.reason}")
    return Staffed(scenario, side, against, len(numbers), won, aims / len(numbers), tuple(stories))


def _met(scenario: str, side: str, against: str, number: int) -> Player:
    """The hands of that side against the staff."""
    if scenario in PERIODS:
        return ForwardGroups()
    match = MATCHES[scenario]
    hands = match.hands or HANDS[match.rules]
    if against == CAREFUL:
        return hands(match.careful[side][match.drawn_up(number)[side]])
    return hands(match.careless["walks and fires"])


def aims_reached(rules: AnyRuleSet, state: Any, side: str) -> float:
    """The share of a side's aims that it has reached."""
    ordering = rules.battle.ordering
    aims = () if ordering is None or ordering.planning is None else ordering.planning.aims(state, side)
    return sum(aim.state == "achieved" for aim in aims) / len(aims) if aims else 0.0


def line(found: Staffed) -> str:
    verdict = "" if found.ok else f"   below {GOALS[found.against]:.0%}"
    numbers = f"won {found.won} of {found.n}, {found.aims:.0%} of the aims"
    stories = "".join(f"\n    {story}" for story in found.stories)
    return f"{found.scenario:<17} {found.side:<10} against {found.against:<8} {numbers}{verdict}{stories}"
