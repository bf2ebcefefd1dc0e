"""A process of a bot that is killed at a moment that was drawn. It does what the bot does: it holds shards, players act
by interactions and letters, deadlines fire, the real pump sends what waits to a Discord on sockets. What a player has
been told is said on stdout the moment it is true.
"""

from __future__ import annotations

import os
import random
import signal
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import aiohttp
import discord
from discord import ui
from discord.http import Route
from sqlalchemy import event

from bot.sending.channels import Porter
from bot.sending.outbox_pump import Message, Pump
from bot.sending.throttle import Throttle
from bot.talk.command_names import Names
from campaigns.battle import battles
from campaigns.battle.battles import Acted, StandingBattle
from campaigns.battle.letters import letter, sending
from campaigns.battle.watch import timers
from campaigns.database import fleet
from campaigns.database.shares import ShardClaim
from campaigns.database.store import Store
from campaigns.errors import Fenced, Refusal
from campaigns.post.outbox import Post
from campaigns.tables.battles import BattleStatus
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Ask
from tests.bench.hands import KINDS, Hand
from tests.bench.lettered import Proposing
from tests.bench.pace import repeated
from tests.campaigns import behind
from tests.kills.front import SHARDS, Front, SharedClock

MOST_STEPS = 400
"""Statements, commits and requests after which the process is killed at the latest."""
LEASE = timedelta(seconds=20)
"""Of its shards: after so long without a sign of life others take them."""
ACTIONS = 10_000
"""Interactions' numbers of one process at most."""
AN_HOUR = timedelta(hours=1)


@dataclass(frozen=True)
class Orders:
    """What a process is given. `again`: what the one before had begun and nobody has heard the end of, as `try` told
    it: Discord, or the player, asks for it once more."""

    number: int
    seed: int
    url: str
    clock: str
    discord: str
    token: str
    fronts: Sequence[dict[str, Any]]
    again: Sequence[str] = ()


class Doom:
    """Counts steps, and has the process killed a moment after the one that was drawn, whatever it does by then."""

    def __init__(self, dice: random.Random) -> None:
        self._left = dice.randint(1, MOST_STEPS)
        self._after = dice.uniform(0.0, 0.004)

    def step(self, *_: object) -> None:
        self._left -= 1
        if self._left == 0:
            threading.Timer(self._after, os.kill, (os.getpid(), signal.SIGKILL)).start()

    async def requests(self, *_: object) -> None:
        self.step()

    def watch(self, store: Store) -> aiohttp.TraceConfig:
        for moment in ("before_cursor_execute", "commit", "rollback"):
            event.listen(store.engine.sync_engine, moment, self.step)
        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(self.requests)
        trace.on_request_end.append(self.requests)
        return trace


