"""No longer playing for a side: by one's own wish, or by a GM's word, who may also move a player to another side.

What a battle asked of him it asks of the others of his side from then on; the deadline stays as it is. Where nobody is
left the GMs are told: they answer for the side, or the deadline does.
"""

from __future__ import annotations

import asyncio
from datetime import datetime

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns import joining, journal, knowledge, outbox
from campaigns.errors import Refusal, no_campaign
from campaigns.knowledge import Seen
from campaigns.membership import campaign_row, open_campaign, player_of, require_gm, side_key, sides_of
from campaigns.models import GM, Battle, BattleStatus, BattleUnit, Campaign, Player, PostKind, Side, Unit, pk
from campaigns.outbox import Matter
from campaigns.store import Store
from rules.action import SideId


async def leave(store: Store, campaign_id: int, who: int) -> None:
    """Stop playing, or take back that one has asked to. His units stay with the side.

    Raises Refusal "no-campaign" for one who does neither here.
    """
    async with store.writing() as session:
        campaign = await campaign_row(session, campaign_id, lock=True)
        withdrawn = await joining.withdraw(session, campaign_id, who, store.clock.now())
        player = await player_of(session, campaign_id, who)
        if player is not None:
            await part(store, session, campaign, player, "left")
        elif not withdrawn:
            raise no_campaign()


async def remove(store: Store, campaign_id: int, who: int, user_id: int) -> None:
    """A GM takes a player out; he comes back by a GM's word only. His units stay with the side.

    Raises Refusal: "no-campaign", "campaign-closed", "gm-only", "no-player".
    """
    async with store.writing() as session:
        campaign = await open_campaign(session, campaign_id)
        await require_gm(session, campaign_id, who, "remove a player")
        await part(store, session, campaign, await _player(session, campaign_id, user_id), "removed")


async def move(store: Store, campaign_id: int, who: int, user_id: int, side: SideId) -> tuple[Seen, ...]:
    """A GM has a player play for another side, in mid-battle too. Returns what he has seen of battles that go on which
    that side should not know. His units stay with the side that he leaves.

    Raises Refusal: "no-campaign", "campaign-closed", "gm-only", "no-player", "no-side", "there-already".
    """
    now = store.clock.now()
    async with store.writing() as session:
        campaign = await open_campaign(session, campaign_id)
        await require_gm(session, campaign_id, who, "move a player")
        player = await _player(session, campaign_id, user_id)
        row = playable_side(store, campaign, await sides_of(session, campaign_id), side)
        if player.side_id == row.id:
            raise Refusal("there-already", f"That player plays for {row.name}.", "Choose another side.")
        seen = await knowledge.seen_by(session, campaign_id, user_id, but=side)
        former = await side_key(session, player.side_id)
        await joining.enlist(session, campaign_id, user_id, row, now, name="", phrase="")
        words = (("what", "moved"), ("from", former))
        matter = Matter(topic="notice", side=side, users=(user_id,), words=words)
        await outbox.put(session, campaign, None, PostKind.NOTICE, matter, now)
        await _hand_over(store, session, campaign, former, now)
        return seen


def playable_side(store: Store, campaign: Campaign, sides: dict[SideId, Side], side: SideId) -> Side:
    """A side that people play. Raises Refusal "no-side" with those that there are."""
    playable = {kind.key: kind.title for kind in store.rules(campaign.rules).sides if kind.playable}
    if side not in sides or side not in playable:
        raise Refusal("no-side", f"There is no side {side!r} to join.", f"Join one of: {', '.join(playable)}.")
    return sides[side]


async def part(store: Store, session: AsyncSession, campaign: Campaign, player: Player, what: str) -> None:
    """He plays here no longer: `what` says whether he "left" or was "removed". The campaign is locked."""
    now = store.clock.now()
    side = await side_key(session, player.side_id)
    await knowledge.end_of_stint(session, player, now, removed=what == "removed")
    player.left_at = now
    await session.flush()
    if campaign.closed_at is not None:
        return
    matter = Matter(topic="notice", side=side, users=(player.user_id,), words=(("what", what),))
    await outbox.put(session, campaign, None, PostKind.NOTICE, matter, now)
    await _hand_over(store, session, campaign, side, now)


async def _player(session: AsyncSession, campaign_id: int, user_id: int) -> Player:
    player = await player_of(session, campaign_id, user_id)
    if player is None:
        raise Refusal("no-player", "That person does not play here.", "See who plays: /campaign show.")
    return player


async def _hand_over(store: Store, session: AsyncSession, campaign: Campaign, side: SideId, now: datetime) -> None:
    """Tell, in each battle that goes on, who answers for the side now."""
    left = await _players(session, pk(campaign.id), side)
    for battle in await knowledge.going_on(session, pk(campaign.id)):
        asked = await _is_asked(store, session, campaign, battle, side)
        if not asked and (left or not await _takes_part(session, battle, side)):
            continue
        what, users = ("answers-now", left) if left else ("nobody-left", await _gms(session, pk(campaign.id)))
        words = {"what": what, "battle": battle.title, "battle_id": str(pk(battle.id)), "asked": "yes" if asked else ""}
        matter = Matter(topic="notice", side=side, users=users, words=tuple(words.items()))
        await outbox.put(session, campaign, None, PostKind.NOTICE, matter, now, channel_id=battle.channel_id)


async def _is_asked(store: Store, session: AsyncSession, campaign: Campaign, battle: Battle, side: SideId) -> bool:
    """Whether the battle waits for that side now, or for one that it runs."""
    if battle.status != BattleStatus.RUNNING:
        return False
    rules = store.rules(campaign.rules)
    state = await journal.state_at(store, session, rules, pk(battle.id), battle.version)
    controllers = rules.controllers(state)
    prompt = await asyncio.to_thread(rules.prompt, state)
    return any(controllers.get(ask.side, ask.side) == side for ask in prompt.asks if not ask.umpire)


async def _takes_part(session: AsyncSession, battle: Battle, side: SideId) -> bool:
    found = (
        select(BattleUnit.id)
        .join(Unit, col(Unit.id) == BattleUnit.unit_id)
        .join(Side, col(Side.id) == Unit.side_id)
        .where(BattleUnit.battle_id == battle.id, Side.key == side)
    )
    return (await session.exec(found.limit(1))).first() is not None


async def _players(session: AsyncSession, campaign_id: int, side: SideId) -> tuple[int, ...]:
    found = (
        select(Player.user_id)
        .join(Side, col(Side.id) == Player.side_id)
        .where(Player.campaign_id == campaign_id, Side.key == side, col(Player.left_at).is_(None))
        .order_by(col(Player.id))
    )
    return tuple((await session.exec(found)).all())


async def _gms(session: AsyncSession, campaign_id: int) -> tuple[int, ...]:
    found = select(GM.user_id).where(GM.campaign_id == campaign_id).order_by(col(GM.id))
    return tuple((await session.exec(found)).all())
