"""A loss that was none: whoever a correction brings back needs a place, and somebody else may hold theirs by now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import col, func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.database.store import Store
from campaigns.errors import Refusal, no_figure
from campaigns.roster import permits
from campaigns.roster import places as seats
from campaigns.roster.careers import facts_of, full_name, in_force
from campaigns.roster.elements import MOST_ELEMENTS, require_free
from campaigns.roster.units import ON_ROSTER, RosterUnit, SlotView, view_of, views_where
from campaigns.tables.base import pk
from campaigns.tables.roster import PERSON, CareerFact, FactKind, Figure, Slot, Unit

OWN, NEW = "own", "new"
"""Keys of places: their own, from which whoever holds it moves to a new one; a new one beyond the establishment."""


@dataclass(frozen=True, slots=True)
class ReturnPlace:
    """Where somebody who is brought back can go. `key`: OWN, NEW, or the reference of an empty place."""

    key: str
    words: str


async def places(store: Store, figure_id: int) -> tuple[ReturnPlace, ...]:
    """Where a figure, or an element, can go that a correction brings back: its own place first. Raises Refusal
    "unknown-figure"."""
    async with store.reading() as session:
        figure = await session.get(Figure, figure_id)
        if figure is None:
            raise no_figure()
        slot = await session.get_one(Slot, figure.slot_id)
        unit = await session.get_one(Unit, slot.unit_id)
        seat = _seat(await view_of(session, slot.unit_id), slot)
        holder = seat.holder if seat.last.id != figure_id else None
        moves = f"; {holder.name} moves to a new place" if holder is not None else ""
        empty = await _empty(session, unit, slot)
    return (
        ReturnPlace(OWN, f"Place {slot.number} of {unit.name}, as before{moves}"),
        ReturnPlace(NEW, f"A new place in {unit.name}, beyond its establishment"),
        *(ReturnPlace(_ref(free), f"The empty place {free.number} of {of.name}") for of, free in empty),
    )


async def bring_back(session: AsyncSession, figure: Figure, who: int, key: str, now: datetime) -> Slot:
    """Give a place to a figure, or an element, whose loss has just been taken back. "" is its own, while nobody else
    holds that. Returns the place.

    Raises Refusal: "two-for-a-place" (nobody has said who moves), "no-such-place", "fighting", "name-taken",
    "too-many".
    """
    slot = await session.get_one(Slot, figure.slot_id)
    unit = await session.get_one(Unit, slot.unit_id)
    seat = _seat(await view_of(session, slot.unit_id), slot)
    holder = seat.holder if seat.last.id != figure.id else None
    if not key and holder is not None:
        raise Refusal(
            "two-for-a-place",
            f"{holder.name} holds {full_name(figure)}'s place by now.",
            "Say which of the two moves: choose a `place`.",
        )
    if key in ("", OWN):
        if holder is not None:
            await permits.require_at_rest(session, unit)
            await _move(session, await session.get_one(Figure, holder.id), await _beyond(session, slot), who, now)
        slot.struck = False
        await _unreplaced(session, figure, who, now)
        return slot
    await permits.require_at_rest(session, unit)
    if key == NEW:
        goal = await _beyond(session, slot)
    else:
        found = [(of, free) for of, free in await _empty(session, unit, slot) if _ref(free) == key]
        if not found:
            raise Refusal("no-such-place", "There is no such empty place.", "Choose one from the list.")
        goal = await session.get_one(Slot, found[0][1].id)
        await require_free(session, goal.unit_id, full_name(figure), but=figure.id)
    await _move(session, figure, goal, who, now)
    await _unreplaced(session, figure, who, now)
    return goal


def _seat(view: RosterUnit, slot: Slot) -> SlotView:
    return next(place for place in (*view.places, *view.struck) if place.id == slot.id)


def _ref(slot: SlotView) -> str:
    return f"place-{slot.id}"


async def _empty(session: AsyncSession, unit: Unit, slot: Slot) -> Sequence[tuple[RosterUnit, SlotView]]:
    """Other places of the kind that nobody holds, in units of the same side and nation that are in no battle."""
    alike = (
        (col(Unit.campaign_id) == unit.campaign_id)
        & (col(Unit.side_id) == unit.side_id)
        & (col(Unit.nation) == unit.nation)
        & col(Unit.disbanded_at).is_(None)
        & ON_ROSTER
    )
    return [
        (view, place)
        for view in await views_where(session, alike)
        if view.fighting is None
        for place in view.places
        if place.holder is None and (place.kind, place.type) == (slot.kind, slot.type) and place.id != slot.id
    ]


async def _beyond(session: AsyncSession, slot: Slot) -> Slot:
    """A new place in the same unit, like this one."""
    of_unit = col(Slot.unit_id) == slot.unit_id
    if slot.kind != PERSON:
        standing = (of_unit, col(Slot.kind) != PERSON, col(Slot.struck).is_(False))
        things = (await session.exec(select(func.count()).where(*standing))).one()
        if things >= MOST_ELEMENTS:
            raise Refusal(
                "too-many", f"A unit has at most {MOST_ELEMENTS} of them.", "Choose an empty place, or retire one."
            )
    last = (await session.exec(select(func.max(Slot.number)).where(of_unit))).one()
    new = seats.alike(slot, slot.unit_id, last + 1)
    session.add(new)
    await session.flush()
    return new


async def _move(session: AsyncSession, figure: Figure, goal: Slot, who: int, now: datetime) -> None:
    unit = await session.get_one(Unit, goal.unit_id)
    await seats.move(session, figure, goal, now)
    words = f"takes place {goal.number} of {unit.name}"
    session.add(CareerFact(figure_id=pk(figure.id), kind=FactKind.NOTED, note=words, user_id=who, at=now))
    await session.flush()


async def _unreplaced(session: AsyncSession, figure: Figure, who: int, now: datetime) -> None:
    """That somebody took the place is no longer so."""
    figure_id = pk(figure.id)
    await seats.stay(session, figure)
    for fact in in_force((await facts_of(session, [figure_id]))[figure_id]):
        if fact.kind == FactKind.REPLACED:
            session.add(
                CareerFact(
                    figure_id=figure_id,
                    kind=FactKind.CORRECTED,
                    corrects_id=fact.id,
                    note="holds a place again",
                    user_id=who,
                    at=now,
                )
            )
    await session.flush()
