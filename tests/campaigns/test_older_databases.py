"""A database that an earlier version wrote: it opens after the upgrade, and its battles go on where they stood.

`older/two-battles.sql.gz` is what an earlier version left behind: *The mill road* under the Book and the Gun while
somebody is asked whether he evades, *Last bird off the Meridian* under 5.56mm in the middle of a question, and every
post of both battles still to be sent. `older/before-the-rooms.sql.gz` is the same of a later version, at
other questions.
"""

from __future__ import annotations

import gzip
import json
import random
import shutil
import sqlite3
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import text
from sqlmodel import col, select

from campaigns.battle import battles
from campaigns.battle.proof import verification
from campaigns.database.schema import migrations_config
from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.roster import rosters
from campaigns.tables.base import metadata
from campaigns.tables.battles import BattleStatus
from campaigns.tables.posts import OutboxPost
from campaigns.tables.strikes import Strike
from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.setup import Ready
from rules.red_actions.actions.umpire import DeclareEnd
from rules.seam.viewing import Viewer
from tests.campaigns.behind import act, pending
from tests.campaigns.behind import viewer as viewer_of
from tests.campaigns.test_book_and_gun import choices
from tests.campaigns.world import BLUE, GM, RED, START, THREAD, repeatable_entropy
from tests.clocks import ManualClock
from tests.databases import done, migrate
from tests.sharing import made_once

OLDER = Path(__file__).parent / "older"
MILL_ROAD, LAST_BIRD = 1, 2
ASKED = {
    "two-battles": {MILL_ROAD: "evade:6:u4:u1", LAST_BIRD: "question-1"},
    "before-the-rooms": {MILL_ROAD: "evade:5:u2:u4", LAST_BIRD: "question-1"},
}
"""What the battles of each older database wait for."""
SHORTEST = ("two-battles", LAST_BIRD)
"""The battle that comes to its end soonest."""
SOME = 30
"""Answers to a battle that is not fought to its end."""


@pytest.fixture(params=list(ASKED))
def older(request: pytest.FixtureRequest) -> str:
    """Which older database."""
    return str(request.param)


@pytest.fixture
def path(tmp_path: Path, older: str) -> Path:
    """The older database, as a file."""
    found = tmp_path / "adjutant.db"
    with sqlite3.connect(found) as connection:
        connection.executescript(gzip.decompress((OLDER / f"{older}.sql.gz").read_bytes()).decode())
    connection.close()
    return found


