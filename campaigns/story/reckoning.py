"""Accounts of battles that have none yet: of long ago, or of another database."""

from __future__ import annotations

from sqlmodel import col, select

from campaigns.battle.record import accounts, journal, mustering
from campaigns.database.store import Store
from campaigns.tables.base import given, pk
from campaigns.tables.battles import Battle, BattleStatus
from campaigns.tables.campaigns import Campaign
from campaigns.tables.stories import BattleAccount
from campaigns.thinking import beside

_MISSING = (
    select(Battle.id, Campaign.rules)
    .join(Campaign, col(Campaign.id) == Battle.campaign_id)
    .where(col(Battle.campaign_id) == given("campaign"), col(Battle.status) == BattleStatus.ENDED)
    .where(col(Battle.id).not_in(select(BattleAccount.battle_id)))
)


async def make_missing(store: Store, campaign_id: int) -> int:
    """Reckon the accounts of the campaign's ended battles that have none. Returns how many."""
    async with store.reading() as session:
        missing = (await session.exec(_MISSING, params={"campaign": campaign_id})).all()
    for battle_id, key in missing:
        if battle_id is None:
            continue
        rules = store.rules(key)
        async with store.reading() as session:
            events = journal.events_of(journal.living(await journal.entries(session, rules, battle_id)))
            muster = await mustering.taking_part(session, battle_id)
        state = await beside(rules.battle.fold, events)
        made = await beside(accounts.reckon, rules, state, events, muster)
        async with store.writing() as session:
            row = await session.get_one(Battle, battle_id)
            if row.status == BattleStatus.ENDED:
                await accounts.drop(session, pk(row.id))
                accounts.keep(session, pk(row.id), made)
    return len(missing)
