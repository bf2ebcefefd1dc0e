"""Whom a question is put to: the players who command the units that it is about, their side, or the GMs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.refs import home_unit
from campaigns.tables.base import given
from campaigns.tables.battles import BattleUnit
from campaigns.tables.campaigns import GM, Player, Side
from campaigns.tables.roster import Figure, Slot, Unit
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
            users = await _commanders(session, battle_id, ask.units, on_side) or users
        found[ask.key, ask.side] = users
    return found


async def _commanders(
    session: AsyncSession, battle_id: int, refs: Sequence[str], on_side: Mapping[int | None, int]
) -> list[int]:
    """The players who command these units; nobody where one of them is everybody's."""
    home = await home_units(session, refs)
    called = (
        select(BattleUnit.unit_id, BattleUnit.commander, Unit.player_id)
        .join(Unit, col(Unit.id) == BattleUnit.unit_id)
        .where(BattleUnit.battle_id == battle_id, col(BattleUnit.unit_id).in_(set(home.values())))
    )
    by = {
        unit: next((on_side[number] for number in (commander, owner) if number in on_side), None)
        for unit, commander, owner in (await session.exec(called)).all()
    }
    users = [by.get(home[ref]) if ref in home else None for ref in refs]
    return [] if None in users else list(dict.fromkeys(user for user in users if user is not None))


async def home_units(session: AsyncSession, refs: Iterable[str]) -> dict[str, int]:
    """The roster's units that these bodies or figures of a battle belong to; what no roster knows is left out."""
    home = {ref: unit for ref in refs if (unit := home_unit(ref)) is not None}
    figures = {int(ref[1:]): ref for ref in refs if ref[:1] == "f" and ref[1:].isascii() and ref[1:].isdigit()}
    if figures:
        of_figures = select(Figure.id, Slot.unit_id).join(Slot, col(Slot.id) == Figure.slot_id)
        of_figures = of_figures.where(col(Figure.id).in_(figures))
        home |= {figures[figure]: unit for figure, unit in (await session.exec(of_figures)).all() if figure in figures}
    return home
