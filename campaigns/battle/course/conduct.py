"""A battle in hand: load, decide, let the engine go on, and settle what follows from it.

`battles.take`, the deadlines, the beginning, the ending and the undoing of a battle all work through a `Conduct`: it
holds the battle's rows and its state (see `in_hand`), thinks beside the event loop, and `settle` writes everything down
at once.

What takes thought is thought before the transaction that writes: taken up in a session that only reads, decided and
prepared with no session at all, and settled after `write_in`, which sees to it that the battle still stands as it was
taken up. Where another process was faster, `alone` has it all thought anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.course.in_hand import BattleInHand
from campaigns.battle.course.overtaking import Overtaken
from campaigns.battle.course.prepared import PreparedState
from campaigns.battle.course.staff import Staff
from campaigns.battle.record import closing, journal
from campaigns.battle.record.books import Books, books_of
from campaigns.battle.record.closing import BattleOutcome, Ending
from campaigns.battle.record.finding import require_running, row_of, row_with_books
from campaigns.battle.record.journal import Entry, RecordedChance
from campaigns.battle.record.mustering import line_up
from campaigns.battle.record.rows import Rows
from campaigns.battle.record.under_way import Run
from campaigns.database.slices import Slice
from campaigns.states import KnownState
from campaigns.tables.battles import BattleStatus, EntryKind
from campaigns.thinking import beside
from rules.kernel.action import ENGINE, Action, Actor, SideId

MOST_STEPS = 1000
"""Steps of the engine after one action. A rule set that needs more never comes to rest."""
PROMPT = "prompt"
"""The word under which what a state asks is remembered."""


class Conduct(BattleInHand):
    """A battle that is being conducted: decided upon, gone on with, and written down."""

    async def decide(
        self, action: Action, by: Actor, *, user_id: int | None = None, interaction_id: int | None = None
    ) -> Entry:
        """One action: the rules judge it and say what happens. Raises RuleViolation; then nothing is recorded."""
        await self.key()
        return await beside(self._decide, action, by, user_id=user_id, interaction_id=interaction_id)

    async def go_on(self, *, sliced: bool = False) -> None:
        """The engine's own steps, until somebody is asked or the battle is over. `sliced`: or until so much has been
        done that it is to be written down first; then the run is under way."""
        await self.key()
        await beside(self._go_on, self.store.slices.begin() if sliced and self.store.slices is not None else None)

    async def play(
        self, actions: Sequence[tuple[Action, Actor]], *, user_id: int | None = None, interaction_id: int | None = None
    ) -> None:
        """These actions one after the other, and then the engine's own steps, thought out in one go: between them
        nothing is carried out. A long run is left under way. Raises the same, and then none of them is recorded."""
        await self.key()
        await beside(self._play, actions, user_id, interaction_id)

    def _play(self, actions: Sequence[tuple[Action, Actor]], user_id: int | None, interaction_id: int | None) -> None:
        slices = self.store.slices
        piece = slices.begin() if slices is not None else None
        for action, by in actions:
            self._decide(action, by, user_id=user_id, interaction_id=interaction_id)
        self._go_on(piece)
        if self.run is None:
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

    def _go_on(self, piece: Slice | None = None) -> None:
        run = self.former or Run(self.began)
        staff = Staff(self.rules, self.staff, self.id, Counter({(key, side): n for key, side, n in run.answers}))
        known = [entry.audience is None for entry in self.fresh]
        for step_number in range(run.steps, MOST_STEPS):
            known += [entry.audience is None for entry, _ in self._fresh[len(known) :]]
            if piece is not None and known and known[-1] and piece.full(sum(known)):
                self.run = Run(self.began, run.known + sum(known), step_number, staff.answered)
                return
            answers = staff.answers(self.state, self.prompt)
            step = None if self.prompt else self.rules.battle.proceed(self.state)
            for action, by in answers:
                self._decide(action, by)
            if step is not None:
                self._decide(step, ENGINE)
            elif not answers:
                _ = self.result
                self.run = None
                return
        raise RuntimeError(f"{self.rules.key} does not come to rest in battle {self.id} after entry {self.began}")

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

    async def prepare(self, outcome: BattleOutcome | None = None, *, snapshot: bool = False) -> None:
        """Think out all that `settle` writes down, before the transaction that writes. `outcome`: how the battle ended
        where not by its own rules; `snapshot`: one is kept even where none is due."""
        if self.run is not None:  # nobody is told of it yet
            async with self.store.reading() as self.session:
                due = await self._snapshot_is_due()
            packed = await beside(journal.packed, self.rules, self.state) if due else None
            self._prepared = PreparedState(self.state, None, packed, ())
            return
        if self.former is not None and not self._earlier:
            async with self.store.reading() as session:
                of = (session, self.rules, self.id)
                self._earlier = tuple(await journal.entries(*of, after=self.began, upto=self.loaded))
                self.taken_up = (await journal.known_at(self.store, *of, self.began)).state
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
        self._prepared = PreparedState(self.state, ending, packed, self.confided, self.lapsed)

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

    def _ending(self, outcome: BattleOutcome, past: Sequence[Entry]) -> Ending:
        standing = journal.living([*past, *(entry for entry, _ in self._fresh)])
        muster = line_up((entry.kind, entry.intent) for entry in standing)
        return closing.reckon(self.rules, self.state, standing, muster, outcome)

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

    _books: Books | None = None

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
        if await self.store.is_held(session, self.id):
            raise Overtaken(self.loaded, self.loaded)
        before, done = (self.row.staff, self.row.run, self.campaign.settings), False
        if at_once:
            of, by = self.row.campaign_id, interaction_id
            found_now = await row_with_books(session, self.id, of, who=who, interaction_id=by)
            self.row, self.campaign, member, done, self._books = found_now
        else:
            self.row, self.campaign, member = await row_of(session, self.id, who=who)
        as_it_was = before == (self.row.staff, self.row.run, self.campaign.settings)
        if done or not as_it_was or self.row.version != self.loaded or self.member not in (None, member):
            raise Overtaken(self.loaded, self.row.version)
        if not (ended and self.row.status == BattleStatus.ENDED):
            require_running(self.row)

    async def books(self) -> Books:
        """The battle's clocks, the end of its line and its sides' readers, as they stand now."""
        books, self._books = self._books, None
        return books or await books_of(self.session, self.row.campaign_id, self.id)
