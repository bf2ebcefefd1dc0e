"""Whom each question waits for, and until when.

The rows of what waits and of people's time are the facts; every timer is derived from them, in the transaction that
changes one of them (`derive`). The clock of a side is that of whoever is asked: with several, the latest of them, as
any of them may still answer. Who is away is asked nothing while another of his side is there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import delete, insert
from sqlmodel import col, func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.clocks import people
from campaigns.clocks.bank import Account
from campaigns.clocks.hours import Hours
from campaigns.clocks.people import InPlace
from campaigns.clocks.roll import Roll, roll_of
from campaigns.members.commanders import commanders
from campaigns.members.policies import AtDeadline, Settings
from campaigns.store import Store
from campaigns.tables.base import given, insert_all, metadata, pk
from campaigns.tables.battles import Battle, BattleStatus
from campaigns.tables.campaigns import GM, Campaign, Player, Side
from campaigns.tables.clocks import TimeBank, Waiting
from campaigns.tables.posts import Timer, TimerKind
from rules.action import SideId
from rules.asking import Ask

ACTIVE = (col(Timer.fired_at).is_(None), col(Timer.cancelled_at).is_(None))
"""Has neither fired nor been cancelled."""


_OF_BATTLE = (*ACTIVE, col(Timer.battle_id) == given("battle"))
_TIMERS = select(Timer).where(*_OF_BATTLE)
_DEADLINE = col(Timer.kind) == TimerKind.DEADLINE
_FIRST = select(func.min(Timer.due), func.count(col(Timer.id))).where(*_OF_BATTLE, _DEADLINE)
"""The first deadline, and how many run."""
_WAITING = select(Waiting).where(col(Waiting.battle_id) == given("battle")).order_by(col(Waiting.id))
_ASKS = metadata.tables["waiting"]
_ANSWERED = delete(_ASKS).where(_ASKS.c.id == given("gone"))
_ASKED = insert(_ASKS).returning(_ASKS.c.id, _ASKS.c.ask_key, _ASKS.c.side)


@dataclass(frozen=True, slots=True)
class Asked:
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
    battle: Battle,
    settings: Settings,
    asks: Sequence[Ask],
    controllers: Mapping[SideId, SideId],
    roll: Roll,
    now: datetime,
    *,
    renew: bool = False,
) -> datetime | None:
    """What waits is what stands now; clocks and timers follow. Returns the first deadline."""
    rows = {(row.ask_key, row.side): row for row in await _rows(session, pk(battle.id))}
    known = max((pk(row.id) for row in rows.values()), default=0)
    standing = {(ask.key, ask.side): ask for ask in asks}
    told = {
        place: (None if ask.umpire else controllers.get(ask.side, ask.side), ",".join(ask.units))
        for place, ask in standing.items()
    }
    if told and not renew and told == {place: (row.by_side, row.units) for place, row in rows.items()}:
        first, running = (await session.exec(_FIRST, params={"battle": battle.id})).one()
        if running == (sum(not row.over for row in rows.values()) if settings.deadline_hours else 0):
            return first  # nothing new is asked, and no deadline has passed
    if gone := [rows.pop(place).id for place in rows.keys() - standing.keys()]:
        await session.exec(_ANSWERED, params=[{"gone": number} for number in gone])
    for place, row in rows.items():
        if told[place] != (row.by_side, row.units):
            row.by_side, row.units = told[place]
    fresh = [
        Waiting(battle_id=pk(battle.id), ask_key=key, side=side, by_side=by, units=units, since=now)
        for (key, side), (by, units) in told.items()
        if (key, side) not in rows
    ]
    await _ask(session, fresh)
    waiting = sorted([*rows.values(), *fresh], key=lambda row: pk(row.id))
    return await _derive(session, battle, settings, roll, waiting, now, renew=renew, known=known)


async def _ask(session: AsyncSession, fresh: Sequence[Waiting]) -> None:
    """Adds what is asked now. The session knows nothing of these rows, but they know their numbers."""
    if not fresh:
        return
    told = [row.model_dump(exclude={"id"}) for row in fresh]
    numbers = {(key, side): number for number, key, side in (await session.exec(_ASKED, params=told)).all()}
    for row in fresh:
        row.id = numbers[row.ask_key, row.side]


async def _rows(session: AsyncSession, battle_id: int) -> Sequence[Waiting]:
    return (await session.exec(_WAITING, params={"battle": battle_id})).all()


async def asked_of(session: AsyncSession, campaign_id: int, rows: Sequence[Waiting]) -> dict[int, tuple[int, ...]]:
    """By the number of what waits in a battle: the people whom it is put to now."""
    return await _asked(session, await roll_of(session, campaign_id, rows[0].battle_id), rows) if rows else {}


async def _asked(session: AsyncSession, roll: Roll, rows: Iterable[Waiting]) -> dict[int, tuple[int, ...]]:
    away = roll.away
    umpires = tuple(gm for gm in roll.gms if gm not in away)

    async def of(row: Waiting) -> tuple[int, ...]:
        on_side = roll.on_side(row.by_side)
        own = tuple(on_side.values())
        if row.to_gm or not own:
            return umpires
        there = tuple(user for user in own if user not in away)
        if len(own) > 1 and row.units:
            commanding = await commanders(session, row.battle_id, row.units.split(","), on_side)
            there = tuple(user for user in commanding if user not in away) or there
        stands_in: list[int] = []
        for absence in [] if there else [away[user] for user in own]:
            if absence.in_place == InPlace.GM:
                stands_in += umpires
            elif absence.in_place == InPlace.DELEGATE and absence.delegate in umpires:
                stands_in.append(absence.delegate)
        return there or tuple(dict.fromkeys(stands_in))

    return {pk(row.id): await of(row) for row in rows}


@dataclass(slots=True)
class _Clocks:
    """A battle's people with their days and their time."""

    settings: Settings
    now: datetime
    banks: dict[int, TimeBank]
    days: Mapping[int, Hours]
    known: int | None
    """The newest question of before; what is newer its prompt tells everybody. None: there is no prompt now."""
    waits: dict[int, list[Waiting]] = field(default_factory=dict[int, list[Waiting]])
    """By person: what waits for him."""

    @property
    def refill(self) -> timedelta:
        return timedelta(hours=self.settings.deadline_hours)

    def hours(self, user: int) -> Hours:
        return self.days.get(user, people.UNKNOWN)

    def account(self, user: int) -> Account:
        bank = self.banks[user]
        return Account(timedelta(seconds=bank.left), bank.since)

    def keep(self, user: int, account: Account) -> None:
        bank = self.banks[user]
        if account != self.account(user):
            bank.left, bank.since = account.left.total_seconds(), account.since

    def run(self, user: int, *, renew: bool) -> None:
        """His clock runs; it is refilled when something new is asked of him, or when told to."""
        newest, bank = max(pk(row.id) for row in self.waits[user]), self.banks[user]
        account = self.account(user)
        if self.refill and (renew or newest > bank.refilled_for):
            most = self.refill * (1 + self.settings.saved_percent / 100)
            self.keep(user, account.refilled(self.now, self.hours(user), self.refill, most))
            bank.refilled_for = newest
        else:
            self.keep(user, account.started(self.now))

    def stop(self, user: int) -> None:
        self.keep(user, self.account(user).stopped(self.now, self.hours(user)))

    def deadline(self, row: Waiting, users: Collection[int], gone_since: datetime | None) -> datetime:
        """When the time of the last of them runs out; where nobody is in place, soon after the last has gone."""
        extra = timedelta(seconds=row.extra)
        ends = [self.account(user).runs_out(self.hours(user), extra) for user in users]
        known = [end for end in ends if end is not None]
        if known:
            return max(known)
        since = max(row.since, gone_since) if gone_since is not None else row.since
        return since + timedelta(hours=min(self.settings.absent_hours, self.settings.deadline_hours)) + extra

    def reminder(self, user: int, deadline: datetime) -> datetime | None:
        """When he is reminded, if he is to be and has not been since his clock began to run."""
        bank, before = self.banks[user], timedelta(hours=self.settings.reminder_hours)
        extra = max(timedelta(seconds=row.extra) for row in self.waits[user])
        spare = timedelta(seconds=bank.left) + extra - before
        if bank.since is None or not before or spare <= timedelta():
            return None
        if bank.reminded_at is not None and bank.reminded_at > bank.since:
            return None
        at = self.hours(user).next_awake(self.hours(user).after(bank.since, spare))
        return at if at < deadline else None

    def call(self, user: int) -> datetime | None:
        """When he is told that it is his turn, where the prompt has not told him."""
        newest, bank = max(self.waits[user], key=lambda row: pk(row.id)), self.banks[user]
        if bank.called_for >= pk(newest.id):
            return None
        if self.known is not None and pk(newest.id) > self.known and self.hours(user).awake(self.now):
            bank.called_for = pk(newest.id)
            return None
        return self.hours(user).next_awake(self.now)


