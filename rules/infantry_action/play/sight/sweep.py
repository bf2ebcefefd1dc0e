"""A first look over all men and all places at once: who could see what, by arc and distance alone.

It is generous by a hair, so that nobody is passed over whom the exact rule would let see; whoever is left is looked at
one by one. IA-loc.arc-infantry, IA-loc.table
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations

import numpy as np
import numpy.typing as npt

from rules.book.house import HouseRules
from rules.infantry_action.book.bases import base
from rules.infantry_action.book.kinds import Light
from rules.infantry_action.book.location import Ground, Range, Seen, range_of
from rules.infantry_action.book.switches import House
from rules.infantry_action.figures import Figure, Point
from rules.infantry_action.play.ground.lines import Eye
from rules.infantry_action.play.ground.places import counted
from rules.infantry_action.state import State
from rules.kernel.changing import replace

HAIR = 1e-3
"""Metres by which the first look is generous."""
_GROUNDS = tuple(frozenset(found) for n in range(len(Ground) + 1) for found in combinations(Ground, n))
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


@lru_cache(maxsize=4096)
def reach(seen: frozenset[Seen], ground: frozenset[Ground], light: Light, aided: bool, options: HouseRules) -> Range:
    """At which range somebody is located who shows so, in such ground. IA-loc.two-target-categories, IA-R055"""
    return range_of({replace(each, ground=ground) for each in seen}, light, aided, House(options))


@lru_cache(maxsize=1024)
def furthest(seen: frozenset[Seen], light: Light, options: HouseRules) -> float:
    """Metres beyond which nobody locates somebody who shows so, whatever ground and lamps there are."""
    return max(reach(seen, ground, light, aided, options).metres for ground in _GROUNDS for aided in (False, True))


class Sweep:
    """The places at which enemies showed in the period, by enemy, to be looked over by one group after the other."""

    def __init__(
        self, state: State, places: Mapping[str, Sequence[tuple[Point, Eye]]], shown: Mapping[str, frozenset[Seen]]
    ) -> None:
        self._state = state
        self._spans: dict[str, slice] = {}
        start = 0
        for enemy, found in places.items():
            self._spans[enemy] = slice(start, start + len(found))
            start += len(found)
        every = list(chain.from_iterable(places.values()))
        self._at = _points([at for at, _ in every])
        self._measured = _points([eye.measured for _, eye in every])
        limits = [furthest(shown[enemy], state.light, state.options) for enemy, found in places.items() for _ in found]
        self._most = np.array(limits, dtype=np.float64)

    def over(self, men: Sequence[Figure]) -> Mapping[str, Flags]:
        """By enemy which of these men (rows) could see which of his places (columns)."""
        could = np.ones((len(men), len(self._most)), dtype=np.bool_)
        if not self._state.ruled:
            for row, man in zip(could, men, strict=True):
                if man.at is not None and man.aboard is None and man.serves is None:
                    row &= self._before(man, man.at)
        return {enemy: could[:, span] for enemy, span in self._spans.items()}

    def _before(self, man: Figure, at: Point) -> Flags:
        """Those places that lie in the arc of a man on foot, as near as he could locate anybody."""
        shape = base(counted(self._state, man), self._state.house)
        angle = np.radians(man.facing)
        east, north = self._at[0] - at[0], self._at[1] - at[1]
        ahead = east * np.sin(angle) + north * np.cos(angle)
        aside = np.abs(east * np.cos(angle) - north * np.sin(angle))
        in_arc = (ahead >= -HAIR) & (aside <= shape.front / 2 + np.maximum(ahead, 0.0) * shape.spread + HAIR)
        apart = np.hypot(self._measured[0] - at[0], self._measured[1] - at[1])
        return in_arc & (apart <= self._most + HAIR)


def _points(found: Sequence[Point]) -> tuple[Floats, Floats]:
    return np.array([x for x, _ in found], dtype=np.float64), np.array([y for _, y in found], dtype=np.float64)
