"""Promotion: another rank, or another place of the unit with all that the book gives to whoever holds it.

Whoever takes a place leaves their own empty. A leader's place that nobody holds goes to the senior of the unit: by
rank, then by battles, then by number.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.roster import places
from campaigns.roster.careers import GONE, Status, facts_of, fold, full_name
from campaigns.roster.permits import figure_of, require_at_rest, require_gm_of, unit_of, words_of
from campaigns.roster.units import RosterFigure, RosterUnit, SlotView, figure_view, view_of
from campaigns.tables.base import pk
from campaigns.tables.campaigns import Campaign
from campaigns.tables.roster import PERSON, CareerFact, FactKind, Figure, Slot, Unit
from rules.language.ranks import UNKNOWN, grade
from rules.seam.forces import FigurePlan
from rules.seam.ruleset import AnyRuleSet
from rules.seam.succession import Succession, as_the_place

_SERVING = (Status.FIT, Status.WOUNDED)


@dataclass(frozen=True, slots=True)
class StepUp:
    """Somebody who steps up into a leader's place that nobody holds."""

    unit: RosterUnit
    place: SlotView
    figure: RosterFigure


def steps(unit: RosterUnit, rules: AnyRuleSet) -> tuple[StepUp, ...]:
    """Who would take the empty leaders' places of a unit, the highest first; a place that falls free by it follows."""
    succession = rules.forces.succession
    if succession is None or unit.fighting is not None:
        return ()
    held = {slot.id: slot.holder for slot in unit.slots if slot.holder is not None}
    found: list[StepUp] = []
    for place in sorted(unit.slots, key=lambda slot: (-grade(slot.rank), slot.number)):
        if place.id in held or not succession.leads(place.traits):
            continue
        below = [slot for slot in unit.slots if slot.id in held and _below(slot, place, succession)]
        able = [slot for slot in below if held[slot.id].status in _SERVING and not held[slot.id].excused]
        if not able:
            continue
        first = min(able, key=lambda slot: _seniority(slot, held[slot.id]))
        found.append(StepUp(unit, place, held[first.id]))
        held[place.id] = held.pop(first.id)
    return tuple(found)


def _below(slot: SlotView, place: SlotView, succession: Succession) -> bool:
    return not succession.leads(slot.traits) or grade(slot.rank) < grade(place.rank)


def _seniority(slot: SlotView, man: RosterFigure) -> tuple[int, int, int]:
    """The senior has the least."""
    return (-_grade_of(man, slot), -len(man.standing.battles), slot.number)


def _grade_of(man: RosterFigure, slot: SlotView) -> int:
    """A rank that no army here has counts as that of the place."""
    return grade(slot.rank) if grade(man.rank) == UNKNOWN else grade(man.rank)


async def open_places(store: Store, figure_id: int) -> tuple[SlotView, ...]:
    """The empty places of the unit in which a figure serves. Raises Refusal "unknown-figure"."""
    async with store.reading() as session:
        figure = await session.get(Figure, figure_id)
        slot = await session.get(Slot, figure.slot_id) if figure is not None else None
        if slot is None or slot.kind != PERSON:
            return ()
        return _empty(await view_of(session, slot.unit_id))


def _empty(unit: RosterUnit) -> tuple[SlotView, ...]:
    return tuple(slot for slot in unit.slots if slot.holder is None)


async def promote(store: Store, figure_id: int, who: int, rank: str = "", *, place: int | None = None) -> RosterFigure:
    """Give a figure another rank, or an empty place of its unit with the rank that goes with it, or both.

    Raises Refusal: "umpire-only", "unknown-figure", "bad-text", "no-person"; with a place "fighting", "gone" and
    "no-such-place", also where somebody holds it.
    """
    now = store.clock.now()
    async with store.writing() as session:
        figure, slot, unit = await figure_of(session, figure_id, who)
        await require_gm_of(session, unit, who, "promote a figure")
        if slot.kind != PERSON:
            raise Refusal("no-person", f"{full_name(figure)} has no rank.", "Promote a man of its crew.")
        if place is None:
            await _ranked(session, figure, words_of(rank, 40), who, now)
            return await _as_is(session, slot, figure)
        await require_at_rest(session, unit)
        status = fold((await facts_of(session, [figure_id]))[figure_id]).status
        if status in GONE:
            raise Refusal("gone", f"{full_name(figure)} is {status}.", "Only the living take a place.")
        view = await view_of(session, pk(unit.id))
        if place not in {empty.id for empty in _empty(view)}:
            raise Refusal("no-such-place", f"{unit.name} has no such empty place.", "Choose one from the list.")
        goal = await session.get_one(Slot, place)
        rules = store.rules((await session.get_one(Campaign, unit.campaign_id)).rules)
        given = words_of(rank, 40) if rank.strip() else ""
        await _take(session, rules, unit, figure, goal, given, who, now)
        return await _as_is(session, goal, figure)


