"""Who could take which part of a scenario, and why somebody cannot.

A part goes, in this order, to whoever had it in an earlier scenario; to the same unit by name or people; to whom its
player wishes it; to the oldest that was raised as its organisation; to the oldest that the file lets have it. Whoever
was raised for it a moment ago comes last.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import IntEnum

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.members.policies import Policies
from campaigns.roster.careers import GONE
from campaigns.roster.growth import could_field, fielded, keeps, may_come_back
from campaigns.roster.regrouping import plan_of
from campaigns.roster.units import RosterUnit, views_where
from campaigns.tables.battles import Battle, BattleStatus, BattleUnit, PartWish
from campaigns.tables.campaigns import Campaign
from campaigns.tables.roster import Unit
from campaigns.tables.scenarios import BattleScenario
from rules.kernel.action import SideId
from rules.language.naming import looks
from rules.scenario import Candidate, Force, Scenario, candidate
from rules.seam.ruleset import AnyRuleSet


class PartClaim(IntEnum):
    """Why a unit is suggested for a part, the best reason first."""

    PART = 1
    """It had the part in an earlier battle."""
    SAME = 2
    """It bears the force's name, or people whom the file names."""
    WISH = 3
    """Its player wishes for it."""
    KIND = 4
    """It was raised as the force's organisation."""
    FITS = 5
    """The file lets it have the part."""
    RAISED = 6
    """It was raised for this part when the battle was opened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Troupe:
    """All who might take a part. `today`: the day on which the battle would begin; `units`: of the campaign, the oldest
    first; `elsewhere`: those called to another battle, with its title; `former`: by force, who had the part, the
    latest first; `wishes`: by unit, which part its player would like; `raised`: by force, who was raised for it in this
    battle."""

    rules: AnyRuleSet
    settings: Policies
    today: date
    units: tuple[RosterUnit, ...]
    elsewhere: Mapping[int, str]
    former: Mapping[str, tuple[int, ...]]
    wishes: Mapping[int, str] = field(default_factory=dict[int, str])
    raised: Mapping[str, int] = field(default_factory=dict[str, int])

    def unit(self, unit_id: int) -> RosterUnit | None:
        return next((unit for unit in self.units if unit.id == unit_id), None)

    def ranked(self, force: Force) -> list[RosterUnit]:
        """The units of the force's side: those that had the part, the latest first, then the oldest."""
        had = self.former.get(force.key, ())
        own = [unit for unit in self.units if unit.side == force.side]
        return sorted(own, key=lambda unit: had.index(unit.id) if unit.id in had else len(had))

    def lacking(self, unit: RosterUnit, force: Force) -> tuple[str, ...]:
        """Why the unit cannot take the part, a clause each; nothing where it can."""
        if unit.side != force.side:
            return ("of another side",)
        if unit.id in self.elsewhere:
            return (f"serves in {self.elsewhere[unit.id]}",)
        if not could_field(unit, self.rules, self.settings, self.today):
            return ("destroyed: none of it is left",) if _destroyed(unit) else ("none of it is fit",)
        if unit.id in self.former.get(force.key, ()) or self.raised.get(force.key) == unit.id:
            return ()
        if (unit.guest or force.guest) and not (unit.guest and force.guest and _is_same(unit, force)):
            return ("a guest of another scene",) if unit.guest else ("the part is a guest's",)
        return () if force.terms is None else force.terms.lacking(self.counted(unit))

    def claim(self, unit: RosterUnit, force: Force) -> PartClaim | None:
        """By what the unit is suggested for the part; None: it may take it only by the GM's word, or not at all."""
        if self.lacking(unit, force):
            return None
        if self.raised.get(force.key) == unit.id:
            return PartClaim.RAISED
        if unit.id in self.former.get(force.key, ()):
            return PartClaim.PART
        if _is_same(unit, force):
            return PartClaim.SAME
        if self.wishes.get(unit.id) == force.key:
            return PartClaim.WISH
        if unit.id in self.raised.values():
            return None
        if not force.guest and _of_organisation(force, self.rules) and _of_establishment(unit, force):
            return PartClaim.KIND
        return PartClaim.FITS if force.terms is not None else None

    def suggested(self, scenario: Scenario, given: Mapping[str, int] | None = None) -> dict[str, tuple[int, PartClaim]]:
        """Who should take which force; those for which somebody must be raised are left out. `given`: parts that are
        settled already. The best claims of all parts go first, so nobody loses a part to a lesser claim."""
        found: dict[str, tuple[int, PartClaim]] = {}
        settled = given or {}
        for wanted in PartClaim:
            for force in scenario.forces:
                if force.key in settled or force.key in found:
                    continue
                taken = {*settled.values(), *(unit_id for unit_id, _ in found.values())}
                left = (unit for unit in self.ranked(force) if unit.id not in taken)
                unit = next((each for each in left if self.claim(each, force) is wanted), None)
                if unit is not None:
                    found[force.key] = (unit.id, wanted)
        return found

    def counted(self, unit: RosterUnit) -> Candidate:
        """What counts of a unit as it may take the field."""
        kept = keeps(self.rules, self.settings, self.settings.options)
        come = [
            slot
            for slot in unit.slots
            if fielded(slot, self.rules, kept) is not None or may_come_back(unit, slot, self.settings, self.today)
        ]
        bases = sum(slot.holder.men_left for slot in unit.elements if slot.holder is not None)
        return candidate(self.rules, plan_of(self.rules, unit, come), len(come) + bases)


