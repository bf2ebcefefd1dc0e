"""Writing down what came of an action: entries, the version, deadlines, posts, a snapshot, the end of the battle.

All of it has been thought out before (see `conduct`). What stands in the books is read by one statement; what is
written is gathered and carried out in one go, so that an action keeps the database for a moment only.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime

from sqlmodel import col, select

from campaigns.battle.course import versions
from campaigns.battle.course.acted import Acted
from campaigns.battle.course.asking import asked_of
from campaigns.battle.course.conduct import Conduct
from campaigns.battle.course.hearing import only_ordered
from campaigns.battle.course.lapsing import begins
from campaigns.battle.course.putting_by import came_to_rest, put_by
from campaigns.battle.record import chain, closing, disarmed, journal, lasting, proposals
from campaigns.battle.record.books import Books
from campaigns.battle.record.closing import Ending
from campaigns.battle.record.journal import Entry
from campaigns.battle.telling.telling import confided, is_news, untold
from campaigns.clocks import answering, pausing, waits
from campaigns.clocks.roll import Roll
from campaigns.database.writes import Writes, inserting
from campaigns.post import dispatches, line, outbox, sittings
from campaigns.post.line import Fresh, LineEnd
from campaigns.post.matter import HowItEnded, JustHappened, Matter, Said
from campaigns.tables.battles import BattleSeed, EntryKind, JournalEntry
from campaigns.tables.posts import PostKind
from rules.battle.orders.sealing import OrdersOpened, OrdersSealed, SheetKept
from rules.kernel.action import Role, SideId
from rules.seam.asking import Ask
from rules.seam.viewing import Viewer

_SEALS = (OrdersSealed, SheetKept, OrdersOpened)


async def settle(
    conduct: Conduct, *, announce: Matter | None = None, also: Callable[[Writes, Acted], None] | None = None
) -> Acted:
    """Write down the new entries and what follows from them. `announce`: what is posted besides; `also`: what is
    written besides. Where the run is under way, only its slice is put by. Raises Stale when another process was
    faster."""
    if conduct.run is not None:
        return await put_by(conduct, announce, also)
    prepared, session, row = conduct.prepared, conduct.session, conduct.row
    acted = Acted(
        battle_id=conduct.id,
        version=conduct.seq,
        from_seq=conduct.began + 1,
        to_seq=conduct.seq,
        ended=prepared.ending is not None,
    )
    writes = Writes()
    writes.add(inserting(JournalEntry), *conduct.rows)
    disarmed.note(writes, conduct.id, conduct.fresh)
    books = await conduct.books()
    clockwork = books.clockwork
    asks = () if prepared.ending is not None else conduct.prompt.asks
    quiet = not conduct.hearers.posted  # nothing moves that others see, so that nobody learns that anything was done
    resumed = not quiet and _answered(conduct, writes, clockwork.roll)
    controllers = conduct.rules.battle.controllers(conduct.state)
    due, leads = await waits.sync(
        session,
        writes,
        row,
        conduct.settings,
        asks,
        controllers,
        clockwork,
        conduct.now,
        renew=resumed,
        by=_by(conduct),
    )
    news = [Fresh(PostKind.NOTICE, pausing.said(row))] if resumed and asks else []
    news += [Fresh(PostKind.NOTICE, announce)] if announce is not None else []
    if not quiet:
        news += await _news(conduct, asks, clockwork.roll, books.end, due, leads)
    mentioned = {user for each in news for user in each.matter.pinged or ()}
    end = await _confide(conduct, writes, books, mentioned)
    line.put_all(writes, conduct.campaign, row, news, end, conduct.now)
    if also is not None:
        also(writes, acted)
    await versions.take_next(conduct, writes)
    if conduct.former is not None:
        await came_to_rest(conduct)
    if prepared.ending is not None:
        await proposals.strike(conduct.session, conduct.row, "over", conduct.now)
        await _close(conduct, prepared.ending)
    if prepared.packed is not None:
        await journal.keep_snapshot(session, conduct.rules, conduct.id, conduct.seq, prepared.packed)
    return acted


def _answered(conduct: Conduct, writes: Writes, roll: Roll) -> bool:
    """Who has acted himself has answered. Whether a battle that had paused by itself goes on by that."""
    acts = [entry for entry in conduct.entries if entry.kind is EntryKind.ACTION and not entry.by.absent]
    users = {entry.user_id for entry in acts if entry.user_id is not None}
    return bool(users) and answering.answered(writes, conduct.row, roll, users, conduct.now)


def _by(conduct: Conduct) -> int | None:
    """The one person who did it all."""
    people = {entry.user_id for entry in conduct.entries if entry.user_id is not None}
    return next(iter(people)) if len(people) == 1 else None


async def _news(
    conduct: Conduct,
    asks: Sequence[Ask],
    roll: Roll,
    end: LineEnd,
    due: datetime | None,
    leads: Mapping[tuple[str, SideId], int],
) -> list[Fresh]:
    """The post of what has happened and of what is asked now. `leads`: of the questions that several may answer, who is
    told first."""
    by = _by(conduct)
    span, sitting = (conduct.began + 1, conduct.seq), str(by or "")
    if not asks:
        return [Fresh(PostKind.JOURNAL, Matter(topic="journal"), *span, sitting)]
    put = await asked_of(conduct.session, roll, conduct.id, conduct.rules, conduct.state, asks)
    users = tuple(dict.fromkeys(user for each in put.values() for user in each))
    first = {user for place, each in put.items() for user in each if leads.get(place, 0) not in set(each) - {user}}
    unaware = sittings.to_be_told(end, users, by)
    pinged = tuple(user for user in unaware if user in first)
    untold = tuple(user for user in unaware if user not in first)
    keys = tuple(ask.key for ask in asks)
    asked = Matter(topic="sitting", ask_keys=keys, users=users, pinged=pinged, untold=untold, due=due)
    return [Fresh(PostKind.SITTING, asked, *span, sitting)]


async def _confide(conduct: Conduct, writes: Writes, books: Books, mentioned: Collection[int]) -> LineEnd:
    """What only they know, to each of the sides that are told something that not everybody is; whose orders have
    stopped or run out is called, but for who has just acted, and for the `mentioned`, whom the question to everybody
    calls. A side that is neither asked nor called reads what is not grave when it is. Gives the end of the line after
    that."""
    roll, by = books.clockwork.roll, _by(conduct)
    fresh = [side for side in conduct.prepared.confided if not _knows_it_all(conduct, side, roll, by)]
    controllers = conduct.rules.battle.controllers(conduct.state)
    now = _reads_now(conduct, fresh, books.readers.sides, controllers)
    sides = [side for side in books.readers.sides if side in fresh or (side in now and side in books.end.held)]
    # Whoever has just acted sees on their panel which orders stand.
    others = {side for side in conduct.prepared.lapsed if set(roll.on_side(side).values()) - {by}}
    ended = [side for side in conduct.prepared.lapsed if side not in conduct.staff and side in {*sides, *others}]
    if not sides and not ended:
        return books.end
    stopped = await disarmed.owners(conduct.session, roll, conduct.id, conduct.rules, conduct.entries, controllers)
    writing = {side: [user for user in roll.on_side(side).values() if user not in roll.away] for side in ended}
    calls = {**stopped, **writing}
    called = {side: [user for user in users if user != by and user not in mentioned] for side, users in calls.items()}
    span, end = (conduct.began + 1, conduct.seq, str(by or "")), books.end
    write = JustHappened(kind="orders-open" if begins(conduct.entries) else "orders-ended")
    later = {side for side in {*sides, *ended} if side not in now and not called.get(side)}
    told = [side for side in sides if side not in later and side not in ended]
    over = JustHappened(kind="battle-over") if conduct.prepared.ending is not None else None
    for those, about in (([s for s in ended if s not in later], write), (told, over), (sorted(later), None)):
        matter = Matter(topic="side-news", about=about, held=bool(later.intersection(those)))
        post = Fresh(PostKind.SIDE, matter, *span)
        end = dispatches.confide(
            writes, conduct.campaign, conduct.row, those, post, conduct.now, books.readers, end, called=called
        )
    return end


def _reads_now(
    conduct: Conduct, fresh: Collection[SideId], sides: Sequence[SideId], controllers: Mapping[SideId, SideId]
) -> Collection[SideId]:
    """Return the sides that read their news at once: those that are asked or have grave news among the `fresh`, all
    where the battle is over or the umpire has done something."""
    by_umpire = any(entry.by.role is Role.UMPIRE or entry.kind is not EntryKind.ACTION for entry in conduct.entries)
    if conduct.prepared.ending is not None or by_umpire:
        return sides
    asked = {controllers.get(ask.side, ask.side) for ask in conduct.prompt.asks}
    return {*asked, *(side for side in fresh if _grave(conduct, side))}


def _grave(conduct: Conduct, side: SideId) -> bool:
    lines = conduct.told.get(Viewer(side))
    return lines is None or any(told.grave for _, secret in confided(lines) for told in secret)


def _knows_it_all(conduct: Conduct, side: SideId, roll: Roll, by: int | None) -> bool:
    """Whether this side's own news is no more than what its only player has just ordered: they have it before them."""
    if by is None or list(roll.on_side(side).values()) != [by]:
        return False
    lines = conduct.told.get(Viewer(side))
    if lines is None:
        return False
    seqs = {line.entry.seq for line, secret in confided(lines) if is_news(untold(line, secret, by))}
    if not seqs:
        return True
    told = [entry for entry in conduct.entries if entry.seq in seqs]
    return bool(told) and all(entry.user_id == by and _ordered(conduct, entry) for entry in told)


