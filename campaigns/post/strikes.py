"""Posts that have had their day lose their buttons, and say what became of them: prompts that a newer post has
overtaken, proposals and requests that are settled.

What is to be changed is written down together with what settled it, so that a restart forgets nothing. It is a
courtesy, not a post: it never holds one up, and it waits for a post that has still to be sent. A message is changed
once, the newest first; Discord lets old messages be changed only now and then, so what it refuses waits longer each
time and is given up in the end. The buttons that remain say what has changed when somebody presses them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING

from sqlalchemy import ColumnElement, update
from sqlmodel import col, func, select
from sqlmodel.ext.asyncio.session import AsyncSession
from sqlmodel.sql.expression import SelectOfScalar

from campaigns.database.shares import Share
from campaigns.errors import AGAIN
from campaigns.post.matter import Matter
from campaigns.tables.base import given, pk
from campaigns.tables.campaigns import Campaign
from campaigns.tables.posts import OutboxPost, PostKind, PostStatus
from campaigns.tables.strikes import Strike

if TYPE_CHECKING:
    from campaigns.database.store import Store

ASKING = (PostKind.PROMPT, PostKind.SITTING)
MOST_ATTEMPTS = 8
AT_A_TIME = 5
LEASE = timedelta(minutes=5)
_FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=2)


@dataclass(frozen=True, slots=True)
class Spent:
    """A post's message as it stands in its channel. Of a prompt: up to which entry the battle had gone when it was made
    and when it was overtaken; of another post its `fate`."""

    post_id: int
    campaign_id: int
    battle_id: int | None
    channel_id: int
    message_id: int
    matter: str
    fate: str
    at_seq: int | None
    until_seq: int | None
    from_seq: int | None = None
    """Of a message that tells of entries: the first of them; `at_seq` is the last."""


async def strike(session: AsyncSession, post_id: int, fate: str, now: datetime) -> None:
    """A post that asked people for an answer needs none any more; nothing where it has been told so, or is gone."""
    if await session.get(OutboxPost, post_id) is not None and await session.get(Strike, post_id) is None:
        session.add(Strike(post_id=post_id, fate=fate, due=now))


REPLACED = "replaced"
"""The fate of a post that a newer one stands for."""
CARRIED_OUT = "carried-out"
"""The fate of a note of something that is over, and of a question above which nothing was told: the message goes."""


async def renew(session: AsyncSession, post: OutboxPost, now: datetime) -> None:
    """What a post is about has changed: its message is made anew."""
    await meet(session, post, "changed", now)


_MATTER = col(OutboxPost.matter)
_STANDING = (
    select(OutboxPost)
    .where(col(OutboxPost.battle_id) == given("battle"), col(OutboxPost.kind) == PostKind.NOTICE)
    .where(_MATTER.contains('"topic":"opened"') | _MATTER.contains('"topic":"standing"'))
    .where(col(OutboxPost.status).in_((PostStatus.SENT, PostStatus.PENDING)))
    .order_by(col(OutboxPost.position).desc())
    .limit(1)
)


async def standing_post(session: AsyncSession, battle_id: int) -> OutboxPost | None:
    """The post that says how a battle stands: the newest, where there were several; it may have still to be sent."""
    return (await session.exec(_STANDING, params={"battle": battle_id})).first()


async def hand_over(session: AsyncSession, post: OutboxPost, now: datetime) -> None:
    """A post has arrived, inside its transaction: if it calls somebody to answer, or ends a battle, the battle's
    standing post says so."""
    if post.message_id is None or post.battle_id is None or post.audience is not None:
        return
    asks = post.kind in ASKING and bool(Matter.model_validate_json(post.matter).called)
    if not asks and post.kind != PostKind.CLOSING:
        return
    standing = await standing_post(session, post.battle_id)
    if standing is not None and standing.message_id is not None:  # one still to be sent says it anyway
        await renew(session, standing, now)


async def take_down(session: AsyncSession, post: OutboxPost, now: datetime) -> None:
    """A post's message has had its day, and goes."""
    await meet(session, post, CARRIED_OUT, now)


async def meet(session: AsyncSession, post: OutboxPost, fate: str, now: datetime) -> None:
    """Whatever was to become of a post's message before, this is its fate now."""
    row = await session.get(Strike, pk(post.id))
    if row is None:
        session.add(Strike(post_id=pk(post.id), fate=fate, due=now))
    else:
        row.fate, row.due, row.attempts = fate, now, 0


_EARLIER = (
    select(OutboxPost)
    .where(col(OutboxPost.campaign_id) == given("campaign"), col(OutboxPost.battle_id) == given("battle"))
    .where(col(OutboxPost.status) == PostStatus.SENT, col(OutboxPost.message_id).is_not(None))
    .where(col(OutboxPost.position) < given("before"), col(OutboxPost.kind).in_(ASKING))
    .order_by(col(OutboxPost.position).desc())
    .limit(1)
)


