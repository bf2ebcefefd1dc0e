"""What has become of a player's own people in a battle and since, and what they may choose for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import col, select

from campaigns.battle.record import finding
from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.members.policies import Policies
from campaigns.roster import growth
from campaigns.roster.careers import facts_of, in_force
from campaigns.roster.rosters import AWAY
from campaigns.roster.units import RosterFigure, RosterUnit, views_where
from campaigns.tables.battles import BattleStatus, BattleUnit
from campaigns.tables.roster import CareerFact, FactKind, Unit

_FATES = (
    FactKind.KILLED,
    FactKind.WOUNDED,
    FactKind.CAPTURED,
    FactKind.MISSING,
    FactKind.DAMAGED,
    FactKind.KNOCKED_OUT,
    FactKind.DESTROYED,
    FactKind.MEN_LOST,
    FactKind.FIELD_PROMOTED,
    FactKind.DECORATED,
    FactKind.INJURED,
)
"""What a battle itself does to somebody, and what it is told of them for."""
_SINCE = (
    FactKind.JOINED,
    FactKind.RECOVERED,
    FactKind.REPAIRED,
    FactKind.MEN_JOINED,
    FactKind.PROMOTED,
    FactKind.RETIRED,
    FactKind.UPGRADED,
)
"""What happens to them between two battles."""


@dataclass(frozen=True, slots=True)
class Survivor:
    """Somebody, or an element, of whom there is something to tell. `what`: in the order in which it came true."""

    figure: RosterFigure
    what: tuple[FactKind, ...]
    to_spend: int = 0
    """Upgrades that their player may choose for them."""


@dataclass(frozen=True, slots=True)
class UnitBack:
    """One of a player's units that fought. `unscathed`: people and elements of whom there is nothing to tell."""

    unit: RosterUnit
    people: tuple[Survivor, ...]
    unscathed: int

    @property
    def away(self) -> int:
        return sum(one.figure.stands and one.figure.status in AWAY for one in self.people)

    @property
    def vacant(self) -> int:
        return sum(slot.holder is None for slot in self.unit.places)


@dataclass(frozen=True, slots=True)
class OwnPeople:
    title: str
    settings: Policies
    units: tuple[UnitBack, ...]


async def own_people(store: Store, battle_id: int, who: int) -> OwnPeople:
    """The units of this player that fought in a battle which is over. Raises Refusal: "no-battle", "not-over"."""
    async with store.reading() as session:
        row, campaign = await finding.battle_row(session, battle_id, who=who, locked=False)
        if row.status != BattleStatus.ENDED or row.ended_at is None:
            raise Refusal("not-over", f"{row.title} is not over.", "Wait until it has ended.")
        settings = Policies.model_validate_json(campaign.settings)
        fought = select(BattleUnit.unit_id).where(BattleUnit.battle_id == battle_id)
        views = await views_where(session, col(Unit.id).in_(fought) & col(Unit.disbanded_at).is_(None))
        own = [unit for unit in views if unit.owner == who]
        facts = await facts_of(session, [man.id for unit in own for man, _ in unit.everybody])
    return OwnPeople(
        row.title,
        settings,
        tuple(unit_back(unit, facts, battle_id, row.ended_at, settings.experience) for unit in own),
    )


def unit_back(
    unit: RosterUnit, facts: Mapping[int, Sequence[CareerFact]], battle_id: int, ended_at: datetime, every: int
) -> UnitBack:
    """What there is to tell of a unit since a battle and from it. `every`: battles for each upgrade."""
    told: list[Survivor] = []
    for man, _ in unit.everybody:
        kinds = tuple(
            FactKind(fact.kind)
            for fact in in_force(facts[man.id])
            if (fact.battle_id == battle_id and fact.kind in _FATES)
            or (fact.at > ended_at and fact.battle_id is None and fact.kind in (*_SINCE, *_FATES))
        )
        spare = growth.left(man.standing, every) if man.stands else 0
        if kinds or spare:
            told.append(Survivor(man, kinds, spare))
    fit = sum(slot.holder is not None for slot in unit.places) - sum(one.figure.stands for one in told)
    return UnitBack(unit, tuple(told), max(0, fit))
