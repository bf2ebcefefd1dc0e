"""Whether a file is what it says, before anything of it is written: it is brought into a database of its own, where
every battle is verified and every career held against the journals."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

from pydantic import ValidationError
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.proof import export, verification
from campaigns.battle.record import closing, journal
from campaigns.battle.record.journal import events_of, living
from campaigns.battle.record.mustering import OPTIONS, mustered_unit, taking_part
from campaigns.campaign.travel.bringing import write
from campaigns.campaign.travel.people import settled
from campaigns.campaign.travel.sheets import CampaignFile, FileRow, bad_file
from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.honours import awards
from campaigns.honours.held import worn_of
from campaigns.members.policies import Policies
from campaigns.refs import figures_called
from campaigns.roster.careers import project
from campaigns.roster.growth import keeps
from campaigns.roster.units import views_where
from campaigns.scenario import scenarios
from campaigns.scenario.boards import BOARD
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle, BattleStatus, BattleUnit, EntryKind
from campaigns.tables.roster import CareerFact, FactKind, Unit
from rules.kernel.violation import RuleViolation
from rules.seam.ruleset import AnyRuleSet
from rules.table.board_file import BoardFault
from rules.table.pixels import picture_of

MOST_TOLD = 20
"""Differences that are told one by one."""
_OVER = (BattleStatus.ENDED, BattleStatus.CANCELLED)
_LEFT_BY_BATTLES = frozenset(
    {
        FactKind.FIELDED,
        FactKind.WOUNDED,
        FactKind.KILLED,
        FactKind.CAPTURED,
        FactKind.MISSING,
        FactKind.KILL_CREDITED,
        FactKind.DAMAGED,
        FactKind.KNOCKED_OUT,
        FactKind.DESTROYED,
        FactKind.MEN_LOST,
        FactKind.DESTROY_CREDITED,
        FactKind.SHARE_CREDITED,
        FactKind.HONOURED,
        FactKind.HUMILIATED,
        FactKind.FIELD_PROMOTED,
    }
)
"""Facts that nothing but a battle's journal writes with nobody's hand."""
_ONCE_UNTOLD = frozenset({FactKind.TREATED, FactKind.CARRIED, FactKind.FREED})
"""The same, which earlier versions did not write."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found. `faults`: each with the line of the file; `unchecked`: what this version cannot decide anew."""

    battles: int
    units: int
    figures: int
    faults: tuple[str, ...]
    unchecked: tuple[str, ...]


async def check(store: Store, file: CampaignFile) -> Checked:
    """Raises Refusal "no-rules", "bad-archive" where it cannot even be written down."""
    rules = store.chosen_rules(file.rules)
    faults = [*_faults_of_texts(file)]
    if faults:
        return _checked(file, faults, ())
    async with _scratch(store) as scratch:
        places = {
            "campaign": {"uid": "scratch", "guild_id": 1, "channel_id": 1},
            "battle": {"channel_id": 1},
        }
        async with scratch.writing() as session:
            await write(session, settled(file, {each.number: each.number for each in file.people}), places)
        judged = _Judge(scratch, rules, file)
        await judged.units()
        await judged.battles()
    return _checked(file, judged.faults, judged.unchecked)


def require_sound(checked: Checked) -> None:
    """Raises Refusal "bad-archive" with the first differences."""
    if checked.faults:
        more = len(checked.faults) - MOST_TOLD
        told = "; ".join(checked.faults[:MOST_TOLD]) + (f"; and {more} more" if more > 0 else "")
        raise bad_file(told, "Nothing was brought in. Bring the file as it was exported.")


def _checked(file: CampaignFile, faults: Sequence[str], unchecked: Sequence[str]) -> Checked:
    counts = Counter(row.table for row in file.rows)
    return Checked(counts["battle"], counts["unit"], counts["figure"], tuple(faults), tuple(unchecked))


@asynccontextmanager
async def _scratch(store: Store) -> AsyncGenerator[Store]:
    """A database that nobody else sees, gone afterwards."""
    with TemporaryDirectory() as folder:
        scratch = Store(
            f"sqlite+aiosqlite:///{Path(folder) / 'scratch.db'}", store.clock, store.entropy, store.rule_sets
        )
        try:
            await scratch.open()
            yield scratch
        finally:
            await scratch.close()


def _faults_of_texts(file: CampaignFile) -> Iterator[str]:
    """What is read by codecs of its own."""
    for row in file.rows:
        try:
            _read_texts(row)
        except (ValueError, BoardFault, RuleViolation, Refusal) as fault:
            words = fault.message if isinstance(fault, Refusal) else _first(fault)
            yield f"line {row.line}: {row.table}: {words}"


def _first(fault: Exception) -> str:
    if isinstance(fault, ValidationError):
        one = fault.errors(include_url=False, include_input=False)[0]
        return f"{'.'.join(str(part) for part in one['loc'])}: {one['msg']}"[:200]
    return str(fault)[:200]


def _read_texts(row: FileRow) -> None:
    """Raises ValueError, BoardFault, RuleViolation, Refusal."""
    values = row.values
    match row.table:
        case "campaign":
            Policies.model_validate_json(values["settings"])
        case "keptboard":
            BOARD.validate_json(values["board"])
        case "boardpicture" | "portrait" | "diarypicture":
            if picture_of(values["data"]) is None:
                raise ValueError("the picture cannot be read")
        case "battle":
            if values["status"] not in _OVER:
                raise ValueError("the battle is not over, so its dice are still a secret")
            if values.get("board"):
                BOARD.validate_json(values["board"])
            OPTIONS.validate_json(values["options"])
        case "careerfact":
            FactKind(values["kind"])
            worn_of(values.get("award"))
        case "unithonour":
            worn_of(values.get("award"))
        case "journalentry":
            EntryKind(values["kind"])
        case _:
            pass


