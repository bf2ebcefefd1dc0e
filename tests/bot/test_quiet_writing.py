"""Whatever a side writes in secret, the others are sent and shown what they would be if it had written nothing."""

from __future__ import annotations

import re
from pathlib import Path

import discord
import pytest
from simcord import InteractionResult, ResponseMessage

from bot.talk.ticket import read
from campaigns.battle import battles
from rules.seam.viewing import Viewer
from tests.bot.test_orders_of_infantry_action import begun
from tests.bot.world import World, components, ids_of, labels, said

LOOKS = ("catchup", "status", "now", "battle verify", "orders")


def whole(result: InteractionResult) -> str:
    """An answer with everything that it is made of, buttons and their ids too; only the numbers of messages, which
    Discord gives, are left out."""
    answers = [result.response] if result.response is not None else []
    parts = [str(part) for message in (*answers, *result.followups) for part in components(message)]
    return re.sub(r"'id': \d+|\d{17,}", "", "\n".join((said(result), *parts)))


async def looks(front: World) -> list[str]:
    """All that the enemy reads, twice: once he has looked, there is nothing new for him."""
    await front.ivo.slash(front.thread, "catchup")
    return [whole(await front.ivo.slash(front.thread, command)) for command in LOOKS]


def sent(front: World) -> list[tuple[str, str, str]]:
    """What the bot has put, changed or taken away in channels: everything that answers nobody."""
    tokens = [f"/{token}" for token in front.env.backend.interaction_tokens]
    made = [each for each in front.env.http_requests if each.method != "GET"]
    made = [each for each in made if "/callback" not in each.path and not any(token in each.path for token in tokens)]
    return [(each.method, each.path, str(each.json)) for each in made]


def public_ids(front: World) -> list[str]:
    return [part["custom_id"] for post in front.posts() for part in components(post) if "custom_id" in part]


@pytest.mark.rule("IA-orders.written")
async def test_nobody_else_can_tell_that_a_side_writes_orders(tmp_path: Path) -> None:
    """The first order, more of them, one in another's place, what was written given up, taken back, brought back."""
    async with begun(tmp_path) as front:
        await front.passes(seconds=5)
        before, posts, ids = await looks(front), sent(front), public_ids(front)
        halt = {"pace": "halt", "posture": "prone"}
        for command, options in (
            ("ia order", {"unit": "Platoon HQ", **halt}),
            ("ia order", {"unit": "1 Section", **halt}),
            ("ia order", {"unit": "1 Section", "pace": "halt"}),
            ("carry-on", {}),
            ("battle undo", {}),
            ("battle redo", {}),
        ):
            version = (await battles.load(front.store, 1)).info.version
            answer = await front.ada.slash(front.thread, command, **options)
            assert "✔" in said(answer), said(answer)
            await front.passes(seconds=5)
            assert (await battles.load(front.store, 1)).info.version > version
            assert sent(front) == posts, command
            assert await looks(front) == before, command
        assert public_ids(front) == ids


async def test_ones_own_secret_orders_leave_the_public_prompt_in_force(tmp_path: Path) -> None:
    async with begun(tmp_path) as front:
        await front.ada.slash(front.thread, "ia order", unit="Platoon HQ", pace="halt", posture="prone")
        await front.passes(seconds=5)
        prompt = front.prompt()
        assert "All as before" not in str(labels(prompt))
        seal = next(id_ for id_ in ids_of(prompt, "quick") if (made := read(id_)) and made.side == "attacker")
        sealed = await front.ada.click(prompt, custom_id=seal)
        assert "out of date" not in said(sealed)
        assert {ask.side for ask in (await battles.load(front.store, 1)).prompt.asks} == {"defender"}


async def test_an_answer_to_a_question_that_has_been_answered_is_refused_and_says_what_has_happened(
    tmp_path: Path,
) -> None:
    """Two clicks on one button, and one on a post whose period is over."""
    async with begun(tmp_path) as front:
        prompt = front.prompt()
        seals = {made.side: id_ for id_ in ids_of(prompt, "quick") if (made := read(id_))}
        first, second = (front.pressed(front.ada, prompt, seals["attacker"]) for _ in range(2))
        await front.deliver(first, second)
        assert sorted("out of date" in said(each.result) for each in (first, second)) == [False, True]
        newest = front.prompt()
        seal = next(id_ for id_ in ids_of(newest, "quick") if (made := read(id_)) and made.side == "defender")
        late = front.pressed(front.ivo, newest, seal)
        await front.ivo.click(newest, custom_id=seal)
        version = (await battles.load(front.store, 1)).info.version
        await front.deliver(late)
        assert "out of date, so nothing was done" in said(late.result)
        assert "Since then" in said(late.result)
        assert (await battles.load(front.store, 1)).info.version == version


async def test_public_buttons_bear_what_everybody_has_been_told_and_ones_own_what_ones_side_has(
    tmp_path: Path,
) -> None:
    async with begun(tmp_path) as front:
        for group in ("Platoon HQ", "1 Section"):
            await front.ada.slash(front.thread, "ia order", unit=group, pace="halt", posture="prone")
        info = (await battles.load(front.store, 1)).info
        assert info.version == 4, "the muster, the first period, two orders"
        tickets = [made for post in front.posts() for id_ in _ids(post) if (made := read(id_)) and made.battle == 1]
        assert {made.mark for made in tickets} <= {0, 1}, "one thing that everybody was told"
        own = await front.ada.slash(front.thread, "now")
        assert own.response is not None
        assert _marks(own.response) == {3}
        enemys = await front.ivo.slash(front.thread, "now")
        assert enemys.response is not None
        assert _marks(enemys.response) == {1}
        assert info.marks.of(Viewer("defender")).number == 1


def _marks(message: discord.Message | ResponseMessage) -> set[int]:
    return {made.mark for each in _ids(message) if (made := read(each))}


def _ids(message: discord.Message | ResponseMessage) -> list[str]:
    return [part["custom_id"] for part in components(message) if "custom_id" in part]


async def test_a_button_from_before_the_counts_still_leads_to_the_battle_as_it_stands(tmp_path: Path) -> None:
    async with begun(tmp_path) as front:
        prompt = front.prompt()
        now = next(id_ for id_ in ids_of(prompt, "quick") if (made := read(id_)) and made.side == "attacker")
        former = ":".join(("adj1", *now.split(":")[1:3], "9", *now.split(":")[4:]))
        _replaced(front, prompt, now, former)
        click = front.pressed(front.ada, prompt, former)
        await front.deliver(click)
        assert "out of date, so nothing was done" in said(click.result)


def _replaced(front: World, prompt: discord.Message, now: str, former: str) -> None:
    stored = front.env.backend.get_message(front.thread.id, prompt.id)
    pending = list(stored.components)
    while pending:
        part = pending.pop()
        if part.get("custom_id") == now:
            part["custom_id"] = former
        pending += part.get("components", [])
