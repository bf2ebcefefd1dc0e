"""The simulation's laws: known formulas of queues, and what must hold of any fleet."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from random import Random

import pytest

from tests.bench.scale import evenings, simulation
from tests.bench.scale.simulation import Day
from tests.bench.scale.stations import next_door, percentile, served, shared_out
from tests.charts import chart

JOBS = 60_000


def memoryless(rate: float, jobs: int, word: str) -> list[float]:
    dice = Random(word)
    return [dice.expovariate(rate) for _ in range(jobs)]


def arrivals(rate: float, jobs: int = JOBS) -> list[float]:
    return list(accumulate(memoryless(rate, jobs, "arrivals")))


def mean_wait(at: Sequence[float], takes: Sequence[float], servers: int = 1) -> float:
    done = served(at, takes, servers)
    return sum(end - begin - each for end, begin, each in zip(done, at, takes, strict=True)) / len(at)


# ── One station ───────────────────────────────────────────────────────────────────────────────────────────────────


@chart(
    ("rate", "wait"),
    [
        # M/M/1 with a service of 1 s: waits r / (1 - r) seconds on average.
        (0.3, 3 / 7),
        (0.5, 1.0),
        (0.7, 7 / 3),
    ],
)
def test_one_server_with_memoryless_times_is_waited_for_as_the_formula_says(rate: float, wait: float) -> None:
    assert mean_wait(arrivals(rate), memoryless(1.0, JOBS, "services")) == pytest.approx(wait, rel=0.12)


def test_even_times_halve_the_wait() -> None:
    """M/D/1, by Pollaczek and Khinchine: r / (2 (1 - r))."""
    assert mean_wait(arrivals(0.5), [1.0] * JOBS) == pytest.approx(0.5, rel=0.06)


def test_several_servers_are_waited_for_as_erlang_says() -> None:
    """M/M/2 at 1 a second, 1 s each: half of each is busy. Erlang C: 1/3 waits, for 1/3 s on average over all."""
    assert mean_wait(arrivals(1.0), memoryless(1.0, JOBS, "services"), 2) == pytest.approx(1 / 3, rel=0.12)


def test_as_many_are_there_as_come_in_the_time_that_one_stays() -> None:
    """Little's law, on the whole of a run: the area under the number present is the sum of all stays."""
    at, takes = arrivals(0.8, 2_000), memoryless(1.0, 2_000, "services")
    done = served(at, takes)
    steps = sorted([(time, 1) for time in at] + [(time, -1) for time in done])
    area, present, last = 0.0, 0, 0.0
    for time, change in steps:
        area, present, last = area + present * (time - last), present + change, time
    assert area == pytest.approx(sum(end - begin for end, begin in zip(done, at, strict=True)))


def test_first_come_first_served() -> None:
    at, takes = arrivals(0.9, 2_000), memoryless(1.0, 2_000, "services")
    done = served(at, takes)
    assert done == sorted(done)
    assert all(end >= begin + each for end, begin, each in zip(done, at, takes, strict=True))


def test_a_hand_worked_queue() -> None:
    # Three come at 0, 1 and 2 and take 3 s each: alone they end at 3, 6, 9; with a second server at 3, 4, 6.
    assert served([0, 1, 2], [3, 3, 3]) == [3, 6, 9]
    assert served([0, 1, 2], [3, 3, 3], 2) == [3, 4, 6]
    # The second is of another station; whoever comes out of order is served by the time of coming.
    assert shared_out([0, 1, 2], [3, 3, 3], [0, 1, 2], 2) == [3, 4, 6]
    assert next_door([2, 0, 1], [3, 3, 3]) == [9, 3, 6]


@chart(("share", "value"), [(0.5, 6), (0.95, 10), (0.99, 10), (0.0, 1)])
def test_percentiles(share: float, value: float) -> None:
    assert percentile([10, 9, 8, 7, 6, 5, 4, 3, 2, 1], share) == value


# ── A fleet ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def day() -> Day:
    return simulation.sunday(400, seed=1)


def test_twice_as_many_processes_hold_nobody_up_longer(day: Day) -> None:
    """Each campaign's process then has a part of what it had: no step is thought about later."""
    for processes in (1, 2, 4, 8):
        one = shared_out(day.at, day.ours, day.campaign, processes)
        two = shared_out(day.at, day.ours, day.campaign, 2 * processes)
        assert all(after <= before for after, before in zip(two, one, strict=True))


def test_more_of_anything_is_never_slower(day: Day) -> None:
    service = simulation.measured()
    found = [simulation.simulate(400, each, 2, day, service) for each in (1, 2, 4, 8)]
    assert [each.answer_99 for each in found] == sorted((each.answer_99 for each in found), reverse=True)
    cores = [simulation.simulate(400, 4, each, day, service) for each in (1, 2, 4)]
    assert [each.answer_99 for each in cores] == sorted((each.answer_99 for each in cores), reverse=True)


def test_enough_keeps_the_goal_and_half_of_it_does_not() -> None:
    service, day = simulation.measured(), simulation.sunday(1_500, seed=1)
    best = simulation.enough(1_500, day, service)
    assert best.answer_99 <= simulation.GOAL_S
    assert best.processes > 1
    half = simulation.simulate(1_500, best.processes // 2, best.cores, day, service)
    assert half.answer_99 > simulation.GOAL_S


def test_the_same_seed_draws_the_same_day_and_another_another() -> None:
    assert simulation.sunday(50, seed=3) == simulation.sunday(50, seed=3)
    assert simulation.sunday(50, seed=3) != simulation.sunday(50, seed=4)


# ── When people play ──────────────────────────────────────────────────────────────────────────────────────────────


def test_a_sunday_has_twice_the_steps_of_a_monday() -> None:
    """As `HABITS` has it: 4 sittings of 6 steps on average, in 2,000 campaigns; twice on Sunday."""
    monday, sunday = (len(evenings.steps(2_000, 1, day=day)) for day in (0, evenings.SUNDAY))
    assert monday == pytest.approx(48_000, rel=0.03)
    assert sunday == pytest.approx(96_000, rel=0.03)


def test_most_begin_in_the_evening_and_right_after_the_digest() -> None:
    shares = evenings.by_hour()
    assert sum(shares) == pytest.approx(1)
    assert evenings.busiest() == evenings.HABITS.digest
    assert shares[20] > 2 * shares[8]
    begun = [step.at for step in evenings.steps(2_000, 1, hours=(18, 19))]
    first, last = (sum(minute * 600 <= at - 18 * 3600 < (minute + 1) * 600 for at in begun) for minute in (0, 5))
    assert first > 2 * last


def test_twice_the_campaigns_have_twice_the_steps() -> None:
    one, two = (len(evenings.steps(number, 1, hours=(18, 20))) for number in (2_000, 4_000))
    assert two == pytest.approx(2 * one, rel=0.05)


def test_steps_come_in_order_within_their_campaigns_numbers() -> None:
    found = evenings.steps(30, 1)
    assert found == sorted(found, key=lambda step: step.at)
    assert {step.campaign for step in found} == set(range(30))
