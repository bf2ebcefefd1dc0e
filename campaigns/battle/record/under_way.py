"""A run that is under way: what a battle's row keeps of it between two slices.

Its first slices are in the journal, and nobody has been told of them: that is done at its end, all at once, as if there
had been no slices. Until then the battle can be read and nothing can be done in it.
"""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import TypeAdapter

from campaigns.errors import Refusal
from campaigns.tables.battles import Battle
from rules.kernel.action import SideId

Answers = tuple[tuple[str, SideId, int], ...]
"""How often the staff has answered: the question's key, the side that it asks, and the count."""


@dataclass(frozen=True, slots=True)
class Run:
    """Entries after `began` belong to it. `known`: how many of them everybody may know of; `steps`: of the engine so
    far; `answers`: of the staff."""

    began: int
    known: int = 0
    steps: int = 0
    answers: Answers = ()


_RUN: TypeAdapter[Run] = TypeAdapter(Run)


def run_of(row: Battle) -> Run | None:
    """None: the battle rests."""
    return _RUN.validate_json(row.run) if row.run else None


def dumped(run: Run | None) -> str:
    """For the battle's row."""
    return "" if run is None else _RUN.dump_json(run).decode()


def under_way(known: int) -> Refusal:
    """`known`: what has been carried out so far that everybody may know of."""
    return Refusal("under-way", f"The bot is carrying the battle on: {known} done so far.", "Try again in a moment.")


def require_at_rest(row: Battle) -> None:
    """Raises Refusal "under-way"."""
    run = run_of(row)
    if run is not None:
        raise under_way(run.known)
