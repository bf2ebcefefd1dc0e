"""Drafts that grow and shrink: whoever comes gets a name, whoever goes takes his along; Infantry Action's."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from campaigns.roster import drafts
from rules.infantry_action import RULES
from tests.campaigns.world import RED, World, new_store


@pytest.fixture
async def war(url: str) -> AsyncIterator[World]:
    store = new_store(url, rules=RULES)
    world = await World.make(store, red="gb44-section", blue="de44-gruppe", rules="infantry-action")
    yield world
    await world.store.close()


async def test_a_section_grows_man_by_man_and_is_raised(war: World) -> None:
    """A corporal of 27 points, a rifleman of 17, a Bren gunner of 25; then the tank's five."""
    board = await drafts.begin(war.store, war.id, RED, kind="own-gb44")
    assert len(board.people) == 1
    for key in ("man.rifleman", "man.magazine LMG gunner", "buy.sherman"):
        board = await drafts.choose(war.store, board.id, RED, 1, key, seen=board.version)
    first = [str(person) for person in board.people]
    assert len(first) == len(set(first)) == 8

    board = await drafts.undo(war.store, board.id, RED, seen=board.version)
    assert [str(person) for person in board.people] == first[:3]
    assert board.view.spent == "69"
    raised = await drafts.raise_drafted(war.store, board.id, RED, name="Three men", seen=board.version)
    assert raised.name == "Three men"
