"""A battle step by step, as one reader saw it: words and dice of each step, and the map after it.

The maps are the drawings that Discord shows. Two that follow each other differ in little, so each is kept as what it
takes over from the one before and what is new in it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from bot.post.posts import sign
from bot.post.replaying import worth_showing
from bot.talk.text import plain
from campaigns.battle.battles import StandingBattle
from campaigns.battle.telling import replay, telling
from campaigns.battle.telling.replay import Moment, TurnSpan
from campaigns.database.store import Store
from campaigns.scenario import boards
from campaigns.thinking import beside
from rules.kernel.chance import Draw
from rules.seam.viewing import Viewer
from rules.table import drawing
from rules.table.board import Point
from rules.table.changes import changes
from rules.table.drawing import Layer
from rules.table.pixels import Picture
from rules.table.scene import Scene
from rules.telling.gathering import gather
from rules.telling.told import Gravity, TellingRole, Told

MOST_MAP = 1_300_000
"""Bytes that the maps of one battle may have; where they are more, several steps share one."""
LAYERS = frozenset({Layer.GRID, Layer.NAMES, Layer.CHANGES, Layer.FOG})
_DEAD = frozenset({"killed", "destroyed", "dead"})
_LOSSES = (Gravity.COMMANDER, Gravity.LEADER, Gravity.VEHICLE, Gravity.UNIT, Gravity.MEN)
_ELEMENT = re.compile(r"(?=<)")


@dataclass(frozen=True, slots=True)
class Saying:
    """One thing that was told. `behind`: its numbers and dice, a line each; `frame`: a phase, a card, no deed."""

    headline: str
    lines: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()
    frame: bool = False


@dataclass(frozen=True, slots=True)
class SiteStep:
    """What happened up to a map. `turn`: 0 of what belongs to none; `upto`: the entry of the journal with which it
    ends, for nobody's eyes; `map`: the number of its map, -1 where there is none."""

    heading: str
    turn: int
    said: tuple[Saying, ...]
    deaths: int
    upto: int
    map: int = -1


@dataclass(frozen=True, slots=True)
class SiteCourse:
    """`maps`: see `packed`; `pieces`: of which they are made; `last`: the table as it was left, a drawing of its own,
    "" where the battle had no table."""

    steps: tuple[SiteStep, ...] = ()
    pieces: tuple[str, ...] = ()
    maps: tuple[tuple[int, ...], ...] = ()
    last: str = ""

    def step_of(self, seq: int | None) -> int:
        """The number (from 1) of the step that tells of an entry; 0: none does."""
        found = bisect_left([step.upto for step in self.steps], seq) if seq is not None else len(self.steps)
        return found + 1 if found < len(self.steps) else 0


async def course_of(store: Store, battle: StandingBattle, viewer: Viewer) -> SiteCourse:
    """The battle's course up to now, for one viewer."""
    rules, info = battle.rules, battle.info
    spans = await replay.turns(store, rules, info.id, info.version, viewer)
    seen = await replay.replayed(store, rules, info.id, spans[0].after, info.version, viewer) if spans else None
    if seen is None or seen.before.scene is None or seen.after.scene is None:
        lines = await telling.told_since(store, rules, info.id, 0, info.version, viewer)
        runs = [
            (run[-1].entry.seq, [told for line in run for told in line.tolds])
            for run in (list(group) for _, group in groupby(lines, key=lambda line: line.entry.cause))
            if not run[0].undone
        ]
        return SiteCourse(tuple(_step("", spans, tolds, seq) for seq, tolds in runs if tolds))
    under = await boards.picture_of_battle(store, info.id)
    return await beside(_drawn, seen.before.scene, seen.moments, seen.after.scene, spans, under)


