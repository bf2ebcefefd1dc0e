"""Careers: what is true of a figure or an element, one fact after the other. Status, rank, men left and totals are
derived, never counted up.

A fact is never changed. What turned out wrong is taken back by a further fact that names it (Corrected), and the fold
then leaves both out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.database.store import Store
from campaigns.errors import no_figure
from campaigns.refs import figure_ref
from campaigns.tables.base import given, pk
from campaigns.tables.battles import Battle
from campaigns.tables.campaigns import Campaign
from campaigns.tables.roster import PERSON, CareerFact, FactKind, Figure, Slot, Unit
from rules.seam.growth import GrowingPerson
from rules.seam.ruleset import Service


class Status(StrEnum):
    """How a figure or an element stands on the roster."""

    FIT = "fit"
    WOUNDED = "wounded"
    DAMAGED = "damaged"
    KNOCKED_OUT = "knocked-out"
    KILLED = "killed"
    DESTROYED = "destroyed"
    CAPTURED = "captured"
    MISSING = "missing"
    RETIRED = "retired"


GONE = (Status.KILLED, Status.DESTROYED, Status.RETIRED)
"""For good: the place is empty."""
HARMED = {FactKind.DAMAGED: Status.DAMAGED, FactKind.KNOCKED_OUT: Status.KNOCKED_OUT}
"""What an element keeps until it has been repaired, whatever else befalls it."""

_CHANGES = {
    FactKind.JOINED: Status.FIT,
    FactKind.RECOVERED: Status.FIT,
    FactKind.WOUNDED: Status.WOUNDED,
    FactKind.KILLED: Status.KILLED,
    FactKind.DESTROYED: Status.DESTROYED,
    FactKind.CAPTURED: Status.CAPTURED,
    FactKind.MISSING: Status.MISSING,
    FactKind.RETIRED: Status.RETIRED,
}

_SERVICE = {
    "fielded": FactKind.FIELDED,
    "wounded": FactKind.WOUNDED,
    "killed": FactKind.KILLED,
    "recovered": FactKind.RECOVERED,
    "captured": FactKind.CAPTURED,
    "missing": FactKind.MISSING,
    "left": FactKind.NOTED,
    "kill-credited": FactKind.KILL_CREDITED,
    "damaged": FactKind.DAMAGED,
    "knocked-out": FactKind.KNOCKED_OUT,
    "destroyed": FactKind.DESTROYED,
    "repaired": FactKind.REPAIRED,
    "men-lost": FactKind.MEN_LOST,
    "destroy-credited": FactKind.DESTROY_CREDITED,
    "share-credited": FactKind.SHARE_CREDITED,
    "honoured": FactKind.HONOURED,
    "humiliated": FactKind.HUMILIATED,
    "field-promoted": FactKind.FIELD_PROMOTED,
    "treated": FactKind.TREATED,
    "carried": FactKind.CARRIED,
    "freed": FactKind.FREED,
}


@dataclass(frozen=True, slots=True)
class Standing:
    """What a career comes to."""

    status: Status = Status.FIT
    rank: str = ""
    battles: tuple[int, ...] = ()
    """Ids of the battles that he fought in, the first one first."""
    wounds: int = 0
    kills: int = 0
    decorations: tuple[str, ...] = ()
    condition: str = ""
    """What he carries, as the rule set wrote it; "" for nothing."""
    gains: tuple[str, ...] = ()
    """Keys of what he has learned, the first one first."""
    spent: int = 0
    """How many of them he had earned in battle."""
    destroyed: int = 0
    """Elements of the enemy that he destroyed."""
    lost: int = 0
    """Men who are missing of those that an element stands for."""
    harmed: bool = False
    """An element that is damaged or knocked out, wherever it is."""
    harm: str = ""
    """By what, in the rule set's words."""
    replaced: bool = False
    """Somebody else has been put in the place."""
    shares: int = 0
    """Enemies that he had a part in felling, with others: none of them is among the kills."""
    honours: int = 0
    """Battle honours of the unit that he commanded."""
    humiliations: int = 0
    promotions: int = 0
    """In the field, by the book."""
    nickname: str = ""
    """What comrades call him."""
    resting: int = 0
    """Battles that they stay away from still, by a GM's word."""
    until: date | None = None
    """The day on which they are back, by a GM's word."""
    injuries: tuple[str, ...] = ()
    """Keys of what lasts of their wounds, the first one first."""

    @property
    def stands(self) -> bool:
        """Whether it is he, or it, that holds the place."""
        return self.status not in GONE and not self.replaced


@dataclass(frozen=True, slots=True)
class CareerLine:
    """One line of a career. `void`: taken back by a later correction, whose own line says why."""

    id: int
    kind: FactKind
    at: datetime
    battle_id: int | None
    battle: str
    by: str
    """The full name of the other figure in it."""
    note: str
    void: bool
    men: int = 0
    before: bool = False
    """It came true before that battle, not in it."""
    by_ref: str = ""
    """The other figure, as battles call it."""
    told: bool = False
    """A battle has left it behind: nobody has written it."""
    seq: int | None = None
    """The entry of the battle's journal that bears it out."""
    citation: str = ""
    award: str | None = None
    """Of a decoration, as the table has them."""


