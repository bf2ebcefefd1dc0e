"""A campaign's chronicle: its battles with dates, results and casualties, all derived."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.record import accounts
from campaigns.battle.record.accounts import EVERYTHING, ToldBattle
from campaigns.battle.record.closing import BattleOutcome
from campaigns.database.store import Store
from campaigns.members.membership import campaign_row, sides_of
from campaigns.refs import figure_ref
from campaigns.roster.careers import facts_of, in_force
from campaigns.scenario.roles import in_words, roles_of
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle, BattleStatus
from campaigns.tables.campaigns import Side
from campaigns.tables.roster import PERSON, CareerFact, FactKind, Figure, Slot, Unit
from rules.kernel.action import SideId
from rules.seam.ruleset import Service


@dataclass(frozen=True, slots=True)
class SideTally:
    """What a battle cost a side. `fielded`: men, those of bases too."""

    side: SideId
    name: str
    fielded: int
    killed: int
    wounded: int
    captured: int
    missing: int
    elements: int = 0
    """Vehicles, guns, bases and animals that took the field."""
    destroyed: int = 0
    """Elements lost for good, or taken."""
    damaged: int = 0
    """Elements damaged or knocked out, and not lost."""
    men_lost: int = 0
    """Of those that elements stand for."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A battle in the chronicle. `tallies` are empty while it goes on: careers are written when it ends. `roles`: what
    each side is in it, in words as `scenario.roles.in_words` has them; {} where the book has no roles."""

    battle_id: int
    number: int
    title: str
    status: BattleStatus
    begun_at: datetime | None
    ended_at: datetime | None
    result: BattleOutcome | None
    tallies: tuple[SideTally, ...]
    roles: Mapping[SideId, str]


async def chronicle(store: Store, campaign_id: int, viewer: str = EVERYTHING) -> tuple[Chapter, ...]:
    """All battles of the campaign but those called off, in order. A side reads all that they cost it;
    a `viewer` of another side, what the battle showed. Raises Refusal "no-campaign"."""
    async with store.reading() as session:
        rules = store.rules((await campaign_row(session, campaign_id)).rules)
        found = select(Battle).where(Battle.campaign_id == campaign_id, Battle.status != BattleStatus.CANCELLED)
        battles = (await session.exec(found.order_by(col(Battle.number)))).all()
        side_of, owner_of, refs = await _whose(session, campaign_id)
        told = await accounts.kept(session, campaign_id, viewer) if viewer != EVERYTHING else {}
        facts = in_force(f for line in (await facts_of(session, [*side_of, *owner_of])).values() for f in line)
        names = {key: side.name for key, side in (await sides_of(session, campaign_id)).items()}
    if viewer != EVERYTHING:
        known = {
            (battle, each.of, each.what) for battle, kept in told.items() for each in (*kept.service, *_fielded(kept))
        }
        whose = {**side_of, **owner_of}
        facts = [
            fact
            for fact in facts
            if whose.get(fact.figure_id) == viewer or (fact.battle_id, refs.get(fact.figure_id, ""), fact.kind) in known
        ]
    return tuple(
        Chapter(
            battle_id=pk(row.id),
            number=row.number,
            title=row.title,
            status=BattleStatus(row.status),
            begun_at=row.begun_at,
            ended_at=row.ended_at,
            result=BattleOutcome.model_validate_json(row.result) if row.result else None,
            tallies=_men(
                _tallies([fact for fact in facts if fact.battle_id == row.id], side_of, owner_of, names), row.result
            ),
            roles={key: words for key, name in names.items() if (words := in_words(rules, roles_of(row), key, name))},
        )
        for row in battles
    )


def _fielded(kept: ToldBattle) -> Iterable[Service]:
    """That those of whom the viewer knows were there, whoever saw them come."""
    return (Service(each.ref, "fielded") for each in kept.names)


def _men(tallies: tuple[SideTally, ...], result: str | None) -> tuple[SideTally, ...]:
    """With the men of bases among those who took the field, as the battle was closed with."""
    aftermath = BattleOutcome.model_validate_json(result).aftermath if result else None
    fielded = {side.side: side.fielded for side in aftermath.sides} if aftermath is not None else {}
    return tuple(replace(tally, fielded=fielded.get(tally.side, tally.fielded)) for tally in tallies)


def _tallies(
    facts: Iterable[CareerFact], side_of: dict[int, SideId], owner_of: dict[int, SideId], names: dict[SideId, str]
) -> tuple[SideTally, ...]:
    """Each man and element once, by the worst that befell it: who was wounded and then killed is among the killed."""
    befell: dict[int, set[FactKind]] = {}
    men: Counter[SideId] = Counter()
    for fact in facts:
        befell.setdefault(fact.figure_id, set()).add(FactKind(fact.kind))
        if fact.kind == FactKind.MEN_LOST:
            men[owner_of[fact.figure_id]] += fact.men
    counts: dict[SideId, Counter[FactKind]] = {}
    things: dict[SideId, Counter[str]] = {}
    for figure, kinds in befell.items():
        if figure in owner_of:
            things.setdefault(owner_of[figure], Counter()).update(_befell(kinds))
            continue
        count = counts.setdefault(side_of[figure], Counter())
        count.update({FactKind.FIELDED} & kinds)
        worst = (FactKind.KILLED, FactKind.CAPTURED, FactKind.MISSING, FactKind.WOUNDED)
        count.update([kind for kind in worst if kind in kinds][:1])
    return tuple(
        SideTally(
            side,
            names[side],
            count[FactKind.FIELDED],
            count[FactKind.KILLED],
            count[FactKind.WOUNDED],
            count[FactKind.CAPTURED],
            count[FactKind.MISSING],
            thing["elements"],
            thing["destroyed"],
            thing["damaged"],
            men[side],
        )
        for side in names
        if (count := counts.get(side, Counter())) or things.get(side)
        for thing in [things.get(side, Counter())]
    )


def _befell(kinds: set[FactKind]) -> Iterable[str]:
    """What is counted of an element."""
    if FactKind.FIELDED in kinds:
        yield "elements"
    if kinds & {FactKind.DESTROYED, FactKind.CAPTURED, FactKind.MISSING}:
        yield "destroyed"
    elif kinds & {FactKind.DAMAGED, FactKind.KNOCKED_OUT}:
        yield "damaged"


async def _whose(
    session: AsyncSession, campaign_id: int
) -> tuple[dict[int, SideId], dict[int, SideId], dict[int, str]]:
    """Whose each figure is, and each element; and their references."""
    found = (
        select(Figure, Slot.kind, Side.key)
        .join(Slot, col(Slot.id) == Figure.slot_id)
        .join(Unit, col(Unit.id) == Slot.unit_id)
        .join(Side, col(Side.id) == Unit.side_id)
        .where(Unit.campaign_id == campaign_id)
        .order_by(col(Figure.id))
    )
    rows = (await session.exec(found)).all()
    people, elements = (
        {pk(each.id): side for each, kind, side in rows if (kind == PERSON) is person} for person in (True, False)
    )
    return people, elements, {pk(each.id): figure_ref(each) for each, _, _ in rows}
