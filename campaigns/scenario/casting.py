"""Casting: who of a campaign takes which part in a scenario's battle, as long as the GM says nothing else.

Who is suggested says `campaigns.scenario.candidates`. Where there is nobody a unit is raised, and nobody who ever
served on the side stands twice: whoever would be named like them gets a name of their own. So the figures that a file
writes out are those who serve when the campaign first meets the part; later whoever lives of them does. What happens to
a unit in the battle lasts, as for any other; a guest's is on no roster.
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
from campaigns.naming import proper_name
from campaigns.roster.careers import full_name
from campaigns.roster.names import Name
from campaigns.roster.raising import MOST_UNITS, establish, people_for
from campaigns.roster.units import RosterUnit
from campaigns.scenario.candidates import PartClaim, Troupe, troupe
from campaigns.tables.base import pk
from campaigns.tables.battles import BattleUnit
from campaigns.tables.campaigns import Player, Side
from campaigns.tables.roster import Figure, Slot, Unit
from rules.language.naming import free, looks
from rules.scenario import Force, Scenario
from rules.seam.ruleset import AnyRuleSet


@dataclass(frozen=True, slots=True)
class CastUnit:
    """A force of the scenario, and the unit that plays it. `raised`: because nobody was there for it."""

    force: Force
    unit_id: int
    raised: bool = False

    def called(self, battle_id: int) -> BattleUnit:
        """The row that calls it to the battle."""
        force = self.force
        x, y = force.place or (None, None)
        return BattleUnit(
            battle_id=battle_id,
            unit_id=self.unit_id,
            x=x,
            y=y,
            facing=force.facing,
            force=force.key,
            reserve=force.reserve,
            part=force.part,
            raised=self.raised,
        )


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
    """A unit for every force of the scenario, those held back too. `wished`: units that shall take part: each gets a
    part of its side that it fits, in the order in which the file has them, one that it has a claim to before others.

    Raises Refusal: "too-many" where a side has no room for another unit, "no-part" for one that is wished in vain.
    """
    everybody = await troupe(session, campaign_id, rules, scenario, now.date())
    given = _wished(everybody, scenario, wished)
    given |= {key: unit_id for key, (unit_id, _) in everybody.suggested(scenario, given).items()}
    sides = await sides_of(session, campaign_id)
    parts: list[CastUnit] = []
    for force in scenario.forces:
        if force.key in given:
            parts.append(CastUnit(force, given[force.key]))
        else:
            raised = await raise_for(session, sides[force.side], force, rules, who, now, entropy)
            parts.append(CastUnit(force, raised, raised=True))
    return parts


def _wished(everybody: Troupe, scenario: Scenario, units: Sequence[RosterUnit]) -> dict[str, int]:
    """Which force each of these units is. Raises Refusal "no-part"."""
    given: dict[str, int] = {}
    rest: list[RosterUnit] = []
    for unit in units:
        own = [force for force in scenario.forces if force.key not in given]
        same = [force for force in own if everybody.claim(unit, force) in (PartClaim.PART, PartClaim.SAME)]
        if same:
            given[same[0].key] = unit.id
        else:
            rest.append(unit)
    for unit in rest:
        own = [force for force in scenario.forces if force.side == unit.side]
        left = [force for force in own if force.key not in given]
        part = next((force for force in left if not everybody.lacking(unit, force)), None)
        if part is None:
            raise _no_part(everybody, scenario, unit, left, len(own))
        given[part.key] = unit.id
    return given


def _no_part(everybody: Troupe, scenario: Scenario, unit: RosterUnit, left: Sequence[Force], of: int) -> Refusal:
    if not left:
        words = f"{scenario.title} has no part left for {unit.name}: its side has {of}."
        return Refusal("no-part", words, "Name fewer units of that side.")
    whys = "; ".join(f"{force.name}: {', '.join(everybody.lacking(unit, force))}" for force in left[:4])
    return Refusal("no-part", f"{unit.name} fits no part that is left ({whys}).", "Name another unit.")


async def raise_for(
    session: AsyncSession, side: Side, force: Force, rules: AnyRuleSet, who: int, now: datetime, entropy: Entropy
) -> int:
    """Raise a unit for the force, after its plan. Returns its id. Raises Refusal "too-many"."""
    others = (await session.exec(select(Unit).where(Unit.campaign_id == side.campaign_id))).all()
    if sum(unit.side_id == side.id and _counts(unit) for unit in others) >= MOST_UNITS:
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
    unit.guest = force.guest
    return pk(unit.id)


def _counts(unit: Unit) -> bool:
    return unit.disbanded_at is None and not unit.guest


async def _borne(session: AsyncSession, side: Side) -> list[str]:
    """The names of all who ever served on the side."""
    found = select(Figure).join(Slot, col(Slot.id) == Figure.slot_id).join(Unit, col(Unit.id) == Slot.unit_id)
    return [full_name(figure) for figure in (await session.exec(found.where(Unit.side_id == side.id))).all()]


def _people(force: Force, rules: AnyRuleSet, entropy: Entropy, borne: Sequence[str]) -> list[Name]:
    """The names that the file gives, and drawn ones where it gives none, or names somebody who served already."""
    known = {looks(name) for name in borne}
    given = [None if looks(name) in known else _name(name) for name in force.names[: len(force.plan.figures)]]
    given += [None] * (len(force.plan.figures) - len(given))
    kind = next((each for each in rules.forces.organisations if each.key == force.organisation), None)
    missing = [figure.traits for figure, name in zip(force.plan.figures, given, strict=True) if name is None]
    taken = [*(str(name) for name in given if name), *borne]
    drawn = iter(people_for(rules, kind, missing, taken, entropy)) if missing else iter(())
    return [name or next(drawn) for name in given]


def _name(text: str) -> Name | None:
    given, _, family = " ".join(text.split()).rpartition(" ")
    return Name(given, family) if family else None


async def _only_player(session: AsyncSession, side: Side) -> int | None:
    """The side's player where it has exactly one; otherwise the unit is the GM's."""
    found = select(Player.id).where(Player.side_id == side.id, col(Player.left_at).is_(None))
    players = (await session.exec(found)).all()
    return players[0] if len(players) == 1 else None
