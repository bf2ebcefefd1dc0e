"""Sittings: what one person does without anybody else in between gathers in one message, which grows while it is young.

Every answer keeps a post of its own in the outbox. A post says which entries it is about; what its message tells of is
written down when it has been sent (`Shown`). A post of the same sitting writes on the message of the one before, as
long as that is young and the newest in its channel; else it opens another, and so does one that hands the battle over
to somebody else: Discord calls people by new messages only. A post that another one of its sitting follows already may
leave its words to that, and its question to whatever asks after it. So a message can be made anew from the books at
any time: after a restart, after a failure, after somebody has deleted it.

What is for one side alone gathers in its thread, or in a private conversation, in the same way. There a sitting lasts
until something that somebody else has done is told to that side alone: what its messages are may depend on nothing
else, or it would hear of what it may not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import cast

from sqlmodel import col, func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.database.store import Store
from campaigns.post.line import LineEnd
from campaigns.post.matter import Dice, JustHappened, Matter
from campaigns.post.outbox import Shown
from campaigns.post.strikes import ASKING
from campaigns.tables.base import given
from campaigns.tables.posts import OutboxPost, PostKind, PostStatus

YOUNG = timedelta(minutes=10)
"""So long a message is written on that tells something. The question below it may be older: where nothing is told and
nobody is called, it is changed in its place as long as Discord lets it, as when one of two sides has sealed."""
TELLING = (PostKind.JOURNAL, PostKind.SITTING)


@dataclass(frozen=True, slots=True)
class Leaf:
    """The message of a sitting, which may be written on, and what it tells of."""

    message_id: int
    first: int
    last: int
    since: datetime
    folded: bool = False
    question: bool = False
    """Only a question may be written on it: it is another's sitting, or no longer young."""
    handed_over: int | None = None
    """The post with which it came and called somebody: it has pictures since."""

    @property
    def shown(self) -> Shown:
        return Shown(self.first, self.last, self.since, self.folded)


@dataclass(frozen=True, slots=True)
class WhereTold:
    """Where a post's words go. `first`: the entry with which a message of its own begins; `leaf`: the message to write
    on, if it still is the newest in its channel; `followed`: another post of the sitting waits behind this one."""

    first: int
    leaf: Leaf | None
    followed: bool


async def where_told(store: Store, post_id: int) -> WhereTold | None:
    """None for a post that tells of no entries."""
    async with store.reading() as session:
        row = await session.get_one(OutboxPost, post_id)
        if row.kind not in (*TELLING, PostKind.SIDE) or row.from_seq is None:
            return None
        before = await _beside(session, row, after=False)
        if before is None or before.status != PostStatus.SENT or before.kind == PostKind.CLOSING:
            return WhereTold(row.from_seq, None, False)
        if not _goes_on(before, row):
            leaf = await _leaf(session, before, row, store.clock.now())
            return WhereTold(before.folded_from or row.from_seq, leaf, False)
        left = before.shown_to is not None and before.shown_to < (before.to_seq or 0)
        first = before.folded_from or ((before.shown_to or 0) + 1 if left else row.from_seq)
        after = await _beside(session, row, after=True)
        followed = after is not None and after.status == PostStatus.PENDING and _goes_on(row, after)
        return WhereTold(first, await _leaf(session, before, row, store.clock.now()), followed)


_OF_ALL = (
    select(OutboxPost)
    .where(col(OutboxPost.battle_id) == given("battle"), col(OutboxPost.audience).is_(None))
    .where(col(OutboxPost.status) != PostStatus.SUPERSEDED)
    .limit(1)
)
_FIRST = _OF_ALL.where(col(OutboxPost.from_seq) == 1, col(OutboxPost.kind).in_(TELLING))
_BEFORE = _OF_ALL.where(col(OutboxPost.position) < given("position")).order_by(col(OutboxPost.position).desc())


