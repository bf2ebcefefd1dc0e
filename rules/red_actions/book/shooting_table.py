"""The shooting table: what every cell means, the bands of its columns, and tables of a group's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rules.book.showing import Chart
from rules.kernel.violation import RuleViolation
from rules.red_actions.book.cards import cell_of
from rules.red_actions.book.pack import ShootingCells
from rules.red_actions.book.switches import BOOK, House
from rules.red_actions.book.tables import Figures, section


class _Shooting(Figures):
    lower_bounds: tuple[int, ...]
    rows: dict[str, tuple[str, ...]]
    as_transcribed: dict[str, str]


class _Results(Figures):
    terror: int
    double_terror: int
    tank_terror: int
    bases_killed: int


SHOOTING = section("shooting", _Shooting)
RESULTS = section("shot-results", _Results)
COLUMNS = len(SHOOTING.lower_bounds)
ROLLS = tuple(range(2, 13))
"""Every score of two dice."""


@dataclass(frozen=True, slots=True)
class ShotResult:
    """What a cell of the table does to the target."""

    retire: bool = False
    """RA-result.ret"""
    terror: int = 0
    """Terror markers. RA-result.ter, RA-result.2ter"""
    pinned: bool = False
    """A pinned marker: with two terror markers and with a base killed. RA-result.2ter, RA-result.kill"""
    serious: bool = False
    """A serious test. RA-result.s"""
    officer: bool = False
    """A die for each officer. RA-result.off"""
    kill: bool = False
    """A base is removed; a fear test. RA-result.kill"""

    @property
    def none(self) -> bool:
        return self == NOTHING

    @property
    def cell(self) -> str:
        """As the table writes it: "2 x Ter S! Off"."""
        terror = {0: (), 1: ("Ter",)}.get(self.terror, (f"{self.terror} x Ter",))
        parts = [
            *(("Kill!",) if self.kill else ()),
            *terror,
            *(("S!",) if self.serious else ()),
            *(("Off",) if self.officer else ()),
        ]
        if self.retire:
            return " ".join(parts) + " + Ret" if parts else "Ret"
        return " ".join(parts) or "-"


NOTHING = ShotResult()


def parse_cell(text: str) -> ShotResult:
    """A cell as the table or a group's own pack writes it. Raises ValueError for what is no result. RA-R01"""
    words = cell_of(text).replace("+", " ").split()
    kill, two = "Kill!" in words, "2xTer" in words
    return ShotResult(
        retire="Ret" in words,
        terror=RESULTS.double_terror if two else RESULTS.terror * ("Ter" in words),
        pinned=kill or two,
        serious="S!" in words,
        officer="Off" in words,
        kill=kill,
    )


@dataclass(frozen=True, slots=True)
class ShootingTable:
    """Columns and cells that a battle shoots with. `cells[roll - 2][column - 1]`."""

    lower_bounds: tuple[int, ...]
    cells: tuple[tuple[ShotResult, ...], ...]

    def base_column(self, total: int) -> int:
        """The column of a shooting total before shifts; 0 for a total below the first band. RA-shoot.7, RA-R02"""
        return sum(total >= bound for bound in self.lower_bounds)

    def result(self, column: int, roll: int) -> ShotResult:
        """What two dice mean in a column; column 0 has no effect, those above the last are the last. RA-R03"""
        if column < 1:
            return NOTHING
        return self.cells[roll - ROLLS[0]][min(column, COLUMNS) - 1]

    @property
    def bands(self) -> tuple[str, ...]:
        """ "1-2", "3-4" … "25+"."""
        closed = [f"{low}-{high - 1}" if high - 1 > low else str(low) for low, high in pairwise(self.lower_bounds)]
        return (*closed, f"{self.lower_bounds[-1]}+")


def _table(rows: Mapping[str, Sequence[str]]) -> ShootingTable:
    return ShootingTable(SHOOTING.lower_bounds, _cells(rows[str(roll)] for roll in ROLLS))


def _cells(rows: Iterable[Sequence[str]]) -> tuple[tuple[ShotResult, ...], ...]:
    return tuple(tuple(parse_cell(cell) for cell in row) for row in rows)


def _transcribed() -> ShootingTable:
    rows = {roll: list(cells) for roll, cells in SHOOTING.rows.items()}
    for place, cell in SHOOTING.as_transcribed.items():
        roll, column = place.split("-")
        rows[roll][int(column) - 1] = cell
    return _table(rows)


RECONSTRUCTED = _table(SHOOTING.rows)
"""The default. RA-R01"""
AS_TRANSCRIBED = _transcribed()
"""The seven doubtful cells as the transcription has them. RA-R01"""


def table_of(house: House = BOOK, own: ShootingCells | None = None) -> ShootingTable:
    """The table of a battle. `own`: of its pack, checked already; its bands count always, its cells where the house
    wants the group's own. Raises RuleViolation where that has none. RA-R01, RA-R02"""
    table = AS_TRANSCRIBED if house.choice("shooting-table") == "as-transcribed" else RECONSTRUCTED
    bounds = own.lower_bounds if own and own.lower_bounds else table.lower_bounds
    if house.choice("shooting-table") != "custom":
        return ShootingTable(bounds, table.cells)
    if own is None or own.rows is None:
        raise RuleViolation(
            "no-own-shooting-table",
            "This battle shoots with a table of the group's own, and its pack of cards has none.",
            citation="RA-R01",
            remedy="Add the rows of the table to the pack, or take shooting-table=reconstructed.",
        )
    return ShootingTable(bounds, _cells(own.rows))


def _chart(name: str, title: str, table: ShootingTable, note: str) -> Chart:
    return Chart(
        name,
        title,
        "Shooting Table (p9)",
        ("2d6", *table.bands),
        tuple((roll, *(cell.cell for cell in row)) for roll, row in zip(ROLLS, table.cells, strict=True)),
        dice="2d6",
        notes=(
            note,
            "The column is that of the shooting total, moved by all shifts at once; below it nothing happens (RA-R03).",
        ),
        citation="RA-shoot.7",
    )


CHARTS: tuple[Chart, ...] = (
    _chart(
        "shooting",
        "Shooting table",
        RECONSTRUCTED,
        "Cells reconstructed from a damaged text (RA-R01), bands a house default (RA-R02).",
    ),
    _chart(
        "shooting-as-transcribed",
        "Shooting table as transcribed",
        AS_TRANSCRIBED,
        "With the house rule shooting-table=as-transcribed: seven cells differ (RA-R01).",
    ),
    Chart(
        "shooting-results",
        "Shooting results",
        "Shooting Results (p9)",
        ("result", "effect"),
        (
            ("Ret", "retires at once"),
            ("Ter", f"{RESULTS.terror} terror marker"),
            ("2 x Ter", f"{RESULTS.double_terror} terror markers and a pinned marker"),
            ("Kill!", f"loses {RESULTS.bases_killed} base, takes a fear test and a pinned marker"),
            ("Off", "officer casualty test: a d6 for each officer"),
            ("S!", "a serious test"),
        ),
        citation="RA-result.ret",
    ),
)
