"""Formations: where the figures of a unit stand, from one anchor and a facing.

The anchor is the middle of the formation's front: no figure stands in front of it. Places come leading figure first,
then from front to rear and from left to right; nobody overlaps. Close order: less than 1 inch between bases
(BG-V.1); open order: some distance, up to 2 inches (BG-V.2a).
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.table.board import Board, Point, Token
from rules.table.measure import between, centre, gap, tidy


class Formation(StrEnum):
    LINE = "line"
    COLUMN = "column"
    ARROWHEAD = "arrowhead"
    BOX = "box"
    SQUAD_ACK_ACK = "squad ack-ack"
    PLATOON_ACK_ACK = "platoon ack-ack"
    MASS = "mass"
    CIRCLE = "circle"
    UNFORMED = "unformed"


class Spacing(StrEnum):
    CLOSE = "close"
    OPEN = "open"


GAPS = {Spacing.CLOSE: 0.1, Spacing.OPEN: 1.0}
"""Distance between neighbouring bases, in inches, where the caller gives none."""

CLOSE_BELOW = 1.0
"""Figures with less than this between their bases stand in close order (BG-V.1)."""


@dataclass(frozen=True, slots=True)
class Position:
    """Where one figure stands and looks."""

    x: float
    y: float
    facing: float


_Local = tuple[float, float]
"""Right of and ahead of the anchor, in units of the spacing."""


def lay_out(
    figures: int,
    formation: Formation | str,
    anchor: Point,
    facing: float,
    *,
    order: Spacing | str = Spacing.OPEN,
    radius: float = 0.5,
    gap_between: float | None = None,
    files: int = 2,
    groups: Sequence[int] = (),
) -> tuple[Position, ...]:
    """Places for a unit of so many figures on round bases of `radius`.

    `files`: how wide a column may be (1 to 4 figures; it is always longer than wide, BG-V.8). `groups`: sizes of the
    fire teams or squads of an ack-ack formation (BG-V.4, BG-V.5); for a box the second is the support group (BG-V.7).
    Without them the unit is halved, a platoon is cut into squads of up to 10 and the support group is a quarter.
    Raises ValueError for a negative number, unknown words or groups that do not add up.
    """
    if figures < 0:
        raise ValueError("a unit cannot have fewer than no figures")
    if groups and sum(groups) != figures:
        raise ValueError(f"the groups {list(groups)} do not add up to {figures} figures")
    formation, order = Formation(formation), Spacing(order)
    spacing = 2 * radius + (GAPS[order] if gap_between is None else gap_between)
    if formation is Formation.COLUMN:
        local = _column(figures, files)
    elif formation in (Formation.SQUAD_ACK_ACK, Formation.PLATOON_ACK_ACK):
        local = _ack_ack(groups or _groups(figures, formation))
    elif formation is Formation.BOX:
        local = _box(figures, groups[1] if len(groups) > 1 else figures // 4)
    else:
        local = _SHAPES[formation](figures)
    front = max((v for _, v in local), default=0.0)
    centred = -front if formation is Formation.CIRCLE else None
    return tuple(_placed((u, v - front), spacing, anchor, facing, centred) for u, v in local)


def _placed(local: _Local, spacing: float, anchor: Point, facing: float, centred: float | None) -> Position:
    angle = math.radians(facing)
    u, v = local[0] * spacing, local[1] * spacing
    looks = facing
    if centred is not None and math.hypot(local[0], local[1] - centred) > 1e-9:
        looks = (facing + math.degrees(math.atan2(local[0], local[1] - centred))) % 360.0
    x = anchor[0] + u * math.cos(angle) + v * math.sin(angle)
    y = anchor[1] - u * math.sin(angle) + v * math.cos(angle)
    return Position(tidy(x), tidy(y), tidy(looks))


# ── Shapes, in units of the spacing ───────────────────────────────────────────────────────────────────────────────


def _line(figures: int) -> list[_Local]:
    """A single rank (BG-V.3)."""
    return [(i - (figures - 1) / 2, 0.0) for i in range(figures)]


def _column(figures: int, files: int) -> list[_Local]:
    """1 to 4 figures wide and always longer than wide (BG-V.8)."""
    wide = min(max(files, 1), 4)
    while wide > 1 and math.ceil(figures / wide) <= wide:
        wide -= 1
    return [(i % wide - (wide - 1) / 2, -float(i // wide)) for i in range(figures)]


def _arrowhead(figures: int) -> list[_Local]:
    """A wedge: one leads, the others trail to the left and right of him (BG-V.6)."""
    side = math.sqrt(0.5)
    return [((-1.0 if i % 2 else 1.0) * ((i + 1) // 2) * side, -((i + 1) // 2) * side) for i in range(figures)]


def _box(figures: int, support: int) -> list[_Local]:
    """An arrowhead with the support group in the middle of its rear (BG-V.7)."""
    wedge = _arrowhead(figures - support)
    half = max((abs(u) for u, _ in wedge), default=0.0)
    rear = -half if (support - 1) / 2 + 1 <= half else -half - 1.0
    return wedge + [(u, rear) for u, _ in _line(support)]


def _ack_ack(groups: Sequence[int]) -> list[_Local]:
    """Groups in their own wedges, each next one behind and to the other side (BG-V.4, BG-V.5)."""
    wedges = [_arrowhead(size) for size in groups]
    lane = max((max((abs(u) for u, _ in wedge), default=0.0) for wedge in wedges), default=0.0) / 2 + 0.75
    local: list[_Local] = []
    rear = 0.0
    for index, wedge in enumerate(wedges):
        local += [(u + (lane if index % 2 else -lane), v + rear) for u, v in wedge]
        rear += min((v for _, v in wedge), default=0.0) - 1.0
    return local


def _groups(figures: int, formation: Formation) -> tuple[int, ...]:
    count = 2 if formation is Formation.SQUAD_ACK_ACK else max(2, math.ceil(figures / 10))
    return tuple(figures // count + (1 if i < figures % count else 0) for i in range(count))


def _mass(figures: int) -> list[_Local]:
    """An oval of 3 or more ranks, the middle ones larger (BG-V.9)."""
    local: list[_Local] = []
    for rank, size in enumerate(_oval_ranks(figures)):
        local += [(u, -float(rank)) for u, _ in _line(size)]
    return local


def _oval_ranks(figures: int) -> list[int]:
    if figures < 4:
        return [1] * figures
    ranks = max(3, round(math.sqrt(figures * 0.7)))
    weights = [math.sqrt(1.0 - ((2 * k + 1) / ranks - 1.0) ** 2) for k in range(ranks)]
    sizes = [max(1, math.floor(figures * weight / sum(weights))) for weight in weights]
    middle_out = sorted(range(ranks), key=lambda k: (abs(2 * k + 1 - ranks), k))
    for i in range(figures - sum(sizes)):
        sizes[middle_out[i % ranks]] += 1
    return sizes


def _circle(figures: int) -> list[_Local]:
    """All-round defence, everybody looking outward (BG-V.11)."""
    if figures < 2:
        return [(0.0, 0.0)] * figures
    radius = 0.5 / math.sin(math.pi / figures)
    angles = [2 * math.pi * i / figures for i in range(figures)]
    return [(radius * math.sin(angle), radius * math.cos(angle)) for angle in angles]


def _unformed(figures: int) -> list[_Local]:
    """Any state that fits no other formation: an uneven cluster (BG-V.10)."""
    reach = math.isqrt(figures) + 2
    lattice = [
        (1.25 * (column + (row % 2) / 2), 1.25 * row * math.sqrt(0.75))
        for row in range(-reach, reach + 1)
        for column in range(-reach, reach + 1)
    ]
    nearest = sorted(lattice, key=lambda p: (round(math.hypot(*p), 6), -p[1], p[0]))[:figures]
    return [(u + _unevenness(i, "u"), v + _unevenness(i, "v")) for i, (u, v) in enumerate(nearest)]


def _unevenness(index: int, axis: str) -> float:
    """Up to 0.08 either way: too little for two figures to meet, enough not to look drilled."""
    return (hashlib.sha256(f"{index}{axis}".encode()).digest()[0] / 255 - 0.5) * 0.16


_SHAPES: dict[Formation, Callable[[int], list[_Local]]] = {
    Formation.LINE: _line,
    Formation.ARROWHEAD: _arrowhead,
    Formation.MASS: _mass,
    Formation.CIRCLE: _circle,
    Formation.UNFORMED: _unformed,
}


# ── Fitting a formation to the table ──────────────────────────────────────────────────────────────────────────────


def onto(board: Board, places: Sequence[Position], radius: float = 0.5) -> tuple[Position, ...]:
    """The same formation, shifted as a whole until all bases are on the board; one too large for it is centred."""
    if not places:
        return ()
    east = _shift([p.x for p in places], radius, board.width)
    north = _shift([p.y for p in places], radius, board.depth)
    return tuple(Position(tidy(p.x + east), tidy(p.y + north), p.facing) for p in places)


def _shift(values: Sequence[float], radius: float, extent: float) -> float:
    low, high = min(values) - radius, max(values) + radius
    if high - low > extent:
        return extent / 2 - (high + low) / 2
    return max(0.0, -low) - max(0.0, high - extent)


def settle(
    places: Sequence[Position],
    taken: Sequence[Token],
    *,
    radius: float = 0.5,
    board: Board | None = None,
    barred: Callable[[Point], bool] | None = None,
) -> tuple[Position, ...]:
    """The same places, each moved as little as needed so that no base overlaps one of `taken` or an earlier place,
    leaves the board, or stands where `barred` says that nobody can."""
    settled: list[Position] = []
    circles = [(t.x, t.y, max(t.radius, t.length / 2)) for t in taken]
    for wanted in places:
        found = next((p for p in _around(wanted, radius) if _free(p, radius, circles, board, barred)), wanted)
        settled.append(Position(tidy(found.x), tidy(found.y), wanted.facing))
        circles.append((settled[-1].x, settled[-1].y, radius))
    return tuple(settled)


def _around(wanted: Position, radius: float) -> Iterator[Position]:
    """The place itself, then rings of places around it, each half a base wider; made only as far as they are asked."""
    yield wanted
    for ring in range(1, 25):
        reach = ring * radius / 2
        for k in range(6 * ring):
            angle = 2 * math.pi * k / (6 * ring)
            yield Position(wanted.x + reach * math.sin(angle), wanted.y + reach * math.cos(angle), wanted.facing)


def _free(
    p: Position,
    radius: float,
    circles: Sequence[tuple[float, float, float]],
    board: Board | None,
    barred: Callable[[Point], bool] | None,
) -> bool:
    if board and not (radius <= p.x <= board.width - radius and radius <= p.y <= board.depth - radius):
        return False
    x, y = tidy(p.x), tidy(p.y)
    if any(math.hypot(x - cx, y - cy) < radius + r for cx, cy, r in circles):
        return False
    return not (barred and barred((x, y)))


def assign(tokens: Sequence[Token], places: Sequence[Position]) -> tuple[Position, ...]:
    """Who goes where, so that nobody walks far: one place for each token, in the order of the tokens.

    The longest walks are settled first. Raises ValueError when there are not as many places as tokens.
    """
    if len(tokens) != len(places):
        raise ValueError(f"{len(tokens)} figures cannot take {len(places)} places")
    free = list(range(len(places)))
    taken: dict[int, Position] = {}
    middle = centre(tokens) if tokens else (0.0, 0.0)
    target = (sum(p.x for p in places) / len(places), sum(p.y for p in places) / len(places)) if places else middle
    shift = (target[0] - middle[0], target[1] - middle[1])
    far_first = sorted(range(len(tokens)), key=lambda i: (-between((tokens[i].x, tokens[i].y), middle), i))
    for i in far_first:
        moved = (tokens[i].x + shift[0], tokens[i].y + shift[1])
        best = min(free, key=lambda k: (round(between(moved, (places[k].x, places[k].y)), 6), k))
        free.remove(best)
        taken[i] = places[best]
    return tuple(taken[i] for i in range(len(tokens)))


# ── Reading a formation off the table ─────────────────────────────────────────────────────────────────────────────


def order_of(tokens: Sequence[Token]) -> Spacing:
    """Close order when most figures have a neighbour less than 1 inch from base to base (BG-V.1, BG-V.2a)."""
    if len(tokens) < 2:
        return Spacing.OPEN
    crowded = sum(any(a is not b and gap(a, b) < CLOSE_BELOW - 0.005 for b in tokens) for a in tokens)
    return Spacing.CLOSE if 2 * crowded > len(tokens) else Spacing.OPEN


def ranks(tokens: Sequence[Token], facing: float) -> tuple[int, ...]:
    """The rank of each figure from the front, 1 for the first: the figures more than a base further back than the
    foremost of a rank begin the next one. Only 2 ranks shoot or fight (BG-V.2b)."""
    angle = math.radians(facing)
    ahead = [t.x * math.sin(angle) + t.y * math.cos(angle) for t in tokens]
    found = [0] * len(tokens)
    rank, front = 0, math.inf
    for i in sorted(range(len(tokens)), key=lambda k: -ahead[k]):
        if ahead[i] < front - 2 * tokens[i].radius + 1e-6:
            rank, front = rank + 1, ahead[i]
        found[i] = rank
    return tuple(found)