def _with_what_frees_them(
    found: Sequence[StepUp], only: Collection[tuple[int, int | None]] | None
) -> tuple[StepUp, ...]:
    """Those steps, in their order: whoever holds the place that another takes must have left it first."""
    if only is None:
        return tuple(found)
    wanted = {step.place.id for step in found if (step.figure.id, step.place.id) in only}
    goals = {step.figure.id: step.place.id for step in found}
    for step in reversed(found):
        if step.place.id in wanted and step.place.holder is not None:
            wanted.add(goals[step.place.holder.id])
    return tuple(step for step in found if step.place.id in wanted)


async def step_up(
    store: Store, unit_ids: Sequence[int], who: int, only: Collection[tuple[int, int | None]] | None = None
) -> tuple[StepUp, ...]:
    """Carry out the succession in these units: all of it, or none. Returns who stepped up. `only`: these figures into
    these places, with those who must leave one of them first.

    Raises Refusal: "umpire-only", "unknown-unit", "fighting".
    """
    now = store.clock.now()
    done: list[StepUp] = []
    async with store.writing() as session:
        for unit_id in dict.fromkeys(unit_ids):
            unit = await unit_of(session, unit_id, who)
            await require_gm_of(session, unit, who, "promote figures")
            await require_at_rest(session, unit)
            rules = store.rules((await session.get_one(Campaign, unit.campaign_id)).rules)
            for step in _with_what_frees_them(steps(await view_of(session, unit_id), rules), only):
                figure = await session.get_one(Figure, step.figure.id)
                await _take(session, rules, unit, figure, await session.get_one(Slot, step.place.id), "", who, now)
                done.append(step)
    return tuple(done)


async def _take(
    session: AsyncSession,
    rules: AnyRuleSet,
    unit: Unit,
    figure: Figure,
    goal: Slot,
    rank: str,
    who: int,
    now: datetime,
) -> None:
    """Put a figure into an empty place of its unit. Without a rank it gets that of the place, where that is higher."""
    own = await session.get_one(Slot, figure.slot_id)
    takes = rules.forces.succession.takes if rules.forces.succession is not None else as_the_place
    goal.traits = takes(_plan(goal), _plan(own)).traits
    words = f"takes place {goal.number} of {unit.name}: {goal.role}; before it place {own.number}: {own.role}"
    session.add(CareerFact(figure_id=pk(figure.id), kind=FactKind.NOTED, note=words, user_id=who, at=now))
    await places.move(session, figure, goal, now)
    present = fold((await facts_of(session, [pk(figure.id)]))[pk(figure.id)]).rank
    higher = goal.rank if grade(goal.rank) > grade(present) else present
    if (rank or higher) != present:
        await _ranked(session, figure, rank or higher, who, now)


def _plan(slot: Slot) -> FigurePlan:
    return FigurePlan(slot.number, slot.rank, slot.role, slot.traits)


async def _ranked(session: AsyncSession, figure: Figure, rank: str, who: int, now: datetime) -> None:
    session.add(CareerFact(figure_id=pk(figure.id), kind=FactKind.PROMOTED, note=rank, user_id=who, at=now))
    await session.flush()


async def _as_is(session: AsyncSession, slot: Slot, figure: Figure) -> RosterFigure:
    return figure_view(slot, figure, (await facts_of(session, [pk(figure.id)]))[pk(figure.id)])