def _ordered(conduct: Conduct, entry: Entry) -> bool:
    """Whether somebody has said in it what shall be done, and nothing was rolled for; or has sealed that."""
    said = only_ordered(conduct.rules, [entry]) and not any(event.draws for event in entry.events)
    return said or all(isinstance(event, _SEALS) for event in entry.events)


async def _close(conduct: Conduct, ending: Ending) -> None:
    session, row = conduct.session, conduct.row
    outcome = ending.outcome
    await closing.close(session, row, ending, conduct.rules, conduct.now)
    row.seal = chain.closed(conduct.keys.links, conduct.head, conduct.now, json.loads(row.result or ""))
    seeds = select(BattleSeed.seed).where(BattleSeed.battle_id == conduct.id).order_by(col(BattleSeed.from_seq))
    about = HowItEnded(
        winner=outcome.winner,
        reason=outcome.reason,
        how=outcome.how,
        seeds=tuple((await session.exec(seeds)).all()),
        battle_id=conduct.id,
        seq=conduct.seq,
        seal=row.seal,
    )
    await conduct.post(PostKind.CLOSING, Matter(topic="ended", about=about), to_seq=conduct.seq)
    for side, lines in (await lasting.words(session, row, conduct.rules, conduct.settings)).items():
        said = Said(title="Lasting injuries (house rule): what the dice propose", text="\n".join(lines))
        matter = Matter(topic="side-words", about=said)
        await dispatches.tell_sides_of(session, conduct.campaign, row, [side], matter, conduct.now)
    if row.channel_id != conduct.campaign.channel_id:
        tidings = Matter(topic="notice", about=about)
        await outbox.put(session, conduct.campaign, None, PostKind.NOTICE, tidings, conduct.now)
