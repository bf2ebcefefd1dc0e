"""A battle whose process is killed again and again, at moments drawn by a seed: with -9, in the middle of anything.

After each death the next process finds: every action that a player was told of, once, with the same dice; no half of
one; the journal, whose fold is the state; deadlines for what is asked and for nothing else; and an outbox in which
nothing that was sent is unsent and nothing that was not sent is missing. When the last one lives, all posts arrive.

`--long` kills some hundreds of times.
"""

from __future__ import annotations

import asyncio
import random
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlmodel import col, select

from campaigns.battle import battles
from campaigns.battle.record import journal
from campaigns.battle.watch import timers
from campaigns.database.store import Store
from campaigns.post import outbox
from campaigns.tables.battles import EntryKind, JournalEntry
from campaigns.tables.campaigns import ProcessedInteraction
from campaigns.tables.posts import OutboxPost, PostStatus, TimerKind
from tests.campaigns.behind import act
from tests.campaigns.toy import TOY
from tests.campaigns.world import GM, START, World
from tests.clocks import PATIENCE, ManualClock

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Told:
    """What the processes have said on their way, and may not be taken back."""

    done: dict[int, tuple[int, int]] = field(default_factory=dict)
    tried: set[int] = field(default_factory=set)
    time: datetime = START
    deaths: int = 0

    def hear(self, line: str) -> None:
        match line.split():
            case ["done", interaction, first, last]:
                known = self.done.setdefault(int(interaction), (int(first), int(last)))
                assert known == (int(first), int(last)), f"{interaction} was carried out twice"
            case ["try", interaction]:
                self.tried.add(int(interaction))
            case ["time", moment]:
                self.time = datetime.fromisoformat(moment)
            case _:
                pass


@dataclass
class War:
    """A database, the file that stands for Discord, and the battle that goes on in them."""

    file: Path
    posted: Path
    battle_id: int
    told: Told = field(default_factory=Told)

    @classmethod
    async def begun(cls, folder: Path) -> War:
        file, posted = folder / "adjutant.db", folder / "discord"
        posted.touch()
        store = opened(file, START)
        await store.open()
        world = await World.make(store)
        battle_id = await world.battle(turn_limit=100)
        await store.close()
        return cls(file, posted, battle_id)

    def messages(self) -> list[str]:
        """The nonces that have reached Discord, in their order; a second copy is recognised by its nonce."""
        return list(dict.fromkeys(line.split()[1] for line in self.posted.read_text().splitlines()))

    def live_and_die(self, seed: int) -> None:
        """A process fights on, until it is killed."""
        command = [sys.executable, "-m", "tests.stories.doomed", self.file, self.posted, self.battle_id, seed]
        died = subprocess.run(
            [*map(str, command), self.told.time.isoformat()], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE
        )
        assert died.returncode == -signal.SIGKILL, died.stderr
        for line in died.stdout.splitlines():
            self.told.hear(line)
        self.told.deaths += 1


def opened(file: Path, at: datetime) -> Store:
    return Store(f"sqlite+aiosqlite:///{file}", ManualClock(at.astimezone(UTC)), rule_sets={TOY.key: TOY})


async def look(war: War) -> None:
    """Everything that must be true after a death."""
    store = opened(war.file, war.told.time)
    await store.open()
    await nothing_acknowledged_is_lost_or_doubled(store, war)
    await the_journal_is_the_state(store, war)
    await deadlines_run_for_what_is_asked(store, war)
    await the_outbox_knows_what_was_sent(store, war)
    await store.close()


async def nothing_acknowledged_is_lost_or_doubled(store: Store, war: War) -> None:
    async with store.reading() as session:
        rows = (await session.exec(select(JournalEntry).order_by(col(JournalEntry.seq)))).all()
        processed = set((await session.exec(select(ProcessedInteraction.interaction_id))).all())
    asked = [row for row in rows if row.interaction_id is not None and row.kind == EntryKind.ACTION]
    once = Counter(row.interaction_id for row in asked)
    assert set(once.values()) <= {1}, "an action was carried out twice"
    assert war.told.done.keys() <= once.keys(), "an action that a player was told of is gone"
    assert once.keys() <= war.told.tried, "there is an action that nobody has asked for"
    assert len(once.keys() - war.told.done.keys()) <= war.told.deaths, "more than one action a death went untold"
    assert once.keys() <= processed
    first = {row.interaction_id: row.seq for row in asked}
    assert {number: seqs[0] for number, seqs in war.told.done.items()} == {n: first[n] for n in war.told.done}


async def the_journal_is_the_state(store: Store, war: War) -> None:
    battle = await battles.load(store, war.battle_id)
    async with store.reading() as session:
        entries = await journal.entries(session, battle.rules, war.battle_id)
    assert [entry.seq for entry in entries] == list(range(1, battle.info.version + 1))
    assert battle.rules.battle.fold(journal.events_of(journal.living(entries))) == battle.state
    last = {entry.cause: entry.seq for entry in entries}
    assert set(war.told.done.values()) <= set(last.items()), "a transaction is not whole"


