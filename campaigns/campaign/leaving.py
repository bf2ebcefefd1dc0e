"""No longer playing for a side: by one's own wish, or by a GM's word, who may also move a player to another side.

What a battle asked of him it asks of the others of his side from then on; the deadline stays as it is. Where nobody is
left the GMs are told: they answer for the side, or the deadline does.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from datetime import datetime
from typing import Literal, TypeAlias, TypeVar

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.course.overtaking import Overtaken, tried_again
from campaigns.battle.record import journal
from campaigns.campaign import joining
from campaigns.clocks import waits
from campaigns.database.store import Store
from campaigns.errors import Command, Refusal, no_campaign
from campaigns.members import knowledge
from campaigns.members.knowledge import Seen
from campaigns.members.membership import campaign_row, open_campaign, player_of, require_gm, side_key, sides_of
from campaigns.post import dispatches, outbox
from campaigns.post.matter import HandedOver, JustHappened, Matter, PlayerMoved
from campaigns.post.seats import WaitingBattle
from campaigns.seats import offering
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle, BattleStatus, BattleUnit
from campaigns.tables.campaigns import GM, Campaign, Player, Side
from campaigns.tables.posts import PostKind
from campaigns.tables.roster import Unit
from campaigns.thinking import beside
from rules.kernel.action import SideId
from rules.seam.ruleset import AnyRuleSet

R = TypeVar("R")
Asked: TypeAlias = Mapping[tuple[int, int], frozenset[SideId]]
"""By battle and version: the sides for which it waits then, themselves or for one that they run."""


async def leave(store: Store, campaign_id: int, who: int) -> None:
    """Stop playing, or take back that one has asked to. His units stay with the side.

    Raises Refusal "no-campaign" for one who does neither here.
    """

    async def left(asked: Asked) -> None:
        async with store.writing() as session:
            campaign = await campaign_row(session, campaign_id, lock=True)
            withdrawn = await joining.withdraw(session, campaign_id, who, store.clock.now())
            player = await player_of(session, campaign_id, who)
            if player is not None:
                await part(store, session, campaign, player, "left", asked)
            elif not withdrawn:
                raise no_campaign()

    await knowing_who_is_asked(store, (campaign_id,), left)


async def remove(store: Store, campaign_id: int, who: int, user_id: int) -> None:
    """A GM takes a player out; he comes back by a GM's word only. His units stay with the side.

    Raises Refusal: "no-campaign", "campaign-closed", "umpire-only", "no-player".
    """

    async def removed(asked: Asked) -> None:
        async with store.writing() as session:
            campaign = await open_campaign(session, campaign_id)
            await require_gm(session, campaign_id, who, "remove a player")
            await part(store, session, campaign, await playing(session, campaign_id, user_id), "removed", asked)

    await knowing_who_is_asked(store, (campaign_id,), removed)


async def move(store: Store, campaign_id: int, who: int, user_id: int, side: SideId) -> tuple[Seen, ...]:
    """A GM has a player play for another side, in mid-battle too. Returns what he has seen of battles that go on which
    that side should not know. His units stay with the side that he leaves.

    Raises Refusal: "no-campaign", "campaign-closed", "umpire-only", "no-player", "unknown-side", "there-already".
    """
    now = store.clock.now()

    async def moved(asked: Asked) -> tuple[Seen, ...]:
        async with store.writing() as session:
            campaign = await open_campaign(session, campaign_id)
            await require_gm(session, campaign_id, who, "move a player")
            player = await playing(session, campaign_id, user_id)
            row = playable_side(store, campaign, await sides_of(session, campaign_id), side)
            if player.side_id == row.id:
                raise Refusal("there-already", f"That player plays for {row.name}.", "Choose another side.")
            seen = await knowledge.seen_by(session, campaign_id, user_id, but=side)
            former = await side_key(session, player.side_id)
            await joining.enlist(session, campaign_id, user_id, row, now, name="")
            matter = Matter(topic="notice", side=side, users=(user_id,), about=PlayerMoved(former=former))
            await outbox.put(session, campaign, None, PostKind.NOTICE, matter, now)
            await waits.rederive(session, now, campaign_id=campaign_id)
            await _hand_over(session, campaign, former, asked, now, after=user_id, for_good=True)
            return seen

    return await knowing_who_is_asked(store, (campaign_id,), moved)


def playable_side(store: Store, campaign: Campaign, sides: dict[SideId, Side], side: SideId) -> Side:
    """A side that people play. Raises Refusal "unknown-side" with those that there are."""
    playable = {kind.key: kind.title for kind in store.rules(campaign.rules).forces.sides if kind.playable}
    if side not in sides or side not in playable:
        raise Refusal("unknown-side", f"There is no side {side!r} to join.", f"Join one of: {', '.join(playable)}.")
    return sides[side]


async def part(
    store: Store,
    session: AsyncSession,
    campaign: Campaign,
    player: Player,
    what: Literal["left", "removed", "stood-in"],
    asked: Asked,
) -> None:
    """He plays here no longer: `what` says whether he "left" or was "removed", or whether somebody has "stood-in" for
    him, or has for whom he stood in: that is told by whoever parts them. The campaign is locked. `asked`: of
    `knowing_who_is_asked`. Raises Overtaken."""
    now = store.clock.now()
    side = await side_key(session, player.side_id)
    await knowledge.end_of_stint(session, player, now, removed=what == "removed")
    player.left_at = now
    player.direct = False
    await session.flush()
    await dispatches.recheck(session, pk(campaign.id), now)
    if campaign.closed_at is not None:
        return
    if what != "stood-in":
        matter = Matter(topic="notice", side=side, users=(player.user_id,), about=JustHappened(kind=what))
        await outbox.put(session, campaign, None, PostKind.NOTICE, matter, now)
    await waits.rederive(session, now, campaign_id=pk(campaign.id))
    await _hand_over(session, campaign, side, asked, now, after=player.user_id, for_good=what == "removed")


async def playing(session: AsyncSession, campaign_id: int, user_id: int) -> Player:
    """Somebody who plays. Raises Refusal "no-player"."""
    player = await player_of(session, campaign_id, user_id)
    if player is None:
        raise Refusal(
            "no-player", "That person does not play here.", ("See who plays: ", Command("campaign show"), ".")
        )
    return player


async def _hand_over(
    session: AsyncSession,
    campaign: Campaign,
    side: SideId,
    asked: Asked,
    now: datetime,
    *,
    after: int,
    for_good: bool = False,
) -> None:
    """Tell, in each battle that goes on, who answers for the side now. Where nobody is left the seat of whoever went,
    `after`, stands open. `for_good`: they may not take it again."""
    left = await players_of(session, pk(campaign.id), side)
    if not left and (waiting := await battles_of(session, pk(campaign.id), side, asked)):
        await offering.offer(session, campaign, side, after, "left", waiting, now, for_good=for_good)
    for battle in await knowledge.going_on(session, pk(campaign.id)):
        waits_for_it = is_asked(battle, side, asked)
        if not waits_for_it and (left or not await _takes_part(session, battle, side)):
            continue
        users = left or await _gms(session, pk(campaign.id))
        kind: Literal["answers-now", "nobody-left"] = "answers-now" if left else "nobody-left"
        about = HandedOver(kind=kind, battle_id=pk(battle.id), battle=battle.title, asked=waits_for_it)
        matter = Matter(topic="notice", side=side, users=users, about=about)
        await outbox.put(session, campaign, None, PostKind.NOTICE, matter, now, channel_id=battle.channel_id)
        if waits_for_it:
            await waits.told(session, battle, users, now)


async def knowing_who_is_asked(store: Store, campaigns: Iterable[int], work: Callable[[Asked], Awaitable[R]]) -> R:
    """Does the work, which writes, knowing for whom the battles of these campaigns wait; anew where one of them has
    gone on meanwhile. Raises Stale when one always has."""
    ids = tuple(campaigns)

    async def done() -> R:
        asked: dict[tuple[int, int], frozenset[SideId]] = {}
        async with store.reading() as session:
            for campaign_id in ids:
                rules = store.rules((await campaign_row(session, campaign_id)).rules)
                for battle in await knowledge.going_on(session, campaign_id):
                    if battle.status == BattleStatus.RUNNING:
                        state = await journal.state_at(store, session, rules, pk(battle.id), battle.version)
                        asked[pk(battle.id), battle.version] = await beside(_sides_asked, rules, state)
        return await work(asked)

    return await tried_again(done)


def _sides_asked(rules: AnyRuleSet, state: object) -> frozenset[SideId]:
    controllers = rules.battle.controllers(state)
    return frozenset(controllers.get(ask.side, ask.side) for ask in rules.battle.prompt(state).asks if not ask.umpire)


def is_asked(battle: Battle, side: SideId, asked: Asked) -> bool:
    """Whether the battle waits for that side now, or for one that it runs."""
    if battle.status != BattleStatus.RUNNING:
        return False
    if (pk(battle.id), battle.version) not in asked:
        raise Overtaken(0, battle.version)
    return side in asked[pk(battle.id), battle.version]


async def battles_of(session: AsyncSession, campaign_id: int, side: SideId, asked: Asked) -> tuple[WaitingBattle, ...]:
    """The battles that go on with that side in them, those that wait for it first. Raises Overtaken."""
    found = [
        WaitingBattle(battle_id=pk(battle.id), channel_id=battle.channel_id, asked=waits_for_it)
        for battle in await knowledge.going_on(session, campaign_id)
        if (waits_for_it := is_asked(battle, side, asked)) or await _takes_part(session, battle, side)
    ]
    return tuple(sorted(found, key=lambda each: not each.asked))


async def _takes_part(session: AsyncSession, battle: Battle, side: SideId) -> bool:
    found = (
        select(BattleUnit.id)
        .join(Unit, col(Unit.id) == BattleUnit.unit_id)
        .join(Side, col(Side.id) == Unit.side_id)
        .where(BattleUnit.battle_id == battle.id, Side.key == side)
    )
    return (await session.exec(found.limit(1))).first() is not None


async def players_of(session: AsyncSession, campaign_id: int, side: SideId) -> tuple[int, ...]:
    """Who plays for the side, in the order in which they joined."""
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
