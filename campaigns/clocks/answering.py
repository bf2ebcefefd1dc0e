"""What becomes of people's clocks when somebody answers, and when nobody does: misses, reliability, silence."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from pydantic import TypeAdapter
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.clocks.clockwork import keep_record
from campaigns.clocks.pausing import Pause
from campaigns.clocks.roll import Roll
from campaigns.clocks.trust import TrustRecord
from campaigns.database.store import Store
from campaigns.database.writes import Writes
from campaigns.members.membership import require_gm
from campaigns.members.policies import Policies
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle
from campaigns.tables.campaigns import Campaign
from campaigns.tables.clocks import Reliability, TimeBank
from rules.kernel.action import SideId

_SILENCES: TypeAdapter[dict[SideId, int]] = TypeAdapter(dict[SideId, int])


def answered(writes: Writes, battle: Battle, roll: Roll, users: Collection[int], now: datetime) -> bool:
    """These people have acted: the table is not silent, those who were asked have kept their time. Whether its clocks
    go on by that."""
    if battle.silences != "{}":
        battle.silences = "{}"
    for user in sorted(roll.banks.keys() & users):
        if roll.banks[user].account.since is not None:
            before = roll.records.get(user)
            after = (before or TrustRecord()).answered(now)
            if after != before:
                keep_record(writes, battle.campaign_id, user, after, now, new=before is None)
    if battle.paused != Pause.SILENCE:
        return False
    battle.paused, battle.paused_at, battle.wishes = "", None, ""
    return True


async def let_pass(session: AsyncSession, battle: Battle, users: Collection[int], now: datetime) -> None:
    """These people were asked and let the time pass."""
    for bank in await _banks(session, pk(battle.id), users):
        bank.misses += 1
        row = await session.get(Reliability, (battle.campaign_id, bank.user_id))
        if row is None:
            row = Reliability(campaign_id=battle.campaign_id, user_id=bank.user_id, at=now)
            session.add(row)
            after = TrustRecord().let_pass(now)
        else:
            after = TrustRecord(row.kept, row.missed, row.at).let_pass(now)
        row.kept, row.missed, row.at = after.kept, after.missed, after.at or now


async def excusable(session: AsyncSession, battle: Battle, users: Collection[int], settings: Policies) -> bool:
    """Whether one of those who are asked may still miss a deadline: then the clock of all of them starts again."""
    banks = await _banks(session, pk(battle.id), users)
    return any(bank.misses < settings.excused_misses for bank in banks)


async def fallen_silent(battle: Battle, side: SideId, settings: Policies, now: datetime) -> bool:
    """One more deadline of that side has passed, and nobody has said a word since the first of them. True when that
    pauses the battle."""
    passed = _SILENCES.validate_json(battle.silences)
    passed[side] = passed.get(side, 0) + 1
    battle.silences = _SILENCES.dump_json(passed).decode()
    if not settings.pause_after or passed[side] < settings.pause_after or battle.paused:
        return False
    battle.paused, battle.paused_at, battle.wishes = Pause.SILENCE, now, ""
    return True


def answered_by_another(battle: Battle, side: SideId) -> None:
    """Somebody else answers for that side from now on: the deadlines that it let pass are not theirs."""
    passed = {key: count for key, count in _SILENCES.validate_json(battle.silences).items() if key != side}
    battle.silences = _SILENCES.dump_json(passed).decode()


async def _banks(session: AsyncSession, battle_id: int, users: Collection[int]) -> list[TimeBank]:
    found = select(TimeBank).where(TimeBank.battle_id == battle_id, col(TimeBank.user_id).in_(users))
    return list((await session.exec(found.order_by(col(TimeBank.user_id)))).all()) if users else []


@dataclass(frozen=True, slots=True)
class AnswerHabit:
    """How somebody has answered lately in the campaigns of a server. `share`: from 0 to 1."""

    user_id: int
    share: float
    known: bool


async def reliability(store: Store, campaign_id: int, who: int, users: Collection[int]) -> Mapping[int, AnswerHabit]:
    """How reliably these people have answered on this server, for its GM's eyes. Raises Refusal: "umpire-only",
    "no-campaign"."""
    now = store.clock.now()
    async with store.reading() as session:
        await require_gm(session, campaign_id, who, "see how reliably somebody answers")
        guild = select(Campaign.guild_id).where(Campaign.id == campaign_id).scalar_subquery()
        found = select(Reliability).join(Campaign, col(Campaign.id) == Reliability.campaign_id)
        rows = await session.exec(found.where(Campaign.guild_id == guild, col(Reliability.user_id).in_(users)))
        records = dict.fromkeys(users, TrustRecord())
        for row in rows.all():
            records[row.user_id] = records[row.user_id].plus(TrustRecord(row.kept, row.missed, row.at).faded(now))
    return {user: AnswerHabit(user, record.share, record.known) for user, record in records.items()}
