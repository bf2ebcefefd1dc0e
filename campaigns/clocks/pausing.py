"""A battle whose clocks stand still: by a GM's word, by agreement of its sides, or because nobody says a word.

Nobody is kept from acting meanwhile; only nothing falls due and nobody is reminded. What paused by itself goes on by
itself with the next answer.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any, Literal, cast

from pydantic import BaseModel, ConfigDict
from sqlalchemy import Select
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.clocks import waits
from campaigns.database.store import Store
from campaigns.errors import Refusal, no_battle
from campaigns.members.membership import Member, beside_who, of_member, sides_of
from campaigns.members.policies import Policies
from campaigns.post import outbox
from campaigns.post.matter import Clocks, Matter
from campaigns.tables.battles import Battle, BattleStatus
from campaigns.tables.campaigns import Campaign, Player
from campaigns.tables.posts import PostKind
from rules.kernel.action import SideId

What = Literal["pause", "resume"]


class Pause(StrEnum):
    """Why the clocks of a battle stand still."""

    SILENCE = "silence"
    GM = "gm"
    AGREED = "agreed"


class Wishes(BaseModel):
    """Which sides would have the clocks stopped, or started again."""

    model_config = ConfigDict(frozen=True)

    what: What
    sides: tuple[SideId, ...]


async def pause(store: Store, battle_id: int, who: int) -> bool:
    """Stop the clocks: a GM at once, a player as soon as every side that is played has asked for it. Whether they
    stand now. Raises Refusal: "no-battle", "not-running", "paused", "asked-already"."""
    return await _change(store, battle_id, who, "pause")


async def resume(store: Store, battle_id: int, who: int) -> bool:
    """Start them again, in the same way: everybody has his whole time. Raises Refusal: "no-battle", "not-running",
    "not-paused", "asked-already"."""
    return await _change(store, battle_id, who, "resume")


async def _change(store: Store, battle_id: int, who: int, what: What) -> bool:
    now = store.clock.now()
    async with store.writing_battle(battle_id) as session:
        battle, campaign, member = await running_battle(session, battle_id, who)
        if bool(battle.paused) == (what == "pause"):
            raise (
                Refusal("paused", f"{battle.title} is paused already.", "Its clocks stand still; you may act.")
                if what == "pause"
                else Refusal("not-paused", f"{battle.title} is not paused.", "Its clocks run.")
            )
        side = None if member.gm else member.side
        if side is not None and not await _agreed(session, battle, campaign, side, what, now):
            return False
        battle.wishes = ""
        battle.silences = "{}"
        battle.paused = "" if what == "resume" else (Pause.AGREED if side else Pause.GM)
        battle.paused_at = now if battle.paused else None
        settings = Policies.model_validate_json(campaign.settings)
        await waits.derive(session, battle, settings, now, renew=what == "resume")
        await say(session, campaign, battle, now, side=side)
        return True


async def say(
    session: AsyncSession,
    campaign: Campaign,
    battle: Battle,
    now: datetime,
    *,
    side: SideId | None = None,
    users: tuple[int, ...] = (),
) -> None:
    """Tell the table that its clocks stand still, or run again. `users`: who is called to read it."""
    matter = said(battle, side).model_copy(update={"users": users})
    await outbox.put(session, campaign, battle, PostKind.NOTICE, matter, now)


def said(battle: Battle, side: SideId | None = None) -> Matter:
    """That its clocks stand still, or run again."""
    about = Clocks(kind="paused" if battle.paused else "resumed", why=battle.paused)
    return Matter(topic="paused", side=side, about=about)


async def _agreed(
    session: AsyncSession, battle: Battle, campaign: Campaign, side: SideId, what: What, now: datetime
) -> bool:
    """That side wants it too. Whether all who play do; else the others are told."""
    wishes = Wishes.model_validate_json(battle.wishes) if battle.wishes else Wishes(what=what, sides=())
    before = wishes.sides if wishes.what == what else ()
    if side in before:
        raise Refusal("asked-already", "Your side has asked for that.", "The other side has still to agree.")
    wishes = Wishes(what=what, sides=(*before, side))
    played = select(Player.side_id).where(Player.campaign_id == campaign.id, col(Player.left_at).is_(None))
    ids = set((await session.exec(played)).all())
    sides = {key for key, row in (await sides_of(session, battle.campaign_id)).items() if row.id in ids}
    if sides <= set(wishes.sides):
        return True
    battle.wishes = wishes.model_dump_json()
    about = Clocks(kind="wish-pause" if what == "pause" else "wish-resume")
    matter = Matter(topic="paused", side=side, about=about)
    await outbox.put(session, campaign, battle, PostKind.NOTICE, matter, now)
    return False


async def running_battle(
    session: AsyncSession, battle_id: int, who: int, *, locked: bool = True
) -> tuple[Battle, Campaign, Member]:
    """The battle, `locked` until the transaction ends, its campaign, and what `who` is there, for a member.
    Raises Refusal "no-battle", "not-running"."""
    found = cast("Select[Any]", select(Battle, Campaign)).join(Campaign, col(Campaign.id) == Battle.campaign_id)
    found = found.where(col(Battle.id) == battle_id)
    found = beside_who(found.with_for_update(of=Battle) if locked else found, Battle.campaign_id)
    rows = await of_member(session, found, who)
    if not rows or not (member := rows[0][1]):
        raise no_battle()
    battle: Battle
    campaign: Campaign
    battle, campaign = rows[0][0]
    if battle.status != BattleStatus.RUNNING:
        raise Refusal("not-running", f"{battle.title} is not being fought.", "Only its clocks can stand still.")
    return battle, campaign, member
