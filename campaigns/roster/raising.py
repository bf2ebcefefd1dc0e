"""Raising units: their slots, the people and elements in them, and names that nobody bears yet."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from pydantic import BaseModel
from sqlmodel import col, func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns import interactions
from campaigns.clock import Entropy
from campaigns.database.store import Store
from campaigns.errors import Command, Refusal, no_campaign
from campaigns.members import heard
from campaigns.members.membership import is_gm, open_campaign, player_of, sides_of
from campaigns.naming import proper_name
from campaigns.roster import names, places
from campaigns.roster.careers import full_name
from campaigns.roster.units import CREW, ON_ROSTER, RosterUnit, view_of
from campaigns.tables.base import pk
from campaigns.tables.campaigns import Player, Side
from campaigns.tables.roster import CareerFact, FactKind, Figure, Slot, Unit
from rules.kernel.action import SideId
from rules.language.naming import folded, free, looks
from rules.seam.forces import ElementPlan, Organisation, UnitPlan, plain_kind
from rules.seam.ruleset import AnyRuleSet

MOST_UNITS = 40
"""Of one side in one campaign, those disbanded not counted."""
BASE_COLOURS = ("yellow", "blue", "red", "green", "white", "black", "orange", "purple", "brown", "grey")


class _Raised(BaseModel):
    unit_id: int


async def raise_unit(
    store: Store,
    campaign_id: int,
    who: int,
    organisation: str,
    *,
    side: SideId | None = None,
    name: str = "",
    base_colour: str = "",
    formed: date | None = None,
    interaction_id: int | None = None,
) -> RosterUnit:
    """Raise a unit of named, numbered figures: a player for his own side, a GM for any. BG-XIII.10.1 `side`: for whom,
    where any side has such units; None: the asker's own.

    Raises Refusal: "no-campaign", "campaign-closed", "no-organisation", "no-side", "unknown-side", "not-your-side",
    "too-many", "name-taken", "bad-name".
    """
    now = store.clock.now()
    async with store.writing() as session:
        campaign = await open_campaign(session, campaign_id)
        claim = await interactions.claim(session, interaction_id, "raise", now)
        if claim.first is not None:
            return await view_of(session, _Raised.model_validate_json(claim.first).unit_id)
        rules = store.rules(campaign.rules)
        plan_of = organisation_of(rules, organisation)
        player = await player_of(session, campaign_id, who)
        raised_for = await side_for(session, campaign_id, player, plan_of, side)
        await check_may_raise(session, campaign_id, who, player, raised_for)
        plan = rules.forces.raise_unit(organisation)
        unit = await establish(
            session,
            raised_for,
            plan,
            people_for(rules, plan_of, [figure.traits for figure in plan.figures], (), store.entropy),
            name=await free_unit_name(session, campaign_id, name, plan_of.called),
            player_id=player.id if player and player.side_id == raised_for.id else None,
            base_colour=base_colour,
            formed=formed,
            now=now,
            who=who,
        )
        if player is not None:
            heard.note(player, heard.of_interaction(interaction_id, now))
        claim.settle(_Raised(unit_id=pk(unit.id)))
        return await view_of(session, pk(unit.id))


async def side_for(
    session: AsyncSession, campaign_id: int, player: Player | None, kind: Organisation, wanted: SideId | None = None
) -> Side:
    """The side that a unit of this kind is raised for: the only one that has it, else the one that is wanted, else the
    asker's own. Raises Refusal: "no-side", "unknown-side", "not-your-side"."""
    sides = await sides_of(session, campaign_id)
    if wanted is not None and wanted not in sides:
        names = ", ".join(side.name for side in sides.values())
        raise Refusal("unknown-side", f"There is no side {wanted!r}.", f"Choose one of: {names}.")
    if kind.side:
        if wanted is not None and wanted != kind.side:
            words = f"{sides[wanted].name} has no {kind.title}: that is a unit of {sides[kind.side].name}."
            raise Refusal("not-your-side", words, "Choose another kind of unit.")
        return sides[kind.side]
    if wanted is not None:
        return sides[wanted]
    own = next((side for side in sides.values() if player is not None and side.id == player.side_id), None)
    if own is None:
        raise Refusal("no-side", "You play no side here.", (Command("unit raise"), " with the side that it is for."))
    return own


