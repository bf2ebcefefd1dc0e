"""A chart is one test, however many cells it has: each cell is looked at, and each that differs is told.

`@chart("distance, band", CELLS)` stands where `@pytest.mark.parametrize("distance, band", CELLS)` would, over a test
that takes nothing but its cell. Thousands of tests of one cell each take longer to collect, share out and report than
to run.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest
from _pytest.mark import ParameterSet

Test = Callable[..., None]


class Differing(ExceptionGroup[Exception]):
    """The cells of a chart that are not as they should be, each with a note that names it."""


def chart(
    names: str | Sequence[str], cells: Iterable[Any], ids: Iterable[str] | Callable[[Any], object] | None = None
) -> Callable[[Test], Test]:
    """Run a test for each cell. As `pytest.mark.parametrize`, but one test; raises Differing with all that fail."""
    keys = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    given = list(cells)
    rows = [_row(cell, len(keys)) for cell in given]
    marks = [mark for cell in given if isinstance(cell, ParameterSet) for mark in cell.marks]
    assert rows, "a chart without cells"
    called = ids if ids is None or callable(ids) else list(ids)

    def of(test: Test) -> Test:
        signature = inspect.signature(test)

        @functools.wraps(test)
        def whole(**others: Any) -> None:
            wrong: list[Exception] = []
            for number, row in enumerate(rows):
                with _Noted(wrong, _called(called, number, row)):
                    test(**dict(zip(keys, row, strict=True)), **others)
            if wrong:
                raise Differing(f"{len(wrong)} of {len(rows)} cells", wrong)

        left = [each for name, each in signature.parameters.items() if name not in keys]
        whole.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        for mark in marks:
            whole = getattr(pytest.mark, mark.name)(*mark.args, **mark.kwargs)(whole)
        return whole

    return of


def _row(cell: Any, width: int) -> tuple[Any, ...]:
    values = cell.values if isinstance(cell, ParameterSet) else cell if width > 1 else (cell,)
    return tuple(values)


def _called(ids: Sequence[str] | Callable[[Any], object] | None, number: int, row: tuple[Any, ...]) -> str:
    if ids is None:
        return repr(row)
    return "-".join(str(ids(value)) for value in row) if callable(ids) else str(ids[number])


class _Noted:
    """Whatever goes wrong with a cell is put down with its name; the cells after it are looked at all the same."""

    def __init__(self, wrong: list[Exception], cell: str) -> None:
        self._wrong, self._cell = wrong, cell

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> bool:
        if isinstance(error, pytest.fail.Exception):  # of `pytest.raises`, too
            error = AssertionError(str(error)).with_traceback(error.__traceback__)
        if not isinstance(error, Exception):
            return False
        error.add_note(f"cell: {self._cell}")
        self._wrong.append(error)
        return True
