"""A battle is taken in hand: read as it stands now, or remembered as this process wrote it down last."""

from __future__ import annotations

from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.course.conduct import Conduct
from campaigns.battle.record import journal
from campaigns.battle.record.finding import found, query_for, require_running
from campaigns.battle.record.rows import Rows
from campaigns.battle.record.under_way import require_at_rest
from campaigns.database.store import Store
from campaigns.states import KnownState


async def take_up(
    store: Store,
    session: AsyncSession,
    battle_id: int,
    *,
    who: int | None = None,
    at: tuple[int, KnownState] | None = None,
    resting: bool = True,
) -> Conduct:
    """A running battle at its newest state, with what it asks and the key of its chance; in a session that only reads.
    `at`: a version that has been looked at, which is not loaded again where it still is the newest; `resting`: only
    where no run is under way.

    Raises Refusal: "no-battle", "not-begun", "battle-over", "cancelled", "under-way".
    """
    query = query_for(whole=True, locked=False, asked=who is not None)
    (row, campaign, newest, kept), member = await found(session, query, battle_id, who)
    require_running(row)
    if resting:
        require_at_rest(row)
    rules = store.rules(campaign.rules)
    known = at[1] if at is not None and at[0] == row.version else None
    if known is None:
        known = await journal.known_at(store, session, rules, battle_id, row.version)
    conduct = Conduct(store, session, row, campaign, rules, known.state, member)
    await conduct.asks(known)
    conduct.set_out(newest, kept)
    return conduct


async def at_hand(store: Store, battle_id: int, who: int) -> Conduct | None:
    """The same battle as it was written down last, with no session: nothing is read. What has become of its rows since
    is seen when something is written. None: nobody of this process has, or not for him."""
    newest = store.states.newest(battle_id)
    rows: Rows | None = newest[1].rows if newest is not None else None
    if newest is None or rows is None or who not in rows.members or rows.row.run:
        return None
    rules = store.rules(rows.campaign.rules)
    conduct = Conduct(store, None, rows.row, rows.campaign, rules, newest[1].state, rows.members[who])
    await conduct.asks(newest[1])
    conduct.set_out(rows.seed, rows.snapshot)
    return conduct
