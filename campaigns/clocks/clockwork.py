"""A battle's clocks as the database has them: whom each question waits for, everybody's time, the timers that run; and
how what has changed of them is written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.clocks.roll import ROLL, Bank, Roll, called
from campaigns.clocks.trust import TrustRecord
from campaigns.database.together import Rows, Together
from campaigns.database.writes import Writes, inserting
from campaigns.tables import metadata
from campaigns.tables.base import given, pk
from campaigns.tables.clocks import Reliability, TimeBank, Waiting
from campaigns.tables.posts import KNOWN_TIMERS, Timer, TimerKind
from rules.kernel.action import SideId

_WAITING, _TIMERS = metadata.tables["waiting"], metadata.tables["timer"]
_BANKS, _RECORDS = metadata.tables["timebank"], metadata.tables["reliability"]


@dataclass(slots=True)
class Wait:
    """A question that a battle waits on, as Waiting keeps it. `id`: 0 until it has been written."""

    id: int
    ask_key: str
    side: SideId
    by_side: SideId | None
    units: str
    since: datetime
    extra: float = 0.0
    to_gm: bool = False
    over: bool = False
    lead: int = 0


@dataclass(frozen=True, slots=True)
class RunningTimer:
    """A timer that has neither fired nor been cancelled."""

    id: int
    kind: TimerKind
    ask_key: str
    side: SideId
    user: int | None
    due: datetime


@dataclass(frozen=True, slots=True)
class Clockwork:
    """`waiting`: the oldest first."""

    roll: Roll
    waiting: list[Wait]
    timers: list[RunningTimer]


_WAIT_FIELDS = tuple(field.name for field in fields(Wait))
_WAITS = _WAITING.c.battle_id == given("battle")
_RUNS = (
    _TIMERS.c.battle_id == given("battle"),
    _TIMERS.c.fired_at.is_(None),
    _TIMERS.c.cancelled_at.is_(None),
    _TIMERS.c.kind != TimerKind.CARRY_ON,  # of no person's time
)
_WAIT_COLUMNS = [_WAITING.c[name] for name in _WAIT_FIELDS]
_TIMER_COLUMNS = [_TIMERS.c[name] for name in ("id", "kind", "ask_key", "side", "user_id", "due")]
CLOCKWORK = (ROLL, select(*_WAIT_COLUMNS).where(_WAITS), select(*_TIMER_COLUMNS).where(*_RUNS))
"""Of a "campaign" and a "battle" in it, for `assembled`."""
_ALONE = Together(*CLOCKWORK)


async def clockwork_of(session: AsyncSession, campaign_id: int, battle_id: int) -> Clockwork:
    """A battle's clocks now."""
    return assembled(*await _ALONE.ask(session, campaign=campaign_id, battle=battle_id))


def assembled(people: Rows, waiting: Rows, timers: Rows) -> Clockwork:
    """The clocks of the rows that were found."""
    waits = sorted((Wait(*row) for row in waiting), key=lambda wait: wait.id)
    running = [
        RunningTimer(number, TimerKind(kind), *row) for number, kind, *row in sorted(timers) if kind in KNOWN_TIMERS
    ]  # others are a newer version's
    return Clockwork(called(people), waits, running)


def wait_of(row: Waiting) -> Wait:
    return Wait(pk(row.id), *(getattr(row, name) for name in _WAIT_FIELDS[1:]))


# ── What is written ───────────────────────────────────────────────────────────────────────────────────────────────

_ANSWERED = delete(_WAITING).where(_WAITING.c.id == given("number"))
_ASKED = insert(_WAITING).returning(_WAITING.c.id, _WAITING.c.ask_key, _WAITING.c.side)
_ASKED_OF = (
    update(_WAITING)
    .where(_WAITING.c.id == given("number"))
    .values(by_side=given("to_side"), units=given("about"))
)  # fmt: skip
_CANCELLED = update(_TIMERS).where(_TIMERS.c.id == given("number")).values(cancelled_at=given("now"))
_MOVED = (
    update(_TIMERS).where(_TIMERS.c.id == given("number")).values(due=given("at"), not_before=None, tries=0)
)  # fmt: skip
_SPENT = (
    update(_BANKS)
    .where(_BANKS.c.battle_id == given("of_battle"), _BANKS.c.user_id == given("of_user"))
    .values(
        left=given("now_left"),
        since=given("runs_since"),
        refilled_for=given("now_refilled_for"),
        called_for=given("now_called_for"),
    )
)
_NOTED = (
    update(_RECORDS)
    .where(_RECORDS.c.campaign_id == given("of_campaign"), _RECORDS.c.user_id == given("of_user"))
    .values(kept=given("now_kept"), missed=given("now_missed"), at=given("now"))
)


def forget(writes: Writes, waits: Iterable[Wait]) -> None:
    """These questions stand no more."""
    writes.add(_ANSWERED, *({"number": wait.id} for wait in waits))


def readdress(writes: Writes, waits: Iterable[Wait]) -> None:
    """These questions are put to somebody else, or are about other units."""
    writes.add(
        _ASKED_OF, *({"number": wait.id, "to_side": wait.by_side, "about": wait.units} for wait in waits)
    )  # fmt: skip


async def ask(session: AsyncSession, writes: Writes, battle_id: int, waits: Sequence[Wait]) -> None:
    """These questions stand from now on: they get their numbers."""
    told = [{name: getattr(wait, name) for name in _WAIT_FIELDS[1:]} | {"battle_id": battle_id} for wait in waits]
    if told:
        rows = await writes.answered(session, _ASKED, *told)
        numbers = {(key, side): number for number, key, side in rows}
        for wait in waits:
            wait.id = numbers[wait.ask_key, wait.side]


def cancel(writes: Writes, timers: Iterable[RunningTimer], now: datetime) -> None:
    writes.add(_CANCELLED, *({"number": timer.id, "now": now} for timer in timers))


def move(writes: Writes, timers: Iterable[tuple[RunningTimer, datetime]]) -> None:
    """These timers are due at another moment, whatever went wrong with them before."""
    writes.add(_MOVED, *({"number": timer.id, "at": at} for timer, at in timers))


def start(writes: Writes, rows: Iterable[Mapping[str, Any]]) -> None:
    """Timers that run from now on."""
    writes.add(inserting(Timer), *rows)


def keep_banks(writes: Writes, battle_id: int, before: Mapping[int, Bank], banks: Mapping[int, Bank]) -> None:
    """What has changed of people's time."""
    for user, bank in sorted(banks.items()):
        left, since = bank.account.left.total_seconds(), bank.account.since
        if user not in before:
            told = {"left": left, "since": since, "refilled_for": bank.refilled_for, "called_for": bank.called_for}
            writes.add(inserting(TimeBank), {"battle_id": battle_id, "user_id": user, **told})
        elif bank != before[user]:
            told = {"now_left": left, "runs_since": since, "now_refilled_for": bank.refilled_for}
            whose = {"of_battle": battle_id, "of_user": user}
            writes.add(_SPENT, {**whose, **told, "now_called_for": bank.called_for})


def keep_record(writes: Writes, campaign_id: int, user: int, record: TrustRecord, now: datetime, *, new: bool) -> None:
    """How somebody has answered, as it counts now."""
    at = record.at or now
    if new:
        row = {"campaign_id": campaign_id, "user_id": user, "kept": record.kept, "missed": record.missed, "at": at}
        writes.add(inserting(Reliability), row)
    else:
        told = {"now_kept": record.kept, "now_missed": record.missed, "now": at}
        writes.add(_NOTED, {"of_campaign": campaign_id, "of_user": user, **told})
