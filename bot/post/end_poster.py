"""The end of a battle as a poster: who won and by what, the last map, the hinge, losses by name, who did most, whose
dice were kind. What it says is data, so that a screen reader says the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from campaigns.battle.battles import BattleOutcome
from campaigns.battle.record.aftermath import FigureDeeds, Loss, SideLosses
from rules.kernel.action import SideId
from rules.language.words import capital, within
from rules.table import drawing, symbols
from rules.table.palette import INK
from rules.table.pixels import Picture
from rules.table.poster import PosterBlock, poster
from rules.table.scene import Scene
from rules.telling.luck import SideLuck

NAMED, MOST_NAMED = 12, 4
"""People named for one fate on one side, and for what they did."""
FATES = {
    "killed": "Killed",
    "destroyed": "Destroyed",
    "wounded": "Wounded",
    "knocked-out": "Knocked out",
    "damaged": "Damaged",
    "captured": "Captured",
    "missing": "Missing",
    "men-lost": "Men lost",
}


@dataclass(frozen=True, slots=True)
class End:
    """What there is to be said of it, as everybody may know it. `won`: "Victory for the Army"; `how`: by what."""

    won: str
    how: str
    outcome: BattleOutcome | None
    hinge: str = ""
    luck: tuple[SideLuck, ...] = ()


def svg_of(end: End, scene: Scene | None, background: Picture | None = None) -> str:
    """The poster."""
    colours = symbols.colours(scene) if scene is not None else {}
    map_ = drawing.draw(scene, background=background) if scene is not None else ""
    above = [PosterBlock(title, lines) for title, lines in _whole(end)]
    beside = [PosterBlock(title, lines, colours.get(side, INK), gauge) for side, title, lines, gauge in _of_sides(end)]
    return poster(end.won, [end.how] if end.how else [], map_, above, beside)


def words_of(end: End) -> str:
    """All that the poster says, in one text."""
    parts = [end.won, end.how]
    parts += [f"{title}: {'. '.join(lines)}" for title, lines in _whole(end)]
    parts += [f"{title}: {'. '.join(lines)}" for _, title, lines, _ in _of_sides(end)]
    return ". ".join(part.rstrip(".") for part in parts if part) + "."


def _whole(end: End) -> list[tuple[str, tuple[str, ...]]]:
    said: list[tuple[str, tuple[str, ...]]] = []
    if end.hinge:
        said.append(("The hinge of the battle", (capital(end.hinge),)))
    aftermath = end.outcome.aftermath if end.outcome is not None else None
    if aftermath is not None and aftermath.deeds:
        most, rest = did_most(aftermath.deeds)
        lines = [listed([done(one) for one in most], MOST_NAMED)]
        lines += [f"Distinguished: {listed([done(one) for one in rest], MOST_NAMED)}"] if rest else []
        said.append(("Did most", tuple(lines)))
    return said


def _of_sides(end: End) -> list[tuple[SideId, str, tuple[str, ...], float | None]]:
    """Side, title, lines, and where its luck is on the gauge: the losses first, then the luck in the same order."""
    outcome = end.outcome
    aftermath = outcome.aftermath if outcome is not None else None
    if outcome is None or aftermath is None:
        return []
    tallies, _ = outcome.by_side()
    said: list[tuple[SideId, str, tuple[str, ...], float | None]] = [
        (side.side, side.name, (tallies.get(side.side) or lost(side), *fates_of(side)), None)
        for side in aftermath.sides
    ]
    names = {side.side: side.name for side in aftermath.sides}
    order = [*names]
    told = sorted((one for one in end.luck if one.side in names), key=lambda one: order.index(one.side))
    said += [
        (
            one.side,
            f"The dice of {within(names[one.side])}: {one.verdict}",
            tuple(capital(count.words) for count in one.counts),
            one.above,
        )
        for one in told
    ]
    return said


# ── Shared with the post in words ─────────────────────────────────────────────────────────────────────────────────


def lost(side: SideLosses) -> str:
    """How many of a side were lost, as far as everybody knows: where the rule set tallies nothing."""
    gone = sum(loss.men if loss.element else 1 for loss in side.losses)
    return f"{gone or 'none'} of {side.fielded} lost"


def fates_of(side: SideLosses, called: Callable[[str], str] = FATES.__getitem__) -> list[str]:
    """Its losses by name, a line for each fate."""
    several = len({loss.unit for loss in side.losses}) > 1
    return [
        f"{called(fate)}: {_named([*group], several=several)}"
        for fate, group in groupby(side.losses, key=lambda loss: loss.fate)
    ]


def _named(group: Sequence[Loss], *, several: bool) -> str:
    """ "PFC Bell, PFC Ruiz (2nd Squad); SGT Moss (3rd Squad) and 2 more"."""
    units = [
        (unit, ", ".join(f"{one.name} {one.men}" if one.men else one.name for one in of_unit))
        for unit, of_unit in groupby(group[:NAMED], key=lambda loss: loss.unit)
    ]
    more = f" and {len(group) - NAMED} more" if len(group) > NAMED else ""
    return "; ".join(f"{names} ({unit})" if several else names for unit, names in units) + more


def did_most(deeds: Sequence[FigureDeeds]) -> tuple[Sequence[FigureDeeds], Sequence[FigureDeeds]]:
    """Those who did most, and the others."""
    first = _did(deeds[0])
    count = next((place for place, one in enumerate(deeds) if _did(one) != first), len(deeds))
    return deeds[:count], deeds[count:]


def _did(one: FigureDeeds) -> tuple[int, int, int]:
    return one.kills + one.destroyed, one.treated, one.shares


def done(one: FigureDeeds) -> str:
    """ "Corporal A. Duarte (Embassy guard), 2 killed, 1 treated"."""
    said = [f"{one.kills} killed"] if one.kills else []
    said += [f"{one.destroyed} destroyed"] if one.destroyed else []
    said += [f"{one.treated} treated"] if one.treated else []
    said += [f"a part in {one.shares} more"] if one.shares else []
    return f"{one.name} ({one.unit}), {', '.join(said)}"


def listed(words: Sequence[str], most: int) -> str:
    more = f" and {len(words) - most} more" if len(words) > most else ""
    return "; ".join(words[:most]) + more
