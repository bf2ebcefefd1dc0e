"""Who may write into a unit's roll, and when."""

from __future__ import annotations

from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.errors import Refusal, gm_only, no_figure, no_unit
from campaigns.members.membership import is_gm, open_campaign, player_of
from campaigns.roster.units import battles_of
from campaigns.tables.base import pk
from campaigns.tables.campaigns import Player
from campaigns.tables.roster import Figure, Slot, Unit


async def unit_of(session: AsyncSession, unit_id: int, who: int) -> Unit:
    """The unit, for a member of its campaign while that goes on. Raises Refusal: "unknown-unit", "campaign-closed"."""
    unit = await session.get(Unit, unit_id)
    if unit is None or (
        not await is_gm(session, unit.campaign_id, who) and await player_of(session, unit.campaign_id, who) is None
    ):
        raise no_unit()
    await open_campaign(session, unit.campaign_id)
    return unit


async def figure_of(session: AsyncSession, figure_id: int, who: int) -> tuple[Figure, Slot, Unit]:
    """The same of one of its figures or elements. Raises Refusal: "unknown-figure", "campaign-closed"."""
    figure = await session.get(Figure, figure_id)
    if figure is None:
        raise no_figure()
    slot = await session.get_one(Slot, figure.slot_id)
    try:
        return figure, slot, await unit_of(session, slot.unit_id, who)
    except Refusal as refusal:
        raise (no_figure() if refusal.code == "unknown-unit" else refusal) from None


async def require_gm_of(session: AsyncSession, unit: Unit, who: int, what: str) -> None:
    """Raises Refusal "umpire-only"."""
    if not await is_gm(session, unit.campaign_id, who):
        raise gm_only(what)


async def owns(session: AsyncSession, unit: Unit, who: int) -> bool:
    """Whether he raised it, and plays for its side still."""
    owner = await session.get(Player, unit.player_id) if unit.player_id is not None else None
    return owner is not None and owner.user_id == who and owner.left_at is None and owner.side_id == unit.side_id


async def require_owner(session: AsyncSession, unit: Unit, who: int) -> None:
    """Who raised it, or a GM. Raises Refusal "not-yours"."""
    if not await owns(session, unit, who) and not await is_gm(session, unit.campaign_id, who):
        raise Refusal("not-yours", f"{unit.name} is not your unit.", "Ask the player who raised it, or the GM.")


async def require_at_rest(session: AsyncSession, unit: Unit) -> None:
    """Raises Refusal "fighting"."""
    if await battles_of(session, [pk(unit.id)]):
        raise Refusal("fighting", f"{unit.name} has been called to a battle.", "Wait until it has ended.")


def words_of(text: str, most: int = 200) -> str:
    """What somebody has written, in one line. Raises Refusal "bad-text"."""
    text = " ".join(text.split())
    if not 1 <= len(text) <= most:
        raise Refusal("bad-text", f"That needs 1 to {most} characters.", "Write it again.")
    return text
