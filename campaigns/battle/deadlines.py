"""Which deadlines run: set for the asks that stand, cancelled for those that were answered. `timers` fires them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.members.policies import Settings
from campaigns.tables.base import given, insert_all
from campaigns.tables.posts import Timer, TimerKind
from rules.ruleset import Ask

ACTIVE = (col(Timer.fired_at).is_(None), col(Timer.cancelled_at).is_(None))
"""Has neither fired nor been cancelled."""
OF_BATTLE = select(Timer).where(col(Timer.battle_id) == given("battle"), *ACTIVE)


async def sync(
    session: AsyncSession, battle_id: int, asks: Sequence[Ask], settings: Settings, now: datetime
) -> datetime | None:
    """Set timers for asks that are new, cancel those of asks that no longer stand. Returns the first deadline."""
    active = (await session.exec(OF_BATTLE, params={"battle": battle_id})).all()
    standing = {(ask.key, ask.side) for ask in asks}
    for timer in active:
        if (timer.ask_key, timer.side) not in standing:
            timer.cancelled_at = now
    deadlines = {(t.ask_key, t.side): t.due for t in active if t.kind == TimerKind.DEADLINE}
    hours, before = settings.deadline_hours, settings.reminder_hours
    fresh: list[Timer] = []
    for key, side in standing - deadlines.keys() if hours else ():
        due = deadlines[key, side] = now + timedelta(hours=hours)
        fresh.append(Timer(battle_id=battle_id, ask_key=key, side=side, kind=TimerKind.DEADLINE, due=due))
        if 0 < before < hours:
            remind = due - timedelta(hours=before)
            fresh.append(Timer(battle_id=battle_id, ask_key=key, side=side, kind=TimerKind.REMINDER, due=remind))
    await insert_all(session, Timer, fresh)
    return min((due for ask, due in deadlines.items() if ask in standing), default=None)
