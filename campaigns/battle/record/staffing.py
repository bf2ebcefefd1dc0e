"""Which sides of a battle the staff plays, and how boldly."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import TypeAdapter
from sqlmodel import col, func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.tables.battles import Battle, EntryKind, JournalEntry
from campaigns.tables.campaigns import Player, Side
from rules.kernel.action import SideId
from rules.seam.planning import Boldness
from rules.seam.ruleset import AnyRuleSet

_STAFFED: TypeAdapter[dict[SideId, Boldness]] = TypeAdapter(dict[SideId, Boldness])


def staffed(row: Battle) -> Mapping[SideId, Boldness]:
    """By side."""
    return _STAFFED.validate_json(row.staff)


def dumped(sides: Mapping[SideId, Boldness]) -> str:
    """For the battle's row."""
    return _STAFFED.dump_json(dict(sorted(sides.items()))).decode()


def may_staff(rules: AnyRuleSet, sides: Mapping[SideId, Boldness], side: SideId) -> bool:
    """Whether the staff can play that side, too: the rule set makes plans, and somebody is left to play against."""
    ordering = rules.battle.ordering
    playable = {kind.key for kind in rules.forces.sides if kind.playable}
    able = ordering is not None and ordering.planning is not None
    return able and side in playable and bool(playable - {side, *sides})


async def passed_in_a_row(session: AsyncSession, battle_id: int, side: SideId) -> int:
    """How many deadlines the side has let pass since one of its people last acted for it, or since the newest of them
    sat down: nobody answers for what was missed before them."""
    own = (JournalEntry.battle_id == battle_id, JournalEntry.side == side, JournalEntry.kind == EntryKind.ACTION)
    acted = select(func.max(JournalEntry.seq)).where(*own, col(JournalEntry.user_id).is_not(None))
    last = (await session.exec(acted)).one() or 0
    absent = select(func.count()).select_from(JournalEntry)
    absent = absent.where(*own, col(JournalEntry.absent).is_(True), JournalEntry.seq > last)
    sat_down = (
        select(func.max(Player.joined_at))
        .join(Side, col(Side.id) == Player.side_id)
        .join(Battle, col(Battle.campaign_id) == Player.campaign_id)
        .where(Battle.id == battle_id, Side.key == side, col(Player.left_at).is_(None))
    )
    since = (await session.exec(sat_down)).first()
    absent = absent.where(JournalEntry.at > since) if since is not None else absent
    return (await session.exec(absent)).one()
