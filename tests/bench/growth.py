"""How what a battle asks of us grows with the table, through the store: The Book and the Gun with 10, 20, 40 and 80
units in the fog of war, 5.56mm with as many figures, about.

Times are ours alone, of the processor, so that a busy machine tells the same: also the longest stretch for which the
event loop answered nobody, which is what all threads of this process used between two beats on the loop.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from campaigns.battle import battles
from campaigns.campaign import campaign
from campaigns.database.store import Store
from campaigns.roster import rosters
from campaigns.thinking import give_way
from rules.book_and_gun import RULES as BOOK_AND_GUN
from rules.five56mm import RULES as FIVE56MM
from rules.kernel.action import Action, Actor
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Offer
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import PUBLIC, Viewer
from rules.table import boards
from tests.bench.pair import processor
from tests.campaigns.behind import act
from tests.clocks import ManualClock

R = TypeVar("R")
GM, ONE, OTHER = 1, 2, 3
PANEL_MS, ANSWER_MS, STRETCH_MS = 1000, 1500, 100
"""At most, at every size: our own time for a unit's panel and for an answer, and the longest stretch on the loop."""
MOVES, SHOTS = 3, 3
"""Panels of a first movement and of a first fire phase; all hold between them."""
MOST = 150
"""Answers until there should have been fire."""
TICK = 0.002


@dataclass(frozen=True, slots=True)
class Table:
    """Two sides with so many units of these kinds each. `men`: who is counted on the table, in the rules' word `named`;
    `shots`: answers of a fire phase after which enough has been seen."""

    rules: AnyRuleSet
    sides: tuple[str, str]
    kinds: tuple[str, str]
    each: int
    men: int
    named: str
    options: tuple[tuple[str, str], ...] = ()
    shots: int = SHOTS


FOG = (("fog", "on"), ("commander", "highest-rank"))
TABLES = (
    *(
        Table(BOOK_AND_GUN, ("army", "insurgents"), ("us-infantry-squad", "insurgent-cell"), n // 2, n, "units", FOG)
        for n in (10, 20, 40, 80)
    ),
    *(Table(FIVE56MM, ("black", "red"), ("delta", "spetsnaz"), n, 12 * n, "figures", shots=24) for n in (1, 2, 3, 7)),
)


@dataclass(frozen=True, slots=True)
class Grown:
    """The worst of a table. Milliseconds: to begin (with the first look around), a panel of a unit with the odds of
    all its offers, an answer until it is committed, the report of it, to end it with all its careers, and the longest
    stretch on the loop."""

    rules: str
    size: int
    named: str
    begin_ms: float
    panel_ms: float
    answer_ms: float
    report_ms: float
    end_ms: float
    stretch_ms: float

    @property
    def ok(self) -> bool:
        answer = max(self.begin_ms, self.answer_ms, self.report_ms, self.end_ms)
        return self.panel_ms <= PANEL_MS and answer <= ANSWER_MS and self.stretch_ms <= STRETCH_MS


def measure(tables: tuple[Table, ...] = TABLES) -> Iterator[Grown]:
    give_way()
    for table in tables:
        with TemporaryDirectory() as folder, asyncio.Runner() as runner:
            yield runner.run(_table(Path(folder), table))


async def _table(folder: Path, table: Table) -> Grown:
    clock = ManualClock(datetime(2026, 1, 1, tzinfo=UTC))
    # The same bytes every time: every run fights the same battle.
    store = Store(f"sqlite+aiosqlite:///{folder}/growth.db", clock, entropy=bytes)
    await store.open()
    battle = await opened(store, table)
    gc.collect()
    gc.freeze()
    pulse = Pulse()
    begin, _ = await pulse.timed(lambda: battles.begin(store, battle, GM))
    panels, answers, reports = [0.0], [0.0], [0.0]
    shots = 0
    for number in range(MOST):
        field = await battles.load(store, battle)
        if not field.prompt or shots == table.shots:
            break
        ask = field.prompt.asks[0]
        fires = table.rules is FIVE56MM or "fire" in field.rules.battle.view(field.state, PUBLIC).headline
        offers: tuple[Offer, ...] = ()
        if ask.units and (number < MOVES or fires):
            unit = ask.units[len(ask.units) // 2]
            panel, offers = await pulse.timed(lambda f=field, u=unit, s=ask.side: asyncio.to_thread(_panel, f, s, u))
            panels.append(panel)
        shots += fires
        who = ONE if ask.side == table.sides[0] else OTHER
        hold = tuple(offer for offer in ask.quick if offer.verb == "hold-all")
        ready = (_chosen(each) for each in (offers, hold, ask.quick))
        action = next((action for action in ready if action is not None), ask.default)
        answer, acted = await pulse.timed(lambda a=action, w=who, s=ask.side: act(store, battle, a, w, side=s))
        viewer = Viewer(side=ask.side)
        report, _ = await pulse.timed(lambda a=acted, v=viewer: battles.report(store, battle, a.from_seq, a.to_seq, v))
        answers.append(answer)
        reports.append(report)
    end, _ = await pulse.timed(lambda: battles.end(store, battle, GM))
    await store.close()
    times = (begin, max(panels), max(answers), max(reports), end, pulse.longest)
    return Grown(table.rules.key, table.men, table.named, *(round(ms, 1) for ms in times))


async def opened(store: Store, table: Table) -> int:
    view = await campaign.create(store, 1, 10, GM, "Growth", table.rules.key)
    for who, side, kind in zip((ONE, OTHER), table.sides, table.kinds, strict=True):
        await campaign.join(store, view.id, who, side, interaction_id=who)
        for number in range(table.each):
            await rosters.raise_unit(store, view.id, who, kind, name=f"{side} {number}")
    south, north = table.sides
    board = boards.generate("village", "bench", width=72, depth=48, edges=((south, "south"), (north, "north")))
    info = await battles.open_battle(store, view.id, GM, "Growth", channel_id=20, board=board, options=table.options)
    return info.id


def _chosen(offers: tuple[Offer, ...]) -> Action | None:
    """The first complete shot or move."""
    ready = [offer for offer in offers if not offer.needs]
    best = next((o for verb in ("fire", "move") for o in ready if o.verb == verb), next(iter(ready), None))
    return best.filled() if best else None


def _panel(field: battles.StandingBattle, side: str, unit: str) -> tuple[Offer, ...]:
    """What a player finds who picks the unit: its offers, with the odds of each that is complete."""
    offers = field.rules.battle.offers(field.state, side, unit)
    for offer in offers:
        if not offer.needs:
            with suppress(RuleViolation):
                field.rules.battle.odds(field.state, offer.filled(), Actor.player(side))
    return offers


class Pulse:
    """Beats on the event loop while something is done; `longest`: the processor's milliseconds between two beats."""

    def __init__(self) -> None:
        self.longest = 0.0

    async def timed(self, work: Callable[[], Awaitable[R]]) -> tuple[float, R]:
        """Milliseconds of the processor, and what came of it."""
        beating = asyncio.create_task(self._beat())
        await asyncio.sleep(0)
        start = processor()
        try:
            done = await work()
            return 1000 * (processor() - start), done
        finally:
            beating.cancel()

    async def _beat(self) -> None:
        last = processor()
        while True:
            await asyncio.sleep(TICK)
            now = processor()
            self.longest = max(self.longest, 1000 * (now - last))
            last = now