@dataclass(frozen=True, slots=True)
class Career:
    """One figure's life on the roster, or one element's. `kind`: "figure", or the kind of element; `replaces`: whose
    place he took."""

    figure_id: int
    ref: str
    name: str
    number: int
    role: str
    unit_id: int
    unit: str
    standing: Standing
    facts: tuple[CareerLine, ...]
    replaces: str = ""
    condition: str = ""
    """What he suffers from, in the rule set's words; so are the others."""
    sheet: tuple[str, ...] = ()
    """What he can do and what he carries."""
    kind: str = PERSON
    men: int = 0
    """Those that an element stands for at full strength."""
    injuries: tuple[str, ...] = ()
    """What lasts of earlier wounds."""


def in_force(facts: Iterable[CareerFact]) -> list[CareerFact]:
    """The facts without those that were taken back and without the corrections themselves, in order."""
    facts = list(facts)
    void = {fact.corrects_id for fact in facts if fact.kind == FactKind.CORRECTED}
    return [fact for fact in facts if fact.id not in void and fact.kind != FactKind.CORRECTED]


def fold(facts: Iterable[CareerFact]) -> Standing:
    """What the facts of one figure or element, in order, come to. BG-XIII.10.1, BG-XIII.10.2"""
    status, rank = Status.FIT, ""
    counts: Counter[FactKind] = Counter()
    condition, nickname, spent, lost, resting = "", "", 0, 0, 0
    until: date | None = None
    harm: CareerFact | None = None
    battles: list[int] = []
    decorations: list[str] = []
    gains: list[str] = []
    injuries: list[str] = []
    for fact in in_force(facts):
        kind = FactKind(fact.kind)
        status = _CHANGES.get(kind, status)
        if kind in (FactKind.RESTING, FactKind.RECOVERED):
            resting = fact.men if kind is FactKind.RESTING else 0
            until = date.fromisoformat(fact.details) if kind is FactKind.RESTING and fact.details else None
        if kind is FactKind.RECOVERED and harm is None:
            condition = ""
        elif kind is FactKind.WOUNDED and fact.details:
            condition = fact.details
        elif kind is FactKind.CONDITION:
            condition = fact.details or ""
            status = Status.WOUNDED if condition and status is Status.FIT else status
        elif kind is FactKind.UPGRADED and fact.details:
            gains.append(fact.details)
            spent += fact.battle_id is not None
        elif kind is FactKind.INJURED and fact.details:
            injuries.append(fact.details)
        elif kind in (FactKind.JOINED, FactKind.PROMOTED):
            rank = fact.note
        elif kind is FactKind.FIELDED and fact.battle_id is not None:
            battles.append(fact.battle_id)
        elif kind is FactKind.DECORATED:
            decorations.append(fact.note)
        elif kind is FactKind.NICKNAMED:
            nickname = fact.note
        elif kind in HARMED or kind is FactKind.REPAIRED:
            harm = fact if kind in HARMED else None
            condition = fact.details or ""
        counts[kind] += 1
        lost += {FactKind.MEN_LOST: fact.men, FactKind.MEN_JOINED: -fact.men}.get(kind, 0)
    if status is Status.FIT and harm is not None:
        status = HARMED[FactKind(harm.kind)]
    return Standing(
        status=status,
        rank=rank,
        battles=tuple(battles),
        wounds=counts[FactKind.WOUNDED],
        kills=counts[FactKind.KILL_CREDITED],
        decorations=tuple(decorations),
        condition=condition,
        gains=tuple(gains),
        spent=spent,
        destroyed=counts[FactKind.DESTROY_CREDITED],
        lost=lost,
        harmed=harm is not None,
        harm=harm.note if harm is not None else "",
        replaced=counts[FactKind.REPLACED] > 0,
        shares=counts[FactKind.SHARE_CREDITED],
        honours=counts[FactKind.HONOURED],
        humiliations=counts[FactKind.HUMILIATED],
        promotions=counts[FactKind.FIELD_PROMOTED],
        nickname=nickname,
        resting=resting,
        until=until,
        injuries=tuple(dict.fromkeys(injuries)),
    )


def holding(stand: Sequence[bool]) -> int:
    """Which of those who have held a place, in the order in which they came, has it: the last of them who stands in
    it, else the last of all, who left it empty."""
    return next((at for at in reversed(range(len(stand))) if stand[at]), len(stand) - 1)


_FACTS = (
    select(CareerFact).where(col(CareerFact.figure_id).in_(given("figures", several=True))).order_by(col(CareerFact.id))
)


async def facts_of(session: AsyncSession, figures: Iterable[int]) -> dict[int, list[CareerFact]]:
    """The facts of each of these figures, in the order in which they came true."""
    ids = list(figures)
    facts: dict[int, list[CareerFact]] = {figure: [] for figure in ids}
    if not ids:
        return facts
    for fact in (await session.exec(_FACTS, params={"figures": ids})).all():
        facts[fact.figure_id].append(fact)
    return facts


