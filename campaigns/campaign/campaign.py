"""Campaigns: who plays what, under which rules and policies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from pydantic import BaseModel, ValidationError
from sqlalchemy import Select
from sqlalchemy import select as beside_it
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession
from sqlmodel.sql.expression import Select as Selected

from campaigns import interactions
from campaigns.battle.record import sealed
from campaigns.campaign import joining, leaving
from campaigns.campaign.joining import RequestToJoin
from campaigns.clocks import waits
from campaigns.database.store import Store
from campaigns.database.together import packed, unpacked
from campaigns.errors import Refusal, no_campaign
from campaigns.members import heard, knowledge
from campaigns.members.membership import campaign_row, is_gm, open_campaign, require_gm, require_member, sides_of
from campaigns.members.policies import Policies, check_policies, first_policies, read_options
from campaigns.naming import proper_name
from campaigns.post import cards, dispatches
from campaigns.tables.base import metadata, pk
from campaigns.tables.battles import Battle, BattleStatus
from campaigns.tables.campaigns import GM, Campaign, Side
from campaigns.tables.sides import SideThread
from rules.kernel.action import SideId
from rules.language.naming import folded, looks
from rules.seam.ruleset import AnyRuleSet


@dataclass(frozen=True, slots=True)
class PlayerView:
    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class SideView:
    key: SideId
    name: str
    players: tuple[PlayerView, ...]


@dataclass(frozen=True, slots=True)
class CampaignView:
    """A campaign as everybody may see it."""

    id: int
    guild_id: int
    channel_id: int
    name: str
    rules: str
    settings: Policies
    sides: tuple[SideView, ...]
    gms: tuple[int, ...]
    closed: bool
    deputy: int | None = None
    lesson: bool = False
    """It holds one person's first battle and nothing else."""

    def side_of(self, user_id: int) -> SideId | None:
        """The side that this person plays."""
        return next((s.key for s in self.sides for p in s.players if p.user_id == user_id), None)

    def only_player(self, side: SideId) -> int | None:
        """Whoever plays a side alone; None where nobody does, or several do."""
        players = [player.user_id for each in self.sides if each.key == side for player in each.players]
        return players[0] if len(players) == 1 else None

    def is_gm(self, user_id: int) -> bool:
        return user_id in self.gms

    def side(self, key: SideId) -> SideView | None:
        return next((side for side in self.sides if side.key == key), None)

    def side_named(self, word: str) -> SideView | None:
        """The side of that key or name."""
        wanted = folded(word)
        return next((side for side in self.sides if wanted in (side.key, folded(side.name))), None)

    def side_key(self, word: str) -> str:
        """The key of the side of that key or name; else the word itself, to be refused."""
        named = self.side_named(word)
        return named.key if named else word.strip()


class _Made(BaseModel):
    campaign_id: int


async def create(
    store: Store,
    guild_id: int,
    channel_id: int,
    who: int,
    name: str,
    rules: str,
    *,
    names: Sequence[str] = (),
    lesson: bool = False,
    interaction_id: int | None = None,
) -> CampaignView:
    """Open a campaign in a channel; `who` becomes its GM. The sides are those of the rule set. The seed of its first
    battle is sealed before anybody joins. `names`: of the sides that people play, in the rule set's order, those left
    out as the rule set has them. `lesson`: it holds one person's first battle (`campaigns.campaign.lessons`).

    Raises Refusal: "no-rules", "bad-name", "name-taken" (two sides of one name), "too-many" (more names than sides),
    "channel-taken" (one open campaign a channel).
    """
    rule_set, name = store.chosen_rules(rules), proper_name(name)
    called = side_names(rule_set, names)
    now = store.clock.now()
    async with store.writing() as session:
        claim = await interactions.claim(session, interaction_id, "create", now)
        if claim.first is not None:
            return await _view(session, await campaign_row(session, _Made.model_validate_json(claim.first).campaign_id))
        row = Campaign(
            uid=store.entropy(16).hex(),
            guild_id=guild_id,
            channel_id=channel_id,
            name=name,
            rules=rule_set.key,
            settings=first_policies(rule_set).model_dump_json(),
            created_at=now,
            lesson=lesson,
        )
        try:
            async with session.begin_nested():
                session.add(row)
        except IntegrityError:
            raise Refusal(
                "channel-taken", "This channel already has a campaign.", "Use another channel, or close that campaign."
            ) from None
        campaign_id = pk(row.id)
        session.add_all(Side(campaign_id=campaign_id, key=key, name=called[key]) for key in called)
        session.add(GM(campaign_id=campaign_id, user_id=who, appointed_at=now))
        sealed.seal(store, session, campaign_id, now)
        await session.flush()
        claim.settle(_Made(campaign_id=campaign_id))
        return await _view(session, row)


