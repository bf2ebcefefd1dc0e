"""Whether odds are true: an offer decided again and again from the very state in which it stood, nothing committed.

A rule set's own test fights random battles and lays its offers before a `Jury`; `came_about` tells from an action's
events whether an `Outcome` of its odds came about. For each chance the number of times that it did is held against the
exact chance by the exact binomial distribution. Thousands of such comparisons would have some fail by luck at 99.9 %,
so a chance in doubt is decided anew with several times the draws, all of them fresh, and only what fails the last
round is a lie: at those levels an honest run of ten thousand chances fails once in a hundred thousand seeds, and the
seeds are fixed. What is told as certain or impossible is a lie at the first counter-example. A small slant that no
single offer shows is caught by adding all offers of a kind together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import exp, lgamma, log, sqrt
from typing import Generic, NamedTuple, TypeVar

from pydantic import ValidationError

from rules.kernel.action import UMPIRE, Action, Actor
from rules.kernel.chance import Seeded
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Ask, Odds, Offer, Outcome, Prospect
from rules.seam.ruleset import RuleSet

S = TypeVar("S")


class Round(NamedTuple):
    """So many draws; a chance is in doubt when so few honest ones would come out as far off."""

    draws: int
    doubt: float


SHORT = (Round(12, 0.05), Round(60, 0.01), Round(400, 1e-3), Round(3000, 1e-6))
"""For the run of every day: many offers looked at briefly."""
LONG = (Round(300, 1e-3), Round(3000, 1e-6))
"""Every offer a few hundred times, the 99.9 % interval at once."""
PLAIN = 1e-9
"""What is a lie in any round, without a further one."""
SLANT = 5.0
"""Standard deviations by which all offers of a kind together may be off."""


@dataclass(frozen=True, slots=True)
class Lie:
    """What was told and what came of it. `draws` 0: it was not a matter of luck."""

    action: Action
    words: str
    told: Fraction | None
    times: int
    draws: int

    def __str__(self) -> str:
        if not self.draws:
            return f"{self.action!r}: {self.words}"
        told = f"{float(self.told):.4f}" if self.told is not None else "?"
        return f"{self.action!r}: “{self.words}” told {told}, came about {self.times / self.draws:.4f} of {self.draws}"


@dataclass(slots=True)
class Tally:
    """All offers of a kind together."""

    expected: float = 0.0
    variance: float = 0.0
    times: int = 0
    offers: int = 0

    def add(self, chance: Fraction, times: int, draws: int) -> None:
        share = float(chance)
        self.expected += share * draws
        self.variance += share * (1 - share) * draws
        self.times += times
        self.offers += 1

    @property
    def slant(self) -> float:
        """How far off, in standard deviations; nothing can be said of little."""
        return abs(self.times - self.expected) / sqrt(self.variance) if self.variance >= 25 else 0.0


@dataclass(slots=True)
class Jury(Generic[S]):
    """Judges offers one by one; `verdict` fails with all the lies that were told.

    `came_about(state, action, outcome, events)`: `state` is the one before, `events` what `decide` gave."""

    rules: RuleSet[S]
    came_about: Callable[[S, Action, Outcome, Sequence[Event]], bool]
    seed: str
    rounds: tuple[Round, ...] = SHORT
    offers: int = 0
    chances: int = 0
    lies: list[Lie] = field(default_factory=list)
    tallies: dict[tuple[str, str], Tally] = field(default_factory=dict)

    def hear(self, state: S, action: Action, by: Actor) -> bool:
        """Judges one offer; True when it had chances. An action that is refused must be refused by both."""
        told = self._told(state, action, by)
        if told is None or not told.chances:
            return False
        self.offers += 1
        self.chances += len(told.chances)
        names = [prospect.outcome for prospect in told.chances]
        if len(set(names)) < len(names) or len({one.words for one in told.chances}) < len(names):
            self.lies.append(Lie(action, f"tells the same twice: {[one.words for one in told.chances]}", None, 0, 0))
        doubtful: Sequence[Prospect] = told.chances
        for number, (draws, doubt) in enumerate(self.rounds):
            times = self._times(state, action, by, doubtful, number, draws)
            if number == 0:
                self._tally(action, doubtful, times, draws)
            last = number == len(self.rounds) - 1
            found: list[Prospect] = []
            for one, count in zip(doubtful, times, strict=True):
                by_luck = luck(one.chance, count, draws)
                if by_luck < (doubt if last else PLAIN):
                    self.lies.append(Lie(action, one.words, one.chance, count, draws))
                elif by_luck < doubt:
                    found.append(one)
            doubtful = found
            if not doubtful:
                break
        return True

    def verdict(self) -> None:
        found = [str(lie) for lie in self.lies]
        for (verb, kind), tally in self.tallies.items():
            if tally.slant > SLANT:
                found.append(
                    f"all {tally.offers} of {verb}, {kind}: {tally.times} times, expected {tally.expected:.1f}"
                    f" ({tally.slant:.1f} standard deviations off)"
                )
        assert not found, "\n".join([f"{len(found)} lies in {self.chances} chances of {self.offers} offers:", *found])

    # ── Hearing ───────────────────────────────────────────────────────────────────────────────────────────────────

    def _told(self, state: S, action: Action, by: Actor) -> Odds | None:
        try:
            odds = self.rules.battle.odds(state, action, by)
        except RuleViolation as refused:
            try:
                self.rules.battle.decide(state, action, by, Seeded(b"trial", 0))
            except RuleViolation:
                return None
            self.lies.append(Lie(action, f"odds refuse what may be done ({refused.code})", None, 0, 0))
            return None
        try:
            self.rules.battle.decide(state, action, by, Seeded(b"trial", 0))
        except RuleViolation as refused:
            self.lies.append(Lie(action, f"odds of what may not be done ({refused.code})", None, 0, 0))
            return None
        return odds

    def _times(
        self, state: S, action: Action, by: Actor, doubtful: Sequence[Prospect], round_: int, draws: int
    ) -> list[int]:
        times = [0] * len(doubtful)
        seed = f"{self.seed}|{self.offers}|{round_}".encode()
        for number in range(draws):
            events = self.rules.battle.decide(state, action, by, Seeded(seed, number))
            for place, prospect in enumerate(doubtful):
                times[place] += self.came_about(state, action, prospect.outcome, events)
        return times

    def _tally(self, action: Action, prospects: Sequence[Prospect], times: Sequence[int], draws: int) -> None:
        """One chance of each kind an offer: those of one offer hang together."""
        first: dict[str, tuple[Prospect, int]] = {}
        for prospect, count in zip(prospects, times, strict=True):
            first.setdefault(prospect.outcome.kind, (prospect, count))
        for kind, (prospect, count) in first.items():
            self.tallies.setdefault((action.name(), kind), Tally()).add(prospect.chance, count, draws)


def luck(chance: Fraction, times: int, draws: int) -> float:
    """How often an honest chance would come about as far from its mean, on either side: the exact binomial test with
    the smaller tail doubled. 0.0 when it is no matter of luck: certain or impossible, and yet otherwise."""
    if chance in (0, 1):
        return 1.0 if times == draws * chance else 0.0
    below = sum(_binomial(chance, count, draws) for count in range(times + 1))
    above = sum(_binomial(chance, count, draws) for count in range(times, draws + 1))
    return max(min(1.0, 2 * min(below, above)), 5e-324)


def _binomial(chance: Fraction, count: int, draws: int) -> float:
    ways = lgamma(draws + 1) - lgamma(count + 1) - lgamma(draws - count + 1)
    return exp(ways + count * log(chance) + (draws - count) * log(1 - chance))


# ── What is offered ───────────────────────────────────────────────────────────────────────────────────────────────


def offered(
    rules: RuleSet[S], state: S, fill: Callable[[Offer], Mapping[str, object] | None] = lambda offer: None
) -> Iterator[tuple[Action, Actor]]:
    """Every offer that now stands, as the action that its button would send. `fill` gives what an offer still needs;
    None: the offer is left out."""
    for ask in rules.battle.prompt(state).asks:
        by = UMPIRE if ask.umpire else Actor.player(ask.side)
        for offer in _of(rules, state, ask):
            require_whole(offer)
            words = fill(offer) if offer.needs else {}
            if words is not None:
                yield offer.filled(**words), by


def require_whole(offer: Offer) -> None:
    """Its action is what the front ends would read: nothing is wrong with what it has, and only what it needs lacks."""
    kind, given = type(offer.action), offer.action.model_dump(exclude_unset=True)
    try:
        assert kind.model_validate(given) == offer.action
    except ValidationError as error:
        faults = {(fault["type"], fault["loc"]) for fault in error.errors()}
        assert faults <= {("missing", (need,)) for need in offer.needs}, (offer, faults)
    assert kind.draft(**given) == offer.action
    assert set(offer.needs) <= kind.model_fields.keys()


def _of(rules: RuleSet[S], state: S, ask: Ask) -> Iterator[Offer]:
    yield from ask.quick
    for unit in ask.units:
        yield from rules.battle.offers(state, ask.side, unit)
