"""What is told to one side alone: `tell_sides_of` and `confide` are the one way.

Such a post stands in the outbox with an audience and without a channel. Where its readers are reached is found out
when it is sent: in the side's private thread, with nobody in it who may not read it, or in a private conversation with
one of its players who has asked for that. Where neither can be, nothing is sent, and what was said stands behind the
button for the side's own news all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache
from types import MappingProxyType
from typing import Any

from sqlalchemy import select as plain
from sqlmodel import col, delete, func, select, update
from sqlmodel.ext.asyncio.session import AsyncSession
from sqlmodel.sql.expression import SelectOfScalar

from campaigns.database.shares import Share
from campaigns.database.store import Store
from campaigns.database.together import Rows, Together
from campaigns.database.writes import Writes, inserting
from campaigns.members.membership import campaign_row, player_of
from campaigns.members.policies import Policies, SideThreads
from campaigns.post import cards, line, outbox
from campaigns.post.line import Fresh, LineEnd
from campaigns.post.matter import Matter, Said
from campaigns.tables.base import given, metadata, pk
from campaigns.tables.battles import Battle
from campaigns.tables.campaigns import GM, Campaign, Player, Side
from campaigns.tables.posts import OutboxPost, PostKind
from campaigns.tables.sides import SideGuest, SideThread
from rules.kernel.action import SideId

NOBODY: Mapping[SideId, Sequence[int]] = MappingProxyType({})
_FIRST_WAIT, _LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=2)


@dataclass(frozen=True, slots=True)
class Doors:
    """A side's thread, and who is to be in it. `inside` are let in already, `guests` may be: whoever of them is not
    `wanted` is put out before anything is said there. `later`: it was in vain, and is not to be tried before;
    `passing`: what was in the way may be over by then."""

    id: int
    campaign_id: int
    side: SideId
    side_name: str
    campaign_name: str
    parent_id: int
    thread_id: int | None
    wanted: frozenset[int]
    guests: frozenset[int]
    inside: frozenset[int]
    problem: str
    passing: bool
    later: bool


@dataclass(frozen=True, slots=True)
class Word:
    """Something that was said to a side alone, in no entry of the battle's journal."""

    at: datetime
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Readers:
    """Whom a campaign's sides consist of. `sides`: those that somebody plays, in the rule set's order; `direct`: of
    each, who wants what is for it in private; `threads`: those that have a thread, or are to have one."""

    sides: tuple[SideId, ...]
    direct: Mapping[SideId, Sequence[int]]
    threads: frozenset[SideId]


_PLAYERS, _SIDES, _THREADS = (metadata.tables[name].c for name in ("player", "side", "sidethread"))
READERS = (
    plain(_SIDES.id, _PLAYERS.id, _SIDES.key, _PLAYERS.user_id, _PLAYERS.direct)
    .select_from(metadata.tables["player"])
    .join(metadata.tables["side"], _SIDES.id == _PLAYERS.side_id)
    .where(_PLAYERS.campaign_id == given("campaign"), _PLAYERS.left_at.is_(None)),
    plain(_THREADS.side).where(_THREADS.campaign_id == given("campaign")),
)
"""Of a "campaign", for `readers_of`."""
_ALONE = Together(*READERS)


def readers_of(players: Rows, threads: Rows) -> Readers:
    """The readers of the rows that were found."""
    direct: dict[SideId, list[int]] = {}
    for _, _, side, user, wants_it in sorted(players):
        direct.setdefault(side, []).extend([user] if wants_it else [])
    return Readers(tuple(direct), direct, frozenset(side for (side,) in threads))


async def tell_sides_of(
    session: AsyncSession, campaign: Campaign, battle: Battle, sides: Iterable[SideId], matter: Matter, now: datetime
) -> None:
    """Tell each of these sides that somebody plays this, inside the transaction that it tells of. `matter`: of the
    topic "side-words" and about what is `Said` for whatever is to be said; "side-news" and "side-briefing" are the
    battle's own."""
    wanted = set(sides)
    if wanted:
        readers = readers_of(*await _ALONE.ask(session, campaign=pk(campaign.id)))
        told = [side for side in readers.sides if side in wanted]
        await _tell(session, campaign, battle, told, matter, now, readers)


