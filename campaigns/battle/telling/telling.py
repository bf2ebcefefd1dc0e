"""What happened in a battle, in words, as each of several viewers may know it: every event is told with the state as it
was just after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, TypeAlias

from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.record import journal
from campaigns.battle.record.journal import Entry
from campaigns.database.store import Store
from campaigns.errors import no_battle
from campaigns.tables.battles import Battle, BattleStatus, EntryKind
from campaigns.tables.campaigns import Campaign
from campaigns.thinking import beside
from rules.battle.orders.data import OrderFollowed
from rules.kernel.action import SideId
from rules.seam.asking import Face
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import View, Viewer
from rules.telling.told import TellingRole, Told


@dataclass(frozen=True, slots=True)
class Line:
    """An entry of the journal in words for one viewer. `undone`: it has been taken back since; `ordered`: what it tells
    of was done by orders; `known`: he may know that there is such an entry.

    `entry` carries its intent, dice and events only for the umpire, who may know them all: what others may know of
    them is in `tolds`.
    """

    entry: Entry
    tolds: tuple[Told, ...]
    undone: bool = False
    ordered: bool = False
    known: bool = True

    @property
    def went_back(self) -> EntryKind | None:
        """UNDO or REDO where something was taken or brought back that he knew of."""
        return self.entry.kind if self.known and self.entry.kind in journal.GOES_BACK else None


Lines: TypeAlias = tuple[Line, ...]


def confided(own: Lines) -> tuple[tuple[Line, tuple[Told, ...]], ...]:
    """The entries as one viewer is told them, each with what everybody is not told, or not in these words."""
    return tuple((line, tuple(told for told in line.tolds if told.secret)) for line in own)


def is_news(secret: Sequence[Told]) -> bool:
    """Whether what one side alone is told of an entry is worth a message: more than a detail of what everybody knows,
    such as the words of the order that it was done by, or than the course of its own seals."""
    return any(told.role not in (TellingRole.DETAIL, TellingRole.FRAME) for told in secret)


def untold(line: Line, secret: Sequence[Told], only: int | None) -> tuple[Told, ...]:
    """What is left of that for a side with this `only` player: they know what they have said themselves."""
    said = only is not None and line.entry.user_id == only
    return tuple(told for told in secret if not (said and told.own_word))


REMEMBERED = 200
"""Entries that a viewer may know of whose telling is remembered for them."""


@dataclass(frozen=True, slots=True)
class Report:
    """What happened from one entry to another, and how the battle then looked, as one viewer may know it; what was
    asked then, as everybody may."""

    lines: Lines
    view: View
    faces: tuple[Face, ...]
    version: int


async def report(store: Store, battle_id: int, from_seq: int, to_seq: int, viewer: Viewer) -> Report:
    """What this viewer may know of the entries `from_seq` to `to_seq`, and of the table after the last of them.

    Raises Refusal "no-battle".
    """
    async with store.reading() as session:
        row = await session.get(Battle, battle_id)
        if row is None:
            raise no_battle()
        rules = store.rules((await session.get_one(Campaign, row.campaign_id)).rules)
        from_seq, to_seq = max(from_seq, 1), min(to_seq, row.version)
        ended = row.status in (BattleStatus.ENDED, BattleStatus.CANCELLED) and to_seq == row.version
        (lines,), state = await _told(store, session, rules, battle_id, (from_seq, to_seq), (viewer,))
        later = await journal.undoings(session, battle_id, after=from_seq - 1)
    view, faces = await beside(_after, rules, state, viewer, ended)
    return Report(tuple(_marked(lines, later)), view, faces, to_seq)


async def told_of(store: Store, rules: AnyRuleSet, battle_id: int, first: int, last: int, viewer: Viewer) -> Lines:
    """What this viewer may know of the entries `first` to `last` of a battle."""
    first = max(first, 1)
    async with store.reading() as session:
        (lines,), _ = await _told(store, session, rules, battle_id, (first, last), (viewer,))
        later = await journal.undoings(session, battle_id, after=first - 1)
    return tuple(_marked(lines, later))


async def told_between(store: Store, battle_id: int, first: int, last: int) -> tuple[int, int]:
    """The entries of the transactions of which everybody was told something, from the `first` such to the `last`."""
    async with store.reading() as session:
        return await journal.told_between(session, battle_id, first, last)


async def transactions_of(
    store: Store, rules: AnyRuleSet, battle_id: int, side: SideId, after: int, version: int
) -> list[tuple[int, int]]:
    """The first and the last entry of each transaction after entry `after` that a side may know of, the newest
    first."""
    async with store.reading() as session:
        read = await journal.entries(session, rules, battle_id, after=max(after, 0), upto=version)
    found: list[tuple[int, int]] = []
    for _, group in groupby(read, key=lambda entry: entry.cause):
        entries = list(group)
        if any(entry.told is not None or side in (entry.audience or (side,)) for entry in entries):
            found.append((entries[0].seq, entries[-1].seq))
    return found[::-1]


async def told_since(
    store: Store, rules: AnyRuleSet, battle_id: int, after: int, version: int, viewer: Viewer
) -> Lines:
    """The entries after `after` up to the newest, `version`, in the viewer's words."""
    key, wanted = (battle_id, rules.version, viewer), max(after, 0) + 1
    first, lines = store.recitals.get(*key) or (wanted, [])
    if not first <= wanted <= first + len(lines) <= version + 1:
        first, lines = wanted, []
    if (new := first + len(lines)) <= version:
        async with store.reading() as session:
            (told,), _ = await _told(store, session, rules, battle_id, (new, version), (viewer,))
        lines = [*lines, *told]
        recent = _newest(lines, REMEMBERED)
        if recent <= wanted - first:
            first, lines = first + recent, lines[recent:]
    if _newest(lines, REMEMBERED) == 0:
        store.recitals.keep(first, lines, *key)
    found: list[Line] = lines[wanted - first :]
    undoings = [(line.entry.seq, left) for line in found if (left := line.entry.after) is not None]
    return tuple(_marked(found, undoings))


