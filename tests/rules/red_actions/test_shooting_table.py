"""The shooting table: typed once more, held against the figures in use and against the ledger; bands and own tables."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from rules.kernel.violation import RuleViolation
from rules.red_actions.book.pack import ShootingCells
from rules.red_actions.book.shooting_table import (
    AS_TRANSCRIBED,
    CHARTS,
    NOTHING,
    RECONSTRUCTED,
    ROLLS,
    ShotResult,
    parse_cell,
    table_of,
)
from rules.red_actions.book.switches import House
from tests.charts import chart

LEDGER = Path(__file__).parents[4] / "shared" / "rules-ledger" / "red-actions.toml"

TEXT = """
    2  | -     -      -       -       -       -       -       -       -       R
    3  | -     -      -       -       -       -       -       -       R       T
    4  | -     -      -       -       -       -       R       R       T       T
    5  | -     -      -       -       R       R       R       R       T       T+R
    6  | -     -      -       R       R       R       T       T+R     T+R     T+R
    7  | -     -      R       R       T       T       T       T+R     2T      2TS
    8  | -     R      R       T       T       T       2T      2TS     2TSO    2TSO
    9  | -     R      T       T       2T      2TS     2TSO    2TSO    KSO     KSO
    10 | R     T      T       2TS     2TSO    2TSO    KSO     KSO     KSO     KSO
    11 | T     TSO    2TSO    2TSO    KSO     KSO     KSO     KSO     KSO     KSO
    12 | TS    2TS    2TSO    KSO     KSO     KSO     KSO     KSO     KSO     KSO"""
SHORT = {
    "-": "-", "R": "Ret", "T": "Ter", "T+R": "Ter + Ret", "TS": "Ter S!", "TSO": "Ter S! Off", "2T": "2 x Ter",
    "2TS": "2 x Ter S!", "2TSO": "2 x Ter S! Off", "KSO": "Kill! S! Off",
}  # fmt: skip
TABLE = {int(line.split("|")[0]): [SHORT[c] for c in line.split("|")[1].split()] for line in TEXT.strip().splitlines()}


def _ledger() -> dict[str, Any]:
    if not LEDGER.exists():
        pytest.skip("the ledger is not beside this checkout")
    return tomllib.loads(LEDGER.read_text(encoding="utf-8"))["table"]["shooting"]


@pytest.mark.rule("RA-shoot.7", "RA-R01")
def test_every_cell_of_the_table() -> None:
    shown = next(chart for chart in CHARTS if chart.name == "shooting")
    assert {row[0]: list(row[1:]) for row in shown.rows} == TABLE
    for roll, cells in TABLE.items():
        assert [RECONSTRUCTED.result(column, roll).cell for column in range(1, 11)] == cells


@pytest.mark.rule("RA-R01")
def test_as_transcribed_seven_cells_differ() -> None:
    differing = {
        (roll, column): AS_TRANSCRIBED.result(column, roll).cell
        for roll in ROLLS
        for column in range(1, 11)
        if AS_TRANSCRIBED.result(column, roll) != RECONSTRUCTED.result(column, roll)
    }
    off = "Ter S! Off"
    assert differing == {
        (2, 10): "-", (3, 8): "Ret", (7, 8): "Ter", (12, 3): off, (12, 5): off, (12, 7): off, (12, 9): off,
    }  # fmt: skip


@pytest.mark.rule("RA-R01", "RA-R02")
def test_cells_and_bands_are_the_ledgers() -> None:
    table = _ledger()
    assert tuple(table["lower-bounds"]) == RECONSTRUCTED.lower_bounds
    assert table["bands"] == list(RECONSTRUCTED.bands)
    for roll, cells in table["rows"].items():
        assert [parse_cell(cell) for cell in cells] == list(RECONSTRUCTED.cells[int(roll) - 2])
    for place, cell in table["as-transcribed"].items():
        roll, column = (int(part) for part in place.split("-"))
        assert AS_TRANSCRIBED.result(column, roll) == parse_cell(cell)


@pytest.mark.rule("RA-R01")
def test_no_column_is_milder_on_a_higher_roll_or_further_to_the_right() -> None:
    order = [parse_cell(cell) for cell in _ledger()["severity-order"]]
    rank = [[order.index(cell) for cell in row] for row in RECONSTRUCTED.cells]
    assert all(row == sorted(row) for row in rank)
    assert all(list(column) == sorted(column) for column in zip(*rank, strict=True))


@pytest.mark.rule("RA-R02")
@chart(
    ("total", "column"),
    [
        (0, 0), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4), (9, 5), (10, 5), (11, 6), (12, 6),
        (13, 7), (15, 7), (16, 8), (18, 8), (19, 9), (24, 9), (25, 10), (200, 10),
    ],
)  # fmt: skip
def test_the_column_of_a_total(total: int, column: int) -> None:
    assert RECONSTRUCTED.base_column(total) == column


@pytest.mark.rule("RA-result.ret", "RA-result.ter", "RA-result.2ter", "RA-result.kill", "RA-result.off", "RA-result.s")
@pytest.mark.parametrize(
    ("cell", "result"),
    [
        ("", ShotResult()),
        ("Ret", ShotResult(retire=True)),
        ("Ter", ShotResult(terror=1)),
        ("Ter + Ret", ShotResult(terror=1, retire=True)),
        ("Ter S!", ShotResult(terror=1, serious=True)),
        ("Ter S! Off", ShotResult(terror=1, serious=True, officer=True)),
        ("2 x Ter", ShotResult(terror=2, pinned=True)),
        ("2xTer S!", ShotResult(terror=2, pinned=True, serious=True)),
        ("2 x Ter S! Off", ShotResult(terror=2, pinned=True, serious=True, officer=True)),
        ("Kill! S! Off", ShotResult(kill=True, pinned=True, serious=True, officer=True)),
    ],
)
def test_what_a_cell_does(cell: str, result: ShotResult) -> None:
    assert parse_cell(cell) == result
    assert parse_cell(result.cell) == result


@pytest.mark.rule("RA-R03")
def test_below_the_table_nothing_happens_and_beyond_it_the_last_column() -> None:
    assert RECONSTRUCTED.result(0, 12) == NOTHING
    assert RECONSTRUCTED.result(-4, 12).none
    assert RECONSTRUCTED.result(14, 2).cell == "Ret"


@pytest.mark.rule("RA-R01", "RA-R02")
def test_a_group_may_enter_its_own_table() -> None:
    cells = ShootingCells(
        lower_bounds=(2, 4, 6, 8, 10, 12, 14, 16, 18, 20), rows=(("-",) * 9 + ("Kill! 2xTer+Ret Off",),) * 11
    )
    custom = House((("shooting-table", "custom"),))
    own = table_of(custom, cells)
    assert own.base_column(1) == 0
    assert own.base_column(20) == 10
    assert own.bands[:2] == ("2-3", "4-5")
    assert own.result(10, 2) == ShotResult(kill=True, pinned=True, terror=2, retire=True, officer=True)
    assert own.result(9, 12).none
    book = table_of(House(), cells)
    assert (book.lower_bounds[0], book.cells) == (2, RECONSTRUCTED.cells), "its bands count always"
    assert table_of() == RECONSTRUCTED
    assert table_of(House((("shooting-table", "as-transcribed"),))) == AS_TRANSCRIBED


@pytest.mark.rule("RA-R01")
def test_a_house_that_wants_its_own_table_must_have_one() -> None:
    for cells in (None, ShootingCells()):
        with pytest.raises(RuleViolation, match="its pack of cards has none") as refusal:
            table_of(House((("shooting-table", "custom"),)), cells)
        assert refusal.value.remedy
    with pytest.raises(ValueError, match="isn't a result"):
        parse_cell("Dead")
