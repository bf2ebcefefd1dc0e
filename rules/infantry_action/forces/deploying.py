"""Where everybody stands when the battle begins: lines of men about their anchor, base beside base, vehicles behind.

Without places in the muster each side lines up along its base line, the agreed defender in the middle of his half.
IA-opt.defensive-agreement, IA-R013, IA-base.sizes
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.infantry_action.book.bases import base_width
from rules.infantry_action.book.switches import House
from rules.infantry_action.book.troops import in_own_half
from rules.infantry_action.state import ATTACKER, DEFENDER
from rules.kernel.action import SideId
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.table.board import Board, Point
from rules.table.measure import inward, step

EDGES = {ATTACKER: "south", DEFENDER: "north"}
MARGIN = 5.0
RANKS = 1.5
"""Base widths from one rank to the next: more than the depth of a prone man."""
ACROSS = ("north", "south")


@dataclass(frozen=True, slots=True)
class Zone:
    """A side's ground. `front`: metres from its base line to its first rank; None: its last rank stands at the line."""

    board: Board
    side: SideId
    front: float | None = None

    @property
    def edge(self) -> str:
        return dict(self.board.edges).get(self.side, EDGES[self.side])

    @property
    def wide(self) -> float:
        return self.board.width if self.edge in ACROSS else self.board.depth

    @property
    def deep(self) -> float:
        return self.board.depth if self.edge in ACROSS else self.board.width

    @property
    def facing(self) -> float:
        """Towards the enemy's base line."""
        return inward(self.edge)

    def at(self, along: float, ahead: float) -> Point:
        """A place so far along the base line, and so far in front of it."""
        ahead = min(max(ahead, 0.5), self.deep - 0.5)
        along = min(max(along, 0.5), self.wide - 0.5)
        point = {
            "south": (along, ahead),
            "north": (self.board.width - along, self.board.depth - ahead),
            "west": (ahead, self.board.depth - along),
            "east": (self.board.width - ahead, along),
        }[self.edge]
        return round(point[0], 3), round(point[1], 3)

    def holds_half(self, at: Point) -> bool:
        """Whether it lies in the agreed defender's half. IA-R013"""
        return in_own_half(at, self.edge, self.board.width, self.board.depth)


def zone(board: Board, side: SideId, *, on_defence: bool) -> Zone:
    """IA-opt.defensive-agreement"""
    plain = Zone(board, side)
    return Zone(board, side, plain.deep / 4) if on_defence else plain


@dataclass(frozen=True, slots=True)
class Block:
    """Who stands together, by id, in the order of the line from its left. `vehicles` stand behind the men."""

    men: tuple[str, ...]
    vehicles: tuple[str, ...] = ()

    def ranks(self, per_rank: int) -> Iterator[tuple[str, ...]]:
        for start in range(0, len(self.men), per_rank):
            yield self.men[start : start + per_rank]
        for start in range(0, len(self.vehicles), per_rank):
            yield self.vehicles[start : start + per_rank]


def serving_order(crew: Sequence[str]) -> tuple[str, ...]:
    """A gun's crew in line, the gunner in the middle, numbers two and three beside him. IA-R068"""
    left = [who for number, who in enumerate(crew) if number and number % 2 == 0]
    right = [who for number, who in enumerate(crew) if number % 2 == 1]
    return (*reversed(left), *crew[:1], *right)


def lined_up(zone: Zone, blocks: Sequence[Block], house: House) -> dict[str, Point]:
    """Places along the base line: blocks side by side as far as the line is wide, then further ranks behind them."""
    apart = base_width(house)
    per_rank = max(1, int((zone.wide - 2 * MARGIN) // apart))
    ranks: list[list[str]] = [[]]
    for block in blocks:
        for rank in block.ranks(per_rank):
            if len(ranks[-1]) + len(rank) > per_rank:
                ranks.append([])
            ranks[-1] += rank
    gap = apart * RANKS
    front = MARGIN + gap * (len(ranks) - 1) if zone.front is None else max(zone.front, MARGIN)
    found: dict[str, Point] = {}
    for number, rank in enumerate(ranks):
        for file, who in enumerate(rank):
            along = zone.wide / 2 + (file - (len(rank) - 1) / 2) * apart
            found[who] = zone.at(along, front - gap * number)
    return found


def about(board: Board, anchor: Point, facing: float, block: Block, house: House) -> dict[str, Point]:
    """Places in a line about an anchor, square to the facing, vehicles a rank behind the men; moved in as far as the
    table's edges demand."""
    apart = base_width(house)
    found: dict[str, Point] = {}
    per_rank = max(1, int((min(board.width, board.depth) - 2 * MARGIN) // apart))
    for number, rank in enumerate(block.ranks(per_rank)):
        middle = step(anchor, facing + 180.0, apart * RANKS * number)
        for file, who in enumerate(rank):
            found[who] = step(middle, facing + 90.0, (file - (len(rank) - 1) / 2) * apart)
    east = _shift([x for x, _ in found.values()], board.width)
    north = _shift([y for _, y in found.values()], board.depth)
    return {who: (round(x + east, 3), round(y + north, 3)) for who, (x, y) in found.items()}


def _shift(values: Sequence[float], extent: float) -> float:
    low, high = min(values, default=0.0), max(values, default=0.0)
    if low < 0.5:
        return 0.5 - low
    return min(0.0, extent - 0.5 - high)


def require_place(zone: Zone, name: str, at: Point, *, on_defence: bool) -> None:
    """RuleViolation for a place off the table, or beyond the agreed defender's half. IA-R013"""
    if not zone.board.holds(*at):
        raise RuleViolation(Why.OFF_TABLE, f"{name} would stand off the table.", remedy="Give it a place on the table.")
    if on_defence and not zone.holds_half(at):
        raise RuleViolation(
            "not-own-half",
            f"{name} would stand beyond the middle of the table: the agreed defender keeps to his half.",
            citation="IA-opt.defensive-agreement",
            remedy=f"Give it a place in the half towards the {zone.edge} edge, or agree on no defender.",
        )
