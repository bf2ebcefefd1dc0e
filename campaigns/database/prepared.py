"""Statements for SQLite that are put together once and then only told their values: for many small writes SQLAlchemy
would take longer than SQLite does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy import Column, Dialect
from sqlalchemy.sql.base import Executable
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import ClauseElement
from sqlalchemy.sql.schema import ScalarElementColumnDefault


@dataclass(frozen=True, slots=True)
class PreparedStatement:
    """`places`: for each parameter in order its name, its value where none is told, and what the driver takes for a
    value (None: the value itself)."""

    text: str
    places: tuple[tuple[str, Any, Callable[[Any], Any] | None], ...]

    def values(self, told: Mapping[str, Any]) -> Sequence[Any]:
        found: list[Any] = []
        for name, kept, process in self.places:
            value = told.get(name, kept)
            found.append(value if process is None else process(value))
        return found


@lru_cache(maxsize=128)
def prepared(statement: Executable, names: tuple[str, ...], dialect: Dialect) -> PreparedStatement:
    """The statement as it is told values of these names. It is one that stands in a module: each is kept."""
    assert isinstance(statement, ClauseElement)
    compiled = statement.compile(dialect=dialect, column_keys=list(names))
    assert isinstance(compiled, SQLCompiler)
    if compiled.post_compile_params:
        raise ValueError(f"parts of this are put in each time again: {compiled}")
    kept = {name: bind.value for name, bind in compiled.binds.items()}
    kept |= {column.key: _default(column) for column in compiled.insert_prefetch or ()}
    places: list[tuple[str, Any, Callable[[Any], Any] | None]] = []
    for name in compiled.positiontup or ():
        kind = compiled.binds[name].type.dialect_impl(dialect)
        places.append((name, kept.get(name), kind.bind_processor(dialect)))
    return PreparedStatement(str(compiled), tuple(places))


def _default(column: Column[Any]) -> Any:
    default = column.default
    if not isinstance(default, ScalarElementColumnDefault):
        raise ValueError(f"{column} has a default that is rebuilt each time: tell its value")
    return default.arg
