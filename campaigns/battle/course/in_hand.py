"""A battle in hand: its rows, its state, and what has been added to its journal since it was taken up.

A run may be carried out in slices (see `slices`): then `began` is the entry that it began after, and `loaded` the one
that the battle is at in the books. All that is told of a run is told of its entries since `began`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.course.asking import asked_of
from campaigns.battle.course.hearing import confided_to, hearers_of, only_ordered
from campaigns.battle.course.lapsing import lapsed
from campaigns.battle.course.prepared import PreparedState
from campaigns.battle.record import chain, journal
from campaigns.battle.record.journal import Entry, RecordedChance
from campaigns.battle.record.keys import Keys
from campaigns.battle.record.marks import Hearers, Marks, marks_of
from campaigns.battle.record.staffing import staffed
from campaigns.battle.record.under_way import run_of
from campaigns.battle.telling.telling import Lines
from campaigns.clocks.roll import Roll, roll_of
from campaigns.database.store import Store
from campaigns.members.membership import Member
from campaigns.members.policies import Policies
from campaigns.post import outbox
from campaigns.post.matter import Matter
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle, BattleSeed, BattleStatus, EntryKind
from campaigns.tables.campaigns import Campaign
from campaigns.tables.posts import PostKind
from rules.kernel.action import Actor, SideId
from rules.kernel.event import Event
from rules.seam.asking import Ask, Prompt
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import Result, Viewer


class BattleInHand:
    """A battle as one transaction, or the thought before it, has it before it."""

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
        self.former = run_of(row)
        """The run that is under way, as its last slice left it."""
        self.run = self.former
        """The run as it is left now; None: it has come to rest."""
        self.began = self.former.began if self.former is not None else row.version
        self._cause = self.began + 1
        self.seq = row.version
        self.told_before = marks_of(row.marks, self.began)
        """How much everybody and each side had been told when the run began."""
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
        self._earlier: tuple[Entry, ...] = ()
        """The run's entries of former slices, as soon as they are told of."""
        self._past: list[Entry] | None = None
        self._asked: tuple[Any, Prompt] | None = None
        self._asked_before: Prompt | None = None
        self._outcome: tuple[Any, Result | None] | None = None
        self._confided: tuple[Any, tuple[SideId, ...]] | None = None
        self._hearers: tuple[Any, Hearers] | None = None
        self._lapsed: tuple[Any, tuple[SideId, ...]] | None = None
        self.told: dict[Viewer, Lines] = {}
        """The new entries in words, for everybody and for each side, as far as they have been told."""
        self._prepared: PreparedState | None = None

    def break_off(self) -> None:
        """The run that is under way is carried out no further; what is added now is told with what was done of it."""
        self.run, self._cause = None, self.loaded + 1

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

    @property
    def _looked(self) -> bool:
        seen = (self._asked, self._outcome, self._confided, self._lapsed, self._hearers)
        return all(each is not None and each[0] is self.state for each in seen)

    def look(self) -> Self:
        """Have the rules say what the battle asks, whether it has ended, who may know what was done, who is told
        something that not everybody is, and whose orders have run out: it is remembered. Takes its time."""
        _ = self.prompt, self.result, self.hearers, self.confided, self.lapsed
        return self

    @property
    def confided(self) -> tuple[SideId, ...]:
        """The sides that are told something of the new entries that not everybody is; found out once."""
        if self._confided is None or self._confided[0] is not self.state:
            self._confided = (self.state, self._told_alone())
        return self._confided[1]

    @property
    def lapsed(self) -> tuple[SideId, ...]:
        """The sides whose orders have all run out, which are not asked yet; found out once."""
        if self._lapsed is None or self._lapsed[0] is not self.state:
            asked = [ask.side for ask in self.prompt.asks]
            found = lapsed(self.rules, self.taken_up, self.entries, self.state, asked) if asked else ()
            self._lapsed = (self.state, found)
        return self._lapsed[1]

    @property
    def hearers(self) -> Hearers:
        """Who may know that anything was done; found out once."""
        if self._hearers is None or self._hearers[0] is not self.state:
            sliced = self.run is not None or self.former is not None  # each ends with what everybody may know of
            over = sliced or self.row.status != BattleStatus.RUNNING or self.result is not None
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
            cause=self._cause,
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

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Those of the run that are told of."""
        return (*self._earlier, *self.fresh)

    @property
    def fresh(self) -> tuple[Entry, ...]:
        """Those that were added, and are in no book yet."""
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
