"""Deleting a campaign with all that belongs to it. Nothing of it can be brought back."""

from __future__ import annotations

from dataclasses import dataclass

from sqlmodel import col, delete, func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.database.store import Store
from campaigns.errors import Command, Refusal
from campaigns.members import knowledge
from campaigns.members.membership import campaign_row, require_gm
from campaigns.tables.battles import Battle, BattleUnit
from campaigns.tables.boards import BattlePicture, KeptBoard
from campaigns.tables.campaigns import Campaign, Player
from campaigns.tables.drafts import Draft
from campaigns.tables.honours import DeclinedHonour, UnitHonour
from campaigns.tables.roster import PERSON, CareerFact, Figure, Slot, Unit


@dataclass(frozen=True, slots=True)
class WouldBeLost:
    """What would go with a campaign."""

    name: str
    battles: int
    units: int
    figures: int


async def loss(store: Store, campaign_id: int, who: int) -> WouldBeLost:
    """What would go. Raises Refusal: "no-campaign", "umpire-only", "fighting"."""
    async with store.reading() as session:
        campaign = await campaign_row(session, campaign_id)
        await require_gm(session, campaign_id, who, "delete it")
        await _require_peace(session, campaign_id)
        battles = select(func.count()).select_from(Battle).where(Battle.campaign_id == campaign_id)
        units = select(func.count()).select_from(Unit).where(Unit.campaign_id == campaign_id)
        figures = (
            select(func.count())
            .select_from(Figure)
            .join(Slot, col(Slot.id) == Figure.slot_id)
            .join(Unit, col(Unit.id) == Slot.unit_id)
            .where(Unit.campaign_id == campaign_id, Slot.kind == PERSON)
        )
        counts = [(await session.exec(counted)).one() for counted in (battles, units, figures)]
        return WouldBeLost(campaign.name, *counts)


async def delete_campaign(store: Store, campaign_id: int, who: int, name: str) -> None:
    """A GM deletes a campaign, open or closed; `name` is its name as he has typed it.

    Raises Refusal: "no-campaign", "umpire-only", "fighting" while a battle goes on, "other-name".
    """
    async with store.writing() as session:
        campaign = await campaign_row(session, campaign_id, lock=True)
        await require_gm(session, campaign_id, who, "delete it")
        await _require_peace(session, campaign_id)
        if " ".join(name.split()).casefold() != campaign.name.casefold():
            raise Refusal("other-name", f"This campaign is called {campaign.name}.", "Type exactly that to delete it.")
        await _delete_all(session, campaign_id)


async def _delete_all(session: AsyncSession, campaign_id: int) -> None:
    """What points at rows that go along must go before them; the rest goes with the campaign."""
    units = select(Unit.id).where(Unit.campaign_id == campaign_id)
    slots = select(Slot.id).where(col(Slot.unit_id).in_(units))
    figures = select(Figure.id).where(col(Figure.slot_id).in_(slots))
    battles = select(Battle.id).where(Battle.campaign_id == campaign_id)
    for those in (
        delete(CareerFact).where(col(CareerFact.figure_id).in_(figures)),
        delete(UnitHonour).where(col(UnitHonour.unit_id).in_(units)),
        delete(DeclinedHonour).where(col(DeclinedHonour.battle_id).in_(battles)),
        delete(Draft).where(col(Draft.campaign_id) == campaign_id),
        delete(BattlePicture).where(col(BattlePicture.battle_id).in_(battles)),
        delete(KeptBoard).where(col(KeptBoard.campaign_id) == campaign_id),
        delete(BattleUnit).where(col(BattleUnit.battle_id).in_(battles)),
        delete(Battle).where(col(Battle.campaign_id) == campaign_id),
        delete(Figure).where(col(Figure.slot_id).in_(slots)),
        delete(Unit).where(col(Unit.campaign_id) == campaign_id),
        delete(Player).where(col(Player.campaign_id) == campaign_id),
        delete(Campaign).where(col(Campaign.id) == campaign_id),
    ):
        await session.exec(those.execution_options(synchronize_session=False))


async def _require_peace(session: AsyncSession, campaign_id: int) -> None:
    """Raises Refusal "fighting": the players of a battle that goes on should see its end first."""
    battles = await knowledge.going_on(session, campaign_id)
    if battles:
        names = ", ".join(battle.title for battle in battles)
        raise Refusal(
            "fighting",
            f"A battle still goes on: {names}.",
            ("End it (", Command("battle end"), ") or ", Command("battle cancel"), " it."),
        )
