"""What one click costs: how often a battle's state was built, and what was asked of the database, beside the posts.

Posts are sent by tasks of their own; inside an action's transaction they are the statements on the outbox and its
strikes alone, and on the deadlines that a prompt names. What a transaction writes in one go counts as one write.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from sqlalchemy import event

from campaigns.battle.record import journal
from campaigns.database.store import Store

POSTS = {"outboxpost", "strike", "timer"}
READ = re.compile(r"\b(?:FROM|JOIN) ([a-z]+)\b")
"""The tables that a statement reads."""
CLICKS = ("CommandTree", "discord-ui", "discord.py: on_interaction")
"""How discord.py names the tasks of commands, of buttons and of forms."""


@dataclass
class Cost:
    """Of everything that was counted. `rebuilds`: states folded or taken from those loaded last."""

    rebuilds: int = 0
    sessions: int = 0
    queries: list[str] = field(default_factory=list)
    """What was read, but for the posts' own."""
    writes: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        counts = f"{self.rebuilds} rebuilds, {self.sessions} sessions"
        counts += f", {len(self.queries)} queries, {len(self.writes)} writes"
        return "\n".join((counts, *self.queries, *self.writes))


@contextmanager
def counted(store: Store) -> Generator[Cost]:
    """Counts what clicks cost while it is open."""
    cost = Cost()

    def asked(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if not _of_a_click():
            return
        words = " ".join(statement.split())
        if words.startswith("SELECT") and not set(READ.findall(words)) <= POSTS:
            cost.queries.append(words)
        elif not words.startswith("SELECT"):
            cost.writes.append(words)

    def begun(_connection: Any) -> None:
        cost.sessions += _of_a_click()

    built = journal.known_at

    async def known_at(*args: Any) -> Any:
        cost.rebuilds += _of_a_click()
        return await built(*args)

    engine = store.engine.sync_engine
    event.listen(engine, "before_cursor_execute", asked)
    event.listen(engine, "begin", begun)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(journal, "known_at", known_at)
        try:
            yield cost
        finally:
            event.remove(engine, "before_cursor_execute", asked)
            event.remove(engine, "begin", begun)


def _of_a_click() -> bool:
    task = asyncio.current_task()
    return task is not None and task.get_name().startswith(CLICKS)