def _drawn(
    before: Scene, moments: Sequence[Moment], after: Scene, spans: Sequence[TurnSpan], under: Picture | None
) -> SiteCourse:
    shown = {moment.seq for moment in worth_showing(before, moments)}
    steps: list[SiteStep] = []
    scenes = [replace(before, changes=None)]
    waiting: list[Moment] = []
    earlier = before
    for number, moment in enumerate(moments):
        following = moments[number + 1] if number + 1 < len(moments) else None
        waiting.append(moment)
        if (
            following is not None
            and moment.seq not in shown
            and _turn(spans, following.seq) == _turn(spans, moment.seq)
        ):
            continue
        glances = [glance for each in waiting for glance in each.glances]
        tolds = [told for each in waiting for told in each.tolds]
        news = changes(earlier, glances)
        step = _step(moment.heading, spans, tolds, moment.seq)
        steps.append(replace(step, map=len(scenes), deaths=max(step.deaths, len(news.losses))))
        scenes.append(replace(moment.scene, changes=news))
        earlier, waiting = moment.scene, []
    begins = SiteStep(
        scenes[0].caption, steps[0].turn if steps else 0, (Saying("The table as the battle begins"),), 0, 0, 0
    )
    key = drawing.key_of(scenes, changes(before, [glance for moment in moments for glance in moment.glances]))
    steady: dict[str, Point] = {}
    drawn = [drawing.draw(each, layers=LAYERS, background=under, key=key, steady=steady) for each in scenes]
    pieces, maps = _within(drawn)
    every = [begins, *steps]
    last = drawing.draw(replace(after, changes=None), background=under)
    return SiteCourse(tuple(replace(each, map=maps[1][each.map]) for each in every), pieces, maps[0], last)


def _within(drawn: Sequence[str]) -> tuple[tuple[str, ...], tuple[tuple[tuple[int, ...], ...], list[int]]]:
    """The drawings packed, and which of them each one has become: its own, or a later one where they were too many."""
    apart = 1
    while True:
        kept = sorted({0, *(min(at - at % apart + apart - 1, len(drawn) - 1) for at in range(1, len(drawn)))})
        pieces, maps = packed([drawn[at] for at in kept])
        size = sum(len(each.encode()) for each in pieces) + sum(4 * len(each) for each in maps)
        if size <= MOST_MAP or len(kept) <= 2:
            return pieces, (maps, [bisect_left(kept, at) for at in range(len(drawn))])
        apart += 1


def packed(drawings: Iterable[str]) -> tuple[tuple[str, ...], tuple[tuple[int, ...], ...]]:
    """Drawings as elements: all that occur in any, and for each drawing runs of two numbers. `n, at` with n above 0
    takes n elements of the drawing before, from place `at` on; `-n, at` takes n of all elements, from number `at`
    on."""
    numbers: dict[str, int] = {}
    made: list[tuple[int, ...]] = []
    before: list[int] = []
    for drawn in drawings:
        own = [numbers.setdefault(each, len(numbers)) for each in _ELEMENT.split(drawn)]
        made.append(tuple(_runs(before, own)))
        before = own
    return tuple(numbers), tuple(made)


def _runs(before: Sequence[int], own: Sequence[int]) -> Iterable[int]:
    places: dict[int, list[int]] = {}
    for place, piece in enumerate(before):
        places.setdefault(piece, []).append(place)
    at, expected = 0, 0
    while at < len(own):
        there = places.get(own[at])
        if there is not None:
            start = there[min(bisect_left(there, expected), len(there) - 1)]
            count = 1
            while at + count < len(own) and start + count < len(before) and own[at + count] == before[start + count]:
                count += 1
            yield from (count, start)
            expected = start + count
        else:
            count = 1
            while at + count < len(own) and own[at + count] == own[at] + count and own[at + count] not in places:
                count += 1
            yield from (-count, own[at])
        at += count


# ── Words ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _turn(spans: Sequence[TurnSpan], seq: int) -> int:
    return next((span.turn for span in reversed(spans) if span.after < seq), 0)


def _step(heading: str, spans: Sequence[TurnSpan], tolds: Sequence[Told], seq: int) -> SiteStep:
    named = sum(casualty.fate in _DEAD for told in tolds for casualty in told.casualties)
    lost = sum(each.count or 1 for told in tolds for each in told.upshots if each.gravity in _LOSSES)
    deaths = max(named, lost)
    return SiteStep(plain(heading), _turn(spans, seq), tuple(map(_saying, gather(tolds))), deaths, seq)


def _saying(told: Told) -> Saying:
    numbers = [*told.details, *told.sealed, *_dice(told.unsaid)]
    return Saying(
        plain(told.headline),
        tuple(plain(line) for line in told.lines if line),
        tuple(plain(line) for line in numbers if line),
        told.role is TellingRole.FRAME,
    )


def _dice(draws: Iterable[Draw]) -> Iterable[str]:
    """ "🎲 to hit, D20: 7, 14, 3", a line for each purpose."""
    for (purpose, sides), group in groupby(draws, key=lambda draw: (draw.purpose, draw.sides)):
        if sides:
            yield f"🎲 {purpose}, D{sides}: " + ", ".join(str(draw.value) for draw in group)
        else:
            yield f"🃏 {purpose}: " + " ".join(sign(str(draw.value)) for draw in group)