async def begun_by(store: Store, battle_id: int) -> Dice | None:
    """The dice with which a battle has begun, where the first post that tells of it says so; None: the notice did."""
    async with store.reading() as session:
        first = (await session.exec(_FIRST, params={"battle": battle_id})).first()
        told = {"battle": battle_id, "position": first.position if first is not None else 0}
        notice = (await session.exec(_BEFORE, params=told)).first()
    if notice is None or notice.message_id is not None:
        return None
    about = Matter.model_validate_json(notice.matter)
    return about.of(Dice) if about.topic == "begun" else None


async def said_below(store: Store, post_id: int) -> bool:
    """Whether the notice that a battle has begun is followed by what tells of that, and says nothing itself."""
    async with store.reading() as session:
        after = await _beside(session, await session.get_one(OutboxPost, post_id), after=True)
    return after is not None and after.status == PostStatus.PENDING and after.kind in TELLING and after.from_seq == 1


async def left_to_close(store: Store, post_id: int) -> tuple[int, int] | None:
    """The first and the last entry that no message before a battle's closing post has; None: they have all."""
    async with store.reading() as session:
        before = await _beside(session, await session.get_one(OutboxPost, post_id), after=False)
        if before is None or before.message_id is not None or before.folded_from is None or before.to_seq is None:
            return None
        return before.folded_from, before.shown_to or before.to_seq


_NEWER = (
    select(OutboxPost.id)
    .where(col(OutboxPost.battle_id) == given("battle"), col(OutboxPost.position) > given("position"))
    .where(col(OutboxPost.status) != PostStatus.SUPERSEDED, col(OutboxPost.kind).in_(ASKING))
    .limit(1)
)
_TOLD_BEFORE = (
    select(func.max(OutboxPost.to_seq))
    .where(col(OutboxPost.battle_id) == given("battle"), col(OutboxPost.position) < given("position"))
    .where(col(OutboxPost.kind).in_(TELLING))
)
_BEFORE_SITTING = _TOLD_BEFORE.where(col(OutboxPost.sitting) != given("sitting"))


async def overtaken(store: Store, post_id: int) -> bool:
    """Whether a newer post asks or will ask what is to be answered in this one's battle."""
    async with store.reading() as session:
        row = await session.get_one(OutboxPost, post_id)
        told = {"battle": row.battle_id, "position": row.position}
        return (await session.exec(_NEWER, params=told)).first() is not None


_TOLD_IN = (
    select(
        func.min(func.coalesce(OutboxPost.shown_from, OutboxPost.folded_from, OutboxPost.from_seq)),
        func.max(func.coalesce(OutboxPost.shown_to, OutboxPost.to_seq)),
    )
    .where(col(OutboxPost.battle_id) == given("battle"), col(OutboxPost.message_id) == given("message"))
    .where(col(OutboxPost.status) == PostStatus.SENT, col(OutboxPost.audience).is_(None))
)
LATELY = 40
"""Entries before a bare question that count as what it stands upon."""


async def told_in(store: Store, battle_id: int, message_id: int) -> tuple[int, int] | None:
    """The first and the last entry of a battle of which a message for everybody tells, folded or not; of a bare
    question those before it. None for any other message."""
    async with store.reading() as session:
        told = {"battle": battle_id, "message": message_id}
        first, last = cast("tuple[int | None, int | None]", (await session.exec(_TOLD_IN, params=told)).one())
    if last is None:
        return None
    return first if first is not None else max(last - LATELY, 1), last


async def began(store: Store, post_id: int) -> int:
    """The first entry of the sitting that a post is part of: the table as it was before is what everybody else has
    seen last."""
    async with store.reading() as session:
        row = await session.get_one(OutboxPost, post_id)
        told: dict[str, object] = {"battle": row.battle_id, "position": row.position}
        if not row.sitting:
            return ((await session.exec(_TOLD_BEFORE, params=told)).one() or 0) + 1
        return ((await session.exec(_BEFORE_SITTING, params={**told, "sitting": row.sitting})).one() or 0) + 1


