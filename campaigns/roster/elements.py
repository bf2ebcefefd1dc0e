"""Elements of a unit: what it was raised with beside its people, and what a GM has given it since.

A vehicle, a gun, a base of several men, an animal: each has a place that outlives it, a name and a career, like a man.
Who is in a crew is a matter of places: whoever replaces the driver drives.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pydantic import BaseModel
from sqlmodel import select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns import interactions
from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.naming import proper_name
from campaigns.roster import places
from campaigns.roster.careers import Status, facts_of
from campaigns.roster.permits import require_at_rest, require_gm_of, require_owner, unit_of, words_of
from campaigns.roster.raising import establish_element
from campaigns.roster.units import CREW, RosterFigure, RosterUnit, SlotView, figure_view, view_of
from campaigns.tables.base import pk
from campaigns.tables.campaigns import Campaign
from campaigns.tables.roster import PERSON, CareerFact, FactKind, Figure, Slot
from rules.language.naming import looks
from rules.seam.forces import ElementKind, ElementPlan, MusterElement, MusterFigure
from rules.seam.ruleset import AnyRuleSet

MOST_ELEMENTS = 20
"""Of one unit."""


# ── In the field ──────────────────────────────────────────────────────────────────────────────────────────────────


def fielded_elements(unit: RosterUnit, men: Iterable[MusterFigure]) -> tuple[MusterElement, ...]:
    """The unit's elements as they take the field with these men of it. What is lost, knocked out or left behind stays
    away, and so does a base of which nobody is left."""
    here = {man.number: man.id for man in men}
    return tuple(element for slot in unit.elements if (element := _fielded(slot, here)) is not None)


def _fielded(slot: SlotView, here: Mapping[int, str]) -> MusterElement | None:
    holder = slot.holder
    if holder is None or holder.excused or holder.status not in (Status.FIT, Status.DAMAGED):
        return None
    if holder.men and not holder.men_left:
        return None
    return MusterElement(
        id=holder.ref,
        number=slot.number,
        kind=ElementKind(slot.kind),
        type=slot.type,
        name=holder.name,
        traits=slot.traits,
        men=holder.men_left,
        crew=tuple((place, here[number]) for place, number in slot.crew if number in here),
        condition=holder.standing.condition,
    )


def stands_alone(slot: SlotView) -> bool:
    """Whether the element could take the field today without a man of the roster: it stands for men itself."""
    element = _fielded(slot, {})
    return element is not None and element.men > 0


# ── On the roster ─────────────────────────────────────────────────────────────────────────────────────────────────


class _Added(BaseModel):
    element: int


async def add(
    store: Store,
    unit_id: int,
    who: int,
    type_key: str,
    *,
    reason: str,
    name: str = "",
    interaction_id: int | None = None,
) -> RosterFigure:
    """A GM gives a unit an element; why is written into its career.

    Raises Refusal: "umpire-only", "unknown-unit", "fighting", "no-element-type", "too-many", "bad-name", "name-taken",
    "bad-text".
    """
    now = store.clock.now()
    async with store.writing() as session:
        claim = await interactions.claim(session, interaction_id, "element", now)
        if claim.first is not None:
            return await _view(session, _Added.model_validate_json(claim.first).element)
        unit = await unit_of(session, unit_id, who)
        await require_gm_of(session, unit, who, "give a unit vehicles or guns")
        await require_at_rest(session, unit)
        why = words_of(reason, 1000)
        rules = store.rules((await session.get_one(Campaign, unit.campaign_id)).rules)
        type_ = rules.forces.element_type(type_key)
        if type_ is None:
            known = ", ".join(each.key for each in rules.forces.elements) or "nothing"
            raise Refusal("no-element-type", f"{rules.title} has no “{type_key}” to give.", f"It has: {known}.")
        slots = (await session.exec(select(Slot).where(Slot.unit_id == unit_id))).all()
        if sum(slot.kind != PERSON and not slot.struck for slot in slots) >= MOST_ELEMENTS:
            raise Refusal("too-many", f"A unit has at most {MOST_ELEMENTS} of them.", "Replace one that is lost.")
        if name.strip():
            name = proper_name(name)
            await require_free(session, unit_id, name)
        plan = ElementPlan(max((slot.number for slot in slots), default=0) + 1, type_, name)
        element = await establish_element(session, unit, plan, now=now, who=who)
        session.add(CareerFact(figure_id=pk(element.id), kind=FactKind.NOTED, note=why, user_id=who, at=now))
        await session.flush()
        claim.settle(_Added(element=pk(element.id)))
        return await _view(session, pk(element.id))


async def man(store: Store, element: int, who: int, place: str, figure: int | None) -> RosterFigure:
    """Put a figure of the same unit into a place of an element's crew, or with no figure leave that place empty. He
    leaves the place that he had.

    Raises Refusal: "not-yours", "unknown-figure", "fighting", "no-place", "other-unit", "no-element".
    """
    async with store.writing() as session:
        slot = await _element_slot(session, element)
        unit = await unit_of(session, slot.unit_id, who)
        await require_owner(session, unit, who)
        await require_at_rest(session, unit)
        rules = store.rules((await session.get_one(Campaign, unit.campaign_id)).rules)
        view = await view_of(session, slot.unit_id)
        seats = places_of(rules, next(each for each in view.elements if each.id == slot.id))
        if place not in seats:
            known = ", ".join(dict.fromkeys(seats)) or "none"
            raise Refusal("no-place", f"It has no place “{place}”.", f"Its places: {known}.")
        number = None
        if figure is not None:
            number = next((each.number for each in view.slots if each.holder and each.holder.id == figure), None)
            if number is None:
                raise Refusal("other-unit", "Only figures of the same unit are its crew.", "Choose one of them.")
        for other in view.elements:
            crew = [seat for seat in other.crew if seat[1] != number]
            if other.id == slot.id:
                held = [seat for seat in crew if seat[0] == place]
                if held and (number is None or len(held) >= seats.count(place)):
                    crew.remove(held[0])
                crew += [(place, number)] if number is not None else []
            row = await session.get_one(Slot, other.id)
            row.crew = CREW.dump_json(tuple(crew)).decode()
        await session.flush()
        return await _view(session, element)


def places_of(rules: AnyRuleSet, slot: SlotView) -> tuple[str, ...]:
    """What a figure may be in the element's crew."""
    type_ = rules.forces.element_type(slot.type)
    return type_.places if type_ is not None else tuple(place for place, _ in slot.crew)