def confide(
    writes: Writes,
    campaign: Campaign,
    battle: Battle,
    sides: Iterable[SideId],
    post: Fresh,
    now: datetime,
    readers: Readers,
    end: LineEnd,
    *,
    called: Mapping[SideId, Sequence[int]] = NOBODY,
) -> LineEnd:
    """The same to each of these sides that somebody plays, as part of what a transaction writes in one go. `post`: with
    what it tells of, and by whom; `called`: who of a side is mentioned. Gives the end of the line after that."""
    wanted = set(sides)
    told = [side for side in readers.sides if side in wanted]
    fresh: list[Fresh] = []
    for side in told:
        matter = post.matter.model_copy(update={"pinged": tuple(called.get(side, ()))})
        fresh += _posts(campaign, side, replace(post, matter=matter), readers)
    writes.add(inserting(SideThread), *_threads(campaign, told, readers, now))
    return line.put_all(writes, campaign, battle, fresh, end, now)


async def _tell(
    session: AsyncSession,
    campaign: Campaign,
    battle: Battle | None,
    sides: Sequence[SideId],
    matter: Matter,
    now: datetime,
    readers: Readers,
) -> None:
    session.add_all(SideThread(**row) for row in _threads(campaign, sides, readers, now))
    for side in sides:
        for post in _posts(campaign, side, Fresh(PostKind.SIDE, matter), readers):
            to, reader = post.audience, post.recipient
            await outbox.put(session, campaign, battle, post.kind, post.matter, now, audience=to, recipient=reader)


def _posts(campaign: Campaign, side: SideId, post: Fresh, readers: Readers) -> list[Fresh]:
    """What is told to a side, as it is sent: in its thread, and to each who wants it in private."""
    settings = Policies.model_validate_json(campaign.settings)
    placed, direct = post.matter.model_copy(update={"side": side}), readers.direct.get(side, ())
    # Whom it calls it calls once: in the thread, or by the message that he has asked for.
    called = tuple(user for user in placed.pinged or () if user not in direct)
    # Without a thread the words stand there for the button; nothing is sent then.
    there = settings.side_threads is not SideThreads.OFF or placed.topic == "side-words"
    in_thread = replace(post, matter=placed.model_copy(update={"pinged": called}), audience=side)
    alone = replace(post, matter=placed.model_copy(update={"pinged": ()}), audience=side)
    return [*([in_thread] if there else []), *(replace(alone, recipient=user) for user in direct)]


def _threads(campaign: Campaign, sides: Iterable[SideId], readers: Readers, now: datetime) -> list[dict[str, Any]]:
    """The threads that are to be made, for those of these sides that have none."""
    if Policies.model_validate_json(campaign.settings).side_threads is SideThreads.OFF:
        return []
    return [{"campaign_id": pk(campaign.id), "side": side, "due": now} for side in sides if side not in readers.threads]


async def words_to(store: Store, battle_id: int, side: SideId | None) -> tuple[Word, ...]:
    """What was said to a side alone in a battle, by a GM or of its orders; to any side, for the umpire."""
    async with store.reading() as session:
        found = select(OutboxPost).where(
            OutboxPost.battle_id == battle_id,
            col(OutboxPost.kind) == PostKind.SIDE,
            col(OutboxPost.recipient).is_(None),
            col(OutboxPost.audience) == side if side is not None else col(OutboxPost.audience).is_not(None),
        )
        rows = (await session.exec(found.order_by(col(OutboxPost.id)))).all()
    posts = [outbox.post_of(row) for row in rows]
    return tuple(
        Word(post.created_at, said.title, said.text)
        for post in posts
        if post.matter.topic == "side-words" and (said := post.matter.of(Said))
    )


# ── Who may read ──────────────────────────────────────────────────────────────────────────────────────────────────


async def may_read(store: Store, campaign_id: int, side: SideId, who: int) -> bool:
    """Whether somebody plays for that side and has asked for its news in private."""
    async with store.reading() as session:
        player = await player_of(session, campaign_id, who)
        if player is None or not player.direct:
            return False
        return (await session.get_one(Side, player.side_id)).key == side


async def ask_for(store: Store, campaign_id: int, who: int, *, direct: bool) -> bool:
    """A player wants what is for his side alone in a private conversation, or no longer. False: he plays for none."""
    async with store.writing() as session:
        player = await player_of(session, campaign_id, who)
        if player is None:
            return False
        player.direct = direct
        return True


