"""What everybody may know of a battle without looking at its table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.closing import Outcome
from campaigns.battle.finding import PHRASES
from campaigns.battle.journal import board_of
from campaigns.battle.mustering import OPTIONS
from campaigns.battle.proposals import Proposal, standing
from campaigns.tables.base import given, pk
from campaigns.tables.battles import Battle, BattleSeed, BattleStatus, BattleUnit
from rules.action import SideId
from rules.table.board import Board


@dataclass(frozen=True, slots=True)
class BattleInfo:
    """A battle's frame. `commitment` is the hash of its (newest) seed, `key_digest` that of its key ("" before it
    begins); `seeds` are revealed when it has ended. `phrases_from`: the sides that have given words."""

    id: int
    campaign_id: int
    number: int
    title: str
    channel_id: int
    status: BattleStatus
    version: int
    board: Board | None
    options: tuple[tuple[str, str], ...]
    turn_limit: int | None
    commitment: str
    key_digest: str
    seeds: tuple[str, ...]
    phrases_from: tuple[SideId, ...]
    proposal: Proposal | None
    result: Outcome | None
    opened_at: datetime
    begun_at: datetime | None
    ended_at: datetime | None
    unit_ids: tuple[int, ...]
    check_in: bool = False
    """Each player is asked to choose his units before it begins."""


SEEDS = select(BattleSeed).where(col(BattleSeed.battle_id) == given("battle")).order_by(col(BattleSeed.from_seq))
CALLED = (
    select(BattleUnit.unit_id).where(col(BattleUnit.battle_id) == given("battle")).order_by(col(BattleUnit.unit_id))
)


async def info_of(session: AsyncSession, row: Battle) -> BattleInfo:
    battle_id = pk(row.id)
    of_battle = {"battle": battle_id}
    seeds = (await session.exec(SEEDS, params=of_battle)).all()
    ended = row.status == BattleStatus.ENDED
    return BattleInfo(
        id=battle_id,
        campaign_id=row.campaign_id,
        number=row.number,
        title=row.title,
        channel_id=row.channel_id,
        status=BattleStatus(row.status),
        version=row.version,
        board=board_of(row.board) if row.board else None,
        options=OPTIONS.validate_json(row.options),
        turn_limit=row.turn_limit,
        commitment=seeds[-1].commitment,
        key_digest=seeds[-1].key_digest,
        seeds=tuple(seed.seed for seed in seeds) if ended else (),
        phrases_from=tuple(PHRASES.validate_json(row.phrases)),
        proposal=standing(row),
        result=Outcome.model_validate_json(row.result) if row.result else None,
        opened_at=row.opened_at,
        begun_at=row.begun_at,
        ended_at=row.ended_at,
        unit_ids=tuple((await session.exec(CALLED, params=of_battle)).all()),
        check_in=row.check_in is not None,
    )
