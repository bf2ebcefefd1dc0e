"""A run in slices: each is committed, nobody is told of it before the last, and whoever comes meanwhile reads that it
is under way and how far it is.

A timer that is due at once goes on with it, and so does a restart: what lies between two slices is in the books.
"""

from __future__ import annotations

from campaigns.battle.course.acted import Acted
from campaigns.battle.course.overtaking import alone
from campaigns.battle.course.settling import settle
from campaigns.battle.course.taking_up import take_up
from campaigns.battle.record import finding
from campaigns.battle.record.under_way import run_of
from campaigns.database.store import Store
from campaigns.tables.battles import BattleStatus


async def carry_on(store: Store, battle_id: int) -> Acted | None:
    """The next slice of the battle's run. None where none is under way: it rests, or goes on no more."""

    async def carried() -> Acted | None:
        async with store.reading() as session:
            row, _ = await finding.battle_row(session, battle_id, locked=False)
            if row.status != BattleStatus.RUNNING or run_of(row) is None:
                return None
            conduct = await take_up(store, session, battle_id, resting=False)
        await conduct.go_on(sliced=True)
        await conduct.prepare()
        async with store.writing() as session:
            await conduct.write_in(session)
            acted = await settle(conduct)
        conduct.keep()
        return acted

    return await alone(store, battle_id, carried)


async def to_its_end(store: Store, battle_id: int) -> None:
    """All slices that are left of the battle's run, if one is under way: others may read between them."""
    acted = await carry_on(store, battle_id)
    while acted is not None and acted.under_way:
        acted = await carry_on(store, battle_id)
