"""The outbox: posts that must reach Discord, committed together with what they tell of and sent afterwards.

A post holds data; it is put into words when it is sent. Each battle's posts go out one after the other. A sender
claims the head of a line for a while; when it dies, the claim runs out and the post is claimed again, with the same
nonce, so that Discord itself can drop a second copy. What fails waits longer each time; what cannot be sent becomes a
dead letter, which the GM can see and have tried again, and which does not hold up the rest.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache

import structlog
from sqlalchemy import String, case, cast, literal, or_, update
from sqlmodel import col, func, select
from sqlmodel.ext.asyncio.session import AsyncSession
from sqlmodel.sql.expression import SelectOfScalar

from campaigns.database.shares import WHOLE, Share
from campaigns.database.store import Store
from campaigns.errors import AGAIN
from campaigns.members.membership import campaign_row
from campaigns.post import line, strikes
from campaigns.post.line import PENDING, Fresh, is_
from campaigns.post.matter import Matter
from campaigns.tables.base import UtcDateTime, given, pk
from campaigns.tables.battles import Battle
from campaigns.tables.campaigns import Campaign
from campaigns.tables.posts import OutboxPost, PostKind, PostStatus

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

MOST_ATTEMPTS = 16
"""With the back-off below: about nine hours of trying."""
LEASE = timedelta(minutes=2)
_FIRST_WAIT = timedelta(seconds=5)
_LONGEST_WAIT = timedelta(hours=1)


_FRESH = col(OutboxPost.due) == col(OutboxPost.created_at)
"""Nobody has tried it yet: it goes out at once, though the clock has been set back since it was written."""
_AT_ONCE = datetime(2000, 1, 1, tzinfo=UTC)
_DUE = case((_FRESH, literal(_AT_ONCE, UtcDateTime)), else_=col(OutboxPost.due))
DEAD = is_(OutboxPost.status, PostStatus.DEAD.value)
FOR_ALL = col(OutboxPost.audience).is_(None)
"""What is for one side alone is never moved to a channel, and its troubles are nobody else's to know."""


@dataclass(frozen=True, slots=True)
class Post:
    """A post as a sender gets it. `nonce` has at most 25 characters and is the same at every attempt."""

    id: int
    campaign_id: int
    battle_id: int | None
    channel_id: int
    kind: PostKind
    from_seq: int | None
    to_seq: int | None
    matter: Matter
    nonce: str
    status: PostStatus
    attempts: int
    problem: str
    created_at: datetime
    message_id: int | None
    sitting: str = ""
    audience: str | None = None
    recipient: int | None = None
    cause: int | None = None
    """The interaction that it follows from, for the log."""
    pictured_for: int | None = None
    """The post with which the message that it is written on came: it keeps the pictures of what it tells."""

    @property
    def lane(self) -> str:
        """Where it goes: a channel, a side's thread, a person. There one post is sent after the other."""
        if self.recipient is not None:
            return f"person {self.recipient}"
        return f"channel {self.channel_id}" if self.audience is None else f"side {self.campaign_id} {self.audience}"


@dataclass(frozen=True, slots=True)
class Shown:
    """Entries `first` to `last` stand in a message, which was sent at `since`; None: it is not written on any more.
    `folded`: nothing came of them, and the next post tells them."""

    first: int
    last: int
    since: datetime | None
    folded: bool = False


async def put(
    session: AsyncSession,
    campaign: Campaign,
    battle: Battle | None,
    kind: PostKind,
    matter: Matter,
    now: datetime,
    *,
    from_seq: int | None = None,
    to_seq: int | None = None,
    channel_id: int | None = None,
    sitting: str = "",
    audience: str | None = None,
    recipient: int | None = None,
) -> int:
    """Add a post to the end of its line, inside the transaction that it tells of. A new prompt overtakes older ones
    that have not been sent. `channel_id`: where it goes, if not to the battle's or the campaign's own; `sitting`: who
    did what it tells of. `audience`: it goes to one side alone (say it with `dispatches.tell_sides_of`) and to no
    channel. Returns the post's number."""
    if (audience is not None) is not (kind is PostKind.SIDE):
        raise ValueError(f"a post for a side has its audience, no other has: {kind} for {audience}")
    place = 0 if audience else channel_id or (battle.channel_id if battle else campaign.channel_id)
    of_battle, where = battle is not None, line.told(campaign, battle)
    last = (await session.exec(line.last(of_battle=of_battle), params=where)).one() or 0
    if kind is PostKind.PROMPT:
        await session.exec(line.overtaken(of_battle=of_battle), params=where)
    fresh = Fresh(kind, matter, from_seq, to_seq, sitting, audience, recipient)
    newest = line.newest_nonce(of_battle=of_battle, of_side=audience is not None, of_one=recipient is not None)
    after = (await session.exec(newest, params={**where, "side": audience, "one": recipient})).first() or ""
    row = OutboxPost(**line.row_of(campaign, battle, fresh, last + 1, place, now, after=after))
    session.add(row)
    await session.flush()
    return pk(row.id)


