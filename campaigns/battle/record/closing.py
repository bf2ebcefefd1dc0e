"""The end of a battle: its outcome is fixed, and what it did to each figure is written into the rosters, once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.record import accounts, aftermath
from campaigns.battle.record.aftermath import Aftermath
from campaigns.battle.record.bearing import borne_out
from campaigns.battle.record.journal import Entry, events_of
from campaigns.post import cards
from campaigns.refs import figures_called
from campaigns.roster import growth
from campaigns.roster.careers import project
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle, BattleStatus
from campaigns.tables.roster import CareerFact, FactKind
from rules.kernel.action import SideId
from rules.seam.forces import Muster
from rules.seam.growth import WOUNDED
from rules.seam.ruleset import AnyRuleSet, Service
from rules.seam.viewing import Tally


class BattleOutcome(BaseModel):
    """How a battle ended. `winner` None: a draw; `reason`: "" where none was given. `tallies`: the rule set's, by side;
    `lines`: what else it says. `aftermath`: names and objectives, as far as everybody may know them; battles that ended
    before there was one have none."""

    model_config = ConfigDict(frozen=True)

    winner: SideId | None
    reason: str
    how: Literal["rules", "gm", "agreement"]
    tallies: tuple[Tally, ...] = ()
    lines: tuple[str, ...] = ()
    aftermath: Aftermath | None = None

    @property
    def told(self) -> tuple[str, ...]:
        """All that the rule set says of it, in lines."""
        return (*(tally.line for tally in self.tallies), *self.lines)

    def by_side(self) -> tuple[Mapping[SideId, str], tuple[str, ...]]:
        """The tallies, and what else is said. Battles that ended before there were any have them among the lines, each
        after the name of its side."""
        if self.tallies or self.aftermath is None:
            return {tally.side: tally.words for tally in self.tallies}, self.lines
        sides = [(side.side, f"{side.name}: ") for side in self.aftermath.sides]
        found = {
            line: (key, line.removeprefix(name)) for line in self.lines for key, name in sides if line.startswith(name)
        }
        return dict(found.values()), tuple(line for line in self.lines if line not in found)


@dataclass(frozen=True, slots=True)
class Ending:
    """What the end of a battle comes to, before it is written down. `fought`: the campaign's figures that took the
    field, or stood by to, by their references; `conditions`: in which the battle left people, by their references."""

    outcome: BattleOutcome
    fought: frozenset[str]
    service: tuple[Service, ...]
    conditions: Mapping[str, str]
    options: growth.Options
    accounts: Mapping[str, str]
    """What each viewer may be told of it (`record.accounts`)."""
    borne_out: tuple[int | None, ...] = ()
    """The entry of the journal for each service record."""


def reckon(rules: AnyRuleSet, state: Any, standing: Sequence[Entry], muster: Muster, outcome: BattleOutcome) -> Ending:
    """From all living entries of the battle and the state that they came to. Takes its time."""
    events = events_of(standing)
    reckoned = aftermath.reckon(rules, state, events, muster)
    service = rules.battle.service(events)
    return Ending(
        outcome=outcome.model_copy(update={"aftermath": reckoned}),
        fought=frozenset(figures_of(muster)),
        service=service,
        conditions=rules.battle.condition_after(events) if rules.forces.growth is not None else {},
        options=muster.options,
        accounts=accounts.reckon(rules, state, events, muster),
        borne_out=borne_out(rules, standing, service),
    )


async def close(session: AsyncSession, row: Battle, ending: Ending, rules: AnyRuleSet, now: datetime) -> None:
    """End a running battle and append its service records to the careers. BG-XIII.10.1"""
    if row.status != BattleStatus.RUNNING:
        raise ValueError(f"battle {row.id} is {row.status}: it has been written back already, or never begun")
    row.status, row.ended_at, row.proposal = BattleStatus.ENDED, now, None
    row.result = ending.outcome.model_dump_json()
    await cards.renew(session, row.campaign_id, now)
    people = await figures_called(session, row.campaign_id, ending.fought)
    known = {ref: pk(figure.id) for ref, figure in people.items()}
    places = {ref: (known[ref], figure.slot_id) for ref, figure in people.items()}
    facts = project(ending.service, places, pk(row.id), now, ending.borne_out)
    carries = {known[ref]: condition for ref, condition in ending.conditions.items() if ref in known}
    for fact in facts:
        # Where a wound is all that one carries, the wound says so itself.
        if fact.kind == FactKind.WOUNDED and carries.get(fact.figure_id) == WOUNDED:
            fact.details = WOUNDED
    session.add_all(facts)
    accounts.keep(session, pk(row.id), ending.accounts)
    await session.flush()
    await growth.after_battle(session, row, rules, ending.conditions, known, ending.options, now)


async def reopen(session: AsyncSession, row: Battle, why: str, who: int, now: datetime) -> None:
    """Take the end of a battle back: the battle runs again, and each fact that it left is corrected, not deleted."""
    row.status, row.result, row.ended_at, row.seal = BattleStatus.RUNNING, None, None, ""
    await cards.renew(session, row.campaign_id, now)
    await accounts.drop(session, pk(row.id))
    # What a person wrote about this battle stands, but for what it taught and what lasts of its wounds; what the battle
    # itself left behind has no author.
    found = select(CareerFact).where(CareerFact.battle_id == row.id).order_by(col(CareerFact.id))
    facts = (await session.exec(found)).all()
    corrected = {fact.corrects_id for fact in facts if fact.kind == FactKind.CORRECTED}
    for fact in facts:
        left_behind = fact.user_id is None or fact.kind in (FactKind.UPGRADED, FactKind.INJURED)
        if left_behind and fact.id not in corrected:
            session.add(
                CareerFact(
                    figure_id=fact.figure_id,
                    battle_id=row.id,
                    kind=FactKind.CORRECTED,
                    corrects_id=fact.id,
                    note=why,
                    user_id=who,
                    at=now,
                )
            )
    await session.flush()


def figures_of(muster: Muster) -> set[str]:
    """The campaign's figures and elements that took the field, or stood by to."""
    units = [*(unit for side in muster.sides for unit in side.units), *muster.reserves]
    return {one.id for unit in units for one in (*unit.figures, *unit.elements)}
