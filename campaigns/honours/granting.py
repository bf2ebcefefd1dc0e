"""Giving honours: what a GM grants, with its citation, and what they decline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.honours.awards import awards_in
from campaigns.members.membership import require_gm
from campaigns.roster.careers import facts_of, fold, full_name, in_force
from campaigns.roster.permits import figure_of, require_gm_of, unit_of, words_of
from campaigns.roster.units import RosterFigure, RosterUnit, figure_view, view_of
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle, BattleUnit
from campaigns.tables.campaigns import Campaign
from campaigns.tables.honours import DeclinedHonour, UnitHonour
from campaigns.tables.roster import CareerFact, FactKind, Unit
from rules.honours import Award, Recipient, Worn
from rules.language.naming import folded

LONGEST_CITATION = 500


@dataclass(frozen=True, slots=True)
class Grant:
    """One honour that is given: to a figure, else to a unit. `seq`: the entry of the battle's journal that bears it
    out."""

    name: str
    worn: Worn | None
    citation: str
    seq: int | None
    figure_id: int | None = None
    unit_id: int | None = None


async def decorate(
    store: Store, figure_id: int, who: int, decoration: str, *, battle_id: int | None = None, citation: str = ""
) -> RosterFigure:
    """Decorate a figure, for a battle in which they fought or for none in particular: with an award of the campaign, by
    its key or its name, or with whatever else is said. BG-XIII.10.1

    Raises Refusal: "umpire-only", "unknown-figure", "bad-text", "not-there" (they did not fight in that battle).
    """
    async with store.writing() as session:
        figure, slot, unit = await figure_of(session, figure_id, who)
        await require_gm_of(session, unit, who, "decorate a figure")
        if battle_id is not None:
            battle = await session.get(Battle, battle_id)
            fought = fold((await facts_of(session, [figure_id]))[figure_id]).battles
            if battle is None or battle.campaign_id != unit.campaign_id or battle_id not in fought:
                raise Refusal(
                    "not-there", f"{full_name(figure)} did not fight in that battle.", "Name one of their battles."
                )
        name, worn = await _named(store, session, unit, decoration, to_unit=False)
        session.add(_fact(store, figure_id, who, battle_id, Grant(name, worn, cited(citation), None)))
        return figure_view(slot, figure, (await facts_of(session, [figure_id]))[figure_id])


async def decorate_unit(
    store: Store, unit_id: int, who: int, honour: str, *, battle_id: int | None = None, citation: str = ""
) -> RosterUnit:
    """The same of a unit.

    Raises Refusal: "umpire-only", "unknown-unit", "bad-text", "not-there" (it did not fight in that battle).
    """
    async with store.writing() as session:
        unit = await unit_of(session, unit_id, who)
        await require_gm_of(session, unit, who, "honour a unit")
        if battle_id is not None:
            fought = select(BattleUnit.id).where(BattleUnit.battle_id == battle_id, BattleUnit.unit_id == unit_id)
            if (await session.exec(fought)).first() is None:
                raise Refusal("not-there", f"{unit.name} did not fight in that battle.", "Name one of its battles.")
        name, worn = await _named(store, session, unit, honour, to_unit=True)
        session.add(_row(store, unit_id, who, battle_id, Grant(name, worn, cited(citation), None)))
        return await view_of(session, unit_id)


async def take_back(store: Store, honour_id: int, unit_id: int, who: int, why: str) -> RosterUnit:
    """Take an honour of a unit back. Raises Refusal: "umpire-only", "unknown-unit", "bad-text", "no-honour"."""
    async with store.writing() as session:
        unit = await unit_of(session, unit_id, who)
        await require_gm_of(session, unit, who, "take an honour back")
        row = await session.get(UnitHonour, honour_id)
        if row is None or row.unit_id != unit_id or row.revoked_at is not None:
            raise Refusal("no-honour", f"{unit.name} has no such honour.", "Choose one from the list.")
        row.revoked, row.revoked_at = words_of(why, 1000), store.clock.now()
        return await view_of(session, unit_id)


async def grant(store: Store, battle_id: int, who: int, grants: Sequence[Grant]) -> tuple[Grant, ...]:
    """Give these for a battle, but for those that were given for it already. Returns which.

    Raises Refusal: "umpire-only", "unknown-figure", "unknown-unit", "campaign-closed".
    """
    done: list[Grant] = []
    async with store.writing() as session:
        for one in dict.fromkeys(grants):
            if one.figure_id is not None:
                _, _, unit = await figure_of(session, one.figure_id, who)
                facts = in_force((await facts_of(session, [one.figure_id]))[one.figure_id])
                given = any(_is(one, f.award, f.note) for f in facts if _for_it(f, battle_id))
                row = _fact(store, one.figure_id, who, battle_id, one)
            else:
                unit = await unit_of(session, one.unit_id or 0, who)
                found = select(UnitHonour).where(UnitHonour.unit_id == unit.id, UnitHonour.battle_id == battle_id)
                rows = (await session.exec(found)).all()
                given = any(_is(one, row.award, row.name) for row in rows if row.revoked_at is None)
                row = _row(store, pk(unit.id), who, battle_id, one)
            await require_gm_of(session, unit, who, "give honours")
            if not given:
                session.add(row)
                await session.flush()
                done.append(one)
    return tuple(done)


async def decline(
    store: Store, battle_id: int, who: int, award: str, *, figure_id: int | None = None, unit_id: int | None = None
) -> None:
    """Not to be proposed again for this battle. Raises Refusal: "umpire-only", "no-battle"."""
    async with store.writing() as session:
        battle = await session.get_one(Battle, battle_id)
        await require_gm(session, battle.campaign_id, who, "decline an honour")
        now = store.clock.now()
        session.add(
            DeclinedHonour(battle_id=battle_id, award=award, figure_id=figure_id, unit_id=unit_id, user_id=who, at=now)
        )


def cited(text: str) -> str:
    """A citation in one line, "" for none. Raises Refusal "bad-text"."""
    return words_of(text, LONGEST_CITATION) if text.strip() else ""


async def _named(
    store: Store, session: AsyncSession, unit: Unit, said: str, *, to_unit: bool
) -> tuple[str, Worn | None]:
    """An award of the campaign, or whatever was said. Of several of one name the unit's own nation's."""
    name = words_of(said)
    awards = await awards_in(store, session, await session.get_one(Campaign, unit.campaign_id))
    fits = [each for each in awards if (each.to is Recipient.UNIT) is to_unit and _goes_by(each, name)]
    fits.sort(key=lambda each: (each.key != name, not each.is_of(unit.nation)))
    return (fits[0].name, fits[0].worn) if fits else (name, None)


def _goes_by(award: Award, name: str) -> bool:
    return folded(name) in (award.key, folded(award.name), folded(award.short) or award.key)


def _for_it(fact: CareerFact, battle_id: int) -> bool:
    return fact.kind == FactKind.DECORATED and fact.battle_id == battle_id


def _is(one: Grant, award: str | None, name: str) -> bool:
    """Whether that is the same honour."""
    if one.worn is None or award is None:
        return one.name == name
    return Worn.model_validate_json(award).key == one.worn.key


def _fact(store: Store, figure_id: int, who: int, battle_id: int | None, one: Grant) -> CareerFact:
    return CareerFact(
        figure_id=figure_id,
        battle_id=battle_id,
        kind=FactKind.DECORATED,
        note=one.name,
        award=one.worn.model_dump_json() if one.worn is not None else None,
        citation=one.citation,
        seq=one.seq,
        user_id=who,
        at=store.clock.now(),
    )


def _row(store: Store, unit_id: int, who: int, battle_id: int | None, one: Grant) -> UnitHonour:
    return UnitHonour(
        unit_id=unit_id,
        battle_id=battle_id,
        name=one.name,
        award=one.worn.model_dump_json() if one.worn is not None else None,
        citation=one.citation,
        seq=one.seq,
        user_id=who,
        at=store.clock.now(),
    )
