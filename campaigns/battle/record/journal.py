"""The journal of a battle: what was asked, drawn and decided, in order. A state is the fold of its living events.

Nothing in it is ever changed. Taking something back is an entry of its own (UNDO), which says up to which entry the
battle still stands; what lies between is no longer living, and its numbers, and so its dice, are never used again.
Taking that back is another one (REDO): the battle stands again as it did just before the UNDO, with the very entries
that it had then.
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from typing import Any

from pydantic import BaseModel, TypeAdapter
from sqlmodel import col, func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.database.store import Store
from campaigns.errors import Newer
from campaigns.states import KnownState
from campaigns.tables.base import given
from campaigns.tables.battles import EntryKind, JournalEntry, Snapshot, SnapshotBoard
from campaigns.thinking import beside
from rules.kernel.action import Actor, Role, SideId
from rules.kernel.chance import Draw, Seeded
from rules.kernel.event import Event
from rules.seam.ruleset import AnyRuleSet
from rules.table.board import Board

SNAPSHOT_EVERY = 25
"""Entries between two snapshots: loading folds at most that many, however old the battle is."""
PAGE = 200
"""Entries read at once: a long journal is read piece by piece, and others are answered between."""
BOARD: TypeAdapter[Board] = TypeAdapter(Board)
DRAWS: TypeAdapter[tuple[Draw, ...]] = TypeAdapter(tuple[Draw, ...])


class Undone(BaseModel):
    """The intent of an UNDO or REDO entry: the battle stands as it did after entry `after`. `audience`: the sides that
    knew of what was taken or brought back, where not everybody did."""

    after: int
    audience: tuple[SideId, ...] | None = None


GOES_BACK = (EntryKind.UNDO, EntryKind.REDO)


@dataclass(frozen=True, slots=True)
class Entry:
    """One decision. `intent` is JSON text: the action (ACTION), the rules' Muster (MUSTER), `Undone` (UNDO, REDO), the
    outcome (END) or the returns (RETURNS). `cause`: the entry that began the same transaction. `word`: what it has put
    into the key of the dice, as its side's first answer; `head`: the chain's link of it."""

    seq: int
    cause: int
    kind: EntryKind
    by: Actor
    user_id: int | None
    interaction_id: int | None
    at: datetime
    rules_version: str
    intent: str
    draws: tuple[Draw, ...]
    events: tuple[Event, ...]
    told: int | None = None
    """The how-manieth transaction it belongs to of which everybody was told something; None: of none, or it has not
    been written down yet."""
    word: str = ""
    head: str = ""

    @property
    def after(self) -> int | None:
        """Of an UNDO or REDO: the entry after which all stood as it stands again now."""
        return Undone.model_validate_json(self.intent).after if self.kind in GOES_BACK else None

    @property
    def audience(self) -> tuple[SideId, ...] | None:
        """The sides that may know that there is such an entry; None: everybody."""
        if self.kind in GOES_BACK:
            return Undone.model_validate_json(self.intent).audience
        if self.kind is not EntryKind.ACTION or not self.events:
            return None
        told: list[SideId] = [] if self.by.side is None else [self.by.side]
        for event in self.events:
            if event.audience is None:
                return None
            told += event.audience
        return tuple(dict.fromkeys(told))


class RecordedChance(Seeded):
    """The battle's chance for one entry, which keeps every draw, also those that no event carries."""

    def __init__(self, key: bytes, event: int) -> None:
        super().__init__(key, event)
        self._all: list[Draw] = []

    def taken(self) -> tuple[Draw, ...]:
        fresh = super().taken()
        self._all += fresh
        return fresh

    def all_draws(self) -> tuple[Draw, ...]:
        """Everything drawn so far, in order."""
        self.taken()
        return tuple(self._all)


def dump_events(rules: AnyRuleSet, events: Iterable[Event]) -> str:
    """One JSON object a line."""
    return "\n".join(rules.battle.events.dump(event) for event in events)


def load_events(rules: AnyRuleSet, text: str) -> tuple[Event, ...]:
    return tuple(rules.battle.events.load(line) for line in text.split("\n") if line)


def entry_of(rules: AnyRuleSet, row: JournalEntry) -> Entry:
    return Entry(
        seq=row.seq,
        cause=row.cause,
        kind=EntryKind(row.kind),
        by=Actor(Role(row.role), row.side, row.absent),
        user_id=row.user_id,
        interaction_id=row.interaction_id,
        at=row.at,
        rules_version=row.rules_version,
        intent=row.intent,
        draws=DRAWS.validate_json(row.draws),
        events=load_events(rules, row.events),
        told=row.told,
        word=row.word,
        head=row.head,
    )


