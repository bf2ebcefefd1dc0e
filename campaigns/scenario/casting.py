"""Casting: who of a campaign takes which part in a scenario's battle.

A part goes to a unit of its side and organisation that is free and has somebody fit: before all others to the one that
is this part already (it had it, bears its name, or people whom the file names served in it, whatever scenario that
was), with whoever lives in it; then to the one of the same establishment that was raised first. A force whose figures
the file writes out is such a part alone. Where there is none a unit is raised, and nobody who ever served on the side
stands twice: whoever would be named like them gets a name of their own. What happens to a unit in the battle lasts, as
for any other.
"""

from __future__ import annotations

from collections.abc import Sequence
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
from campaigns.roster.careers import full_name
from campaigns.roster.growth import could_field
from campaigns.roster.names import Name
from campaigns.roster.raising import MOST_UNITS, establish
from campaigns.roster.units import RosterUnit, battles_of, views_of
from campaigns.tables.base import pk
from campaigns.tables.battles import BattleUnit
from campaigns.tables.campaigns import Campaign, Player, Side
from campaigns.tables.roster import Figure, Slot, Unit
from campaigns.tables.scenarios import BattleScenario
from rules.naming import free, looks
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
    wished: Sequence[RosterUnit] = (),
) -> list[CastUnit]:
    """A unit for every force of the scenario, those held back too. `wished`: units that shall take part, whatever they
    are: each gets a part of its side, in the order in which the file has them, one that it is already before others.

    Raises Refusal: "too-many" where a side has no room for another unit, "no-part" for one that is wished in vain.
    """
    free = await _free(session, campaign_id, rules)
    sides = await sides_of(session, campaign_id)
    given = await _wished(session, campaign_id, scenario, wished)
    parts: list[CastUnit] = []
    for force in scenario.forces:
        if force.key in given:
            parts.append(CastUnit(force, given[force.key]))
            continue
        taken = {part.unit_id for part in parts} | set(given.values())
        former = await _former(session, campaign_id, scenario.key, force.key)
        left = [unit for unit in free if unit.id not in taken and _could(unit, force)]
        same = (unit for unit in left if _is_part(unit, force, former))
        alike = (unit for unit in left if _of_organisation(force, rules) and _of_establishment(unit, force))
        unit = next(same, None) or next(alike, None)
        unit_id = unit.id if unit else await _raise(session, sides[force.side], force, rules, who, now, entropy)
        parts.append(CastUnit(force, unit_id))
    return parts


async def _wished(
    session: AsyncSession, campaign_id: int, scenario: Scenario, units: Sequence[RosterUnit]
) -> dict[str, int]:
    """Which force each of these units is. Raises Refusal "no-part"."""
    given: dict[str, int] = {}
    rest: list[RosterUnit] = []
    for unit in units:
        for force in scenario.forces:
            former = await _former(session, campaign_id, scenario.key, force.key)
            if force.key not in given and force.side == unit.side and _is_part(unit, force, former):
                given[force.key] = unit.id
                break
        else:
            rest.append(unit)
    for unit in rest:
        part = next((each.key for each in scenario.forces if each.side == unit.side and each.key not in given), None)
        if part is None:
            count = sum(force.side == unit.side for force in scenario.forces)
            raise Refusal(
                "no-part",
                f"{scenario.title} has no part left for {unit.name}: its side has {count}.",
                "Name fewer units of that side.",
            )
        given[part] = unit.id
    return given


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


def _could(unit: RosterUnit, force: Force) -> bool:
    """Whether the file knows all of its places: a figure goes by the number of its place."""
    known = {figure.number for figure in force.plan.figures}
    alike = (unit.side, unit.organisation) == (force.side, force.organisation)
    return alike and {slot.number for slot in unit.slots} <= known


def _is_part(unit: RosterUnit, force: Force, former: set[int]) -> bool:
    """Whether it is this part already, by what it had, is called, or who served in it."""
    named = {looks(name) for name in force.names if name.strip()}
    served = {looks(man.name) for man, _ in unit.everybody}
    return unit.id in former or looks(unit.name) == looks(force.name) or bool(named & served)


def _of_establishment(unit: RosterUnit, force: Force) -> bool:
    return [(slot.number, slot.role) for slot in unit.slots] == [
        (each.number, each.role) for each in force.plan.figures
    ]


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
        _people(force, rules, entropy, await _borne(session, side)),
        name=free(proper_name(force.name), [unit.name for unit in others]),
        player_id=await _only_player(session, side),
        now=now,
        who=who,
    )
    return pk(unit.id)


async def _borne(session: AsyncSession, side: Side) -> list[str]:
    """The names of all who ever served on the side."""
    found = select(Figure).join(Slot, col(Slot.id) == Figure.slot_id).join(Unit, col(Unit.id) == Slot.unit_id)
    return [full_name(figure) for figure in (await session.exec(found.where(Unit.side_id == side.id))).all()]


def _people(force: Force, rules: AnyRuleSet, entropy: Entropy, borne: Sequence[str]) -> list[Name]:
    """The names that the file gives, and drawn ones where it gives none, or names somebody who served already."""
    known = {looks(name) for name in borne}
    given = [None if looks(name) in known else _name(name) for name in force.names[: len(force.plan.figures)]]
    given += [None] * (len(force.plan.figures) - len(given))
    locales = next((kind.locales for kind in rules.forces.organisations if kind.key == force.organisation), ())
    missing = sum(name is None for name in given)
    taken = [*(str(name) for name in given if name), *borne]
    drawn = iter(names.draw(locales, missing, taken, entropy)) if missing else iter(())
    return [name or next(drawn) for name in given]


def _name(text: str) -> Name | None:
    given, _, family = " ".join(text.split()).rpartition(" ")
    return Name(given, family) if family else None


async def _only_player(session: AsyncSession, side: Side) -> int | None:
    """The side's player where it has exactly one; otherwise the unit is the GM's."""
    found = select(Player.id).where(Player.side_id == side.id, col(Player.left_at).is_(None))
    players = (await session.exec(found)).all()
    return players[0] if len(players) == 1 else None