async def derive(
    session: AsyncSession, battle: Battle, settings: Settings, now: datetime, *, renew: bool | Collection[int] = False
) -> datetime | None:
    """Clocks run for those who are asked and for nobody else, and timers are set, moved and cancelled to match.
    `renew`: whose clock starts again. Returns the first deadline. The battle's row is locked."""
    rows = await _rows(session, pk(battle.id))
    roll = await roll_of(session, battle.campaign_id, pk(battle.id))
    return await _derive(session, battle, settings, roll, rows, now, renew=renew, known=None)


async def _derive(
    session: AsyncSession,
    battle: Battle,
    settings: Settings,
    roll: Roll,
    rows: Sequence[Waiting],
    now: datetime,
    *,
    renew: bool | Collection[int],
    known: int | None,
) -> datetime | None:
    battle_id = pk(battle.id)
    running = battle.status == BattleStatus.RUNNING and not battle.paused
    unasked = known is None and running and not rows
    if unasked and settings.deadline_hours and await _from_before(session, battle_id):
        return None
    asked = await _asked(session, roll, rows) if running else {}
    users = {user for each in asked.values() for user in each}
    banks = dict(roll.banks)
    for user in users - banks.keys():
        banks[user] = TimeBank(battle_id=battle_id, user_id=user)
        session.add(banks[user])
    clocks = _Clocks(settings, now, banks, roll.hours, known)
    for user in users:
        clocks.waits[user] = [row for row in rows if user in asked[pk(row.id)]]
    for user in banks:
        if user in users:
            clocks.run(user, renew=renew if isinstance(renew, bool) else user in renew)
        else:
            clocks.stop(user)
    wanted, deadlines = _wanted(clocks, roll, [row for row in rows if running], asked)
    await _set(session, battle_id, wanted, now)
    return min(deadlines.values(), default=None)