def crew_of(unit: RosterUnit, slot: SlotView) -> Iterator[tuple[str, RosterFigure]]:
    """Who is in the element's crew, as far as their places are held."""
    by_number = {each.number: each.holder for each in unit.slots if each.holder is not None}
    return ((place, by_number[number]) for place, number in slot.crew if number in by_number)


async def require_free(session: AsyncSession, unit_id: int, name: str, *, but: int | None = None) -> None:
    """Raises Refusal "name-taken". `but`: the figure or element that may bear it already."""
    known = (await session.exec(places.ever_in(unit_id))).all()
    names = {looks(f"{each.given} {each.family}".strip()) for each in known if each.id != but}
    if looks(name) in names:
        raise Refusal("name-taken", "Somebody or something in the unit bears or bore that name.", "Give another.")


async def _element_slot(session: AsyncSession, element: int) -> Slot:
    row = await session.get(Figure, element)
    slot = await session.get_one(Slot, row.slot_id) if row is not None else None
    if slot is None or slot.kind == PERSON:
        raise Refusal("no-element", "That isn't a vehicle, gun or base.", "Choose one from the list.")
    return slot


async def _view(session: AsyncSession, element: int) -> RosterFigure:
    row = await session.get_one(Figure, element)
    slot = await session.get_one(Slot, row.slot_id)
    return figure_view(slot, row, (await facts_of(session, [element]))[element])
