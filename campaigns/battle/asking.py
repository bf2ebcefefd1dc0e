"""Whom a question is put to: the players who command the units that it is about, their side, or the GMs."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.members.commanders import commanders
from campaigns.tables.base import given
from campaigns.tables.campaigns import GM, Player, Side
from rules.action import SideId
from rules.ruleset import AnyRuleSet, Ask

PLAYED = (
    select(Side.key, Player.id, Player.user_id)
    .join(Player, col(Player.side_id) == Side.id)
    .where(col(Player.campaign_id) == given("campaign"), col(Player.left_at).is_(None))
    .order_by(col(Player.id))
)
"""Who plays which side."""


async def asked_of(
    session: AsyncSession, campaign_id: int, battle_id: int, rules: AnyRuleSet, state: object, asks: Sequence[Ask]
) -> dict[tuple[str, SideId], list[int]]:
    """The users that each ask is put to: the commanders of the units that it is about; where one of them is nobody's,
    or it is about none, the players of its side (or of the one that runs it); the GMs for what the umpire is asked, and
    for a side that nobody plays."""
    controllers = rules.battle.controllers(state)
    players = (await session.exec(PLAYED, params={"campaign": campaign_id})).all()
    gms: list[int] | None = None
    found: dict[tuple[str, SideId], list[int]] = {}
    for ask in asks:
        side = controllers.get(ask.side, ask.side)
        users = [] if ask.umpire else [user for key, _, user in players if key == side]
        if not users:
            if gms is None:
                of_campaign = select(GM.user_id).where(GM.campaign_id == campaign_id).order_by(col(GM.id))
                gms = list((await session.exec(of_campaign)).all())
            users = gms
        elif len(users) > 1 and ask.units:
            on_side = {number: user for key, number, user in players if key == side}
            users = await commanders(session, battle_id, ask.units, on_side) or users
        found[ask.key, ask.side] = users
    return found
