"""Answered prompts: a prompt that a newer post has overtaken loses its buttons, and says who answered.

What is to be changed is written down together with what overtook it, so that a restart forgets nothing. It is a
courtesy, not a post: it never holds one up. A message is changed once, the newest first; Discord lets old messages be
changed only now and then, so what it refuses waits longer each time and is given up in the end. The buttons that
remain say what has changed when somebody presses them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from sqlmodel import col, func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.answered_rows import AnsweredPrompt
from campaigns.models import OutboxPost, PostKind, PostStatus, pk

if TYPE_CHECKING:
    from campaigns.store import Store

MOST_ATTEMPTS = 8
AT_A_TIME = 5
LEASE = timedelta(minutes=5)
_FIRST_WAIT, _LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=2)


@dataclass(frozen=True, slots=True)
class Overtaken:
    """A prompt's message as it stands in its channel, and up to which entry the battle had gone when it was made and
    when it was overtaken."""

    post_id: int
    battle_id: int
    channel_id: int
    message_id: int
    matter: str
    at_seq: int
    until_seq: int


async def overtake(session: AsyncSession, post: OutboxPost, now: datetime) -> None:
    """A post has arrived, inside its transaction: if it is a prompt or the end of a battle, the prompt before it is
    answered."""
    if post.kind not in (PostKind.PROMPT, PostKind.CLOSING) or post.message_id is None or post.battle_id is None:
        return
    before = (
        select(OutboxPost)
        .where(
            OutboxPost.campaign_id == post.campaign_id,
            OutboxPost.battle_id == post.battle_id,
            OutboxPost.kind == PostKind.PROMPT,
            OutboxPost.status == PostStatus.SENT,
            OutboxPost.position < post.position,
            col(OutboxPost.message_id).is_not(None),
        )
        .order_by(col(OutboxPost.position).desc())
        .limit(1)
    )
    earlier = (await session.exec(before)).first()
    if earlier is not None and await session.get(AnsweredPrompt, pk(earlier.id)) is None:
        session.add(AnsweredPrompt(post_id=pk(earlier.id), overtaken_by=pk(post.id), due=now))


async def claim(store: Store, now: datetime) -> tuple[Overtaken, ...]:
    """A few of those that are due, the newest first; nobody else is given them for a while."""
    async with store.writing() as session:
        due = (
            select(AnsweredPrompt)
            .where(col(AnsweredPrompt.due) <= now)
            .order_by(col(AnsweredPrompt.post_id).desc())
            .limit(AT_A_TIME)
            .with_for_update(skip_locked=True)
        )
        found: list[Overtaken] = []
        for row in (await session.exec(due)).all():
            row.attempts += 1
            row.due = now + LEASE
            post = await session.get_one(OutboxPost, row.post_id)
            by = await session.get_one(OutboxPost, row.overtaken_by)
            if post.battle_id is None or post.message_id is None or post.to_seq is None or by.to_seq is None:
                row.due, row.problem = None, "there is no message to change"
                continue
            found.append(
                Overtaken(
                    row.post_id, post.battle_id, post.channel_id, post.message_id, post.matter, post.to_seq, by.to_seq
                )
            )
        return tuple(found)


async def mark_struck(store: Store, post_id: int) -> None:
    async with store.writing() as session:
        row = await session.get(AnsweredPrompt, post_id)
        if row is not None:
            row.due, row.struck_at, row.problem = None, store.clock.now(), ""


async def mark_failed(store: Store, post_id: int, problem: str, *, hopeless: bool = False) -> None:
    """It could not be changed now; `hopeless` (message or channel gone, no permission) or too often: never."""
    async with store.writing() as session:
        row = await session.get(AnsweredPrompt, post_id)
        if row is not None:
            row.problem = problem[:500]
            wait = min(_FIRST_WAIT * 2 ** max(row.attempts - 1, 0), _LONGEST_WAIT)
            row.due = None if hopeless or row.attempts >= MOST_ATTEMPTS else store.clock.now() + wait


async def next_due(store: Store) -> datetime | None:
    """When the next one may be tried; None when nothing waits."""
    async with store.reading() as session:
        return (await session.exec(select(func.min(AnsweredPrompt.due)))).one()
