"""Casting: who of a campaign takes which part in a scenario's battle.

A part goes to a unit of its side that is free and has somebody fit, the one that was raised first: one of the same
organisation or, for a force whose figures the file writes out, one that had that very part before. Where there is none
a unit is raised. What happens to it in the battle lasts, as for any other.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.clock import Entropy
from campaigns.errors import Refusal
from campaigns.members.membership import sides_of
from campaigns.members.policies import Policies
from campaigns.naming import proper_name
from campaigns.roster import names
from campaigns.roster.growth import could_field
from campaigns.roster.names import Name
from campaigns.roster.raising import MOST_UNITS, establish
from campaigns.roster.units import RosterUnit, battles_of, views_of
from campaigns.tables.base import pk
from campaigns.tables.battles import BattleUnit
from campaigns.tables.campaigns import Campaign, Player, Side
from campaigns.tables.roster import Unit
from campaigns.tables.scenarios import BattleScenario
from rules.naming import free
from rules.ruleset import AnyRuleSet
from rules.scenario import Force, Scenario


@dataclass(frozen=True, slots=True)
class CastUnit:
    """A force of the scenario, and the unit that plays it."""

    force: Force
    unit_id: int


async def cast(
    session: AsyncSession,
    campaign_id: int,
    rules: AnyRuleSet,
    scenario: Scenario,
    who: int,
    now: datetime,
    entropy: Entropy,
) -> list[CastUnit]:
    """A unit for every force of the scenario, those held back too. Raises Refusal "too-many" where a side has no room
    for another unit."""
    free = await _free(session, campaign_id, rules)
    sides = await sides_of(session, campaign_id)
    parts: list[CastUnit] = []
    for force in scenario.forces:
        taken = {part.unit_id for part in parts}
        former = await _former(session, campaign_id, scenario.key, force.key)
        fitting = (unit for unit in free if unit.id not in taken and _fits(unit, force, rules, former))
        unit = next(fitting, None)
        unit_id = unit.id if unit else await _raise(session, sides[force.side], force, rules, who, now, entropy)
        parts.append(CastUnit(force, unit_id))
    return parts


async def _free(session: AsyncSession, campaign_id: int, rules: AnyRuleSet) -> list[RosterUnit]:
    """Units that could be called to a battle and would field somebody there, the oldest first."""
    campaign = await session.get_one(Campaign, campaign_id)
    settings = Policies.model_validate_json(campaign.settings)
    found = select(Unit).where(Unit.campaign_id == campaign_id, col(Unit.disbanded_at).is_(None)).order_by(col(Unit.id))
    units = (await session.exec(found)).all()
    fighting = await battles_of(session, [pk(unit.id) for unit in units])
    views = await views_of(session, units)
    return [view for view in views if view.id not in fighting and could_field(view, rules, settings)]


async def _former(session: AsyncSession, campaign_id: int, scenario: str, force: str) -> set[int]:
    """The units that have had this part before."""
    found = (
        select(BattleUnit.unit_id)
        .join(BattleScenario, col(BattleScenario.battle_id) == BattleUnit.battle_id)
        .join(Unit, col(Unit.id) == BattleUnit.unit_id)
        .where(BattleScenario.key == scenario, BattleUnit.force == force, Unit.campaign_id == campaign_id)
    )
    return set((await session.exec(found)).all())


def _fits(unit: RosterUnit, force: Force, rules: AnyRuleSet, former: set[int]) -> bool:
    if unit.side != force.side or unit.organisation != force.organisation:
        return False
    if _places(unit) != [(figure.number, figure.role) for figure in force.plan.figures]:
        return False
    return _of_organisation(force, rules) or unit.id in former


def _places(unit: RosterUnit) -> list[tuple[int, str]]:
    return [(slot.number, slot.role) for slot in unit.slots]


def _of_organisation(force: Force, rules: AnyRuleSet) -> bool:
    """Whether the force is its organisation's own establishment; otherwise the file writes its figures out."""
    return rules.forces.raise_unit(force.organisation) == force.plan


async def _raise(
    session: AsyncSession, side: Side, force: Force, rules: AnyRuleSet, who: int, now: datetime, entropy: Entropy
) -> int:
    others = (await session.exec(select(Unit).where(Unit.campaign_id == side.campaign_id))).all()
    if sum(unit.side_id == side.id and unit.disbanded_at is None for unit in others) >= MOST_UNITS:
        raise Refusal("too-many", f"A side has at most {MOST_UNITS} units.", "Disband one that is not needed.")
    unit = await establish(
        session,
        side,
        force.plan,
        _people(force, rules, entropy),
        name=free(proper_name(force.name), [unit.name for unit in others]),
        player_id=await _only_player(session, side),
        now=now,
        who=who,
    )
    return pk(unit.id)


def _people(force: Force, rules: AnyRuleSet, entropy: Entropy) -> list[Name]:
    """The names that the file gives, and drawn ones where it gives none."""
    given = [_name(name) for name in force.names[: len(force.plan.figures)]]
    given += [None] * (len(force.plan.figures) - len(given))
    locales = next((kind.locales for kind in rules.forces.organisations if kind.key == force.organisation), ())
    missing = sum(name is None for name in given)
    drawn = iter(names.draw(locales, missing, [str(name) for name in given if name], entropy)) if missing else iter(())
    return [name or next(drawn) for name in given]


def _name(text: str) -> Name | None:
    given, _, family = " ".join(text.split()).rpartition(" ")
    return Name(given, family) if family else None


async def _only_player(session: AsyncSession, side: Side) -> int | None:
    """The side's player where it has exactly one; otherwise the unit is the GM's."""
    found = select(Player.id).where(Player.side_id == side.id, col(Player.left_at).is_(None))
    players = (await session.exec(found)).all()
    return players[0] if len(players) == 1 else None
