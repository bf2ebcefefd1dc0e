"""More time for a side, by a GM's word."""

from __future__ import annotations

from datetime import timedelta

from sqlmodel import col, select

from campaigns.battle.record import finding
from campaigns.battle.watch.timers import KNOWN, Due, due_of
from campaigns.clocks import waits
from campaigns.clocks.waits import ACTIVE
from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.members.membership import require_gm
from campaigns.members.policies import Policies
from campaigns.tables.clocks import Waiting
from campaigns.tables.posts import Timer
from rules.kernel.action import SideId


async def extend(store: Store, battle_id: int, who: int, side: SideId, hours: float) -> tuple[Due, ...]:
    """Give a side more time (or less, by a negative number), of hours in which its people are awake: its reminders move
    with its deadline.

    Raises Refusal: "umpire-only", "no-battle", "no-deadline" (nothing waits for that side), "bad-hours".
    """
    if not -24 * 60 <= hours <= 24 * 60:
        raise Refusal("bad-hours", "A deadline moves by at most 60 days.", "Give fewer hours.")
    async with store.writing_battle(battle_id) as session:
        row, campaign = await finding.battle_row(session, battle_id, who=who)
        await require_gm(session, row.campaign_id, who, "move a deadline")
        found = select(Timer).where(*ACTIVE, Timer.battle_id == battle_id, Timer.side == side, KNOWN)
        found = found.order_by(col(Timer.due), col(Timer.id))
        of_side = select(Waiting).where(Waiting.battle_id == battle_id, Waiting.side == side)
        waiting = (await session.exec(of_side.where(col(Waiting.over).is_(False)))).all()
        timers = (await session.exec(found)).all()
        if not timers:
            raise Refusal("no-deadline", f"No deadline runs for {side}.", "Only a side that is asked has one.")
        for wait in waiting:
            wait.extra += timedelta(hours=hours).total_seconds()
        for timer in timers if not waiting else ():  # set before people had clocks
            timer.due += timedelta(hours=hours)
        for timer in timers:
            timer.not_before, timer.tries = None, 0
        await session.flush()
        await waits.derive(session, row, Policies.model_validate_json(campaign.settings), store.clock.now())
        moved = found.execution_options(populate_existing=True)  # beside the session
        return tuple(due_of(timer) for timer in (await session.exec(moved)).all())
