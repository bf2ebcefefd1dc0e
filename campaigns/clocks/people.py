"""What is known of people's days, as the clocks need it: their hours, and who is away with whom in his place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from datetime import datetime, time
from enum import StrEnum

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.clocks.hours import Hours
from campaigns.database.store import Store
from campaigns.tables.base import given
from campaigns.tables.clocks import Absence, Person

UNKNOWN = Hours()


class InPlace(StrEnum):
    """Who answers for somebody who is away and alone on his side. Others of his side answer in any case."""

    DELEGATE = "delegate"
    """Somebody whom he names: one of his side, or a GM."""
    PAUSE = "pause"
    """Nobody: the battle waits, as long as the campaign's policy says; then the staff plays."""
    STAFF = "staff"
    """The staff, at once and in his side's place."""
    ORDERS = "orders"
    """Nobody: his written orders stand, and deadlines do what they do, without the staff."""
    GM = "gm"


_PERSONS = select(Person).where(col(Person.user_id).in_(given("users", several=True)))
_ABSENCES = select(Absence).where(col(Absence.user_id).in_(given("users", several=True)), col(Absence.over).is_(False))


async def hours(session: AsyncSession, users: Collection[int]) -> Mapping[int, Hours]:
    """The hours of these people; of one who has told nothing, those of somebody who is always awake."""
    if not users:
        return {}
    told = {"users": list(users)}
    persons = (await session.exec(_PERSONS, params=told)).all()
    away: dict[int, list[tuple[datetime, datetime]]] = defaultdict(list)
    for absence in (await session.exec(_ABSENCES, params=told)).all():
        away[absence.user_id].append((absence.since, absence.until))
    known = {person.user_id: person for person in persons}
    return {user: _hours(known.get(user), tuple(sorted(away[user]))) for user in users}


def _hours(person: Person | None, away: tuple[tuple[datetime, datetime], ...]) -> Hours:
    if person is None:
        return Hours(away=away)
    return Hours(person.zone, quiet_of(person.quiet), days_of(person.days_off), away)


async def asleep(store: Store, users: Collection[int], now: datetime) -> frozenset[int]:
    """Those of them whom nobody may call now."""
    async with store.reading() as session:
        return frozenset(user for user, days in (await hours(session, users)).items() if not days.awake(now))


def quiet_of(words: str) -> tuple[time, time] | None:
    """ "22:00-07:00" as the row has it."""
    begins, _, ends = words.partition("-")
    return (time.fromisoformat(begins), time.fromisoformat(ends)) if words else None


def days_of(words: str) -> frozenset[int]:
    """ "5,6" as the row has it."""
    return frozenset(int(day) for day in words.split(",") if day)
