"""Who attacks and who defends in a battle that is open: the GM changes it until the battle begins.

Where it is fought by a scenario its parts change sides: casting begins again, wishes for parts lapse, and each side
hears that it has a briefing. A briefing that somebody has read cannot be unread; the channel hears who does what now.
"""

from __future__ import annotations

from sqlmodel import col, delete, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.frame import opening, recasting
from campaigns.battle.record import finding
from campaigns.battle.record.info import BattleInfo, info_of
from campaigns.database.store import Store
from campaigns.members.membership import require_gm, sides_of
from campaigns.post import dispatches, outbox
from campaigns.post.matter import Matter, RolesGiven
from campaigns.scenario import casting, scenarios
from campaigns.scenario.roles import ROLES, Roles, armies_of, checked, roles_of, usual
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle, BattleUnit, PartWish
from campaigns.tables.campaigns import Campaign
from campaigns.tables.posts import PostKind
from campaigns.tables.scenarios import BattleScenario
from rules.scenario import Scenario
from rules.seam.ruleset import AnyRuleSet


async def give(store: Store, battle_id: int, who: int, roles: Roles) -> BattleInfo:
    """The armies of an open battle have these roles from now on.

    Raises Refusal: "no-battle", "umpire-only", "begun", "cancelled", "too-many", and for the roles as
    `scenario.roles.checked`.
    """
    async with store.writing_battle(battle_id) as session:
        row, campaign = await finding.battle_row(session, battle_id, who=who)
        await require_gm(session, row.campaign_id, who, "say who attacks")
        opening.require_open(row)
        rules = store.rules(campaign.rules)
        names = {key: side.name for key, side in (await sides_of(session, row.campaign_id)).items()}
        wanted = checked(rules, names, roles)
        if wanted == _now(row, rules):
            return await info_of(session, row)
        before = armies_of(rules, _now(row, rules))
        row.roles = ROLES.dump_json(wanted).decode()
        if before != armies_of(rules, wanted):
            scenario = await scenarios.of_battle(session, battle_id, rules)
            if scenario is not None:
                await _cast_anew(store, session, row, campaign, scenario, who)
        about = RolesGiven(roles=tuple(wanted.items()))
        await outbox.put(session, campaign, row, PostKind.NOTICE, Matter(topic="roles", about=about), store.clock.now())
        await session.flush()
        return await info_of(session, row)


def _now(row: Battle, rules: AnyRuleSet) -> Roles:
    return roles_of(row) or usual(rules)


async def _cast_anew(
    store: Store, session: AsyncSession, row: Battle, campaign: Campaign, scenario: Scenario, who: int
) -> None:
    """Its parts go to units of the armies that have them now; who was raised for one and is not wanted goes."""
    battle_id, now, rules = pk(row.id), store.clock.now(), store.rules(campaign.rules)
    found = (await session.exec(select(BattleUnit).where(BattleUnit.battle_id == battle_id))).all()
    raised = [call.unit_id for call in found if call.raised]
    for call in found:
        await session.delete(call)
    await session.exec(delete(PartWish).where(col(PartWish.battle_id) == battle_id))
    await session.flush()
    for unit_id in raised:
        await recasting.send_home(session, unit_id)
    parts = await casting.cast(session, row.campaign_id, rules, scenario, who, now, store.entropy)
    session.add_all(part.called(battle_id) for part in parts)
    kept = await session.get_one(BattleScenario, battle_id)
    kept.orders = scenarios.briefings(scenario)
    briefed = [side.key for side in scenario.sides if side.briefing]
    await dispatches.tell_sides_of(session, campaign, row, briefed, Matter(topic="side-briefing"), now)
