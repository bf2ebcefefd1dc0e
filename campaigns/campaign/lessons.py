"""First battles: one person learns a rule set, alone against the staff.

A lesson is a campaign of its own in a thread of its own, so that what is learnt there touches nobody's rosters. Whoever
learns is its GM, plays the first side of `lessons/first-battle.yaml`, and may begin anew whenever they like.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from campaigns.battle import battles
from campaigns.battle.battles import BattleInfo
from campaigns.battle.frame import ending
from campaigns.battle.staff import appointing
from campaigns.campaign import campaign
from campaigns.campaign.campaign import CampaignView
from campaigns.database.store import Store
from campaigns.errors import Command, Refusal
from campaigns.scenario import scenarios
from campaigns.tables.battles import BattleStatus
from rules.kernel.violation import RuleViolation
from rules.scenario import Scenario
from rules.seam.planning import Boldness


def lesson_for(rules: str) -> Scenario:
    """The first battle of that rule set. Raises Refusal "no-lesson"."""
    found = scenarios.lesson_of(rules)
    if found is None:
        raise Refusal(
            "no-lesson",
            "There is no first battle of these rules.",
            ("Fight a scenario of theirs against the staff: ", Command("battle begin"), "."),
        )
    return found


async def is_one(store: Store, campaign_id: int) -> bool:
    """Whether somebody learns a rule set in that campaign."""
    return (await campaign.show(store, campaign_id)).lesson


@asynccontextmanager
async def alone_at_it(store: Store, guild_id: int, who: int) -> AsyncGenerator[None]:
    """While nothing else in this process begins or ends first battles of this person on that server."""
    async with store.in_turn("lesson", guild_id, who):
        yield


async def unfinished(store: Store, guild_id: int, who: int, rules: str) -> BattleInfo | None:
    """The first battle of these rules that this person has begun on that server and not ended."""
    for view in await _lessons(store, guild_id, who):
        if view.rules == rules:
            for info in await battles.of_campaign(store, view.id):
                if info.status is BattleStatus.RUNNING:
                    return info
    return None


async def begin(
    store: Store, guild_id: int, channel_id: int, who: int, rules: str, *, who_name: str, interaction_id: int
) -> BattleInfo:
    """Begin the first battle of a rule set in that channel: `who` plays its first side, the staff the other. Call
    `clear` before.

    Raises Refusal "no-lesson", and what `campaign.create` and `battles.open_battle` do; nothing is left of it then.
    """
    lesson = lesson_for(rules)
    mine, theirs = (side.key for side in lesson.sides)
    view = await campaign.create(
        store,
        guild_id,
        channel_id,
        who,
        lesson.title,
        rules,
        names=[side.name for side in lesson.sides] if store.rules(rules).forces.roles else (),
        lesson=True,
        interaction_id=interaction_id,
    )
    try:
        await campaign.join(store, view.id, who, mine, who_name=who_name, interaction_id=interaction_id)
        await campaign.change_settings(store, view.id, who, side_threads="off")
        opened = await battles.open_battle(
            store, view.id, who, lesson.title, channel_id=channel_id, board=lesson.board, scenario=lesson
        )
        await appointing.appoint(store, opened.id, who, theirs, Boldness.STEADY)
        await battles.begin_when_heard(store, opened.id, who, anyway=True)
    except (Refusal, RuleViolation):
        await abandon(store, view.id, who)
        raise
    (info,) = await battles.of_campaign(store, view.id)
    return info


async def clear(store: Store, guild_id: int, who: int, rules: str) -> None:
    """Close this person's lessons that are over, and abandon those of that rule set that are not: the thread of such a
    one is gone, or it never began."""
    for view in await _lessons(store, guild_id, who):
        if view.rules == rules or not await _goes_on(store, view):
            await abandon(store, view.id, who)


async def abandon(store: Store, campaign_id: int, who: int) -> None:
    """End a lesson, wherever its battle stands, and close it. Raises what ending a battle raises."""
    for info in await battles.of_campaign(store, campaign_id):
        if info.status is BattleStatus.OPEN:
            await battles.cancel(store, info.id, who)
        elif info.status is BattleStatus.RUNNING:
            await ending.end(store, info.id, who, reason="abandoned")
    await campaign.close(store, campaign_id, who)


async def _goes_on(store: Store, view: CampaignView) -> bool:
    every = await battles.of_campaign(store, view.id)
    return any(info.status in (BattleStatus.OPEN, BattleStatus.RUNNING) for info in every)


async def _lessons(store: Store, guild_id: int, who: int) -> list[CampaignView]:
    every = await campaign.of_guild(store, guild_id)
    return [view for view in every if view.lesson and not view.closed and view.is_gm(who)]
