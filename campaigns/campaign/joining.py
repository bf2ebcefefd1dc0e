"""Becoming a player: at once where the campaign is open to him, else by a GM's word.

By whose word is decided here alone. Whatever the campaign's policy, a GM must be asked where somebody would change
sides while a battle goes on, where he has seen another side of one from within, where a GM has removed him, and where
he may be somebody who has had himself forgotten.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from sqlmodel import col, func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.clocks import waits
from campaigns.database.store import Store
from campaigns.errors import Command, Refusal, no_campaign
from campaigns.members import heard, knowledge
from campaigns.members.heard import NOTHING, WordGiven
from campaigns.members.membership import campaign_row, is_gm, open_campaign, player_of, require_gm, side_key, sides_of
from campaigns.members.policies import Joining, Policies
from campaigns.post import dispatches, outbox, strikes
from campaigns.post.matter import Concern, JoinAsked, JustHappened, Matter
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle
from campaigns.tables.campaigns import Campaign, Player, Side
from campaigns.tables.membership import JoinRequest
from campaigns.tables.posts import PostKind
from rules.kernel.action import SideId

MOST_REQUESTS = 25
"""Of one campaign that wait for its GM."""
AFTER_A_NO = timedelta(hours=24)
"""Before somebody whom a GM has turned down may ask again."""

Fate = Literal["", "approved", "declined", "replaced", "withdrawn"]
"""What has become of a request; "" while it waits."""


@dataclass(frozen=True, slots=True)
class RequestToJoin:
    """Somebody's request to play for a side."""

    id: int
    campaign_id: int
    user_id: int
    name: str
    side: SideId
    asked_at: datetime
    fate: Fate
    concerns: tuple[Concern, ...] = ()


async def join(
    session: AsyncSession, campaign: Campaign, who: int, side: Side, now: datetime, *, name: str, word: WordGiven
) -> RequestToJoin | None:
    """Let somebody in, or put it to the GM: then his request is returned. The campaign is locked.

    Raises Refusal: "joining-closed", "asked-already", "turned-down", "too-many".
    """
    campaign_id = pk(campaign.id)
    present = await player_of(session, campaign_id, who)
    gm = await is_gm(session, campaign_id, who)
    if gm or (present is not None and present.side_id == side.id):
        await enlist(session, campaign_id, who, side, now, name=name, word=word)
        return None
    doors = await _doors(session, campaign)
    if doors is Joining.CLOSED:
        raise Refusal(
            "joining-closed",
            "This campaign takes nobody in, and nobody changes sides by himself.",
            (
                "Ask its GM, who can open it (",
                Command("campaign settings"),
                ") or move a player (",
                Command("campaign move"),
                ").",
            ),
        )
    concerns = await concerns_of(session, campaign_id, who, side.key)
    if doors is Joining.OPEN and not _grave(concerns, await knowledge.going_on(session, campaign_id)):
        await enlist(session, campaign_id, who, side, now, name=name, word=word)
        return None
    return await _ask(session, campaign, who, side, concerns, now, name=name, phrase=word.text)


async def enlist(
    session: AsyncSession,
    campaign_id: int,
    who: int,
    side: Side,
    now: datetime,
    *,
    name: str,
    word: WordGiven = NOTHING,
) -> Player:
    """He plays for this side from now on. What he had asked for is settled by that. `word`: what his asking puts into
    the key of the next battle's dice."""
    found = select(Player).where(Player.campaign_id == campaign_id, Player.user_id == who)
    player = (await session.exec(found)).first()
    if player is None:
        player = Player(campaign_id=campaign_id, user_id=who, side_id=pk(side.id), joined_at=now)
        session.add(player)
    elif player.left_at is not None or player.side_id != side.id:
        if player.left_at is None:
            await knowledge.end_of_stint(session, player, now)
        player.side_id, player.joined_at, player.left_at = pk(side.id), now, None
    await dispatches.recheck(session, campaign_id, now)
    player.name = name.strip()[:80] or player.name
    heard.note(player, word)
    for request in await _waiting(session, campaign_id, who=who):
        await settle(session, request, "approved" if request.side == side.key else "replaced", now)
    await session.flush()
    await waits.rederive(session, now, campaign_id=campaign_id)
    return player


