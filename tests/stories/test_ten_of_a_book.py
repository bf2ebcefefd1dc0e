"""Ten battles of a book, scenarios of the library by turns with battles of the players' own units: what sheets,
totals and stories tell of everybody agrees with the journals, nobody stands twice, no dead man fights, and people are
as many as before but for those who joined and those who left."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from campaigns.database.store import Store
from campaigns.roster.careers import GONE
from tests.campaigns import journals, tens
from tests.campaigns.agreeing import people, unlike
from tests.campaigns.journals import Counted
from tests.campaigns.tens import BATTLES, WARS


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with tens.opened(tmp_path) as made:
        yield made


async def serving(store: Store, here: int) -> tuple[set[str], set[str]]:
    """Everybody who has ever joined, and those of them who serve still."""
    everybody = await people(store, here)
    return set(everybody), {ref for ref, man in everybody.items() if man.status not in GONE}


@pytest.mark.long
@pytest.mark.parametrize("book", WARS)
async def test_what_is_told_of_ten_battles_is_what_their_journals_hold(store: Store, tmp_path: Path, book: str) -> None:
    war = WARS[book]
    at = await tens.begun(store, war)
    for number in range(1, BATTLES + 1):
        joined, serve = await serving(store, at.campaign)
        await tens.fight(store, war, at, number)
        counted = journals.count(tmp_path / "war.db", war.rules)
        assert list(journals.disagreements(counted)) == []
        dead = {who for who, fate in counted[number].fates.items() if fate == "killed"}
        everybody, alive = await serving(store, at.campaign)
        assert alive == (serve | (everybody - joined)) - dead, f"battle {number}: nobody else joined or left"
        assert (set(counted[number].fielded) & everybody) - dead <= alive
    hurt = sum(sum(each.wounds.values()) + len(each.fates) for each in counted.values())
    assert hurt > BATTLES
    assert await unlike(store, at.campaign, counted) == []


def test_the_script_finds_whoever_stands_twice_and_a_dead_man_who_fights() -> None:
    first = Counted(fielded={"f1": "red", "f2": "blue"}, fates={"f1": "killed"})
    again = replace(first, fielded={"f1": "red"}, twice=["f2"], fates={})
    assert list(journals.disagreements({1: first, 2: again})) == [
        "battle 2: f2 stands twice",
        "battle 2: f1 fell in battle 1",
    ]
