"""What lasts longer than an answer: a journal of 10,000 events, the largest muster, a search for garbage, the file of a
veteran."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from subprocess import DEVNULL, run
from tempfile import TemporaryDirectory

from bot.client import build_bot
from campaigns.battle import battles
from campaigns.battle.course.settling import settle
from campaigns.battle.course.taking_up import take_up
from campaigns.battle.proof import export
from campaigns.database.store import Store
from campaigns.roster import rosters
from campaigns.thinking import give_way
from rules.book_and_gun import RULES
from rules.book_and_gun.actions.battle import PlaceUnit
from rules.kernel.action import UMPIRE
from rules.kernel.chance import Seeded
from rules.registry import rule_set
from rules.seam.forces import Muster
from rules.seam.viewing import PUBLIC
from rules.table import boards
from tests.bench.fighting import side
from tests.bench.growth import GM, STRETCH_MS, TABLES, Pulse, opened
from tests.bench.pair import processor
from tests.bot.world import world
from tests.clocks import ManualClock
from tests.painting import unpainted

ENTRIES = 10_000
BATTLES = 30
"""Of a veteran."""
LARGEST = 50
"""Units a side in the largest muster."""
OLD = (40, 60)
"""Entries that a button of long ago asks for."""


@dataclass(frozen=True, slots=True)
class Span:
    """Milliseconds, at most `most` where that is given; and the longest stretch on the event loop, where one runs."""

    about: str
    ms: float
    most: float | None = None
    stretch_ms: float | None = None

    @property
    def ok(self) -> bool:
        return (self.most is None or self.ms <= self.most) and (self.stretch_ms or 0) <= STRETCH_MS


def measure() -> Iterator[Span]:
    yield from _help()
    yield from _muster()
    yield from _garbage()
    with TemporaryDirectory() as folder, asyncio.Runner() as runner:
        yield from runner.run(_journal(Path(folder)))
    with TemporaryDirectory() as folder, asyncio.Runner() as runner:
        yield runner.run(_veteran(Path(folder)))


async def _veteran(folder: Path) -> Span:
    """`/figure show` of somebody who was in every battle, his card drawn elsewhere; of the processor."""
    with unpainted():
        async with world(folder, {"five56mm": rule_set("five56mm")}) as war:
            await war.gm.slash(war.channel, "campaign create", name="Long War")
            await war.ada.slash(war.channel, "campaign join", side="black", unit="rangers", unit_name="Chalk One")
            await war.ivo.slash(war.channel, "campaign join", side="red", unit="militia", unit_name="Crescent")
            for number in range(BATTLES):
                await war.gm.slash(war.channel, "battle begin", title=f"Ridge {number}", board="none", anyway=True)
                await war.gm.slash(war.thread, "battle end", reason="dusk")
            (unit,) = [each for each in await rosters.units_of(war.store, 1) if each.name == "Chalk One"]
            start = processor()
            await war.ada.slash(war.channel, "figure show", figure=unit.slots[0].last.ref)
            return Span(f"the file of a veteran of {BATTLES} battles", round(1000 * (processor() - start), 1), 1000)


def _help() -> Iterator[Span]:
    """The best of five, of the processor."""
    times: list[float] = []
    for _ in range(5):
        start = processor()
        run([sys.executable, "-m", "bot.main", "--help"], check=True, stdout=DEVNULL)
        times.append(1000 * (processor() - start))
    yield Span("adjutant --help", round(min(times), 1), most=400)


def _muster() -> Iterator[Span]:
    """Half of them have a place, a tenth stand by, and concealment is on with the fog."""
    board = boards.generate(
        "village", "largest", width=72, depth=48, edges=(("army", "south"), ("insurgents", "north"))
    )
    sides = (side("army", "us-infantry-squad", LARGEST), side("insurgents", "insurgent-cell", LARGEST))
    placed = tuple(
        replace(
            each,
            units=tuple(
                replace(unit, place=(2.0 + 68 * n / LARGEST, at)) if n % 2 else unit
                for n, unit in enumerate(each.units)
                if n % 10
            ),
        )
        for each, at in zip(sides, (40.0, 8.0), strict=True)
    )
    reserves = tuple(unit for each in sides for n, unit in enumerate(each.units) if not n % 10)
    options = (("fog", "on"), ("concealment", "insurgents"), ("commander", "highest-rank"))
    start = processor()
    RULES.battle.fold(
        RULES.battle.muster(Muster("Bench", placed, board, options, reserves=reserves), Seeded(b"bench", 0))
    )
    took = 1000 * (processor() - start)
    yield Span(
        f"muster of {2 * LARGEST} units in fog and concealment, placed and in reserve", round(took, 1), most=1500
    )


def _garbage() -> Iterator[Span]:
    """A full search of all that the bot consists of, as it would be without and is with `host.prepare`."""
    gc.unfreeze()
    with TemporaryDirectory() as folder:
        kept = build_bot(Store(f"sqlite+aiosqlite:///{folder}/bench.db"))
        for about, most in (("before", None), ("after", STRETCH_MS)):
            gc.collect()
            start = processor()
            gc.collect()
            yield Span(f"a full search for garbage {about} gc.freeze", round(1000 * (processor() - start), 1), most)
            gc.freeze()
        del kept
    gc.unfreeze()


async def _journal(folder: Path) -> list[Span]:
    give_way()
    clock = ManualClock(datetime(2026, 1, 1, tzinfo=UTC))
    store = Store(f"sqlite+aiosqlite:///{folder}/lasting.db", clock, entropy=bytes)
    await store.open()
    battle = await opened(store, replace(TABLES[0], each=1, options=()))
    await battles.begin(store, battle, GM)
    await _lengthened(store, battle)
    gc.collect()
    gc.freeze()
    found = [span async for span in _spans(store, battle)]
    gc.unfreeze()
    await store.close()
    return found


async def _lengthened(store: Store, battle: int) -> None:
    """A unit is put to and fro by the umpire, in one transaction."""
    async with store.reading() as session:
        field = await take_up(store, session, battle)
        await field.key()
    unit = next(unit.ref for unit in (await (await battles.load(store, battle)).view(PUBLIC)).units)
    for number in range(ENTRIES - field.seq):
        await field.decide(PlaceUnit(unit=unit, to=f"{20 + number % 30},40"), UMPIRE)
    await field.prepare(snapshot=True)
    async with store.writing() as session:
        await field.write_in(session)
        await settle(field)


async def _spans(store: Store, battle: int) -> AsyncIterator[Span]:
    async def timed(about: str, work: object, most: float | None = None) -> Span:
        pulse = Pulse()
        ms, _ = await pulse.timed(lambda: work)  # type: ignore[arg-type,return-value]
        return Span(f"{about}, {ENTRIES} events", round(ms, 1), most, round(pulse.longest, 1))

    yield await timed("the report of a button of long ago", battles.report(store, battle, *OLD, PUBLIC), 1500)
    yield await timed("the whole report", battles.report(store, battle, 1, ENTRIES, PUBLIC))
    yield await timed("ending", battles.end(store, battle, GM))
    yield await timed("export", export.export(store, battle))
    yield await timed("undoing the end", battles.undo(store, battle, GM))
