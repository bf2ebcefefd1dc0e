"""Firing priorities: which of several targets a unit should fire at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.book.showing import Chart
from rules.kernel.violation import RuleViolation


@dataclass(frozen=True, slots=True)
class PossibleTarget:
    """A target as its firer knows it. `threatens`: it can fire at the firer or moves to charge it."""

    name: str
    threatens: bool
    close: bool
    in_open: bool
    lone_officer: bool = False
    apart: bool = True
    """Of an officer by himself: clearly apart from other units."""

    @property
    def rank(self) -> tuple[bool, bool, bool]:
        """Lower is sooner: threats, then close range, then the open. RA-priority.1"""
        return (not self.threatens, not self.close, not self.in_open)


def ranked(targets: Iterable[PossibleTarget]) -> tuple[PossibleTarget, ...]:
    """In the order of the priorities, equals as given. An officer not clearly apart is none. RA-priority.1,
    RA-def.officer.senior-unit.2"""
    return tuple(sorted((each for each in targets if each.apart or not each.lone_officer), key=lambda each: each.rank))


def proper(targets: Iterable[PossibleTarget]) -> tuple[PossibleTarget, ...]:
    """Those of the first rank. RA-priority.1"""
    order = ranked(targets)
    return tuple(each for each in order if each.rank == order[0].rank)


def priority_bar(
    chosen: PossibleTarget, targets: Iterable[PossibleTarget], senior_present: bool = False
) -> RuleViolation | None:
    """Why a target should not be fired at before another; with a senior officer the unit may disregard the order, but
    an officer not clearly apart is nobody's target. RA-priority.1, RA-priority.4, RA-def.officer.senior-unit.2"""
    if chosen.lone_officer and not chosen.apart:
        return RuleViolation(
            "officer-not-apart",
            f"{chosen.name} is not clearly apart from other units.",
            citation="RA-def.officer.senior-unit.2",
            remedy="Fire at the troops around him.",
        )
    first = proper((*targets, chosen))
    if chosen.lone_officer and chosen.rank != first[0].rank:
        return _sooner(first[0], "RA-def.officer.senior-unit.2", "An officer by himself is fired at only in his turn.")
    if senior_present or chosen.rank == first[0].rank:
        return None
    return _sooner(first[0], "RA-priority.1", "A senior officer with the unit may disregard this.")


def _sooner(target: PossibleTarget, citation: str, why: str) -> RuleViolation:
    reasons = [
        *(("threatens the firers",) if target.threatens else ()),
        *(("is close",) if target.close else ()),
        *(("is in the open",) if target.in_open else ()),
    ]
    words = " and ".join(reasons) or "comes first"
    return RuleViolation(
        "other-target-first", f"{target.name} {words}. {why}", citation=citation, remedy=f"Fire at {target.name}."
    )


CHARTS: tuple[Chart, ...] = (
    Chart(
        "priorities",
        "Firing priorities",
        "Firing Priorities (p10)",
        ("order", "targets"),
        (
            (1, "units that threaten the firers: able to fire at them or moving to charge them"),
            (2, "close range before long range"),
            (3, "targets in the open before those in cover"),
        ),
        notes=("The presence of a senior officer overrides them.",),
        citation="RA-priority.1",
    ),
)
