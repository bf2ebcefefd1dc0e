"""A campaign for tests: people, units, time that passes when told to, and entropy that can be repeated."""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from campaigns.battle import battles
from campaigns.campaign import campaign
from campaigns.campaign.campaign import CampaignView
from campaigns.clock import Entropy
from campaigns.database.store import Store
from campaigns.roster import rosters
from campaigns.roster.rosters import RosterUnit
from rules.kernel.action import Action
from rules.seam.ruleset import AnyRuleSet
from tests.campaigns.behind import act
from tests.campaigns.toy import TOY, Answer, Hold, Order
from tests.clocks import ManualClock

START = datetime(2031, 5, 4, 9, 30, 15, tzinfo=UTC)
GUILD, CHANNEL, THREAD = 2**62 + 1, 2**62 + 2, 2**62 + 3
GM, RED, RED_TOO, BLUE, STRANGER = (2**62 + n for n in range(10, 15))


@dataclass
class Repeatable:
    """The same bytes in the same order at every run, from the one after those that were drawn."""

    word: str
    drawn: int = 0

    def __call__(self, size: int) -> bytes:
        self.drawn += 1
        return hashlib.shake_256(f"{self.word}:{self.drawn}".encode()).digest(size)


def repeatable_entropy(word: str = "outposts") -> Entropy:
    """The same bytes in the same order at every run."""
    return Repeatable(word)


def new_store(
    url: str, clock: ManualClock | None = None, rules: AnyRuleSet = TOY, entropy: Entropy | None = None
) -> Store:
    return Store(url, clock or ManualClock(START), entropy or repeatable_entropy(), {rules.key: rules})


@dataclass
class World:
    store: Store
    campaign: CampaignView
    red: RosterUnit
    blue: RosterUnit

    @classmethod
    async def make(
        cls,
        store: Store,
        *,
        red: str = "squad",
        blue: str = "section",
        rules: str = "outposts",
        channel_id: int = CHANNEL,
        name: str = "Dust",
    ) -> World:
        view = await campaign.create(store, GUILD, channel_id, GM, name, rules)
        sides = [side.key for side in view.sides]
        await campaign.join(store, view.id, RED, sides[0], who_name="Ada", interaction_id=71)
        await campaign.join(store, view.id, RED_TOO, sides[0], who_name="Bea")
        await campaign.join(store, view.id, BLUE, sides[1], who_name="Cem", interaction_id=72)
        view = await campaign.show(store, view.id)
        return cls(
            store,
            view,
            await rosters.raise_unit(store, view.id, RED, red, name="Alpha"),
            await rosters.raise_unit(store, view.id, BLUE, blue, name="Bravo"),
        )

    def at(self, url: str) -> World:
        """The same on a copy of its database, as if it had just been made there."""
        assert isinstance(self.store.entropy, Repeatable)
        store = new_store(url, entropy=replace(self.store.entropy))
        return World(store, self.campaign, self.red, self.blue)

    @property
    def id(self) -> int:
        return self.campaign.id

    def later(self, **by: float) -> datetime:
        clock = self.store.clock
        assert isinstance(clock, ManualClock)
        return clock.advance(timedelta(**by))

    async def battle(self, title: str = "Ridge Run", **more: Any) -> int:
        """Open a battle and begin it, whoever has said anything since its seed was sealed."""
        info = await battles.open_battle(self.store, self.id, GM, title, channel_id=THREAD, **more)
        await battles.begin(self.store, info.id, GM, anyway=True)
        return info.id

    async def play(self, battle_id: int, *, seed: int = 1, most: int = 500) -> None:
        """Fight to the end by lawful choices at random."""
        dice = random.Random(seed)
        for _ in range(most):
            if not await self.one_move(battle_id, dice):
                return
        raise AssertionError("the battle does not end")

    async def one_move(self, battle_id: int, dice: random.Random) -> bool:
        """One lawful choice at random, by a player of a side that is asked. False when the battle has ended."""
        field = await battles.load(self.store, battle_id)
        if not field.prompt:
            return False
        ask = dice.choice(field.prompt.asks)
        who = BLUE if ask.side == "blue" else dice.choice((RED, RED_TOO))
        await act(self.store, battle_id, self.choice(field, ask, dice), who, side=ask.side)
        return True

    @staticmethod
    def choice(field: battles.StandingBattle, ask: Any, dice: random.Random) -> Action:
        match ask.default:
            case Answer():
                return Answer(back=dice.random() < 0.5)
            case Order():
                return Order(stance=dice.choice(("stand", "assault", "withdraw")))
            case _ if not ask.units or dice.random() < 0.2:
                return Hold()
            case _:
                offers = field.rules.battle.offers(field.state, ask.side, dice.choice(ask.units))
                return dice.choice(offers).filled() if offers else Hold()
