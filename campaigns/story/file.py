"""A figure's personnel file: the head of it, a paragraph for each battle, who stood beside and against the figure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import col, select

from campaigns.battle.record import accounts
from campaigns.battle.record.accounts import ToldBattle
from campaigns.battle.record.closing import BattleOutcome
from campaigns.campaign.campaign import CampaignView
from campaigns.database.store import Store
from campaigns.honours.held import HeldHonour, honours_of_figures
from campaigns.refs import figure_ref
from campaigns.roster import careers
from campaigns.roster.careers import Career, full_name
from campaigns.story import reckoning, seen
from campaigns.story.telling import BattleEnd, Part, paragraph
from campaigns.story.variety import StoryPage
from campaigns.tables.base import given
from campaigns.tables.battles import Battle
from campaigns.tables.campaigns import Side
from campaigns.tables.roster import PERSON, FactKind, Figure, Slot, Unit
from campaigns.tables.stories import Portrait
from rules.kernel.action import SideId
from rules.language.words import counted, listed, within

MOST = 3
"""Comrades, and enemy units, that a file names."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One battle of a life. `at`: when it was over."""

    battle_id: int
    title: str
    at: datetime | None
    text: str


@dataclass(frozen=True, slots=True)
class File:
    """`career`: as the reader may know it; `comrades`, `enemies`: with in how many battles, most first; `before`,
    `after`: who held the place before and after, by ref and name."""

    career: Career
    side: SideId
    side_name: str
    organisation: str
    nation: str
    base_colour: str
    story: tuple[Paragraph, ...]
    comrades: tuple[tuple[str, int], ...]
    enemies: tuple[tuple[str, int], ...]
    before: tuple[str, str] | None
    after: tuple[str, str] | None
    obituary: str
    portrait: bytes | None
    honours: tuple[HeldHonour, ...] = ()


async def lines(store: Store, here: CampaignView, figure_id: int, who: int) -> Career:
    """A career line by line, as somebody may read it. Raises Refusal "unknown-figure"."""
    viewer = seen.viewer_of(here, who)
    whole = await careers.career(store, figure_id)
    if viewer == accounts.EVERYTHING or not whole.standing.battles:
        return whole
    await reckoning.make_missing(store, here.id)
    async with store.reading() as session:
        return seen.seen(whole, await accounts.kept(session, here.id, viewer), viewer)


async def read(store: Store, here: CampaignView, figure_id: int, who: int) -> File:
    """The file of a figure as somebody may read it who may look at it at all. Raises Refusal "unknown-figure"."""
    return (await read_several(store, here, [figure_id], who))[0]


async def read_several(store: Store, here: CampaignView, figure_ids: Sequence[int], who: int) -> tuple[File, ...]:
    """The files of several figures, with the battles read once for all of them. Raises Refusal "unknown-figure"."""
    viewer = seen.viewer_of(here, who)
    await reckoning.make_missing(store, here.id)
    async with store.reading() as session:
        told = await accounts.kept(session, here.id, viewer)
        struck = await seen.gone(session, told)
        battles = (await session.exec(_BATTLES, params={"campaign": here.id})).all()
        worn = await honours_of_figures(session, figure_ids)
    own = {battle: seen.without(kept, struck.get(battle, set())) for battle, kept in told.items()}
    return tuple([await _file(store, here, each, viewer, own, battles, worn[each]) for each in figure_ids])


async def _file(
    store: Store,
    here: CampaignView,
    figure_id: int,
    viewer: str,
    own: Mapping[int, ToldBattle],
    battles: Sequence[Battle],
    worn: tuple[HeldHonour, ...],
) -> File:
    whole = await careers.career(store, figure_id)
    async with store.reading() as session:
        row, unit, side, portrait = (await session.exec(_HEAD, params={"figure": figure_id})).one()
        after = (await session.exec(_AFTER, params={"figure": figure_id})).first()
        before = await session.get(Figure, row.replaces_id) if row.replaces_id is not None else None
    career = seen.seen(whole, own, viewer)
    titles = {line.battle_id: line.battle for line in whole.facts}
    fought = [battle for battle in battles if battle.id in own and battle.id in whole.standing.battles]
    page = StoryPage(whole.ref)
    story = tuple(
        Paragraph(battle.id or 0, titles[battle.id], battle.ended_at, text)
        for battle in fought
        if (text := _told(store, here, career, row, battle, titles[battle.id], own[battle.id or 0], page))
    )
    parts = [own[battle.id or 0] for battle in fought]
    return File(
        career=career,
        side=side.key,
        side_name=side.name,
        organisation=unit.organisation,
        nation=unit.nation,
        base_colour=unit.base_colour,
        story=story,
        comrades=_comrades(career.ref, parts),
        enemies=_enemies(career.ref, parts),
        before=(figure_ref(before), full_name(before)) if before is not None else None,
        after=(figure_ref(after), full_name(after)) if after is not None else None,
        obituary=_obituary(career, after, page),
        portrait=portrait,
        honours=worn,
    )


