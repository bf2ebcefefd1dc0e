"""Reminders and calls: one message for all that waits for somebody on a server, and never while he sleeps.

Whoever is reminded of one battle is told of all of them, and what would have been said within some hours is said with
it. In the thread of what is most urgent.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache

from sqlmodel import col, func, select
from sqlmodel.ext.asyncio.session import AsyncSession
from sqlmodel.sql.expression import SelectOfScalar

from campaigns.clocks import people, waits
from campaigns.clocks.waits import ACTIVE
from campaigns.database.shares import Share
from campaigns.database.store import Store
from campaigns.post import outbox
from campaigns.post.matter import Matter, Waits
from campaigns.tables.base import given, pk
from campaigns.tables.battles import Battle, BattleStatus
from campaigns.tables.campaigns import GM, Campaign, Player, Side
from campaigns.tables.clocks import Person, TimeBank, Waiting
from campaigns.tables.posts import PostKind, Timer, TimerKind

TOGETHER = timedelta(hours=12)
"""Reminders that would come within this time of another one are told with it."""
FAR = datetime.max.replace(tzinfo=UTC)
CALLS = (TimerKind.REMINDER.value, TimerKind.CALL.value)


@dataclass(frozen=True, slots=True)
class Called:
    """A timer that has brought a message about. `timers`: the numbers of all that it stands for."""

    battle_id: int
    side: str
    kind: TimerKind
    users: tuple[int, ...]
    late: bool
    timers: tuple[int, ...]


_FIRES_AT = func.coalesce(Timer.not_before, Timer.due)
_FALLEN_DUE = (
    *ACTIVE,
    col(Timer.kind).in_(CALLS),
    col(Timer.due) <= given("now"),
    given("now") >= _FIRES_AT,
)


@cache
def _fallen_due(share: Share) -> SelectOfScalar[Timer]:
    return select(Timer).where(*_FALLEN_DUE, *waits.of_share(share, Timer.battle_id))


async def send_due(store: Store, now: datetime, late: timedelta) -> tuple[Called, ...]:
    """Everybody whose reminder or call is due is told of all that waits for him, in one transaction. What fell due
    more than `late` ago is marked so."""
    fallen_due = _fallen_due(store.share)
    async with store.reading() as session:
        if (await session.exec(fallen_due.limit(1), params={"now": now})).first() is None:
            return ()
    async with store.writing() as session:
        locked = fallen_due.order_by(col(Timer.id)).with_for_update(of=Timer)
        timers = (await session.exec(locked, params={"now": now})).all()
        return await _Round(session, now, late).call(timers)


class _Round:
    """One look at everybody who is to be called."""

    def __init__(self, session: AsyncSession, now: datetime, late: timedelta) -> None:
        self.session, self.now, self.late = session, now, late

    async def call(self, timers: Sequence[Timer]) -> tuple[Called, ...]:
        due: dict[tuple[int, int], list[Timer]] = defaultdict(list)
        for timer in timers:
            battle = await self.session.get_one(Battle, timer.battle_id)
            guild = (await self.session.get_one(Campaign, battle.campaign_id)).guild_id
            if battle.status != BattleStatus.RUNNING or battle.paused or await self._too_late(timer):
                timer.cancelled_at = self.now
                continue
            for user in await self._users(timer):
                due[guild, user].append(timer)
        told: dict[tuple[Waits, ...], list[tuple[int, list[Timer]]]] = defaultdict(list)
        for (guild, user), own in due.items():
            if not await self._awake(user, own):
                continue
            waiting, spared = await self._all_of(guild, user, own)
            if waiting:
                told[waiting].append((user, spared))
                continue
            for timer in own:  # nothing waits for him any more
                timer.cancelled_at = self.now
        return tuple([await self._post(waiting, users) for waiting, users in told.items()])

    async def _too_late(self, timer: Timer) -> bool:
        """Whether the deadline itself fires in the same round, or there is none any more."""
        of_ask = (Timer.battle_id == timer.battle_id, Timer.ask_key == timer.ask_key, Timer.side == timer.side)
        ends = select(Timer.due).where(*ACTIVE, *of_ask, Timer.kind == TimerKind.DEADLINE)
        deadline = (await self.session.exec(ends)).first()
        return timer.kind == TimerKind.REMINDER if deadline is None else deadline <= self.now

    async def _users(self, timer: Timer) -> tuple[int, ...]:
        """Whom it is for; of one that was set when people had no clocks: all who play the side, or else the GMs."""
        if timer.user_id is not None:
            return (timer.user_id,)
        battle = await self.session.get_one(Battle, timer.battle_id)
        own = select(Player.user_id).join(Side, col(Side.id) == Player.side_id).where(Side.key == timer.side)
        own = own.where(Player.campaign_id == battle.campaign_id, col(Player.left_at).is_(None))
        gms = select(GM.user_id).where(GM.campaign_id == battle.campaign_id)
        return tuple((await self.session.exec(own)).all()) or tuple((await self.session.exec(gms)).all())

    async def _awake(self, user: int, own: list[Timer]) -> bool:
        """Whether he may be called; else it waits until he may."""
        days = (await people.hours(self.session, {user}))[user]
        wakes = days.next_awake(self.now)
        if wakes > self.now:
            for timer in own:
                timer.due, timer.not_before = wakes, None
        return wakes <= self.now

    async def _all_of(self, guild: int, user: int, own: list[Timer]) -> tuple[tuple[Waits, ...], list[Timer]]:
        """All that waits for him on this server, the most urgent first; the timers that are settled by saying so."""
        found = (
            select(Waiting, Battle)
            .join(Battle, col(Battle.id) == Waiting.battle_id)
            .join(Campaign, col(Campaign.id) == Battle.campaign_id)
            .join(TimeBank, (col(TimeBank.battle_id) == Battle.id) & (col(TimeBank.user_id) == user))
            .where(Campaign.guild_id == guild, Battle.status == BattleStatus.RUNNING, Battle.paused == "")
            .where(col(TimeBank.since).is_not(None), col(Waiting.over).is_(False))
        )
        waiting: list[Waits] = []
        for row, battle in (await self.session.exec(found.order_by(col(Waiting.id)))).all():
            if user in (await waits.asked_of(self.session, battle.campaign_id, [row]))[pk(row.id)]:
                waiting.append(await self._waits(row.ask_key, row.side, battle))
        for timer in own:  # of before people had clocks
            if timer.user_id is None:
                battle = await self.session.get_one(Battle, timer.battle_id)
                waiting.append(await self._waits(timer.ask_key, timer.side, battle))
        waiting = sorted(dict.fromkeys(waiting), key=lambda each: each.due or FAR)
        battles = {each.battle_id for each in waiting}
        soon = (*ACTIVE, col(Timer.kind).in_(CALLS), Timer.user_id == user, Timer.due <= self.now + TOGETHER)
        others = (await self.session.exec(select(Timer).where(*soon, col(Timer.battle_id).in_(battles)))).all()
        return tuple(waiting), list({pk(timer.id): timer for timer in (*own, *others)}.values())

    async def _waits(self, ask_key: str, side: str, battle: Battle) -> Waits:
        of_ask = (Timer.battle_id == battle.id, Timer.ask_key == ask_key, Timer.side == side)
        ends = select(Timer.due).where(*ACTIVE, *of_ask, Timer.kind == TimerKind.DEADLINE)
        due = (await self.session.exec(ends)).first()
        return Waits(battle_id=pk(battle.id), channel_id=battle.channel_id, ask_key=ask_key, side=side, due=due)

    async def _post(self, waiting: tuple[Waits, ...], told: list[tuple[int, list[Timer]]]) -> Called:
        first = waiting[0]
        battle = await self.session.get_one(Battle, first.battle_id)
        campaign = await self.session.get_one(Campaign, battle.campaign_id)
        users = tuple(user for user, _ in told)
        timers = list({pk(timer.id): timer for _, own in told for timer in own}.values())
        late = any(self.now - timer.due > self.late for timer in timers)
        for timer in timers:
            timer.fired_at, timer.late, timer.problem = self.now, self.now - timer.due > self.late, ""
        for user in users:
            await self._note(user, waiting)
        reminds = any(timer.kind == TimerKind.REMINDER for timer in timers)
        kind = TimerKind.REMINDER if reminds else TimerKind.CALL
        matter = Matter(
            topic="reminder",
            side=first.side,
            ask_keys=tuple(each.ask_key for each in waiting if each.battle_id == first.battle_id),
            users=users,
            due=first.due,
            late=late,
            waits=waiting,
            hint=await self._hint(users),
        )
        await outbox.put(self.session, campaign, battle, PostKind.REMINDER, matter, self.now, to_seq=battle.version)
        return Called(first.battle_id, first.side, kind, users, late, tuple(pk(timer.id) for timer in timers))

    async def _note(self, user: int, waiting: tuple[Waits, ...]) -> None:
        """He has been called in all of these battles."""
        for battle_id in {each.battle_id for each in waiting}:
            bank = await self.session.get(TimeBank, (battle_id, user))
            if bank is None:
                continue
            newest = select(func.max(Waiting.id)).where(Waiting.battle_id == battle_id)
            bank.called_for = (await self.session.exec(newest)).one() or bank.called_for
            soon = (*ACTIVE, Timer.kind == TimerKind.REMINDER, Timer.battle_id == battle_id, Timer.user_id == user)
            if (await self.session.exec(select(Timer.id).where(*soon))).first() is None:
                bank.reminded_at = self.now  # its reminder has been said with this

    async def _hint(self, users: Sequence[int]) -> bool:
        """Whether somebody is told how to say when he sleeps: once in his life."""
        told = False
        for user in users:
            person = await self.session.get(Person, user)
            if person is None:
                person = Person(user_id=user)
                self.session.add(person)
            if not person.zone and person.hinted_at is None:
                person.hinted_at, told = self.now, True
        return told