def row_of(rules: AnyRuleSet, battle_id: int, entry: Entry) -> dict[str, Any]:
    """The entry as JournalEntry keeps it."""
    return {
        "battle_id": battle_id,
        "seq": entry.seq,
        "cause": entry.cause,
        "kind": entry.kind,
        "role": entry.by.role,
        "side": entry.by.side,
        "absent": entry.by.absent,
        "user_id": entry.user_id,
        "interaction_id": entry.interaction_id,
        "rules_version": entry.rules_version,
        "intent": entry.intent,
        "draws": DRAWS.dump_json(entry.draws).decode(),
        "events": dump_events(rules, entry.events),
        "at": entry.at,
        "word": entry.word,
        "head": entry.head,
    }


async def entries(
    session: AsyncSession, rules: AnyRuleSet, battle_id: int, *, after: int = 0, upto: int | None = None
) -> list[Entry]:
    """The entries after `after`, up to and with `upto`, in order. Raises Newer where a newer version wrote one."""
    return [entry async for page in pages(session, rules, battle_id, after=after, upto=upto) for entry in page]


_PAGE = (
    select(JournalEntry)
    .where(col(JournalEntry.battle_id) == given("battle"), col(JournalEntry.seq) > given("after"))
    .order_by(col(JournalEntry.seq))
    .limit(given("page"))
)
_PAGE_UPTO = _PAGE.where(col(JournalEntry.seq) <= given("upto"))


async def pages(
    session: AsyncSession, rules: AnyRuleSet, battle_id: int, *, after: int = 0, upto: int | None = None
) -> AsyncGenerator[list[Entry]]:
    """The same, piece by piece, each read beside the event loop. Raises Newer likewise."""
    async for rows in pages_of_rows(session, battle_id, after=after, upto=upto):
        yield await beside(_entries_of, rules, rows)


async def pages_of_rows(
    session: AsyncSession, battle_id: int, *, after: int = 0, upto: int | None = None
) -> AsyncGenerator[Sequence[JournalEntry]]:
    """The same as they were written."""
    found, told = (_PAGE, {}) if upto is None else (_PAGE_UPTO, {"upto": upto})
    while True:
        rows = (await session.exec(found, params={**told, "battle": battle_id, "after": after, "page": PAGE})).all()
        if rows:
            yield rows
            after = rows[-1].seq
        if len(rows) < PAGE:
            return


def _entries_of(rules: AnyRuleSet, rows: Sequence[JournalEntry]) -> list[Entry]:
    for row in rows:
        require_known(rules, row.rules_version)
    return [entry_of(rules, row) for row in rows]


def require_known(rules: AnyRuleSet, version: str) -> None:
    """Raises Newer for an entry that a newer version of the rules wrote: it may say what this one does not know."""
    if version != rules.version and _ordered(version) > _ordered(rules.version):
        raise Newer


def _ordered(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version))


_TOLD = select(func.min(JournalEntry.seq), func.max(JournalEntry.seq)).where(
    col(JournalEntry.battle_id) == given("battle"),
    col(JournalEntry.told) >= given("first"),
    col(JournalEntry.told) <= given("last"),
)


async def told_between(session: AsyncSession, battle_id: int, first: int, last: int) -> tuple[int, int]:
    """The first and the last entry of the transactions of which everybody was told something, from the `first` such to
    the `last`; 1 and 0 where there are none."""
    begins, ends = (await session.exec(_TOLD, params={"battle": battle_id, "first": first, "last": last})).one()
    return begins or 1, ends or 0


_UNDOINGS = (
    select(JournalEntry.seq, JournalEntry.intent)
    .where(col(JournalEntry.battle_id) == given("battle"), col(JournalEntry.seq) > given("after"))
    .where(col(JournalEntry.kind).in_(GOES_BACK))
    .order_by(col(JournalEntry.seq))
)


async def undoings(session: AsyncSession, battle_id: int, *, after: int) -> list[tuple[int, int]]:
    """The undoings, and what took them back, after entry `after`, in order: the entry of each, and the one to which it
    went back."""
    rows = (await session.exec(_UNDOINGS, params={"battle": battle_id, "after": after})).all()
    return [(seq, Undone.model_validate_json(intent).after) for seq, intent in rows]


def living(journal: Iterable[Entry]) -> list[Entry]:
    """The entries of a journal that still stand; of a part of one, those that came after its beginning.

    Each entry stands upon the one that was the newest when it was written; going back makes an older one the newest.
    """
    newest: Entry | None = None
    before: dict[int, Entry | None] = {}
    newest_at: dict[int, Entry | None] = {}
    for entry in journal:
        after = entry.after
        if after is None:
            before[entry.seq], newest = newest, entry
        else:
            newest = newest_at.get(after)
        newest_at[entry.seq] = newest
    standing: list[Entry] = []
    while newest is not None:
        standing.append(newest)
        newest = before[newest.seq]
    return standing[::-1]