def side_names(rules: AnyRuleSet, names: Sequence[str]) -> dict[SideId, str]:
    """What each side is called. Raises Refusal: "bad-name", "name-taken", "too-many"."""
    playable = [side.key for side in rules.forces.sides if side.playable]
    if len(names) > len(playable):
        words = f"{len(names)} names for {len(playable)} sides."
        raise Refusal("too-many", words, f"{rules.title} has {', '.join(side.title for side in rules.forces.sides)}.")
    given = {key: proper_name(name) for key, name in zip(playable, names, strict=False)}
    called = {side.key: given.get(side.key, side.title) for side in rules.forces.sides}
    for key, name in called.items():
        if looks(name) in {looks(word) for other in called if other != key for word in (other, called[other])}:
            raise Refusal("name-taken", f"Another side is called {name}.", "Give each side a name of its own.")
    return called


async def join(
    store: Store, campaign_id: int, who: int, side: SideId, *, who_name: str = "", interaction_id: int | None = None
) -> CampaignView | RequestToJoin:
    """Become a player of a side, or change sides, at once or by a GM's word (see `joining`): then the request that has
    been put to him is returned. Several players may share a side.

    The interaction id serves as the player's words for the dice (see `battles.ready`) until he gives others.
    Raises Refusal: "no-campaign", "campaign-closed", "unknown-side", "joining-closed", "asked-already", "turned-down",
    "too-many".
    """
    now = store.clock.now()
    async with store.writing() as session:
        campaign = await open_campaign(session, campaign_id)
        row = leaving.playable_side(store, campaign, await sides_of(session, campaign_id), side)
        word = heard.of_interaction(interaction_id, now)
        asked = await joining.join(session, campaign, who, row, now, name=who_name, word=word)
        return asked if asked is not None else await _view(session, campaign)


async def change_settings(
    store: Store,
    campaign_id: int,
    who: int,
    **changes: str | float | tuple[tuple[str, str], ...],
) -> Policies:
    """Change some of the policies (fields of `policies.Settings`).

    Raises Refusal: "umpire-only", "bad-setting" (what is wrong and what would be right), "no-campaign".
    """
    async with store.writing() as session:
        campaign = await campaign_row(session, campaign_id, lock=True)
        await require_gm(session, campaign_id, who, "change its settings")
        current = Policies.model_validate_json(campaign.settings)
        try:
            settings = Policies.model_validate({**current.model_dump(), **changes})
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(str(part) for part in first["loc"])
            raise Refusal("bad-setting", f"{where}: {first['msg']}.", "Nothing was changed; try again.") from None
        options = read_options(store.rules(campaign.rules), settings.options)
        settings = settings.model_copy(update={"options": options})
        check_policies(store.rules(campaign.rules), settings)
        campaign.settings = settings.model_dump_json()
        if settings.joining is not current.joining:
            await cards.renew(session, campaign_id, store.clock.now())
        if settings.side_threads is not current.side_threads:
            await dispatches.recheck(session, campaign_id, store.clock.now())
        return settings