async def _beside(session: AsyncSession, row: OutboxPost, *, after: bool) -> OutboxPost | None:
    """The next post of the line on that side; those that tell nothing new, prompts, are passed over on the way back."""
    line = select(OutboxPost).where(
        OutboxPost.campaign_id == row.campaign_id,
        OutboxPost.battle_id == row.battle_id,
        OutboxPost.status != PostStatus.SUPERSEDED,
        col(OutboxPost.audience).is_(None) if row.audience is None else col(OutboxPost.audience) == row.audience,
        col(OutboxPost.recipient).is_(None) if row.recipient is None else col(OutboxPost.recipient) == row.recipient,
    )
    if after:
        found = line.where(OutboxPost.position > row.position).order_by(col(OutboxPost.position))
    else:
        telling = (*TELLING, PostKind.CLOSING) if row.audience is None else (PostKind.SIDE,)
        line = line.where(OutboxPost.position < row.position, col(OutboxPost.kind).in_(telling))
        found = line.order_by(col(OutboxPost.position).desc())
    return (await session.exec(found.limit(1))).first()


def _goes_on(one: OutboxPost, other: OutboxPost) -> bool:
    """Whether the other post goes on with the sitting of the one."""
    if one.audience is not None:
        told = one.from_seq is not None and other.from_seq is not None
    else:
        # What was done in between was posted to nobody: they may not notice that there was anything.
        told = one.to_seq is not None and other.from_seq is not None and other.kind in TELLING
    return told and one.sitting == other.sitting != ""


_CALLING = (
    select(OutboxPost)
    .where(col(OutboxPost.battle_id) == given("battle"), col(OutboxPost.message_id) == given("message"))
    .where(col(OutboxPost.status) == PostStatus.SENT, col(OutboxPost.audience).is_(None))
    .order_by(col(OutboxPost.position))
)


async def handed_over(store: Store, battle_id: int, message_id: int) -> int | None:
    """The post with which a message for everybody came and called somebody; None: it has called nobody."""
    async with store.reading() as session:
        return await _handed_over(session, battle_id, message_id)


async def _handed_over(session: AsyncSession, battle_id: int | None, message_id: int) -> int | None:
    rows = (await session.exec(_CALLING, params={"battle": battle_id, "message": message_id})).all()
    return next((row.id for row in rows if Matter.model_validate_json(row.matter).pinged), None)


async def _leaf(session: AsyncSession, before: OutboxPost, row: OutboxPost, now: datetime) -> Leaf | None:
    if before.message_id is None or before.channel_id != row.channel_id:
        return None
    if before.shown_from is None or before.shown_to is None or before.shown_since is None:
        return None
    folded = before.folded_from is not None
    question = now - before.shown_since > YOUNG or not _goes_on(before, row)
    if row.audience is not None:
        # News at the end of a battle asks nothing of a side: it stands below that side's last news.
        over = Matter.model_validate_json(row.matter).about == JustHappened(kind="battle-over")
        shown = (before.message_id, before.shown_from, before.shown_to, before.shown_since)
        return Leaf(*shown) if over or not question else None
    called = await _handed_over(session, row.battle_id, before.message_id)
    shown = (before.message_id, before.shown_from, before.shown_to, before.shown_since)
    return Leaf(*shown, folded, question, called)


def to_be_told(end: LineEnd, users: Sequence[int], by: int | None) -> tuple[int, ...]:
    """Those of the people asked who do not know yet that it is their turn: neither who has just acted, nor who was
    asked before and has been mentioned then. `end`: of the battle's line."""
    knows, asking = {by}, end.asking
    if asking is not None:
        waiting = asking.users if asking.pinged is None else asking.pinged
        knows |= set(asking.users) - set(asking.untold) - (set() if end.asked else set(waiting))
    return tuple(user for user in users if user not in knows)