async def overtake(session: AsyncSession, post: OutboxPost, now: datetime) -> None:
    """A post has arrived, inside its transaction: if it is a prompt or the end of a battle, the prompt before it is
    answered."""
    if post.kind not in (*ASKING, PostKind.CLOSING) or post.message_id is None or post.battle_id is None:
        return
    told = {"campaign": post.campaign_id, "battle": post.battle_id, "before": post.position}
    earlier = (await session.exec(_EARLIER, params=told)).first()
    if earlier is None or earlier.message_id == post.message_id:
        return
    if earlier.kind == PostKind.SITTING:
        since = (
            OutboxPost.campaign_id == post.campaign_id,
            OutboxPost.battle_id == post.battle_id,
            OutboxPost.status == PostStatus.SENT,
            OutboxPost.position > earlier.position,
            OutboxPost.position < post.position,
            OutboxPost.message_id == earlier.message_id,
        )
        if (await session.exec(select(OutboxPost.id).where(*since).limit(1))).first() is not None:
            return  # what has written on it since has left the question out
    if await session.get(Strike, pk(earlier.id)) is None:
        fate = CARRIED_OUT if earlier.folded_from is not None else ""
        session.add(Strike(post_id=pk(earlier.id), overtaken_by=pk(post.id), fate=fate, due=now))


async def follow(session: AsyncSession, numbers: Mapping[int, int]) -> None:
    """Posts that have not been sent have got new numbers: what is to be struck is their new selves."""
    for old, new in numbers.items():
        await session.exec(update(Strike).where(col(Strike.post_id) == old).values(post_id=new))


def _stands() -> tuple[ColumnElement[bool], ...]:
    """The post is in its channel: before, there is nothing to change."""
    return (col(OutboxPost.status) == PostStatus.SENT, col(OutboxPost.message_id).is_not(None))


@cache
def soonest(share: Share) -> SelectOfScalar[datetime | None]:
    """When the first one may be tried."""
    found = select(func.min(Strike.due)).join(OutboxPost, col(OutboxPost.id) == Strike.post_id)
    found = found.where(col(Strike.due).is_not(None), *_stands())
    if share.whole:
        return found
    return found.join(Campaign, col(Campaign.id) == OutboxPost.campaign_id).where(*share.of(Campaign.guild_id))


async def claim(store: Store, now: datetime) -> tuple[Spent, ...]:
    """A few of those that are due, the newest first; nobody else is given them for a while. Where nothing is due,
    nobody who writes is kept waiting."""
    first = await next_due(store)
    if first is None or first > now:
        return ()
    async with store.writing() as session:
        due = (
            select(Strike, OutboxPost)
            .join(OutboxPost, col(OutboxPost.id) == Strike.post_id)
            .join(Campaign, col(Campaign.id) == OutboxPost.campaign_id)
            .where(col(Strike.due) <= now, *_stands(), *store.share.of(Campaign.guild_id))
            .order_by(col(Strike.post_id).desc())
            .limit(AT_A_TIME)
            .with_for_update(skip_locked=True, of=Strike)
        )
        found: list[Spent] = []
        for row, post in (await session.exec(due)).all():
            row.attempts += 1
            row.due = now + LEASE
            assert post.message_id is not None, "of those that stand in their channel"
            by = await session.get_one(OutboxPost, row.overtaken_by) if row.overtaken_by is not None else None
            found.append(
                Spent(
                    post_id=row.post_id,
                    campaign_id=post.campaign_id,
                    battle_id=post.battle_id,
                    channel_id=post.channel_id,
                    message_id=post.message_id,
                    matter=post.matter,
                    fate=row.fate,
                    at_seq=post.shown_to or post.to_seq,
                    from_seq=post.shown_from or post.from_seq,
                    until_seq=by.to_seq if by is not None else None,
                )
            )
        return tuple(found)


async def mark_struck(store: Store, spent: Spent) -> None:
    """Done, unless it has met another fate meanwhile, or the same one again: that is still to be done."""
    async with store.writing() as session:
        row = await session.get(Strike, spent.post_id)
        if row is not None and row.fate == spent.fate and row.attempts:
            row.due, row.struck_at, row.problem = None, store.clock.now(), ""


async def mark_failed(store: Store, post_id: int, problem: str, *, hopeless: bool = False) -> None:
    """It could not be changed now; `hopeless` (message or channel gone, no permission) or too often: never."""
    async with store.writing() as session:
        row = await session.get(Strike, post_id)
        if row is not None:
            row.problem = problem[:500]
            wait = min(_FIRST_WAIT * 2 ** max(row.attempts - 1, 0), LONGEST_WAIT)
            row.due = None if hopeless or row.attempts >= MOST_ATTEMPTS else store.clock.now() + wait


async def leave(store: Store, post_id: int) -> None:
    """It is another process's to put into words: it has had no try, and is looked at again in a while."""
    async with store.writing() as session:
        row = await session.get(Strike, post_id)
        if row is not None:
            row.due, row.attempts = store.clock.now() + AGAIN, row.attempts - 1


async def next_due(store: Store) -> datetime | None:
    """When the next one may be tried; None when nothing waits."""
    async with store.reading() as session:
        return (await session.exec(soonest(store.share))).one()