class Fighter:
    def __init__(self, orders: Orders) -> None:
        self.orders = orders
        self.dice = random.Random(orders.seed)
        self.clock = SharedClock(Path(orders.clock))
        self.store = Store(orders.url, self.clock, entropy=repeated(f"fighter {orders.seed}"))
        self.fronts = [Front.of(each) for each in orders.fronts]
        self.shared = fleet.can_share(self.store)
        self.interactions = orders.seed * ACTIONS

    def say(self, *words: object) -> None:
        os.write(1, f"{self.orders.number} {' '.join(map(str, words))}\n".encode())

    async def fight(self) -> None:
        """Until it is killed, or put out by others."""
        await self.store.open()
        trace = Doom(self.dice).watch(self.store)
        Route.BASE = self.orders.discord
        throttle = Throttle(self.clock)
        client = discord.Client(intents=discord.Intents.none(), http_trace=throttle.watch(trace))
        await client.login(self.orders.token)
        porter = Porter(client, self.store)
        pump = Pump(client, self.store, Names({}), porter, self._render, self._rest, throttle)
        try:
            await self._fight(pump, porter)
        except Fenced:
            self.say("fenced")

    async def _fight(self, pump: Pump, porter: Porter) -> None:
        seen = None
        if self.shared:
            await fleet.join(self.store, ShardClaim(SHARDS), f"fighter {self.orders.number}", LEASE)
        if self.orders.again:
            number, battle, who, side, action = self.orders.again
            await self._deliver(int(number), int(battle), int(who), side, action)
        while True:
            if self.shared:
                seen = await fleet.look(self.store, seen.beats if seen else {}, LEASE)
                if seen.surplus:
                    await fleet.release(self.store, seen.surplus)
                self.store.share = fleet.share_of(seen, SHARDS)
            await self._time_passes()
            ours = [front for front in self.fronts if self.store.share.has(front.guild)]
            if not ours or self.dice.random() < 0.1:  # a server has just moved: two processes on one battle
                ours = self.fronts
            await self._act(self.dice.choice(ours))
            pump.kick()
            porter.kick()
            if self.dice.random() < 0.5:
                await pump.drain()

    async def _time_passes(self) -> None:
        chance = self.dice.random()
        if chance < 0.04:
            self.clock.advance(AN_HOUR if chance < 0.02 else -AN_HOUR)
            self.say("jump")
        late = timedelta(hours=self.dice.randint(20, 50)) if chance > 0.92 else timedelta()
        self.clock.advance(late + timedelta(minutes=self.dice.randint(0, 30)))
        if late:
            fired = await timers.fire_due(self.store, self.clock.now())
            self.say("fired", len(fired))

    async def _act(self, front: Front) -> None:
        """Somebody who is asked in the battle answers, or writes a letter and sends it."""
        battle = await battles.load(self.store, front.battle)
        if battle.info.status is not BattleStatus.RUNNING or not battle.prompt.asks:
            self.say("over", front.battle)
            return
        ask = self.dice.choice(battle.prompt.asks)
        side = battle.rules.battle.controllers(battle.state).get(ask.side, ask.side)
        who = front.gm if ask.umpire else front.sides.get(side, front.gm)
        made = self.dice.choice(KINDS[self.dice.choice(("clicks", "clicks", "letter", "proposal", "orders"))])()
        self.interactions += 1
        if isinstance(made, Proposing) and not ask.umpire and (lines := made.letter(battle, ask)):
            await self._send(front, ask, who, lines)
            return
        action = battle.rules.battle.actions.dump(self._chosen(made, battle, ask))
        self.say("try", self.interactions, front.battle, who, ask.side, action)
        await self._deliver(self.interactions, front.battle, who, ask.side, action)

    @staticmethod
    def _chosen(hand: Hand, battle: StandingBattle, ask: Ask) -> Any:
        return hand.orders(battle, ask) or hand.action(battle, ask)

    async def _deliver(self, number: int, battle_id: int, who: int, side: str, action: str) -> None:
        """An interaction, delivered twice now and then; what came of it is told."""
        rules = (await battles.load(self.store, battle_id)).rules
        for _ in range(2 if self.dice.random() < 0.2 else 1):
            try:
                done = await behind.act(
                    self.store, battle_id, rules.battle.actions.load(action), who, interaction_id=number, side=side
                )
            except (Refusal, RuleViolation) as error:
                self._refused(number, error)
            else:
                self._done(number, battle_id, done)

    async def _send(self, front: Front, ask: Ask, who: int, lines: Sequence[Any]) -> None:
        number = self.interactions
        self.say("letter", number, front.battle)
        try:
            seat = await battles.sit(self.store, front.battle, who, side=ask.side)
            await letter.strike(seat, ask.side)
            await letter.write(seat, ask.side, lines)
            sent = await sending.send(seat, ask.side, rest=True, interaction_id=number)
        except (Refusal, RuleViolation) as error:
            self._refused(number, error)
        else:
            self._done(number, front.battle, sent.done.acted)

    def _done(self, number: int, battle_id: int, done: Acted) -> None:
        self.say("done", number, battle_id, done.from_seq, done.to_seq)

    def _refused(self, number: int, error: Refusal | RuleViolation) -> None:
        if isinstance(error, Fenced):
            raise error
        self.say("refused", number, getattr(error, "code", "rule"))

    async def _render(self, post: Post) -> list[Message]:
        """Every third post has two messages."""
        return [_message(post.id, part) for part in range(2 if post.id % 3 == 0 else 1)]

    async def _rest(self) -> None:
        return None


def _message(post: int, part: int) -> Message:
    view = ui.LayoutView()
    view.add_item(ui.TextDisplay(f"post {post}.{part}"))
    return Message(view)
