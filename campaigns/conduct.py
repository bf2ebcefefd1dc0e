"""The inside of a battle's transaction: load, decide, let the engine go on, and settle what follows from it.

`battles.act`, the deadlines, the beginning, the ending and the undoing of a battle all work through a `Conduct`: it
holds the battle's rows and its state while the transaction lasts, and `settle` writes everything down at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, TypeAdapter
from sqlalchemy import update
from sqlalchemy.orm.attributes import set_committed_value
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns import closing, deadlines, journal, outbox, proposals
from campaigns.closing import Outcome
from campaigns.errors import Refusal, Stale, no_battle
from campaigns.journal import Entry, Recorded
from campaigns.membership import is_gm, own_side
from campaigns.models import GM, Battle, BattleSeed, BattleStatus, Campaign, EntryKind, Player, PostKind, Side, pk
from campaigns.outbox import Matter
from campaigns.policies import Settings
from campaigns.seed import battle_key
from campaigns.store import Store
from rules.action import ENGINE, Action, Actor, SideId
from rules.event import Event
from rules.ruleset import AnyRuleSet, Ask, Muster, Prompt

MOST_STEPS = 1000
"""Steps of the engine after one action. A rule set that needs more never comes to rest."""
MUSTER: TypeAdapter[Muster] = TypeAdapter(Muster)
PHRASES: TypeAdapter[dict[SideId, str]] = TypeAdapter(dict[SideId, str])


class Acted(BaseModel):
    """What a transaction did: entries `from_seq` to `to_seq`, after which the battle is at `version`. `duplicate`: it
    had been done before by the same interaction, and nothing was done now."""

    battle_id: int
    version: int
    from_seq: int
    to_seq: int
    ended: bool = False
    duplicate: bool = False


class Conduct:
    """A battle in the hands of one transaction."""

    def __init__(
        self, store: Store, session: AsyncSession, row: Battle, campaign: Campaign, rules: AnyRuleSet, state: Any
    ) -> None:
        self.store, self.session = store, session
        self.row, self.campaign, self.rules, self.state = row, campaign, rules, state
        self.id = pk(row.id)
        self.loaded = row.version
        self.seq = row.version
        self.now = store.clock.now()
        self.settings = Settings.model_validate_json(campaign.settings)
        self._key: bytes | None = None

    @property
    def prompt(self) -> Prompt:
        return self.rules.prompt(self.state)

    async def decide(
        self, action: Action, by: Actor, *, user_id: int | None = None, interaction_id: int | None = None
    ) -> Entry:
        """One action: the rules judge it and say what happens. Raises RuleViolation; then nothing is recorded."""
        chance = await self.chance()
        events = self.rules.decide(self.state, action, by, chance)
        intent = self.rules.actions.dump(action)
        return self.record(EntryKind.ACTION, intent, by, chance, events, user_id=user_id, interaction_id=interaction_id)

    async def go_on(self) -> None:
        """The engine's own steps, until somebody is asked or the battle is over."""
        for _ in range(MOST_STEPS):
            step = None if self.prompt else self.rules.proceed(self.state)
            if step is None:
                return
            await self.decide(step, ENGINE)
        raise RuntimeError(f"{self.rules.key} does not come to rest in battle {self.id} after entry {self.loaded}")

    async def chance(self) -> Recorded:
        """The battle's dice and cards for the next entry."""
        return Recorded(await self.key(), self.seq + 1)

    def record(
        self,
        kind: EntryKind,
        intent: str,
        by: Actor,
        chance: Recorded,
        events: Sequence[Event],
        *,
        user_id: int | None = None,
        interaction_id: int | None = None,
    ) -> Entry:
        """Add an entry to the journal and its events to the state."""
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
        )
        self.session.add(journal.row_of(self.rules, self.id, entry))
        self.state = self.rules.fold(events, self.state)
        self.seq = entry.seq
        return entry

    async def settle(self, *, announce: Matter | None = None, outcome: Outcome | None = None) -> Acted:
        """Write down what follows from the new entries: the version, the end of the battle, deadlines, posts, a
        snapshot. `outcome`: how it ended where not by its own rules. Raises Stale when another process was faster."""
        await self._claim_version()
        result = self.rules.result(self.state)
        if outcome is None and result is not None:
            outcome = Outcome(winner=result.winner, reason=result.reason, how="rules", lines=result.lines)
        if announce is not None:
            await self.post(PostKind.NOTICE, announce)
        await self.post(PostKind.JOURNAL, Matter(topic="journal"), from_seq=self.loaded + 1, to_seq=self.seq)
        if outcome is not None:
            await self.strike_proposal("over")
            await self._close(outcome)
        asks = () if outcome is not None else self.prompt.asks
        due = await deadlines.sync(self.session, self.id, asks, self.settings, self.now)
        if asks:
            keys, users = tuple(ask.key for ask in asks), await self.answerers(asks)
            await self.post(
                PostKind.PROMPT,
                Matter(topic="prompt", ask_keys=keys, users=users, due=due),
                from_seq=self.loaded + 1,
                to_seq=self.seq,
            )
        if await journal.snapshot_is_due(self.session, self.id, self.seq):
            await self.keep_snapshot()
        await self.session.flush()
        return Acted(
            battle_id=self.id,
            version=self.seq,
            from_seq=self.loaded + 1,
            to_seq=self.seq,
            ended=outcome is not None,
        )

    async def keep_snapshot(self) -> None:
        await journal.keep_snapshot(self.session, self.rules, self.id, self.seq, self.state)

    async def post(
        self, kind: PostKind, matter: Matter, *, from_seq: int | None = None, to_seq: int | None = None
    ) -> int:
        """The outbox's number of the post."""
        return await outbox.put(
            self.session, self.campaign, self.row, kind, matter, self.now, from_seq=from_seq, to_seq=to_seq
        )

    async def strike_proposal(self, fate: proposals.Fate) -> None:
        """Nothing is proposed any more; the post that proposed it loses its buttons."""
        proposal = proposals.standing(self.row)
        self.row.proposal = None
        if proposal is not None and proposal.post:
            await outbox.strike(self.session, self.campaign, self.row, proposal.post, fate, self.now)

    async def answerers(self, asks: Sequence[Ask]) -> tuple[int, ...]:
        """The users who may answer these asks: the players of the sides (or of those that run them); the GMs for what
        the umpire is asked, and for a side that nobody plays."""
        controllers = self.rules.controllers(self.state)
        sides = {controllers.get(ask.side, ask.side) for ask in asks if not ask.umpire}
        members = (
            select(Side.key, Player.user_id)
            .join(Player, col(Player.side_id) == Side.id)
            .where(Player.campaign_id == self.campaign.id, col(Side.key).in_(sides), col(Player.left_at).is_(None))
            .order_by(col(Player.id))
        )
        played = (await self.session.exec(members)).all()
        users = [user for _, user in played]
        if any(ask.umpire for ask in asks) or sides - {side for side, _ in played}:
            gms = select(GM.user_id).where(GM.campaign_id == self.campaign.id).order_by(col(GM.id))
            users += (await self.session.exec(gms)).all()
        return tuple(dict.fromkeys(users))

    async def key(self) -> bytes:
        """The key of the battle's chance: of the newest seed, mixed with every side's phrase."""
        if self._key is None:
            newest = select(BattleSeed).where(BattleSeed.battle_id == self.id).order_by(col(BattleSeed.from_seq).desc())
            seed = (await self.session.exec(newest.limit(1))).one()
            self._key = battle_key(bytes.fromhex(seed.seed), phrases_of(self.row))
        return self._key

    async def _close(self, outcome: Outcome) -> None:
        await self.session.flush()
        standing = journal.living(await journal.entries(self.session, self.rules, self.id))
        muster = next(MUSTER.validate_json(entry.intent) for entry in standing if entry.kind is EntryKind.MUSTER)
        events = journal.events_of(standing)
        await closing.close(self.session, self.row, outcome, self.rules, events, muster, self.now)
        seeds = select(BattleSeed.seed).where(BattleSeed.battle_id == self.id).order_by(col(BattleSeed.from_seq))
        words = {
            "winner": outcome.winner or "",
            "reason": outcome.reason,
            "how": outcome.how,
            "seed": " ".join((await self.session.exec(seeds)).all()),
        }
        await self.post(PostKind.CLOSING, Matter(topic="ended", words=tuple(words.items())), to_seq=self.seq)

    async def _claim_version(self) -> None:
        unchanged = (col(Battle.id) == self.id, col(Battle.version) == self.loaded)
        bump = update(Battle).where(*unchanged).values(version=self.seq).execution_options(synchronize_session=False)
        if (await self.session.exec(bump)).rowcount != 1:
            raise Stale(self.loaded, self.seq)
        set_committed_value(self.row, "version", self.seq)


