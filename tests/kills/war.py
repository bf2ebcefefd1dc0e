"""Several fighters at once, each replaced when it has been killed; now and then a truce, in which everything is looked
at. The database and Discord outlive them all."""

from __future__ import annotations

import asyncio
import json
import random
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from pathlib import Path

from campaigns.battle import battles
from campaigns.battle.proof import verification
from campaigns.database import fleet
from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.tables.battles import BattleStatus
from tests.bench.pace import repeated
from tests.kills import truce
from tests.kills.fighter import Orders
from tests.kills.front import BOOKS, SHARDS, Front, Server, SharedClock
from tests.kills.truce import Told
from tests.wire.bots import token_for
from tests.wire.server import Discord, discord_on_the_wire

ROOT = Path(__file__).resolve().parents[2]
KILLS_A_ROUND = 18
"""Between two truces, about."""


@dataclass
class Count:
    """What came of it. `kills`: processes killed with -9; `put_out`: alive, but others had taken their shards;
    `acknowledged`: interactions that a player was told of, of them so many `letters`; `untold`: carried out, and killed
    before anybody was told; `again`: messages that came to Discord a second time and were known by their nonce;
    `retold`: news on a message of its own and on an older one, too;
    `jumps`: of the clock, by an hour; `verified`: battles whose dice, seals and chain were proved."""

    seed: int
    processes: int
    kills: int = 0
    put_out: int = 0
    acknowledged: int = 0
    letters: int = 0
    refused: int = 0
    untold: int = 0
    deadlines: int = 0
    jumps: int = 0
    battles: int = 0
    verified: int = 0
    entries: int = 0
    posts: int = 0
    messages: int = 0
    again: int = 0
    lost: int = 0
    doubled: int = 0
    retold: int = 0
    out_of_order: int = 0
    false_seals: int = 0
    books: dict[str, int] = field(default_factory=dict[str, int])
    """Acknowledged interactions by book."""
    refusals: dict[str, int] = field(default_factory=dict[str, int])
    faults: list[str] = field(default_factory=list[str])
    """Whatever else was not as it should be; nothing, where all is well."""

    @property
    def ok(self) -> bool:
        return not (self.lost or self.doubled or self.out_of_order or self.false_seals or self.faults)


