"""What must be true of the database and of Discord while no process is at work, whenever the last ones were killed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

import discord as dpy
from discord.http import Route
from sqlmodel import col, select

from bot.sending.channels import Porter
from bot.sending.outbox_pump import Message, Pump
from bot.sending.throttle import Throttle
from bot.talk.command_names import Names
from campaigns.battle import battles
from campaigns.battle.record import journal
from campaigns.battle.watch import timers
from campaigns.database.store import Store
from campaigns.post import outbox
from campaigns.post.outbox import Post
from campaigns.tables.battles import Battle, BattleStatus, EntryKind, JournalEntry
from campaigns.tables.campaigns import Campaign, ProcessedInteraction
from campaigns.tables.posts import OutboxPost, PostStatus, TimerKind
from tests.kills.front import SharedClock
from tests.wire.server import Discord


@dataclass
class Told:
    """What the processes have said on their way, and may not be taken back. `done`: by interaction its battle, and the
    first and last entry that came of it."""

    done: dict[int, tuple[int, int, int]] = field(default_factory=dict[int, tuple[int, int, int]])
    tried: set[int] = field(default_factory=set[int])
    letters: set[int] = field(default_factory=set[int])


@dataclass
class Found:
    lost: int = 0
    doubled: int = 0
    retold: int = 0
    """What stands on a message of its own and on an older one that was changed: its bot died in between."""
    out_of_order: int = 0
    untold: int = 0
    entries: int = 0
    posts: int = 0
    books: Counter[str] = field(default_factory=Counter[str])
    faults: list[str] = field(default_factory=list[str])


async def look(store: Store, told: Told, discord: Discord, running: Sequence[int]) -> Found:
    found = Found()
    await _actions(store, told, found)
    for battle_id in running:
        await _journal(store, battle_id, told, found)
        await _deadlines(store, battle_id, found)
    await _posts(store, discord, found)
    return found


async def _actions(store: Store, told: Told, found: Found) -> None:
    """Each that a player was told of is there, each of them once, and none that nobody has asked for."""
    async with store.reading() as session:
        asked = select(JournalEntry).where(col(JournalEntry.interaction_id).is_not(None))
        rows = (await session.exec(asked.where(JournalEntry.kind == EntryKind.ACTION))).all()
        processed = set((await session.exec(select(ProcessedInteraction.interaction_id))).all())
    causes: dict[int, set[tuple[int, int]]] = defaultdict(set)
    for row in rows:
        causes[row.interaction_id or 0].add((row.battle_id, row.cause))
    found.lost += len(told.done.keys() - causes.keys())
    found.doubled += sum(len(each) > 1 for each in causes.values())
    found.untold = len(causes.keys() - told.done.keys())
    if unasked := causes.keys() - told.tried:
        found.faults.append(f"nobody has asked for {sorted(unasked)}")
    if unnoted := causes.keys() - processed:
        found.faults.append(f"not noted as done: {sorted(unnoted)}")
    for number, (battle, first, _) in told.done.items():
        if number in causes and causes[number] != {(battle, first)}:
            found.faults.append(f"interaction {number} is told as {battle}:{first}, and is {causes[number]}")


async def _journal(store: Store, battle_id: int, told: Told, found: Found) -> None:
    """It is whole, and its fold is the state."""
    store.states.__init__()  # nothing is remembered
    battle = await battles.load(store, battle_id)
    async with store.reading() as session:
        entries = await journal.entries(session, battle.rules, battle_id)
    if [entry.seq for entry in entries] != list(range(1, battle.info.version + 1)):
        found.faults.append(f"battle {battle_id}: entries are missing")
    if battle.rules.battle.fold(journal.events_of(journal.living(entries))) != battle.state:
        found.faults.append(f"battle {battle_id}: its journal folds to another state")
    last = {entry.cause: entry.seq for entry in entries}
    whole = {(first, until) for number, first, until in told.done.values() if number == battle_id}
    if broken := {(first, until) for first, until in whole if last.get(first) != until}:
        found.faults.append(f"battle {battle_id}: not whole: {sorted(broken)}")


async def _deadlines(store: Store, battle_id: int, found: Found) -> None:
    """They run for what is asked, once each; for all of it where the clocks run."""
    async with store.reading() as session:
        row = await session.get_one(Battle, battle_id)
    if row.status != BattleStatus.RUNNING:
        return
    asks = {(ask.key, ask.side) for ask in (await battles.load(store, battle_id)).prompt.asks}
    standing = await timers.standing(store, battle_id)
    running = Counter((timer.ask_key, timer.side) for timer in standing if timer.kind is TimerKind.DEADLINE)
    if row.run or row.paused:
        return
    if running != Counter(asks):
        found.faults.append(f"battle {battle_id}: deadlines {dict(running)}, asked {asks}")


async def _posts(store: Store, discord: Discord, found: Found) -> None:
    """The outbox knows what was sent; each line has arrived in its order, and nothing stands twice."""
    async with store.reading() as session:
        rows = (await session.exec(select(OutboxPost).order_by(col(OutboxPost.id)))).all()
    arrived = {nonce: place for place, (_, nonce) in enumerate(discord.posted)}
    lines: dict[tuple[int, int | None, str | None, int | None], list[OutboxPost]] = defaultdict(list)
    positions: dict[tuple[int, int | None], list[int]] = defaultdict(list)
    known: set[str] = set()
    for row in rows:
        known |= set(_nonces(row))
        lines[row.campaign_id, row.battle_id, row.audience, row.recipient].append(row)
        positions[row.campaign_id, row.battle_id].append(row.position)
        if row.status == PostStatus.DEAD:
            found.faults.append(f"post {row.id} was given up: {row.problem}")
        if row.status == PostStatus.SENT and row.message_id is not None and not _stands(discord, row.message_id):
            found.lost += 1
            found.faults.append(f"post {row.id} counts as sent, and nobody has seen it")
    for where, numbers in positions.items():
        if sorted(numbers) != list(range(1, len(numbers) + 1)):
            theirs = [row for row in rows if (row.campaign_id, row.battle_id) == where]
            told = [(row.position, row.kind, row.audience, row.recipient, row.matter[:120]) for row in theirs]
            found.faults.append(f"line {where} has gaps: {told}")
    for line in lines.values():
        places = [arrived[nonce] for row in line for nonce in _nonces(row) if nonce in arrived]
        found.out_of_order += places != sorted(places)
        pending = [row for row in line if row.status == PostStatus.PENDING]
        ahead = [row for row in pending[1:] if set(_nonces(row)) & arrived.keys()]
        found.out_of_order += len(ahead)
    if strange := arrived.keys() - known:
        found.faults.append(f"in no outbox: {sorted(strange)}")
    own = {f"post {row.id}.{part}": nonce for row in rows for part, nonce in enumerate(_nonces(row))}
    texts = [(_text(message), discord.nonce_of.get(message.id)) for message in _messages(discord)]
    sent = Counter(text for text, nonce in texts if text and nonce == own.get(text))
    twice = sum(times > 1 for times in sent.values())
    found.doubled += twice
    found.retold = sum(times > 1 for times in Counter(text for text, _ in texts if text).values()) - twice


def _nonces(row: OutboxPost) -> list[str]:
    return [row.nonce, f"{row.nonce[:22]}.1"][: 2 if (row.id or 0) % 3 == 0 else 1]


def _messages(discord: Discord):
    return (message for channel in discord.backend.messages.values() for message in channel.values())


def _text(message: object) -> str:
    return "".join(part.get("content", "") for part in getattr(message, "components", ()) if part.get("type") == 10)


def _stands(discord: Discord, message_id: int) -> bool:
    return any(message_id in channel for channel in discord.backend.messages.values())


async def deliver(store: Store, clock: SharedClock, discord: Discord, token: str) -> None:
    """All that waits goes out: what the dead had claimed is due again when their claim has run out."""
    Route.BASE = discord.address
    client = dpy.Client(intents=dpy.Intents.none())
    await client.login(token)
    porter = Porter(client, store)

    async def render(post: Post) -> list[Message]:
        from tests.kills.fighter import _message

        return [_message(post.id, part) for part in range(2 if post.id % 3 == 0 else 1)]

    async def rest() -> None:
        return None

    pump = Pump(client, store, Names({}), porter, render, rest, Throttle(clock))
    for _ in range(200):
        await pump.drain()
        due = await outbox.next_due(store)
        if due is None:
            break
        if due > clock.now():
            clock.advance(due - clock.now())
    await porter.close()
    await client.close()


async def reckon(store: Store, told: Told, discord: Discord) -> Found:
    """At the end: nothing waits any more, and how much there was of everything."""
    found = Found()
    await _actions(store, told, found)
    async with store.reading() as session:
        posts = (await session.exec(select(OutboxPost))).all()
        entries = (await session.exec(select(JournalEntry.id))).all()
        rows = (await session.exec(select(Battle.id, Campaign.rules).join(Campaign))).all()
    rules = {battle: key for battle, key in rows}
    found.books = Counter(rules[battle] for battle, _, _ in told.done.values())
    found.entries, found.posts = len(entries), len(posts)
    waiting = [row.id for row in posts if row.status == PostStatus.PENDING]
    if waiting:
        found.faults.append(f"posts that never arrive: {waiting}")
    return found
