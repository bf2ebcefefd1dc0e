"""What everybody may know of a battle without looking at its table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import cast

from sqlalchemy import ScalarSelect, select
from sqlmodel import col
from sqlmodel.ext.asyncio.session import AsyncSession
from sqlmodel.sql.expression import Select as Selected

from campaigns.battle.record.closing import BattleOutcome
from campaigns.battle.record.journal import board_of
from campaigns.battle.record.marks import Marks, marks_of
from campaigns.battle.record.mustering import OPTIONS
from campaigns.battle.record.proposals import Proposal, standing
from campaigns.battle.record.staffing import staffed
from campaigns.battle.record.under_way import run_of
from campaigns.database.together import packed, unpacked
from campaigns.scenario.roles import roles_of
from campaigns.tables import metadata
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle, BattleStatus
from rules.kernel.action import SideId
from rules.table.board import Board


@dataclass(frozen=True, slots=True)
class BattleSide:
    """A side of the campaign: what it is called. `role`: key of the role that it has in the battle, where that says."""

    key: SideId
    name: str
    role: SideId = ""


@dataclass(frozen=True, slots=True)
class BattleInfo:
    """A battle's frame. `commitment` is the hash of its (newest) seed, `key_digest` that of its key ("" before it
    begins); `seeds` are revealed when it has ended."""

    id: int
    campaign_id: int
    number: int
    title: str
    channel_id: int
    status: BattleStatus
    version: int
    marks: Marks
    board: Board | None
    options: tuple[tuple[str, str], ...]
    turn_limit: int | None
    commitment: str
    key_digest: str
    seeds: tuple[str, ...]
    proposal: Proposal | None
    result: BattleOutcome | None
    opened_at: datetime
    begun_at: datetime | None
    ended_at: datetime | None
    unit_ids: tuple[int, ...]
    sides: tuple[BattleSide, ...] = ()
    check_in: bool = False
    """Each player is asked to choose his units before it begins."""
    staff: tuple[SideId, ...] = ()
    """The sides that the staff plays."""
    carried_out: int | None = None
    """How much of a run that is under way has been done that everybody may know of; None: the battle rests."""

    def called(self, side: SideId) -> str:
        """What people call a side: its name in the campaign."""
        return next((each.name for each in self.sides if each.key == side), side)

    @property
    def roles(self) -> dict[SideId, SideId]:
        return {side.key: side.role for side in self.sides if side.role}


def _frame() -> tuple[ScalarSelect[str], ScalarSelect[str], ScalarSelect[str]]:
    seed, unit = metadata.tables["battleseed"].c, metadata.tables["battleunit"].c
    side = metadata.tables["side"].alias("side_of_battle").c  # whoever asks may join the sides for something else
    of_seed = (seed.from_seq, seed.seed, seed.commitment, seed.key_digest)
    seeds = packed(*of_seed, where=seed.battle_id == col(Battle.id))
    sides = packed(side.id, side.key, side.name, where=side.campaign_id == col(Battle.campaign_id))
    return seeds, packed(unit.unit_id, where=unit.battle_id == col(Battle.id)), sides


FRAME = _frame()
"""To be asked for beside a battle's row, for `info_from`: its seeds, its units and its sides."""


async def info_of(session: AsyncSession, row: Battle) -> BattleInfo:
    found = cast("Selected[str | None, str | None, str | None]", select(*FRAME).where(col(Battle.id) == pk(row.id)))
    return info_from(row, *(await session.exec(found)).one())


def info_from(row: Battle, seeds_of: str | None, units_of: str | None, sides_of: str | None) -> BattleInfo:
    """The frame of a battle's row and the columns beside it."""
    seeds = unpacked(seeds_of)
    _, _, commitment, key_digest = seeds[-1]
    roles = roles_of(row)
    ended, run = row.status == BattleStatus.ENDED, run_of(row)
    return BattleInfo(
        id=pk(row.id),
        campaign_id=row.campaign_id,
        number=row.number,
        title=row.title,
        channel_id=row.channel_id,
        status=BattleStatus(row.status),
        version=row.version,
        marks=marks_of(row.marks, row.version),
        carried_out=run.known if run is not None else None,
        board=board_of(row.board) if row.board else None,
        options=OPTIONS.validate_json(row.options),
        turn_limit=row.turn_limit,
        commitment=commitment,
        key_digest=key_digest,
        seeds=tuple(seed for _, seed, *_ in seeds) if ended else (),
        proposal=standing(row),
        result=BattleOutcome.model_validate_json(row.result) if row.result else None,
        opened_at=row.opened_at,
        begun_at=row.begun_at,
        ended_at=row.ended_at,
        unit_ids=tuple(unit for (unit,) in unpacked(units_of)),
        sides=tuple(BattleSide(key, name, roles.get(key, "")) for _, key, name in unpacked(sides_of)),
        check_in=row.check_in is not None,
        staff=tuple(staffed(row)),
    )
