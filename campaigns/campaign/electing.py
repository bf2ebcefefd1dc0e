"""A campaign whose GM has vanished: its deputy takes over by one click, else its players elect a GM.

Silence is reckoned from what any GM of it last did on its server. The deputy is called after some days; after
ELECTION_AFTER the players elect, by a majority of them at once, or by most votes when the time is over. Who does
anything meanwhile is no vanished GM, and the election is off.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import exists, func
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.campaign import leaving, office
from campaigns.campaign.leaving import Asked
from campaigns.campaign.office import DEPUTY_AFTER, close_election, standing_election
from campaigns.database.store import Store
from campaigns.errors import Command, Newer, Refusal
from campaigns.members.membership import campaign_row, is_gm, player_of
from campaigns.members.presence import active_since, silent_since
from campaigns.post import outbox, strikes
from campaigns.post.matter import Matter
from campaigns.post.seats import ElectionHeld, ElectionOver
from campaigns.tables.base import pk
from campaigns.tables.campaigns import GM, Campaign, Player
from campaigns.tables.elections import Election, ElectionCandidate, ElectionVote
from campaigns.tables.membership import Volunteer
from campaigns.tables.posts import PostKind

ELECTION_AFTER = timedelta(days=7)
"""Silent days of the GM after which the players elect."""
LASTS = timedelta(days=3)
MOST_CANDIDATES = 10


# ── Time ──────────────────────────────────────────────────────────────────────────────────────────────────────────


async def turn_over(store: Store, now: datetime) -> None:
    """Call the deputies and the players of campaigns whose GM has vanished, and end elections whose time is over, each
    once; somebody's lesson has nobody else to lead it. May be called at any time and any number of times."""
    async with store.reading() as session:
        running = select(col(Election.campaign_id)).where(col(Election.closed_at).is_(None))
        goes_on = select(Campaign.id).where(col(Campaign.closed_at).is_(None), ~col(Campaign.lesson))
        quiet = select(col(GM.campaign_id)).where((col(GM.last_at).is_(None)) | (col(GM.last_at) <= now - DEPUTY_AFTER))
        quiet = quiet.where(col(GM.appointed_at) <= now - DEPUTY_AFTER, col(GM.campaign_id).in_(goes_on))
        # Where everybody has gone quiet nobody is called, however many such campaigns there are.
        plays = (col(Player.campaign_id) == GM.campaign_id, col(Player.left_at).is_(None))
        quiet = quiet.where(exists().where(*plays, col(Player.last_at) > func.coalesce(GM.last_at, GM.appointed_at)))
        if not store.share.whole:
            ours = select(Campaign.id).where(*store.share.of(Campaign.guild_id))
            running = running.where(col(Election.campaign_id).in_(ours))
            quiet = quiet.where(col(GM.campaign_id).in_(ours))
        ids = sorted((await (await session.connection()).execute(running.union(quiet))).scalars())
        due = [campaign_id for campaign_id in ids if await _is_due(session, campaign_id, now)]
    for campaign_id in due:
        with suppress(Newer):  # a newer version sees to it
            await _look_at(store, campaign_id, now)


async def _is_due(session: AsyncSession, campaign_id: int, now: datetime) -> bool:
    campaign = await session.get_one(Campaign, campaign_id)
    since = await silent_since(session, campaign_id, now)
    election = await standing_election(session, campaign_id)
    if election is not None:
        return campaign.closed_at is None and (_is_off(election, since) or now >= election.ends_at)
    return since is not None and await _whom_to_call(session, campaign, since, now) is not None


async def _look_at(store: Store, campaign_id: int, now: datetime) -> None:
    async def looked(asked: Asked) -> None:
        async with store.writing() as session:
            campaign = await session.get(Campaign, campaign_id, with_for_update=True)
            if campaign is None or campaign.closed_at is not None:
                return
            since = await silent_since(session, campaign_id, now)
            election = await standing_election(session, campaign_id)
            if election is not None:
                await _go_on(store, session, campaign, election, since, asked)
                return
            called = await _whom_to_call(session, campaign, since, now) if since is not None else None
            if since is not None and called == "deputy":
                await office.call_deputy(session, campaign, since, now)
            elif since is not None and called == "players":
                await _open(session, campaign, since, now)

    await leaving.knowing_who_is_asked(store, (campaign_id,), looked)


