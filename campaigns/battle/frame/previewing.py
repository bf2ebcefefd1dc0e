"""What a GM sees before a battle begins: each side's strength, its leaders, who is away and what the campaign's
policies would do about it when the battle begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sqlmodel import col

from campaigns.database.store import Store
from campaigns.members.membership import campaign_row, require_gm, sides_of
from campaigns.members.policies import Policies, Replacements
from campaigns.roster.growth import fielded, keeps, may_come_back
from campaigns.roster.promoting import steps
from campaigns.roster.regrouping import plan_of
from campaigns.roster.rosters import AWAY
from campaigns.roster.units import RosterUnit, SlotView, views_where
from campaigns.tables.roster import Unit
from rules.kernel.action import SideId
from rules.seam.ruleset import AnyRuleSet

UNEVEN = 3
"""A side that has so many times as many men as another is worth a word."""


@dataclass(frozen=True, slots=True)
class SideStrength:
    """One side as it would take the field. `men`: those who can today, of bases too; `by_policy`: as many more may come
    when the battle begins; `established`: all places of people, and men of bases at full strength."""

    side: SideId
    name: str
    units: int
    men: int
    by_policy: int
    established: int
    elements: int
    points: Decimal | None
    leaderless: tuple[str, ...]
    """Units in which a leader's place is empty."""
    away: tuple[tuple[str, int], ...]
    """Why people and elements are away, and how many."""
    vacant: int


@dataclass(frozen=True, slots=True)
class Strengths:
    sides: tuple[SideStrength, ...]
    settings: Policies

    @property
    def uneven(self) -> tuple[SideStrength, SideStrength] | None:
        """The weakest and the strongest, where one has several times as many men as the other."""
        ranked = sorted((side for side in self.sides if side.units), key=lambda side: side.men + side.by_policy)
        if len(ranked) < 2:
            return None
        least, most = ranked[0], ranked[-1]
        many = most.men + most.by_policy >= UNEVEN * (least.men + least.by_policy)
        return (least, most) if many else None


async def strengths(store: Store, campaign_id: int, who: int, unit_ids: Sequence[int] | None = None) -> Strengths:
    """How the sides would meet, for a GM. `unit_ids`: who fights; None: all units that are in no battle.

    Raises Refusal: "no-campaign", "umpire-only".
    """
    async with store.reading() as session:
        row = await campaign_row(session, campaign_id)
        await require_gm(session, campaign_id, who, "see both sides")
        of_it = (col(Unit.campaign_id) == campaign_id) & col(Unit.disbanded_at).is_(None)
        views = await views_where(session, of_it)
        names = {key: side.name for key, side in (await sides_of(session, campaign_id)).items()}
    rules, settings = store.rules(row.rules), Policies.model_validate_json(row.settings)
    today = store.clock.now().date()
    come = [unit for unit in views if (_free(unit) if unit_ids is None else unit.id in unit_ids)]
    found = {key: [unit for unit in come if unit.side == key] for key in names}
    sides = tuple(
        _side(key, names[key], own, rules, settings, today)
        for key, own in found.items()
        if own or key in _played(rules)
    )
    return Strengths(sides, settings)


def _free(unit: RosterUnit) -> bool:
    return unit.fighting is None and not unit.guest


def _played(rules: AnyRuleSet) -> set[SideId]:
    return {kind.key for kind in rules.forces.sides if kind.playable}


def _side(
    key: SideId, name: str, units: Sequence[RosterUnit], rules: AnyRuleSet, settings: Policies, today: date
) -> SideStrength:
    kept = keeps(rules, settings, settings.options)
    here = {unit.id: [slot for slot in unit.slots if fielded(slot, rules, kept) is not None] for unit in units}
    men = sum(map(len, here.values())) + sum(_men(slot) for unit in units for slot in unit.elements)
    later = sum(
        slot not in here[unit.id] and may_come_back(unit, slot, settings, today)
        for unit in units
        for slot in unit.slots
    )
    away = Counter(
        "absent" if slot.holder.excused else slot.holder.status.value
        for unit in units
        for slot in unit.places
        if slot.holder is not None and slot not in here[unit.id] and (slot.holder.status in AWAY or slot.holder.excused)
    )
    price = rules.forces.points
    return SideStrength(
        side=key,
        name=name,
        units=len(units),
        men=men,
        by_policy=later,
        established=sum(len(unit.slots) + sum(slot.last.men for slot in unit.elements) for unit in units),
        elements=sum(_ready(slot) for unit in units for slot in unit.elements),
        points=None if price is None else sum((price(plan_of(rules, u, here[u.id])) for u in units), Decimal(0)),
        leaderless=tuple(unit.name for unit in units if steps(unit, rules) or _headless(unit, rules)),
        away=tuple(sorted(away.items())),
        vacant=sum(slot.holder is None for unit in units for slot in unit.places),
    )


def _headless(unit: RosterUnit, rules: AnyRuleSet) -> bool:
    """Whether a leader's place is empty, though nobody can step up."""
    succession = rules.forces.succession
    return succession is not None and any(slot.holder is None and succession.leads(slot.traits) for slot in unit.slots)


def _ready(slot: SlotView) -> bool:
    return slot.holder is not None and not slot.holder.excused and slot.holder.status in ("fit", "damaged")


def _men(slot: SlotView) -> int:
    return slot.holder.men_left if slot.holder is not None and _ready(slot) else 0


def fills(settings: Policies) -> bool:
    """Whether empty places are filled when a battle begins."""
    return settings.replacements is Replacements.AUTOMATIC
