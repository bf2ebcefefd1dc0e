"""When people play by post: in their own evenings, most on Sundays, and many right after the day's digest. Drawn from a
seed.

A person sits down, looks and acts some times within minutes, and goes away. What is assumed of people is in `HABITS`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from random import Random

HOUR, DAY = 3600.0, 86_400.0
SUNDAY = 6
ZONES = ((1, 0.40), (0, 0.15), (-5, 0.22), (-8, 0.15), (10, 0.08))
"""Hours from UTC, and the share of people who live there: Central Europe, Britain, the two coasts of America,
Australia's east."""
WAKING = (1, 0, 0, 0, 0, 0, 1, 3, 4, 4, 4, 4, 6, 5, 4, 4, 5, 7, 10, 14, 18, 18, 12, 5)
"""How much is played in each hour of the day, by the clock on the wall."""


@dataclass(frozen=True, slots=True)
class Habits:
    """`sittings`: of all a campaign's people on a weekday; `on_sunday`: times as many. `steps`: looks and actions of a
    sitting, `gap` seconds apart; `acts`: the share of them that are actions. `digested`: the share of sittings that
    follow the digest at `digest` o'clock UTC, within `soon` seconds."""

    sittings: float = 4.0
    on_sunday: float = 2.0
    steps: float = 6.0
    gap: float = 20.0
    acts: float = 0.35
    digested: float = 0.2
    digest: int = 18
    soon: float = 600.0


HABITS = Habits()


@dataclass(frozen=True, slots=True)
class Step:
    """Something that somebody does: when (seconds of the day, UTC), in which campaign, and whether it is an action."""

    at: float
    campaign: int
    acts: bool


def by_hour(habits: Habits = HABITS) -> tuple[float, ...]:
    """The share of a day's sittings that begin in each hour, UTC."""
    total = sum(WAKING)
    own = [sum(share * WAKING[(hour + zone) % 24] / total for zone, share in ZONES) for hour in range(24)]
    own = [(1 - habits.digested) * each for each in own]
    own[habits.digest] += habits.digested  # nearly all of them come within the hour
    return tuple(own)


def busiest(habits: Habits = HABITS) -> int:
    """The hour in which most begin."""
    shares = by_hour(habits)
    return max(range(24), key=shares.__getitem__)


def steps(
    campaigns: int, seed: int, *, day: int = SUNDAY, hours: tuple[int, int] = (0, 24), habits: Habits = HABITS
) -> list[Step]:
    """What is done in these hours by those who sit down in them, in order. `day`: of the week, Monday is 0."""
    dice = Random(f"{seed} {campaigns} {day} {hours}")
    per_day = campaigns * habits.sittings * (habits.on_sunday if day == SUNDAY else 1.0)
    found = [
        step for begins in _sittings(dice, per_day, hours, habits) for step in _sitting(dice, begins, campaigns, habits)
    ]
    return sorted(found, key=lambda step: step.at)


def _sittings(dice: Random, per_day: float, hours: tuple[int, int], habits: Habits) -> Iterator[float]:
    """When they begin: at random by the hour, and after the digest the sooner the likelier."""
    total = sum(WAKING)
    first, last = hours
    weights = [sum(share * WAKING[(hour + zone) % 24] / total for zone, share in ZONES) for hour in range(first, last)]
    own = _poisson(dice, per_day * (1 - habits.digested) * sum(weights))
    summed = list(accumulate(weights))
    for hour in dice.choices(range(first, last), cum_weights=summed, k=own):
        yield HOUR * (hour + dice.random())
    if first <= habits.digest < last:
        for _ in range(_poisson(dice, per_day * habits.digested)):
            yield HOUR * habits.digest + dice.expovariate(1 / habits.soon)


def _sitting(dice: Random, begins: float, campaigns: int, habits: Habits) -> Iterator[Step]:
    campaign, at = dice.randrange(campaigns), begins
    while True:
        yield Step(at, campaign, dice.random() < habits.acts)
        if dice.random() < 1 / habits.steps:
            return
        at += dice.expovariate(1 / habits.gap)


def _poisson(dice: Random, mean: float) -> int:
    """How many come where so many come on average: by the sum of intervals for few, by the normal curve for many."""
    if mean > 500:
        return max(0, round(dice.gauss(mean, mean**0.5)))
    count, at = 0, dice.expovariate(1.0)
    while at < mean:
        count, at = count + 1, at + dice.expovariate(1.0)
    return count
