"""What a battle's end says of honours: who won it, whose objectives were achieved, who is proposed for what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.record.closing import BattleOutcome
from campaigns.database.store import Store
from campaigns.honours.awards import awards_in
from campaigns.honours.merit import EndedFor
from campaigns.honours.proposing import HonoursBoard, ProposedHonour, propose
from campaigns.roster.units import RosterUnit
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle, BattleStatus
from campaigns.tables.campaigns import Campaign
from rules.honours import AwardMeasure, Scope
from rules.kernel.action import SideId

_ENDS_COUNT = (AwardMeasure.HELD, AwardMeasure.WON)


async def proposed(
    store: Store, session: AsyncSession, row: Battle, campaign: Campaign, units: Sequence[RosterUnit]
) -> ProposedHonour:
    """Who of these units is proposed for which award. Raises Refusal "bad-awards"."""
    awards = await awards_in(store, session, campaign)
    rows = [row]
    if any(award.measure in _ENDS_COUNT and award.scope is not Scope.BATTLE for award in awards):
        before = select(Battle).where(
            Battle.campaign_id == row.campaign_id, Battle.status == BattleStatus.ENDED, col(Battle.id) <= pk(row.id)
        )
        rows = list((await session.exec(before)).all())
    outcomes = {pk(each.id): _outcome(each.result) for each in rows if each.result}
    succession = store.rules(campaign.rules).forces.succession
    board = HonoursBoard(pk(row.id), units, outcomes, succession.leads if succession is not None else None)
    return await propose(session, board, awards)


def _outcome(result: str) -> EndedFor:
    found = BattleOutcome.model_validate_json(result)
    achieved = Counter[SideId]()
    for objective in found.aftermath.objectives if found.aftermath is not None else ():
        if objective.state == "achieved":
            achieved.update(objective.sides or ("",))
    return EndedFor(found.winner, achieved)
