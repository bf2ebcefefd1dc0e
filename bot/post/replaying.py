"""A stretch of a battle as pictures that follow each other: a deed each, with its words, for the eyes of one viewer.

What is drawn comes from `replay.Replay` alone: the viewer's own maps of that time and what they were told.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from bot.pictures import pictures
from bot.pictures.pictures import Still
from bot.talk.text import clip
from campaigns.battle.telling.replay import Moment, Replay
from rules.language.words import counted
from rules.table import drawing
from rules.table.board import Point
from rules.table.changes import changes
from rules.table.drawing import Layer
from rules.table.effort import effort
from rules.table.furniture import LegendLine
from rules.table.pixels import Picture
from rules.table.scene import Changes, LossMark, Scene
from rules.table.walking import under_way
from rules.telling.gathering import gather
from rules.telling.headline import headline
from rules.telling.told import Told

DEEDS = 12
"""Pictures between the first and the last: more deeds than that share them."""
STEPS, PICTURES = 3, 26
"""Pictures of a deed while somebody is on their way, and pictures of a replay at the very most."""
LONGEST = 12_000
"""Milliseconds that it takes, from the first picture until it begins again."""
FIRST, SLOWEST, LAST = 1_000, 1_400, 2_600
"""Milliseconds that the first picture stands, one between at most, and the last."""
DRAWING = 16_000.0
"""What all its pictures together may cost to draw, in the measure of `rules/table/effort.py`."""
WORDS = 150
"""Characters below a picture's caption."""
PARTS = frozenset({Layer.GRID, Layer.CHANGES, Layer.FOG})
"""What the pictures show; the last has the names of places too, which would hop about from one to the next."""


@dataclass(frozen=True, slots=True)
class ReplayPicture:
    """One picture: the table with what has just changed, and how long it stands."""

    scene: Scene
    milliseconds: int


def frames(seen: Replay) -> tuple[ReplayPicture, ...]:
    """The table before, each deed or a few of them, and the table after with all that has changed; none where the
    viewer saw nothing happen."""
    before, after = seen.before.scene, seen.after.scene
    found = seen.changed()
    if before is None or after is None or found is None:
        return ()
    deeds = worth_showing(before, seen.moments)
    if not deeds:
        return ()
    groups = shared_out(deeds, most_deeds(after))
    each = min(SLOWEST, (LONGEST - FIRST - LAST) // len(groups))
    made = [ReplayPicture(replace(before, caption=seen.before.headline, news="Before", changes=Changes()), FIRST)]
    scene, fallen = before, list[LossMark]()
    for group in groups:
        glances = [glance for moment in group for glance in moment.glances]
        shown = changes(scene, glances)
        fallen += [loss for loss in shown.losses if loss not in fallen]
        shown = replace(shown, losses=tuple(fallen))
        scene = group[-1].scene
        words = clip("; ".join(filter(None, (moment.words for moment in group))), WORDS)
        made.append(
            ReplayPicture(
                replace(scene, caption=group[-1].heading, news=words or group[-1].heading, changes=shown), each
            )
        )
    last = replace(after, caption=seen.after.headline, news=_so_it_stands(groups), changes=found)
    return (*made, ReplayPicture(last, LAST))


def worth_showing(before: Scene, moments: Sequence[Moment]) -> list[Moment]:
    """Those with something to see, and what was grave: orders, cards and phases are neither."""
    kept: list[Moment] = []
    scene = before
    for moment in moments:
        grave = any(told.important and not told.secret for told in moment.tolds)
        if grave or not changes(scene, moment.glances).none:
            kept.append(moment)
        scene = moment.scene
    return kept


def most_deeds(scene: Scene) -> int:
    """How many pictures of deeds a board of this size allows."""
    return max(1, min(DEEDS, most_pictures(scene) - 2))


def most_pictures(scene: Scene) -> int:
    """How many pictures of a board of this size may be drawn."""
    taken = effort(scene.board.features, drawing.whole(scene.board))
    cost = taken.plain + (taken.hatching if taken.hatched else 0.0)
    return min(PICTURES, int(DRAWING / max(cost, 1.0)))


def shared_out(deeds: Sequence[Moment], most: int) -> list[list[Moment]]:
    """The deeds one by one, or several together where there are more than `most`, in their order."""
    count = min(most, len(deeds))
    cuts = [round(place * len(deeds) / count) for place in range(count + 1)]
    return [list(deeds[start:end]) for start, end in pairwise(cuts)]


def _so_it_stands(groups: Sequence[Sequence[Moment]]) -> str:
    """The last picture's words: what it all came to."""
    tolds: list[Told] = [told for group in groups for moment in group for told in moment.tolds]
    came = headline(gather(tolds))
    count = sum(len(group) for group in groups)
    return clip(f"Now: {came}" if came else f"Now, after {counted(count, 'deed')}", WORDS)


# ── Pictures ──────────────────────────────────────────────────────────────────────────────────────────────────────


async def animation(shown: Sequence[ReplayPicture], under: Picture | None) -> bytes:
    """The frames as one animated picture, drawn beside the event loop. Raises NoPicture."""
    stills = await asyncio.to_thread(_stills, shown, under)
    return await pictures.moving(stills)


def _stills(shown: Sequence[ReplayPicture], under: Picture | None) -> list[Still]:
    key, walked, steady = _key(shown), on_foot(shown), dict[str, Point]()
    return [
        Still(drawing.draw(each.scene, layers=layers, background=under, key=key, steady=steady), each.milliseconds)
        for each, layers in zip(walked, [*(PARTS for _ in walked[1:]), PARTS | {Layer.NAMES}], strict=True)
    ]


def on_foot(shown: Sequence[ReplayPicture]) -> list[ReplayPicture]:
    """The same, with pictures between in which whoever moves is on their way: nobody hops. They take no more time, and
    there are no more of them than may be drawn."""
    moves = sum(bool(one.scene.changes and one.scene.changes.tracks) for one in shown[1:-1])
    spare = most_pictures(shown[-1].scene) - len(shown)
    each = min(STEPS, spare // moves) if moves and spare > 0 else 0
    made = list(shown[:1])
    for before, after in pairwise(shown):
        found = after.scene.changes
        steps = under_way(before.scene, found.tracks, each) if found is not None and after is not shown[-1] else []
        part = after.milliseconds // (len(steps) + 1)
        fallen = Changes(losses=before.scene.changes.losses) if before.scene.changes is not None else Changes()
        for scene in steps:
            words = replace(scene, caption=after.scene.caption, news=after.scene.news, changes=fallen)
            made.append(ReplayPicture(words, part))
        made.append(replace(after, milliseconds=after.milliseconds - part * len(steps)))
    return made


def _key(shown: Sequence[ReplayPicture]) -> list[LegendLine]:
    """One key for all of them, so that all are of one size."""
    found = shown[-1].scene.changes
    return drawing.key_of([frame.scene for frame in shown], found if found is not None else Changes())


def in_words(shown: Sequence[ReplayPicture], limit: int = 1000) -> str:
    """The replay for whoever does not see it: every deed in order."""
    lines = [f"{frame.scene.caption}: {frame.scene.news}" for frame in shown[1:]]
    return clip(f"A replay in {counted(len(shown), 'picture')}. " + " ".join(f"{line}." for line in lines), limit)
