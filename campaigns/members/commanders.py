"""Who commands the units of a battle: the player to whom one was given for it, else the one who raised it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.refs import figures_called, home_unit, units_called
from campaigns.tables.battles import Battle, BattleUnit
from campaigns.tables.roster import Slot, Unit


async def commanders(
    session: AsyncSession, battle_id: int, refs: Sequence[str], on_side: Mapping[int | None, int]
) -> list[int]:
    """The players who command these units; nobody where one of them is everybody's."""
    users = (await commanded(session, battle_id, refs, on_side)).values()
    return [] if None in users else list(dict.fromkeys(user for user in users if user is not None))


async def commanded(
    session: AsyncSession, battle_id: int, refs: Sequence[str], on_side: Mapping[int | None, int]
) -> dict[str, int | None]:
    """Who of the side commands each of these units; None: everybody."""
    home = await home_units(session, battle_id, refs)
    called = (
        select(BattleUnit.unit_id, BattleUnit.commander, Unit.player_id)
        .join(Unit, col(Unit.id) == BattleUnit.unit_id)
        .where(BattleUnit.battle_id == battle_id, col(BattleUnit.unit_id).in_(set(home.values())))
    )
    by = {
        unit: next((on_side[number] for number in (commander, owner) if number in on_side), None)
        for unit, commander, owner in (await session.exec(called)).all()
    }
    return {ref: by.get(home[ref]) if ref in home else None for ref in refs}


async def home_units(session: AsyncSession, battle_id: int, refs: Iterable[str]) -> dict[str, int]:
    """The roster's units that these bodies or figures of a battle belong to; what no roster knows is left out."""
    refs = list(refs)
    campaign_id = (await session.exec(select(Battle.campaign_id).where(Battle.id == battle_id))).one()
    home = {ref: unit for ref in refs if (unit := home_unit(ref)) is not None}
    units = await units_called(session, campaign_id, home.values())
    figures = await figures_called(session, campaign_id, refs)
    of_slots = select(Slot.id, Slot.unit_id).where(col(Slot.id).in_({figure.slot_id for figure in figures.values()}))
    unit_of = dict((await session.exec(of_slots)).all()) if figures else {}
    return {ref: units[unit] for ref, unit in home.items() if unit in units} | {
        ref: unit_of[figure.slot_id] for ref, figure in figures.items()
    }
