"""Sensible places before the battle: rows along a side's own edge, riflemen in front, guns and commanders behind.

RA-seq.3, RA-seq.4, RA-R224, RA-R225
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from shapely import Point as Spot

from rules.kernel.action import SideId
from rules.red_actions.book.kinds import Arm, UnitFormation
from rules.red_actions.book.terrain import Ground
from rules.red_actions.play.ground.features import barred, ground_of
from rules.red_actions.state import ATTACKER, DEFENDER
from rules.table.board import Board, Feature, Point
from rules.table.footprint import area
from rules.table.measure import inward, nearest_edge

EDGES = {ATTACKER: "south", DEFENDER: "north"}
FRONT, DEPTH, GAP = 1.2, 1.2, 0.6
"""Inches that a base, a row and the space between two units take in the rows."""
ENTRY_DEPTH = 4.0
"""How far attackers come onto the table. RA-seq.4"""
ENTRY_WIDTH = 12.0
"""How far to each side of an entry point they come on; without entry points, anywhere at their edge. RA-R225"""
_ROWS: dict[Arm, int] = {
    Arm.RIFLE: 0,
    Arm.MG: 0,
    Arm.ARMOURED_CAR: 0,
    Arm.TANK: 0,
    Arm.SABRE: 1,
    Arm.TACHANKA: 1,
    Arm.GUN: 2,
    Arm.MORTAR: 2,
    Arm.OFFICER: 2,
}


@dataclass(frozen=True, slots=True)
class Block:
    """Who needs a place. `row`: 0 in front."""

    id: str
    wide: float
    row: int


def _wet(feature: Feature) -> bool:
    return barred(feature) or ground_of(feature) is Ground.BIG_STREAM


def block(id_: str, arm: Arm, bases: int, formation: UnitFormation) -> Block:
    files = {UnitFormation.LINE: bases, UnitFormation.COLUMN: 1}.get(formation, (bases + 1) // 2)
    return Block(id_, files * FRONT, _ROWS.get(arm, 2))


def edge_of(board: Board, side: SideId) -> str:
    """A side's own edge of the table."""
    return dict(board.edges).get(side, EDGES[side])


@dataclass(frozen=True, slots=True)
class Strip:
    """A stretch of an edge with the rows in front of it. `rows`: inches from the edge, the foremost first."""

    board: Board
    edge: str
    low: float
    high: float
    rows: tuple[float, ...]

    @property
    def facing(self) -> float:
        return inward(self.edge)

    def at(self, along: float, ahead: float) -> Point:
        board = self.board
        point = {
            "south": (along, ahead),
            "north": (along, board.depth - ahead),
            "west": (ahead, along),
            "east": (board.width - ahead, along),
        }[self.edge]
        return round(point[0], 3), round(point[1], 3)

    def place(self, blocks: Sequence[Block]) -> dict[str, Point]:
        """Places, foremost rows first, each row about the middle of the strip; who finds no room crowds the last."""
        found: dict[str, Point] = {}
        waiting = sorted(blocks, key=lambda each: each.row)
        room = self.high - self.low
        last = self.rows[-1]
        for ahead in self.rows:
            row: list[Block] = []
            for each in list(waiting):
                if sum(b.wide + GAP for b in row) + each.wide > room:
                    continue
                if row and each.row != row[0].row and ahead != last:
                    break
                row.append(each)
                waiting.remove(each)
            found |= dict(self._row(row, ahead))
        return found | dict(self._row(waiting, last))

    def _row(self, row: Sequence[Block], ahead: float) -> Iterator[tuple[str, Point]]:
        taken = sum(each.wide for each in row) + GAP * max(0, len(row) - 1)
        along = (self.low + self.high) / 2 - taken / 2
        along = min(max(along, self.low), max(self.low, self.high - taken))
        for each in row:
            yield each.id, self._dry(along + each.wide / 2, ahead)
            along += each.wide + GAP

    def _dry(self, along: float, ahead: float) -> Point:
        """Nobody begins in the water: a little further back then, as far as there is dry ground."""
        for back in (0.0, 2.0, 4.0, 6.0, -2.0, -4.0, 8.0):
            at = self.at(along, max(0.6, ahead - back))
            bad = (f for f in self.board.features if _wet(f) and area(f).buffer(0.6).covers(Spot(at)))
            if next(bad, None) is None:
                return at
        return self.at(along, ahead)


def _long(board: Board, edge: str) -> float:
    return board.width if edge in ("north", "south") else board.depth


def _deep(board: Board, edge: str) -> float:
    return board.depth if edge in ("north", "south") else board.width


def defending_strip(board: Board, side: SideId) -> Strip:
    """The quarter of the table on the defender's side, one row behind the other."""
    edge = edge_of(board, side)
    front = _deep(board, edge) / 4
    rows = tuple(max(0.6, front - 2 * DEPTH * number) for number in range(max(1, int(front // (2 * DEPTH)) + 1)))
    return Strip(board, edge, 1.0, _long(board, edge) - 1.0, tuple(dict.fromkeys(rows)))


def entry_strip(board: Board, side: SideId, entry: Point | None) -> Strip:
    """Four inches of the table before an entry point, or before the side's whole edge. RA-seq.4, RA-R225"""
    rows = tuple(ENTRY_DEPTH - 0.4 - number for number in range(4))
    if entry is None:
        edge = edge_of(board, side)
        return Strip(board, edge, 1.0, _long(board, edge) - 1.0, rows)
    edge, _ = nearest_edge(board, entry)
    along = entry[0] if edge in ("north", "south") else entry[1]
    long = _long(board, edge)
    return Strip(board, edge, max(0.6, along - ENTRY_WIDTH), min(long - 0.6, along + ENTRY_WIDTH), rows)
