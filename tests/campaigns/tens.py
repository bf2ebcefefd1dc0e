"""A campaign of ten battles played by the tests' hands, through the store: scenarios of the library by turns with
battles of the players' own units, and the campaign's policies at work between them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import MappingProxyType
from typing import Any

from campaigns.battle import battles
from campaigns.battle.frame import recasting
from campaigns.campaign import campaign
from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.roster import rosters
from campaigns.tables.battles import BattleStatus
from rules.registry import rule_set
from rules.table import boards
from tests.bench.hands import KINDS
from tests.bench.pace import Playing, Table, repeated
from tests.clocks import ManualClock
from tests.scenarios import LIBRARY

BATTLES = 10
START = datetime(2026, 1, 1, tzinfo=UTC)
BETWEEN = timedelta(days=7)
MOST = 600
"""Answers of one battle; then night falls."""
GM, PLAYERS = 1, (2, 3)


@dataclass(frozen=True)
class War:
    """How a book's ten battles are fought. `kinds`: what each side raises of its own; `scenarios` go by turns with
    battles of those units, on boards of that kind and size."""

    rules: str
    scenarios: tuple[str, ...]
    kinds: tuple[tuple[str, ...], tuple[str, ...]]
    board: tuple[str, float, float]
    turns: int
    hands: str
    policies: Mapping[str, Any]


WARS = MappingProxyType({
    "book_and_gun": War(
        "book-and-gun",
        ("the-mill-road", "market-day"),
        (("us-infantry-squad",) * 2, ("insurgent-cell-of-7",) * 3),
        ("village", 36, 24),
        6,
        "clicks",
        {"replacements": "automatic", "wounded": "next-battle", "injuries": 2},
    ),
    "five56mm": War(
        "five56mm",
        ("last-bird", "brick-kiln"),
        (("rangers",), ("militia",)),
        ("village", 40, 30),
        6,
        "clicks",
        {"replacements": "automatic", "wounded": "kept", "injuries": 2, "experience": 3, "repairs": "next-battle"},
    ),
    "infantry_action": War(
        "infantry-action",
        ("bamboo-track", "canal-bridge"),
        (("gb44-section",) * 2, ("de44-gruppe",) * 2),
        ("fields", 360, 240),
        8,
        "orders",
        {"replacements": "automatic", "wounded": "d6", "injuries": 2},
    ),
})  # fmt: skip


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Store]:
    """The war's database, new or as it was left."""
    store = Store(f"sqlite+aiosqlite:///{folder}/war.db", ManualClock(START), entropy=repeated("war"))
    await store.open()
    try:
        yield store
    finally:
        await store.close()


@dataclass(frozen=True)
class Begun:
    """The campaign's number, and those of the units that its players raised for it."""

    campaign: int
    own: tuple[int, ...]


async def begun(store: Store, war: War) -> Begun:
    """The campaign with its players and their own units."""
    here = await campaign.create(store, 1, 10, GM, "Long War", war.rules)
    sides = sides_of(war)
    for number, (side, who) in enumerate(sides.items(), 1):
        await campaign.join(store, here.id, who, side, interaction_id=number)
    await campaign.change_settings(store, here.id, GM, **war.policies)
    own = [
        (await rosters.raise_unit(store, here.id, who, kind)).id
        for who, kinds in zip(sides.values(), war.kinds, strict=True)
        for kind in kinds
    ]
    return Begun(here.id, tuple(own))


def sides_of(war: War) -> dict[str, int]:
    return {side.key: who for side, who in zip(rule_set(war.rules).forces.sides, PLAYERS, strict=False)}


async def fight(store: Store, war: War, at: Begun, number: int) -> int:
    """The battle of that number, from 1, from its opening to its end."""
    here = at.campaign
    assert isinstance(store.clock, ManualClock)
    store.clock.advance(BETWEEN)
    table = Table(home=10, thread=20 + number, gm=GM, players=PLAYERS)
    scenario = war.scenarios[number // 2 % len(war.scenarios)] if number % 2 else ""
    if scenario:
        script = LIBRARY[scenario]
        info = await battles.open_battle(store, here, GM, script.title, channel_id=table.thread, scenario=script)
    else:
        kind, width, depth = war.board
        south, north = sides_of(war)
        board = boards.generate(
            kind,
            f"war {number}",
            width=width,
            depth=depth,
            measure=rule_set(war.rules).measure.name,
            edges=((south, "south"), (north, "north")),
        )
        info = await battles.open_battle(
            store,
            here,
            GM,
            f"Ground {number}",
            channel_id=table.thread,
            unit_ids=at.own,
            board=board,
            turn_limit=war.turns,
        )
    await _begin(store, info.id)
    brisk, careful = (make() for make in KINDS[war.hands])
    players = PLAYERS if number % 3 else PLAYERS[::-1]
    hands = dict(zip(players, (brisk, careful), strict=True))
    playing = Playing(store, info.id, table, sides_of(war), hands, _unposted)
    while playing.tally.decisions < MOST:
        battle = await battles.load(store, info.id)
        if battle.info.status is not BattleStatus.RUNNING:
            return info.id
        store.clock.advance(timedelta(seconds=40))
        await playing.answer(battle)
    await battles.end(store, info.id, GM, reason="night fell")
    return info.id


async def _begin(store: Store, battle_id: int) -> None:
    """For a part whose unit has nobody left another one is raised, as a GM does on the casting panel."""
    while True:
        try:
            await battles.begin(store, battle_id, GM, anyway=True)
        except Refusal as refusal:
            if refusal.code != "nobody-fit":
                raise
            cast = await recasting.casting(store, battle_id, GM)
            (part,) = [each for each in cast.parts if each.unit is not None and each.unit.name in refusal.message]
            await recasting.raise_new(store, battle_id, GM, part.force.key, seen=cast.key)
        else:
            return


async def _unposted() -> None:
    """Nobody reads along."""
