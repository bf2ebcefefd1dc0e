"""Who wins a scenario, and by what: `python -m tests.bench balance SCENARIO [--battles N] [--first N] [--json]`.

By the rules alone, with no database and no bot. Careful hands on both sides fight N battles, each pair of ways to play
by turns; N more are fought by careless ones, who walk to the aim. The same number is the same battle in every run.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, Protocol

from rules.kernel.action import ENGINE, Action, Actor
from rules.kernel.chance import Seeded
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.registry import rule_set
from rules.scenario import library
from rules.scenario.rehearsal import stand_ins
from rules.scenario.scenario import Scenario
from rules.seam.asking import Ask
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import Viewer
from tests.bench.aiming_characters import AimingCharacters
from tests.bench.aiming_units import AimingUnits
from tests.bench.aims_red import RedAiming
from tests.bench.matches import Lost, Match

BATTLES = 40
MOST = 5000
"""Steps, the engine's own among them, after which a battle should have been over."""
FAIR = (35.0, 65.0)
"""Of a hundred battles, how many either side should win by careful hands."""
LONG = 5
"""Turns that most battles should last."""
WALKS_IN = 35.0
"""Of a hundred mindless attacks, how many may win at most."""


class Player(Protocol):
    """Hands with an intent."""

    def wishes(self, rules: AnyRuleSet, state: Any, ask: Ask) -> Iterator[Action]:
        """What they would do, best first; what the rules refuse is passed over."""
        ...


HANDS: Mapping[str, Callable[[Any], Player]] = {
    "book-and-gun": AimingUnits,
    "five56mm": AimingCharacters,
    "red-actions": RedAiming,
}
"""By rule set: how an intent is played."""


@dataclass(frozen=True, slots=True)
class Fought:
    """How one battle came out. `ways` and `lost` (figures that count no more) by side; `of`: how many there were."""

    number: int
    ways: Mapping[str, str]
    winner: str | None
    reason: str
    turn: int
    lost: Mapping[str, int]
    of: Mapping[str, int]


# ── Battles ───────────────────────────────────────────────────────────────────────────────────────────────────────


def careful(match: Match, number: int) -> Fought:
    """The battle of that number by careful hands."""
    ways = match.drawn_up(number)
    return fought(match, number, ways, {side: match.careful[side][way] for side, way in ways.items()})


def careless(match: Match, number: int) -> Fought:
    """The battle of that number where the attacker takes no care."""
    names = list(match.careless)
    walks, holds = names[number % len(names)], match.drawn_up(number)[match.defender]
    intents = {match.attacker: match.careless[walks], match.defender: match.careful[match.defender][holds]}
    return fought(match, number, {match.attacker: walks, match.defender: holds}, intents)


def fought(match: Match, number: int, ways: Mapping[str, str], intents: Mapping[str, Any]) -> Fought:
    """A battle of the match from its beginning to its end."""
    rules = rule_set(match.rules)
    state = played(
        match.rules,
        match.scenario,
        number,
        {side: (match.hands or HANDS[match.rules])(intent) for side, intent in intents.items()},
    )
    result = rules.battle.result(state)
    assert result is not None, f"not over after {MOST} steps"
    lost, of = (match.lost or _figures_lost(rules))(state, tuple(intents))
    return Fought(
        number=number,
        ways=ways,
        winner=result.winner,
        reason=result.reason,
        turn=state.turn,
        lost=lost,
        of=of,
    )


def played(key: str, scenario: str, number: int, hands: Mapping[str, Player]) -> Any:
    """How the battle of that number stands when it is over, or after `MOST` steps."""
    return fought_by(_scenario(key, scenario), number, hands)


def fought_by(scenario: Scenario, number: int, hands: Mapping[str, Player]) -> Any:
    """The same, of any scenario."""
    rules = rule_set(scenario.rules)
    seed = hashlib.sha256(f"balance {scenario.key} {number}".encode()).digest()
    state = rules.battle.fold(rules.battle.muster(stand_ins(scenario), Seeded(seed, 0)))
    for step in range(1, MOST):
        asks = rules.battle.prompt(state).asks
        engine = rules.battle.proceed(state)
        if asks:
            by, wishes = Actor.player(asks[0].side), hands[asks[0].side].wishes(rules, state, asks[0])
        elif engine is not None:
            by, wishes = ENGINE, iter((engine,))
        else:
            break
        state = rules.battle.fold(first_allowed(rules, state, wishes, by, Seeded(seed, step)), state)
    return state


