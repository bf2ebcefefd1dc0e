"""A battle before its judges: the exported file, its entries, and what each check has found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from campaigns.battle.proof.export import Export, SealedSeed
from campaigns.battle.record.journal import Entry
from campaigns.battle.record.seed import battle_key
from rules.kernel.action import SideId
from rules.seam.ruleset import AnyRuleSet

MOST_PROBLEMS = 5


@dataclass(frozen=True, slots=True)
class Unchecked:
    """What nobody can check, and why. It is no fault, and no proof either."""

    why: str


Findings: TypeAlias = Iterator[str | Unchecked]
"""Problems, each with its entry, and what could not be checked."""


@dataclass(frozen=True, slots=True)
class Check:
    """One kind of check. `detail`: what was checked, or the first problems, or why it could not be checked."""

    name: str
    state: Literal["passed", "unchecked", "failed"]
    detail: str

    @property
    def ok(self) -> bool:
        return self.state == "passed"


@dataclass(frozen=True, slots=True)
class PostedHash:
    """A hash that stands in the channel, and where: whoever was there holds this file against it."""

    where: str
    value: str


@dataclass(frozen=True, slots=True)
class Case:
    """`gone_back_to`: the entries after which it all stood again, when something was taken back or brought back;
    `answers`: what each side's first answer has put into the key, with its entry."""

    battle: Export
    rules: AnyRuleSet
    entries: Sequence[Entry]
    gone_back_to: frozenset[int]
    answers: Sequence[tuple[int, SideId, str]]

    def key(self, seq: int) -> bytes:
        """The key of the dice in force for entry `seq`. Raises ValueError where the seed is no seed."""
        answers = [(side, word) for at, side, word in self.answers if at <= seq]
        return battle_key(bytes.fromhex(self._seed(seq).seed), (*self.battle.phrases, *answers))

    def seed_of_link(self, seq: int) -> bytes:
        """The seed under which entry `seq` was linked: it was in force before that entry. Raises ValueError."""
        return bytes.fromhex(self._seed(max(seq - 1, 1)).seed)

    def _seed(self, seq: int) -> SealedSeed:
        seeds = [seed for seed in self.battle.seeds if seed.from_seq <= seq]
        if not seeds:
            raise ValueError(f"no seed was in force for entry {seq}")
        return max(seeds, key=lambda seed: seed.from_seq)


def carried_out(
    name: str,
    check: Callable[[Case], Findings],
    case: Case,
    fine: str,
    broken: tuple[type[Exception], ...],
) -> Check:
    """What the check comes to. `broken`: what following a forged journal may run into."""
    problems: list[str] = []
    unchecked: list[str] = []
    try:
        for found in check(case):
            if isinstance(found, Unchecked):
                unchecked.append(found.why)
                continue
            problems.append(found)
            if len(problems) == MOST_PROBLEMS:
                break
    except broken as error:
        problems.append(f"cannot be followed further: {type(error).__name__}: {error}")
    if problems:
        return Check(name, "failed", "; ".join(problems))
    if unchecked:
        return Check(name, "unchecked", "; ".join(unchecked[:MOST_PROBLEMS]))
    return Check(name, "passed", fine)
