"""How campaigns name units and figures to the rules, which know them by text only.

A unit is "u12" and a figure "f34" in every battle of its campaign, by its id; one that came with a campaign from
elsewhere keeps the number that its battles have called it by.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from sqlalchemy import ColumnElement, or_
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.tables.base import pk
from campaigns.tables.roster import Figure, Slot, Unit


def unit_ref(unit: Unit) -> str:
    """How a unit is called inside a battle: "u12"."""
    return f"u{called(unit)}"


def figure_ref(figure: Figure) -> str:
    """How a figure is called inside a battle: "f34"."""
    return f"f{called(figure)}"


def called(row: Unit | Figure) -> int:
    """The number in its ref."""
    return pk(row.id) if row.called is None else row.called


async def units_called(session: AsyncSession, campaign_id: int, refs: Iterable[str]) -> dict[str, int]:
    """The ids of the campaign's units that these refs name; what is no such ref is left out."""
    numbers = _numbers(refs, "u")
    if not numbers:
        return {}
    found = select(Unit).where(Unit.campaign_id == campaign_id, _one_of(Unit, numbers))
    return {unit_ref(unit): pk(unit.id) for unit in (await session.exec(found)).all()}


async def figures_called(session: AsyncSession, campaign_id: int, refs: Iterable[str]) -> dict[str, Figure]:
    """The campaign's figures and elements that these refs name; what is no such ref is left out."""
    numbers = _numbers(refs, "f")
    if not numbers:
        return {}
    found = (
        select(Figure)
        .join(Slot, col(Slot.id) == Figure.slot_id)
        .join(Unit, col(Unit.id) == Slot.unit_id)
        .where(Unit.campaign_id == campaign_id, _one_of(Figure, numbers))
    )
    return {figure_ref(figure): figure for figure in (await session.exec(found)).all()}


_BODY = re.compile(r"(u\d+)(?!\d)", re.ASCII)


def home_unit(ref: str) -> str | None:
    """The ref of the roster's unit that a body of a battle is part of ("u12", a group of it, one of its vehicles); None
    for a figure, and for what no roster knows."""
    found = _BODY.match(ref)
    return found[1] if found else None


def _one_of(table: type[Unit] | type[Figure], numbers: list[int]) -> ColumnElement[bool]:
    by_id = col(table.id).in_(numbers) & col(table.called).is_(None)
    return or_(by_id, col(table.called).in_(numbers))


_LARGEST = 2**31 - 1
"""Of a number that either database holds in this column."""


def _numbers(refs: Iterable[str], letter: str) -> list[int]:
    digits = (ref[1:] for ref in refs if ref[:1] == letter)
    return sorted({int(each) for each in digits if each.isascii() and each.isdigit() and int(each) <= _LARGEST})
