"""Two servers whose battles differ in what one side hides send everybody else the same bytes at the same times.

The real bot, with the same clock and the same dice. What is recorded is every request that the bot makes and that is no
answer to those who have the secret (Ivo, who hides, and the GM): posts, edits, their order and their times, buttons
with their ids, completions, refusals of fifty typed words, the drawings of maps, files, the other side's own thread.

Three kinds of pairs, of each of which a world and itself are compared first: courses, in which hidden troops act, other
things stand in the twin's scenario, and other things are done unseen; days on which one side does something in private,
or nothing at all; battles that have ended. `--long` plays many of each; `pytest -rP` prints the table.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.bot.world import Kept, World, world
from tests.twins.courses import Course, Hands, Player, compared, owned, played
from tests.twins.fronts import DEADLINE, FRONTS, REMINDED, TWICE, Front, begin
from tests.twins.probing import PROBES, Prying
from tests.twins.quiet import DEEDS, LASTING, Deed, everything, lasting, nothing
from tests.twins.sending import Wire, renumbered, tapped

STEPS = 6
SEEDS = 40
"""Courses that a long run plays of each kind of secret, and of each private hand."""


@dataclass
class Table:
    """What a book's pairs came to. `short`: pairs that were not counted, for the others learned of somebody, or the
    twin could not do what sounds alike, before the second step."""

    pairs: Counter[str] = field(default_factory=Counter)
    steps: int = 0
    bytes: int = 0
    requests: int = 0
    files: int = 0
    typed: int = 0
    short: int = 0
    did: Counter[str] = field(default_factory=Counter)
    differing: list[str] = field(default_factory=list)

    def hold(self, kind: str, here: Sequence[Sequence[str]], there: Sequence[Sequence[str]]) -> None:
        """The same steps of two worlds."""
        self.pairs[kind] += 1
        self.steps += len(here)
        self.requests += sum(map(len, here))
        self.bytes += sum(len(text.encode()) for step in here for text in step)
        for number, (mine, his) in enumerate(zip(renumbered(here), renumbered(there), strict=True)):
            if mine != his:
                self.differing.append(f"{kind}, step {number}: {_apart(mine, his)}")
                return

    def __str__(self) -> str:
        count = max(self.pairs.total(), 1)
        return (
            f"{self.pairs.total()} pairs ({self.short} too short), {self.bytes // count} bytes, "
            f"{self.requests // count} requests and {self.steps / count:.1f} steps a world, {self.typed} typed, "
            f"{len(self.differing)} differ\n  {dict(self.pairs)}\n  {dict(self.did)}"
        )


def _apart(mine: Sequence[str], his: Sequence[str]) -> str:
    for here, there in zip(mine, his, strict=False):
        if here != there:
            at = next((i for i, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), 0)
            cut = slice(max(0, at - 200), at + 200)
            return f"{here[:90]}\n  {here[cut]}\n  {there[cut]}"
    more = (mine if len(mine) > len(his) else his)[min(len(mine), len(his)) :]
    return f"{len(mine)} requests and {len(his)}: {more[0][:400]}"


@dataclass
class Club:
    """A server on which one battle after the other begins anew. `worlds`: the front's twins, as they begin."""

    made: World
    front: Front
    wire: Wire
    blank: Kept
    long: bool
    worlds: dict[str, Kept] = field(default_factory=dict)
    own: dict[str, dict[str, str]] = field(default_factory=dict)
    table: Table = field(default_factory=Table)

    async def twin(self, kind: str) -> Kept:
        if kind not in self.worlds:
            await self.made.become(self.blank)
            await begin(self.made, self.front, kind)
            self.worlds[kind], self.own[kind] = self.made.keep(), await owned(self.made, self.front)
        return self.worlds[kind]

    # ── Courses ───────────────────────────────────────────────────────────────────────────────────────────────────

    async def course(self, kind: str, seed: int, hand: int, script: Course | None = None) -> Course:
        kept, prying = await self.twin(kind), Prying(self.made, self.front)
        hands = Hands(seed, STEPS, prying.some(PROBES // STEPS + 1), hand)
        found = await played(self.made, kept, self.front, self.wire, hands, script)
        self.table.typed += prying.typed
        return found

    async def courses(self, seed: int, kinds: Sequence[str]) -> None:
        """A battle and itself, and its twins of these kinds, in which Ivo does other things unseen."""
        plain = await self.course("", seed, 0)
        again = await self.course("", seed, 0, plain)
        assert renumbered(plain.sent) == renumbered(again.sent), "a world differs from itself"
        self.table.did += plain.did
        for number, kind in enumerate(kinds, start=1):
            hand = number if kind in ("", "all") and self.front.hides else 0
            other = await self.course(kind, seed, hand, plain)
            here, there = self.own[""], self.own[kind]
            changed = {ref for ref in {*here, *there} if hand or here.get(ref) != there.get(ref)}
            together = compared(plain, other, frozenset(changed))
            self.table.did += other.did
            if together < 2:
                self.table.short += 1
                continue
            self.table.hold(kind or "acts", plain.sent[:together], other.sent[:together])

    # ── Days without a word, and what comes after the end ────────────────────────────────────────────────────────────

    async def day(self, deed: Deed, hours: int, *, over: bool) -> list[list[str]]:
        """What others are sent in hours in which only the deed is done. `over`: then the umpire ends the battle."""
        await self.made.become(await self.twin(""))
        player = Player(self.made, self.front, self.wire, random.Random(1), random.Random(2))
        prying, start, found = Prying(self.made, self.front), len(self.wire.sent), list[list[str]]()
        await deed(self.made, self.front, player)
        await self.made.passes(minutes=3)
        await prying.all(PROBES if self.long else PROBES // 3)
        if over:
            await self.made.gm.slash(self.made.thread, "battle end", winner="draw")
        await self.made.passes(hours=hours)
        for who in (self.made.ada, self.made.zoe):
            for command in ("status", "catchup", "chronicle", "battle verify"):
                await who.slash(self.made.thread, command)
        self.table.typed += prying.typed
        found.append(self.wire.to_others(self.made, player.owners, start))
        return found

    async def days(self, deeds: dict[str, Deed], hours: int, *, over: bool = False) -> None:
        plain = await self.day(nothing, hours, over=over)
        again = await self.day(nothing, hours, over=over)
        assert renumbered(plain) == renumbered(again), "a world differs from itself"
        for name, deed in deeds.items():
            self.table.hold(name, plain, await self.day(deed, hours, over=over))


@asynccontextmanager
async def club(folder: Path, name: str, *, long: bool) -> AsyncIterator[Club]:
    with tapped() as wire:
        async with world(folder) as made:
            yield Club(made, FRONTS[name], wire, made.keep(), long)


def shown(name: str, table: Table) -> None:
    print(f"{name}: {table}")
    assert not table.differing, "\n".join(table.differing[:6])


@pytest.mark.parametrize("name", FRONTS)
async def test_a_battle_and_its_twin_send_the_same_bytes(name: str, tmp_path: Path, long: bool) -> None:
    if name in TWICE and not long:
        pytest.skip("the same book as another, which an ordinary run has")
    async with club(tmp_path, name, long=long) as here:
        kinds = [*here.front.others, "all", ""] if long else ["all"]
        for seed in range(SEEDS if long else 1):
            await here.courses(seed, kinds)
    shown(name, here.table)
    assert here.table.pairs.total() >= 1
    assert here.table.typed >= PROBES
    if long and here.front.hides:
        assert here.table.did["acted"] > SEEDS
        assert not {"first", "last", "alone"} - set(+here.table.did)


@pytest.mark.parametrize("name", FRONTS)
async def test_what_is_done_in_private_sends_the_others_the_same_bytes(name: str, tmp_path: Path, long: bool) -> None:
    if name in TWICE and not long:
        pytest.skip("the same book as another, which an ordinary run has")
    async with club(tmp_path, name, long=long) as here:
        await here.days(DEEDS if long else {"everything": everything}, REMINDED + 1)
        if long:  # what stands in no journal moves no dice: the absent may be answered for
            await here.days({each: DEEDS[each] for each in LASTING}, DEADLINE + 1)
    shown(name, here.table)


@pytest.mark.parametrize("name", FRONTS)
async def test_the_file_of_a_finished_battle_tells_nothing_that_stood_in_no_journal(
    name: str, tmp_path: Path, long: bool
) -> None:
    if name != "book_and_gun" and not long:
        pytest.skip("one book in an ordinary run")
    async with club(tmp_path, name, long=long) as here:
        await here.days({each: DEEDS[each] for each in LASTING} if long else {"lasting": lasting}, 1, over=True)
    shown(name, here.table)
    assert here.wire.files