_Key = tuple[TimerKind, str, str, int | None]


async def _from_before(session: AsyncSession, battle_id: int) -> bool:
    """Whether deadlines run that were set when people had no clocks: they stand until the battle goes on."""
    found = select(Timer.id).where(*ACTIVE, Timer.battle_id == battle_id)
    return (await session.exec(found.limit(1))).first() is not None


def _wanted(
    clocks: _Clocks, roll: Roll, rows: Sequence[Waiting], asked: Mapping[int, tuple[int, ...]]
) -> tuple[dict[_Key, datetime], dict[int, datetime]]:
    wanted: dict[_Key, datetime] = {}
    deadlines: dict[int, datetime] = {}
    for row in rows:
        if clocks.refill and not row.over:
            users = asked[pk(row.id)]
            gone = None if users else _gone_since(roll, row)
            due = deadlines[pk(row.id)] = clocks.deadline(row, users, gone)
            wanted[TimerKind.DEADLINE, row.ask_key, row.side, None] = due
    for user, waits in clocks.waits.items():
        first = min(waits, key=lambda row: (deadlines.get(pk(row.id), row.since), pk(row.id)))
        reminder = clocks.reminder(user, deadlines[pk(first.id)]) if pk(first.id) in deadlines else None
        for kind, due in ((TimerKind.REMINDER, reminder), (TimerKind.CALL, clocks.call(user))):
            if due is not None:
                wanted[kind, first.ask_key, first.side, user] = due
    return wanted, deadlines


def _gone_since(roll: Roll, row: Waiting) -> datetime | None:
    """Since when everybody who would be asked is away."""
    own = roll.on_side(row.by_side).values()
    return max((roll.away[user].since for user in own if user in roll.away), default=None)


async def _set(session: AsyncSession, battle_id: int, wanted: dict[_Key, datetime], now: datetime) -> None:
    for timer in (await session.exec(_TIMERS, params={"battle": battle_id})).all():
        due = wanted.pop((TimerKind(timer.kind), timer.ask_key, timer.side, timer.user_id), None)
        if due is None:
            timer.cancelled_at = now
        elif due != timer.due:
            timer.due, timer.not_before, timer.tries = due, None, 0
    fresh = [
        Timer(battle_id=battle_id, ask_key=ask_key, side=side, kind=kind, user_id=user, due=due)
        for (kind, ask_key, side, user), due in wanted.items()
    ]
    await insert_all(session, Timer, fresh)


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
        await derive(session, battle, Settings.model_validate_json(campaign.settings), now)


async def told(session: AsyncSession, battle: Battle, users: Collection[int], now: datetime) -> None:
    """These people have just been told that it is their turn, as far as they are awake: they are not called again."""
    rows = await _rows(session, pk(battle.id))
    days = await people.hours(session, users)
    for user in users:
        bank = await session.get(TimeBank, (pk(battle.id), user))
        if bank is None or not rows:
            continue
        bank.called_for = pk(rows[-1].id) if days[user].awake(now) else 0
    await session.flush()
    campaign = await session.get_one(Campaign, battle.campaign_id)
    await derive(session, battle, Settings.model_validate_json(campaign.settings), now)


async def standing(store: Store, battle_id: int) -> tuple[Asked, ...]:
    """What a battle waits on, whom it asks and until when."""
    now = store.clock.now()
    async with store.reading() as session:
        battle = await session.get(Battle, battle_id)
        rows = await _rows(session, battle_id)
        if battle is None or not rows:
            return ()
        roll = await roll_of(session, battle.campaign_id, battle_id)
        asked, days = await _asked(session, roll, rows), roll.hours
        kind = Timer.kind == TimerKind.DEADLINE
        timers = (await session.exec(select(Timer).where(*ACTIVE, Timer.battle_id == battle_id, kind))).all()
        due = {(timer.ask_key, timer.side): timer.due for timer in timers}
        campaign = await session.get_one(Campaign, battle.campaign_id)
        settings = Settings.model_validate_json(campaign.settings)
        own = await policies(session, battle.campaign_id)
        return tuple(
            Asked(
                row.ask_key,
                row.side,
                asked[pk(row.id)],
                frozenset(user for user in asked[pk(row.id)] if not days[user].awake(now)),
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


def policy_of(row: Waiting, own: Mapping[SideId, AtDeadline], settings: Settings) -> AtDeadline:
    """What its deadline does first. The GMs themselves are asked nothing further."""
    if row.by_side is None or row.to_gm:
        return AtDeadline.DEFAULT
    return own.get(row.by_side, settings.at_deadline)