async def requests(store: Store, campaign_id: int, who: int) -> tuple[RequestToJoin, ...]:
    """Those that wait, the earliest first, for the GM. Raises Refusal: "umpire-only", "no-campaign"."""
    async with store.reading() as session:
        await campaign_row(session, campaign_id)
        await require_gm(session, campaign_id, who, "see who asks to join")
        return tuple(
            [
                _asked(row, await concerns_of(session, campaign_id, row.user_id, row.side))
                for row in await _waiting(session, campaign_id)
            ]
        )


async def admit(store: Store, request_id: int, who: int, *, guild_id: int | None = None) -> RequestToJoin:
    """A GM lets somebody in. Raises Refusal: "no-request", "umpire-only", "settled", "campaign-closed"."""
    async with store.writing() as session:
        request, campaign = await _answerable(session, request_id, who, guild_id)
        side = (await sides_of(session, request.campaign_id))[request.side]
        now = store.clock.now()
        word = WordGiven(request.phrase, request.asked_at)
        await enlist(session, pk(campaign.id), request.user_id, side, now, name=request.name, word=word)
        request.settled_by = who
        matter = Matter(topic="notice", side=side.key, users=(request.user_id,), about=JustHappened(kind="admitted"))
        await outbox.put(session, campaign, None, PostKind.NOTICE, matter, now)
        return _asked(request)


async def turn_down(store: Store, request_id: int, who: int, *, guild_id: int | None = None) -> RequestToJoin:
    """A GM says no. Raises Refusal: "no-request", "umpire-only", "settled", "campaign-closed"."""
    async with store.writing() as session:
        request, campaign = await _answerable(session, request_id, who, guild_id)
        now = store.clock.now()
        await settle(session, request, "declined", now, by=who)
        matter = Matter(
            topic="notice", side=request.side, users=(request.user_id,), about=JustHappened(kind="turned-down")
        )
        await outbox.put(session, campaign, None, PostKind.NOTICE, matter, now)
        return _asked(request)


async def withdraw(session: AsyncSession, campaign_id: int, who: int, now: datetime) -> bool:
    """Take back what somebody has asked for. Whether there was anything."""
    waiting = await _waiting(session, campaign_id, who=who)
    for request in waiting:
        await settle(session, request, "withdrawn", now)
    return bool(waiting)


async def settle(
    session: AsyncSession, request: JoinRequest, fate: Fate, now: datetime, *, by: int | None = None
) -> None:
    """The request waits no longer, and its post loses its buttons."""
    request.fate, request.settled_at, request.settled_by = fate, now, by
    await strikes.strike(session, request.post, fate, now)


async def concerns_of(session: AsyncSession, campaign_id: int, who: int, side: SideId) -> tuple[Concern, ...]:
    """What speaks against letting this person play for this side."""
    found: list[Concern] = []
    player = await player_of(session, campaign_id, who)
    if player is not None:
        found.append(Concern("changes", await side_key(session, player.side_id)))
    found += [
        Concern("seen", seen.side, seen.battle) for seen in await knowledge.seen_by(session, campaign_id, who, but=side)
    ]
    past = await knowledge.stints_of(session, campaign_id, who)
    if past and past[-1].removed:
        found.append(Concern("removed", past[-1].side))
    if player is None and not past:
        unknown = await knowledge.seen_by_the_forgotten(session, campaign_id, but=side)
        found += [Concern("forgotten", seen.side, seen.battle) for seen in unknown]
    return tuple(found)


def _grave(concerns: tuple[Concern, ...], going_on: list[Battle]) -> bool:
    """Whether a GM must be asked although the campaign is open: a change of sides alone, between battles, is free."""
    return any(concern.kind != "changes" or going_on for concern in concerns)


async def _doors(session: AsyncSession, campaign: Campaign) -> Joining:
    """The policy as it is now: open, by approval or closed."""
    policy = Policies.model_validate_json(campaign.settings).joining
    if policy is not Joining.UNTIL_BATTLE:
        return policy
    begun = select(Battle.id).where(Battle.campaign_id == campaign.id, col(Battle.begun_at).is_not(None)).limit(1)
    return Joining.OPEN if (await session.exec(begun)).first() is None else Joining.APPROVAL


