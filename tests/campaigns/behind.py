"""What tests do in a few words that the program has another way for, and what they look up behind its back."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from sqlmodel import col, select

from campaigns.battle import battles
from campaigns.battle.battles import Acted
from campaigns.battle.watch import timers
from campaigns.clocks import habits
from campaigns.database.store import Store
from campaigns.post import dispatches
from campaigns.post.line import PENDING
from campaigns.post.outbox import DEAD, Post, post_of
from campaigns.roster import rosters
from campaigns.roster.draft_rolls import open_draft
from campaigns.roster.units import RosterFigure
from campaigns.tables.posts import OutboxPost
from campaigns.tables.roster import Unit
from rules.kernel.action import Action, SideId
from rules.seam.viewing import Viewer


async def act(
    store: Store,
    battle_id: int,
    action: Action,
    who: int,
    *,
    interaction_id: int | None = None,
    seen_version: int | None = None,
    side: SideId | None = None,
) -> Acted:
    """Sits down before the battle and takes the action, as a command does; with `seen_version` as a button that was
    shown then."""
    seat = await battles.sit(store, battle_id, who)
    if seen_version is not None:
        seen = seat.battle.info.marks.then(seat.viewer, seen_version)
        seen = replace(seen, number=seen.number + max(seen_version - seat.version, 0))
        seat = await battles.sit(store, battle_id, who, seen=seen, side=side or seat.viewer.side)
    return (await battles.take(seat, action, side=side, interaction_id=interaction_id)).acted


async def viewer(store: Store, battle_id: int, who: int, *, umpire: bool = False) -> Viewer:
    """As whom somebody looks at a battle."""
    return (await battles.sit(store, battle_id, who, umpire=umpire)).viewer


async def pending(store: Store, *, battle_id: int | None = None) -> tuple[Post, ...]:
    """What has still to be sent, in order; of one battle where it is given."""
    async with store.reading() as session:
        found = select(OutboxPost).where(PENDING)
        if battle_id is not None:
            found = found.where(OutboxPost.battle_id == battle_id)
        return tuple(post_of(row) for row in (await session.exec(found.order_by(col(OutboxPost.id)))).all())


async def dead(store: Store, campaign_id: int) -> tuple[Post, ...]:
    """What of a campaign has been given up."""
    async with store.reading() as session:
        found = select(OutboxPost).where(OutboxPost.campaign_id == campaign_id, DEAD)
        return tuple(post_of(row) for row in (await session.exec(found.order_by(col(OutboxPost.id)))).all())


async def next_timer(store: Store) -> datetime | None:
    """When the next timer is to be fired, or an absence begins or ends."""
    async with store.reading() as session:
        found = [(await session.exec(query)).one() for query in (timers.NEXT, habits.NEXT)]
    return min(filter(None, found), default=None)


async def next_doors(store: Store) -> datetime | None:
    """When the next side's thread is to be seen to."""
    async with store.reading() as session:
        return (await session.exec(dispatches.NEXT)).one()


async def draft_of(store: Store, campaign_id: int, who: int) -> int | None:
    """The number of the draft that somebody has going on."""
    async with store.reading() as session:
        row = await open_draft(session, campaign_id, who)
        return row.id if row else None


async def recover(store: Store, figure_id: int, who: int, text: str = "") -> RosterFigure:
    """Reports one fit or repaired again."""
    return (await rosters.recover_several(store, [figure_id], who, text))[0]


async def disbanded(store: Store, unit_id: int) -> bool:
    async with store.reading() as session:
        return (await session.get_one(Unit, unit_id)).disbanded_at is not None