async def newest_told(
    store: Store, rules: AnyRuleSet, battle_id: int, after: int, version: int, viewer: Viewer, most: int
) -> tuple[Lines, bool]:
    """The same, of no more than the `most` newest that the viewer may know of: others' secrets push nothing out of
    sight. And whether there are older ones after `after`."""
    window = most + 1
    while True:
        since = max(after, version - window, 0)
        lines = await told_since(store, rules, battle_id, since, version, viewer)
        known = sum(line.known for line in lines)
        if known > most:
            return lines[_newest(lines, most) :], True
        if since == max(after, 0):
            return lines, False
        window += 2 * (most + 1 - known)


def _newest(lines: Sequence[Line], most: int) -> int:
    """Where in these lines the newest so many that the viewer may know of begin; 0: there are no more of them."""
    known = [number for number, line in enumerate(lines) if line.known]
    return known[-most] if len(known) > most else 0


async def _told(
    store: Store,
    session: AsyncSession,
    rules: AnyRuleSet,
    battle_id: int,
    between: tuple[int, int],
    viewers: Sequence[Viewer],
) -> tuple[list[list[Line]], Any]:
    """The entries from the first to the last of `between`, for each viewer, and the state after them."""
    first, last = between
    state = await journal.state_at(store, session, rules, battle_id, first - 1)
    lines: list[list[Line]] = [[] for _ in viewers]
    async for page in journal.pages(session, rules, battle_id, after=first - 1, upto=last):
        while page:
            until = next((n for n, entry in enumerate(page) if n and entry.kind in journal.GOES_BACK), len(page))
            if page[0].kind in journal.GOES_BACK:
                state = await journal.state_at(store, session, rules, battle_id, page[0].seq)
            told, state = await beside(tell, rules, state, page[:until], viewers)
            for own, more in zip(lines, told, strict=True):
                own += more
            page = page[until:]
    return lines, state


def tell(
    rules: AnyRuleSet, state: Any, entries: Sequence[Entry], viewers: Sequence[Viewer]
) -> tuple[list[list[Line]], Any]:
    """These entries in words for each viewer, and the state after the last of them. Takes its time."""
    lines: list[list[Line]] = [[] for _ in viewers]
    for entry in entries:
        tolds: list[list[Told]] = [[] for _ in viewers]
        for event in entry.events:
            state = rules.battle.evolve(state, event)
            for own, told in zip(tolds, rules.battle.told(state, event, viewers), strict=True):
                own += [told] if told is not None else []
        audience = entry.audience
        for own, viewer, said in zip(lines, viewers, tolds, strict=True):
            ordered = bool(said) and any(isinstance(event, OrderFollowed) for event in entry.events)
            known = viewer.umpire or audience is None or viewer.side in audience
            own.append(Line(entry if viewer.umpire else _outside(entry), tuple(said), ordered=ordered, known=known))
    return lines, state


def _after(rules: AnyRuleSet, state: Any, viewer: Viewer, ended: bool) -> tuple[View, tuple[Face, ...]]:
    return rules.battle.view(state, viewer), () if ended else rules.battle.prompt(state).faces


def _marked(lines: Sequence[Line], undoings: Sequence[tuple[int, int]]) -> Iterator[Line]:
    """The lines with those marked that have been taken back since. `undoings`: the entries that went back, each with
    the one to which it went, in order."""
    skipped: list[tuple[int, int]] = []
    for seq, after in sorted(undoings, reverse=True):
        # What went back, but has been taken back itself, takes nothing back any more.
        if not skipped or seq <= skipped[-1][0]:
            skipped.append((after, seq))
    for line in lines:
        gone = any(after < line.entry.seq < seq for after, seq in skipped)
        yield replace(line, undone=True) if gone else line


def _outside(entry: Entry) -> Entry:
    """An entry as one sees it from outside: that there is one, of which kind, by whom, and what an undoing undid."""
    public = entry.kind in (*journal.GOES_BACK, EntryKind.END, EntryKind.RETURNS)
    return entry if public else replace(entry, intent="{}", draws=(), events=())
