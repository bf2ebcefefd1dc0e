"""The end of a line of posts, where new ones are put: those of a battle, or a campaign's own, go out one after the
other."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Update, literal_column, select, update
from sqlmodel import col, func
from sqlmodel import select as selected
from sqlmodel.sql.expression import SelectOfScalar

from campaigns.database.together import Rows
from campaigns.database.writes import Writes, inserting
from campaigns.post.matter import Matter
from campaigns.post.strikes import ASKING
from campaigns.tables import metadata
from campaigns.tables.base import given, pk
from campaigns.tables.battles import Battle
from campaigns.tables.campaigns import Campaign
from campaigns.tables.posts import OutboxPost, PostKind, PostStatus


@dataclass(frozen=True, slots=True)
class Fresh:
    """A post that is to be put at the end of a line."""

    kind: PostKind
    matter: Matter
    from_seq: int | None = None
    to_seq: int | None = None
    sitting: str = ""
    audience: str | None = None
    recipient: int | None = None


@dataclass(frozen=True, slots=True)
class LineEnd:
    """The end of a battle's line: the position of its last post; the newest that asked somebody, and whether it has
    been sent."""

    position: int = 0
    asking: Matter | None = None
    asked: bool = False


_POSTS = metadata.tables["outboxpost"].c
_OF_BATTLE = (_POSTS.campaign_id == given("campaign"), _POSTS.battle_id == given("battle"))
_NEWEST_ASKING = (
    select(_POSTS.matter, _POSTS.status)
    .where(*_OF_BATTLE, _POSTS.kind.in_(ASKING))
    .order_by(_POSTS.position.desc())
    .limit(1)
)
END = (select(func.max(_POSTS.position)).where(*_OF_BATTLE), _NEWEST_ASKING)
"""Of a "campaign" and a "battle" in it, for `end_of`."""


def end_of(last: Rows, asking: Rows) -> LineEnd:
    """The end of the line of the rows that were found."""
    position = last[0][0] or 0
    if not asking:
        return LineEnd(position)
    matter, status = asking[0]
    return LineEnd(position, Matter.model_validate_json(matter), status == PostStatus.SENT)


def is_(column: object, word: str) -> ColumnElement[bool]:
    """The column holds that word, said in plain SQL: the databases use an index of some rows for nothing less."""
    return col(column) == literal_column(f"'{word}'")


PENDING = is_(OutboxPost.status, PostStatus.PENDING.value)


def put_all(
    writes: Writes, campaign: Campaign, battle: Battle, posts: Sequence[Fresh], end: LineEnd, now: datetime
) -> None:
    """Puts posts of a battle one after the other at the end of its line. A new prompt overtakes older ones that have
    not been sent."""
    if any(post.kind is PostKind.PROMPT for post in posts):
        writes.add(overtaken(of_battle=True), told(campaign, battle))
    rows = [
        row_of(campaign, battle, post, position, 0 if post.audience else battle.channel_id, now)
        for position, post in enumerate(posts, end.position + 1)
    ]
    writes.add(inserting(OutboxPost), *rows)


def row_of(
    campaign: Campaign, battle: Battle | None, post: Fresh, position: int, channel_id: int, now: datetime
) -> dict[str, Any]:
    """The post as the outbox keeps it, at that position of its line."""
    battle_id = battle.id if battle else None
    return {
        "campaign_id": pk(campaign.id),
        "battle_id": battle_id,
        "position": position,
        "channel_id": channel_id,
        "kind": post.kind,
        "from_seq": post.from_seq,
        "to_seq": post.to_seq,
        "matter": post.matter.model_dump_json(),
        "nonce": hashlib.sha256(f"{campaign.uid}:{battle_id or 0}:{position}".encode()).hexdigest()[:24],
        "sitting": post.sitting,
        "audience": post.audience,
        "recipient": post.recipient,
        "due": now,
        "created_at": now,
    }


def told(campaign: Campaign, battle: Battle | None) -> dict[str, int | None]:
    """Which line is meant, for `last` and `overtaken`."""
    return {"campaign": campaign.id} | ({"battle": battle.id} if battle else {})


@cache
def last(*, of_battle: bool) -> SelectOfScalar[int]:
    """The last position of a line."""
    return selected(func.max(OutboxPost.position)).where(*_line(of_battle=of_battle))


@cache
def overtaken(*, of_battle: bool) -> Update:
    """Lets a line's prompts that have not been sent be."""
    older = (*_line(of_battle=of_battle), PENDING, col(OutboxPost.kind) == PostKind.PROMPT)
    update_of = update(OutboxPost).where(*older).values(status=PostStatus.SUPERSEDED)
    return update_of.execution_options(synchronize_session=False)


def _line(*, of_battle: bool) -> tuple[ColumnElement[bool], ...]:
    # Not "is not distinct from": PostgreSQL has no index for that.
    battle = col(OutboxPost.battle_id)
    return (
        col(OutboxPost.campaign_id) == given("campaign"),
        battle == given("battle") if of_battle else battle.is_(None),
    )
