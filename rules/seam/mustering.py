"""Who may fight a battle, and who may join one that goes on: what any rule set refuses before anything happens."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.kernel.action import SideId
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.seam.forces import MusterSide, MusterUnit
from rules.table.board import Board


def ids_of(unit: MusterUnit) -> tuple[str, ...]:
    """Those under which a unit, its figures and its elements come to a battle."""
    return (unit.id, *(one.id for one in (*unit.figures, *unit.elements)))


def require_own_sides(sides: Iterable[MusterSide]) -> None:
    for side in sides:
        for unit in side.units:
            if unit.side != side.key:
                raise RuleViolation(Why.WRONG_SIDE, f"{unit.name} is not of {side.name}.", remedy="Put it on its side.")


def require_distinct(units: Iterable[MusterUnit], what: str) -> None:
    """`what` bears ids: "units, men or vehicles"."""
    ids = [each for unit in units for each in ids_of(unit)]
    if len(set(ids)) != len(ids):
        raise RuleViolation(Why.SAME_ID, f"Two {what} bear one id.", remedy="List each only once.")


def require_new(units: Iterable[MusterUnit], there: Collection[str]) -> None:
    """`there`: the ids of all that the battle knows of."""
    for unit in units:
        if any(each in there for each in ids_of(unit)):
            raise RuleViolation(Why.SAME_ID, f"{unit.name} is in the battle already.", remedy="Send somebody else.")


def require_board(board: Board | None, book: str, citation: str) -> Board:
    """Raises RuleViolation for a battle without a table, in a book that measures everything."""
    if board is None:
        raise RuleViolation(
            Why.NO_BOARD,
            f"{book} is fought on a table: ways, sight and fire are measured.",
            citation=citation,
            remedy="Choose a board or a scenario.",
        )
    return board


def board_of_armies(board: Board, sides: Iterable[MusterSide], edges: Mapping[SideId, str]) -> Board:
    """The board with its edges by army where armies have other roles than their keys name; as it is where none has.
    `edges`: by role, where the board says nothing."""
    swapped = [side for side in sides if side.plays != side.key]
    if not swapped:
        return board
    given = {**edges, **dict(board.edges)}
    return replace(board, edges=tuple((side.key, given[side.plays]) for side in swapped))


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoSides:
    """The two sides that a book's battles are fought by, each of them once; where it has roles, they are those.
    `unit`: what is raised for one; `lasting`:
    what bears an id; `fights`: whether there is anybody in a unit, and `nobody` what a side has where there is not."""

    book: str
    keys: tuple[SideId, SideId]
    citation: str
    unit: str = "unit"
    lasting: str
    fights: Callable[[MusterUnit], bool] = lambda unit: bool(unit.figures)
    nobody: str = "nobody"

    def require(self, sides: Sequence[MusterSide]) -> None:
        """Raises RuleViolation for other sides than these, for one with nobody in it, for a unit on the wrong one, and
        for an id that stands twice."""
        if sorted(side.plays for side in sides) != sorted(self.keys):
            raise RuleViolation(
                Why.SIDES,
                f"{self.book} is fought by two sides, {' and '.join(self.keys)}.",
                citation=self.citation,
                remedy="Muster both once.",
            )
        for side in sides:
            if not any(self.fights(unit) for unit in side.units):
                raise RuleViolation(
                    Why.NO_FORCE,
                    f"{side.name} has {self.nobody} in this battle.",
                    remedy=f"Raise a {self.unit}, or choose one.",
                )
        require_own_sides(sides)
        require_distinct((unit for side in sides for unit in side.units), self.lasting)

    def require_joining(self, units: Sequence[MusterUnit], there: Collection[str]) -> None:
        """Raises RuleViolation for a unit of neither side, and for who or what is in the battle already."""
        for unit in units:
            if unit.side not in self.keys:
                raise RuleViolation(
                    Why.WRONG_SIDE,
                    f"{unit.name} is of no side of this battle.",
                    remedy=f"Put it on {' or '.join(self.keys)}.",
                )
        require_new(units, there)
