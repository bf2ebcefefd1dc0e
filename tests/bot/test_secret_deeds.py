"""What is done in secret moves nothing that the others are sent: no post, no deadline, no mark of a message."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.post import catching_up, news
from campaigns.battle.watch import timers
from rules.five56mm.actions.battle import StandingAnswer as Settle
from rules.kernel.action import Action
from rules.red_actions.actions.segment import StandingAnswer as Answer
from rules.script.actions import Whisper
from tests.bot.others import apart, renumbered, sent_to_others, street
from tests.bot.red_front import MEADOW, WOODS, does, field_of, fought, ready
from tests.bot.test_red_actions_secrets import kept, laid
from tests.bot.world import World, ids_of, said
from tests.campaigns.behind import act
from tests.lots import loaded


@pytest.fixture
async def front(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """The attackers are asked which unit acts; a company of the garrison lies in ambush."""
    loaded(monkeypatch, {"initiative, First Army": 6, "initiative, Second Army": 1})
    async with fought(tmp_path, WOODS) as made:
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
    assert "Tgbyhn company: What now?" in now.prompt.asks[0].question
    assert front.texts() == posts
    assert await deadlines(front) == due
    # On his own panel he goes on with it.
    panel = await front.ivo.click(front.prompt(), custom_id=ids_of(front.prompt(), "open")[0])
    assert "Tgbyhn company" in said(panel)
    await front.agrees(1)


async def sitting(folder: Path, *secret: Action) -> list[str]:
    """All that others are sent while Ada turns a company about and moves it, and Ivo does this in between."""
    async with fought(folder, MEADOW) as made:
        await ready(made)
        if (await field_of(made)).prompt.asks[0].side == "defender":
            await does(made, made.ivo, "stand", unit="Far company")
        start = len(made.env.http_requests)
        await does(made, made.ada, "turn", unit="Second company", facing=90)
        for action in secret:
            await act(made.store, 1, action, made.ivo.id)
        await made.passes(minutes=3)
        await does(made, made.ada, "move", unit="Second company", path="42,4")
        found = renumbered(sent_to_others(made, made.ivo, start))
    return found


async def test_a_sitting_goes_on_whatever_somebody_else_does_in_secret(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """What one person does gathers in one message, under the same marks, with and without it."""
    plain = await sitting(tmp_path_factory.mktemp("plain"))
    other = await sitting(tmp_path_factory.mktemp("other"), Answer(question="return-fire", answer="no"))
    differing = [pair for pair in zip(plain, other, strict=False) if pair[0] != pair[1]]
    assert not differing, "\n".join(apart(*pair) for pair in differing[:3])
    assert len(plain) == len(other)


async def looked_up(folder: Path, *, secret: int) -> list[str]:
    """What Ada reads of her side's news and of all that she has missed, while Ivo changes his mind so often."""
    async with street(folder) as made:
        await act(made.store, 1, Whisper(side="black", text="The bridge is down"), made.gm.id)
        for _ in range(3):
            await act(made.store, 1, Settle(question="throw-back", answer="no"), made.ada.id)
        for number in range(secret):
            await act(made.store, 1, Settle(question="throw-back", answer="no" if number % 2 else "ask"), made.ivo.id)
        prompt = made.prompt()
        news = await made.ada.click(prompt, custom_id=ids_of(prompt, "news")[0])
        missed = await made.ada.slash(made.thread, "catchup")
        alone = await made.zoe.slash(made.thread, "catchup")
    return [said(news), said(missed), said(alone)]


async def test_what_others_do_in_secret_pushes_no_news_out_of_sight(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(news, "LOOKED_AT", 6)
    monkeypatch.setattr(catching_up, "LONGEST", 6)
    plain = await looked_up(tmp_path_factory.mktemp("plain"), secret=0)
    other = await looked_up(tmp_path_factory.mktemp("other"), secret=9)
    assert "The bridge is down" in plain[0]
    assert plain == other


async def test_a_new_thread_gets_its_question_whatever_has_been_done_in_secret(tmp_path: Path) -> None:
    """Without it everybody would read off the missing question that somebody has done something."""
    async with street(tmp_path) as made:
        await act(made.store, 1, Settle(question="throw-back", answer="no"), made.ivo.id)
        old = made.thread
        await made.gm.slash(made.channel, "battle thread")
        assert made.thread.id != old.id
        assert ids_of(made.prompt(), "open"), made.texts()
