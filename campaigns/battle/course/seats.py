"""One seat an interaction: who asks, for whom, and the battle as it stood when he sat down, all read at one moment.

Whatever the interaction then needs is taken from its seat: the version, the state, the prompt, what he may know, the
offers that stand. What has been thought about a state is thought once (`states`), however many seats look at it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Literal, TypeVar, cast

from sqlalchemy import Select
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.course import authority
from campaigns.battle.course.conduct import PROMPT
from campaigns.battle.record import freshness, journal
from campaigns.battle.record.info import FRAME, BattleInfo, info_from
from campaigns.battle.record.marks import Mark
from campaigns.battle.record.under_way import under_way
from campaigns.battle.telling import telling
from campaigns.battle.telling.telling import Lines
from campaigns.clocks import waits
from campaigns.database.store import Store
from campaigns.errors import Command, Refusal, Stale, no_battle
from campaigns.members.membership import Member, beside_who, of_member
from campaigns.states import KnownState
from campaigns.tables.base import given, pk
from campaigns.tables.battles import Battle, BattleStatus
from campaigns.tables.campaigns import Campaign
from campaigns.thinking import beside
from rules.kernel.action import SideId
from rules.seam.asking import Offer, Prompt
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import View, Viewer

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class StandingBattle:
    """A battle as it stands: its frame, its rules, and the rules' own state, which only they look into."""

    info: BattleInfo
    rules: AnyRuleSet
    state: Any
    prompt: Prompt
    """Who is asked what; empty when the battle has ended, has not begun or carries out a run."""
    known: KnownState | None = field(default=None, repr=False, compare=False)

    async def view(self, viewer: Viewer) -> View:
        """What one viewer may know of it."""
        return await self.thought("view", self.rules.battle.view, viewer)

    async def offers(self, side: SideId, unit: str) -> tuple[Offer, ...]:
        """What a unit may lawfully do."""
        return await self.thought("offers", self.rules.battle.offers, side, unit)

    async def thought(self, word: str, work: Callable[..., R], *args: Hashable) -> R:
        """`work(state, *args)`, pure and beside the event loop; under one word always the same work."""
        if self.known is None:
            return await beside(work, self.state, *args)
        return await self.known.thought(word, work, *args)


@dataclass(frozen=True, slots=True)
class Seat:
    """Who asks, for whom, and what is before him. `fresh`: what he had seen still stands (always where he had seen
    nothing)."""

    store: Store
    battle: StandingBattle
    member: Member
    spoken_for: tuple[SideId, ...]
    """The sides that he may act for: his own first."""
    viewer: Viewer
    view: View
    home: int
    """The campaign's own channel."""
    seen: Mark | None = None
    fresh: bool = True

    @property
    def version(self) -> int:
        return self.battle.info.version

    @property
    def mark(self) -> Mark:
        """How much he has been told by now: what a panel of his own remembers."""
        return self.battle.info.marks.of(self.viewer)

    @property
    def newest(self) -> int:
        """The newest entry that brought something to his notice."""
        return self.battle.info.marks.newest(self.viewer)

    async def news_since(self, seen: Mark) -> Lines:
        """What has happened since he had been told so much, in his words."""
        after = self.battle.info.marks.since(self.viewer, seen)
        return () if after >= self.version else await self.told(after)

    async def gone_on(self, battle: StandingBattle) -> Seat:
        """The same person before the battle as it stands now."""
        spoken_for = authority.sides_answered_for(self.member, battle.rules, battle.state)
        view = await battle.view(self.viewer)
        return replace(self, battle=battle, spoken_for=spoken_for, view=view, seen=None, fresh=True)

    async def left_to(self, side: SideId) -> tuple[int, ...]:
        """The players whose word his own side still waits for while his is given: they have not sealed, he has. Empty
        where his is awaited, too."""
        ask = self.battle.prompt.for_side(side)
        if ask is None or not ask.about or self.member.side != side:
            return ()
        standing = await waits.standing(self.store, self.battle.info.id)
        asked = next((one.users for one in standing if (one.ask_key, one.side) == (ask.key, side)), ())
        return () if self.member.who in asked else asked

    def require_fresh(self) -> None:
        """Raises Stale where what he had seen no longer stands."""
        if self.seen is not None and not self.fresh:
            raise Stale(self.battle.info.marks.since(self.viewer, self.seen), self.version)

    async def offered(self, side: SideId, unit: str, key: str) -> Offer:
        """The offer that he saw, as the rules make it now: of a unit, or without one an answer for the whole side.
        Raises Stale where it does not stand as he saw it, Refusal "not-your-turn"."""
        self.require_fresh()
        ask = self.battle.prompt.for_side(side)
        if ask is None:
            raise not_your_turn(self.battle)
        return self.still(await self.battle.offers(side, unit) if unit else ask.quick, key)

    def still(self, offers: Iterable[Offer], key: str) -> Offer:
        """That of these offers which he saw, or of these orders. Raises Stale where it does not stand as he saw it."""
        found = freshness.still_offered(offers, key)
        if found is None:
            raise Stale(self.newest, self.version)
        return found

    async def told(self, after: int) -> Lines:
        """What has happened since entry `after`, in his words."""
        rules, battle_id = self.battle.rules, self.battle.info.id
        return await telling.told_since(self.store, rules, battle_id, after, self.version, self.viewer)

    async def newest_told(self, after: int, most: int) -> tuple[Lines, bool]:
        """The same, of the `most` newest entries that he may know of; and whether there are older ones."""
        rules, info = self.battle.rules, self.battle.info
        return await telling.newest_told(self.store, rules, info.id, after, self.version, self.viewer, most)

    async def told_of(self, first: int, last: int) -> Lines:
        """What happened in the entries `first` to `last`, in his words."""
        return await telling.told_of(self.store, self.battle.rules, self.battle.info.id, first, last, self.viewer)


