"""Names in the database: found however they are written, never twice, and old rows brought up to date."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import Connection, text

from campaigns.battle import battles
from campaigns.campaign import campaign
from campaigns.database.schema import migrations_config
from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.roster import rosters
from campaigns.scenario import boards
from rules.table.board import Board
from tests.campaigns.world import BLUE, GM, RED, THREAD, World, new_store

TABLE = Board(24, 24)


async def test_a_board_is_found_and_discarded_in_any_capitals(world: World) -> None:
    await boards.keep(world.store, world.id, GM, "ÄCKER", TABLE)
    found = await boards.named(world.store, world.id, "äcker")
    assert found is not None
    await boards.keep(world.store, world.id, GM, "Äcker", TABLE)
    assert [board.name for board in await boards.of_campaign(world.store, world.id)] == ["Äcker"]
    await boards.discard(world.store, world.id, GM, "A\u0308CKER")
    assert await boards.of_campaign(world.store, world.id) == ()


@pytest.mark.parametrize("name", ["ALPHA", "Ａlpha", "  alpha ", "ΑLРНА"])
async def test_no_unit_is_called_like_another(small: World, name: str) -> None:
    for act in (
        rosters.raise_unit(small.store, small.id, RED, "pair", name=name),
        rosters.rename_unit(small.store, small.blue.id, BLUE, name),
    ):
        with pytest.raises(Refusal) as refused:
            await act
        assert refused.value.code in ("name-taken", "bad-name")
    assert len(await rosters.units_of(small.store, small.id)) == 2


async def test_a_unit_may_change_the_capitals_of_its_name(small: World) -> None:
    assert (await rosters.rename_unit(small.store, small.red.id, RED, "ALPHA")).name == "ALPHA"


@pytest.mark.parametrize("name", ["\u200b", "Mill\u200bcell", "\u202ellec", "Мill", "\u2800", "\u0301"])
async def test_names_that_do_not_show_what_they_are_are_refused(small: World, name: str) -> None:
    man = small.red.slots[0].holder
    assert man is not None
    for act in (
        campaign.create(small.store, 5, 6, GM, name, "outposts"),
        campaign.rename(small.store, small.id, GM, name),
        campaign.name_side(small.store, small.id, GM, "red", name),
        boards.keep(small.store, small.id, GM, name, TABLE),
        rosters.raise_unit(small.store, small.id, RED, "pair", name=name),
        rosters.rename_unit(small.store, small.red.id, RED, name),
        rosters.rename(small.store, man.id, RED, name, "Cook"),
        rosters.rename(small.store, man.id, RED, "Jim", name),
        battles.open_battle(small.store, small.id, GM, name, channel_id=THREAD),
    ):
        with pytest.raises(Refusal) as refused:
            await act
        assert refused.value.code == "bad-name"
    assert [unit.name for unit in await rosters.units_of(small.store, small.id)] == ["Alpha", "Bravo"]


async def test_letters_of_another_width_are_kept_as_ordinary_ones(small: World) -> None:
    assert (await rosters.raise_unit(small.store, small.id, RED, "pair", name="Ｍill  cell")).name == "Mill cell"


async def test_a_side_is_not_called_like_another(small: World) -> None:
    for name in ("blue", "ＢLUE", "Crowd"):
        with pytest.raises(Refusal) as refused:
            await campaign.name_side(small.store, small.id, GM, "red", name)
        assert refused.value.code == "name-taken"
    view = await campaign.name_side(small.store, small.id, GM, "red", "Rote Füchse")
    named = view.side_named("ROTE FÜCHSE")
    assert named is not None
    assert named.key == "red"


async def test_two_men_of_a_unit_do_not_bear_one_name_in_other_letters(small: World) -> None:
    first, second = (slot.holder for slot in small.red.slots[:2])
    assert first is not None
    assert second is not None
    await rosters.rename(small.store, first.id, RED, "Jörg", "Maß")
    with pytest.raises(Refusal) as refused:
        await rosters.rename(small.store, second.id, RED, "JÖRG", "MASS")
    assert refused.value.code == "name-taken"
    assert (await rosters.rename(small.store, first.id, RED, "JÖRG", "Maß")).name == "JÖRG Maß"


# ── What was written before ───────────────────────────────────────────────────────────────────────────────────────


async def before(url: str) -> Store:
    """A database of the version before, with a campaign, two sides and names that clash by now."""
    store = new_store(url)
    await store.open()
    async with store.engine.begin() as connection:
        await connection.run_sync(_taken_down)
        for statement in _WRITTEN:
            await connection.execute(text(statement))
    return store


def _taken_down(connection: Connection) -> None:
    command.downgrade(migrations_config(connection), "0007")


_UNIT = (
    "INSERT INTO unit (id, campaign_id, side_id, name, organisation, nation, base_colour, formed, traits) "
    "VALUES ({id}, {campaign}, {campaign}, '{name}', 'pair', 'USA', '', '2031-05-04', '{{}}')"
)
_BOARD = (
    "INSERT INTO keptboard (id, campaign_id, name, board, made_by, made_at) "
    "VALUES ({id}, {campaign}, '{name}', '{{}}', 1, '2031-05-04 09:30:15')"
)
_SIDE = "INSERT INTO side (id, campaign_id, key, name) VALUES ({id}, {id}, 'red', 'Red')"
_CAMPAIGN = (
    "INSERT INTO campaign (id, uid, guild_id, channel_id, name, rules, settings, created_at) "
    "VALUES ({id}, 'u{id}', 1, {id}, 'Old', 'outposts', '{{}}', '2031-05-04 09:30:15')"
)
_NAMES = ("Ｍill cell", "Mill cell", "MILL CELL", "Mill cell 2", "\u200b", "ÄCKER")
_WRITTEN = (
    *(line.format(id=number) for number in (1, 2) for line in (_CAMPAIGN, _SIDE)),
    *(each.format(id=n, campaign=1, name=name) for n, name in enumerate(_NAMES, 1) for each in (_UNIT, _BOARD)),
    *(each.format(id=9, campaign=2, name="mill cell") for each in (_UNIT, _BOARD)),
)


async def test_old_names_are_folded_and_clashes_numbered_without_losing_a_row(empty_url: str) -> None:
    store = await before(empty_url)
    await store.open()
    async with store.engine.connect() as connection:
        for table in ("unit", "keptboard"):
            rows = await connection.execute(text(f"SELECT id, name, folded FROM {table} ORDER BY id"))
            assert [tuple(row) for row in rows] == [
                (1, "Mill cell 4", "mill cell 4"),
                (2, "Mill cell", "mill cell"),
                (3, "MILL CELL 3", "mill cell 3"),
                (4, "Mill cell 2", "mill cell 2"),
                (5, "⟨U+200B⟩", "⟨u+200b⟩"),
                (6, "ÄCKER", "äcker"),
                (9, "mill cell", "mill cell"),
            ]
    await store.close()


async def test_a_board_that_could_not_be_thrown_away_can_be_now(tmp_path: Path) -> None:
    store = await before(f"sqlite+aiosqlite:///{tmp_path}/adjutant.db")
    await store.open()
    async with store.engine.begin() as connection:
        await connection.execute(
            text("INSERT INTO gm (campaign_id, user_id, appointed_at) VALUES (1, 7, '2031-05-04')")
        )
    for name in ("äcker", "⟨U+200B⟩"):
        await boards.discard(store, 1, 7, name)
    async with store.engine.connect() as connection:
        left = await connection.execute(text("SELECT count(*) FROM keptboard WHERE campaign_id = 1"))
        assert left.scalar_one() == 4
    await store.close()
