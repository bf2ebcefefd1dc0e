"""What is kept beside the journals against the journals: a battle's number of entries, its snapshots, its questions
with their clocks, what its viewers may be told of it, and the careers that it left.

Journals are never changed. Snapshots that differ are thrown away, for the state is the fold of the journal; questions
are asked as the state asks them; accounts are reckoned again. Careers are only reported: a GM may have had reasons.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlmodel import col, delete, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.course.taking_up import take_up
from campaigns.battle.record import accounts, finding, journal
from campaigns.battle.record.journal import Entry, board_of, events_of, living
from campaigns.battle.record.mustering import line_up
from campaigns.campaign.travel.checking import careers_unlike
from campaigns.clocks import waits
from campaigns.clocks.clockwork import clockwork_of
from campaigns.database.store import Store
from campaigns.database.writes import Writes
from campaigns.members.policies import Policies
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle, BattleStatus, Snapshot, SnapshotBoard
from campaigns.tables.campaigns import Campaign
from campaigns.tables.stories import BattleAccount
from campaigns.thinking import beside
from rules.seam.ruleset import AnyRuleSet


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that is not as the journal has it. `repaired`: it is now; `meant`: a GM may have had reasons."""

    battle_id: int
    title: str
    what: str
    repaired: bool = False
    meant: bool = False


async def recheck(store: Store, *, repair: bool = False) -> AsyncGenerator[tuple[int, tuple[Difference, ...]]]:
    """Each battle that has begun, by its number, with its differences; one after the other, so that others are answered
    between. `repair`: what can be made anew is."""
    async with store.reading() as session:
        begun = col(Battle.status).in_((BattleStatus.RUNNING, BattleStatus.ENDED))
        numbers = (await session.exec(select(Battle.id).where(begun).order_by(col(Battle.id)))).all()
    for number in numbers:
        yield pk(number), await _differences(store, pk(number), repair=repair)


async def _differences(store: Store, battle_id: int, *, repair: bool) -> tuple[Difference, ...]:
    async with store.reading() as session:
        row = await session.get(Battle, battle_id)
        if row is None:  # it has been deleted meanwhile
            return ()
        rules = store.rules((await session.get_one(Campaign, row.campaign_id)).rules)
        entries = await journal.entries(session, rules, battle_id, upto=row.version)
        found = [*_numbering(row, entries)]
        snapshots = [] if found else await _bad_snapshots(session, rules, battle_id, entries)
    if snapshots and repair:
        async with store.writing() as session:
            await session.exec(delete(Snapshot).where(col(Snapshot.id).in_([number for number, _ in snapshots])))
    found += [
        Difference(battle_id, row.title, f"the snapshot after entry {seq} is not what the journal leads to", repair)
        for _, seq in snapshots
    ]
    if any("entries" in each.what for each in found):
        return tuple(found)
    if row.status == BattleStatus.RUNNING:
        found += await _questions(store, row, repair=repair)
    elif all(entry.rules_version == rules.version for entry in entries):
        found += await _accounts(store, rules, row, entries, repair=repair)
        found += [
            Difference(battle_id, row.title, f"the journal {said} “{kind}” of {ref}", meant=True)
            for said, kind, ref in await careers_unlike(store, rules, row) or ()
        ]
    return tuple(found)


def _numbering(row: Battle, entries: Sequence[Entry]) -> list[Difference]:
    seqs = [entry.seq for entry in entries]
    if seqs == list(range(1, row.version + 1)):
        return []
    missing = sorted(set(range(1, row.version + 1)) - set(seqs))
    return [Difference(pk(row.id), row.title, f"entries are missing: {', '.join(map(str, missing[:20]))}")]


async def _bad_snapshots(
    session: AsyncSession, rules: AnyRuleSet, battle_id: int, entries: Sequence[Entry]
) -> list[tuple[int, int]]:
    """The number and the entry of each snapshot of this version of the rules that differs from the fold."""
    of = (Snapshot.battle_id == battle_id, Snapshot.rules_version == rules.version)
    bad: list[tuple[int, int]] = []
    for kept in (await session.exec(select(Snapshot).where(*of).order_by(col(Snapshot.seq)))).all():
        upto = [entry for entry in entries if entry.seq <= kept.seq]
        board = await session.get(SnapshotBoard, (battle_id, kept.board_digest)) if kept.board_digest else None
        if not await beside(_same, rules, upto, kept, board):
            bad.append((pk(kept.id), kept.seq))
    return bad


def _same(rules: AnyRuleSet, entries: Sequence[Entry], kept: Snapshot, board: SnapshotBoard | None) -> bool:
    """Whether the snapshot and the board that is kept apart from it are what these entries lead to."""
    state = rules.battle.fold(events_of(living(entries)))
    try:
        loaded = rules.battle.states.load(kept.state)
        if board is None:
            return kept.board_digest is None and loaded == state
        return loaded == rules.battle.on_board(state, None) and board_of(board.board) == rules.battle.board(state)
    except ValueError:  # it cannot be read at all
        return False


async def _questions(store: Store, row: Battle, *, repair: bool) -> list[Difference]:
    """What the battle waits on is what its state asks."""
    number = pk(row.id)
    async with store.alone(number):
        async with store.reading() as session:
            now, _ = await finding.battle_row(session, number, locked=False)
            if now.run or now.status != BattleStatus.RUNNING:  # a run is under way: nobody is asked
                return []
            conduct = await take_up(store, session, number)
            clocks = await clockwork_of(session, row.campaign_id, number)
        controllers = conduct.rules.battle.controllers(conduct.state)
        asks = {
            (ask.key, ask.side): (None if ask.umpire else controllers.get(ask.side, ask.side), ",".join(ask.bodies))
            for ask in conduct.prompt.asks
        }
        if asks == {(wait.ask_key, wait.side): (wait.by_side, wait.units) for wait in clocks.waiting}:
            return []
        if repair:
            async with store.writing() as session:
                await conduct.write_in(session)
                settings, writes = Policies.model_validate_json(conduct.campaign.settings), Writes()
                known = await clockwork_of(session, row.campaign_id, number)
                of = (conduct.row, settings, conduct.prompt.asks, controllers, known, store.clock.now())
                await waits.sync(session, writes, *of)
                await writes.carry_out(session)
    return [Difference(number, row.title, "the questions that its clocks run for are not those of its state", repair)]


async def _accounts(
    store: Store, rules: AnyRuleSet, row: Battle, entries: Sequence[Entry], *, repair: bool
) -> list[Difference]:
    """What each viewer may be told of a battle that is over; those that are missing are reckoned when asked for."""
    number, standing = pk(row.id), living(entries)
    should = await beside(_reckoned, rules, standing)
    async with store.reading() as session:
        rows = (await session.exec(select(BattleAccount).where(BattleAccount.battle_id == number))).all()
    unlike = [each.viewer for each in rows if json.loads(each.told) != json.loads(should.get(each.viewer, "null"))]
    if unlike and repair:
        async with store.writing() as session:
            await accounts.drop(session, number)
            accounts.keep(session, number, should)
    whose = ", ".join(each or "everybody" for each in unlike)
    return [Difference(number, row.title, f"what may be told of it to {whose} differs", repair)] if unlike else []


def _reckoned(rules: AnyRuleSet, standing: Sequence[Entry]) -> dict[str, str]:
    events: Sequence[Any] = events_of(standing)
    muster = line_up((entry.kind, entry.intent) for entry in standing)
    return accounts.reckon(rules, rules.battle.fold(events), events, muster)