async def battle_row(session: AsyncSession, battle_id: int, *, who: int | None = None) -> tuple[Battle, Campaign]:
    """The battle and its campaign, locked until the transaction ends; with `who`, only for the campaign's members.
    Raises Refusal "no-battle": a stranger hears the same as for a battle that does not exist."""
    row = await session.get(Battle, battle_id, with_for_update=True)
    if row is None:
        raise no_battle()
    campaign = await session.get_one(Campaign, row.campaign_id)
    member = who is None or await is_gm(session, row.campaign_id, who) or await own_side(session, row.campaign_id, who)
    if not member:
        raise no_battle()
    return row, campaign


async def take_up(store: Store, session: AsyncSession, battle_id: int, *, who: int | None = None) -> Conduct:
    """A running battle at its newest state. Raises Refusal: "no-battle", "not-begun", "ended", "cancelled"."""
    row, campaign = await battle_row(session, battle_id, who=who)
    require_running(row)
    rules = store.rules(campaign.rules)
    state = await journal.state_at(session, rules, battle_id, row.version)
    return Conduct(store, session, row, campaign, rules, state)


def require_running(row: Battle) -> None:
    """Raises Refusal: "not-begun", "ended", "cancelled"."""
    match BattleStatus(row.status):
        case BattleStatus.OPEN:
            raise Refusal("not-begun", f"{row.title} has not begun.", "The GM begins it when both sides are ready.")
        case BattleStatus.ENDED:
            raise Refusal("ended", f"{row.title} is over.", "Its journal and its dice can still be read.")
        case BattleStatus.CANCELLED:
            raise Refusal("cancelled", f"{row.title} was called off.", "Open another battle.")
        case BattleStatus.RUNNING:
            return


def phrases_of(row: Battle) -> list[tuple[SideId, str]]:
    """The sides' phrases in the order in which they enter the key."""
    return list(PHRASES.validate_json(row.phrases).items())
