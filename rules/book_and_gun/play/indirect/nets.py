"""Who can talk with whom: by voice, and by sets that share a net. X.14.5, BG-R231."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rules.book_and_gun.book.signals import range_of
from rules.book_and_gun.play.turn.leadership import RADIUS
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Morale, Unit
from rules.table.measure import between

VOICE = RADIUS
"""Inches over which two of a side hear each other. BG-X.14.51, BG-R231."""
REACH = {
    "personal": range_of("personal role radio"),
    "squad": range_of("squad radio"),
    "platoon": range_of("platoon radio"),
    "walkie-talkie": range_of("personal role radio"),
}
"""Inches over which two sets of a kind hear each other. BG-X.14.5, BG-R231."""
_HAIR = 1e-6


def off_board_set(figure: Figure) -> bool:
    """Whether he carries a set that talks to those off the board: an RTO's, or a walkie-talkie. BG-X.14.5, BG-X.14.51,
    BG-R230."""
    return figure.traits.radio in ("platoon", "walkie-talkie")


def in_touch(state: State, unit: Unit, one: Figure, other: Figure) -> bool:
    """Whether two figures of the unit's side can talk, over as many sets as it takes. BG-X.14.5, BG-R106, BG-R231."""
    if one.id == other.id:
        return True
    return other.id in _heard_by(_talkers(state, unit, one, other), one.id)


_Talker = tuple[str, str, str, float, float, str]
"""A figure's id, unit, set and place, and whether it runs messages for its unit or leads it."""


def _talkers(state: State, unit: Unit, *ends: Figure) -> tuple[_Talker, ...]:
    """The two ends, everybody unhurt with a set, scouts and those whom they run for. Routed units pass nothing on."""
    wanted = {figure.id for figure in ends}
    found: list[_Talker] = []
    for each in state.units_of(unit.side):
        if not each.in_play or each.morale is Morale.ROUTED:
            continue
        running = any(figure.scout for figure in each.fit)
        for figure in each.fit:
            part = "runner" if figure.scout else "leader" if running and figure.traits.leader else ""
            if figure.at is not None and (part or figure.traits.radio != "none" or figure.id in wanted):
                found.append((figure.id, each.id, figure.traits.radio, *figure.at, part))
    return tuple(found)


@lru_cache(maxsize=256)
def _heard_by(talkers: Sequence[_Talker], start: str) -> frozenset[str]:
    """Whom a message reaches from there."""
    reached = {start}
    fresh = [one for one in talkers if one[0] == start]
    while fresh:
        here = fresh.pop()
        for there in talkers:
            if there[0] not in reached and _hear(here, there):
                reached.add(there[0])
                fresh.append(there)
    return frozenset(reached)


def _hear(one: _Talker, other: _Talker) -> bool:
    """By voice, by a runner for his own leader, or over one net: that of a squad for personal sets, of the side for all
    others. BG-X.14.5, BG-X.14.51, BG-R231."""
    if one[1] == other[1] and {one[5], other[5]} == {"runner", "leader"}:
        return True
    far = between((one[3], one[4]), (other[3], other[4]))
    if far <= VOICE + _HAIR:
        return True
    if one[2] not in REACH or one[2] != other[2] or (one[2] == "personal" and one[1] != other[1]):
        return False
    return far <= REACH[one[2]] + _HAIR