def project(
    service: Sequence[Service],
    known: Mapping[str, tuple[int, int]],
    battle_id: int,
    now: datetime,
    borne_out: Sequence[int | None] = (),
) -> list[CareerFact]:
    """A battle's service records as facts. `known`: the figures and elements of the campaign that took part, by their
    refs, each with its id and the slot that it held; others (civilians whom the rule set put on the table, vehicles of
    a scenario file) have no roster line. What campaigns have no mark for is noted in words. `borne_out`: the entry of
    the journal for each record, where that is known."""
    facts: list[CareerFact] = []
    for at, record in enumerate(service):
        by = known.get(record.by or "")
        if record.of in known:
            figure, slot = known[record.of]
            kind = _SERVICE.get(record.what, FactKind.NOTED)
            note = record.note if record.what in _SERVICE else f"{record.what} {record.note}".strip()
            facts.append(
                CareerFact(
                    figure_id=figure,
                    battle_id=battle_id,
                    kind=kind,
                    by_figure_id=by and by[0],
                    note=note,
                    men=record.men,
                    details=record.condition or None,
                    at=now,
                    slot_id=slot,
                    seq=borne_out[at] if at < len(borne_out) else None,
                )
            )
    return facts


async def career(store: Store, figure: int) -> Career:
    """The career of a figure or an element, line by line. Raises Refusal "unknown-figure"."""
    async with store.reading() as session:
        whose = select(Figure, Slot, Unit, Campaign.rules).join(Slot, col(Slot.id) == Figure.slot_id)
        whose = whose.join(Unit, col(Unit.id) == Slot.unit_id).join(Campaign, col(Campaign.id) == Unit.campaign_id)
        found = (await session.exec(whose.where(col(Figure.id) == figure))).first()
        if found is None:
            raise no_figure()
        (row, slot, unit, rules), facts = found, (await facts_of(session, [figure]))[figure]
        growth = store.rules(rules).forces.growth if slot.kind == PERSON else None
        standing = {pk(fact.id) for fact in in_force(facts)}
        found_others = await _others(session, {fact.by_figure_id for fact in facts} | {row.replaces_id})
        others = {key: full_name(other) for key, other in found_others.items()}
        refs = {key: figure_ref(other) for key, other in found_others.items()}
        in_battles = col(Battle.id).in_({fact.battle_id for fact in facts})
        titles = await titles_of(session, (await session.exec(select(Battle).where(in_battles))).all())
    folded = fold(facts)
    return Career(
        figure_id=figure,
        ref=figure_ref(row),
        name=full_name(row),
        number=slot.number,
        role=slot.role,
        unit_id=slot.unit_id,
        unit=unit.name,
        standing=folded,
        facts=tuple(
            CareerLine(
                id=pk(fact.id),
                kind=FactKind(fact.kind),
                at=fact.at,
                battle_id=fact.battle_id,
                battle=titles.get(fact.battle_id or 0, ""),
                by=others.get(fact.by_figure_id, ""),
                note=fact.note,
                void=fact.id not in standing and fact.kind != FactKind.CORRECTED,
                men=fact.men,
                seq=fact.seq,
                citation=fact.citation,
                award=fact.award,
                before=fact.kind in _BETWEEN and fact.battle_id is not None and fact.user_id is not None,
                by_ref=refs.get(fact.by_figure_id, ""),
                told=fact.battle_id is not None and fact.user_id is None,
            )
            for fact in facts
        ),
        replaces=others.get(row.replaces_id, ""),
        condition=growth.describe(folded.condition) if growth else folded.harm,
        sheet=growth.sheet(GrowingPerson(slot.traits, folded.gains, folded.condition)) if growth else (),
        kind=slot.kind,
        men=slot.men,
        injuries=store.rules(rules).forces.injuries.words_of(folded.injuries),
    )


_BETWEEN = (FactKind.RECOVERED, FactKind.REPAIRED, FactKind.MEN_JOINED)
"""What comes true of a battle before it begins where somebody has begun it, and in it or after it where nobody has."""


async def titles_of(session: AsyncSession, battles: Sequence[Battle]) -> dict[int, str]:
    """What these battles of one campaign are called: with their number where several of it bear one title."""
    if not battles:
        return {}
    campaign = col(Battle.campaign_id) == battles[0].campaign_id
    counted = select(Battle.title).where(campaign, col(Battle.title).in_({battle.title for battle in battles}))
    bearers = Counter((await session.exec(counted)).all())
    return {
        pk(battle.id): f"{battle.title} (battle {battle.number})" if bearers[battle.title] > 1 else battle.title
        for battle in battles
    }


def full_name(figure: Figure) -> str:
    return f"{figure.given} {figure.family}".strip()


async def _others(session: AsyncSession, figures: Iterable[int | None]) -> dict[int | None, Figure]:
    ids = [figure for figure in figures if figure is not None]
    found = (await session.exec(select(Figure).where(col(Figure.id).in_(ids)))).all() if ids else ()
    return {figure.id: figure for figure in found}
