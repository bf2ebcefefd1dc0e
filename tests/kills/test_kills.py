"""Bots are killed with -9 in the midst of battles of all four books: nothing that a player was told of is lost, nothing
is there twice, posts stand in their order, and every seal is true."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.campaigns.lending import execute, url_of
from tests.databases import new_file
from tests.kills.front import BOOKS
from tests.kills.war import Count, fought, so_many
from tests.postgres import Unavailable, running


@pytest.fixture
def sockets() -> Iterator[str]:
    try:
        with running() as server:
            yield server.sockets
    except Unavailable as error:
        pytest.skip(str(error))


def at_war(url: str, folder: Path, seed: int, kills: int) -> Count:
    count = asyncio.run(fought(url, folder, seed, so_many(kills)))
    assert count.ok, count
    assert count.kills >= kills
    assert count.acknowledged
    return count


def on_postgresql(sockets: str, folder: Path, seed: int, kills: int) -> Count:
    asyncio.run(execute(sockets, "ALTER SYSTEM SET fsync = off"))  # nobody kills the server
    asyncio.run(execute(sockets, "SELECT pg_reload_conf()"))
    asyncio.run(execute(sockets, "CREATE DATABASE kills"))
    return at_war(url_of("kills", sockets), folder, seed, kills)


def test_three_bots_on_postgresql_die_and_nothing_is_lost(sockets: str, tmp_path: Path) -> None:
    count = on_postgresql(sockets, tmp_path, 1, 8)
    assert count.verified == count.battles >= len(BOOKS)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 15))
def test_three_bots_on_postgresql_die_two_hundred_times(sockets: str, tmp_path: Path, seed: int) -> None:
    count = on_postgresql(sockets, tmp_path, seed, 200)
    assert set(count.books) == set(BOOKS)
    assert count.letters
    assert count.jumps


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20, 22))
def test_one_bot_on_sqlite_dies_a_hundred_times(tmp_path: Path, seed: int) -> None:
    at_war(new_file(tmp_path), tmp_path, seed, 100)
