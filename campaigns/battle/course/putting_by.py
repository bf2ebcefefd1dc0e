"""A slice of a run is written down: its entries, how far the run is, and the note that says so. Nobody is told of its
entries yet, and what everybody is asked stands as it stood: that is for the run's end.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from sqlalchemy import update
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.course import versions
from campaigns.battle.course.acted import Acted
from campaigns.battle.course.conduct import Conduct
from campaigns.battle.record import disarmed, journal
from campaigns.clocks import clockwork
from campaigns.clocks.waits import ACTIVE
from campaigns.database.writes import Writes, inserting
from campaigns.post import line, strikes
from campaigns.post.line import Fresh
from campaigns.post.matter import Matter, UnderWay
from campaigns.tables.battles import JournalEntry
from campaigns.tables.posts import OutboxPost, PostKind, PostStatus, Timer, TimerKind


async def put_by(conduct: Conduct, announce: Matter | None, also: Callable[[Writes, Acted], None] | None) -> Acted:
    """Write down a slice after which more is to come. `announce`, `also`: as `settle` has them."""
    run, prepared, session = conduct.run, conduct.prepared, conduct.session
    assert run is not None, "of a run that is under way"
    acted = Acted(
        battle_id=conduct.id, version=conduct.seq, from_seq=conduct.loaded + 1, to_seq=conduct.seq, under_way=True
    )
    writes, note = Writes(), Matter(topic="under-way", about=UnderWay(done=run.known))
    writes.add(inserting(JournalEntry), *conduct.rows)
    disarmed.note(writes, conduct.id, conduct.fresh)
    posts = [Fresh(PostKind.NOTICE, announce)] if announce is not None else []
    if conduct.former is None:
        posts.append(Fresh(PostKind.PROGRESS, note))
        due = {"battle_id": conduct.id, "ask_key": "", "side": "", "user_id": None, "due": conduct.now}
        clockwork.start(writes, [{**due, "kind": TimerKind.CARRY_ON}])
    books = await conduct.books()
    line.put_all(writes, conduct.campaign, conduct.row, posts, books.end, conduct.now)
    if also is not None:
        also(writes, acted)
    await versions.take_next(conduct, writes)
    if conduct.former is not None:
        await _renew(session, conduct.id, note, conduct.now)
    if prepared.packed is not None:
        await journal.keep_snapshot(session, conduct.rules, conduct.id, conduct.seq, prepared.packed)
    return acted


async def came_to_rest(conduct: Conduct) -> None:
    """The run is over: its note goes, and nothing is left to be carried on."""
    post = await _note(conduct.session, conduct.id)
    if post is not None:
        if post.status == PostStatus.PENDING:
            post.status = PostStatus.SUPERSEDED
        # Somebody may be sending it this moment: then it is taken down when it has arrived.
        await strikes.take_down(conduct.session, post, conduct.now)
    of = (col(Timer.battle_id) == conduct.id, col(Timer.kind) == TimerKind.CARRY_ON, *ACTIVE)
    fired = update(Timer).where(*of).values(fired_at=conduct.now)
    await conduct.session.exec(fired.execution_options(synchronize_session="fetch"))


async def put_off(session: AsyncSession, battle_id: int) -> bool:
    """Whether a slice of the battle's run could not be carried out, and is tried again later."""
    of = (col(Timer.battle_id) == battle_id, col(Timer.kind) == TimerKind.CARRY_ON, *ACTIVE)
    return (await session.exec(select(Timer.id).where(*of, Timer.tries > 0))).first() is not None


async def _renew(session: AsyncSession, battle_id: int, note: Matter, now: datetime) -> None:
    post = await _note(session, battle_id)
    if post is not None:
        post.matter = note.model_dump_json()
        await strikes.renew(session, post, now)


async def _note(session: AsyncSession, battle_id: int) -> OutboxPost | None:
    """The newest note of how far a run is."""
    of = (col(OutboxPost.battle_id) == battle_id, col(OutboxPost.kind) == PostKind.PROGRESS)
    found = select(OutboxPost).where(*of, col(OutboxPost.status) != PostStatus.SUPERSEDED)
    return (await session.exec(found.order_by(col(OutboxPost.position).desc()).limit(1))).first()