class War:
    """`url`: a database with today's schema; one that only one process may use has one."""

    def __init__(self, url: str, folder: Path, seed: int) -> None:
        self.url, self.folder = url, folder
        self.dice = random.Random(seed)
        self.clock = SharedClock(folder / "clock")
        self.store = Store(url, self.clock, entropy=repeated(f"war {seed}"))
        self.processes = SHARDS if fleet.can_share(self.store) else 1
        self.count = Count(seed, self.processes)
        self.told = Told()
        self.fronts: dict[int, Front] = {}
        """By battle: those that go on."""
        self._born = 0
        self._alive: dict[int, list[str]] = {}
        """By fighter: what it has begun and not said the end of."""
        self._seed = seed

    async def fight(self, discord: Discord, rounds: AsyncIterator[int]) -> None:
        """A truce after each round, and peace at the end."""
        servers = [Server.made(discord, rules, place % SHARDS) for place, rules in enumerate(BOOKS)]
        async with _cradle(self.folder) as cradle:
            async for kills in rounds:
                await self._open(servers, discord)
                await self._round(cradle, discord, kills)
                await self._look(discord)
                if self.count.faults:
                    break
        await self._peace(discord)

    async def _open(self, servers: list[Server], discord: Discord) -> None:
        """A battle goes on in each book."""
        for server in servers:
            if not any(front.rules == server.rules for front in self.fronts.values()):
                front = await server.opens(self.store, discord)
                self.fronts[front.battle] = front
                self.count.battles += 1

    async def _round(self, cradle: Process, discord: Discord, kills: int) -> None:
        left: list[list[str]] = []
        for _ in range(self.processes):
            self._begin(cradle, discord)
        until = self.count.kills + kills
        assert cradle.stdout is not None
        while self._alive:
            line = (await cradle.stdout.readline()).decode().split()
            if not line:
                raise RuntimeError(f"the cradle has died: {(self.folder / 'errors').read_text()[-2000:]}")
            number, *words = line
            self._hear(int(number), words)
            if words[0] == "gone":
                left += [again] if (again := self._alive.pop(int(number))) else []
                if self.count.kills < until and not self.count.faults:
                    self._begin(cradle, discord, left.pop() if left else [])

    def _begin(self, cradle: Process, discord: Discord, again: list[str] | None = None) -> None:
        self._born += 1
        orders = Orders(
            self._born,
            self._seed * 100_000 + self._born,
            self.url,
            str(self.folder / "clock"),
            discord.address,
            token_for(discord),
            [asdict(front) for front in self.fronts.values()],
            again or [],
        )
        self._alive[self._born] = []
        assert cradle.stdin is not None
        cradle.stdin.write(json.dumps(asdict(orders)).encode() + b"\n")

    def _hear(self, number: int, words: list[str]) -> None:
        count, told = self.count, self.told
        with (self.folder / "said").open("a") as said:
            said.write(f"{number} {' '.join(words)}\n")
        match words:
            case ["try", interaction, battle, who, side, *action]:
                told.tried.add(int(interaction))
                self._alive[number] = [interaction, battle, who, side, " ".join(action)]
            case ["letter", interaction, _]:
                told.tried.add(int(interaction))
                told.letters.add(int(interaction))
                self._alive[number] = []
            case ["done", interaction, battle, first, last]:
                self._alive[number] = []
                known = told.done.setdefault(int(interaction), (int(battle), int(first), int(last)))
                if known != (int(battle), int(first), int(last)):
                    count.doubled += 1
            case ["refused", _, code]:
                self._alive[number] = []
                count.refusals[code] = count.refusals.get(code, 0) + 1
            case ["fired", fired]:
                count.deadlines += int(fired)
            case ["jump"]:
                count.jumps += 1
            case ["fenced"]:
                count.put_out += 1
            case ["gone", code]:
                if int(code) == -signal.SIGKILL:
                    count.kills += 1
                elif int(code):
                    errors = (self.folder / "errors").read_text()[-1500:]
                    count.faults.append(f"fighter {number} ended with {code}: {errors}")
            case _:
                pass

    async def _look(self, discord: Discord) -> None:
        """Everything that must be true while nobody is at work."""
        found = await truce.look(self.store, self.told, discord, list(self.fronts))
        self.count.lost += found.lost
        self.count.doubled += found.doubled
        self.count.retold = max(self.count.retold, found.retold)
        self.count.out_of_order += found.out_of_order
        self.count.faults += found.faults
        for battle_id in list(self.fronts):
            if (await battles.info_of(self.store, battle_id)).status is BattleStatus.ENDED:
                await self._prove(battle_id)

    async def _prove(self, battle_id: int) -> None:
        front = self.fronts.pop(battle_id)
        proof = verification.verify(await verification.export(self.store, battle_id), self.store.rules(front.rules))
        self.count.verified += 1
        if proof.failed:
            self.count.false_seals += 1
            failed = [f"{check.name}: {check.detail}" for check in proof.checks if check.state == "failed"]
            self.count.faults.append(f"battle {battle_id} of {front.rules}: {failed}")

    async def _peace(self, discord: Discord) -> None:
        """A process that is not killed: all battles end, everything arrives within hours, in order and once."""
        for front in list(self.fronts.values()):
            try:
                await battles.end(self.store, front.battle, front.gm)
            except Refusal as refused:
                self.count.faults.append(f"battle {front.battle} cannot be ended: {refused}")
                continue
            await self._prove(front.battle)
        self.clock.advance(timedelta(hours=60))
        await truce.deliver(self.store, self.clock, discord, token_for(discord))
        await self._look(discord)
        found = await truce.reckon(self.store, self.told, discord)
        self.count.faults += found.faults
        self.count.entries, self.count.posts = found.entries, found.posts
        self.count.untold = found.untold
        self.count.messages, self.count.again = len(discord.posted), discord.again
        self.count.acknowledged = len(self.told.done)
        self.count.letters = len(self.told.letters & self.told.done.keys())
        self.count.refused = sum(self.count.refusals.values())
        self.count.books = dict(found.books)
        if found.untold > self.count.kills + self.count.put_out:
            self.count.faults.append("more than one action a death went untold")


@asynccontextmanager
async def _cradle(folder: Path) -> AsyncIterator[Process]:
    with (folder / "errors").open("ab") as errors:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.kills.cradle", cwd=ROOT, stdin=PIPE, stdout=PIPE, stderr=errors, limit=1 << 20
        )
        assert process.stdout is not None
        assert process.stdin is not None
        assert (await process.stdout.readline()) == b"ready\n"
        try:
            yield process
        finally:
            process.stdin.close()
            await process.wait()


async def fought(url: str, folder: Path, seed: int, rounds: AsyncIterator[int]) -> Count:
    """A war on that database; as many kills a round as `rounds` says, until that ends."""
    war = War(url, folder, seed)
    await war.store.open()
    try:
        async with discord_on_the_wire(SHARDS) as discord:
            await war.fight(discord, rounds)
    finally:
        await war.store.close()
    return war.count


async def so_many(kills: int) -> AsyncIterator[int]:
    """Rounds until about so many have been killed."""
    for done in range(0, kills, KILLS_A_ROUND):
        yield min(KILLS_A_ROUND, kills - done)
