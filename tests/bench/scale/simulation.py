"""How a fleet of processes and its PostgreSQL fare with 100 to 100,000 campaigns, on the busiest hours of a Sunday. A
simulation of discrete events: no clock, and the same seed draws the same day.

A step waits for its campaign's process, which does one thing at a time, and then for one of the database's cores. What
an action posts goes the same way later, and then through Discord's limit on requests, which all processes share.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil, log2
from pathlib import Path
from random import Random
from typing import Any

from tests.bench.scale import evenings
from tests.bench.scale.evenings import HOUR, Step
from tests.bench.scale.stations import next_door, percentile, shared_out

SEED = 25
SIZES = (100, 1_000, 10_000, 100_000)
GOAL_S = 1.0
"""The 99th percentile of an answer, for which processes and cores are added: a third of what Discord waits for."""
MOST = 1024


@dataclass(frozen=True, slots=True)
class Service:
    """Seconds, on average: of our processor (an action by book, a look, a post), and of the database's."""

    actions: tuple[float, ...]
    look: float
    post: float
    database_action: float
    database_look: float
    database_post: float
    posts: float
    requests: float
    """Of Discord's, a second."""


@dataclass(frozen=True, slots=True)
class Day:
    """Jobs at the stations, in order: when each comes, whose it is, seconds of our processor and of the database's, and
    whether somebody waits for an answer; the others are posts. `seconds`: of all of it."""

    at: tuple[float, ...]
    campaign: tuple[int, ...]
    ours: tuple[float, ...]
    database: tuple[float, ...]
    answer: tuple[bool, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class Simulated:
    """Seconds until an answer, of 95 and of 99 in 100; until a post, of 99 in 100. How busy each station is, on average
    over these hours: above 1 its queue grows until they are over."""

    campaigns: int
    processes: int
    cores: int
    steps: int
    a_second: float
    """Steps in the busiest minute."""
    answer_95: float
    answer_99: float
    post_99: float
    busy_processes: float
    busy_database: float
    busy_discord: float
    process_99: float
    database_99: float
    """Of the answer's seconds: those with its process, and with the database."""

    @property
    def breaks_first(self) -> str:
        busy = {"processes": self.busy_processes, "PostgreSQL": self.busy_database, "Discord": self.busy_discord}
        return max(busy, key=lambda station: busy[station])


@cache
def measured() -> Service:
    """What the bench has measured, and what is assumed beside it."""
    read: dict[str, Any] = tomllib.loads((Path(__file__).parent / "service.toml").read_text("utf-8"))
    actions = tuple(ms / 1000 for ms in read["ours_ms"].values())
    return Service(
        actions,
        read["look"]["share"] * sum(actions) / len(actions),
        read["post"]["ours_ms"] / 1000,
        read["database_ms"]["action"] / 1000,
        read["database_ms"]["look"] / 1000,
        read["post"]["database_ms"] / 1000,
        read["post"]["each"],
        read["discord"]["requests_a_second"],
    )


def day_of(steps: Sequence[Step], service: Service, seed: int, seconds: float) -> Day:
    """The jobs of these steps and of the posts that follow from them. Each takes as long as it happens to: a
    memoryless time around its average, which is more uneven than what was measured."""
    dice, jobs = Random(f"{seed} {len(steps)}"), list[tuple[float, int, float, float, bool]]()
    for step in steps:
        ours = service.actions[step.campaign % len(service.actions)] if step.acts else service.look
        database = service.database_action if step.acts else service.database_look
        jobs.append((step.at, step.campaign, _around(dice, ours), _around(dice, database), True))
        for _ in range(_posts(dice, service.posts) if step.acts else 0):
            at = step.at + ours  # when the action has been committed, about
            jobs.append((at, step.campaign, _around(dice, service.post), _around(dice, service.database_post), False))
    jobs.sort()
    at, campaign, ours, database, answer = zip(*jobs, strict=True) if jobs else ((), (), (), (), ())
    return Day(at, campaign, ours, database, answer, seconds)


def simulate(campaigns: int, processes: int, cores: int, day: Day, service: Service) -> Simulated:
    thought = shared_out(day.at, day.ours, day.campaign, processes)
    written = next_door(thought, day.database, cores)
    answers = [done - at for done, at, answer in zip(written, day.at, day.answer, strict=True) if answer]
    posts = [(done, at) for done, at, answer in zip(written, day.at, day.answer, strict=True) if not answer]
    sent = next_door([done for done, _ in posts], [1 / service.requests] * len(posts))
    asked = [at for at, answer in zip(day.at, day.answer, strict=True) if answer]
    return Simulated(
        campaigns,
        processes,
        cores,
        len(answers),
        _busiest_minute(asked) / 60,
        percentile(answers, 0.95),
        percentile(answers, 0.99),
        percentile([end - at for end, (_, at) in zip(sent, posts, strict=True)], 0.99),
        sum(day.ours) / day.seconds / processes,
        sum(day.database) / day.seconds / cores,
        len(posts) / service.requests / day.seconds,
        percentile([done - at for done, at in zip(thought, day.at, strict=True)], 0.99),
        percentile([done - at for done, at in zip(written, thought, strict=True)], 0.99),
    )


def sunday(campaigns: int, seed: int = SEED, service: Service | None = None) -> Day:
    """The hour in which most is done, and the one after it."""
    first = min(evenings.busiest(), 22)
    hours = (first, first + 2)
    return day_of(evenings.steps(campaigns, seed, hours=hours), service or measured(), seed, 2 * HOUR)


def enough(campaigns: int, day: Day, service: Service) -> Simulated:
    """With as few processes and cores, each a power of two, as keep the goal: more of whichever holds answers up."""
    processes, cores = (_power_above(sum(work) / day.seconds) for work in (day.ours, day.database))
    while True:
        found = simulate(campaigns, processes, cores, day, service)
        if found.answer_99 <= GOAL_S or max(processes, cores) >= MOST:
            return found
        if found.process_99 >= found.database_99:
            processes *= 2
        else:
            cores *= 2


def _power_above(load: float) -> int:
    """Servers below which a queue only grows."""
    return 1 << max(0, ceil(log2(max(load, 1.0))))


def measure(sizes: Sequence[int] = SIZES, seed: int = SEED) -> Iterator[tuple[Simulated, list[Simulated]]]:
    """By size: with enough processes, and with a half, a quarter and an eighth of them."""
    service = measured()
    for campaigns in sizes:
        day = sunday(campaigns, seed)
        best = enough(campaigns, day, service)
        fewer = [best.processes >> power for power in (1, 2, 3) if best.processes >> power]
        yield best, [simulate(campaigns, each, best.cores, day, service) for each in fewer]


def line(found: Simulated) -> str:
    """For people."""
    size = f"{found.campaigns:>7,} campaigns, {found.a_second:>7.1f} steps a second at most"
    fleet = f"{found.processes:>4} processes ({100 * found.busy_processes:.0f} %), {found.cores:>3} cores"
    answer = f"answer {found.answer_95:.2f} s in 95 %, {found.answer_99:.2f} s in 99 %"
    first = f"Discord {100 * found.busy_discord:.0f} %; fullest: {found.breaks_first}"
    return f"{size}; {fleet}; {answer}; post {found.post_99:.1f} s; {first}"


def _around(dice: Random, mean: float) -> float:
    return dice.expovariate(1 / mean)


def _posts(dice: Random, mean: float) -> int:
    whole = int(mean)
    return whole + (dice.random() < mean - whole)


def _busiest_minute(times: Sequence[float]) -> int:
    minutes: dict[int, int] = {}
    for at in times:
        minutes[int(at // 60)] = minutes.get(int(at // 60), 0) + 1
    return max(minutes.values(), default=0)