class _Judge:
    """Follows what has been written into the scratch database."""

    def __init__(self, scratch: Store, rules: AnyRuleSet, file: CampaignFile) -> None:
        self.scratch, self.rules, self.file = scratch, rules, file
        self.faults: list[str] = []
        self.unchecked: list[str] = []
        self.lines = {(row.table, row.number): row.line for row in file.rows if row.number is not None}

    async def units(self) -> None:
        """Every unit can take the field as the rule set reads it, and every kept scenario can be read."""
        settings = Policies.model_validate_json(next(self.file.of("campaign")).values["settings"])
        try:
            kept = keeps(self.rules, settings, settings.options)
        except (ValueError, RuleViolation) as fault:
            self.faults.append(f"line {next(self.file.of('campaign')).line}: settings: {_first(fault)}")
            return
        async with self.scratch.reading() as session:
            for unit in await views_where(session, col(Unit.disbanded_at).is_(None)):
                try:
                    mustered_unit(unit, BattleUnit(battle_id=0, unit_id=unit.id), self.rules, kept)
                except (ValueError, LookupError, RuleViolation) as fault:
                    self.faults.append(f"line {self.lines[('unit', int(unit.ref[1:]))]}: {unit.name}: {_first(fault)}")
        for row in self.file.of("keptscenario"):
            try:
                await scenarios.read(self.rules, row.values["text"], row.values["key"])
            except Refusal as refusal:
                self.unchecked.append(f"line {row.line}: {refusal.message}")
        for row in self.file.of("keptawards"):
            try:
                await awards.awards_of(self.scratch, row.values["campaign_id"])
            except Refusal as refusal:
                self.unchecked.append(f"line {row.line}: {refusal.message}")

    async def battles(self) -> None:
        """Dice against seeds, journal against state, careers against journals."""
        async with self.scratch.reading() as session:
            found = (await session.exec(select(Battle).order_by(col(Battle.id)))).all()
        for row, told in zip(found, self.file.of("battle"), strict=True):
            if row.status != BattleStatus.ENDED:
                continue
            where = f"line {told.line}: battle {row.number}"
            try:
                exported = await export.export(self.scratch, pk(row.id))
                report = await asyncio.to_thread(verification.verify, exported, self.rules)
            except (*verification.BROKEN, ValidationError) as fault:
                self.faults.append(f"{where} cannot be followed: {_first(fault)}")
                continue
            self.faults += [f"{where}: {each.name}: {each.detail}" for each in report.checks if each.state == "failed"]
            self.unchecked += [
                f"{where}: {each.name}: {each.detail}" for each in report.checks if each.state == "unchecked"
            ]
            if not report.failed:
                await self._careers(row, where)

    async def _careers(self, row: Battle, where: str) -> None:
        """What the battle left in the rosters is what its journal says; a GM may have taken some of it back."""
        unlike = await careers_unlike(self.scratch, self.rules, row)
        if unlike is None:
            self.unchecked.append(f"{where}: careers: another version of the rules wrote them")
            return
        for said, kind, ref in unlike:
            line = self.lines.get(("figure", int(ref[1:])), 0)
            self.faults.append(f"line {line}: battle {row.number}: the journal {said} “{kind}” of {ref}")


async def careers_unlike(store: Store, rules: AnyRuleSet, row: Battle) -> tuple[tuple[str, str, str], ...] | None:
    """What an ended battle left in the rosters against its journal, where they differ: whether the journal "says" or
    "does not say" it, what, of whom. None: another version of the rules wrote the journal."""
    async with store.reading() as session:
        entries = await journal.entries(session, rules, pk(row.id))
        if any(entry.rules_version != rules.version for entry in entries):
            return None
        muster = await taking_part(session, pk(row.id))
        people = await figures_called(session, row.campaign_id, closing.figures_of(muster))
        ever, standing = await _left(session, pk(row.id))
    known = {ref: (pk(figure.id), figure.slot_id) for ref, figure in people.items()}
    service = await asyncio.to_thread(rules.battle.service, events_of(living(entries)))
    facts = project(service, known, pk(row.id), row.opened_at)
    should = Counter(_fact(fact) for fact in facts if fact.kind in _LEFT_BY_BATTLES)
    refs = {pk(figure.id): ref for ref, figure in people.items()}
    untold = Counter(_fact(fact) for fact in facts if fact.kind in _ONCE_UNTOLD)
    unlike = (("says", should - ever), ("does not say", standing - should - untold))
    return tuple((said, kind, refs.get(figure, "f0")) for said, facts in unlike for figure, kind, *_ in facts)


Left: TypeAlias = tuple[int, str, int | None, str, int]
"""A fact that a battle left: of whom, which, by whom, the note, how many men."""


async def _left(session: AsyncSession, battle_id: int) -> tuple[Counter[Left], Counter[Left]]:
    """What a battle has ever left in the rosters, and what of it was not taken back."""
    of_it = select(CareerFact).where(
        col(CareerFact.battle_id) == battle_id,
        col(CareerFact.user_id).is_(None),
        col(CareerFact.kind).in_(_LEFT_BY_BATTLES | _ONCE_UNTOLD),
    )
    found = (await session.exec(of_it)).all()
    corrections = select(CareerFact.corrects_id).where(col(CareerFact.corrects_id).is_not(None))
    taken_back = set((await session.exec(corrections)).all())
    return Counter(map(_fact, found)), Counter(_fact(fact) for fact in found if fact.id not in taken_back)


def _fact(fact: CareerFact) -> Left:
    return fact.figure_id, str(fact.kind), fact.by_figure_id, fact.note, fact.men


__all__ = ["MOST_TOLD", "Checked", "careers_unlike", "check", "require_sound"]