async def _whom_to_call(
    session: AsyncSession, campaign: Campaign, since: datetime, now: datetime
) -> Literal["deputy", "players"] | None:
    """Who is to be told now that the GM has been silent since then. Nobody where nobody else does anything either."""
    campaign_id = pk(campaign.id)
    if now - since < DEPUTY_AFTER or not await active_since(session, campaign_id, since):
        return None
    told = campaign.deputy_called_at
    if campaign.deputy is not None and (told is None or told < since):
        return "deputy"
    if now - since < ELECTION_AFTER:
        return None
    last = select(Election.closed_at).where(Election.campaign_id == campaign_id).order_by(col(Election.id).desc())
    before = (await session.exec(last.limit(1))).first()
    return "players" if before is None or now - before >= ELECTION_AFTER else None


async def _open(session: AsyncSession, campaign: Campaign, since: datetime, now: datetime) -> None:
    election = Election(campaign_id=pk(campaign.id), opened_at=now, ends_at=now + LASTS)
    session.add(election)
    await session.flush()
    await _show(session, campaign, election, since, await _voters(session, pk(campaign.id)), now)


async def _show(
    session: AsyncSession,
    campaign: Campaign,
    election: Election,
    since: datetime,
    called: tuple[int, ...],
    now: datetime,
) -> None:
    """The post of an election with all who stand; the one before it loses its buttons."""
    candidates = tuple(await _candidates(session, pk(election.id)))
    about = ElectionHeld(election=pk(election.id), silent_since=since, ends=election.ends_at, candidates=candidates)
    if election.post:
        await strikes.strike(session, election.post, "replaced", now)
    matter = Matter(topic="notice", users=called, about=about)
    election.post = await outbox.put(session, campaign, None, PostKind.NOTICE, matter, now)


async def _go_on(
    store: Store,
    session: AsyncSession,
    campaign: Campaign,
    election: Election,
    since: datetime | None,
    asked: Asked,
) -> int | None:
    """An election as it stands now: off where a GM is back, decided where the votes or the time decide it. The new
    GM."""
    now = store.clock.now()
    if _is_off(election, since):
        await close_election(session, campaign, election, now, ElectionOver(why="gm-back"))
        return None
    chosen, votes, of = await _count(session, campaign, election, over=now >= election.ends_at)
    if chosen is not None:
        await close_election(session, campaign, election, now, None)
        election.elected = chosen
        await office.take_office(store, session, campaign, chosen, asked, votes=votes, of=of)
        return chosen
    if now >= election.ends_at:
        await close_election(session, campaign, election, now, ElectionOver(why="no-votes"))
    return None


def _is_off(election: Election, since: datetime | None) -> bool:
    """Whether a GM has been heard of, or is on leave."""
    return since is None or since > election.opened_at


async def _count(
    session: AsyncSession, campaign: Campaign, election: Election, *, over: bool
) -> tuple[int | None, int, int]:
    """Who is elected, by how many votes of how many players: whoever more than half of them have voted for; when the
    time is `over` whoever has most, of several the one who stood first."""
    voters = await _voters(session, election.campaign_id)
    cast = (await session.exec(select(ElectionVote).where(ElectionVote.election_id == election.id))).all()
    stand = [user for user in await _candidates(session, pk(election.id)) if await _eligible(session, campaign, user)]
    votes = Counter(vote.candidate for vote in cast if vote.user_id in voters and vote.candidate in stand)
    first = max(stand, key=lambda user: votes[user], default=None)
    if first is None or not votes[first] or (not over and votes[first] * 2 <= len(voters)):
        return None, 0, len(voters)
    return first, votes[first], len(voters)


# ── What people do ────────────────────────────────────────────────────────────────────────────────────────────────


async def stand(store: Store, election_id: int, who: int, *, guild_id: int | None = None) -> int:
    """Be a candidate: one of the players, of the volunteers, or the deputy. Returns the campaign.

    Raises Refusal: "no-election", "election-over", "gm-spoke", "no-candidate", "stands-already", "too-many".
    """
    async with store.writing() as session:
        campaign, election = await _election(session, election_id, guild_id)
        if await is_gm(session, pk(campaign.id), who):
            raise Refusal(
                "gm-spoke", "You are the GM, and your click shows that you are back.", "The election ends by itself."
            )
        if not await _eligible(session, campaign, who):
            words = "Only people of this campaign stand: its players, its volunteers and its deputy."
            raise Refusal("no-candidate", words, ("Become one with ", Command("campaign volunteer"), "."))
        known = await _candidates(session, election_id)
        if who in known:
            raise Refusal("stands-already", "You stand already.", "Vote, or wait for the others to.")
        if len(known) >= MOST_CANDIDATES:
            raise Refusal("too-many", f"{MOST_CANDIDATES} people stand already.", "Vote for one of them.")
        now = store.clock.now()
        session.add(ElectionCandidate(election_id=election_id, user_id=who, place=len(known) + 1, at=now))
        await session.flush()
        since = await silent_since(session, pk(campaign.id), now)
        await _show(session, campaign, election, since or election.opened_at, (), now)
        return pk(campaign.id)


