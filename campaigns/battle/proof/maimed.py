"""The lasting injuries that a battle's own dice proposed and a GM gave: in the exported file, and checked."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.record.lasting import dice_in
from campaigns.refs import figure_ref
from campaigns.roster.careers import in_force
from campaigns.tables.roster import CareerFact, FactKind, Figure


class GivenInjury(BaseModel):
    """Somebody keeps it of a wound of this battle. `die`, `which`: the dice that the line of their career names; 0
    where it names none."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    figure: str
    injury: str
    die: int
    which: int


async def given_in(session: AsyncSession, battle_id: int) -> tuple[GivenInjury, ...]:
    """Those of a battle that nobody has taken back, in the order in which they were given."""
    of_it = select(CareerFact).where(CareerFact.battle_id == battle_id).order_by(col(CareerFact.id))
    kinds = col(CareerFact.kind).in_((FactKind.INJURED, FactKind.CORRECTED))
    facts = [fact for fact in in_force((await session.exec(of_it.where(kinds))).all()) if fact.details]
    whose = select(Figure).where(col(Figure.id).in_([fact.figure_id for fact in facts]))
    refs = {figure.id: figure_ref(figure) for figure in (await session.exec(whose)).all()}
    return tuple(
        GivenInjury(figure=refs[fact.figure_id], injury=fact.details or "", die=die, which=which)
        for fact in facts
        for die, which in [dice_in(fact.note) or (0, 0)]
    )
