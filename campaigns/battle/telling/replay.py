"""A stretch of a battle as one viewer saw it: their map after each thing that they were told of, and what has changed.

The journal is folded again, so every map is that of its time: what a side did not see then it does not see now either.
What has been taken back since is left out. An entry that the viewer was told nothing of makes no moment, so that
nobody can count what others do in secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from campaigns.battle.record import journal
from campaigns.battle.record.journal import Entry
from campaigns.database.store import Store
from campaigns.tables.battles import EntryKind
from campaigns.thinking import beside
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import View, Viewer
from rules.table.changes import Glance, changes
from rules.table.scene import Changes, Scene
from rules.telling.gathering import gather
from rules.telling.headline import headline
from rules.telling.told import TellingRole, Told


@dataclass(frozen=True, slots=True)
class Moment:
    """A deed: what the viewer was told of one entry, and their maps since the moment before."""

    seq: int
    heading: str
    """Turn and phase."""
    tolds: tuple[Told, ...]
    glances: tuple[Glance, ...]

    @property
    def scene(self) -> Scene:
        return self.glances[-1].scene

    @property
    def words(self) -> str:
        """What was done, in a line: what it came to, else what everybody was told first."""
        gathered = [told for told in gather(self.tolds) if told.role is not TellingRole.DETAIL]
        course = (TellingRole.FRAME, TellingRole.SUM)
        first = min(gathered, key=lambda told: (told.role in course, told.secret), default=None)
        return headline(gathered) or (first.headline.rstrip(".") if first is not None else "")


@dataclass(frozen=True, slots=True)
class Replay:
    """From `before` the first moment to `after` the last."""

    before: View
    moments: tuple[Moment, ...]
    after: View

    def changed(self, since: str = "") -> Changes | None:
        """All that it changed on the viewer's map; None where there is no table."""
        if self.before.scene is None or self.after.scene is None:
            return None
        glances = [glance for moment in self.moments for glance in moment.glances]
        return changes(self.before.scene, [*glances, Glance(self.after.scene)], since)


async def replayed(store: Store, rules: AnyRuleSet, battle_id: int, after: int, upto: int, viewer: Viewer) -> Replay:
    """The entries after `after`, up to and with `upto`, as this viewer may know them."""
    async with store.reading() as session:
        read = await journal.entries(session, rules, battle_id, after=after, upto=upto)
        back = min((entry.after for entry in read if entry.after is not None), default=after)
        if back < after:
            after = back
            read = await journal.entries(session, rules, battle_id, after=after, upto=upto)
        state = await journal.state_at(store, session, rules, battle_id, after)
    return await beside(seen, rules, state, journal.living(read), viewer)


def seen(rules: AnyRuleSet, state: Any, entries: Iterable[Entry], viewer: Viewer) -> Replay:
    """These living entries from `state` on. Takes its time."""
    battle = rules.battle
    before = after = battle.view(state, viewer)
    shown = state  # in `after`
    moments: list[Moment] = []
    for entry in entries:
        tolds: list[Told] = []
        glances: list[Glance] = []
        for event in entry.events:
            state = battle.evolve(state, event)
            (told,) = battle.told(state, event, (viewer,))
            if told is not None:
                tolds.append(told)
                after, shown = battle.view(state, viewer), state
                glances += [Glance(after.scene, told.strokes)] if after.scene is not None else []
        if tolds and shown is not state:
            after, shown = battle.view(state, viewer), state
        if tolds and after.scene is not None:
            moments.append(Moment(entry.seq, after.headline, tuple(tolds), (*glances, Glance(after.scene))))
    return Replay(before, tuple(moments), after if shown is state else battle.view(state, viewer))


# ── From when on ──────────────────────────────────────────────────────────────────────────────────────────────────


LOOKED_BACK = 200
"""Entries among which the last answer of a side is looked for first; then among more of them."""


async def since(store: Store, rules: AnyRuleSet, battle_id: int, version: int, viewer: Viewer) -> int | None:
    """The entry after which all is new to this viewer's side; where it has never answered, that with which the table
    was laid. None before the battle has begun."""
    back = LOOKED_BACK
    while True:
        first = max(version - back, 0)
        async with store.reading() as session:
            read = await journal.entries(session, rules, battle_id, after=first, upto=version)
        found = last_answered(journal.living(read), viewer)
        if found or not first:
            return found or (laid(read) if read else None)
        back *= 4


def last_answered(entries: Sequence[Entry], viewer: Viewer) -> int:
    """The last of these living entries that belongs to this viewer's side's sitting before the one that goes on now. Of
    whoever has no side, to the one before the last sitting of anybody. 0: there is none.

    What they may not know of decides nothing here.
    """
    known = [entry for entry in entries if entry.kind is EntryKind.ACTION and _known(entry, viewer)]
    asked = [entry for entry in known if entry.by.side is not None and not entry.by.absent]
    if not asked:
        return 0
    own = viewer.side if viewer.side is not None else asked[-1].by.side
    sittings = [(side, [*run]) for side, run in groupby(asked, key=lambda entry: entry.by.side)]
    if sittings[-1][0] == own:
        sittings.pop()
    if viewer.side is None:
        return sittings[-1][1][-1].seq if sittings else 0
    return next((run[-1].seq for side, run in reversed(sittings) if side == own), 0)


def _known(entry: Entry, viewer: Viewer) -> bool:
    return viewer.umpire or entry.audience is None or viewer.side in entry.audience


def laid(entries: Sequence[Entry]) -> int:
    """The last entry of the transaction that began the battle, of all its entries: nobody saw the table before it was
    over."""
    return max((entry.seq for entry in entries if entry.cause == entries[0].cause), default=0)


@dataclass(frozen=True, slots=True)
class TurnSpan:
    """A turn as entries of the journal: after `after`, up to and with `upto`. `over`: another has begun since."""

    turn: int
    after: int
    upto: int
    over: bool


async def turns(store: Store, rules: AnyRuleSet, battle_id: int, version: int, viewer: Viewer) -> tuple[TurnSpan, ...]:
    """The turns that the viewer knows to have begun, in order; the first begins when the table is laid."""
    async with store.reading() as session:
        read = await journal.entries(session, rules, battle_id, upto=version)
    return await beside(_spans, rules, journal.living(read), version, viewer)


def _spans(rules: AnyRuleSet, entries: Sequence[Entry], version: int, viewer: Viewer) -> tuple[TurnSpan, ...]:
    begins: dict[int, int] = {}
    for entry in entries:
        for event in entry.events:
            known = viewer.umpire or event.audience is None or viewer.side in event.audience
            turn = rules.battle.turn_begun(event) if known else None
            if turn is not None:
                begins[turn] = entry.seq
    if not begins:
        return ()
    numbers = sorted({1, *begins})
    ends = [begins[number] for number in numbers[1:]]
    return tuple(
        TurnSpan(number, laid(entries) if place == 0 else begins[number] - 1, upto, over)
        for place, (number, upto, over) in enumerate(
            zip(numbers, [*ends, version], [*(True for _ in ends), False], strict=True)
        )
    )