async def establish(
    session: AsyncSession,
    side: Side,
    plan: UnitPlan,
    people: Sequence[names.Name],
    *,
    name: str,
    player_id: int | None,
    base_colour: str = "",
    formed: date | None = None,
    now: datetime,
    who: int | None,
) -> Unit:
    """A new unit of this plan with these people in its slots, in order, and its elements. `name` is one that no unit
    bears."""
    unit = Unit(
        campaign_id=side.campaign_id,
        side_id=pk(side.id),
        player_id=player_id,
        name=name,
        folded=folded(name),
        organisation=plan.organisation,
        nation=plan.nation,
        base_colour=base_colour.strip()[:40] or await _free_colour(session, side.campaign_id),
        formed=formed or now.date(),
        traits=plan.traits,
    )
    session.add(unit)
    await session.flush()
    slots = [
        Slot(unit_id=pk(unit.id), number=figure.number, rank=figure.rank, role=figure.role, traits=figure.traits)
        for figure in plan.figures
    ]
    await _enlist_first(session, slots, people, now, who)
    for element in plan.elements:
        await establish_element(session, unit, element, now=now, who=who)
    return unit


async def establish_element(
    session: AsyncSession, unit: Unit, plan: ElementPlan, *, now: datetime, who: int | None
) -> Figure:
    """A slot of the unit for an element, and the element in it."""
    type_ = plan.type
    slot = Slot(
        unit_id=pk(unit.id),
        number=plan.number,
        rank="",
        role=type_.title,
        traits=type_.traits,
        kind=type_.kind,
        type=type_.key,
        men=type_.men,
        crew=CREW.dump_json(plan.crew).decode(),
    )
    session.add(slot)
    await session.flush()
    name = await free_element_name(session, unit, plan.name or type_.title)
    return await enlist(session, slot, names.Name("", name), None, now, who)


async def free_element_name(session: AsyncSession, unit: Unit, wanted: str, *, but: int | None = None) -> str:
    """The name that is wanted, with a number where something or somebody of the unit bears or bore it. `but`: the
    element that may have borne it already."""
    taken = [
        full_name(figure) for figure in (await session.exec(places.ever_in(pk(unit.id)))).all() if figure.id != but
    ]
    return free(wanted[:74], taken)


async def enlist(
    session: AsyncSession,
    slot: Slot,
    person: names.Name,
    replaces: Figure | None,
    now: datetime,
    who: int | None,
    *,
    number: int | None = None,
) -> Figure:
    """Put a new person into a slot, with an empty record and the slot's own rank. `replaces`: the last who held it,
    who may hold another by now; `number`: the person's own, where it has been found already. BG-R113, BG-XIII.10.2"""
    figure = Figure(
        id=number,
        slot_id=pk(slot.id),
        given=person.given,
        family=person.family,
        replaces_id=replaces.id if replaces else None,
    )
    session.add(figure)
    await session.flush()
    figure_id = pk(figure.id)
    session.add(CareerFact(figure_id=figure_id, kind=FactKind.JOINED, note=slot.rank, user_id=who, at=now))
    if replaces is not None and replaces.slot_id == slot.id:
        await places.leave(session, replaces, now)
        session.add(
            CareerFact(figure_id=pk(replaces.id), kind=FactKind.REPLACED, by_figure_id=figure_id, user_id=who, at=now)
        )
    await places.begin(session, [figure], now)
    return figure


async def _enlist_first(
    session: AsyncSession, slots: Sequence[Slot], people: Sequence[names.Name], now: datetime, who: int | None
) -> None:
    """The first holders of new slots, in order: three statements, however many they are."""
    session.add_all(slots)
    await session.flush()
    figures = [
        Figure(slot_id=pk(slot.id), given=person.given, family=person.family)
        for slot, person in zip(slots, people, strict=True)
    ]
    session.add_all(figures)
    await session.flush()
    await places.begin(session, figures, now)
    for slot, figure in zip(slots, figures, strict=True):
        session.add(CareerFact(figure_id=pk(figure.id), kind=FactKind.JOINED, note=slot.rank, user_id=who, at=now))
    await session.flush()


