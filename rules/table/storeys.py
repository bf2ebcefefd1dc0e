"""Storeys: the floors and the roof of a house as places to stand on, their heights, and how people name them.

Level 0 is the ground floor, or the ground itself; a house of two floors has the levels 0 and 1, and its roof is 2.
Heights in the board's measure.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from rules.table.board import Board, Feature, Point
from rules.table.nature import Natures
from rules.table.terrain import terrain

ROOF = 99
"""A level above every floor: whoever is put there stands on the roof."""
HIGHEST_MARK = 9
LevelWord = int | Literal["roof", "up", "down", "top"]
"""A level as people say it."""


@dataclass(frozen=True, slots=True)
class Building:
    """A thing with walls, a roof and floors. `base`: the elevation on which it stands."""

    feature: Feature
    floors: int
    height: float
    base: float

    @property
    def storey(self) -> float:
        return self.height / self.floors

    @property
    def roof(self) -> int:
        return self.floors

    def rise(self, level: int) -> float:
        """How high a level lies above the ground floor."""
        return self.storey * level

    def level_at(self, height: float) -> int:
        """The level on which somebody stands at that height above the ground floor."""
        return min(self.roof, max(0, int(height / self.storey + 1e-3)))

    @property
    def called(self) -> str:
        """ "the Mill", "the house", "the building"."""
        name = self.feature.name or self.feature.kind
        article, _, rest = name.partition(" ")
        return f"the {rest}" if article.lower() in ("the", "a", "an") and rest else f"the {name}"

    def name_of(self, level: int) -> str:
        """ "the roof of the Mill", "the 1st floor of the Mill"."""
        return f"the {level_name(self, level)} of {self.called}"

    def standing(self, level: int) -> str:
        return f"on {self.name_of(level)}"


def level_name(house: Building, level: int) -> str:
    """ "ground floor", "1st floor", "roof"."""
    if level >= house.roof:
        return "roof"
    return f"{_ordinal(level)} floor" if level > 0 else "ground floor"


def mark_of(house: Building, level: int) -> str:
    """A level as a picture shows it: "roof", "1st floor"; of the ninth floor and all above "9th floor or higher"."""
    high = HIGHEST_MARK <= level < house.roof
    return f"{HIGHEST_MARK}th floor or higher" if high else level_name(house, level)


def _ordinal(number: int) -> str:
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def house_of(board: Board, natures: Natures, feature: Feature) -> Building:
    """A walled feature as a house; without given floors it has one."""
    land = terrain(board, natures)
    spot = land.area_of(feature).representative_point()
    base = feature.base or land.elevation((spot.x, spot.y))
    return Building(feature, max(1, feature.floors), feature.height or natures.of(feature.kind).height, base)


@lru_cache(maxsize=8192)
def house_at(board: Board, natures: Natures, point: Point) -> Building | None:
    """The house that covers a place, the highest of several."""
    found = [f for f in terrain(board, natures).at(point) if natures.of(f.kind).walled]
    houses = [house_of(board, natures, each) for each in found]
    return max(houses, key=lambda house: house.base + house.height, default=None)


def height_above_ground(board: Board, natures: Natures, point: Point, level: int) -> float:
    """How high a level of the house at a place lies above the ground there; 0 where there is no house."""
    house = house_at(board, natures, point) if level > 0 else None
    if house is None:
        return 0.0
    return house.base + house.rise(min(level, house.roof)) - terrain(board, natures).elevation(point)


# ── In words ──────────────────────────────────────────────────────────────────────────────────────────────────────


_COUNTED = ("ground", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_LEVEL = (
    r"(?P<level>roof|top\s+floor|ground(?:\s+floor)?|(?P<number>\d{1,2})\s*(?:st|nd|rd|th)\s+floor"
    rf"|floor\s+(?P<after>\d{{1,2}})|(?P<word>{'|'.join(_COUNTED)})\s+floor)"
)
_STAIRS = re.compile(r"(?:(?:go|walk|climb)\s+)?(?P<way>up|down)(?:\s*stairs|\s+the\s+stairs)?", re.I)
_ALONE = re.compile(rf"(?:(?:go|climb)\s+)?(?:(?:up|down)\s+)?(?:(?:to|onto|on|in)\s+)?(?:the\s+)?{_LEVEL}", re.I)
_OF = re.compile(
    rf"(?:(?:up|down)\s+)?(?:(?:to|onto|on|in)\s+)?(?:the\s+)?{_LEVEL}\s+(?:of|at|in)\s+(?P<place>.+)", re.I
)
_AFTER = re.compile(rf"(?P<place>.+?),?\s+{_LEVEL}", re.I)
_DOWN = re.compile(r"(?:climb|go)\s+down\s+to\s+(?P<place>.+)", re.I)
_LEGS = re.compile(r"\s*(?:;|->|→|,?\s+\bthen\b)\s*", re.I)


def legs(text: str, known: Callable[[str], bool]) -> tuple[tuple[str, LevelWord | None], ...]:
    """The parts of a written way: a place, and the level there if one is named; no place for "up", "roof" and the
    like, which speak of the house that the mover is in. `known`: whether a text is the name of a place or unit."""
    return tuple(_leg(part.strip(" ,."), known) for part in _LEGS.split(text) if part.strip(" ,."))


def _leg(part: str, known: Callable[[str], bool]) -> tuple[str, LevelWord | None]:
    part = re.sub(r"^to\s+", "", part, flags=re.I)
    if known(part):
        return part, None
    if match := _STAIRS.fullmatch(part):
        return "", "up" if match["way"].lower() == "up" else "down"
    for pattern in (_ALONE, _OF, _AFTER):
        if match := pattern.fullmatch(part):
            return match.groupdict().get("place") or "", _said(match)
    if match := _DOWN.fullmatch(part):
        return match["place"], 0
    return part, None


def _said(match: re.Match[str]) -> LevelWord:
    number = match["number"] or match["after"]
    if number is not None:
        return int(number)
    if match["word"]:
        return _COUNTED.index(match["word"].lower())
    word = match["level"].lower()
    return "roof" if word == "roof" else "top" if word.startswith("top") else 0


def level_meant(house: Building, said: LevelWord, now: int) -> int | None:
    """The level of a house that a word means to somebody who is on level `now`; None where the house has none such."""
    match said:
        case "roof":
            return house.roof
        case "top":
            return house.roof - 1
        case "up" | "down":
            level = now + (1 if said == "up" else -1)
        case int():
            level = said
    return level if 0 <= level <= (house.roof if said in ("up", "down") else house.roof - 1) else None


def levels_named(board: Board, natures: Natures) -> tuple[tuple[str, Point], ...]:
    """Every level above the ground of the named houses of a board, as they are written, each with its place."""
    found: list[tuple[str, Point]] = []
    for feature in board.features:
        if feature.name and natures.of(feature.kind).walled:
            house = house_of(board, natures, feature)
            land = terrain(board, natures)
            spot = land.area_of(feature).representative_point()
            at = round(spot.x, 3), round(spot.y, 3)
            found += [(f"{level_name(house, n)} of {feature.name}", at) for n in range(house.roof, 0, -1)]
    return tuple(found)