_HEAD = (
    select(Figure, Unit, Side, Portrait.data)
    .join(Slot, col(Slot.id) == Figure.slot_id)
    .join(Unit, col(Unit.id) == Slot.unit_id)
    .join(Side, col(Side.id) == Unit.side_id)
    .join(Portrait, col(Portrait.figure_id) == Figure.id, isouter=True)
    .where(col(Figure.id) == given("figure"))
)
_AFTER = select(Figure).where(col(Figure.replaces_id) == given("figure")).order_by(col(Figure.id))
_BATTLES = select(Battle).where(col(Battle.campaign_id) == given("campaign")).order_by(col(Battle.number))


def _told(
    store: Store,
    here: CampaignView,
    career: Career,
    row: Figure,
    battle: Battle,
    title: str,
    kept: ToldBattle,
    page: StoryPage,
) -> str:
    names = kept.named
    me = names.get(career.ref)
    if me is None:
        return ""
    rank = f"{career.standing.rank} {career.name}".strip()
    full = me.name if row.family and row.family in me.name and me.name != row.family else rank
    short = row.family if row.family and row.family in full else full
    part = Part(
        me=career.ref,
        full=full,
        short=short,
        battle=within(title),
        unit=within(names[me.body].name if me.body in names else career.unit),
        account=kept.account,
        service=kept.service,
        names=names,
        turn=store.rules(here.rules).battle.turn,
        ending=ending_of(here, battle),
    )
    return " ".join(filter(None, [paragraph(part, page), *_kept_for_good(career, battle, short, page)]))


def _kept_for_good(career: Career, battle: Battle, short: str, page: StoryPage) -> Iterator[str]:
    """What lasts of the wounds of that battle."""
    for line in career.facts:
        if line.kind is FactKind.INJURED and line.battle_id == battle.id and not line.void:
            title, _, about = line.note.partition("; ")[0].partition(": ")
            yield page.say("lasting", who=short, what=f"{title} ({about})" if about else title)


def ending_of(here: CampaignView, battle: Battle) -> BattleEnd | None:
    """How a battle ended, for everybody; None while it goes on."""
    if not battle.result:
        return None
    outcome = BattleOutcome.model_validate_json(battle.result)
    side = here.side(outcome.winner or "")
    winner = side.name if side is not None else outcome.winner or ""
    return BattleEnd(winner, outcome.reason)


def _comrades(me: str, parts: Sequence[ToldBattle]) -> tuple[tuple[str, int], ...]:
    """People of the same unit, by the battles that they were in together."""
    met: Counter[str] = Counter()
    called: dict[str, str] = {}
    for kept in parts:
        own = kept.named.get(me)
        for other in kept.names:
            if own is not None and own.body and other.body == own.body and other.ref != me and not other.thing:
                met[other.ref] += 1
                called[other.ref] = other.name
    return tuple((called[ref], count) for ref, count in met.most_common(MOST))


def _enemies(me: str, parts: Sequence[ToldBattle]) -> tuple[tuple[str, int], ...]:
    """Units of others that the figure, or its unit, fired at, fought or was hit by; by battles."""
    met: Counter[str] = Counter()
    called: dict[str, str] = {}
    for kept in parts:
        names = kept.named
        side = names[me].side if me in names else ""
        here: set[str] = set()
        for moment in kept.account.moments:
            mine = moment.who == me or me in moment.members
            other = names.get(moment.other if mine else moment.who if moment.other == me else "")
            if other is not None and other.side != side:
                here.add(other.body or other.ref)
        met.update(sorted(each for each in here if each in names))
        called |= {each: names[each].name for each in here if each in names}
    return tuple((called[ref], count) for ref, count in met.most_common(MOST))


def _obituary(career: Career, after: Figure | None, page: StoryPage) -> str:
    """Of the dead; "" of the living."""
    standing = career.standing
    died = next((f for f in reversed(career.facts) if f.kind is FactKind.KILLED and not f.void), None)
    if standing.status != "killed" or died is None or career.kind != PERSON:
        return ""
    record = ((len(standing.battles), "battle"), (standing.wounds, "wound"), (standing.kills, "kill"))
    told = [
        page.say(
            "obituary",
            who=f"{standing.rank} {career.name}".strip(),
            number=str(career.number),
            unit=within(career.unit),
            where=f" {'before' if died.before else 'at'} {within(died.battle)}" if died.battle else "",
            by=f" by {died.by}" if died.by else "",
        ),
        page.say("served", record=listed([counted(number, word) for number, word in record if number])),
    ]
    if standing.decorations:
        told.append(page.say("honoured", what=listed(list(standing.decorations))))
    if after is not None:
        told.append(page.say("followed", other=full_name(after)))
    return " ".join(filter(None, told))