async def rename(store: Store, campaign_id: int, who: int, name: str) -> CampaignView:
    """Raises Refusal: "umpire-only", "bad-name", "no-campaign"."""
    async with store.writing() as session:
        campaign = await campaign_row(session, campaign_id, lock=True)
        await require_gm(session, campaign_id, who, "rename it")
        campaign.name = proper_name(name)
        await cards.renew(session, campaign_id, store.clock.now())
        return await _view(session, campaign)


async def name_side(store: Store, campaign_id: int, who: int, side: SideId, name: str) -> CampaignView:
    """Give a side its own name ("2nd Platoon"); its key stays.

    Raises Refusal: "umpire-only", "unknown-side", "bad-name", "name-taken"."""
    async with store.writing() as session:
        campaign = await campaign_row(session, campaign_id, lock=True)
        await require_gm(session, campaign_id, who, "name its sides")
        sides = await sides_of(session, campaign_id)
        row = sides.get(side)
        if row is None:
            raise Refusal("unknown-side", f"There is no side {side!r}.", "Choose one from the list.")
        name = proper_name(name)
        others = {looks(word) for key, other in sides.items() if key != side for word in (key, other.name)}
        if looks(name) in others:
            raise Refusal("name-taken", f"Another side is called {name}.", "Give this one a name of its own.")
        row.name = name
        await cards.renew(session, campaign_id, store.clock.now())
        return await _view(session, campaign)


async def appoint_gm(store: Store, campaign_id: int, who: int, user_id: int) -> CampaignView:
    """Make somebody a GM beside `who`. Raises Refusal: "umpire-only", "no-campaign"."""
    async with store.writing() as session:
        campaign = await open_campaign(session, campaign_id)
        await require_gm(session, campaign_id, who, "appoint another")
        if not await is_gm(session, campaign_id, user_id):
            await joining.withdraw(session, campaign_id, user_id, store.clock.now())
            session.add(GM(campaign_id=campaign_id, user_id=user_id, appointed_at=store.clock.now()))
        await session.flush()
        await waits.rederive(session, store.clock.now(), campaign_id=campaign_id)
        await dispatches.recheck(session, campaign_id, store.clock.now())
        return await _view(session, campaign)


async def dismiss_gm(store: Store, campaign_id: int, who: int, user_id: int) -> CampaignView:
    """Take the office from a GM. Raises Refusal: "umpire-only", "last-gm", "no-campaign"."""
    async with store.writing() as session:
        campaign = await open_campaign(session, campaign_id)
        await require_gm(session, campaign_id, who, "dismiss another")
        gms = (await session.exec(select(GM).where(GM.campaign_id == campaign_id))).all()
        if [gm.user_id for gm in gms] == [user_id]:
            raise Refusal("last-gm", "A campaign needs a GM.", "Appoint another one first.")
        for gm in gms:
            if gm.user_id == user_id:
                knowledge.end_of_office(session, gm, store.clock.now())
                await session.delete(gm)
        await session.flush()
        await waits.rederive(session, store.clock.now(), campaign_id=campaign_id)
        await dispatches.recheck(session, campaign_id, store.clock.now())
        return await _view(session, campaign)


async def close(store: Store, campaign_id: int, who: int) -> CampaignView:
    """End a campaign: it can be read, no longer changed, and its channel is free. Raises Refusal: "umpire-only",
    "fighting" while a battle goes on, "no-campaign"."""
    async with store.writing() as session:
        campaign = await open_campaign(session, campaign_id)
        await require_gm(session, campaign_id, who, "close it")
        going_on = select(Battle.id).where(
            Battle.campaign_id == campaign_id, col(Battle.status).in_([BattleStatus.OPEN, BattleStatus.RUNNING])
        )
        if (await session.exec(going_on)).first() is not None:
            raise Refusal("fighting", "A battle of this campaign still goes on.", "End or cancel it first.")
        campaign.closed_at = store.clock.now()
        await cards.renew(session, campaign_id, store.clock.now())
        return await _view(session, campaign)


