"""What is asked of the database again and again costs the same after a year: no question reads all that ever was."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from sqlalchemy import event

from campaigns import published
from campaigns.battle import battles
from campaigns.battle.watch import alarms, delivery, health, timers
from campaigns.campaign import campaign
from campaigns.database import sqlite as driver
from campaigns.post import outbox
from campaigns.post.matter import Matter
from tests.campaigns.behind import act
from tests.campaigns.toy import Hold
from tests.campaigns.world import BLUE, GM, RED, World

GROWING = ("outboxpost", "timer", "campaign")
"""Tables of which a battle leaves rows behind with everything that happens, and that of the campaigns themselves."""


@dataclass
class Asked:
    """The statements that were carried out."""

    statements: list[tuple[str, Any]] = field(default_factory=list)

    def plans(self, world: World) -> list[str]:
        """How SQLite would carry out each of them, step by step."""
        steps: list[str] = []
        with closing(sqlite3.connect(str(world.store.url.database))) as database:
            for sql, given in self.statements:
                if sql.startswith(("SELECT", "UPDATE", "DELETE")):
                    given = given[0] if isinstance(given, list) else given  # one statement for several rows
                    found = database.execute(f"EXPLAIN QUERY PLAN {sql}", given).fetchall()
                    steps += [f"{row[3]}  <-  {' '.join(sql.split())}" for row in found]
        return steps


@contextmanager
def listening(world: World) -> Iterator[Asked]:
    asked = Asked()

    def note(_connection: Any, _cursor: Any, sql: str, given: Any, *_: Any) -> None:
        asked.statements.append((sql, given))

    def gathers(self: driver.Connection, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        """What is written together with another statement, which SQLAlchemy does not tell of."""
        asked.statements.append((statement, tuple(rows[0]) if rows else ()))
        gather(self, statement, rows)

    engine, gather = world.store.engine.sync_engine, driver.Connection.gather
    event.listen(engine, "before_cursor_execute", note)
    with patch.object(driver.Connection, "gather", gathers):
        yield asked
    event.remove(engine, "before_cursor_execute", note)


async def hold(world: World, battle_id: int) -> None:
    ask = (await battles.load(world.store, battle_id)).prompt.asks[0]
    await act(world.store, battle_id, Hold(), BLUE if ask.side == "blue" else RED)


async def send_all(world: World) -> None:
    while posts := await outbox.claim(world.store, world.store.clock.now()):
        for post in posts:
            await outbox.mark_sent(world.store, post.id, 1000 + post.id)


async def test_no_question_reads_every_post_or_every_timer(small: World) -> None:
    battle_id = await small.battle()
    await send_all(small)
    with listening(small) as asked:
        await hold(small, battle_id)
        await outbox.claim(small.store, small.store.clock.now())
        await outbox.next_due(small.store)
        await outbox.last_prompt(small.store, battle_id)
        await outbox.notify(small.store, small.id, Matter(topic="notice"))
        await delivery.stuck(small.store, battle_id)
        await delivery.undelivered(small.store, small.id, GM)
        await timers.due(small.store, small.store.clock.now())
        await alarms.dues(small.store)
        await timers.standing(small.store, battle_id)
        await health.check(small.store)
    whole = [
        re.compile(rf"^SCAN {table}(?! USING .*INDEX ix_{table}_(pending|dead|active|calendar))") for table in GROWING
    ]
    assert [step for step in asked.plans(small) if any(scan.match(step) for scan in whole)] == []


async def test_what_a_battle_has_behind_it_is_not_read_again(small: World) -> None:
    battle_id = await small.battle()
    await send_all(small)
    with listening(small) as asked:
        await hold(small, battle_id)
        await outbox.last_prompt(small.store, battle_id)
        await delivery.stuck(small.store, battle_id)
        await delivery.undelivered(small.store, small.id, GM)
        await delivery.retry(small.store, small.id, GM)
    steps = asked.plans(small)
    overtaken = [step for step in steps if "UPDATE outboxpost" in step]
    assert [step for step in overtaken if not re.search("ix_outboxpost_pending|PRIMARY KEY", step)] == []
    assert any(step.startswith("SEARCH timer USING INDEX ix_timer_active_battle") for step in steps)
    assert any(step.startswith("SEARCH outboxpost USING INDEX ix_outboxpost_prompts") for step in steps)
    waiting = [step for step in steps if re.search("status = '(pending|dead)'", step) and "outboxpost USING" in step]
    assert len(waiting) >= 5
    assert [step for step in waiting if not re.search("ix_outboxpost_(pending|dead)", step)] == []


async def test_a_server_s_campaigns_take_a_handful_of_questions_however_many_they_are(small: World) -> None:
    for number in range(30):
        view = await campaign.create(small.store, small.campaign.guild_id, 900 + number, GM, f"C{number}", "outposts")
        await campaign.join(small.store, view.id, RED, "red", who_name="Ada")
    with listening(small) as asked:
        views = await campaign.of_guild(small.store, small.campaign.guild_id)
        played = await campaign.rules_played(small.store)
        await published.known(small.store)
    assert len(views) == 31
    assert views[7] == await campaign.show(small.store, views[7].id)
    assert [side.key for side in views[7].sides] == ["red", "blue", "crowd"]
    assert [player.user_id for player in views[7].sides[0].players] == [RED]
    assert views[7].gms == (GM,)
    assert played == {small.campaign.guild_id: frozenset({"outposts"})}
    assert len([sql for sql, _ in asked.statements if sql.startswith("SELECT")]) <= 6
