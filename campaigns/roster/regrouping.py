"""Units split, merged and transferred between battles: people go with their careers, the book says what may be a unit.

Only the living move; the empty places of the dead stay where they fell. Vehicles, guns, bases and animals go with a
unit that is merged, and with a part that takes all of their crew along. A unit belongs to whom it belonged; where two
owners are concerned, both must agree, or a GM says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.database.store import Store
from campaigns.errors import Refusal, no_figure
from campaigns.members.membership import is_gm
from campaigns.roster import permits, places
from campaigns.roster.careers import Status, full_name
from campaigns.roster.elements import MOST_ELEMENTS, stands_alone
from campaigns.roster.raising import BASE_COLOURS, free_element_name, unit_name
from campaigns.roster.units import CREW, RosterUnit, SlotView, view_of
from campaigns.tables.base import pk
from campaigns.tables.campaigns import Campaign
from campaigns.tables.roster import PERSON, CareerFact, FactKind, Figure, Slot, Unit
from rules.language.naming import folded
from rules.seam.forces import ElementKind, ElementPlan, ElementType, FigurePlan, UnitPlan
from rules.seam.ruleset import AnyRuleSet

GONE = (Status.KILLED, Status.RETIRED)


async def split(
    store: Store, unit_id: int, who: int, figure_ids: Iterable[int], name: str, *, leader: int | None = None
) -> tuple[RosterUnit, RosterUnit]:
    """Take these people out of a unit and make them one of their own, under `leader` where none of them leads yet.

    Raises Refusal: "unknown-unit", "not-yours", "fighting", "unknown-figure", "nobody-left", "in-crew", "name-taken",
    "bad-name"; RuleViolation for units that the book does not allow.
    """
    async with store.writing() as session:
        unit = await permits.unit_of(session, unit_id, who)
        await permits.require_owner(session, unit, who)
        await permits.require_at_rest(session, unit)
        called = await unit_name(session, unit.campaign_id, name)
        return await divide(store, session, unit, who, figure_ids, called, leader=leader)


async def divide(
    store: Store,
    session: AsyncSession,
    unit: Unit,
    who: int,
    figure_ids: Iterable[int],
    name: str,
    *,
    leader: int | None = None,
) -> tuple[RosterUnit, RosterUnit]:
    """The same as `split`, of a unit that may be divided, with a name that no unit bears, in a transaction that goes
    on."""
    unit_id = pk(unit.id)
    rules, view = await _rules(session, store, unit), await view_of(session, unit_id)
    moved = _these(view, figure_ids)
    found = Unit(
        campaign_id=unit.campaign_id,
        side_id=unit.side_id,
        player_id=unit.player_id,
        name=name,
        folded=folded(name),
        organisation=unit.organisation,
        nation=unit.nation,
        base_colour=BASE_COLOURS[unit_id % len(BASE_COLOURS)],
        formed=store.clock.now().date(),
        traits=unit.traits,
    )
    session.add(found)
    await session.flush()
    await _move(store, session, who, moved, unit, found)
    await _settle(session, rules, unit)
    await _settle(session, rules, found, leader=leader, new=True)
    return await view_of(session, unit_id), await view_of(session, pk(found.id))


async def merge(
    store: Store,
    into_id: int,
    unit_id: int,
    who: int,
    *,
    leader: int | None = None,
    agreed: int | None = None,
) -> RosterUnit:
    """Put the people of a unit, and its elements, into another one of the same side and nation; it is then disbanded.
    `agreed`: the user who owns the other of the two and has agreed.

    Raises Refusal: "unknown-unit", "not-yours", "fighting", "not-alike", "too-large", "too-many"; RuleViolation.
    """
    async with store.writing() as session:
        into, unit = await _two(session, into_id, unit_id, who, agreed)
        rules, view = await _rules(session, store, into), await view_of(session, unit_id)
        await _move(store, session, who, [*_living(view), *_lasting(view)], unit, into)
        unit.disbanded_at = store.clock.now()
        await _settle(session, rules, into, leader=leader)
        return await view_of(session, into_id)


async def transfer(
    store: Store, figure_id: int, into_id: int, who: int, *, leads: bool = False, agreed: int | None = None
) -> RosterUnit:
    """Put somebody into another unit of the same side and nation; `leads`: at its head. `agreed`: as for `merge`.

    Raises Refusal: "unknown-figure", "unknown-unit", "not-yours", "fighting", "not-alike", "nobody-left", "too-large";
    RuleViolation, also where those whom he leaves are no lawful unit any more.
    """
    async with store.writing() as session:
        figure = await session.get(Figure, figure_id)
        slot = await session.get(Slot, figure.slot_id) if figure is not None else None
        if figure is None or slot is None:
            raise no_figure()
        into, unit = await _two(session, into_id, slot.unit_id, who, agreed)
        rules = await _rules(session, store, into)
        await _move(store, session, who, _these(await view_of(session, pk(unit.id)), [figure_id]), unit, into)
        await _settle(session, rules, unit)
        await _settle(session, rules, into, leader=figure_id if leads else None)
        return await view_of(session, into_id)


async def owners(store: Store, who: int, *unit_ids: int) -> tuple[int, ...]:
    """The players who own these units and are not `who`: they must agree. Nobody where a GM asks."""
    async with store.reading() as session:
        views = [await view_of(session, unit_id) for unit_id in unit_ids]
        if await is_gm(session, views[0].campaign_id, who):
            return ()
        return tuple(dict.fromkeys(view.owner for view in views if view.owner not in (None, who)))


# ── What they have in common ──────────────────────────────────────────────────────────────────────────────────────


async def _two(session: AsyncSession, into_id: int, unit_id: int, who: int, agreed: int | None) -> tuple[Unit, Unit]:
    into, unit = await permits.unit_of(session, into_id, who), await permits.unit_of(session, unit_id, who)
    if into_id == unit_id or (into.campaign_id, into.side_id, into.nation) != (
        unit.campaign_id,
        unit.side_id,
        unit.nation,
    ):
        raise Refusal(
            "not-alike", f"{unit.name} and {into.name} do not go together.", "Choose two of one side and nation."
        )
    if not await is_gm(session, unit.campaign_id, who):
        his = [await permits.owns(session, each, who) for each in (into, unit)]
        other = [agreed is not None and await permits.owns(session, each, agreed) for each in (into, unit)]
        if not any(his) or not all(one or two for one, two in zip(his, other, strict=True)):
            whose = unit if his[0] else into
            raise Refusal("not-yours", f"{whose.name} is not your unit.", "Its player must agree, or the GM do it.")
    for each in (into, unit):
        await permits.require_at_rest(session, each)
        if each.disbanded_at is not None:
            raise Refusal("disbanded", f"{each.name} has been disbanded.", "Choose another unit.")
    return into, unit


async def _rules(session: AsyncSession, store: Store, unit: Unit) -> AnyRuleSet:
    return store.rules((await session.get_one(Campaign, unit.campaign_id)).rules)


def _living(view: RosterUnit) -> list[SlotView]:
    return [slot for slot in view.slots if slot.holder is not None and slot.holder.status not in GONE]


def _these(view: RosterUnit, figure_ids: Iterable[int]) -> list[SlotView]:
    wanted = set(figure_ids)
    living = _living(view)
    found = [slot for slot in living if slot.last.id in wanted]
    if not found or len(found) < len(wanted):
        raise no_figure()
    if len(found) == len(living) and not any(map(stands_alone, view.elements)):
        raise Refusal("nobody-left", f"Nobody would be left in {view.name}.", "Leave somebody, or merge the units.")
    return [*found, *_crewed(view, {slot.number for slot in found})]


def _lasting(view: RosterUnit) -> list[SlotView]:
    """Its elements, but for those that are lost for good."""
    return [slot for slot in view.elements if slot.holder is not None]


def _crewed(view: RosterUnit, numbers: set[int]) -> list[SlotView]:
    """The elements that go with these people: all of their crew are among them. Raises Refusal "in-crew"."""
    living = {slot.number for slot in _living(view)}
    found: list[SlotView] = []
    for element in _lasting(view):
        crew = {number for _, number in element.crew} & living
        if crew and crew <= numbers:
            found.append(element)
        elif gone := crew & numbers:
            man = next(slot.last.name for slot in view.slots if slot.number in gone)
            raise Refusal(
                "in-crew",
                f"{man} is in the crew of {element.last.name}.",
                "Put somebody else there first, or name all of its crew.",
            )
    return found


async def _move(
    store: Store, session: AsyncSession, who: int, moved: Sequence[SlotView], unit: Unit, into: Unit
) -> None:
    """People go with their own past, and crews with their elements, which come last: each gets a place in the other
    unit like the one that they leave, or the one that they once left there. The place that they leave is struck, and
    keeps its line. A number that is taken is given anew. Raises Refusal "too-many" elements."""
    there = (await session.exec(select(Slot).where(Slot.unit_id == into.id))).all()
    things = sum(slot.kind != PERSON and not slot.struck for slot in there) + sum(s.kind != PERSON for s in moved)
    if things > MOST_ELEMENTS:
        raise Refusal(
            "too-many", f"{into.name} would have more than {MOST_ELEMENTS} vehicles, guns, bases.", "Leave some behind."
        )
    left = {place.last.id: place.id for place in (await view_of(session, pk(into.id))).struck}
    numbers, anew, now = {slot.number for slot in there}, dict[int, int](), store.clock.now()
    for view in moved:
        slot = await session.get_one(Slot, view.id)
        figure = await session.get_one(Figure, view.last.id)
        number = slot.number if slot.number not in numbers else max(numbers) + 1
        goal = places.alike(slot, pk(into.id), number)
        if view.last.id in left:
            goal = await session.get_one(Slot, left[view.last.id])
            goal.struck, goal.traits, goal.role, goal.rank = False, slot.traits, slot.role, slot.rank
        numbers.add(goal.number)
        anew[slot.number] = goal.number
        goal.crew = CREW.dump_json(tuple((place, anew[one]) for place, one in view.crew if one in anew)).decode()
        slot.struck = True
        session.add(goal)
        await session.flush()
        notes = [f"transferred from {unit.name} to {into.name}"]
        notes += await _renamed(session, figure, into) if slot.kind != PERSON else []
        await places.move(session, figure, goal, now)
        for words in notes:
            session.add(CareerFact(figure_id=view.last.id, kind=FactKind.NOTED, note=words, user_id=who, at=now))
    await session.flush()


async def _renamed(session: AsyncSession, element: Figure, into: Unit) -> list[str]:
    """An element is called so that the other unit has one of that name: two companies both have a first base. Returns
    what is to be noted of it."""
    formerly, element.family = element.family, await free_element_name(session, into, element.family, but=element.id)
    return [f"formerly {formerly}"] if element.family != formerly else []


async def _settle(
    session: AsyncSession, rules: AnyRuleSet, unit: Unit, *, leader: int | None = None, new: bool = False
) -> None:
    """The unit as the rule set wants it. `leader`: the id of the figure who is to lead."""
    view = await view_of(session, pk(unit.id))
    living = _living(view)
    kind = rules.forces.kind_of_unit(unit.organisation)
    if kind is not None and kind.most is not None and len(living) > kind.most:
        raise Refusal(
            "too-large", f"{unit.name} would have {len(living)} men; a {kind.title} has {kind.most}.", "Take fewer."
        )
    number = next((slot.number for slot in living if slot.last.id == leader), None)
    if leader is not None and number is None:
        raise no_figure()
    plan = rules.forces.regroup(
        plan_of(rules, view, living),
        number,
        new,
    )
    unit.traits = plan.traits
    for slot, figure in zip(living, plan.figures, strict=True):
        (await session.get_one(Slot, slot.id)).traits = figure.traits
    await session.flush()
    await _require_names(session, unit)


def plan_of(rules: AnyRuleSet, view: RosterUnit, figures: Sequence[SlotView]) -> UnitPlan:
    """The unit with these figures, and with its elements but for those that are lost, as the rule set reads it."""
    return UnitPlan(
        organisation=view.organisation,
        nation=view.nation,
        side=view.side,
        traits=view.traits,
        figures=tuple(FigurePlan(slot.number, slot.last.rank, slot.role, slot.traits) for slot in figures),
        elements=tuple(_element(rules, slot) for slot in _lasting(view)),
    )


def _element(rules: AnyRuleSet, slot: SlotView) -> ElementPlan:
    """An element of a type that the rule set no longer has is what its place says of it."""
    type_ = rules.forces.element_type(slot.type) or ElementType(slot.type, ElementKind(slot.kind), slot.role)
    return ElementPlan(slot.number, replace(type_, traits=slot.traits), slot.last.name, slot.crew)


async def _require_names(session: AsyncSession, unit: Unit) -> None:
    """Two who bear one name could not be told apart."""
    in_unit = select(Figure).join(Slot, col(Slot.id) == Figure.slot_id).where(Slot.unit_id == unit.id)
    names = [folded(full_name(figure)) for figure in (await session.exec(in_unit)).all()]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise Refusal("name-taken", f"Two in {unit.name} would be called {twice.title()}.", "Rename one of them first.")