async def troupe(
    session: AsyncSession,
    campaign_id: int,
    rules: AnyRuleSet,
    scenario: Scenario,
    today: date,
    battle_id: int | None = None,
    *,
    owner: tuple[SideId, int] | None = None,
) -> Troupe:
    """Everybody of a campaign who might play in a scenario. `battle_id`: the battle that has been opened by it, to
    which units have been called, and for which players have wished; `owner`: a side and the user who plays for it,
    where only that player's units are looked at."""
    campaign = await session.get_one(Campaign, campaign_id)
    units = await views_where(session, (col(Unit.campaign_id) == campaign_id) & col(Unit.disbanded_at).is_(None))
    if owner is not None:
        units = [unit for unit in units if (unit.side, unit.owner) == owner and not unit.guest]
    raised = select(BattleUnit.force, BattleUnit.unit_id).where(
        BattleUnit.battle_id == battle_id, col(BattleUnit.raised), col(BattleUnit.force).is_not(None)
    )
    wishes = select(PartWish.unit_id, PartWish.force).where(PartWish.battle_id == battle_id)
    return Troupe(
        rules=rules,
        settings=Policies.model_validate_json(campaign.settings),
        today=today,
        units=tuple(units),
        elsewhere=await _elsewhere(session, units, battle_id),
        former=await _former(session, campaign_id, scenario, battle_id),
        wishes=dict((await session.exec(wishes)).all()),
        raised={str(force): unit_id for force, unit_id in (await session.exec(raised)).all()},
    )


async def _elsewhere(session: AsyncSession, units: Collection[RosterUnit], battle_id: int | None) -> dict[int, str]:
    called = {unit.id: unit.fighting for unit in units if unit.fighting is not None and unit.fighting != battle_id}
    found = select(Battle.id, Battle.title).where(col(Battle.id).in_(set(called.values())))
    titles = dict((await session.exec(found)).all())
    return {unit: titles[battle] for unit, battle in called.items()}


async def _former(
    session: AsyncSession, campaign_id: int, scenario: Scenario, battle_id: int | None
) -> dict[str, tuple[int, ...]]:
    """By force the units that had its part before: in this scenario, or under the name that the part is kept by."""
    found = (
        select(BattleUnit.unit_id, BattleUnit.force, BattleUnit.part, BattleScenario.key)
        .join(BattleScenario, col(BattleScenario.battle_id) == BattleUnit.battle_id)
        .join(Battle, col(Battle.id) == BattleUnit.battle_id)
        .where(
            Battle.campaign_id == campaign_id,
            (col(Battle.status) != BattleStatus.CANCELLED) | col(BattleUnit.raised),
        )
    )
    if battle_id is not None:
        found = found.where(BattleUnit.battle_id != battle_id)
    had = (await session.exec(found.order_by(col(Battle.number).desc()))).all()
    return {
        force.key: tuple(
            dict.fromkeys(
                unit_id
                for unit_id, key, part, of in had
                if (of == scenario.key and key == force.key) or (force.part and part == force.part)
            )
        )
        for force in scenario.forces
    }


def _destroyed(unit: RosterUnit) -> bool:
    return all(slot.holder is None or slot.holder.status in GONE for slot in unit.places)


def _is_same(unit: RosterUnit, force: Force) -> bool:
    """Whether it is this force already, by what it is called or who serves in it."""
    if unit.organisation != force.organisation:
        return False
    if looks(unit.name) == looks(force.name):
        return True
    known = {figure.number for figure in force.plan.figures}
    named = {looks(name) for name in force.names if name.strip()}
    served = {looks(man.name) for man, _ in unit.everybody}
    return bool(named & served) and {slot.number for slot in unit.slots} <= known


def _of_establishment(unit: RosterUnit, force: Force) -> bool:
    planned = [(each.number, each.role) for each in force.plan.figures]
    return unit.organisation == force.organisation and [(slot.number, slot.role) for slot in unit.slots] == planned


def _of_organisation(force: Force, rules: AnyRuleSet) -> bool:
    """Whether the force is its organisation's own establishment; otherwise the file writes its figures out."""
    return rules.forces.raise_unit(force.organisation) == force.plan
