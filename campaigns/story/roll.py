"""The roll of honour: a campaign's dead, battle by battle, as far as somebody may know of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import col, select

from campaigns.battle.record import accounts
from campaigns.campaign.campaign import CampaignView
from campaigns.database.store import Store
from campaigns.refs import figure_ref
from campaigns.roster.careers import facts_of, fold, full_name, titles_of
from campaigns.story import reckoning, seen
from campaigns.tables.base import given, pk
from campaigns.tables.battles import Battle
from campaigns.tables.campaigns import Side
from campaigns.tables.roster import PERSON, CareerFact, FactKind, Figure, Slot, Unit
from rules.kernel.action import SideId


@dataclass(frozen=True, slots=True)
class RollName:
    """One of the dead. `battle`: "" of those who died between battles, and `number` 0."""

    name: str
    nickname: str
    unit: str
    side: SideId
    side_name: str
    battle: str
    number: int
    at: datetime
    decorations: tuple[str, ...]


_DEAD = (
    select(CareerFact, Figure, Unit, Side)
    .join(Figure, col(Figure.id) == CareerFact.figure_id)
    .join(Slot, col(Slot.id) == Figure.slot_id)
    .join(Unit, col(Unit.id) == Slot.unit_id)
    .join(Side, col(Side.id) == Unit.side_id)
    .where(col(Unit.campaign_id) == given("campaign"), col(Slot.kind) == PERSON)
    .where(col(CareerFact.kind) == FactKind.KILLED)
    .where(col(CareerFact.id).not_in(select(CareerFact.corrects_id).where(col(CareerFact.corrects_id).is_not(None))))
    .order_by(col(CareerFact.at), col(CareerFact.id))
)


async def read(store: Store, here: CampaignView, who: int) -> tuple[RollName, ...]:
    """The dead of one's own side, and those of others whose death one's side learned of in a battle; the first ones
    first."""
    viewer = seen.viewer_of(here, who)
    await reckoning.make_missing(store, here.id)
    async with store.reading() as session:
        told = await accounts.kept(session, here.id, viewer)
        rows = (await session.exec(_DEAD, params={"campaign": here.id})).all()
        known = {battle: {e.of for e in kept.service if e.what == "killed"} for battle, kept in told.items()}
        shown = [
            (fact, figure, unit, side)
            for fact, figure, unit, side in rows
            if viewer in (accounts.EVERYTHING, side.key) or figure_ref(figure) in known.get(fact.battle_id or 0, set())
        ]
        facts = await facts_of(session, [pk(figure.id) for _, figure, _, _ in shown])
        in_battles = col(Battle.id).in_({fact.battle_id for fact, _, _, _ in shown})
        battles: Sequence[Battle] = (await session.exec(select(Battle).where(in_battles))).all()
        titles = await titles_of(session, battles)
    numbers = {battle.id: battle.number for battle in battles}
    found: list[RollName] = []
    for fact, figure, unit, side in shown:
        standing = fold(facts[pk(figure.id)])
        own = viewer in (accounts.EVERYTHING, side.key)
        found.append(
            RollName(
                name=f"{standing.rank} {full_name(figure)}".strip(),
                nickname=standing.nickname if own else "",
                unit=unit.name,
                side=side.key,
                side_name=side.name,
                battle=titles.get(fact.battle_id or 0, ""),
                number=numbers.get(fact.battle_id, 0),
                at=fact.at,
                decorations=standing.decorations if own else (),
            )
        )
    return tuple(found)
