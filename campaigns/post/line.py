"""The end of a line of posts, where new ones are put: those of a battle, or a campaign's own, go out one after the
other."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache
from typing import Any, TypeAlias

from sqlalchemy import ColumnElement, ScalarSelect, Update, literal_column, select, update
from sqlmodel import col, func
from sqlmodel import select as selected
from sqlmodel.sql.expression import SelectOfScalar

from campaigns import interactions
from campaigns.database.together import Rows
from campaigns.database.writes import Writes, inserting
from campaigns.post.matter import Matter
from campaigns.post.strikes import ASKING
from campaigns.tables import metadata
from campaigns.tables.base import given, pk
from campaigns.tables.battles import Battle
from campaigns.tables.campaigns import Campaign
from campaigns.tables.posts import OutboxPost, PostKind, PostStatus

Readers: TypeAlias = tuple[str | None, int | None]
"""Who is sent a post: everybody, the side, or one person of it."""


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

    @property
    def readers(self) -> Readers:
        return self.audience, self.recipient


@dataclass(frozen=True, slots=True)
class LineEnd:
    """The end of a battle's line: the position of its last post; the newest that asked somebody, and whether it has
    been sent; the newest nonce of what each of its readers is sent; the sides whose newest news is held."""

    position: int = 0
    asking: Matter | None = None
    asked: bool = False
    nonces: Mapping[Readers, str] = field(default_factory=dict[Readers, str])
    held: frozenset[str] = frozenset()


_POSTS, _SIDES, _PLAYERS = (metadata.tables[name].c for name in ("outboxpost", "side", "player"))
_OF_BATTLE = (_POSTS.campaign_id == given("campaign"), _POSTS.battle_id == given("battle"))
_NEWEST_ASKING = (
    select(_POSTS.matter, _POSTS.status)
    .where(*_OF_BATTLE, _POSTS.kind.in_(ASKING))
    .order_by(_POSTS.position.desc())
    .limit(1)
)


def _newest(what: ColumnElement[str], *readers: ColumnElement[bool]) -> ScalarSelect[str]:
    return (
        select(what)
        .where(_POSTS.battle_id == given("battle"), *readers)
        .order_by(_POSTS.position.desc())
        .limit(1)
        .scalar_subquery()
    )


_OF_ALL = select(_newest(_POSTS.nonce, _POSTS.audience.is_(None)).label("newest"))
_TO_SIDE = (_POSTS.audience == _SIDES.key, _POSTS.recipient.is_(None))
_TO_ONE = (_POSTS.audience == _SIDES.key, _POSTS.recipient == _PLAYERS.user_id)
_OF_SIDES = select(
    _SIDES.key, _newest(_POSTS.nonce, *_TO_SIDE).label("newest"), _newest(_POSTS.matter, *_TO_SIDE).label("about")
).where(_SIDES.campaign_id == given("campaign"))
_OF_PLAYERS = (
    select(
        _SIDES.key,
        _PLAYERS.user_id,
        _newest(_POSTS.nonce, *_TO_ONE).label("newest"),
        _newest(_POSTS.matter, *_TO_ONE).label("about"),
    )
    .select_from(metadata.tables["player"])
    .join(metadata.tables["side"], _SIDES.id == _PLAYERS.side_id)
    .where(_PLAYERS.campaign_id == given("campaign"), _PLAYERS.left_at.is_(None))
)
END = (select(func.max(_POSTS.position)).where(*_OF_BATTLE), _NEWEST_ASKING, _OF_ALL, _OF_SIDES, _OF_PLAYERS)
"""Of a "campaign" and a "battle" in it, for `end_of`."""


def end_of(last: Rows, asking: Rows, of_all: Rows, of_sides: Rows, of_players: Rows) -> LineEnd:
    """The end of the line of the rows that were found."""
    private = [*((side, None, nonce, about) for side, nonce, about in of_sides), *of_players]
    readers = [*((None, None, nonce) for (nonce,) in of_all), *(each[:3] for each in private)]
    nonces = {(side, user): nonce for side, user, nonce in readers if nonce}
    held = frozenset(side for side, _, _, about in private if about and Matter.model_validate_json(about).held)
    matter, status = asking[0] if asking else (None, None)
    newest = Matter.model_validate_json(matter) if matter is not None else None
    return LineEnd(last[0][0] or 0, newest, status == PostStatus.SENT, nonces, held)


def is_(column: object, word: str) -> ColumnElement[bool]:
    """The column holds that word, said in plain SQL: the databases use an index of some rows for nothing less."""
    return col(column) == literal_column(f"'{word}'")


PENDING = is_(OutboxPost.status, PostStatus.PENDING.value)


def put_all(
    writes: Writes, campaign: Campaign, battle: Battle, posts: Sequence[Fresh], end: LineEnd, now: datetime
) -> LineEnd:
    """Puts posts of a battle one after the other at the end of its line. A new prompt overtakes older ones that have
    not been sent. Gives the end of the line after that."""
    if any(post.kind is PostKind.PROMPT for post in posts):
        writes.add(overtaken(of_battle=True), told(campaign, battle))
    nonces, rows = dict(end.nonces), list[dict[str, Any]]()
    for position, post in enumerate(posts, end.position + 1):
        place = 0 if post.audience else battle.channel_id
        rows.append(row_of(campaign, battle, post, position, place, now, after=nonces.get(post.readers, "")))
        nonces[post.readers] = rows[-1]["nonce"]
    writes.add(inserting(OutboxPost), *rows)
    return replace(end, position=end.position + len(rows), nonces=nonces)


def row_of(
    campaign: Campaign,
    battle: Battle | None,
    post: Fresh,
    position: int,
    channel_id: int,
    now: datetime,
    *,
    after: str,
) -> dict[str, Any]:
    """The post as the outbox keeps it, at that position of its line. `after`: the nonce of the post before it that has
    the same readers."""
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
        "nonce": _nonce(campaign, battle_id, post.readers, after),
        "sitting": post.sitting,
        "audience": post.audience,
        "recipient": post.recipient,
        "cause": interactions.cause(),
        "due": now,
        "created_at": now,
    }


def _nonce(campaign: Campaign, battle_id: int | None, readers: Readers, after: str) -> str:
    """Each follows from the one before it that the same readers were sent. A position would not do: posts stand there
    of which they may not know."""
    whose = ":".join(str(each or "") for each in readers)
    return hashlib.sha256(f"{campaign.uid}:{battle_id or 0}:{whose}:{after}".encode()).hexdigest()[:24]


def told(campaign: Campaign, battle: Battle | None) -> dict[str, int | None]:
    """Which line is meant, for `last` and `overtaken`."""
    return {"campaign": campaign.id} | ({"battle": battle.id} if battle else {})


@cache
def last(*, of_battle: bool) -> SelectOfScalar[int]:
    """The last position of a line."""
    return selected(func.max(OutboxPost.position)).where(*_line(of_battle=of_battle))


@cache
def newest_nonce(*, of_battle: bool, of_side: bool, of_one: bool) -> SelectOfScalar[str]:
    """The newest nonce of a line among the posts for all, for a "side", or for "one" of it."""
    side, one = col(OutboxPost.audience), col(OutboxPost.recipient)
    readers = (side == given("side") if of_side else side.is_(None), one == given("one") if of_one else one.is_(None))
    found = selected(OutboxPost.nonce).where(*_line(of_battle=of_battle), *readers)
    return found.order_by(col(OutboxPost.position).desc()).limit(1)


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