@pytest.fixture
async def upgraded(path: Path, older: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same after the upgrade, which is made once."""

    def make(folder: Path) -> None:
        shutil.copy(path, folder / "adjutant.db")
        done(migrate(f"sqlite+aiosqlite:///{folder / 'adjutant.db'}"))

    shutil.copy(made_once(tmp_path_factory, f"upgraded-{older}", make) / "adjutant.db", path)
    return path


def opened(path: Path) -> Store:
    return Store(f"sqlite+aiosqlite:///{path}", ManualClock(START), repeatable_entropy("newer"))


async def test_people_and_what_waits_to_be_sent_are_still_there(path: Path) -> None:
    with sqlite3.connect(path) as old:
        (unsent,) = old.execute("SELECT count(*) FROM outboxpost WHERE status = 'pending'").fetchone()
        names = {row[0] for row in old.execute("SELECT family FROM figure")}
    old.close()
    store = opened(path)
    await store.open()
    assert unsent > 100
    assert len(await pending(store)) == unsent
    units = [unit for campaign in (1, 2) for unit in await rosters.units_of(store, campaign)]
    assert {slot.last.family for unit in units for slot in unit.slots} == names
    await store.close()


@pytest.mark.parametrize("battle", [MILL_ROAD, LAST_BIRD])
async def test_a_battle_waits_for_the_same_answer_and_goes_on(
    upgraded: Path, older: str, battle: int, long: bool
) -> None:
    """An ordinary run fights one of them to its end, the others for some answers; a long one all."""
    to_its_end = long or (older, battle) == SHORTEST
    path, store = upgraded, opened(upgraded)
    await store.open()
    field = await battles.load(store, battle)
    assert [ask.key for ask in field.prompt.asks] == [ASKED[older][battle]]
    viewer = await viewer_of(store, battle, RED)
    stood = field.info.version
    told = await battles.report(store, battle, 1, field.info.version, viewer)
    assert told.view == field.rules.battle.view(field.state, viewer)
    assert len(told.lines) == field.info.version

    dice = random.Random(battle)
    for move in range(1500 if to_its_end else SOME):
        field = await battles.load(store, battle)
        if field.info.status is BattleStatus.ENDED:
            break
        ask = dice.choice(field.prompt.asks)
        for action in choices(field, ask, battle, move):
            try:
                await act(store, battle, action, GM, side=ask.side, seen_version=field.info.version)
                break
            except RuleViolation:
                continue
            except Refusal as refusal:
                if refusal.code != "battle-over":
                    raise
                break  # what was begun before has ended it meanwhile
    field = await battles.load(store, battle)
    assert field.info.version > stood + (0 if to_its_end else SOME / 2)
    assert (field.info.status is BattleStatus.ENDED) or not to_its_end
    assert field.rules.battle.view(field.state, Viewer(umpire=True)).units

    await store.close()
    store = opened(path)
    await store.open()
    assert (await battles.load(store, battle)).state == field.state
    if field.info.status is not BattleStatus.ENDED:
        await battles.end(store, battle, GM)
    report = verification.verify(await verification.export(store, battle), field.rules)
    assert not report.failed, report
    unchecked = {check.name: check.detail for check in report.checks if check.state == "unchecked"}
    assert unchecked.keys() == {"chain", "decisions"}
    assert f"entries 1 to {stood}" in unchecked["chain"], "what came before the upgrade has no link"
    await store.close()


async def test_tables_that_are_made_anew_keep_every_row_index_and_default(path: Path) -> None:
    """So that SQLite never uses a number twice, its tables are made anew: nothing else about them may change."""

    def rows(connection: sqlite3.Connection) -> dict[str, list[tuple[object, ...]]]:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
        names = {name for (name,) in tables} - {
            "alembic_version",
            "retiredids",
            "answeredprompt",
            "strike",
            "vehicle",
            "sealedorder",
        }
        return {name: those(connection, name, columns(connection, name)) for name in sorted(names)}

    def columns(connection: sqlite3.Connection, table: str) -> tuple[str, ...]:
        return tuple(row[1] for row in connection.execute(f"PRAGMA table_info({table})"))

    def those(connection: sqlite3.Connection, table: str, names: tuple[str, ...]) -> list[tuple[object, ...]]:
        return connection.execute(f"SELECT {', '.join(names)} FROM {table} ORDER BY 1, 2").fetchall()

    store = opened(path)
    async with store.engine.connect() as connection:
        await connection.run_sync(lambda c: command.upgrade(migrations_config(c), "0010"))
        await connection.commit()
    with sqlite3.connect(path) as old:
        before, indexes = rows(old), schema(old, "index")
        had = {name: columns(old, name) for name in before}
        for gone in ("ix_answeredprompt_due", "ix_vehicle_unit_id", "ix_sealedorder_battle_id"):
            del indexes[gone]
        old.execute("INSERT INTO retiredids VALUES ('battle', 900)")
        old.execute("INSERT INTO retiredids VALUES ('draft', 800)")
    old.close()

    await store.open()

    with sqlite3.connect(path) as new:
        # Later versions may give a table more columns.
        assert {name: those(new, name, had[name]) for name in before} == before
        assert indexes.items() <= schema(new, "index").items()
        tables = schema(new, "table")
        counted = {name for name, table in metadata.tables.items() if "id" in table.c}
        assert {name for name, sql in tables.items() if "AUTOINCREMENT" in sql} == counted
        last = dict(new.execute("SELECT name, seq FROM sqlite_sequence"))
        assert (last["battle"], last["draft"]) == (900, 800)
        (figures,) = new.execute("SELECT max(id) FROM figure").fetchone()
        assert last["figure"] == figures
        assert new.execute("PRAGMA foreign_key_check").fetchall() == []
    new.close()
    async with store.reading() as session:
        assert (await session.connection()).dialect.name == "sqlite"
        assert (await session.exec(text("PRAGMA foreign_keys"))).scalar() == 1, "they are kept again"
    await store.close()


async def test_the_vehicles_in_the_sheet_of_a_squad_stand_on_the_roster(path: Path) -> None:
    """They once were a part of the squad's own sheet."""
    store = opened(path)
    async with store.engine.connect() as connection:
        await connection.run_sync(lambda c: command.upgrade(migrations_config(c), "0010"))
        await connection.commit()
    seats = [["driver", 2], ["gunner", 3]]
    sheet = {"vehicles": [{"profile": "hmmv", "name": "Humvee", "turret": "m2", "places": seats}], "elites": 2}
    with sqlite3.connect(path) as old:
        (unit,) = old.execute("SELECT id FROM unit WHERE campaign_id = 2 ORDER BY id LIMIT 1").fetchone()
        old.execute("UPDATE unit SET traits = ? WHERE id = ?", (json.dumps(sheet), unit))
        (last,) = old.execute("SELECT max(number) FROM slot WHERE unit_id = ?", (unit,)).fetchone()
    old.close()

    await store.open()

    view = await rosters.show_unit(store, unit)
    assert json.loads(view.traits) == {"elites": 2}
    (slot,) = view.elements
    assert slot.holder is not None
    assert (slot.number, slot.kind, slot.type, slot.role) == (last + 1, "vehicle", "hmmv+m2", "HMMV with M2")
    assert (slot.holder.name, slot.holder.status, slot.crew) == ("Humvee", "fit", (("driver", 2), ("gunner", 3)))
    known = store.rules("five56mm").forces.element_type(slot.type)
    assert known is not None
    assert (known.title, json.loads(known.traits)) == (slot.role, json.loads(slot.traits))
    await store.close()


async def test_posts_that_were_to_strike_others_become_strikes(path: Path) -> None:
    """Buttons of proposals went by a post of the outbox once; what has not been sent of it is done all the same."""
    store = opened(path)
    async with store.engine.connect() as connection:
        await connection.run_sync(lambda c: command.upgrade(migrations_config(c), "0010"))
        await connection.commit()
    with sqlite3.connect(path) as old:
        first, second, third = (row[0] for row in old.execute("SELECT id FROM outboxpost ORDER BY id LIMIT 3"))
        overtaken, by = (row[0] for row in old.execute("SELECT id FROM outboxpost ORDER BY id DESC LIMIT 2"))
        old.execute("INSERT INTO answeredprompt VALUES (?, ?, NULL, 2, 'no', NULL)", (overtaken, by))
        for post, fate, status in ((first, "over", "pending"), (second, "declined", "dead"), (third, "over", "sent")):
            matter = f'{{"topic":"struck","words":[["post","{post}"],["fate","{fate}"]]}}'
            old.execute(
                "INSERT INTO outboxpost (campaign_id, position, channel_id, kind, matter, nonce, status, attempts, due,"
                " problem, created_at) VALUES (1, ?, 5, 'notice', ?, ?, ?, 0, ?, '', ?)",
                (9000 + post, matter, f"n{post}", status, str(START), str(START)),
            )
    old.close()

    await store.open()

    async with store.reading() as session:
        rows = {row.post_id: row for row in (await session.exec(select(Strike))).all()}
        left = (await session.exec(select(OutboxPost).where(col(OutboxPost.matter).contains("struck")))).all()
    assert {post: (row.fate, row.overtaken_by, row.attempts) for post, row in rows.items()} == {
        first: ("over", None, 0),
        second: ("declined", None, 0),
        overtaken: ("", by, 2),
    }
    assert [rows[first].due, rows[overtaken].due] == [START, None]
    assert left == []
    await store.close()


def schema(connection: sqlite3.Connection, kind: str) -> dict[str, str]:
    """What the database says of its tables or indexes, by name, but for what it makes by itself."""
    found = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = ? AND sql IS NOT NULL", (kind,))
    return {name: " ".join(sql.split()) for name, sql in found}


async def test_a_campaign_of_attackers_and_defenders_goes_on_and_may_swap(tmp_path: Path) -> None:
    """`older/attack-and-defence.sql.gz`: Red Actions while sides were roles, as a battle was prepared."""
    path = tmp_path / "adjutant.db"
    with sqlite3.connect(path) as connection:
        connection.executescript(gzip.decompress((OLDER / "attack-and-defence.sql.gz").read_bytes()).decode())
    connection.close()
    store = opened(path)
    await store.open()
    field = await battles.load(store, 1)
    assert [(ask.key, ask.side) for ask in field.prompt.asks] == [("deploy-defender", "defender")]
    assert [(side.name, side.role) for side in field.info.sides] == [("Attacker", ""), ("Defender", "")]
    await act(store, 1, Ready(), BLUE)
    await act(store, 1, Ready(), RED)
    field = await battles.load(store, 1)
    assert field.state.battle.deployed == ("defender", "attacker")
    await act(store, 1, DeclareEnd(winner="defender", reason="dusk"), GM)
    field = await battles.load(store, 1)
    assert field.info.result is not None
    assert field.info.result.winner == "defender"
    report = verification.verify(await verification.export(store, 1), field.rules)
    assert not [check for check in report.checks if check.state == "failed"], "its journal replays as it was"

    again = await battles.open_battle(
        store,
        1,
        GM,
        "Ridge again",
        channel_id=THREAD + 1,
        board=field.info.board,
        roles={"attacker": "defender", "defender": "attacker"},
    )
    await battles.begin(store, again.id, GM, anyway=True)
    field = await battles.load(store, again.id)
    assert [(ask.key, ask.side) for ask in field.prompt.asks] == [("deploy-attacker", "attacker")]
    assert {side.key: (side.plays, side.edge) for side in field.state.battle.sides} == {
        "attacker": ("defender", "north"),
        "defender": ("attacker", "south"),
    }
    company = next(unit for unit in await rosters.units_of(store, 1) if unit.name == "First Company")
    assert company.organisation == "polish-polish-regulars-4", "it stands once, under one name"
    await store.close()