async def _ask(
    session: AsyncSession,
    campaign: Campaign,
    who: int,
    side: Side,
    concerns: tuple[Concern, ...],
    now: datetime,
    *,
    name: str,
    phrase: str,
) -> RequestToJoin:
    campaign_id = pk(campaign.id)
    await _require_patience(session, campaign_id, who, side, now)
    for older in await _waiting(session, campaign_id, who=who):
        await settle(session, older, "replaced", now)
    waiting = select(func.count()).where(JoinRequest.campaign_id == campaign_id, JoinRequest.fate == "")
    if (await session.exec(waiting)).one() >= MOST_REQUESTS:
        raise Refusal("too-many", f"{MOST_REQUESTS} people wait for the GM already.", "Ask again when he has decided.")
    request = JoinRequest(
        campaign_id=campaign_id, user_id=who, name=name.strip()[:80], side=side.key, phrase=phrase, asked_at=now
    )
    session.add(request)
    await session.flush()
    about = JoinAsked(request=pk(request.id), concerns=concerns)
    matter = Matter(topic="notice", side=side.key, users=(who,), about=about)
    request.post = await outbox.put(session, campaign, None, PostKind.NOTICE, matter, now)
    return _asked(request, concerns)


async def _require_patience(session: AsyncSession, campaign_id: int, who: int, side: Side, now: datetime) -> None:
    mine = select(JoinRequest).where(JoinRequest.campaign_id == campaign_id, JoinRequest.user_id == who)
    asked = list((await session.exec(mine.order_by(col(JoinRequest.id)))).all())
    if any(request.fate == "" and request.side == side.key for request in asked):
        raise Refusal("asked-already", f"You have asked to play for {side.name}.", "The GM decides; wait for his word.")
    noes = [request.settled_at for request in asked if request.fate == "declined" and request.settled_at is not None]
    if noes and now < noes[-1] + AFTER_A_NO:
        words = f"A GM has turned you down at {noes[-1]:%H:%M} UTC on {noes[-1]:%d %B}."
        raise Refusal("turned-down", words, "Talk to him; you may ask again a day later.")


async def _waiting(session: AsyncSession, campaign_id: int, *, who: int | None = None) -> list[JoinRequest]:
    found = select(JoinRequest).where(JoinRequest.campaign_id == campaign_id, JoinRequest.fate == "")
    if who is not None:
        found = found.where(JoinRequest.user_id == who)
    return list((await session.exec(found.order_by(col(JoinRequest.id)))).all())


async def _answerable(
    session: AsyncSession, request_id: int, who: int, guild_id: int | None
) -> tuple[JoinRequest, Campaign]:
    """A request that waits, and its campaign, locked. To a stranger it reads the same as none."""
    missing = Refusal(
        "no-request", "There is no such request here.", ("See who asks to join: ", Command("campaign requests"), ".")
    )
    known = await session.get(JoinRequest, request_id)
    if known is None:
        raise missing
    campaign = await open_campaign(session, known.campaign_id)
    if guild_id not in (None, campaign.guild_id):
        raise missing
    try:
        await require_gm(session, known.campaign_id, who, "let somebody join")
    except Refusal as refusal:
        raise (missing if refusal.code == no_campaign().code else refusal) from None
    request = await session.get_one(JoinRequest, request_id, populate_existing=True)
    if request.fate:
        done = {"approved": "approved", "declined": "turned down", "withdrawn": "taken back"}
        words = f"That request has been {done.get(request.fate, 'replaced by another of the same person')}."
        raise Refusal("settled", words, ("See who asks to join: ", Command("campaign requests"), "."))
    return request, campaign


def _asked(row: JoinRequest, concerns: tuple[Concern, ...] = ()) -> RequestToJoin:
    fate: dict[str, Fate] = {"approved": "approved", "declined": "declined", "replaced": "replaced"}
    return RequestToJoin(
        id=pk(row.id),
        campaign_id=row.campaign_id,
        user_id=row.user_id,
        name=row.name,
        side=row.side,
        asked_at=row.asked_at,
        fate=fate.get(row.fate, "withdrawn") if row.fate else "",
        concerns=concerns,
    )
