"""What people tell of their days: where they live, when they sleep, when they are away. Everything that runs for them
is derived anew in the same transaction."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from sqlalchemy import case
from sqlmodel import col, func, select
from sqlmodel.ext.asyncio.session import AsyncSession
from sqlmodel.sql.expression import SelectOfScalar

from campaigns.clocks import leaves, people, waits
from campaigns.clocks.bank import Account
from campaigns.clocks.hours import MOST_DAYS_OFF, MOST_QUIET, Hours, length
from campaigns.clocks.people import InPlace
from campaigns.clocks.waits import ACTIVE
from campaigns.database.store import Store
from campaigns.errors import Command, Refusal
from campaigns.tables.base import given, pk
from campaigns.tables.battles import Battle, BattleStatus
from campaigns.tables.campaigns import GM, Campaign, Player
from campaigns.tables.clocks import Absence, Person, TimeBank
from campaigns.tables.posts import Timer, TimerKind
from rules.language.naming import folded

WEEK = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
LONGEST_AWAY = timedelta(days=120)
MOST_ABSENCES = 5
_TURNS = case((col(Absence.begun), col(Absence.until)), else_=col(Absence.since))
NEXT = select(func.min(_TURNS)).where(col(Absence.over).is_(False))
"""When the next absence begins or ends."""
_QUIET = re.compile(r"(\d{1,2})(?::?([0-5]\d))?\s*(?:-|–|—|to|until)\s*(\d{1,2})(?::?([0-5]\d))?", re.ASCII)
_DAYS_ON = re.compile(r"\+?(\d{1,3}) ?(?:d|days?)", re.ASCII)


@dataclass(frozen=True, slots=True)
class OpenAbsence:
    """An absence that has not ended."""

    id: int
    since: datetime
    until: datetime
    in_place: InPlace
    delegate: int | None


@dataclass(frozen=True, slots=True)
class RunningBattle:
    """A battle of his that goes on. `left`: of his time; `due`: the first deadline of what is asked of him."""

    battle_id: int
    title: str
    channel_id: int
    guild_id: int
    asked: bool
    left: timedelta
    due: datetime | None
    paused: bool
    misses: int


@dataclass(frozen=True, slots=True)
class Habits:
    """What somebody has told, and how his clocks stand."""

    hours: Hours
    away: tuple[OpenAbsence, ...]
    running: tuple[RunningBattle, ...]
    awake: bool


@cache
def zones() -> tuple[str, ...]:
    """The names that people use: continents with places, and UTC."""
    places = {zone for zone in available_timezones() if "/" in zone and not zone.startswith(("Etc/", "SystemV/"))}
    return tuple(sorted(places | {"UTC"}))


def zones_like(words: str, now: datetime) -> list[tuple[str, str]]:
    """Zones that fit what somebody is writing, each with the hour that it is there: he knows his own."""
    wanted = folded(words).replace(" ", "_")
    fitting = [zone for zone in zones() if wanted in folded(zone)]
    fitting.sort(key=lambda zone: (not folded(zone.rpartition("/")[2]).startswith(wanted), zone))
    return [(f"{zone.replace('_', ' ')} (now {now.astimezone(ZoneInfo(zone)):%H:%M})", zone) for zone in fitting]


async def set_zone(store: Store, who: int, zone: str) -> Habits:
    """Where he lives; "" takes it back, with his quiet hours and days off. Raises Refusal "no-zone"."""
    wanted = folded(zone).replace(" ", "_")
    found = next((each for each in zones() if folded(each) == wanted), None) if wanted else ""
    if found is None:
        raise Refusal("no-zone", f"There is no time zone {zone!r}.", "Choose one from the list, as Europe/Berlin.")
    return await _change(store, who, zone=found, **({} if found else {"quiet": "", "days_off": ""}))


async def set_quiet(store: Store, who: int, quiet: str) -> Habits:
    """From when to when he is left alone, "22-7" or "22:30-6:45"; "" for never. Raises Refusal: "bad-hours",
    "long-night", "which-zone"."""
    if not quiet.strip() or folded(quiet) in ("none", "never", "off"):
        return await _change(store, who, quiet="")
    found = _QUIET.fullmatch(quiet.strip())
    parts = [int(part or 0) for part in found.groups()] if found else [24, 0, 24, 0]
    if max(parts[0], parts[2]) > 23 or parts[:2] == parts[2:]:
        raise Refusal("bad-hours", f"{quiet!r} are no hours.", "Write them as 22:00-07:00; none takes them back.")
    begins, ends = time(parts[0], parts[1]), time(parts[2], parts[3])
    if length((begins, ends)) > MOST_QUIET:
        most = int(MOST_QUIET.total_seconds() // 3600)
        raise Refusal("long-night", f"Quiet hours are at most {most} of a day.", "For longer, say that you are away.")
    return await _change(store, who, quiet=f"{begins:%H:%M}-{ends:%H:%M}")


async def set_days_off(store: Store, who: int, days: Collection[int]) -> Habits:
    """The days of the week on which he does not play, Monday is 0. Raises Refusal: "too-many-days", "which-zone"."""
    if len(set(days)) > MOST_DAYS_OFF or not set(days) <= set(range(7)):
        raise Refusal(
            "too-many-days", f"At most {MOST_DAYS_OFF} days of a week can be off.", "For longer, say that you are away."
        )
    return await _change(store, who, days_off=",".join(map(str, sorted(set(days)))))


def days_named(words: str) -> tuple[int, ...]:
    """ "sat, sunday" as days of the week; "none" for no day. Raises Refusal "no-day"."""
    if not words.strip() or folded(words) in ("none", "never"):
        return ()
    found: list[int] = []
    for word in re.split(r"[\s,;&+]+", words.strip()):
        fits = [n for n, name in enumerate(WEEK) if len(word) > 1 and folded(name).startswith(folded(word))]
        if word and folded(word) != "and" and len(fits) != 1:
            raise Refusal("no-day", f"{word!r} isn't a day of the week.", "Write them as Saturday, Sunday; or none.")
        found += fits[:1]
    return tuple(dict.fromkeys(found))


async def _change(store: Store, who: int, **changes: str) -> Habits:
    async with store.writing() as session:
        person = await session.get(Person, who, with_for_update=True)
        if person is None:
            person = Person(user_id=who)
            session.add(person)
        zone = changes.get("zone", person.zone)
        if not zone and any(changes.get(name) for name in ("quiet", "days_off")):
            raise Refusal("which-zone", "I do not know your time zone.", ("Say it first: ", Command("clock zone"), "."))
        for name, value in changes.items():
            setattr(person, name, value)
        person.hinted_at = person.hinted_at or store.clock.now()
        await session.flush()
        await waits.rederive(session, store.clock.now(), user_id=who)
    return await show(store, who)


# ── Away ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def moment(words: str, hours: Hours, now: datetime, *, end: bool = False) -> datetime:
    """A day as people write it, in his zone: "2031-05-04", "2031-05-04 18:00", "today", "tomorrow", "10 days". `end`:
    a day without an hour is meant to its end. Raises Refusal "bad-day"."""
    zone = ZoneInfo(hours.zone or "UTC")
    today = now.astimezone(zone).date()
    text = folded(words)
    ahead = _DAYS_ON.fullmatch(text)
    try:
        if text in ("now", ""):
            return now
        if ahead:
            return now + timedelta(days=int(ahead[1]))
        if text in ("today", "tomorrow"):
            day = datetime.combine(today + timedelta(days=text == "tomorrow"), time())
        else:
            day = datetime.fromisoformat(words.strip())
            if len(words.strip()) > 10:
                return (day if day.tzinfo else day.replace(tzinfo=zone)).astimezone(UTC)
        return datetime.combine(day.date() + timedelta(days=end), time(), zone).astimezone(UTC)
    except (ValueError, OverflowError):
        raise Refusal(
            "bad-day", f"I do not understand the day {words!r}.", "Write it as 2031-05-24, tomorrow, or 10 days."
        ) from None


async def away(
    store: Store, who: int, since: datetime, until: datetime, in_place: InPlace, delegate: int | None = None
) -> Habits:
    """He is away then. Raises Refusal: "bad-span", "too-many-absences", "overlaps", "no-delegate"."""
    now = store.clock.now()
    since = max(since, now)
    if not since < until <= since + LONGEST_AWAY:
        raise Refusal(
            "bad-span", f"An absence ends after it begins, and within {LONGEST_AWAY.days} days.", "Give other days."
        )
    async with store.writing() as session:
        standing = (await session.exec(_standing(who))).all()
        if len(standing) >= MOST_ABSENCES:
            raise Refusal("too-many-absences", "You have told of several absences already.", "Take one back first.")
        if any(since < other.until and other.since < until for other in standing):
            back_first = ("Take it back first: ", Command("clock back"), ".")
            raise Refusal("overlaps", "You have told of an absence at that time.", back_first)
        if in_place is InPlace.DELEGATE:
            await _require_delegate(session, who, delegate)
        absence = Absence(
            user_id=who,
            since=since,
            until=until,
            in_place=in_place,
            delegate=delegate if in_place is InPlace.DELEGATE else None,
            begun=since <= now,
        )
        session.add(absence)
        await session.flush()
        await waits.rederive(session, now, user_id=who)
        if absence.begun:
            await leaves.tell(session, absence, now)
    return await show(store, who)


def _standing(who: int) -> SelectOfScalar[Absence]:
    return select(Absence).where(Absence.user_id == who, col(Absence.over).is_(False)).order_by(col(Absence.since))


async def _require_delegate(session: AsyncSession, who: int, delegate: int | None) -> None:
    own = select(Player.side_id).where(Player.user_id == who, col(Player.left_at).is_(None))
    mates = select(Player.id).where(Player.user_id == delegate, col(Player.left_at).is_(None))
    played = select(Player.campaign_id).where(Player.user_id == who, col(Player.left_at).is_(None))
    office = select(GM.id).where(GM.user_id == delegate, col(GM.campaign_id).in_(played))
    mate = (await session.exec(mates.where(col(Player.side_id).in_(own)))).first()
    gm = (await session.exec(office)).first()
    if delegate is None or delegate == who or (mate is None and gm is None):
        raise Refusal(
            "no-delegate",
            "In your place may answer who plays for your side, or a GM.",
            ("Have him join your side first: ", Command("campaign join"), "; or choose the GM."),
        )


async def _told_of(session: AsyncSession, who: int) -> Sequence[Absence]:
    """All absences of theirs that have not ended. Raises Refusal "not-away" where there are none."""
    standing = (await session.exec(_standing(who))).all()
    if not standing:
        raise Refusal("not-away", "You have told of no absence.", ("Tell of one: ", Command("clock away"), "."))
    return standing


async def meanwhile(store: Store, who: int, in_place: InPlace) -> Habits:
    """What shall happen in all his absences that have not ended. Raises Refusal "not-away"."""
    now = store.clock.now()
    async with store.writing() as session:
        for absence in await _told_of(session, who):
            changed = absence.in_place != in_place
            absence.in_place, absence.delegate = in_place, None
            await session.flush()
            if changed and absence.begun:
                await leaves.tell(session, absence, now)
        await waits.rederive(session, now, user_id=who)
    return await show(store, who)


async def back(store: Store, who: int) -> Habits:
    """He is back, and away no more: what he has told of absences is taken back. Raises Refusal "not-away"."""
    now = store.clock.now()
    async with store.writing() as session:
        for absence in await _told_of(session, who):
            absence.over = True
            absence.until = min(absence.until, max(now, absence.since))
        await session.flush()
        await waits.rederive(session, now, user_id=who)
    return await show(store, who)


_BEGINS = col(Absence.begun).is_(False) & (col(Absence.since) <= given("now"))
_TURNING = select(Absence).where(col(Absence.over).is_(False), _BEGINS | (col(Absence.until) <= given("now")))
_ANY_TURNING = _TURNING.limit(1)
_ALL_TURNING = _TURNING.order_by(col(Absence.id)).with_for_update()


async def turn_over(store: Store, now: datetime) -> None:
    """Absences whose time has come begin, and those whose time is over end, each once; the clocks follow."""
    async with store.reading() as session:
        if (await session.exec(_ANY_TURNING, params={"now": now})).first() is None:
            return
    async with store.writing() as session:
        for absence in (await session.exec(_ALL_TURNING, params={"now": now})).all():
            was = absence.begun
            absence.begun, absence.over = True, absence.until <= now
            begins = not was and not absence.over
            await session.flush()
            await waits.rederive(session, now, user_id=absence.user_id)
            if begins:
                await leaves.tell(session, absence, now)


# ── Showing ───────────────────────────────────────────────────────────────────────────────────────────────────────


async def show(store: Store, who: int) -> Habits:
    """What he has told, and how his clocks stand in every battle that goes on."""
    now = store.clock.now()
    async with store.reading() as session:
        hours = (await people.hours(session, {who}))[who]
        absences = (await session.exec(_standing(who))).all()
        found = select(TimeBank, Battle).join(Battle, col(Battle.id) == TimeBank.battle_id)
        found = found.where(TimeBank.user_id == who, Battle.status == BattleStatus.RUNNING).order_by(col(Battle.id))
        running = [await _running(session, bank, battle, hours, now) for bank, battle in await session.exec(found)]
    away_ = tuple(
        OpenAbsence(pk(row.id), row.since, row.until, InPlace(row.in_place), row.delegate) for row in absences
    )
    return Habits(hours, away_, tuple(running), hours.awake(now))


async def _running(session: AsyncSession, bank: TimeBank, battle: Battle, hours: Hours, now: datetime) -> RunningBattle:
    campaign = await session.get_one(Campaign, battle.campaign_id)
    ends = select(Timer.due).where(*ACTIVE, Timer.battle_id == battle.id, Timer.kind == TimerKind.DEADLINE)
    asked = bank.since is not None
    due = (await session.exec(ends.order_by(col(Timer.due)))).first() if asked else None
    left = Account.of(bank.left, bank.since).at(now, hours)
    return RunningBattle(
        pk(battle.id),
        battle.title,
        battle.channel_id,
        campaign.guild_id,
        asked,
        left,
        due,
        bool(battle.paused),
        bank.misses,
    )