async def recheck(session: AsyncSession, campaign_id: int, now: datetime) -> None:
    """Somebody has come, gone or changed sides, or the policy has: who is in the campaign's threads is seen to, and its
    card says so."""
    await cards.renew(session, campaign_id, now)
    await session.exec(update(SideThread).where(col(SideThread.campaign_id) == campaign_id).values(due=now, attempts=0))


_MEMBERS = (
    select(Player.user_id, Side.key)
    .join(Side, col(Side.id) == Player.side_id)
    .where(col(Player.campaign_id) == given("campaign"), col(Player.left_at).is_(None))
)
_DUE = select(SideThread).where(col(SideThread.due) <= given("now"))
_GUESTS = select(SideGuest).where(col(SideGuest.thread) == given("thread"))


async def _wanted(session: AsyncSession, campaign_id: int, settings: Policies, side: SideId) -> frozenset[int]:
    rows = (await session.exec(_MEMBERS, params={"campaign": campaign_id})).all()
    wanted = {user for user, plays in rows if plays == side}
    if wanted and settings.side_threads is SideThreads.WITH_GM:
        gms = (await session.exec(select(GM.user_id).where(GM.campaign_id == campaign_id))).all()
        wanted |= {gm for gm in gms if gm not in {user for user, _ in rows}}
    return frozenset(wanted)


# ── The threads ───────────────────────────────────────────────────────────────────────────────────────────────────


async def doors_of(store: Store, campaign_id: int, side: SideId) -> Doors | None:
    """A side's thread and who is to be in it; None where the campaign wants none, or is over."""
    async with store.reading() as session:
        found = select(SideThread).where(SideThread.campaign_id == campaign_id, SideThread.side == side)
        row = (await session.exec(found)).first()
        return None if row is None else await _doors(store, session, row, speaking=True)


async def due(store: Store, now: datetime) -> tuple[Doors, ...]:
    """The threads that are to be seen to. One that the campaign wants no more is not made, but whoever may no longer
    read there is still put out."""
    async with store.reading() as session:
        of_share = () if store.share.whole else (col(SideThread.campaign_id).in_(_campaigns(store.share)),)
        rows = (await session.exec(_DUE.where(*of_share), params={"now": now})).all()
        return tuple([doors for row in rows if (doors := await _doors(store, session, row)) is not None])


async def as_they_are(store: Store, doors_id: int) -> Doors | None:
    """A side's thread and who is to be in it now; None where there is nothing of it any more."""
    async with store.reading() as session:
        row = await session.get(SideThread, doors_id)
        return None if row is None else await _doors(store, session, row)


async def _doors(store: Store, session: AsyncSession, row: SideThread, *, speaking: bool = False) -> Doors | None:
    campaign = await campaign_row(session, row.campaign_id)
    settings = Policies.model_validate_json(campaign.settings)
    off = settings.side_threads is SideThreads.OFF or campaign.closed_at is not None
    if speaking and off:
        return None
    guests = (await session.exec(_GUESTS, params={"thread": row.id})).all()
    wanted = await _wanted(session, row.campaign_id, settings, row.side)
    name = (await session.exec(select(Side.name).where(Side.campaign_id == campaign.id, Side.key == row.side))).one()
    return Doors(
        id=pk(row.id),
        campaign_id=row.campaign_id,
        side=row.side,
        side_name=name,
        campaign_name=campaign.name,
        parent_id=campaign.channel_id,
        thread_id=row.thread_id,
        wanted=wanted if not off else wanted & {guest.user_id for guest in guests},
        guests=frozenset(guest.user_id for guest in guests),
        inside=frozenset(guest.user_id for guest in guests if guest.inside),
        problem=row.problem,
        passing=row.passing,
        later=bool(row.problem) and row.due is not None and row.due > store.clock.now(),
    )


@cache
def soonest(share: Share) -> SelectOfScalar[datetime | None]:
    """When the first thread is to be seen to."""
    found = select(func.min(SideThread.due)).where(col(SideThread.due).is_not(None))
    return found if share.whole else found.where(col(SideThread.campaign_id).in_(_campaigns(share)))


