"""Rosters: what a GM, or the player who raised a unit, may write into its roll.

Everything but a name and the mark of absence is a career fact. What depends on who holds a slot (replacing, retiring,
disbanding) waits until the unit's battle is over.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.errors import Refusal, gm_only, no_figure, no_unit
from campaigns.members.membership import is_gm, open_campaign, player_of
from campaigns.members.policies import Replacements, Settings
from campaigns.naming import person_name
from campaigns.roster.careers import Status, facts_of, fold, full_name
from campaigns.roster.growth import keeps
from campaigns.roster.names import Name
from campaigns.roster.sheet import Row, Sheet, sheet
from campaigns.roster.units import (
    FigureView,
    SlotView,
    UnitView,
    battles_of,
    enlist,
    figure_view,
    new_person,
    raise_unit,
    show_unit,
    unit_name,
    units_of,
    view_of,
)
from campaigns.store import Store
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle
from campaigns.tables.campaigns import Campaign, Player
from campaigns.tables.roster import CareerFact, FactKind, Figure, Slot, Unit
from rules.naming import folded, looks

__all__ = [
    "AWAY",
    "FigureView",
    "Row",
    "Sheet",
    "SlotView",
    "UnitView",
    "correct",
    "decorate",
    "disband",
    "excuse",
    "note",
    "promote",
    "raise_unit",
    "recover",
    "recover_several",
    "rename",
    "rename_unit",
    "replace",
    "retire",
    "sheet",
    "show_unit",
    "units_of",
]


AWAY = (Status.WOUNDED, Status.CAPTURED, Status.MISSING)
"""Of whom one may be reported fit again."""


async def decorate(
    store: Store, figure_id: int, who: int, decoration: str, *, battle_id: int | None = None
) -> FigureView:
    """Decorate a figure, for a battle in which he fought or for no battle in particular. BG-XIII.10.1

    Raises Refusal: "umpire-only", "unknown-figure", "bad-text", "not-there" (he did not fight in that battle).
    """
    async with store.writing() as session:
        figure, slot, unit = await _figure(session, figure_id, who)
        await _require_gm(session, unit, who, "decorate a figure")
        if battle_id is not None:
            battle = await session.get(Battle, battle_id)
            fought = fold((await facts_of(session, [figure_id]))[figure_id]).battles
            if battle is None or battle.campaign_id != unit.campaign_id or battle_id not in fought:
                raise Refusal(
                    "not-there", f"{full_name(figure)} did not fight in that battle.", "Name one of his battles."
                )
        return await _add(store, session, slot, figure, FactKind.DECORATED, who, _words(decoration), battle_id)


async def promote(store: Store, figure_id: int, who: int, rank: str) -> FigureView:
    """Give a figure another rank. Raises Refusal: "umpire-only", "unknown-figure", "bad-text"."""
    async with store.writing() as session:
        figure, slot, unit = await _figure(session, figure_id, who)
        await _require_gm(session, unit, who, "promote a figure")
        return await _add(store, session, slot, figure, FactKind.PROMOTED, who, _words(rank, 40))


async def note(store: Store, figure_id: int, who: int, text: str) -> FigureView:
    """Write a remark into a career. Raises Refusal: "not-yours", "unknown-figure", "bad-text"."""
    async with store.writing() as session:
        figure, slot, unit = await _figure(session, figure_id, who)
        await _require_owner(session, unit, who)
        return await _add(store, session, slot, figure, FactKind.NOTED, who, _words(text, 1000))


async def rename(store: Store, figure_id: int, who: int, given: str, family: str) -> FigureView:
    """Give a figure another name; the old one is noted in his career.

    Raises Refusal: "not-yours", "unknown-figure", "bad-name", "name-taken" (somebody in the unit bears it).
    """
    async with store.writing() as session:
        figure, slot, unit = await _figure(session, figure_id, who)
        await _require_owner(session, unit, who)
        formerly = full_name(figure)
        figure.given, figure.family = await _free_name(session, unit, given, family, but=figure_id)
        return await _add(store, session, slot, figure, FactKind.NOTED, who, f"formerly {formerly}")


async def rename_unit(store: Store, unit_id: int, who: int, name: str, *, base_colour: str = "") -> UnitView:
    """Give a unit another name, and another base colour. Raises Refusal: "not-yours", "unknown-unit", "name-taken"."""
    async with store.writing() as session:
        unit = await _unit(session, unit_id, who)
        await _require_owner(session, unit, who)
        unit.name = await unit_name(session, unit.campaign_id, name, but=unit_id)
        unit.folded, unit.base_colour = folded(unit.name), base_colour.strip()[:40] or unit.base_colour
        return await view_of(session, unit_id)


async def recover(store: Store, figure_id: int, who: int, text: str = "") -> FigureView:
    """Report a wounded, captured or missing figure fit again. Raises as `recover_several` does. BG-R113"""
    return (await recover_several(store, [figure_id], who, text))[0]


async def recover_several(store: Store, figure_ids: Sequence[int], who: int, text: str = "") -> tuple[FigureView, ...]:
    """Report several wounded, captured or missing figures fit again: all of them, or none. BG-R113

    Raises Refusal: "umpire-only", "unknown-figure", "not-away" (he is fit, dead or retired), "place-taken", "fighting".
    """
    async with store.writing() as session:
        found = [await _away(session, figure_id, who) for figure_id in dict.fromkeys(figure_ids)]
        words = text.strip()[:1000]
        return tuple(
            [await _add(store, session, slot, figure, FactKind.RECOVERED, who, words) for figure, slot in found]
        )


async def _away(session: AsyncSession, figure_id: int, who: int) -> tuple[Figure, Slot]:
    """One who may be reported fit again."""
    figure, slot, unit = await _figure(session, figure_id, who)
    await _require_gm(session, unit, who, "report a figure fit")
    await _require_at_rest(session, unit)
    status = fold((await facts_of(session, [figure_id]))[figure_id]).status
    if status not in AWAY:
        raise Refusal("not-away", f"{full_name(figure)} is {status}.", "Only wounded, captured or missing men return.")
    if (await _holder(session, slot)).id != figure_id:
        raise Refusal("place-taken", f"Somebody else has {full_name(figure)}'s place.", "Retire that figure first.")
    return figure, slot


async def excuse(store: Store, figure_id: int, who: int, *, absent: bool) -> FigureView:
    """Mark a figure absent from the battles to come, or call him back. BG-R113

    A GM may; where wounds are kept, so may the player whose unit it is, to have a wounded man rest, and call back whom
    he marked himself. Raises Refusal: "umpire-only", "not-yours", "unknown-figure".
    """
    async with store.writing() as session:
        figure, slot, unit = await _figure(session, figure_id, who)
        if not await is_gm(session, unit.campaign_id, who):
            await _require_owner(session, unit, who)
            await _require_resting(session, store, unit, figure, who, absent)
        figure.excused = absent
        return await _add(store, session, slot, figure, FactKind.NOTED, who, _AWAY if absent else "called back")


_AWAY = "marked absent"


async def _require_resting(
    session: AsyncSession, store: Store, unit: Unit, figure: Figure, who: int, absent: bool
) -> None:
    campaign = await session.get_one(Campaign, unit.campaign_id)
    settings = Settings.model_validate_json(campaign.settings)
    facts = (await facts_of(session, [pk(figure.id)]))[pk(figure.id)]
    if absent:
        kept = keeps(store.rules(campaign.rules), settings, settings.options)
        allowed = kept is not None and fold(facts).status is Status.WOUNDED
    else:
        marks = [fact for fact in facts if fact.kind == FactKind.NOTED and fact.note == _AWAY]
        allowed = bool(marks) and marks[-1].user_id == who
    if not allowed:
        raise gm_only("mark a figure absent, or call back whom a GM has marked")


async def replace(store: Store, slot_id: int, who: int, *, given: str = "", family: str = "") -> FigureView:
    """Name a replacement for a figure who is dead, captured, missing or retired: a new name, an empty record, the same
    number. Without a name one is drawn. BG-R113, BG-XIII.10.2

    Raises Refusal: "umpire-only", "unknown-figure", "no-replacements" (by the campaign's policy), "not-away",
    "name-taken", "fighting".
    """
    async with store.writing() as session:
        slot = await session.get(Slot, slot_id)
        if slot is None:
            raise no_figure()
        unit = await _unit(session, slot.unit_id, who)
        await _require_gm(session, unit, who, "name a replacement")
        await _require_at_rest(session, unit)
        campaign = await session.get_one(Campaign, unit.campaign_id)
        if Settings.model_validate_json(campaign.settings).replacements is Replacements.NONE:
            raise Refusal("no-replacements", "This campaign sends no replacements.", "The GM can change that setting.")
        last = await _holder(session, slot)
        status = fold((await facts_of(session, [pk(last.id)]))[pk(last.id)]).status
        if status in (Status.FIT, Status.WOUNDED):
            raise Refusal("not-away", f"{full_name(last)} holds that place.", "Retire him first if he is to go.")
        if given.strip() or family.strip():
            person = Name(*await _free_name(session, unit, given, family))
        else:
            person = await new_person(session, unit, store.rules(campaign.rules), store.entropy)
        figure = await enlist(session, slot, person, last, store.clock.now(), who)
        return await _figure_view(session, slot, figure)


async def retire(store: Store, figure_id: int, who: int, reason: str = "") -> FigureView:
    """Take a living figure off the strength. Raises Refusal: "not-yours", "unknown-figure", "gone", "fighting"."""
    async with store.writing() as session:
        figure, slot, unit = await _figure(session, figure_id, who)
        await _require_owner(session, unit, who)
        await _require_at_rest(session, unit)
        status = fold((await facts_of(session, [figure_id]))[figure_id]).status
        if status in (Status.KILLED, Status.RETIRED):
            raise Refusal("gone", f"{full_name(figure)} is {status}.", "There is nothing left to do.")
        return await _add(store, session, slot, figure, FactKind.RETIRED, who, reason.strip()[:1000])


async def correct(store: Store, fact_id: int, who: int, why: str) -> FigureView:
    """Take a fact back: it stays readable, and counts no more. The joining and corrections themselves stand.

    Raises Refusal: "umpire-only", "no-fact", "bad-text".
    """
    async with store.writing() as session:
        fact = await session.get(CareerFact, fact_id)
        missing = Refusal("no-fact", "There is no such line in a career here.", "Choose one from the figure's career.")
        if fact is None:
            raise missing
        figure, slot, unit = await _figure(session, fact.figure_id, who)
        await _require_gm(session, unit, who, "correct a career")
        already = select(CareerFact.id).where(CareerFact.corrects_id == fact_id)
        if fact.kind in (FactKind.JOINED, FactKind.CORRECTED) or (await session.exec(already)).first() is not None:
            raise missing
        correction = CareerFact(
            figure_id=pk(figure.id),
            kind=FactKind.CORRECTED,
            corrects_id=fact_id,
            battle_id=fact.battle_id,
            note=_words(why, 1000),
            user_id=who,
            at=store.clock.now(),
        )
        session.add(correction)
        await session.flush()
        return await _figure_view(session, slot, figure)


async def disband(store: Store, unit_id: int, who: int) -> UnitView:
    """Take a unit off the campaign's strength; its roster can still be read.

    Raises Refusal: "not-yours", "unknown-unit", "fighting"."""
    async with store.writing() as session:
        unit = await _unit(session, unit_id, who)
        await _require_owner(session, unit, who)
        await _require_at_rest(session, unit)
        unit.disbanded_at = unit.disbanded_at or store.clock.now()
        return await view_of(session, unit_id)


async def _unit(session: AsyncSession, unit_id: int, who: int) -> Unit:
    unit = await session.get(Unit, unit_id)
    if unit is None or (
        not await is_gm(session, unit.campaign_id, who) and await player_of(session, unit.campaign_id, who) is None
    ):
        raise no_unit()
    await open_campaign(session, unit.campaign_id)
    return unit


async def _figure(session: AsyncSession, figure_id: int, who: int) -> tuple[Figure, Slot, Unit]:
    figure = await session.get(Figure, figure_id)
    if figure is None:
        raise no_figure()
    slot = await session.get_one(Slot, figure.slot_id)
    try:
        return figure, slot, await _unit(session, slot.unit_id, who)
    except Refusal as refusal:
        raise (no_figure() if refusal.code == "unknown-unit" else refusal) from None


async def _require_gm(session: AsyncSession, unit: Unit, who: int, what: str) -> None:
    if not await is_gm(session, unit.campaign_id, who):
        raise gm_only(what)


async def _require_owner(session: AsyncSession, unit: Unit, who: int) -> None:
    owner = await session.get(Player, unit.player_id) if unit.player_id is not None else None
    his = owner is not None and owner.user_id == who and owner.left_at is None and owner.side_id == unit.side_id
    if not his and not await is_gm(session, unit.campaign_id, who):
        raise Refusal("not-yours", f"{unit.name} is not your unit.", "Ask the player who raised it, or the GM.")


async def _require_at_rest(session: AsyncSession, unit: Unit) -> None:
    if await battles_of(session, [pk(unit.id)]):
        raise Refusal("fighting", f"{unit.name} has been called to a battle.", "Wait until it has ended.")


async def _holder(session: AsyncSession, slot: Slot) -> Figure:
    found = select(Figure).where(Figure.slot_id == slot.id).order_by(col(Figure.id).desc()).limit(1)
    return (await session.exec(found)).one()


async def _free_name(
    session: AsyncSession, unit: Unit, given: str, family: str, *, but: int | None = None
) -> tuple[str, str]:
    given, family = person_name(given, family)
    in_unit = select(Figure).join(Slot, col(Slot.id) == Figure.slot_id).where(Slot.unit_id == unit.id)
    known = {looks(full_name(figure)) for figure in (await session.exec(in_unit)).all() if figure.id != but}
    if looks(f"{given} {family}") in known:
        raise Refusal("name-taken", f"Somebody in {unit.name} bears or bore that name.", "Give another.")
    return given, family


def _words(text: str, most: int = 200) -> str:
    text = " ".join(text.split())
    if not 1 <= len(text) <= most:
        raise Refusal("bad-text", f"That needs 1 to {most} characters.", "Write it again.")
    return text


async def _add(
    store: Store,
    session: AsyncSession,
    slot: Slot,
    figure: Figure,
    kind: FactKind,
    who: int,
    text: str,
    battle_id: int | None = None,
) -> FigureView:
    session.add(
        CareerFact(
            figure_id=pk(figure.id), battle_id=battle_id, kind=kind, note=text, user_id=who, at=store.clock.now()
        )
    )
    await session.flush()
    return await _figure_view(session, slot, figure)


async def _figure_view(session: AsyncSession, slot: Slot, figure: Figure) -> FigureView:
    figure_id = pk(figure.id)
    return figure_view(slot, figure, (await facts_of(session, [figure_id]))[figure_id])