async def deadlines_run_for_what_is_asked(store: Store, war: War) -> None:
    asks = {(ask.key, ask.side) for ask in (await battles.load(store, war.battle_id)).prompt.asks}
    standing = await timers.standing(store, war.battle_id)
    deadlines = [(timer.ask_key, timer.side) for timer in standing if timer.kind is TimerKind.DEADLINE]
    assert Counter(deadlines) == Counter(asks)


async def the_outbox_knows_what_was_sent(store: Store, war: War) -> None:
    posts = await posts_of(store)
    for battle_id in {post.battle_id for post in posts}:  # None: the campaign's own line
        positions = [post.position for post in posts if post.battle_id == battle_id]
        assert positions == list(range(1, len(positions) + 1))
    arrived = set(war.messages())
    for post in posts:
        assert post.status != PostStatus.DEAD
        if post.status == PostStatus.SENT:
            assert set(nonces(post)) <= arrived, "a post counts as sent that nobody has seen"
    # What is on its way and has arrived already is the one that a process died over; all others of its line stand
    # behind it.
    for line in lines_of(posts):
        pending = [post for post in line if post.status == PostStatus.PENDING]
        assert [post for post in pending if set(nonces(post)) & arrived] in ([], pending[:1])


def lines_of(posts: Sequence[OutboxPost]) -> list[list[OutboxPost]]:
    """What is for everybody, and what is for each side alone: none of them waits for another."""
    lines: dict[tuple[int | None, str | None], list[OutboxPost]] = {}
    for post in posts:
        lines.setdefault((post.battle_id, post.audience), []).append(post)
    return list(lines.values())


async def posts_of(store: Store) -> list[OutboxPost]:
    async with store.reading() as session:
        return list((await session.exec(select(OutboxPost).order_by(col(OutboxPost.position)))).all())


def nonces(post: OutboxPost) -> list[str]:
    """Of a post's messages: every third post has two."""
    return [post.nonce, f"{post.nonce[:22]}.1"][: 2 if (post.id or 0) % 3 == 0 else 1]


async def peace(war: War) -> None:
    """A process that is not killed: the next order is taken, and everything arrives within two hours, in order, once.

    What the dead had claimed or failed at is due again when their claim runs out; the clock goes on to that moment."""
    clock = ManualClock(war.told.time.astimezone(UTC) + timedelta(minutes=5))
    store = Store(f"sqlite+aiosqlite:///{war.file}", clock, rule_sets={TOY.key: TOY})
    await store.open()
    battle = await battles.load(store, war.battle_id)
    if battle.prompt:
        (ask, *_) = battle.prompt.asks
        acted = await act(store, war.battle_id, ask.default, GM, side=ask.side)
        assert acted.version > battle.info.version
    at_latest = clock.now() + timedelta(hours=2)
    while (due := await outbox.next_due(store)) is not None and due <= at_latest:
        clock.advance(max(due - clock.now(), timedelta()))
        for post in await outbox.claim(store, clock.now()):
            row = next(row for row in await posts_of(store) if row.id == post.id)
            with war.posted.open("a", encoding="utf-8") as told:
                told.writelines(f"{post.channel_id} {nonce}\n" for nonce in nonces(row))
            await outbox.mark_sent(store, post.id, 1)
    posts = await posts_of(store)
    assert {post.status for post in posts} <= {PostStatus.SENT, PostStatus.SUPERSEDED}
    arrived = war.messages()
    lines = [
        [nonce for post in line if post.status == PostStatus.SENT for nonce in nonces(post)] for line in lines_of(posts)
    ]
    for sent in lines:
        assert [nonce for nonce in arrived if nonce in set(sent)] == sent, "not in their order"
    overtaken = {nonce for post in posts if post.status == PostStatus.SUPERSEDED for nonce in nonces(post)}
    assert set(arrived) - {nonce for sent in lines for nonce in sent} <= overtaken, (
        "something was posted that is in no outbox"
    )
    await the_journal_is_the_state(store, war)
    await store.close()


def fought(folder: Path, seed: int, deaths: int) -> War:
    """A war of that many deaths, and of more while they all came before anybody was told of anything."""
    war = asyncio.run(War.begun(folder))
    dice = random.Random(seed)
    while war.told.deaths < deaths or not war.told.done:
        assert war.told.deaths < deaths + 20, "nobody was told of anything: the deaths come too early to prove anything"
        war.live_and_die(dice.randrange(10**6))
        asyncio.run(look(war))
    asyncio.run(peace(war))
    return war


def test_a_battle_goes_on_through_the_death_of_its_process(tmp_path: Path) -> None:
    fought(tmp_path, seed=1, deaths=3)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 30))
def test_a_battle_goes_on_through_hundreds_of_deaths(tmp_path: Path, seed: int) -> None:
    fought(tmp_path, seed, deaths=15)
