"""A chart is one test that names every cell that differs."""

from __future__ import annotations

import pytest

from tests.charts import Differing, chart


def differing(found: pytest.ExceptionInfo[Differing]) -> list[str]:
    return [note for error in found.value.exceptions for note in error.__notes__ if note.startswith("cell")]


def test_all_cells_are_looked_at_and_those_that_differ_are_named() -> None:
    @chart("roll, hits", [(1, True), (2, False), (3, True), (4, True)], ids=["one", "two", "three", "four"])
    def test(roll: int, hits: bool) -> None:
        if roll == 4:
            raise KeyError(roll)
        assert (roll < 3) is hits

    with pytest.raises(Differing, match="3 of 4 cells") as found:
        test()
    assert differing(found) == ["cell: two", "cell: three", "cell: four"]


def test_a_cell_that_raises_nothing_where_it_should_differs() -> None:
    @chart("roll", [1, 2])
    def test(roll: int) -> None:
        with pytest.raises(ZeroDivisionError):
            _ = 1 / (roll - 1)

    with pytest.raises(Differing, match="1 of 2 cells") as found:
        test()
    assert differing(found) == ["cell: (2,)"]


def test_charts_may_be_stacked_and_leave_fixtures_to_pytest(request: pytest.FixtureRequest) -> None:
    seen: list[tuple[int, str]] = []

    @chart("roll", [1, 2])
    @chart(("side",), [pytest.param("red", marks=pytest.mark.rule("BG-1.1"))], ids=str.upper)
    def test(roll: int, side: str, request: object) -> None:
        assert request is not None
        seen.append((roll, side))

    test(request=request)
    assert seen == [(1, "red"), (2, "red")]
    assert [mark.args for mark in test.pytestmark] == [("BG-1.1",)]  # type: ignore[attr-defined]
