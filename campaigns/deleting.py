"""Deleting a campaign with all that belongs to it. Nothing of it can be brought back."""

from __future__ import annotations

from sqlmodel import col, delete, func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns import knowledge
from campaigns.errors import Refusal
from campaigns.membership import campaign_row, require_gm
from campaigns.membership_rows import RetiredIds
from campaigns.models import Battle, Campaign
from campaigns.store import Store

_BATTLE = "battle"


async def delete_campaign(store: Store, campaign_id: int, who: int, name: str) -> Campaign:
    """A GM deletes a campaign, open or closed; `name` is its name as he has typed it. Returns what it was.

    Raises Refusal: "no-campaign", "gm-only", "fighting" while a battle goes on, "other-name".
    """
    async with store.writing() as session:
        campaign = await campaign_row(session, campaign_id, lock=True)
        await require_gm(session, campaign_id, who, "delete it")
        await require_deletable(session, campaign)
        if " ".join(name.split()).casefold() != campaign.name.casefold():
            raise Refusal("other-name", f"This campaign is called {campaign.name}.", "Type exactly that to delete it.")
        await _retire(session, campaign_id)
        await session.exec(delete(Campaign).where(col(Campaign.id) == campaign_id))
        return campaign


async def require_deletable(session: AsyncSession, campaign: Campaign) -> None:
    """Raises Refusal "fighting": the players of a battle that goes on should see its end first."""
    battles = await knowledge.going_on(session, campaign.id or 0)
    if battles:
        names = ", ".join(battle.title for battle in battles)
        raise Refusal("fighting", f"A battle still goes on: {names}.", "End it (/battle end) or /battle cancel it.")


async def _retire(session: AsyncSession, campaign_id: int) -> None:
    """Remember the highest number of a battle that goes with it."""
    newest = select(func.max(Battle.id)).where(Battle.campaign_id == campaign_id)
    last = (await session.exec(newest)).one()
    if last is None:
        return
    row = await session.get(RetiredIds, _BATTLE)
    if row is None:
        session.add(RetiredIds(kind=_BATTLE, last=last))
    else:
        row.last = max(row.last, last)
    await session.flush()


async def unused_battle_id(session: AsyncSession) -> int | None:
    """The number for a new battle where the database might use one again; None where it never does. Buttons of battles
    that have been deleted carry the old ones."""
    if session.get_bind().dialect.name != "sqlite":
        return None
    row = await session.get(RetiredIds, _BATTLE)
    if row is None:
        return None
    newest = (await session.exec(select(func.max(Battle.id)))).one() or 0
    return max(newest, row.last) + 1
