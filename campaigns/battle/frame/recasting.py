"""Who plays which part of a scenario's battle that is open: the GM looks at the casting and changes it.

The units that were called when the battle was opened are the casting; each change is carried out at once and lasts over
restarts. A unit that was raised for a part and is not wanted goes as it came: nobody of it has served.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlmodel import col, func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.frame import opening
from campaigns.battle.record import finding
from campaigns.database.store import Store
from campaigns.errors import Command, Refusal, no_unit
from campaigns.members.membership import require_gm, sides_of
from campaigns.roster import regrouping
from campaigns.roster.units import RosterUnit
from campaigns.scenario import scenarios
from campaigns.scenario.candidates import PartClaim, Troupe, troupe
from campaigns.scenario.casting import CastUnit, raise_for
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle, BattleUnit
from campaigns.tables.campaigns import Campaign
from campaigns.tables.roster import CareerFact, FactKind, Figure, Slot, Unit
from rules.kernel.action import SideId
from rules.language.naming import free
from rules.scenario import Force, Scenario
from rules.seam.ruleset import AnyRuleSet

NEW = 0
"""In place of a unit: one that is raised."""


@dataclass(frozen=True, slots=True)
class MightPlay:
    """A unit that might take a part. `lacking`: why it cannot, nothing where it can; `claim`: by what it is suggested;
    `now`: the name of the force that it plays as things stand; `wish`: of the one that its player would like."""

    unit: RosterUnit
    lacking: tuple[str, ...]
    claim: PartClaim | None
    now: str = ""
    wish: str = ""


@dataclass(frozen=True, slots=True)
class PartPlayed:
    """A force and who plays it; `unit` None: nobody. `raised`: the unit was raised for it. `suggested`: who else is
    suggested, where that is another one than plays it."""

    force: Force
    unit: RosterUnit | None
    raised: bool
    suggested: RosterUnit | None
    candidates: tuple[MightPlay, ...]

    @property
    def fitting(self) -> tuple[MightPlay, ...]:
        return tuple(each for each in self.candidates if not each.lacking)


@dataclass(frozen=True, slots=True)
class Casting:
    """`key` changes whenever somebody takes or leaves a part: what a panel shows is out of date then. `names`: of the
    sides, by key."""

    battle_id: int
    campaign_id: int
    names: Mapping[SideId, str]
    title: str
    scenario: Scenario
    parts: tuple[PartPlayed, ...]
    key: int

    def part(self, force: str) -> PartPlayed:
        """Raises Refusal "no-such-part"."""
        for each in self.parts:
            if each.force.key == force:
                return each
        raise no_such_part()


@dataclass(frozen=True, slots=True)
class _Cast:
    """The casting as the transaction has it."""

    session: AsyncSession
    row: Battle
    rules: AnyRuleSet
    scenario: Scenario
    names: Mapping[SideId, str]
    everybody: Troupe
    calls: dict[str, BattleUnit]

    @property
    def given(self) -> dict[str, int]:
        return {force: call.unit_id for force, call in self.calls.items()}

    @property
    def key(self) -> int:
        return zlib.crc32(repr(sorted(self.given.items())).encode())

    def force(self, key: str) -> Force:
        for force in self.scenario.forces:
            if force.key == key:
                return force
        raise no_such_part()

    def unit(self, unit_id: int) -> RosterUnit:
        unit = self.everybody.unit(unit_id)
        if unit is None:
            raise no_unit()
        return unit

    def part_of(self, unit_id: int) -> str | None:
        return next((force for force, unit in self.given.items() if unit == unit_id), None)

    def require(self, unit: RosterUnit, force: Force) -> None:
        """Raises Refusal "unfit"."""
        if lacking := self.everybody.lacking(unit, force):
            words = f"{unit.name} cannot be {force.name}: {', '.join(lacking)}."
            raise Refusal("unfit", words, "Choose another unit, or raise a new one.")


def no_such_part() -> Refusal:
    return Refusal("no-such-part", "The scenario has no such part.", "Open the casting again.")


def _changed() -> Refusal:
    return Refusal(
        "recast", "Somebody has changed the casting since.", ("Look at it again: ", Command("battle checkin"), ".")
    )


async def casting(store: Store, battle_id: int, who: int) -> Casting:
    """The casting of an open battle, for a GM. Raises Refusal: "no-battle", "umpire-only", "begun", "cancelled",
    "no-scenario" for a battle without one."""
    async with store.reading() as session:
        row, _ = await finding.battle_row(session, battle_id, who=who, locked=False)
        return _shown(await _cast(store, session, row, who))


async def give(store: Store, battle_id: int, who: int, force: str, unit_id: int, *, seen: int) -> Casting:
    """Give a part to a unit; where it plays another one, the two change places. `seen`: the key of what was shown.

    Raises Refusal as `casting` does, "recast", "no-such-part", "unknown-unit", "unfit".
    """
    async with store.writing_battle(battle_id) as session:
        cast = await _writing(store, session, battle_id, who, seen)
        part, unit = cast.force(force), cast.unit(unit_id)
        cast.require(unit, part)
        wanted = dict[str, int | None]({force: unit_id})
        other = cast.part_of(unit_id)
        if other is not None and other != force:
            wanted[other] = _exchanged(cast, cast.force(other), cast.given.get(force))
        return await _carried_out(store, cast, who, wanted)


def _exchanged(cast: _Cast, force: Force, unit_id: int | None) -> int | None:
    """Who plays the part that the unit leaves: whoever it relieves, or somebody new where that was somebody new."""
    if unit_id is None or unit_id in cast.everybody.raised.values():
        return NEW if unit_id is not None else None
    cast.require(cast.unit(unit_id), force)
    return unit_id


async def leave_empty(store: Store, battle_id: int, who: int, force: str, *, seen: int) -> Casting:
    """Nobody plays the part. Raises Refusal as `give` does."""
    async with store.writing_battle(battle_id) as session:
        cast = await _writing(store, session, battle_id, who, seen)
        return await _carried_out(store, cast, who, {cast.force(force).key: None})


async def raise_new(store: Store, battle_id: int, who: int, force: str, *, seen: int) -> Casting:
    """Raise a unit for the part, as the file has it. Raises Refusal as `give` does, and "too-many"."""
    async with store.writing_battle(battle_id) as session:
        cast = await _writing(store, session, battle_id, who, seen)
        return await _carried_out(store, cast, who, {cast.force(force).key: NEW})


async def as_suggested(store: Store, battle_id: int, who: int, *, seen: int) -> Casting:
    """Every part goes to whom it is suggested for. One for which nobody is suggested stays as it is; whoever leaves one
    makes room for somebody new. Raises Refusal as `give` does, and "too-many"."""
    async with store.writing_battle(battle_id) as session:
        cast = await _writing(store, session, battle_id, who, seen)
        found = {key: unit_id for key, (unit_id, _) in cast.everybody.suggested(cast.scenario).items()}
        moved = set(found.values())
        wanted: dict[str, int | None] = {force: NEW for force, unit in cast.given.items() if unit in moved}
        return await _carried_out(store, cast, who, {**wanted, **found})


async def split_off(
    store: Store, battle_id: int, who: int, force: str, unit_id: int, figure_ids: Iterable[int], *, seen: int
) -> Casting:
    """Give a part to these people of a unit, who are a unit of their own from then on; the others stay where they are.
    Raises Refusal as `give` and `regrouping.split` do, RuleViolation for units that the book does not allow."""
    async with store.writing_battle(battle_id) as session:
        cast = await _writing(store, session, battle_id, who, seen)
        part, whole = cast.force(force), cast.unit(unit_id)
        if whole.side != part.side or unit_id in cast.everybody.elsewhere or whole.guest:
            cast.require(whole, part)
            raise no_unit()
        chosen = tuple(figure_ids)
        unit = await session.get_one(Unit, unit_id)
        taken = (await session.exec(select(Unit.name).where(Unit.campaign_id == unit.campaign_id))).all()
        leader = _leader(cast.rules, whole, chosen)
        _, found = await regrouping.divide(store, session, unit, who, chosen, free(unit.name, taken), leader=leader)
        cast = await _cast(store, session, cast.row, who)
        cast.require(cast.unit(found.id), part)
        stays = cast.part_of(unit_id)
        if stays is not None and stays != force:
            cast.require(cast.unit(unit_id), cast.force(stays))
        return await _carried_out(store, cast, who, {force: found.id})


def _leader(rules: AnyRuleSet, unit: RosterUnit, chosen: tuple[int, ...]) -> int | None:
    """Who leads those who are split off, where nobody of them does: the one with the lowest number."""
    succession = rules.forces.succession
    men = [slot for slot in unit.slots if slot.holder is not None and slot.holder.id in chosen]
    if succession is None or not men or any(succession.leads(slot.traits) for slot in men):
        return None
    return men[0].last.id


async def _writing(store: Store, session: AsyncSession, battle_id: int, who: int, seen: int) -> _Cast:
    row, _ = await finding.battle_row(session, battle_id, who=who)
    cast = await _cast(store, session, row, who)
    if cast.key != seen:
        raise _changed()
    return cast


async def _cast(store: Store, session: AsyncSession, row: Battle, who: int) -> _Cast:
    await require_gm(session, row.campaign_id, who, "see who plays which part")
    opening.require_open(row)
    rules = store.rules((await session.get_one(Campaign, row.campaign_id)).rules)
    scenario = await scenarios.of_battle(session, pk(row.id), rules)
    if scenario is None:
        raise Refusal("no-scenario", f"{row.title} is fought without a scenario.", "It has no parts to give.")
    everybody = await troupe(session, row.campaign_id, rules, scenario, store.clock.now().date(), pk(row.id))
    found = (await session.exec(select(BattleUnit).where(BattleUnit.battle_id == row.id))).all()
    calls = {call.force: call for call in found if call.force is not None}
    names = {key: side.name for key, side in (await sides_of(session, row.campaign_id)).items()}
    return _Cast(session, row, rules, scenario, names, everybody, calls)


async def _carried_out(store: Store, cast: _Cast, who: int, wanted: Mapping[str, int | None]) -> Casting:
    """These parts change hands; None: nobody plays it, NEW: somebody is raised for it. Whoever was raised and plays
    nothing any more goes."""
    session, battle_id = cast.session, pk(cast.row.id)
    raised = {unit: force for force, unit in cast.everybody.raised.items()}
    changed = {force: unit for force, unit in wanted.items() if cast.given.get(force) != unit}
    for force in changed:
        if force in cast.calls:
            await session.delete(cast.calls[force])
    await session.flush()
    for force, unit in changed.items():
        if unit:
            session.add(CastUnit(cast.force(force), unit, raised=raised.get(unit) == force).called(battle_id))
    await session.flush()
    playing = {**cast.given, **changed}.values()
    for unit in raised:
        if unit not in playing:
            await send_home(session, unit)
    sides = await sides_of(session, cast.row.campaign_id)
    for force in (cast.force(key) for key, unit in changed.items() if unit == NEW):
        new = await raise_for(session, sides[force.side], force, cast.rules, who, store.clock.now(), store.entropy)
        session.add(CastUnit(force, new, raised=True).called(battle_id))
        await session.flush()
    return _shown(await _cast(store, session, cast.row, who))


async def send_home(session: AsyncSession, unit_id: int) -> None:
    """A unit that was raised for a part goes as it came, unless something has become of it meanwhile."""
    slots = select(Slot.id).where(Slot.unit_id == unit_id)
    figures = select(Figure.id).where(col(Figure.slot_id).in_(slots))
    of_them = col(CareerFact.figure_id).in_(figures)
    told = select(func.count()).where(of_them, col(CareerFact.kind) != FactKind.JOINED)
    struck = select(func.count()).where(Slot.unit_id == unit_id, col(Slot.struck))
    called = select(func.count()).where(BattleUnit.unit_id == unit_id)
    for since in (told, struck, called):
        if (await session.exec(since)).one():
            return
    await session.delete(await session.get_one(Unit, unit_id))
    await session.flush()


def _shown(cast: _Cast) -> Casting:
    suggested = cast.everybody.suggested(cast.scenario)
    names = {force.key: force.name for force in cast.scenario.forces}
    now = {unit: names[force] for force, unit in cast.given.items() if force in names}
    return Casting(
        battle_id=pk(cast.row.id),
        campaign_id=cast.row.campaign_id,
        names=cast.names,
        title=cast.row.title,
        scenario=cast.scenario,
        parts=tuple(_part(cast, force, suggested, now, names) for force in cast.scenario.forces),
        key=cast.key,
    )


def _part(
    cast: _Cast,
    force: Force,
    suggested: Mapping[str, tuple[int, PartClaim]],
    now: Mapping[int, str],
    names: Mapping[str, str],
) -> PartPlayed:
    playing = cast.given.get(force.key)
    best, _ = suggested.get(force.key, (None, None))
    everybody = cast.everybody
    candidates = [
        MightPlay(
            unit,
            everybody.lacking(unit, force),
            everybody.claim(unit, force),
            now.get(unit.id, ""),
            names.get(everybody.wishes.get(unit.id, ""), ""),
        )
        for unit in everybody.ranked(force)
    ]
    candidates.sort(key=lambda each: each.claim or len(PartClaim) + 1)
    return PartPlayed(
        force=force,
        unit=None if playing is None else everybody.unit(playing),
        raised=playing is not None and everybody.raised.get(force.key) == playing,
        suggested=everybody.unit(best) if best is not None and best != playing else None,
        candidates=tuple(candidates),
    )
