"""From the rosters to the field: the rule set's Muster of the figures that can fight."""

from __future__ import annotations

from pydantic import TypeAdapter
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.careers import Status
from campaigns.errors import Refusal
from campaigns.membership import sides_of
from campaigns.models import Battle, BattleUnit, Unit, pk
from campaigns.units import SlotView, UnitView, views_of
from rules.ruleset import AnyRuleSet, Muster, MusterFigure, MusterSide, MusterUnit
from rules.table.board import Board

BOARD: TypeAdapter[Board] = TypeAdapter(Board)
OPTIONS: TypeAdapter[tuple[tuple[str, str], ...]] = TypeAdapter(tuple[tuple[str, str], ...])


async def units_called(session: AsyncSession, battle_id: int) -> list[UnitView]:
    """The units that have been called to a battle, as they are now, the oldest first."""
    called = select(Unit).join(BattleUnit, col(BattleUnit.unit_id) == Unit.id).where(BattleUnit.battle_id == battle_id)
    return await views_of(session, (await session.exec(called.order_by(col(Unit.id)))).all())


async def muster_of(session: AsyncSession, row: Battle, rules: AnyRuleSet) -> Muster:
    """Everything the battle starts from. The wounded, the dead and those marked absent stay away; a unit of which
    nobody is fit does not take the field. BG-R113

    Raises Refusal "nobody-fit" when that leaves nobody at all.
    """
    places = (await session.exec(select(BattleUnit).where(BattleUnit.battle_id == row.id))).all()
    place_of = {place.unit_id: place for place in places}
    fielded: dict[str, list[MusterUnit]] = {}
    for unit in await units_called(session, pk(row.id)):
        if unit.fit:
            fielded.setdefault(unit.side, []).append(_unit(unit, place_of[unit.id]))
    if not fielded:
        raise Refusal(
            "nobody-fit", "Nobody in these units is fit to fight.", "Report figures fit or name replacements."
        )
    return Muster(
        title=row.title,
        sides=tuple(
            MusterSide(key, side.name, tuple(fielded.get(key, ())))
            for key, side in (await sides_of(session, row.campaign_id)).items()
        ),
        board=BOARD.validate_json(row.board) if row.board else None,
        options=OPTIONS.validate_json(row.options),
        turn_limit=row.turn_limit,
    )


def _unit(unit: UnitView, place: BattleUnit) -> MusterUnit:
    return MusterUnit(
        id=unit.ref,
        name=unit.name,
        side=unit.side,
        organisation=unit.organisation,
        nation=unit.nation,
        traits=unit.traits,
        figures=tuple(figure for slot in unit.slots if (figure := _figure(slot))),
        place=(place.x, place.y) if place.x is not None and place.y is not None else None,
        facing=place.facing,
    )


def _figure(slot: SlotView) -> MusterFigure | None:
    holder = slot.holder
    if holder is None or holder.status is not Status.FIT or holder.excused:
        return None
    return MusterFigure(holder.ref, slot.number, holder.name, holder.rank, slot.role, slot.traits)