async def put_again(
    session: AsyncSession, campaign: Campaign, battle: Battle, rows: Sequence[OutboxPost], now: datetime
) -> dict[int, int]:
    """Posts that have not been sent go to the end of their battle's line, and to where it is fought now. Their new
    numbers, by the old ones: a copy that may have arrived all the same is the older one."""
    for row in rows:
        row.status = PostStatus.SUPERSEDED
    numbers: dict[int, int] = {}
    for row in rows:
        matter, kind = Matter.model_validate_json(row.matter), PostKind(row.kind)
        numbers[pk(row.id)] = await put(
            session,
            campaign,
            battle,
            kind,
            matter,
            now,
            from_seq=row.from_seq,
            to_seq=row.to_seq,
            sitting=row.sitting,
        )
    await strikes.follow(session, numbers)
    return numbers


async def redirect(session: AsyncSession, battle_id: int, channel_id: int) -> None:
    """Let what a battle has not sent yet go to another channel."""
    waiting = (col(OutboxPost.battle_id) == battle_id, PENDING, FOR_ALL)
    await session.exec(update(OutboxPost).where(*waiting).values(channel_id=channel_id))


async def notify(store: Store, campaign_id: int, matter: Matter) -> None:
    """Put a notice into the campaign's own line. Raises Refusal "no-campaign"."""
    async with store.writing() as session:
        campaign = await campaign_row(session, campaign_id, lock=True)
        await put(session, campaign, None, PostKind.NOTICE, matter, store.clock.now())


async def claim(
    store: Store,
    now: datetime,
    *,
    limit: int = 10,
    again: int | None = None,
    busy: Collection[str] = (),
    lease: timedelta = LEASE,
) -> tuple[Post, ...]:
    """Take the head of each line that is due, for `lease`: nobody else is given it meanwhile. Of each lane one, and
    none of the lanes that are `busy`; of posts that have been tried before at most `again`. Where nothing is due,
    nobody who writes is kept waiting."""
    first = await next_due(store)
    if first is None or first > now or not limit:
        return ()
    async with store.writing() as session:
        claimed: list[Post] = []
        lanes, twice = set(busy), limit if again is None else again
        passed_over = True
        while passed_over and len(claimed) < limit:
            passed_over = False
            asked = {"now": now, "limit": limit - len(claimed), "tried": MOST_ATTEMPTS if twice > 0 else 0}
            for row in (await session.exec(_ripe(store.share), params={**asked, "busy": sorted(lanes)})).all():
                if row.attempts >= MOST_ATTEMPTS:
                    row.status, row.problem = PostStatus.DEAD, row.problem or "claimed again and again, never confirmed"
                    continue
                post = _known(row)
                if post is None:
                    row.due = now + AGAIN
                    continue
                if post.lane in lanes or (row.attempts and twice <= 0):
                    passed_over = True
                    continue
                lanes.add(post.lane)
                twice -= bool(row.attempts)
                row.attempts += 1
                row.due = now + lease
                claimed.append(replace(post, attempts=row.attempts))
            await session.flush()
        return tuple(claimed)


def heads(share: Share = WHOLE) -> SelectOfScalar[int | None]:
    """The ids of the posts that are next in their line: all others wait for these. Of the servers of that share."""
    of_line = (OutboxPost.battle_id, OutboxPost.campaign_id, OutboxPost.audience, OutboxPost.recipient)
    found = select(func.min(OutboxPost.id)).where(PENDING)
    if not share.whole:
        found = found.join(Campaign, col(Campaign.id) == OutboxPost.campaign_id).where(*share.of(Campaign.guild_id))
    return found.group_by(*map(col, of_line))


_LANE = case(
    (col(OutboxPost.recipient).is_not(None), literal("person ") + cast(OutboxPost.recipient, String)),
    (FOR_ALL, literal("channel ") + cast(OutboxPost.channel_id, String)),
    else_=literal("side ") + cast(OutboxPost.campaign_id, String) + literal(" ") + col(OutboxPost.audience),
)
"""`Post.lane`, as the database puts it together."""


@cache
def _ripe(share: Share) -> SelectOfScalar[OutboxPost]:
    free = (_LANE.not_in(given("busy", several=True)), col(OutboxPost.attempts) <= given("tried"))
    ripe = (col(OutboxPost.id).in_(heads(share)), or_(_FRESH, col(OutboxPost.due) <= given("now")), PENDING, *free)
    found = select(OutboxPost).where(*ripe).order_by(col(OutboxPost.id)).limit(given("limit"))
    return found.with_for_update(skip_locked=True)


