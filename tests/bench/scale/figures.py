"""What was measured, beside the goal that it has."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine

TICKS = 100
"""Of the kernel's processor time in a second, on every Linux."""


@dataclass(frozen=True, slots=True)
class Figure:
    """`most`, `least`: beyond which something is wrong; None: it is told and no more."""

    name: str
    about: str
    value: float
    unit: str = ""
    most: float | None = None
    least: float | None = None
    more: dict[str, Any] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        above = self.most is not None and self.value > self.most
        return not above and (self.least is None or self.value >= self.least)


def line(figure: Figure) -> str:
    goal = f"   goal ≤ {figure.most:g}" if figure.most is not None else ""
    goal += f"   goal ≥ {figure.least:g}" if figure.least is not None else ""
    head = f"{figure.name:<34} {figure.value:>10.3f} {figure.unit:<9}{goal}{'' if figure.ok else '   MISSED'}"
    return f"{head}\n{'':<34} {figure.about}"


@contextmanager
def statements(engine: AsyncEngine) -> Iterator[list[str]]:
    """Those that are carried out meanwhile, as the database is given them."""
    said: list[str] = []

    def note(_connection: Any, _cursor: Any, sql: str, *_: Any) -> None:
        said.append(" ".join(sql.split()))

    event.listen(engine.sync_engine, "before_cursor_execute", note)
    yield said
    event.remove(engine.sync_engine, "before_cursor_execute", note)


def server_seconds(pid: int) -> float:
    """Seconds of the processor that a PostgreSQL server has used for the connections that are open: `pid` is the number
    of its first process. What it does beside them (checkpoints, vacuums) comes when it likes and is not counted."""
    total = 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            parts = (process / "stat").read_text().rpartition(") ")[2].split()
            if int(parts[1]) == pid and "[local]" in (process / "cmdline").read_text():
                total += sum(map(int, parts[11:13]))
        except (FileNotFoundError, ProcessLookupError):  # it has just ended
            continue
    return total / TICKS
