"""Rosters: what a GM, or the player who raised a unit, may write into its roll.

Everything but a name and the mark of absence is a career fact. What depends on who holds a slot (replacing, retiring,
disbanding) waits until the unit's battle is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.database.store import Store
from campaigns.errors import Refusal, gm_only, no_figure
from campaigns.members.membership import is_gm
from campaigns.members.policies import Policies, Replacements
from campaigns.naming import person_name, proper_name
from campaigns.roster import places, reviving
from campaigns.roster.careers import GONE, Standing, Status, facts_of, fold, full_name
from campaigns.roster.growth import keeps
from campaigns.roster.names import Name
from campaigns.roster.permits import figure_of, require_at_rest, require_gm_of, require_owner, unit_of, words_of
from campaigns.roster.raising import enlist, free_element_name, new_person, raise_unit, unit_name
from campaigns.roster.sheet import RosterSheet, Row, sheet
from campaigns.roster.units import (
    RosterFigure,
    RosterUnit,
    SlotView,
    figure_view,
    show_unit,
    units_of,
    view_of,
)
from campaigns.tables.base import pk
from campaigns.tables.campaigns import Campaign
from campaigns.tables.roster import PERSON, CareerFact, FactKind, Figure, Slot, Unit
from rules.language.naming import folded, looks

__all__ = [
    "AWAY",
    "RosterFigure",
    "RosterSheet",
    "RosterUnit",
    "Row",
    "SlotView",
    "correct",
    "disband",
    "excuse",
    "note",
    "raise_unit",
    "recover_several",
    "rename",
    "rename_unit",
    "replace",
    "replace_several",
    "retire",
    "sheet",
    "show_unit",
    "units_of",
]


AWAY = (Status.WOUNDED, Status.DAMAGED, Status.KNOCKED_OUT, Status.CAPTURED, Status.MISSING)
"""Of whom, or of what, one may be reported fit again."""
LOST = (Status.CAPTURED, Status.MISSING, Status.KNOCKED_OUT)
"""Who holds a place, and may be replaced in it all the same."""


async def note(store: Store, figure_id: int, who: int, text: str) -> RosterFigure:
    """Write a remark into a career. Raises Refusal: "not-yours", "unknown-figure", "bad-text"."""
    async with store.writing() as session:
        figure, slot, unit = await figure_of(session, figure_id, who)
        await require_owner(session, unit, who)
        return await _add(store, session, slot, figure, FactKind.NOTED, who, words_of(text, 1000))


async def rename(store: Store, figure_id: int, who: int, given: str, family: str) -> RosterFigure:
    """Give a figure or an element another name (of an element all of it is one); the old one is noted in the career.

    Raises Refusal: "not-yours", "unknown-figure", "bad-name", "name-taken" (somebody in the unit bears it).
    """
    async with store.writing() as session:
        figure, slot, unit = await figure_of(session, figure_id, who)
        await require_owner(session, unit, who)
        formerly = full_name(figure)
        figure.given, figure.family = await _free_name(session, slot, given, family, but=figure_id)
        return await _add(store, session, slot, figure, FactKind.NOTED, who, f"formerly {formerly}")


async def rename_unit(store: Store, unit_id: int, who: int, name: str, *, base_colour: str = "") -> RosterUnit:
    """Give a unit another name, and another base colour. Raises Refusal: "not-yours", "unknown-unit", "name-taken"."""
    async with store.writing() as session:
        unit = await unit_of(session, unit_id, who)
        await require_owner(session, unit, who)
        unit.name = await unit_name(session, unit.campaign_id, name, but=unit_id)
        unit.folded, unit.base_colour = folded(unit.name), base_colour.strip()[:40] or unit.base_colour
        return await view_of(session, unit_id)


async def recover_several(
    store: Store, figure_ids: Sequence[int], who: int, text: str = ""
) -> tuple[RosterFigure, ...]:
    """Report several wounded, captured or missing figures fit again, and elements whole and at full strength: all of
    them, or none. BG-R113

    Raises Refusal: "umpire-only", "unknown-figure", "not-away" (fit, dead, destroyed or retired), "place-taken",
    "fighting".
    """
    now, words = store.clock.now(), text.strip()[:1000]
    async with store.writing() as session:
        found = [await _away(session, figure_id, who) for figure_id in dict.fromkeys(figure_ids)]
        for figure, slot, standing in found:
            session.add_all(restoring(pk(figure.id), slot.kind, standing, now=now, who=who, note=words))
        await session.flush()
        return tuple([await _figure_view(session, slot, figure) for figure, slot, _ in found])


def restoring(
    figure: int,
    kind: str,
    standing: Standing,
    *,
    now: datetime,
    who: int,
    note: str = "",
    battle_id: int | None = None,
) -> list[CareerFact]:
    """What has to come true for one to be fit again, or an element whole and at full strength."""

    def fact(what: FactKind, men: int = 0) -> CareerFact:
        return CareerFact(figure_id=figure, battle_id=battle_id, kind=what, men=men, note=note, user_id=who, at=now)

    away = kind == PERSON or standing.status in (Status.CAPTURED, Status.MISSING)
    return [
        *([fact(FactKind.RECOVERED)] if away else []),
        *([fact(FactKind.REPAIRED)] if standing.harmed else []),
        *([fact(FactKind.MEN_JOINED, standing.lost)] if standing.lost else []),
    ]


async def _away(session: AsyncSession, figure_id: int, who: int) -> tuple[Figure, Slot, Standing]:
    """One who may be reported fit again, and how he stands."""
    figure, slot, unit = await figure_of(session, figure_id, who)
    await require_gm_of(session, unit, who, "report a figure fit")
    await require_at_rest(session, unit)
    standing = fold((await facts_of(session, [figure_id]))[figure_id])
    if standing.status not in AWAY and not (standing.lost and standing.status not in GONE):
        remedy = "Only wounded, captured or missing men return, and what is damaged is repaired."
        raise Refusal("not-away", f"{full_name(figure)} is {standing.status}.", remedy)
    if (await _seat(session, slot)).last.id != figure_id:
        raise Refusal("place-taken", f"Somebody else has {full_name(figure)}'s place.", "Retire that figure first.")
    return figure, slot, standing


async def excuse(store: Store, figure_id: int, who: int, *, absent: bool) -> RosterFigure:
    """Mark a figure absent from the battles to come, or call him back. BG-R113

    A GM may; where wounds are kept, so may the player whose unit it is, to have a wounded man rest, and call back whom
    he marked himself. Raises Refusal: "umpire-only", "not-yours", "unknown-figure".
    """
    async with store.writing() as session:
        figure, slot, unit = await figure_of(session, figure_id, who)
        if not await is_gm(session, unit.campaign_id, who):
            await require_owner(session, unit, who)
            await _require_resting(session, store, unit, figure, who, absent)
        figure.excused = absent
        return await _add(store, session, slot, figure, FactKind.NOTED, who, _AWAY if absent else "called back")


_AWAY = "marked absent"


async def _require_resting(
    session: AsyncSession, store: Store, unit: Unit, figure: Figure, who: int, absent: bool
) -> None:
    campaign = await session.get_one(Campaign, unit.campaign_id)
    settings = Policies.model_validate_json(campaign.settings)
    facts = (await facts_of(session, [pk(figure.id)]))[pk(figure.id)]
    if absent:
        kept = keeps(store.rules(campaign.rules), settings, settings.options)
        allowed = kept is not None and fold(facts).status is Status.WOUNDED
    else:
        marks = [fact for fact in facts if fact.kind == FactKind.NOTED and fact.note == _AWAY]
        allowed = bool(marks) and marks[-1].user_id == who
    if not allowed:
        raise gm_only("mark a figure absent, or call back whom a GM has marked")


async def replace(store: Store, slot_id: int, who: int, *, given: str = "", family: str = "") -> RosterFigure:
    """Name a replacement for a figure who is dead, captured, missing or retired, or for an element that is lost: a new
    name, an empty record, the same number. Without a name one is drawn; an element is called by its type. BG-R113,
    BG-XIII.10.2

    Raises Refusal: "umpire-only", "unknown-figure", "no-replacements" (by the campaign's policy), "not-away",
    "name-taken", "fighting".
    """
    async with store.writing() as session:
        return await _replaced(store, session, slot_id, who, given, family)


async def replace_several(store: Store, slot_ids: Sequence[int], who: int) -> tuple[RosterFigure, ...]:
    """The same for several places, with drawn names: for all of them, or for none. BG-R113, BG-XIII.10.2"""
    async with store.writing() as session:
        return tuple([await _replaced(store, session, slot_id, who) for slot_id in dict.fromkeys(slot_ids)])


async def _replaced(
    store: Store, session: AsyncSession, slot_id: int, who: int, given: str = "", family: str = ""
) -> RosterFigure:
    slot = await session.get(Slot, slot_id)
    if slot is None or slot.struck:
        raise no_figure()
    unit = await unit_of(session, slot.unit_id, who)
    await require_gm_of(session, unit, who, "name a replacement")
    await require_at_rest(session, unit)
    campaign = await session.get_one(Campaign, unit.campaign_id)
    if Policies.model_validate_json(campaign.settings).replacements is Replacements.NONE:
        raise Refusal("no-replacements", "This campaign sends no replacements.", "The GM can change that setting.")
    seat = await _seat(session, slot)
    if seat.holder is not None and seat.holder.status not in LOST:
        raise Refusal("not-away", f"{seat.last.name} holds that place.", "Retire him first if he is to go.")
    last = await session.get_one(Figure, seat.last.id)
    if given.strip() or family.strip():
        person = Name(*await _free_name(session, slot, given, family))
    elif slot.kind != PERSON:
        person = Name("", await free_element_name(session, unit, slot.role))
    else:
        person = await new_person(session, unit, slot.traits, store.rules(campaign.rules), store.entropy)
    figure = await enlist(session, slot, person, last, store.clock.now(), who)
    return await _figure_view(session, slot, figure)


async def retire(store: Store, figure_id: int, who: int, reason: str = "") -> RosterFigure:
    """Take a living figure, or an element, off the strength.

    Raises Refusal: "not-yours", "unknown-figure", "gone", "fighting"."""
    async with store.writing() as session:
        figure, slot, unit = await figure_of(session, figure_id, who)
        await require_owner(session, unit, who)
        await require_at_rest(session, unit)
        status = fold((await facts_of(session, [figure_id]))[figure_id]).status
        if status in GONE:
            raise Refusal("gone", f"{full_name(figure)} is {status}.", "There is nothing left to do.")
        return await _add(store, session, slot, figure, FactKind.RETIRED, who, reason.strip()[:1000])


async def correct(store: Store, fact_id: int, who: int, why: str, *, place: str = "") -> RosterFigure:
    """Take a fact back: it stays readable, and counts no more. The joining and corrections themselves stand.

    Whoever is brought back by it gets a `place` (a key of reviving.places); "" is their own, which nobody else may
    hold then. Raises Refusal: "umpire-only", "no-fact", "bad-text", "no-return" (a place for nobody), and as
    reviving.bring_back does.
    """
    async with store.writing() as session:
        fact = await session.get(CareerFact, fact_id)
        missing = Refusal("no-fact", "There is no such line in a career here.", "Choose one from the figure's career.")
        if fact is None:
            raise missing
        figure, slot, unit = await figure_of(session, fact.figure_id, who)
        await require_gm_of(session, unit, who, "correct a career")
        already = select(CareerFact.id).where(CareerFact.corrects_id == fact_id)
        if fact.kind in (FactKind.JOINED, FactKind.CORRECTED) or (await session.exec(already)).first() is not None:
            raise missing
        correction = CareerFact(
            figure_id=pk(figure.id),
            kind=FactKind.CORRECTED,
            corrects_id=fact_id,
            battle_id=fact.battle_id,
            note=words_of(why, 1000),
            user_id=who,
            at=store.clock.now(),
        )
        gone = fold((await facts_of(session, [pk(figure.id)]))[pk(figure.id)]).status in GONE
        session.add(correction)
        await session.flush()
        if gone and fold((await facts_of(session, [pk(figure.id)]))[pk(figure.id)]).status not in GONE:
            slot = await reviving.bring_back(session, figure, who, place, store.clock.now())
        elif place:
            raise Refusal("no-return", "That correction brings nobody back.", "Leave `place` empty.")
        return await _figure_view(session, slot, figure)


async def disband(store: Store, unit_id: int, who: int) -> RosterUnit:
    """Take a unit off the campaign's strength; its roster can still be read.

    Raises Refusal: "not-yours", "unknown-unit", "fighting"."""
    async with store.writing() as session:
        unit = await unit_of(session, unit_id, who)
        await require_owner(session, unit, who)
        await require_at_rest(session, unit)
        unit.disbanded_at = unit.disbanded_at or store.clock.now()
        return await view_of(session, unit_id)


async def _seat(session: AsyncSession, slot: Slot) -> SlotView:
    view = await view_of(session, slot.unit_id)
    return next(place for place in (*view.places, *view.struck) if place.id == slot.id)


async def _free_name(
    session: AsyncSession, slot: Slot, given: str, family: str, *, but: int | None = None
) -> tuple[str, str]:
    given, family = person_name(given, family) if slot.kind == PERSON else ("", proper_name(f"{given} {family}"))
    served = (await session.exec(places.ever_in(slot.unit_id))).all()
    known = {looks(full_name(figure)) for figure in served if figure.id != but}
    if looks(f"{given} {family}".strip()) in known:
        raise Refusal("name-taken", "Somebody or something in the unit bears or bore that name.", "Give another.")
    return given, family


async def _add(
    store: Store,
    session: AsyncSession,
    slot: Slot,
    figure: Figure,
    kind: FactKind,
    who: int,
    text: str,
    battle_id: int | None = None,
) -> RosterFigure:
    session.add(
        CareerFact(
            figure_id=pk(figure.id), battle_id=battle_id, kind=kind, note=text, user_id=who, at=store.clock.now()
        )
    )
    return await _figure_view(session, slot, figure)


async def _figure_view(session: AsyncSession, slot: Slot, figure: Figure) -> RosterFigure:
    figure_id = pk(figure.id)
    return figure_view(slot, figure, (await facts_of(session, [figure_id]))[figure_id])
