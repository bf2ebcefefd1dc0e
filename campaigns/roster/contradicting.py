"""What careers still say that a correction has left without its ground. It is listed for the GM; nothing changes by
itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlmodel import col, select

from campaigns.database.store import Store
from campaigns.roster.careers import Career, CareerLine, career
from campaigns.tables.roster import CareerFact, FactKind

_HURT = frozenset(
    (FactKind.WOUNDED, FactKind.DAMAGED, FactKind.KNOCKED_OUT, FactKind.CAPTURED, FactKind.MISSING, FactKind.KILLED)
)
_CURE = frozenset((FactKind.RECOVERED, FactKind.REPAIRED))
_OF_THE_HURT = _CURE | {FactKind.RESTING, FactKind.CONDITION}
_OTHERS = (
    FactKind.KILL_CREDITED,
    FactKind.DESTROY_CREDITED,
    FactKind.SHARE_CREDITED,
    FactKind.TREATED,
    FactKind.CARRIED,
    FactKind.FREED,
)
"""What others are credited with for what befell somebody."""


@dataclass(frozen=True, slots=True)
class Groundless:
    """A line that still stands. `who`: whose it is, with the rank."""

    who: str
    line: CareerLine


async def groundless(store: Store, figure_id: int, fact_id: int) -> tuple[Groundless, ...]:
    """What hung on a line that has been taken back: in the figure's own career, and what others have for it."""
    own = await career(store, figure_id)
    taken = next((line for line in own.facts if line.id == fact_id), None)
    if taken is None:
        return ()
    found = [Groundless(_called(own), line) for line in left_over(own.facts, taken)]
    if taken.kind in _HURT and taken.battle_id is not None:
        credited = (
            select(CareerFact.figure_id)
            .where(col(CareerFact.by_figure_id) == figure_id, col(CareerFact.battle_id) == taken.battle_id)
            .where(col(CareerFact.kind).in_(_OTHERS))
            .distinct()
        )
        async with store.reading() as session:
            others = (await session.exec(credited.order_by(col(CareerFact.figure_id)))).all()
        for each in others:
            theirs = await career(store, each)
            found += [
                Groundless(_called(theirs), line)
                for line in theirs.facts
                if line.kind in _OTHERS and line.battle_id == taken.battle_id and line.by_ref == own.ref
                if not line.void
            ]
    return tuple(found)


def left_over(lines: Sequence[CareerLine], taken: CareerLine) -> Iterator[CareerLine]:
    """Lines of the same career, in their order, that a line which is taken back gave its ground: how a hurt went on and
    ended, what lasts of it, and awards for what happened in that battle."""
    standing = [line for line in lines if not line.void and line.kind is not FactKind.CORRECTED]
    before = [line for line in standing if line.id < taken.id and line.kind in _HURT | _CURE]
    open_wound = taken.kind in _HURT and (not before or before[-1].kind in _CURE)
    for line in standing:
        if line.id <= taken.id:
            continue
        if line.kind in _HURT:
            open_wound = False
        elif line.kind in _OF_THE_HURT and open_wound:
            yield line
            open_wound = line.kind not in _CURE
        elif line.battle_id == taken.battle_id and (
            (line.kind is FactKind.DECORATED and line.award)
            or (line.kind is FactKind.INJURED and taken.kind is FactKind.WOUNDED)
        ):
            yield line


def _called(whose: Career) -> str:
    return f"{whose.standing.rank} {whose.name}".strip()
