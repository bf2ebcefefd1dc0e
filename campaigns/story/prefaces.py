"""What a GM writes above the report of a battle, and the post of the report for everybody."""

from __future__ import annotations

from dataclasses import dataclass

from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.campaign.campaign import CampaignView
from campaigns.database.store import Store
from campaigns.errors import Refusal, gm_only, no_battle
from campaigns.members.membership import open_campaign
from campaigns.post import outbox
from campaigns.post.matter import Matter
from campaigns.tables.battles import Battle, BattleStatus
from campaigns.tables.posts import PostKind
from campaigns.tables.stories import Preface

LONGEST, LINES = 1500, 40
"""Characters and lines of a preface."""


@dataclass(frozen=True, slots=True)
class Foreword:
    """A preface and who wrote it, as it was written: whoever shows it makes it harmless for where it stands."""

    text: str
    user_id: int | None


async def of_battle(session: AsyncSession, battle_id: int) -> Foreword | None:
    """The preface of a battle's report."""
    row = await session.get(Preface, battle_id)
    return Foreword(row.text, row.user_id) if row is not None else None


async def write(store: Store, here: CampaignView, who: int, battle_id: int, text: str) -> None:
    """Write the preface of a battle that is over in place of the one before; "" takes it away.

    Raises Refusal: "umpire-only", "bad-text", "no-battle", "no-end-yet", "campaign-closed".
    """
    if not here.is_gm(who):
        raise gm_only("write the preface of a report")
    text = "\n".join(line.rstrip() for line in text.strip().splitlines())
    if len(text) > LONGEST or text.count("\n") >= LINES:
        fault = f"A preface has up to {LONGEST} characters in {LINES} lines."
        raise Refusal("bad-text", fault, "Write it shorter.")
    async with store.writing() as session:
        await open_campaign(session, here.id)
        await _ended(session, here, battle_id)
        row = await session.get(Preface, battle_id)
        if not text:
            if row is not None:
                await session.delete(row)
            return
        row = row or Preface(battle_id=battle_id, text=text, at=store.clock.now())
        row.text, row.user_id, row.at = text, who, store.clock.now()
        session.add(row)


async def publish(store: Store, here: CampaignView, who: int, battle_id: int) -> None:
    """Have the report posted where the battle was fought, as everybody may know it.

    Raises Refusal: "umpire-only", "no-battle", "no-end-yet", "campaign-closed".
    """
    if not here.is_gm(who):
        raise gm_only("post a report")
    async with store.writing() as session:
        campaign = await open_campaign(session, here.id)
        battle = await _ended(session, here, battle_id)
        await outbox.put(session, campaign, battle, PostKind.NOTICE, Matter(topic="report"), store.clock.now())


async def _ended(session: AsyncSession, here: CampaignView, battle_id: int) -> Battle:
    battle = await session.get(Battle, battle_id)
    if battle is None or battle.campaign_id != here.id or battle.status == BattleStatus.CANCELLED:
        raise no_battle()
    if battle.status != BattleStatus.ENDED:
        raise Refusal("no-end-yet", "The battle is not over.", "Its report is there when it is.")
    return battle
