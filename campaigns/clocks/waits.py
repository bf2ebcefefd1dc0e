"""Whom each question waits for, and until when.

The rows of what waits and of people's time are the facts; every timer is derived from them, in the transaction that
changes one of them (`derive`). The clock of a side is that of whoever is asked: with several, the latest of them, as
any of them may still answer. Who is away is asked nothing while another of his side is there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.clocks import clockwork, people
from campaigns.clocks.clockwork import Clockwork, RunningTimer, Wait, clockwork_of, wait_of
from campaigns.clocks.hours import Hours
from campaigns.clocks.people import InPlace
from campaigns.clocks.roll import Bank, Roll, roll_of
from campaigns.clocks.ticking import Ticking
from campaigns.database.shares import Share
from campaigns.database.store import Store
from campaigns.database.together import packed, unpacked
from campaigns.database.writes import Writes
from campaigns.members.commanders import commanded, commanders
from campaigns.members.policies import AtDeadline, Policies
from campaigns.tables.base import given, metadata, pk
from campaigns.tables.battles import Battle, BattleStatus
from campaigns.tables.campaigns import GM, Campaign, Player, Side
from campaigns.tables.clocks import Waiting
from campaigns.tables.posts import Timer, TimerKind
from rules.kernel.action import SideId
from rules.seam.asking import Ask

ACTIVE = (col(Timer.fired_at).is_(None), col(Timer.cancelled_at).is_(None))
"""Has neither fired nor been cancelled."""


def of_share(share: Share, battle_id: object) -> tuple[ColumnElement[bool], ...]:
    """A query's conditions: the column holds a battle of a server that is looked after here. The server is looked up
    row by row: joined, a database that cannot guess how many servers those are would read all campaigns first."""
    if share.whole:
        return ()
    guild = select(Campaign.guild_id).join(Battle, col(Battle.campaign_id) == Campaign.id)
    return share.of(guild.where(col(Battle.id) == battle_id).correlate_except(Battle, Campaign).scalar_subquery())


@dataclass(frozen=True, slots=True)
class QuestionPut:
    """A question that stands: whom it is put to, who of them sleeps, and until when. `paused`: the clocks stand;
    `policy`: what the deadline does first."""

    ask_key: str
    side: SideId
    users: tuple[int, ...]
    asleep: frozenset[int]
    due: datetime | None
    paused: bool
    policy: AtDeadline = AtDeadline.DEFAULT


async def sync(
    session: AsyncSession,
    writes: Writes,
    battle: Battle,
    settings: Policies,
    asks: Sequence[Ask],
    controllers: Mapping[SideId, SideId],
    clocks: Clockwork,
    now: datetime,
    *,
    renew: bool = False,
    by: int | None = None,
) -> tuple[datetime | None, dict[tuple[str, SideId], int]]:
    """What waits is what stands now; clocks and timers follow. `by`: whoever has just acted. Returns the first
    deadline, and of the questions that several may answer who is told first."""
    rows = {(row.ask_key, row.side): row for row in clocks.waiting}
    known = max((row.id for row in rows.values()), default=0)
    told = {
        (ask.key, ask.side): (None if ask.umpire else controllers.get(ask.side, ask.side), ",".join(ask.bodies))
        for ask in asks
    }
    if told and not renew and told == {place: (row.by_side, row.units) for place, row in rows.items()}:
        deadlines = [timer.due for timer in clocks.timers if timer.kind is TimerKind.DEADLINE]
        if len(deadlines) == (sum(not row.over for row in rows.values()) if settings.deadline_hours else 0):
            # Nothing new is asked, and no deadline has passed.
            return min(deadlines, default=None), {place: row.lead for place, row in rows.items()}
    clockwork.forget(writes, [rows.pop(place) for place in rows.keys() - told.keys()])
    readdressed = [row for place, row in rows.items() if told[place] != (row.by_side, row.units)]
    for row in readdressed:
        row.by_side, row.units = told[row.ask_key, row.side]
    clockwork.readdress(writes, readdressed)
    first = {
        (ask.key, ask.side): await _first(session, pk(battle.id), clocks.roll, ask, told[ask.key, ask.side][0], now, by)
        for ask in asks
        if (ask.key, ask.side) not in rows
    }
    fresh = [Wait(0, *place, *told[place], now, lead=lead) for place, lead in first.items()]
    await clockwork.ask(session, writes, pk(battle.id), fresh)
    waiting = sorted([*rows.values(), *fresh], key=lambda row: row.id)
    due = await _derive(session, writes, battle, settings, clocks, waiting, now, renew=renew, known=known)
    return due, {(row.ask_key, row.side): row.lead for row in waiting}


async def _first(
    session: AsyncSession,
    battle_id: int,
    roll: Roll,
    ask: Ask,
    by_side: SideId | None,
    now: datetime,
    acted: int | None,
) -> int:
    """Who of those who may answer a question is told first: whoever has just `acted`; else of those who are awake the
    one who commands most of the units that everybody knows it to be about. 0 where it is one person's, or each answers
    for their own, or nobody in particular commands there."""
    on_side = {number: user for number, user in roll.on_side(by_side).items() if user not in roll.away}
    if ask.each or len(on_side) < 2 or not ask.bodies:
        return 0
    by = await commanded(session, battle_id, tuple(dict.fromkeys((*ask.bodies, *ask.face.units))), on_side)
    users = [by[ref] for ref in ask.bodies]
    if None in users or len(set(users)) < 2:
        return 0
    among = [user for user in on_side.values() if user in users]
    known = [by[ref] for ref in ask.face.units]

    def days(user: int) -> Hours:
        return roll.hours.get(user, people.UNKNOWN)

    return max(among, key=lambda user: (user == acted, days(user).awake(now), known.count(user)))


async def asked_of(session: AsyncSession, campaign_id: int, rows: Sequence[Waiting]) -> dict[int, tuple[int, ...]]:
    """By the number of what waits in a battle: the people whom it is put to now."""
    if not rows:
        return {}
    battle_id = rows[0].battle_id
    return await _asked(session, battle_id, await roll_of(session, campaign_id, battle_id), map(wait_of, rows))


async def _asked(session: AsyncSession, battle_id: int, roll: Roll, rows: Iterable[Wait]) -> dict[int, tuple[int, ...]]:
    away = roll.away
    umpires = tuple(gm for gm in roll.gms if gm not in away)

    async def of(row: Wait) -> tuple[int, ...]:
        on_side = roll.on_side(row.by_side)
        own = tuple(on_side.values())
        if row.to_gm or not own:
            return umpires
        there = tuple(user for user in own if user not in away)
        if len(own) > 1 and row.units:
            commanding = await commanders(session, battle_id, row.units.split(","), on_side)
            there = tuple(user for user in commanding if user not in away) or there
        stands_in: list[int] = []
        for absence in [] if there else [away[user] for user in own]:
            if absence.in_place == InPlace.GM:
                stands_in += umpires
            elif absence.in_place == InPlace.DELEGATE and absence.delegate in umpires:
                stands_in.append(absence.delegate)
        return there or tuple(dict.fromkeys(stands_in))

    return {row.id: await of(row) for row in rows}


async def derive(
    session: AsyncSession, battle: Battle, settings: Policies, now: datetime, *, renew: bool | Collection[int] = False
) -> datetime | None:
    """Clocks run for those who are asked and for nobody else, and timers are set, moved and cancelled to match.
    `renew`: whose clock starts again. Returns the first deadline. The battle's row is locked; rows of clocks that the
    session knows are as they were before."""
    clocks, writes = await clockwork_of(session, battle.campaign_id, pk(battle.id)), Writes()
    first = await _derive(session, writes, battle, settings, clocks, clocks.waiting, now, renew=renew, known=None)
    await writes.carry_out(session)
    return first


async def _derive(
    session: AsyncSession,
    writes: Writes,
    battle: Battle,
    settings: Policies,
    clocks: Clockwork,
    rows: Sequence[Wait],
    now: datetime,
    *,
    renew: bool | Collection[int],
    known: int | None,
) -> datetime | None:
    battle_id, roll = pk(battle.id), clocks.roll
    running = battle.status == BattleStatus.RUNNING and not battle.paused
    unasked = known is None and running and not rows
    if unasked and settings.deadline_hours and clocks.timers:
        return None  # they were set when people had no clocks: they stand until the battle goes on
    asked = await _asked(session, battle_id, roll, rows) if running else {}
    users = {user for each in asked.values() for user in each}
    ticking = Ticking(
        settings, now, roll.banks | {user: Bank() for user in users - roll.banks.keys()}, roll.hours, known
    )
    for user in users:
        ticking.waits[user] = [row for row in rows if user in asked[row.id]]
        ticking.later[user] = {row.id for row in ticking.waits[user] if row.lead != user and row.lead in asked[row.id]}
    ticking.freed = {row.id for row in rows if row.lead and row.lead not in asked.get(row.id, ())}
    for user in list(ticking.banks):
        if user in users:
            ticking.run(user, renew=renew if isinstance(renew, bool) else user in renew)
        else:
            ticking.stop(user)
    staffed = battle.staff != "{}"
    wanted, deadlines = _wanted(ticking, roll, [row for row in rows if running], asked, staffed=staffed)
    clockwork.keep_banks(writes, battle_id, roll.banks, ticking.banks)
    _set(writes, battle_id, clocks.timers, wanted, now)
    return min(deadlines.values(), default=None)


_Key = tuple[TimerKind, str, str, int | None]


def _wanted(
    ticking: Ticking, roll: Roll, rows: Sequence[Wait], asked: Mapping[int, tuple[int, ...]], *, staffed: bool
) -> tuple[dict[_Key, datetime], dict[int, datetime]]:
    wanted: dict[_Key, datetime] = {}
    deadlines: dict[int, datetime] = {}
    for row in rows:
        if ticking.refill and not row.over:
            users = asked[row.id]
            gone = None if users else _gone_since(roll, row)
            due = deadlines[row.id] = ticking.deadline(
                row, users, gone, _patience(ticking.settings, roll, row, staffed)
            )
            wanted[TimerKind.DEADLINE, row.ask_key, row.side, None] = due
    for user, waits in ticking.waits.items():
        first = min(waits, key=lambda row: (deadlines.get(row.id, row.since), row.id))
        reminder = ticking.reminder(user, deadlines[first.id]) if first.id in deadlines else None
        for kind, due in ((TimerKind.REMINDER, reminder), (TimerKind.CALL, ticking.call(user))):
            if due is not None:
                wanted[kind, first.ask_key, first.side, user] = due
    return wanted, deadlines


def _gone_since(roll: Roll, row: Wait) -> datetime | None:
    """Since when everybody who would be asked is away."""
    own = roll.on_side(row.by_side).values()
    return max((roll.away[user].since for user in own if user in roll.away), default=None)


def _patience(settings: Policies, roll: Roll, row: Wait, staffed: bool) -> timedelta:
    """How long a battle waits for a side of which nobody is there, as its people have said. `staffed`: the staff plays
    another side already, so that it may not play this one too."""
    own = roll.on_side(row.by_side).values()
    wishes = {roll.away[user].in_place for user in own if user in roll.away}
    if InPlace.STAFF in wishes and settings.staff and not staffed:
        return timedelta()
    return timedelta(hours=settings.deadline_hours if wishes == {InPlace.ORDERS} else settings.absent_hours)


def _set(
    writes: Writes, battle_id: int, timers: Sequence[RunningTimer], wanted: dict[_Key, datetime], now: datetime
) -> None:
    cancelled: list[RunningTimer] = []
    moved: list[tuple[RunningTimer, datetime]] = []
    for timer in timers:
        due = wanted.pop((timer.kind, timer.ask_key, timer.side, timer.user), None)
        if due is None:
            cancelled.append(timer)
        elif due != timer.due:
            moved.append((timer, due))
    clockwork.cancel(writes, cancelled, now)
    clockwork.move(writes, moved)
    clockwork.start(
        writes,
        (
            {"battle_id": battle_id, "ask_key": ask_key, "side": side, "kind": kind, "user_id": user, "due": due}
            for (kind, ask_key, side, user), due in wanted.items()
        ),
    )


async def rederive(
    session: AsyncSession, now: datetime, *, user_id: int | None = None, campaign_id: int | None = None
) -> None:
    """Everything that runs for that person, or in that campaign, anew: what is known of people has changed."""
    found = select(Battle.id).where(Battle.status == BattleStatus.RUNNING)
    if user_id is not None:
        plays = select(Player.campaign_id).where(Player.user_id == user_id)
        rules = select(GM.campaign_id).where(GM.user_id == user_id)
        found = found.where(col(Battle.campaign_id).in_(plays) | col(Battle.campaign_id).in_(rules))
    if campaign_id is not None:
        found = found.where(Battle.campaign_id == campaign_id)
    for battle_id in (await session.exec(found.order_by(col(Battle.id)))).all():
        battle = await session.get_one(Battle, battle_id, with_for_update=True)
        campaign = await session.get_one(Campaign, battle.campaign_id)
        await derive(session, battle, Policies.model_validate_json(campaign.settings), now)


async def told(session: AsyncSession, battle: Battle, users: Collection[int], now: datetime) -> None:
    """These people have just been told that it is their turn, as far as they are awake: they are not called again."""
    clocks, writes = await clockwork_of(session, battle.campaign_id, pk(battle.id)), Writes()
    banks, days = clocks.roll.banks, clocks.roll.hours
    newest = clocks.waiting[-1].id if clocks.waiting else 0
    called = {
        user: replace(banks[user], called_for=newest if days.get(user, people.UNKNOWN).awake(now) else 0)
        for user in users
        if user in banks and clocks.waiting
    }
    clockwork.keep_banks(writes, pk(battle.id), banks, called)
    banks.update(called)
    campaign = await session.get_one(Campaign, battle.campaign_id)
    settings = Policies.model_validate_json(campaign.settings)
    await _derive(session, writes, battle, settings, clocks, clocks.waiting, now, renew=False, known=None)
    await writes.carry_out(session)


_SIDES = metadata.tables["side"].c
_FRAMED = (
    select(Battle, Campaign, packed(_SIDES.key, _SIDES.at_deadline, where=_SIDES.campaign_id == col(Campaign.id)))
    .join(Campaign, col(Campaign.id) == Battle.campaign_id)
    .where(col(Battle.id) == given("battle"))
)
"""A battle with its campaign and with what the players of its sides want a deadline to do for them."""


async def standing(store: Store, battle_id: int) -> tuple[QuestionPut, ...]:
    """What a battle waits on, whom it asks and until when."""
    now = store.clock.now()
    async with store.reading() as session:
        found = (await session.exec(_FRAMED, params={"battle": battle_id})).first()
        if found is None:
            return ()
        battle, campaign, policies_of = found
        clocks = await clockwork_of(session, battle.campaign_id, battle_id)
        rows, days, settings = clocks.waiting, clocks.roll.hours, Policies.model_validate_json(campaign.settings)
        asked = await _asked(session, battle_id, clocks.roll, rows)
        if not rows:
            return ()
    own = {key: AtDeadline(wanted) for key, wanted in unpacked(policies_of) if wanted}
    due = {(timer.ask_key, timer.side): timer.due for timer in clocks.timers if timer.kind is TimerKind.DEADLINE}
    return tuple(
        QuestionPut(
            row.ask_key,
            row.side,
            asked[row.id],
            frozenset(user for user in asked[row.id] if not days.get(user, people.UNKNOWN).awake(now)),
            due.get((row.ask_key, row.side)),
            bool(battle.paused),
            policy_of(row, own, settings),
        )
        for row in rows
    )


async def policies(session: AsyncSession, campaign_id: int) -> Mapping[SideId, AtDeadline]:
    """What the players of the sides want a deadline to do for them, of those sides that want something of their own."""
    found = select(Side.key, Side.at_deadline).where(Side.campaign_id == campaign_id)
    return {key: AtDeadline(own) for key, own in (await session.exec(found)).all() if own}


def policy_of(row: Waiting | Wait, own: Mapping[SideId, AtDeadline], settings: Policies) -> AtDeadline:
    """What its deadline does first. The GMs themselves are asked nothing further."""
    if row.by_side is None or row.to_gm:
        return AtDeadline.DEFAULT
    return own.get(row.by_side, settings.at_deadline)