async def show(store: Store, campaign_id: int, *, who: int | None = None) -> CampaignView:
    """The campaign; with `who`, only for its members. Raises Refusal "no-campaign"."""
    async with store.reading() as session:
        if who is not None:
            await require_member(session, campaign_id, who)
        for view in await _seen(session, _FRAMED.where(col(Campaign.id) == campaign_id)):
            return view
    raise no_campaign()


async def of_channel(store: Store, channel_id: int) -> CampaignView | None:
    """The campaign of this channel, or the one that has a battle or a side's thread in it; a campaign that goes on
    before a closed one."""
    async with store.reading() as session:
        in_battles = select(Battle.campaign_id).where(Battle.channel_id == channel_id)
        of_side = select(SideThread.campaign_id).where(SideThread.thread_id == channel_id)
        here = col(Campaign.channel_id) == channel_id
        found = _FRAMED.where(here | col(Campaign.id).in_(in_battles) | col(Campaign.id).in_(of_side))
        views = await _seen(session, found)
    return max(views, key=lambda view: (not view.closed, view.id), default=None)


async def of_guild(store: Store, guild_id: int) -> tuple[CampaignView, ...]:
    """All campaigns of a server, the oldest first."""
    async with store.reading() as session:
        return await _seen(session, _FRAMED.where(col(Campaign.guild_id) == guild_id))


async def rules_played(store: Store, guild_id: int | None = None) -> dict[int, frozenset[str]]:
    """The keys of the rule sets that open campaigns play, by server: of those that are looked after here, or of one."""
    async with store.reading() as session:
        found = select(Campaign.guild_id, Campaign.rules).where(col(Campaign.closed_at).is_(None)).distinct()
        if guild_id is not None:
            found = found.where(Campaign.guild_id == guild_id)
        else:
            found = found.where(*store.share.of(Campaign.guild_id))
        played: dict[int, set[str]] = {}
        for guild, rules in (await session.exec(found)).all():
            played.setdefault(guild, set()).add(rules)
        return {guild: frozenset(rules) for guild, rules in played.items()}


def _framed() -> Select[Any]:
    """Campaigns, each with its sides, with who plays them and with its GMs: one statement, however many they are."""
    side, player, gm = (metadata.tables[name].c for name in ("side", "player", "gm"))
    of = col(Campaign.id)
    members = (player.campaign_id == of) & player.left_at.is_(None)
    return cast("Select[Any]", beside_it(Campaign)).add_columns(
        packed(side.id, side.key, side.name, where=side.campaign_id == of),
        packed(player.id, player.side_id, player.user_id, player.name, where=members),
        packed(gm.id, gm.user_id, where=gm.campaign_id == of),
    )


_FRAMED = _framed()


async def _view(session: AsyncSession, row: Campaign) -> CampaignView:
    (view,) = await _seen(session, _FRAMED.where(col(Campaign.id) == pk(row.id)))
    return view


async def _seen(session: AsyncSession, found: Select[Any]) -> tuple[CampaignView, ...]:
    """The campaigns that are found, as everybody may see them, the oldest first."""
    rows = (await session.exec(cast("Selected[*tuple[Any, ...]]", found.order_by(col(Campaign.id))))).all()
    return tuple(_view_of(row, *frame) for row, *frame in rows)


def _view_of(row: Campaign, sides_of: str | None, players_of: str | None, gms_of: str | None) -> CampaignView:
    players: dict[int, list[PlayerView]] = {}
    for _, side, user, name in unpacked(players_of):
        players.setdefault(side, []).append(PlayerView(user, name))
    return CampaignView(
        id=pk(row.id),
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        name=row.name,
        rules=row.rules,
        settings=Policies.model_validate_json(row.settings),
        sides=tuple(SideView(key, name, tuple(players.get(side, ()))) for side, key, name in unpacked(sides_of)),
        gms=tuple(user for _, user in unpacked(gms_of)),
        closed=row.closed_at is not None,
        deputy=row.deputy,
        lesson=row.lesson,
    )