@cache
def soonest(share: Share) -> SelectOfScalar[datetime]:
    """When the first of them may be tried."""
    return select(func.min(_DUE)).where(col(OutboxPost.id).in_(heads(share)))


async def mark_sent(store: Store, post_id: int, message_id: int | None = None, shown: Shown | None = None) -> None:
    """The post is out, or there was nothing in it for anybody to see (no message id). `shown`: what its message tells
    of now. Done twice, it stays done."""
    async with store.writing() as session:
        row = await session.get(OutboxPost, post_id, with_for_update=True)
        if row is not None and row.status != PostStatus.SENT:
            row.status, row.message_id, row.problem = PostStatus.SENT, message_id, ""
            row.sent_at = store.clock.now()
            if shown is not None:
                row.shown_from, row.shown_to, row.shown_since = shown.first, shown.last, shown.since
                row.folded_from = shown.first if shown.folded else None
            await strikes.overtake(session, row, store.clock.now())
            await strikes.hand_over(session, row, store.clock.now())


async def mark_failed(
    store: Store, post_id: int, problem: str, *, retry_after: timedelta | None = None, hopeless: bool = False
) -> None:
    """The post could not be sent. It is tried again after `retry_after`, or after a wait that doubles each time;
    `hopeless` (no such channel, no permission) or too many attempts make it a dead letter."""
    async with store.writing() as session:
        row = await session.get(OutboxPost, post_id, with_for_update=True)
        if row is None or row.status != PostStatus.PENDING:
            return
        row.problem = problem[:1000]
        if hopeless or row.attempts >= MOST_ATTEMPTS:
            row.status = PostStatus.DEAD
        else:
            wait = min(_FIRST_WAIT * 2 ** max(row.attempts - 1, 0), _LONGEST_WAIT)
            row.due = store.clock.now() + (retry_after if retry_after is not None else wait)


async def leave(store: Store, post_id: int) -> None:
    """The post is another process's to put into words: it has had no try, and is looked at again in a while."""
    async with store.writing() as session:
        row = await session.get(OutboxPost, post_id, with_for_update=True)
        if row is not None and row.status == PostStatus.PENDING:
            row.due, row.attempts = store.clock.now() + AGAIN, row.attempts - 1


async def last_prompt(store: Store, battle_id: int) -> int | None:
    """Up to which entry the battle had gone when the newest prompt that stands in its channel was made."""
    async with store.reading() as session:
        newest = await newest_prompt(session, battle_id)
        if newest is None:
            return None
        return newest.shown_to if newest.kind == PostKind.SITTING and newest.shown_to else newest.to_seq


_ASKING = tuple(  # each kind has an index of its own
    select(OutboxPost)
    .where(col(OutboxPost.battle_id) == given("battle"), is_(OutboxPost.kind, kind.value))
    .where(is_(OutboxPost.status, PostStatus.SENT.value), col(OutboxPost.message_id).is_not(None))
    .order_by(col(OutboxPost.position).desc())
    .limit(1)
    for kind in (PostKind.PROMPT, PostKind.SITTING)
)
_ASKING_BEFORE = tuple(found.where(col(OutboxPost.position) < given("before")) for found in _ASKING)


async def newest_prompt(session: AsyncSession, battle_id: int, *, before: int | None = None) -> OutboxPost | None:
    """The newest post whose message asks something, up to the position `before`."""
    found: list[OutboxPost] = []
    for asking in _ASKING if before is None else _ASKING_BEFORE:
        told = {"battle": battle_id} if before is None else {"battle": battle_id, "before": before}
        found += (await session.exec(asking, params=told)).all()
    return max(found, key=lambda row: row.position, default=None)


async def next_due(store: Store) -> datetime | None:
    """When the next post may be tried, long ago where nobody has tried it; None when nothing waits. What stands behind
    another post counts for nothing: it would be due for as long as that one is not sent."""
    async with store.reading() as session:
        return (await session.exec(soonest(store.share))).one()


def _known(row: OutboxPost) -> Post | None:
    """The post; None where a newer version has written what this one cannot read."""
    try:
        return post_of(row)
    except ValueError as error:
        log.warning("post left", post=row.id, error=repr(error))
        return None


def post_of(row: OutboxPost) -> Post:
    return Post(
        id=pk(row.id),
        campaign_id=row.campaign_id,
        battle_id=row.battle_id,
        channel_id=row.channel_id,
        kind=PostKind(row.kind),
        from_seq=row.from_seq,
        to_seq=row.to_seq,
        matter=Matter.model_validate_json(row.matter),
        nonce=row.nonce,
        status=PostStatus(row.status),
        attempts=row.attempts,
        problem=row.problem,
        created_at=row.created_at,
        message_id=row.message_id,
        sitting=row.sitting,
        audience=row.audience,
        recipient=row.recipient,
        cause=row.cause,
    )