async def sit(
    store: Store,
    battle_id: int,
    who: int,
    *,
    guild_id: int | None = None,
    seen: Mark | None = None,
    side: SideId | None = None,
    umpire: bool = False,
) -> Seat:
    """A seat before a battle. `seen`: how much had been told when what the asker acts upon was shown; `side`: for whom
    he acts; `umpire`: he looks as one, if he is.

    Raises Refusal: "no-battle"; "not-your-side" for a side that he does not command.
    """
    async with store.reading() as session:
        found = await _row(session, battle_id, who)
        return await _seat(store, session, found, guild_id=guild_id, seen=seen, side=side, umpire=umpire)


async def sit_in(
    store: Store,
    channel_id: int,
    who: int,
    among: Sequence[BattleStatus] = (),
    *,
    guild_id: int | None = None,
    umpire: bool = False,
) -> Seat | None:
    """A seat before the battle of this channel: the one that goes on, else the newest that was fought here. None where
    there is none, or not with such a status."""
    async with store.reading() as session:
        rows = await _rows(session, _framed("channel", asked=True), who, channel=channel_id)
        rows.sort(key=lambda row: (row.battle.status == BattleStatus.ENDED, -pk(row.battle.id)))
        if not rows or (among and rows[0].battle.status not in among):
            return None
        return await _seat(store, session, rows[0], guild_id=guild_id, umpire=umpire)


@dataclass(frozen=True, slots=True)
class _Row:
    battle: Battle
    campaign: Campaign
    info: BattleInfo
    member: Member


async def _row(session: AsyncSession, battle_id: int, who: int) -> _Row:
    rows = await _rows(session, _framed("battle", asked=True), who, battle=battle_id)
    if not rows:
        raise no_battle()
    return rows[0]


async def _rows(session: AsyncSession, query: Select[Any], who: int, **where: int) -> list[_Row]:
    return [
        _Row(battle, campaign, info_from(battle, *frame), member or Member(who))
        for (battle, campaign, *frame), member in await of_member(session, query, who, **where)
    ]


@cache
def _framed(by: Literal["battle", "channel"], *, asked: bool) -> Select[Any]:
    """A battle, or those of a channel, each with its campaign and its frame; `asked`: and what somebody is there. Put
    together once: that takes longer than to find them."""
    rows = cast("Select[Any]", select(Battle, Campaign)).add_columns(*FRAME)
    rows = rows.join(Campaign, col(Campaign.id) == Battle.campaign_id)
    if by == "battle":
        rows = rows.where(col(Battle.id) == given("battle"))
    else:
        rows = rows.where(col(Battle.channel_id) == given("channel"), col(Battle.status) != BattleStatus.CANCELLED)
    return beside_who(rows, Battle.campaign_id) if asked else rows


async def _seat(
    store: Store,
    session: AsyncSession,
    found: _Row,
    *,
    guild_id: int | None = None,
    seen: Mark | None = None,
    side: SideId | None = None,
    umpire: bool = False,
) -> Seat:
    campaign, member = found.campaign, found.member
    battle = await _field(store, session, found.info, campaign, guild_id)
    spoken_for = authority.sides_answered_for(member, battle.rules, battle.state)
    if side is not None and side not in spoken_for:
        raise not_your_side(battle, side)
    looks = authority.viewer_of(member, umpire=umpire)
    fresh = seen is None or battle.info.marks.stands(looks, seen)
    return Seat(store, battle, member, spoken_for, looks, await battle.view(looks), campaign.channel_id, seen, fresh)


async def load(store: Store, battle_id: int, *, guild_id: int | None = None) -> StandingBattle:
    """The battle as it stands; with `guild_id` only if it belongs to that server. Raises Refusal "no-battle"."""
    async with store.reading() as session:
        found = (await of_member(session, _framed("battle", asked=False), None, battle=battle_id))[:1]
        if not found:
            raise no_battle()
        (row, campaign, *frame), _ = found[0]
        return await _field(store, session, info_from(row, *frame), campaign, guild_id)


async def info_of(store: Store, battle_id: int, *, guild_id: int | None = None) -> BattleInfo:
    """The battle's frame alone: its state is not loaded. Raises Refusal "no-battle" likewise."""
    async with store.reading() as session:
        for (row, campaign, *frame), _ in await of_member(
            session, _framed("battle", asked=False), None, battle=battle_id
        ):
            if guild_id in (None, campaign.guild_id):
                return info_from(row, *frame)
    raise no_battle()


async def _field(
    store: Store, session: AsyncSession, info: BattleInfo, campaign: Campaign, guild_id: int | None
) -> StandingBattle:
    if guild_id not in (None, campaign.guild_id):
        raise no_battle()
    rules = store.rules(campaign.rules)
    known = await journal.known_at(store, session, rules, info.id, info.version)
    running = info.status is BattleStatus.RUNNING and info.carried_out is None
    prompt = await known.thought(PROMPT, rules.battle.prompt) if running else Prompt()
    return StandingBattle(info, rules, known.state, prompt, known)


def not_your_side(battle: StandingBattle, side: SideId) -> Refusal:
    return Refusal(
        "not-your-side",
        f"This is for {battle.info.called(side)} to decide, and you do not command there.",
        ("Wait for your own side's prompt; ", Command("now"), " tells you what you may do."),
    )


def not_your_turn(battle: StandingBattle) -> Refusal:
    if battle.info.carried_out is not None:
        return under_way(battle.info.carried_out)
    asked = " and ".join(battle.info.called(ask.side) for ask in battle.prompt.asks) or "nobody"
    return Refusal("not-your-turn", f"It is not your turn: the battle waits for {asked}.", "Wait for your prompt.")
