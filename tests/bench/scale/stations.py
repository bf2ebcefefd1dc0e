"""Stations at which jobs queue, first come, first served. Pure: no clock, no chance."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapreplace


def served(arrivals: Sequence[float], services: Sequence[float], servers: int = 1) -> list[float]:
    """When each job is done. `arrivals`: seconds, the earliest first; `services`: seconds that each takes; `servers`:
    jobs that are served at a time."""
    free = [0.0] * servers
    done: list[float] = []
    for at, takes in zip(arrivals, services, strict=True):
        end = max(at, free[0]) + takes
        heapreplace(free, end)
        done.append(end)
    return done


def shared_out(arrivals: Sequence[float], services: Sequence[float], of: Sequence[int], stations: int) -> list[float]:
    """The same at several stations of one server each. `of`: by job, whose it is; station n serves n, n + stations …"""
    free = [0.0] * stations
    done: list[float] = []
    for at, takes, whose in zip(arrivals, services, of, strict=True):
        station = whose % stations
        end = free[station] = max(at, free[station]) + takes
        done.append(end)
    return done


def next_door(arrivals: Sequence[float], services: Sequence[float], servers: int = 1) -> list[float]:
    """The same for jobs that come in any order, as from other stations; the answers are in the order of the jobs."""
    order = sorted(range(len(arrivals)), key=lambda job: (arrivals[job], job))
    ends = served([arrivals[job] for job in order], [services[job] for job in order], servers)
    done = [0.0] * len(order)
    for job, end in zip(order, ends, strict=True):
        done[job] = end
    return done


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of them does not exceed; 0 where there are none."""
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)] if ordered else 0.0