def note_undoing(undone: list[Entry], entry: Entry) -> None:
    """Keep the undoings that could still be taken back, the newest last: deciding anything makes them final."""
    if entry.kind is EntryKind.UNDO:
        undone.append(entry)
    elif entry.kind is EntryKind.REDO:
        del undone[-1:]
    else:
        undone.clear()


def redoable(journal: Iterable[Entry]) -> Entry | None:
    """The newest undoing that can be taken back."""
    undone: list[Entry] = []
    for entry in journal:
        note_undoing(undone, entry)
    return undone[-1] if undone else None


def events_of(standing: Iterable[Entry]) -> list[Event]:
    return [event for entry in standing for event in entry.events]


async def state_at(store: Store, session: AsyncSession, rules: AnyRuleSet, battle_id: int, seq: int) -> Any:
    """The state after entry `seq`, which has been committed: the one that was loaded lately, or the newest usable
    snapshot and the fold of what came after it.

    A snapshot of another version of the rules is passed over (its state may have had another shape); the events are
    not, so a rules fix never breaks a running battle.
    """
    return (await known_at(store, session, rules, battle_id, seq)).state


async def known_at(store: Store, session: AsyncSession, rules: AnyRuleSet, battle_id: int, seq: int) -> KnownState:
    """The same, with what has been thought about it."""
    known = store.states.known(rules, battle_id, seq)
    if known is None:
        known = store.states.keep(rules, battle_id, seq, await _loaded(session, rules, battle_id, seq))
    return known


async def _loaded(session: AsyncSession, rules: AnyRuleSet, battle_id: int, seq: int) -> Any:
    found = select(Snapshot).where(
        Snapshot.battle_id == battle_id, Snapshot.seq <= seq, Snapshot.rules_version == rules.version
    )
    snapshot = (await session.exec(found.order_by(col(Snapshot.seq).desc()).limit(1))).first()
    if snapshot is not None:
        since = await entries(session, rules, battle_id, after=snapshot.seq, upto=seq)
        if all(entry.after is None or entry.after >= snapshot.seq for entry in since):
            board = ""
            if snapshot.board_digest is not None:
                board = (await session.get_one(SnapshotBoard, (battle_id, snapshot.board_digest))).board
            start = await beside(_unpacked, rules, snapshot.state, board)
            return await beside(rules.battle.fold, events_of(living(since)), start)
    return await beside(rules.battle.fold, events_of(living(await entries(session, rules, battle_id, upto=seq))))


@dataclass(frozen=True, slots=True)
class Packed:
    """A state as a snapshot keeps it, its board apart."""

    state: str
    board: str = ""
    digest: str | None = None


def packed(rules: AnyRuleSet, state: Any) -> Packed:
    """Takes its time where the state is large."""
    board = rules.battle.board(state)
    if board is None:
        return Packed(rules.battle.states.dump(state))
    text = BOARD.dump_json(board)
    bare = rules.battle.states.dump(rules.battle.on_board(state, None))
    return Packed(bare, text.decode(), sha256(text).hexdigest())


async def keep_snapshot(session: AsyncSession, rules: AnyRuleSet, battle_id: int, seq: int, kept: Packed) -> None:
    """Keeps the state, and beside it the board, once for all snapshots that have the same."""
    if kept.digest is not None and await session.get(SnapshotBoard, (battle_id, kept.digest)) is None:
        session.add(SnapshotBoard(battle_id=battle_id, digest=kept.digest, board=kept.board))
    session.add(
        Snapshot(battle_id=battle_id, seq=seq, rules_version=rules.version, state=kept.state, board_digest=kept.digest)
    )


def _unpacked(rules: AnyRuleSet, state: str, board: str) -> Any:
    found = rules.battle.states.load(state)
    return rules.battle.on_board(found, board_of(board)) if board else found


@lru_cache(maxsize=32)
def board_of(text: str) -> Board:
    """Of the same text the same board: what has been measured on it is known already."""
    return BOARD.validate_json(text)


async def snapshot_is_due(session: AsyncSession, battle_id: int, seq: int) -> bool:
    found = select(Snapshot.seq).where(Snapshot.battle_id == battle_id).order_by(col(Snapshot.seq).desc()).limit(1)
    return seq - ((await session.exec(found)).first() or 0) >= SNAPSHOT_EVERY


def last_transaction(standing: Sequence[Entry]) -> list[Entry]:
    """The living entries of the newest transaction: what somebody asked for, and what the engine made of it."""
    return [entry for entry in standing if entry.cause == standing[-1].cause] if standing else []
