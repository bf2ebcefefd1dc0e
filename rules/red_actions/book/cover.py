"""The cover that ground gives, and how many bases a front takes."""

from __future__ import annotations

from collections.abc import Mapping
from math import floor, inf
from types import MappingProxyType

from rules.book.showing import Chart
from rules.red_actions.book.kinds import Cover
from rules.red_actions.book.switches import BOOK, House
from rules.red_actions.book.tables import Figures, section
from rules.red_actions.book.terrain import Ground


class _Front(Figures):
    base_mm: int


FIGURES = section("front", _Front)
NOTHING = 1e-6


def frontage(inches: float) -> int:
    """How many bases stand side by side on such a front, at least one. RA-building.1, RA-def.scale.1"""
    return max(1, floor(inches * 25.4 / FIGURES.base_mm + NOTHING))


def firing_out(bases: float, front: float = inf) -> float:
    """Of the bases that could fire, those that fire out of a town or farm. `front`: bases that the side facing the
    target takes. RA-building.1, RA-R126"""
    return min(bases, front)


def covered_in_farm(bases: int, whole_front: int) -> int:
    """Bases that are in the cover of a single farm; the others are beside it. RA-building.3"""
    return min(bases, whole_front)


# ── Cover ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def cover(
    ground: Ground,
    *,
    stone: bool = False,
    infantry: bool = True,
    moving: bool = False,
    evading: bool = False,
    held: bool = False,
    house: House = BOOK,
) -> Cover:
    """The one class of cover in, or behind, such ground. `stone`: of buildings, stone or particularly solid; `moving`:
    in this segment or the last; `held`: possession was taken, or the unit was set up there. RA-R25, RA-R143,
    RA-building.2, RA-building.4, RA-shoot.cover.superhard, RA-shoot.cover.stone, RA-shoot.cover.soft,
    RA-shoot.cover.hard"""
    if ground is not Ground.BUILDINGS:
        return _COVER.get(ground, Cover.OPEN)
    built = Cover.STONE if stone else Cover.WOODEN
    if infantry and evading:
        return built
    if moving:
        return Cover.SOFT
    return built if held or house.choice("building-cover") == "any-stationary" else Cover.SOFT


_COVER: Mapping[Ground, Cover] = MappingProxyType(
    {
        Ground.TRENCH: Cover.SUPER_HARD,
        Ground.SANDBAGS: Cover.SUPER_HARD,
        Ground.WALL: Cover.STONE,
        Ground.WOODS: Cover.WOODS,
        Ground.DENSE_WOODS: Cover.WOODS,
        Ground.HEDGE: Cover.SOFT,
        Ground.SCRUB: Cover.SOFT,
        Ground.DITCH: Cover.SOFT,
    }
)


def with_foxholes(ground_cover: Cover, columns: int) -> Cover:
    """The class where foxholes of so many whole columns are too: theirs unless the ground's is hard. RA-R25, RA-R62"""
    return ground_cover if ground_cover.hard or columns < 1 else Cover.FOXHOLE


def steadies(ground: Ground, at: Cover) -> bool:
    """Whether it gives the morale bonus: trenches, earthworks and stone buildings, not a mere wall.
    RA-morale.mod.works, RA-R25, RA-R173"""
    return at.works and ground is not Ground.WALL


CHARTS: tuple[Chart, ...] = (
    Chart(
        name="cover",
        title="Cover by ground",
        section="Buildings (p8), Shooting Modifiers (p9)",
        columns=("ground", "cover"),
        rows=(
            *((ground.value, found.value) for ground, found in _COVER.items()),
            ("wooden buildings, held, or infantry evading", Cover.WOODEN.value),
            ("stone buildings, held, or infantry evading", Cover.STONE.value),
            ("buildings otherwise", Cover.SOFT.value),
            ("anything else", Cover.OPEN.value),
        ),
        citation="RA-R25",
    ),
)
