"""What it takes to draw a board: counted, not timed, so that the same board is judged alike on every machine.

The unit is about a millisecond of a processor of 2020. A hatching costs most: its tile is put together anew for each
bit of ground that it lies on. Where the hatchings of a map together cost too much they are left out; a board that is
too much even so is refused when it is read. Near by, lines are longer and ground is larger on paper: where a part of
the board takes too long, more of it is shown instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from shapely import clip_by_rect

from rules.table.board import Board, Feature
from rules.table.canvas import Frame
from rules.table.footprint import area
from rules.table.palette import look

WIDE = 932.0
"""Picture units from the west to the east of a map."""
MOST_HATCHED, MOST = 4000.0, 3000.0
"""What a map with its hatchings may cost, and one without any."""

BEYOND = 0.5
"""How far beyond a frame, in its own widths and depths, ground is drawn still: what lies farther is cut off."""

_EACH, _GROUND, _TINT, _EDGE, _HATCHED = 0.05, 1e-5, 6e-5, 2e-3, 2e-3
"""Of a feature; of a square unit of its ground in the frame, opaque or see-through; of a unit of its edge, whatever is
drawn of it; of a square unit of hatching."""
WIDER = 1.6
"""By how much more of a board is shown where a map of less of it takes too long."""
_THIN = 3.4
"""Picture units that a line is wide at least."""


@dataclass(frozen=True, slots=True)
class Effort:
    """What the ground of a map costs without any hatching, and what its hatchings cost besides."""

    plain: float = 0.0
    hatching: float = 0.0

    @property
    def hatched(self) -> bool:
        """Whether its hatchings are drawn."""
        return self.plain + self.hatching <= MOST_HATCHED


def drawn_part(frame: Frame) -> Frame:
    """The part of a board of which anything is drawn where the frame is what is seen."""
    wide, deep = BEYOND * frame.width, BEYOND * frame.depth
    return Frame(frame.west - wide, frame.south - deep, frame.east + wide, frame.north + deep)


def effort(features: Iterable[Feature], frame: Frame) -> Effort:
    """What the features cost in a map of that part of their board."""
    scale, part = WIDE / frame.width, drawn_part(frame)
    plain = hatching = 0.0
    for feature in features:
        style = look(feature.kind)
        drawn = clip_by_rect(area(feature), part.west, part.south, part.east, part.north)
        shown = clip_by_rect(drawn, frame.west, frame.south, frame.east, frame.north)
        edge = drawn.length * scale
        ground = max(shown.area * scale**2, _THIN * edge / 2 if feature.width else 0.0)
        plain += _EACH + _EDGE * edge + (_TINT if feature.kind == "hill" else _GROUND) * ground
        hatching += _HATCHED * ground if style.hatch else 0.0
    return Effort(plain, hatching)


def near_enough(features: Sequence[Feature], board: Frame, frame: Frame) -> Frame:
    """The frame, or the narrowest about it of which a map can be made; the whole board at the widest."""
    while frame != board and effort(features, frame).plain > MOST:
        wide, deep = (min(WIDER * was, most) for was, most in ((frame.width, board.width), (frame.depth, board.depth)))
        west = min(max(frame.west - (wide - frame.width) / 2, 0.0), board.width - wide)
        south = min(max(frame.south - (deep - frame.depth) / 2, 0.0), board.depth - deep)
        frame = board if (wide, deep) == (board.width, board.depth) else Frame(west, south, west + wide, south + deep)
    return frame


def too_much(board: Board) -> str:
    """Why a board cannot be drawn, and what would help; empty where it can."""
    taken = effort(board.features, Frame(0.0, 0.0, board.width, board.depth)).plain
    if taken <= MOST:
        return ""
    return (
        f"its {len(board.features)} features take {taken / MOST:.1f} times as long to draw as a board may; "
        "leave some out, or make the longest and the largest shorter"
    )
