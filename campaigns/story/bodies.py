"""The stories of units and of sides: a paragraph a battle, from the same accounts as those of their people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlmodel import col, select

from campaigns.battle.record import accounts
from campaigns.battle.record.accounts import ToldBattle
from campaigns.campaign.campaign import CampaignView, SideView
from campaigns.database.store import Store
from campaigns.refs import home_unit
from campaigns.roster import records
from campaigns.roster.careers import titles_of
from campaigns.roster.records import UnitRecord
from campaigns.roster.units import RosterUnit
from campaigns.story import reckoning, seen
from campaigns.story.file import Paragraph, ending_of
from campaigns.story.joining import joined
from campaigns.story.telling import Part, ended, in_turn, losses, nerve
from campaigns.story.variety import StoryPage
from campaigns.tables.base import given, pk
from campaigns.tables.battles import Battle, BattleStatus
from rules.language.words import counted, within
from rules.seam.service import CREDITED


@dataclass(frozen=True, slots=True)
class BodyFile:
    """A unit's or a side's story, the first battle first, and its sums as the reader may know them."""

    story: tuple[Paragraph, ...]
    battles: int = 0
    won: int = 0
    felled: int = 0
    destroyed: int = 0
    killed: int = 0


@dataclass(frozen=True, slots=True)
class BodyBattle:
    """A battle that is over: its title, which no other bears, and what the reader may be told of it."""

    battle: Battle
    title: str
    kept: ToldBattle


_ENDED = (
    select(Battle)
    .where(col(Battle.campaign_id) == given("campaign"), col(Battle.status) == BattleStatus.ENDED)
    .order_by(col(Battle.number))
)


async def of_unit(
    store: Store, here: CampaignView, unit: RosterUnit, who: int, told_of: Sequence[BodyBattle] | None = None
) -> BodyFile:
    """A unit's file, for somebody who may look at the unit. `told_of`: the battles, where they have been read."""
    found = told_of if told_of is not None else await read(store, here, who)
    page = StoryPage(unit.ref)
    turn = store.rules(here.rules).battle.turn
    told = [each for each in found if _of_unit(each.kept, unit.ref)]
    story = [_paragraph(here, each, _of_unit(each.kept, unit.ref), unit.name, turn, page) for each in told]
    return _file(here, told, story, [body for each in told for body in _of_unit(each.kept, unit.ref)], unit.side)


async def record(store: Store, here: CampaignView, unit: RosterUnit, who: int) -> UnitRecord:
    """A unit's totals, with no more credited than the reader may know of."""
    whole = await records.record_of(store, unit.id)
    viewer = seen.viewer_of(here, who)
    if viewer == accounts.EVERYTHING or not (whole.felled or whole.destroyed):
        return whole
    await reckoning.make_missing(store, here.id)
    async with store.reading() as session:
        told = await accounts.kept(session, here.id, viewer)
    sums: Counter[str] = Counter()
    for kept in told.values():
        if not kept.names:
            return whole
        bodies = _of_unit(kept, unit.ref)
        own = {each.ref for each in kept.names if each.body in bodies}
        sums.update(each.what for each in kept.service if each.of in own)
    felled, destroyed = min(whole.felled, sums["kill-credited"]), min(whole.destroyed, sums["destroy-credited"])
    return replace(whole, felled=felled, destroyed=destroyed)


async def of_side(store: Store, here: CampaignView, side: SideView, who: int) -> BodyFile:
    """A side's file, as far as the reader may know what it did."""
    found = await read(store, here, who)
    page = StoryPage(side.key)
    turn = store.rules(here.rules).battle.turn
    told = [each for each in found if _bodies(each.kept, side.key)]
    story = [_paragraph(here, each, _bodies(each.kept, side.key), side.name, turn, page) for each in told]
    bodies = [body for each in told for body in _bodies(each.kept, side.key)]
    return _file(here, told, story, bodies, side.key)


async def read(store: Store, here: CampaignView, who: int) -> list[BodyBattle]:
    """The battles that are over, as the reader may know them, the first one first."""
    await reckoning.make_missing(store, here.id)
    async with store.reading() as session:
        told = await accounts.kept(session, here.id, seen.viewer_of(here, who))
        battles = (await session.exec(_ENDED, params={"campaign": here.id})).all()
        struck = await seen.gone(session, list(told))
        titles = await titles_of(session, battles)
    return [
        BodyBattle(battle, titles[pk(battle.id)], seen.without(told[pk(battle.id)], struck.get(pk(battle.id), set())))
        for battle in battles
        if pk(battle.id) in told
    ]


def _of_unit(kept: ToldBattle, ref: str) -> list[str]:
    """The unit as the battle had it: itself, or groups of it."""
    return [each.ref for each in kept.names if not each.body and home_unit(each.ref) == ref]


def _bodies(kept: ToldBattle, side: str) -> list[str]:
    return [each.ref for each in kept.names if each.side == side and not each.body]


def _paragraph(
    here: CampaignView, told: BodyBattle, bodies: Sequence[str], name: str, turn: str, page: StoryPage
) -> Paragraph:
    kept, names, battle = told.kept, told.kept.named, told.battle
    name = within(name)
    members = [each for each in kept.names if each.body in bodies]
    people, things = sum(not each.thing for each in members), sum(each.thing for each in members)
    counts = [counted(people, "figure")] if people else []
    counts += [counted(things, "vehicle, gun or base", "vehicles, guns and bases")] if things else []
    part = Part(
        me=bodies[0] if len(bodies) == 1 else "",
        full=name,
        short=name,
        battle=within(told.title),
        unit=name,
        account=kept.account,
        service=kept.service,
        names=names,
        turn=turn,
        ending=ending_of(here, battle),
    )
    said: list[str] = []
    if counts:
        said.append(
            page.say("fielded", told.title, unit=name, battle=within(told.title), strength=" and ".join(counts))
        )
    lost = [each for body in bodies for each in losses(part, body)]
    kind = "unit_lost" if lost else "unit_whole"
    if counts:
        said.append(page.say(kind, told.title, unit=name, battle=within(told.title), whom=in_turn(lost)))
    own = {each.ref for each in members}
    felled = dict.fromkeys(each.by or "" for each in kept.service if each.what in CREDITED and each.of in own)
    if whom := part.people(felled):
        said.append(page.say("unit_felled", told.title, unit=name, whom=whom))
    if len(bodies) == 1:
        said += nerve(part, page)
    if part.ending is not None:
        said.append(ended(part, part.ending, page))
    return Paragraph(pk(battle.id), told.title, battle.ended_at, joined(said, (), (name,)))


def _file(
    here: CampaignView, told: Sequence[BodyBattle], story: Sequence[Paragraph], bodies: Sequence[str], side: str
) -> BodyFile:
    sums: Counter[str] = Counter()
    named = here.side(side)
    for each in told:
        own = {name.ref for name in each.kept.names if name.body in bodies}
        sums.update(record.what for record in each.kept.service if record.of in own)
        ending = ending_of(here, each.battle)
        sums["won"] += ending is not None and named is not None and ending.winner == named.name
    return BodyFile(
        story=tuple(story),
        battles=len(told),
        won=sums["won"],
        felled=sums["kill-credited"],
        destroyed=sums["destroy-credited"],
        killed=sums["killed"],
    )
