"""A battle in hand: load, decide, let the engine go on, and settle what follows from it.

`battles.take`, the deadlines, the beginning, the ending and the undoing of a battle all work through a `Conduct`: it
holds the battle's rows and its state, thinks beside the event loop, and `settle` writes everything down at once.

What takes thought is thought before the transaction that writes: taken up in a session that only reads, decided and
prepared with no session at all, and settled after `write_in`, which sees to it that the battle still stands as it was
taken up. Where another process was faster, `alone` has it all thought anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.course.asking import asked_of
from campaigns.battle.course.hearing import confided_to, hearers_of, only_ordered
from campaigns.battle.course.overtaking import Overtaken
from campaigns.battle.course.prepared import PreparedState
from campaigns.battle.course.staff import Staff
from campaigns.battle.record import chain, closing, journal
from campaigns.battle.record.books import Books, books_of
from campaigns.battle.record.closing import BattleOutcome, Ending
from campaigns.battle.record.finding import require_running, row_of, row_with_books
from campaigns.battle.record.journal import Entry, RecordedChance
from campaigns.battle.record.keys import Keys
from campaigns.battle.record.marks import Hearers, Marks, marks_of
from campaigns.battle.record.mustering import line_up
from campaigns.battle.record.rows import Rows
from campaigns.battle.record.staffing import staffed
from campaigns.battle.telling.telling import Lines
from campaigns.clocks.roll import Roll, roll_of
from campaigns.database.store import Store
from campaigns.members.membership import Member
from campaigns.members.policies import Policies
from campaigns.post import outbox
from campaigns.post.matter import Matter
from campaigns.states import KnownState
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle, BattleSeed, BattleStatus, EntryKind
from campaigns.tables.campaigns import Campaign
from campaigns.tables.posts import PostKind
from campaigns.thinking import beside
from rules.action import ENGINE, Action, Actor, SideId
from rules.asking import Ask, Prompt
from rules.event import Event
from rules.ruleset import AnyRuleSet
from rules.viewing import Result, Viewer

MOST_STEPS = 1000
"""Steps of the engine after one action. A rule set that needs more never comes to rest."""
PROMPT = "prompt"
"""The word under which what a state asks is remembered."""


class Conduct:
    """A battle in the hands of one transaction, or of the thought before it."""

    def __init__(
        self,
        store: Store,
        session: AsyncSession | None,
        row: Battle,
        campaign: Campaign,
        rules: AnyRuleSet,
        state: Any,
        member: Member | None = None,
    ) -> None:
        self.store, self._session = store, session
        self.row, self.campaign, self.rules, self.state = row, campaign, rules, state
        self.taken_up = state
        self.member = member
        """Who asked for it, where somebody did."""
        self.id = pk(row.id)
        self.loaded = row.version
        self.seq = row.version
        self.told_before = marks_of(row.marks, row.version)
        """How much everybody and each side had been told when it was taken up."""
        self.now = store.clock.now()
        self.settings = Policies.model_validate_json(campaign.settings)
        self.staff = staffed(row)
        """The sides that the staff plays."""
        self.relieved = False
        """Somebody has come back to a side that it played."""
        self.keys = Keys(row)
        self.head = row.head
        """The chain's newest link."""
        self._snapshot: int | None = None
        """The entry of the newest snapshot, 0 before the first; None: not known."""
        self._fresh: list[tuple[Entry, dict[str, Any]]] = []
        self._past: list[Entry] | None = None
        self._asked: tuple[Any, Prompt] | None = None
        self._asked_before: Prompt | None = None
        self._outcome: tuple[Any, Result | None] | None = None
        self._confided: tuple[Any, tuple[SideId, ...]] | None = None
        self._hearers: tuple[Any, Hearers] | None = None
        self.told: dict[Viewer, Lines] = {}
        """The new entries in words, for everybody and for each side, as far as they have been told."""
        self._prepared: PreparedState | None = None
        self._books: Books | None = None

    @property
    def session(self) -> AsyncSession:
        """The session that it reads or writes in. Raises ValueError while it is thought about in none."""
        if self._session is None:
            raise ValueError(f"battle {self.id} is in no session")
        return self._session

    @session.setter
    def session(self, session: AsyncSession) -> None:
        self._session = session

    @property
    def prompt(self) -> Prompt:
        """What the state asks; asked of it once."""
        if self._asked is None or self._asked[0] is not self.state:
            self._asked = (self.state, self.rules.battle.prompt(self.state))
        return self._asked[1]

    @property
    def result(self) -> Result | None:
        """How the battle has ended by its own rules; asked of the state once."""
        if self._outcome is None or self._outcome[0] is not self.state:
            self._outcome = (self.state, self.rules.battle.result(self.state))
        return self._outcome[1]

    async def decide(
        self, action: Action, by: Actor, *, user_id: int | None = None, interaction_id: int | None = None
    ) -> Entry:
        """One action: the rules judge it and say what happens. Raises RuleViolation; then nothing is recorded."""
        await self.key()
        return await beside(self._decide, action, by, user_id=user_id, interaction_id=interaction_id)

    async def go_on(self) -> None:
        """The engine's own steps, until somebody is asked or the battle is over."""
        await self.key()
        await beside(self._go_on)

    async def play(
        self, actions: Sequence[tuple[Action, Actor]], *, user_id: int | None = None, interaction_id: int | None = None
    ) -> None:
        """These actions one after the other, and then the engine's own steps, thought out in one go: between them
        nothing is carried out. Raises the same, and then none of them is recorded."""
        await self.key()
        await beside(self._play, actions, user_id, interaction_id)

    def _play(self, actions: Sequence[tuple[Action, Actor]], user_id: int | None, interaction_id: int | None) -> None:
        for action, by in actions:
            self._decide(action, by, user_id=user_id, interaction_id=interaction_id)
        self._go_on()
        self.look()

    def _decide(
        self, action: Action, by: Actor, *, user_id: int | None = None, interaction_id: int | None = None
    ) -> Entry:
        word = self.keys.word(by, interaction_id)
        chance = RecordedChance(self.keys.dice_with(word), self.seq + 1)
        events = self.rules.battle.decide(self.state, action, by, chance)
        intent = self.rules.battle.actions.dump(action)
        if word:
            self.keys.hear(word)
        return self.record(
            EntryKind.ACTION, intent, by, chance, events, user_id=user_id, interaction_id=interaction_id, word=word
        )

    def _go_on(self) -> None:
        staff = Staff(self.rules, self.staff, self.id)
        for _ in range(MOST_STEPS):
            answers = staff.answers(self.state, self.prompt)
            step = None if self.prompt else self.rules.battle.proceed(self.state)
            for action, by in answers:
                self._decide(action, by)
            if step is not None:
                self._decide(step, ENGINE)
            elif not answers:
                _ = self.result
                return
        raise RuntimeError(f"{self.rules.key} does not come to rest in battle {self.id} after entry {self.loaded}")

    def relieve(self, sides: Iterable[SideId | None]) -> None:
        """The staff does not play these sides any more: their own people act."""
        gone = set(sides)
        kept = {side: boldness for side, boldness in self.staff.items() if side not in gone}
        self.relieved, self.staff = self.relieved or len(kept) < len(self.staff), kept

    async def asks(self, known: KnownState) -> None:
        """What the state asks, if that has not been thought of before."""
        self._asked = (known.state, await known.thought(PROMPT, self.rules.battle.prompt))
        self._asked_before = self._asked[1]

    def set_out(self, seed: str, snapshot: int | None) -> None:
        """The newest seed and snapshot, read with the battle."""
        self.keys.mix(seed)
        self._snapshot = snapshot or 0

    @property
    def _looked(self) -> bool:
        seen = (self._asked, self._outcome, self._confided, self._hearers)
        return all(each is not None and each[0] is self.state for each in seen)

    def look(self) -> Conduct:
        """Have the rules say what the battle asks, whether it has ended, who may know what was done, and who is told
        something that not everybody is: it is remembered. Takes its time."""
        _ = self.prompt, self.result, self.hearers, self.confided
        return self

    async def prepare(self, outcome: BattleOutcome | None = None, *, snapshot: bool = False) -> None:
        """Think out all that `settle` writes down, before the transaction that writes. `outcome`: how the battle ended
        where not by its own rules; `snapshot`: one is kept even where none is due."""
        if not self._looked:
            await beside(self.look)
        result = self.result
        if outcome is None and result is not None:
            outcome = BattleOutcome(
                winner=result.winner, reason=result.reason, how="rules", tallies=result.tallies, lines=result.lines
            )
        past: list[Entry] = []
        if outcome is not None or self._snapshot is None:
            async with self.store.reading() as self.session:
                past = [] if outcome is None else await self.past()
                due = snapshot or await self._snapshot_is_due()
        else:
            due = snapshot or await self._snapshot_is_due()
        packed = await beside(journal.packed, self.rules, self.state) if due else None
        ending = await beside(self._ending, outcome, past) if outcome is not None else None
        self._prepared = PreparedState(self.state, ending, packed, self.confided)

    async def _snapshot_is_due(self) -> bool:
        if self._snapshot is None:
            return await journal.snapshot_is_due(self.session, self.id, self.seq)
        return self.seq - self._snapshot >= journal.SNAPSHOT_EVERY

    @property
    def prepared(self) -> PreparedState:
        """What has been prepared of the state as it is now. Raises ValueError where nothing has."""
        if self._prepared is None or self._prepared.state is not self.state:
            raise ValueError(f"what entry {self.seq} of battle {self.id} leads to has not been prepared")
        return self._prepared

    @property
    def confided(self) -> tuple[SideId, ...]:
        """The sides that are told something of the new entries that not everybody is; found out once."""
        if self._confided is None or self._confided[0] is not self.state:
            self._confided = (self.state, self._told_alone())
        return self._confided[1]

    @property
    def hearers(self) -> Hearers:
        """Who may know that anything was done; found out once."""
        if self._hearers is None or self._hearers[0] is not self.state:
            over = self.row.status != BattleStatus.RUNNING or self.result is not None
            before, done = self._asked_before or Prompt(), only_ordered(self.rules, self.entries)
            found = Hearers(True) if over else hearers_of(self.entries, before, self.prompt, ordered=done)
            self._hearers = (self.state, found)
        return self._hearers[1]

    @property
    def marks(self) -> Marks:
        """How much everybody and each side have been told, with the new entries."""
        return self.told_before.moved(self.seq, self.hearers, [side.key for side in self.rules.forces.sides])

    def _told_alone(self) -> tuple[SideId, ...]:
        entries, sides = self.entries, [side.key for side in self.rules.forces.sides]
        if any(entry.kind is EntryKind.UNDO for entry in entries):
            # What they were told before, the post finds out.
            return tuple(side for side in sides if self.hearers.everybody or side in self.hearers.sides)
        confided, self.told = confided_to(self.rules, self.taken_up, entries, sides)
        return confided

    def _ending(self, outcome: BattleOutcome, past: Sequence[Entry]) -> Ending:
        standing = journal.living([*past, *(entry for entry, _ in self._fresh)])
        muster = line_up((entry.kind, entry.intent) for entry in standing)
        return closing.reckon(self.rules, self.state, journal.events_of(standing), muster, outcome)

    async def chance(self) -> RecordedChance:
        """The battle's dice and cards for the next entry."""
        return RecordedChance(await self.key(), self.seq + 1)

    def record(
        self,
        kind: EntryKind,
        intent: str,
        by: Actor,
        chance: RecordedChance,
        events: Sequence[Event],
        *,
        user_id: int | None = None,
        interaction_id: int | None = None,
        word: tuple[SideId, str] | None = None,
    ) -> Entry:
        """Add an entry to the journal, linked to the one before, and its events to the state. `word`: what it has put
        into the key. Raises ValueError while the seed is not known."""
        entry = Entry(
            seq=self.seq + 1,
            cause=self.loaded + 1,
            kind=kind,
            by=by,
            user_id=user_id,
            interaction_id=interaction_id,
            at=self.now,
            rules_version=self.rules.version,
            intent=intent,
            draws=chance.all_draws(),
            events=tuple(events),
            word=word[1] if word else "",
        )
        row = journal.row_of(self.rules, self.id, entry)
        self.head = row["head"] = chain.chained(self.keys.links, self.head, row)
        self._fresh.append((entry, row))
        self.state = self.rules.battle.fold(events, self.state)
        self.seq = entry.seq
        return entry

    async def post(
        self, kind: PostKind, matter: Matter, *, from_seq: int | None = None, to_seq: int | None = None
    ) -> int:
        """The outbox's number of the post."""
        return await outbox.put(
            self.session, self.campaign, self.row, kind, matter, self.now, from_seq=from_seq, to_seq=to_seq
        )

    async def answerers(self, asks: Sequence[Ask], roll: Roll | None = None) -> tuple[int, ...]:
        """The users who are asked (see `asked_of`). `roll`: where it has been called in this transaction."""
        roll = roll or await roll_of(self.session, pk(self.campaign.id), self.id)
        found = await asked_of(self.session, roll, self.id, self.rules, self.state, asks)
        return tuple(dict.fromkeys(user for users in found.values() for user in users))

    async def key(self) -> bytes:
        """The key of the battle's chance: of the newest seed, mixed with every side's phrase."""
        if not self.keys.known:
            newest = select(BattleSeed).where(BattleSeed.battle_id == self.id).order_by(col(BattleSeed.from_seq).desc())
            self.keys.mix((await self.session.exec(newest.limit(1))).one().seed)
        return self.keys.dice

    def keep(self) -> KnownState:
        """Remember the state, what it asks and the rows, now that they have been committed."""
        former = self.store.states.newest(self.id)
        known = self.store.states.keep(self.rules, self.id, self.seq, self.state)
        if self._asked is not None and self._asked[0] is self.state:
            known.remember(self._asked[1], PROMPT)
        if self.keys.seed and self._snapshot is not None and self._prepared is not None:
            snapshot = self._snapshot if self._prepared.packed is None else self.seq
            rows: Rows | None = former[1].rows if former is not None else None
            members = {} if rows is None else dict(rows.members)
            if self.member is not None:
                members[self.member.who] = self.member
            known.rows = Rows(self.row, self.campaign, self.keys.seed, snapshot, members)
        return known

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Those that were added."""
        return tuple(entry for entry, _ in self._fresh)

    @property
    def rows(self) -> tuple[dict[str, Any], ...]:
        """The same as the journal keeps them."""
        told = self.marks.posted if self.hearers.posted else None
        return tuple(row | {"told": told} for _, row in self._fresh)

    async def past(self) -> list[Entry]:
        """The whole journal as it was when the battle was taken up. Long: read it before the transaction that
        writes."""
        if self._past is None:
            self._past = await journal.entries(self.session, self.rules, self.id, upto=self.loaded)
        return self._past

    async def write_in(
        self,
        session: AsyncSession,
        *,
        who: int | None = None,
        ended: bool = False,
        at_once: bool = False,
        interaction_id: int | None = None,
    ) -> None:
        """Go on in the session that writes. `at_once`: nothing else is written before it is settled, by that
        interaction. Raises Overtaken when the battle no longer is what was taken up or the interaction has been carried
        out, and what `battle_row` and `require_running` raise."""
        self.session = session
        settings, staff, done = self.campaign.settings, self.row.staff, False
        if at_once:
            of, by = self.row.campaign_id, interaction_id
            found_now = await row_with_books(session, self.id, of, who=who, interaction_id=by)
            self.row, self.campaign, member, done, self._books = found_now
        else:
            self.row, self.campaign, member = await row_of(session, self.id, who=who)
        as_it_was = (self.row.version, self.row.staff, self.campaign.settings) == (self.loaded, staff, settings)
        if done or not as_it_was or self.member not in (None, member):
            raise Overtaken(self.loaded, self.row.version)
        if not (ended and self.row.status == BattleStatus.ENDED):
            require_running(self.row)

    async def books(self) -> Books:
        """The battle's clocks, the end of its line and its sides' readers, as they stand now."""
        books, self._books = self._books, None
        return books or await books_of(self.session, self.row.campaign_id, self.id)