def people_for(
    rules: AnyRuleSet, kind: Organisation | None, sheets: Sequence[str], taken: Sequence[str], entropy: Entropy
) -> tuple[names.Name, ...]:
    """A name for each of these sheets: as that kind of unit has them, or where the rule set calls a figure otherwise,
    one of those."""
    pools = [rules.forces.called(sheet) for sheet in sheets]
    drawn = iter(names.draw(kind, sum(not pool for pool in pools), taken, entropy))
    found: list[names.Name] = []
    for pool in pools:
        borne = [*taken, *map(str, found)]
        found.append(names.draw_from(pool, 1, borne, entropy)[0] if pool else next(drawn))
    return tuple(found)


async def new_person(session: AsyncSession, unit: Unit, sheet: str, rules: AnyRuleSet, entropy: Entropy) -> names.Name:
    """A name for that sheet that nobody in the unit bears or has borne."""
    taken = [full_name(figure) for figure in (await session.exec(places.ever_in(pk(unit.id)))).all()]
    kind = rules.forces.kind_of_unit(unit.organisation)
    return people_for(rules, kind, [sheet], taken, entropy)[0]


def organisation_of(rules: AnyRuleSet, key: str) -> Organisation:
    """Raises Refusal: "no-organisation" for a kind of unit that the rule set does not know, "drafted" for one that is
    not raised ready-made."""
    for organisation in rules.forces.organisations:
        if organisation.key == plain_kind(key):
            return organisation
    if rules.forces.kind_of_unit(key) is not None:
        raise Refusal(
            "drafted", "Such a unit is put together by its player.", ("Begin it with ", Command("unit draft"), ".")
        )
    raise Refusal(
        "no-organisation", f"{rules.title} has no unit {key!r}.", "Choose one from the list of organisations."
    )


async def check_may_raise(session: AsyncSession, campaign_id: int, who: int, player: Player | None, side: Side) -> None:
    """Raises Refusal: "no-campaign", "not-your-side", "too-many"."""
    gm = await is_gm(session, campaign_id, who)
    if player is None and not gm:
        raise no_campaign()
    if not gm and player is not None and player.side_id != side.id:
        raise Refusal("not-your-side", f"That is a unit of the side {side.name}.", "Raise one of your own side.")
    strength = select(func.count()).where(Unit.side_id == side.id, col(Unit.disbanded_at).is_(None), ON_ROSTER)
    if (await session.exec(strength)).one() >= MOST_UNITS:
        raise Refusal("too-many", f"A side has at most {MOST_UNITS} units.", "Disband one that is not needed.")


async def free_unit_name(session: AsyncSession, campaign_id: int, wanted: str, title: str) -> str:
    """The name that is wanted, or the title with a number. Raises Refusal: "name-taken", "bad-name"."""
    if wanted.strip():
        return await unit_name(session, campaign_id, wanted)
    taken = await _unit_names(session, campaign_id)
    return next(name for n in range(1, len(taken) + 2) if looks(name := f"{title[:74]} {n}") not in taken)


async def unit_name(session: AsyncSession, campaign_id: int, wanted: str, *, but: int | None = None) -> str:
    """A name that no unit of the campaign bears, nor one that looks like it. `but`: the unit that may bear it already.

    Raises Refusal: "name-taken", "bad-name".
    """
    name = proper_name(wanted)
    if looks(name) in await _unit_names(session, campaign_id, but=but):
        raise Refusal("name-taken", f"There is already a unit called {name}.", "Give it another name.")
    return name


async def _unit_names(session: AsyncSession, campaign_id: int, *, but: int | None = None) -> set[str]:
    found = select(Unit.id, Unit.name).where(Unit.campaign_id == campaign_id)
    return {looks(name) for unit_id, name in (await session.exec(found)).all() if unit_id != but}


async def _free_colour(session: AsyncSession, campaign_id: int) -> str:
    raised = (await session.exec(select(func.count()).where(Unit.campaign_id == campaign_id))).one()
    return BASE_COLOURS[raised % len(BASE_COLOURS)]
