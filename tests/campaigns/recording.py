"""What a version asks of its database, for the test that the next one may run beside it: `test_side_by_side`.

Once a release, in the tree of the version that is about to become the older one:

    python -m pytest -p tests.campaigns.recording tests/campaigns

writes `tests/campaigns/older/statements-….json.gz`, named after the version's schema: for each database every statement
once. Delete the file of the release before.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event

from campaigns.database import sqlite
from campaigns.database.schema import migration_scripts

OLDER = Path(__file__).parent / "older"
VERBS = ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")
NOT_OURS = ("pg_catalog", "sqlite_master", "alembic_", "answeredprompt", "retiredids")
"""What a migration asks: the version before migrates nothing any more."""
SEVERAL = (
    (re.compile(r"IN \((\$\d+::[A-Z ]+)(?:, \$\d+::[A-Z ]+)+\)"), r"IN (\1)"),
    (re.compile(r"IN \(\?(?:, \?)+\)"), "IN (?)"),
    (re.compile(r"VALUES (\([?, ]+\))(?:, \1)+"), r"VALUES \1"),
    (re.compile(r"(VALUES \((?:\$\d+::[A-Z ]+[, ]*)+\))(?:, \((?:\$\d+::[A-Z ]+[, ]*)+\))+"), r"\1"),
)
"""What is asked of several at once is asked of one."""

_said: dict[str, dict[str, str]] = {"postgresql": {}, "sqlite": {}}
"""By dialect and by what is asked, whatever the parameters' numbers."""


def _note(dialect: str, statement: str) -> None:
    words = " ".join(statement.split())
    if not words.startswith(VERBS) or any(name in words for name in NOT_OURS):
        return
    for several, one in SEVERAL:
        words = several.sub(one, words)
    _said[dialect].setdefault(re.sub(r"\$\d+", "$", words), words)


@event.listens_for(Engine, "before_cursor_execute")
def _hear(connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
    _note(connection.dialect.name, statement)


_gather = sqlite.Connection.gather


def _hear_gathered(connection: sqlite.Connection, statement: str, rows: Sequence[Sequence[Any]]) -> None:
    _note("sqlite", statement)
    _gather(connection, statement, rows)


sqlite.Connection.gather = _hear_gathered


def pytest_sessionfinish() -> None:
    head = migration_scripts().get_current_head()
    record = {"schema": head, **{dialect: sorted(said.values()) for dialect, said in _said.items()}}
    text = json.dumps(record, indent=0).encode()
    (OLDER / f"statements-{head}.json.gz").write_bytes(gzip.compress(text, mtime=0))