def _campaigns(share: Share) -> SelectOfScalar[int | None]:
    return select(col(Campaign.id)).where(*share.of(Campaign.guild_id))


def wants_a_thread(doors: Doors) -> bool:
    """There is none, and there are people for it."""
    return doors.thread_id is None and bool(doors.wanted)


async def made(store: Store, doors_id: int, thread_id: int) -> bool:
    """The thread exists, and says first what it is. False: another one has been made meanwhile."""
    async with store.writing() as session:
        found = await session.get(SideThread, doors_id)
        if found is None:
            return False
        # The threads of two sides are made at once: their first words stand one behind the other.
        campaign = await campaign_row(session, found.campaign_id, lock=True)
        row = await session.get(SideThread, doors_id, with_for_update=True, populate_existing=True)
        if row is None or row.thread_id is not None:
            return False
        row.thread_id, row.problem, row.passing, row.attempts = thread_id, "", False, 0
        about, now = Matter(topic="side-thread", side=row.side), store.clock.now()
        await outbox.put(session, campaign, None, PostKind.SIDE, about, now, audience=row.side)
        return True


async def gone(store: Store, thread_id: int) -> bool:
    """A thread has been deleted, or is left behind with somebody in it who cannot be put out: another one is made.
    Whether it was a side's."""
    async with store.writing() as session:
        row = (await session.exec(select(SideThread).where(SideThread.thread_id == thread_id))).first()
        if row is None:
            return False
        row.thread_id, row.due, row.attempts, row.problem, row.passing = None, store.clock.now(), 0, "", False
        await session.exec(delete(SideGuest).where(col(SideGuest.thread) == row.id))
        return True


async def letting_in(store: Store, doors_id: int, users: Iterable[int]) -> None:
    """They are about to be let in: written down before, so that nobody is inside without being known."""
    async with store.writing() as session:
        for user in users:
            if await session.get(SideGuest, (doors_id, user)) is None:
                session.add(SideGuest(thread=doors_id, user_id=user))


async def let_in(store: Store, doors_id: int, users: Iterable[int]) -> None:
    async with store.writing() as session:
        for user in users:
            guest = await session.get(SideGuest, (doors_id, user))
            if guest is not None:
                guest.inside = True


async def put_out(store: Store, doors_id: int, user: int) -> None:
    async with store.writing() as session:
        guest = await session.get(SideGuest, (doors_id, user))
        if guest is not None:
            await session.delete(guest)


async def seen_to(store: Store, doors_id: int, seen: frozenset[int]) -> None:
    """The thread is as it should be, for those whom it was to have; once more where others are to be in it now."""
    async with store.writing() as session:
        row = await session.get(SideThread, doors_id)
        if row is not None:
            doors = await _doors(store, session, row)
            changed = doors is not None and (doors.wanted != seen or bool(doors.guests - doors.wanted))
            row.due, row.attempts = store.clock.now() if changed else None, 0
            row.problem, row.passing = "", False


async def failed(store: Store, doors_id: int, problem: str, *, passing: bool = False) -> None:
    """It could not be seen to now; it waits longer each time. `passing`: the problem may be over by then."""
    async with store.writing() as session:
        row = await session.get(SideThread, doors_id)
        if row is not None:
            row.due = store.clock.now() + min(_FIRST_WAIT * 2 ** min(row.attempts, 10), _LONGEST_WAIT)
            row.attempts, row.problem, row.passing = row.attempts + 1, problem[:500], passing


async def at_the_start(store: Store) -> None:
    """After a start every thread that exists is looked at once: people may have come and gone meanwhile."""
    async with store.writing() as session:
        wanting = [col(SideThread.due).is_(None), col(SideThread.thread_id).is_not(None)]
        if not store.share.whole:
            wanting.append(col(SideThread.campaign_id).in_(_campaigns(store.share)))
        await session.exec(update(SideThread).where(*wanting).values(due=store.clock.now()))


async def troubled(store: Store, campaign_id: int) -> tuple[Doors, ...]:
    """The campaign's threads that could not be made or kept, for its GM."""
    async with store.reading() as session:
        found = select(SideThread).where(SideThread.campaign_id == campaign_id, SideThread.problem != "")
        rows = (await session.exec(found.order_by(col(SideThread.id)))).all()
        return tuple([doors for row in rows if (doors := await _doors(store, session, row)) is not None])
