"""What is done in secret moves nothing that the others are sent: no post, no deadline, no mark of a message."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from campaigns.battle.watch import timers
from tests.bot.red_front import WOODS, does, field_of, fought
from tests.bot.test_red_actions_secrets import kept, laid
from tests.bot.world import World, ids_of, said


@pytest.fixture
async def front(tmp_path: Path) -> AsyncIterator[World]:
    """The attackers are asked which unit acts; a company of the garrison lies in ambush."""
    async with fought(tmp_path, WOODS, luck=9) as made:
        await kept(made)
        await laid(made)
        yield made


async def deadlines(front: World) -> list[Any]:
    return [(timer.kind, timer.side, timer.due) for timer in await timers.standing(front.store, 1)]


@pytest.mark.rule("RA-ambush.place", "RA-def.turn")
async def test_a_base_lost_out_of_sight_asks_nobody_anew(front: World) -> None:
    await front.passes(hours=2)
    posts, due = front.texts(), await deadlines(front)
    bases = len((await field_of(front)).state.unit("u5").bases)
    words = await does(front, front.gm, "wound", unit="Qazwsx company", what="base", reason="a mine")
    assert len((await field_of(front)).state.unit("u5").bases) == bases - 1, words
    assert front.texts() == posts
    assert await deadlines(front) == due
    await front.agrees(1)


@pytest.mark.rule("RA-action.hide", "RA-action.extra.facing")
async def test_what_a_hidden_unit_does_beside_its_action_shows_nowhere(front: World) -> None:
    """It turns about, and has its action still to come: nobody else learns that it has begun."""
    await does(front, front.ada, "stand", unit="First company", rest=True)
    await does(front, front.ivo, "hide", unit="Tgbyhn company")
    while (await field_of(front)).state.turn == 1:
        await does(front, front.ivo, "stand", unit="Edcrfv company", rest=True)
    if (await field_of(front)).prompt.asks[0].side == "attacker":
        await does(front, front.ada, "stand", unit="First company", rest=True)
    await front.passes(hours=1)
    posts, due = front.texts(), await deadlines(front)
    await does(front, front.ivo, "turn", unit="Tgbyhn company", facing=90)
    now = await field_of(front)
    assert now.state.segment is not None
    assert now.state.segment.unit is not None
    assert "Tgbyhn company: What does it do?" in now.prompt.asks[0].question
    assert front.texts() == posts
    assert await deadlines(front) == due
    # On his own panel he goes on with it.
    panel = await front.ivo.click(front.prompt(), custom_id=ids_of(front.prompt(), "open")[0])
    assert "Tgbyhn company" in said(panel)
    await front.agrees(1)
