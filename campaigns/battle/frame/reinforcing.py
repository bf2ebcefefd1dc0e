"""Units that join a battle that goes on: a GM brings them in, whoever held them back or joined the campaign late.

They come as they stand on the roster: nobody recovers and nothing is repaired on the way. It is an entry of the journal
like any other, with the units as they came for its intent: what follows from it, its undoing and its proof are those of
an action.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sqlmodel import col, delete, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns import interactions
from campaigns.battle.course.acted import Acted
from campaigns.battle.course.conduct import Conduct
from campaigns.battle.course.overtaking import Overtaken, alone
from campaigns.battle.course.settling import settle
from campaigns.battle.course.taking_up import take_up
from campaigns.battle.frame import opening
from campaigns.battle.record.journal import Entry
from campaigns.battle.record.mustering import OPTIONS, REINFORCEMENTS, mustered_unit, taking_part
from campaigns.database.store import Store
from campaigns.errors import Refusal, gm_only
from campaigns.members.membership import open_campaign
from campaigns.refs import units_called
from campaigns.roster.growth import keeps
from campaigns.roster.units import RosterUnit
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle, BattleUnit, EntryKind
from campaigns.thinking import beside
from rules.kernel.action import UMPIRE
from rules.seam.forces import MusterUnit
from rules.table import reference


async def reinforce(
    store: Store,
    battle_id: int,
    who: int,
    unit_ids: Iterable[int],
    *,
    at: str = "",
    facing: float | None = None,
    interaction_id: int | None = None,
) -> Acted:
    """A GM brings units into the battle: at a map reference, else at their side's edge. Their players are asked from
    then on, and their careers say that they fought in it.

    Raises Refusal: "no-battle", "not-begun", "battle-over", "cancelled", "umpire-only", "unknown-unit", "fighting",
    "in-battle" (it has come already), "no-units", "nobody-fit", "no-board", "one-place"; RuleViolation
    where the rule set will not have them come, or not now. Then nothing has changed.
    """
    wanted = tuple(dict.fromkeys(unit_ids))

    async def reinforced() -> Acted:
        async with store.reading() as session:
            first = await interactions.first(session, interaction_id, "reinforce")
            if first is not None:
                return _again(first)
            conduct = await take_up(store, session, battle_id, who=who)
            if conduct.member is None or not conduct.member.gm:
                raise gm_only("bring units into a battle")
            came = await _coming(conduct, session, wanted, at, facing)
            chance = await conduct.chance()
        intent = REINFORCEMENTS.dump_json(came).decode()
        events = await beside(conduct.rules.battle.reinforce, conduct.state, came, chance)
        entry = conduct.record(
            EntryKind.REINFORCED, intent, UMPIRE, chance, events, user_id=who, interaction_id=interaction_id
        )
        await conduct.go_on(sliced=True)
        await conduct.prepare()
        async with store.writing() as session:
            claim = await interactions.claim(session, interaction_id, "reinforce", store.clock.now())
            if claim.first is not None:
                return _again(claim.first)
            await conduct.write_in(session, who=who)
            await open_campaign(session, conduct.row.campaign_id)
            if await _coming(conduct, session, wanted, at, facing) != came:
                raise Overtaken(conduct.loaded, conduct.loaded)
            known = select(BattleUnit.unit_id).where(BattleUnit.battle_id == battle_id)
            called = set((await session.exec(known)).all())
            session.add_all(
                BattleUnit(battle_id=battle_id, unit_id=unit, joined=entry.seq) for unit in wanted if unit not in called
            )
            acted = await settle(conduct)
            claim.settle(acted)
        conduct.keep()
        return acted

    return await alone(store, battle_id, reinforced)


async def send_back(session: AsyncSession, battle_id: int, after: int) -> None:
    """Units that were called by an entry after `after`, which is taken back, are free again."""
    late = col(BattleUnit.joined) > after
    await session.exec(delete(BattleUnit).where(col(BattleUnit.battle_id) == battle_id, late))


async def call_again(session: AsyncSession, row: Battle, standing: Iterable[Entry]) -> None:
    """Units that were called by entries which stand again are called again. Raises Refusal "fighting"."""
    battle_id = pk(row.id)
    known = select(BattleUnit.unit_id).where(BattleUnit.battle_id == battle_id)
    called = set((await session.exec(known)).all())
    for entry in standing:
        if entry.kind is EntryKind.REINFORCED:
            refs = [unit.id for unit in REINFORCEMENTS.validate_json(entry.intent)]
            of_refs = await units_called(session, row.campaign_id, refs)
            missing = [of_refs[ref] for ref in refs if of_refs[ref] not in called]
            if missing:
                await opening.called(session, row.campaign_id, missing, but=battle_id)
            session.add_all(BattleUnit(battle_id=battle_id, unit_id=unit, joined=entry.seq) for unit in missing)
    await session.flush()


def _again(first: str) -> Acted:
    return Acted.model_validate_json(first).model_copy(update={"duplicate": True})


async def _coming(
    conduct: Conduct, session: AsyncSession, wanted: Sequence[int], at: str, facing: float | None
) -> tuple[MusterUnit, ...]:
    """The units as they would take the field now."""
    units = await opening.called(session, conduct.row.campaign_id, wanted, but=conduct.id)
    there = {unit.id for side in (await taking_part(session, conduct.id)).sides for unit in side.units}
    for unit in units:
        if unit.ref in there:
            raise Refusal("in-battle", f"{unit.name} is in the battle already.", "Choose another unit.")
    place = _place(conduct, at)
    if place is not None and len(units) > 1:
        raise Refusal("one-place", "One place is for one unit.", "Bring them in one by one, or at their side's edge.")
    return tuple([_unit(conduct, unit, place, facing) for unit in units])


def _unit(conduct: Conduct, unit: RosterUnit, place: tuple[float, float] | None, facing: float | None) -> MusterUnit:
    call = BattleUnit(battle_id=conduct.id, unit_id=unit.id)
    mustered = mustered_unit(unit, call, conduct.rules, keeps(conduct.rules, conduct.settings, _options(conduct)))
    if mustered is None:
        raise Refusal("nobody-fit", f"Nobody in {unit.name} is fit to fight.", "Report figures fit, or send others.")
    return replace(mustered, place=place, facing=facing)


def _options(conduct: Conduct) -> tuple[tuple[str, str], ...]:
    return OPTIONS.validate_json(conduct.row.options)


def _place(conduct: Conduct, at: str) -> tuple[float, float] | None:
    if not at.strip():
        return None
    board = conduct.rules.battle.board(conduct.state)
    if board is None:
        raise Refusal("no-board", "This battle has no board.", "Leave the place out.")
    return reference.place(at, reference.Surroundings(board))