def _figures_lost(rules: AnyRuleSet) -> Callable[[Any, Sequence[str]], Lost]:
    """Figures that count no more, of all that there were."""

    def count(state: Any, sides: Sequence[str]) -> Lost:
        units = rules.battle.view(state, Viewer(umpire=True)).units
        of = {side: sum(len(unit.figures) for unit in units if unit.side == side) for side in sides}
        left = {side: sum(unit.strength or 0 for unit in units if unit.side == side) for side in sides}
        return {side: of[side] - left[side] for side in sides}, of

    return count


@cache
def _scenario(rules: str, key: str) -> Scenario:
    return next(found for found in library(rules) if found.key == key)


def first_allowed(
    rules: AnyRuleSet, state: Any, wishes: Iterator[Action], by: Actor, chance: Seeded
) -> Sequence[Event]:
    """What comes of the first wish that the rules do not refuse."""
    refusals: list[RuleViolation] = []
    for action in wishes:
        try:
            return rules.battle.decide(state, action, by, chance)
        except RuleViolation as refusal:
            refusals.append(refusal)
    raise AssertionError(f"nothing that the hands want is allowed: {refusals}")


# ── What came of them ─────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Balance:
    """All battles of a match."""

    match: Match
    careful: tuple[Fought, ...]
    careless: tuple[Fought, ...]

    def won(self, side: str) -> float:
        """Of a hundred battles by careful hands."""
        return _share(self.careful, side)

    @property
    def walked_in(self) -> float:
        """Of a hundred mindless attacks, how many win."""
        mindless = next(iter(self.match.careless))
        return _share([fought for fought in self.careless if mindless in fought.ways.values()], self.match.attacker)

    @property
    def long(self) -> float:
        """Of a hundred battles by careful hands, how many last at least `LONG` turns."""
        return 100 * sum(battle.turn >= LONG for battle in self.careful) / len(self.careful)

    @property
    def ok(self) -> bool:
        least, most = FAIR
        fair = all(least <= self.won(side) <= most for side in (self.match.attacker, self.match.defender))
        return fair and self.long > 50 and self.walked_in <= WALKS_IN


def measure(match: Match, battles: int = BATTLES, first: int = 0) -> Balance:
    """`first`: the number of the first battle; other numbers are other battles."""
    numbers = range(first, first + battles)
    return Balance(
        match, tuple(careful(match, number) for number in numbers), tuple(careless(match, number) for number in numbers)
    )


def lines(balance: Balance) -> Iterator[str]:
    """The table in words."""
    for kind, found in (("careful hands", balance.careful), ("careless attackers", balance.careless)):
        yield f"{kind}, {len(found)} battles"
        for winner, wins in Counter(battle.winner for battle in found).most_common():
            yield f"  {winner or 'nobody'} wins {wins}, {100 * wins / len(found):.0f} %"
            reasons = Counter(battle.reason for battle in found if battle.winner == winner)
            yield from (f"    {times} × {reason}" for reason, times in reasons.most_common())
        turns = Counter(battle.turn for battle in found)
        yield "  over in turn " + ", ".join(f"{turn}: {turns[turn]}" for turn in sorted(turns))
        for side in found[0].lost:
            lost = sum(battle.lost[side] for battle in found) / len(found)
            yield f"  {side} loses {lost:.1f} of {found[0].of[side]}"
        for side in found[0].ways:
            for way in dict.fromkeys(battle.ways[side] for battle in found):
                tried = [battle for battle in found if battle.ways[side] == way]
                yield f"  {side}, {way}: wins {sum(battle.winner == side for battle in tried)} of {len(tried)}"
    yield "fair" if balance.ok else "not fair"


def as_json(balance: Balance) -> dict[str, object]:
    return {
        "scenario": balance.match.scenario,
        "careful": [asdict(battle) for battle in balance.careful],
        "careless": [asdict(battle) for battle in balance.careless],
        "ok": balance.ok,
    }


def _share(found: Sequence[Fought], side: str) -> float:
    return 100 * sum(battle.winner == side for battle in found) / len(found)
