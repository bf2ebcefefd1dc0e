"""Which entry of a battle's journal bears out each of its service records: where somebody was felled, helped or
honoured. A career's line links to the post that tells of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from campaigns.battle.record.aftermath import FATES
from campaigns.battle.record.journal import Entry, events_of
from rules.seam.ruleset import AnyRuleSet, Service
from rules.seam.service import CREDITED

Mark: TypeAlias = tuple[str, str, str]
"""What two records have in common that tell of the same: of whom, what, and whom else it concerns."""


def borne_out(rules: AnyRuleSet, standing: Sequence[Entry], service: Sequence[Service]) -> tuple[int | None, ...]:
    """The number of the entry for each record of the whole battle's `service`: the first after which the rule set tells
    of it; None where it is told of from the start, as that they took the field. Takes its time."""
    wanted = [(at, mark) for at, record in enumerate(service) if (mark := _mark(record)) is not None]
    if not wanted or not standing:
        return (None,) * len(service)
    nth: dict[int, tuple[Mark, int]] = {}
    counted = Counter[Mark]()
    for at, mark in wanted:
        fate = service[at].what not in CREDITED
        counted[mark] += fate
        nth[at] = mark, max(counted[mark], 1)
    found = _found(rules, standing, nth)
    return tuple(found.get(at) for at in range(len(service)))


def _mark(record: Service) -> Mark | None:
    """Credit begins when the enemy falls; some books say later what fate it was."""
    if record.what == "fielded":
        return None
    if record.what in CREDITED and record.by is not None:
        return record.by, "fate", ""
    if record.what in (*FATES, "men-lost", "left"):
        return record.of, "fate", ""
    return record.of, record.what, record.by or record.note


def _found(rules: AnyRuleSet, standing: Sequence[Entry], nth: dict[int, tuple[Mark, int]]) -> dict[int, int]:
    """Halves the journal again and again, so that the rule set tells its story as seldom as possible."""
    found: dict[int, int] = {}
    left = [(0, len(standing), list(nth))]
    while left:
        first, last, records = left.pop()  # told of after `last` entries, and not after `first`
        if not records:
            continue
        if last - first <= 1:
            found |= dict.fromkeys(records, standing[last - 1].seq)
            continue
        half = (first + last) // 2
        told = Counter(_mark(record) for record in rules.battle.service(events_of(standing[:half])))
        known = [at for at in records if told[nth[at][0]] >= nth[at][1]]
        left += [(first, half, known), (half, last, [at for at in records if at not in set(known)])]
    return found