async def vote(
    store: Store, election_id: int, who: int, candidate: int, *, guild_id: int | None = None
) -> tuple[int, bool]:
    """One's one vote, which may be changed. Returns the campaign, and whether this has decided the election.

    Raises Refusal: "no-election", "election-over", "no-vote" (only players vote), "no-candidate", "voted-already".
    """
    async with store.reading() as session:
        campaign_id = pk((await _election(session, election_id, guild_id))[0].id)

    async def voted(asked: Asked) -> int | None:
        async with store.writing() as session:
            campaign, election = await _election(session, election_id, guild_id)
            now = store.clock.now()
            if who not in await _voters(session, campaign_id):
                words = "Only the players of this campaign elect its GM."
                raise Refusal("no-vote", words, ("See who plays: ", Command("campaign show"), "."))
            known = candidate in await _candidates(session, election_id)
            if not known or not await _eligible(session, campaign, candidate):
                words = "None of that name stands: they have left, or have never stood."
                raise Refusal("no-candidate", words, "Vote for somebody else, or stand yourself.")
            cast = await session.get(ElectionVote, (election_id, who))
            if cast is not None and cast.candidate == candidate:
                words = "That is your vote already."
                raise Refusal("voted-already", words, "A click on somebody else changes it, until it is decided.")
            if cast is None:
                session.add(ElectionVote(election_id=election_id, user_id=who, candidate=candidate, at=now))
            else:
                cast.candidate, cast.at = candidate, now
            await session.flush()
            since = await silent_since(session, campaign_id, now)
            return await _go_on(store, session, campaign, election, since, asked)

    elected = await leaving.knowing_who_is_asked(store, (campaign_id,), voted)
    return campaign_id, elected is not None


# ── Who is who ────────────────────────────────────────────────────────────────────────────────────────────────────


async def _election(session: AsyncSession, election_id: int, guild_id: int | None) -> tuple[Campaign, Election]:
    """An election that goes on, and its campaign, locked where the session writes."""
    election = await session.get(Election, election_id)
    missing = Refusal(
        "no-election", "There is no such election here.", ("See the GMs: ", Command("campaign show"), ".")
    )
    if election is None:
        raise missing
    campaign = await campaign_row(session, election.campaign_id, lock=True)
    if guild_id not in (None, campaign.guild_id):
        raise missing
    election = await session.get_one(Election, election_id, populate_existing=True)
    if election.closed_at is not None or campaign.closed_at is not None:
        words = "That election is over."
        raise Refusal("election-over", words, ("See who is GM: ", Command("campaign show"), "."))
    return campaign, election


async def _candidates(session: AsyncSession, election_id: int) -> list[int]:
    """Who stands, in the order in which they have."""
    found = select(ElectionCandidate).where(ElectionCandidate.election_id == election_id)
    rows = (await session.exec(found.order_by(col(ElectionCandidate.place), col(ElectionCandidate.at)))).all()
    return [row.user_id for row in rows]


async def _voters(session: AsyncSession, campaign_id: int) -> tuple[int, ...]:
    """The players who are no GM."""
    gms = select(GM.user_id).where(GM.campaign_id == campaign_id)
    found = select(Player.user_id).where(Player.campaign_id == campaign_id, col(Player.left_at).is_(None))
    return tuple((await session.exec(found.where(col(Player.user_id).not_in(gms)).order_by(col(Player.id)))).all())


async def _eligible(session: AsyncSession, campaign: Campaign, who: int) -> bool:
    queued = select(Volunteer.id).where(Volunteer.campaign_id == campaign.id, Volunteer.user_id == who)
    return (
        who == campaign.deputy
        or await player_of(session, pk(campaign.id), who) is not None
        or (await session.exec(queued)).first() is not None
    )
