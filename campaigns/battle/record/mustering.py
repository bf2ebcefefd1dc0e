"""From the rosters to the field: the rule set's Muster of the figures and elements that can fight, and of the units
that join a battle later."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pydantic import TypeAdapter
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.record.journal import Undone
from campaigns.errors import Refusal
from campaigns.members.membership import sides_of
from campaigns.members.policies import Policies
from campaigns.roster.elements import fielded_elements
from campaigns.roster.growth import fielded, keeps
from campaigns.roster.units import RosterUnit, views_where
from campaigns.scenario import scenarios
from campaigns.scenario.boards import BOARD
from campaigns.scenario.roles import options_of, role_in_files, roles_of
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle, BattleUnit, EntryKind, JournalEntry
from campaigns.tables.campaigns import Campaign
from campaigns.tables.roster import Unit
from rules.scenario import muster_parts
from rules.seam.forces import Muster, MusterSide, MusterUnit
from rules.seam.growth import Growth
from rules.seam.ruleset import AnyRuleSet

MUSTER: TypeAdapter[Muster] = TypeAdapter(Muster)
REINFORCEMENTS: TypeAdapter[tuple[MusterUnit, ...]] = TypeAdapter(tuple[MusterUnit, ...])
"""The intent of a REINFORCED entry."""
OPTIONS: TypeAdapter[tuple[tuple[str, str], ...]] = TypeAdapter(tuple[tuple[str, str], ...])


async def units_called(session: AsyncSession, battle_id: int) -> list[RosterUnit]:
    """The units that have been called to a battle, as they are now, the oldest first."""
    called = select(BattleUnit.unit_id).where(BattleUnit.battle_id == battle_id)
    return await views_where(session, col(Unit.id).in_(called))


async def muster_of(session: AsyncSession, row: Battle, rules: AnyRuleSet) -> Muster:
    """Everything the battle starts from. The dead and those marked absent stay away, and so do the wounded, unless
    the campaign has them fight on; a unit of which nobody is left does not take the field. BG-R113

    Raises Refusal "nobody-fit" when that leaves nobody at all, or a scenario without one of its forces.
    """
    scenario = await scenarios.of_battle(session, pk(row.id), rules)
    places = (await session.exec(select(BattleUnit).where(BattleUnit.battle_id == row.id))).all()
    place_of = {place.unit_id: place for place in places}
    lines: dict[str, list[MusterUnit]] = {}
    reserves: list[MusterUnit] = []
    forces: dict[str, MusterUnit] = {}
    campaign = await session.get_one(Campaign, row.campaign_id)
    kept = keeps(rules, Policies.model_validate_json(campaign.settings), OPTIONS.validate_json(row.options))
    for unit in await units_called(session, pk(row.id)):
        call = place_of[unit.id]
        mustered = mustered_unit(unit, call, rules, kept)
        if mustered is None:
            if call.force is not None:
                raise _missing(unit)
            continue
        if call.force is not None:
            forces[call.force] = mustered
        (reserves if call.reserve else lines.setdefault(unit.side, [])).append(mustered)
    if not lines:
        raise Refusal(
            "nobody-fit", "Nobody in these units is fit to fight.", "Report figures fit or name replacements."
        )
    roles = roles_of(row)
    brought, script = ("", "") if scenario is None else muster_parts(scenario, forces)
    return Muster(
        title=row.title,
        sides=tuple(
            MusterSide(key, side.name, tuple(lines.get(key, ())), role=role_in_files(rules, roles, key))
            for key, side in (await sides_of(session, row.campaign_id)).items()
        ),
        board=BOARD.validate_json(row.board) if row.board else None,
        options=tuple({**dict(OPTIONS.validate_json(row.options)), **options_of(rules, roles)}.items()),
        turn_limit=row.turn_limit,
        scenario=brought,
        script=script,
        reserves=tuple(reserves),
    )


def _missing(unit: RosterUnit) -> Refusal:
    return Refusal(
        "nobody-fit",
        f"Nobody in {unit.name} is fit to fight, and the scenario needs it.",
        "Report figures fit, or call the battle off and open it again: another unit then takes its part.",
    )


def mustered_unit(unit: RosterUnit, place: BattleUnit, rules: AnyRuleSet, kept: Growth | None) -> MusterUnit | None:
    """The unit as it takes the field; None where nobody of it can. `kept`: of `growth.keeps`."""
    figures = tuple(man for slot in unit.slots if (man := fielded(slot, rules, kept)))
    elements = fielded_elements(unit, figures)
    if not figures and not any(element.men for element in elements):
        return None
    return MusterUnit(
        id=unit.ref,
        name=unit.name,
        side=unit.side,
        organisation=unit.organisation,
        nation=unit.nation,
        traits=unit.traits,
        figures=figures,
        place=(place.x, place.y) if place.x is not None and place.y is not None else None,
        facing=place.facing,
        elements=elements,
    )


# ── Who takes part ────────────────────────────────────────────────────────────────────────────────────────────────


def line_up(intents: Iterable[tuple[EntryKind, str]]) -> Muster:
    """All who take part, from the intents of living entries in order: who was mustered, and who has joined since. One
    who was held in reserve and has been brought in stands with his side."""
    muster: Muster | None = None
    for kind, intent in intents:
        if kind is EntryKind.MUSTER:
            muster = MUSTER.validate_json(intent)
        elif kind is EntryKind.REINFORCED and muster is not None:
            muster = _with(muster, REINFORCEMENTS.validate_json(intent))
    if muster is None:
        raise ValueError("nobody has been mustered")
    return muster


def _with(muster: Muster, units: Sequence[MusterUnit]) -> Muster:
    joined = {unit.id for unit in units}
    sides = tuple(
        replace(side, units=(*side.units, *(unit for unit in units if unit.side == side.key))) for side in muster.sides
    )
    return replace(muster, sides=sides, reserves=tuple(unit for unit in muster.reserves if unit.id not in joined))


async def taking_part(session: AsyncSession, battle_id: int) -> Muster:
    """The same of a battle as its journal has it now."""
    kinds = (EntryKind.MUSTER, EntryKind.REINFORCED, EntryKind.UNDO)
    found = select(JournalEntry.seq, JournalEntry.kind, JournalEntry.intent).where(
        JournalEntry.battle_id == battle_id, col(JournalEntry.kind).in_(kinds)
    )
    standing: list[tuple[int, EntryKind, str]] = []
    for seq, kind, intent in (await session.exec(found.order_by(col(JournalEntry.seq)))).all():
        if kind == EntryKind.UNDO:
            after = Undone.model_validate_json(intent).after
            standing = [entry for entry in standing if entry[0] <= after]
        else:
            standing.append((seq, EntryKind(kind), intent))
    return line_up((kind, intent) for _, kind, intent in standing)
