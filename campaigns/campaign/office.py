"""The office of GM when its holder has vanished: the deputy, who takes over, and what becomes of the former GM.

Whoever takes the office while a battle goes on gives up the seat that they have: a GM sees what every side knows. The
staff plays for the side then, as far as the rule set has one, and the seat is offered to volunteers.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.staff import appointing
from campaigns.campaign import joining, leaving
from campaigns.campaign.leaving import Asked
from campaigns.clocks import waits
from campaigns.database.store import Store
from campaigns.errors import Command, Refusal, no_campaign
from campaigns.members import knowledge
from campaigns.members.membership import is_gm, open_campaign, player_of, require_gm, side_key
from campaigns.members.presence import silent_since
from campaigns.post import dispatches, outbox, strikes
from campaigns.post.matter import Matter
from campaigns.post.seats import AsksBack, DeputyCalled, ElectionOver, NewGM
from campaigns.tables.base import pk
from campaigns.tables.battles import BattleStatus
from campaigns.tables.campaigns import GM, Campaign
from campaigns.tables.elections import Election
from campaigns.tables.membership import Volunteer
from campaigns.tables.posts import OutboxPost, PostKind
from rules.kernel.action import SideId

DEPUTY_AFTER = timedelta(days=3)
"""Silent days of the GM after which a deputy may take over."""
ASK_AGAIN = timedelta(days=1)
"""Before a former GM may ask once more to be GM again."""


async def name_deputy(store: Store, campaign_id: int, who: int, deputy: int | None) -> None:
    """A GM says who takes over should they vanish; None: nobody.

    Raises Refusal: "no-campaign", "campaign-closed", "umpire-only", "gm-already".
    """
    async with store.writing() as session:
        campaign = await open_campaign(session, campaign_id)
        await require_gm(session, campaign_id, who, "name a deputy")
        if deputy is not None and await is_gm(session, campaign_id, deputy):
            raise Refusal("gm-already", "They are a GM of this campaign.", "Name somebody who is not.")
        campaign.deputy, campaign.deputy_called_at = deputy, None


async def call_deputy(session: AsyncSession, campaign: Campaign, since: datetime, now: datetime) -> None:
    """Tell the deputy that the GM has been silent since then."""
    assert campaign.deputy is not None, "somebody has been named"
    campaign.deputy_called_at = now
    about = DeputyCalled(campaign=pk(campaign.id), silent_since=since)
    matter = Matter(topic="notice", users=(campaign.deputy,), about=about)
    await outbox.put(session, campaign, None, PostKind.NOTICE, matter, now)


async def ask_back(store: Store, campaign_id: int, who: int, *, guild_id: int | None = None) -> None:
    """A former GM asks the present ones to be GM again.

    Raises Refusal: "no-campaign", "campaign-closed", "gm-already", "never-gm", "asked-already".
    """
    now = store.clock.now()
    async with store.writing() as session:
        campaign = await open_campaign(session, campaign_id)
        if guild_id not in (None, campaign.guild_id):
            raise no_campaign()
        if await is_gm(session, campaign_id, who):
            raise Refusal("gm-already", "You are the GM.", ("See what waits: ", Command("now"), "."))
        if not any(stint.side is None for stint in await knowledge.stints_of(session, campaign_id, who)):
            raise Refusal("never-gm", "You have not been GM here.", "Ask the GM to appoint you.")
        mine = select(OutboxPost.id).where(
            OutboxPost.campaign_id == campaign_id, OutboxPost.created_at > now - ASK_AGAIN
        )
        mine = mine.where(
            col(OutboxPost.matter).contains('"kind":"asks-back"'), col(OutboxPost.matter).contains(str(who))
        )
        if (await session.exec(mine.limit(1))).first() is not None:
            raise Refusal("asked-already", "You have asked to be GM again.", "The GM decides; ask again tomorrow.")
        gms = (await session.exec(select(GM.user_id).where(GM.campaign_id == campaign_id).order_by(col(GM.id)))).all()
        matter = Matter(topic="notice", users=tuple(gms), about=AsksBack(campaign=campaign_id, former=who))
        await outbox.put(session, campaign, None, PostKind.NOTICE, matter, now)


async def take_over(store: Store, campaign_id: int, who: int, *, guild_id: int | None = None) -> None:
    """The deputy becomes GM in the place of a GM who has been silent for DEPUTY_AFTER.

    Raises Refusal: "no-campaign", "campaign-closed", "not-deputy", "gm-already", "gm-back".
    """
    now = store.clock.now()

    async def taken(asked: Asked) -> None:
        async with store.writing() as session:
            campaign = await open_campaign(session, campaign_id)
            if guild_id not in (None, campaign.guild_id):
                raise no_campaign()
            if await is_gm(session, campaign_id, who):
                raise Refusal("gm-already", "You are the GM.", ("See what waits: ", Command("now"), "."))
            if campaign.deputy != who:
                raise Refusal("not-deputy", "Only the deputy of this campaign takes over.", "Ask the GM.")
            since = await silent_since(session, campaign_id, now)
            if since is None or now - since < DEPUTY_AFTER:
                words = "The GM is back or on leave: you cannot take over."
                raise Refusal("gm-back", words, "Ask them; a GM appoints another.")
            election = await standing_election(session, campaign_id)
            if election is not None:
                await close_election(session, campaign, election, now, None)
                election.elected = who
            await take_office(store, session, campaign, who, asked)

    await leaving.knowing_who_is_asked(store, (campaign_id,), taken)


async def take_office(
    store: Store,
    session: AsyncSession,
    campaign: Campaign,
    who: int,
    asked: Asked,
    *,
    votes: int = 0,
    of: int = 0,
) -> None:
    """Somebody is GM in the place of those who have been silent, and gives up the seat that they have: the staff takes
    it in the same transaction."""
    campaign_id, now, side = pk(campaign.id), store.clock.now(), None
    former = (await session.exec(select(GM).where(GM.campaign_id == campaign_id).order_by(col(GM.id)))).all()
    for gm in former:
        knowledge.end_of_office(session, gm, now)
        await session.delete(gm)
    await session.flush()
    await joining.withdraw(session, campaign_id, who, now)
    session.add(GM(campaign_id=campaign_id, user_id=who, appointed_at=now, last_at=now))
    queued = select(Volunteer).where(Volunteer.campaign_id == campaign_id, Volunteer.user_id == who)
    for row in (await session.exec(queued)).all():
        await session.delete(row)
    if campaign.deputy == who:
        campaign.deputy = None
    await session.flush()
    player = await player_of(session, campaign_id, who)
    if player is not None and await knowledge.going_on(session, campaign_id):
        side = await side_key(session, player.side_id)
    about = NewGM(campaign=campaign_id, former=tuple(gm.user_id for gm in former), votes=votes, of=of)
    matter = Matter(topic="notice", side=side, users=(who,), about=about)
    await outbox.put(session, campaign, None, PostKind.NOTICE, matter, now)
    if player is not None and side is not None:
        await leaving.part(store, session, campaign, player, "stood-in", asked)
        await _staff(store, session, campaign, side, asked)
    await waits.rederive(session, now, campaign_id=campaign_id)
    await dispatches.recheck(session, campaign_id, now)


async def _staff(store: Store, session: AsyncSession, campaign: Campaign, side: SideId, asked: Asked) -> None:
    """The staff plays a side that has lost its player to the office, in the battles that run: the GM knows too much to
    answer for it. Where the rule set makes no plans, they answer all the same, as a GM does."""
    if await leaving.players_of(session, pk(campaign.id), side):
        return
    rules, now = store.rules(campaign.rules), store.clock.now()
    for battle in await knowledge.going_on(session, pk(campaign.id)):
        if battle.status == BattleStatus.RUNNING:
            waits_for_it = leaving.is_asked(battle, side, asked)
            await appointing.sit_down(session, battle, rules, side, now, asked=waits_for_it)


async def standing_election(session: AsyncSession, campaign_id: int) -> Election | None:
    """The election that goes on in a campaign."""
    found = select(Election).where(Election.campaign_id == campaign_id, col(Election.closed_at).is_(None))
    return (await session.exec(found.order_by(col(Election.id)))).first()


async def close_election(
    session: AsyncSession, campaign: Campaign, election: Election, now: datetime, about: ElectionOver | None
) -> None:
    """An election goes on no longer, and its post loses its buttons."""
    election.closed_at = now
    await strikes.strike(session, election.post, about.why if about is not None else "elected", now)
    if about is not None:
        await outbox.put(session, campaign, None, PostKind.NOTICE, Matter(topic="notice", about=about), now)
