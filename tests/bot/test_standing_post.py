"""The first post of a battle's thread says how it stands: it is changed at hand-overs, and needs nobody to scroll."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import discord

from bot.sending.signposts import Titles, called, is_ours
from bot.shell.permissions import LEAST
from tests.bot.red_front import MEADOW, does, field_of, fought, ready
from tests.bot.test_side_threads import allow
from tests.bot.world import World, labels, text_of


async def _moves(front: World) -> str:
    """Whoever's turn it is moves in the open; the name of the side that is asked then."""
    if (await field_of(front)).state.segment.side == "attacker":
        await does(front, front.ada, "move", unit="First company", path="1in toward 14,30")
    else:
        await does(front, front.ivo, "move", unit="Far company", path="1in toward 40,1")
    return "First Army" if (await field_of(front)).state.segment.side == "attacker" else "Second Army"


def edits(front: World, message_id: int) -> int:
    path = f"/channels/{front.thread.id}/messages/{message_id}"
    return sum(request.method == "PATCH" and request.path.endswith(path) for request in front.env.http_requests)


async def test_it_says_whose_move_it_is_and_leads_to_everything(tmp_path: Path) -> None:
    async with fought(tmp_path, MEADOW) as front:
        await ready(front)
        held: set[tuple[str, ...]] = set()
        for _ in range(2):
            asked = await _moves(front)
            held.add(tuple(re.findall(r"\b[0-9a-f]{64}\b", text_of(front.posts()[1]))))
            first = front.posts()[0]
            assert "### Meadow" in text_of(first)
            assert "Turn 1" in text_of(first)
            assert f"⏳ **{asked}** is asked until <t:" in text_of(first)
            assert "SHA-256" not in text_of(first), "the post of the beginning holds the hashes"
        ((seed, key, following),) = held
        assert len({seed, key, following}) == 3, "they stay where they are, whatever becomes of the question below them"
        assert [label for label in labels(first) if label] == [
            "My orders", "Map", "Catch up", "What can I do?", "My briefing",
        ]  # fmt: skip


async def test_it_is_changed_at_hand_overs_only_and_what_discord_refuses_is_tried_again(tmp_path: Path) -> None:
    async with fought(tmp_path, MEADOW) as front:
        await ready(front)
        first = front.posts()[0]
        before = edits(front, first.id)
        await front.ada.slash(front.thread, "map")
        assert edits(front, first.id) == before
        front.env.inject_error("PATCH", f"/channels/{front.thread.id}/messages/{first.id}", status=400, times=1)
        await _moves(front)
        await front.restart()
        await front.passes(minutes=3)
        asked = "First Army" if (await field_of(front)).state.segment.side == "attacker" else "Second Army"
        assert f"⏳ **{asked}** is asked until" in text_of(front.posts()[0])


async def test_where_discord_lets_it_be_changed_no_more_a_newer_one_stands_for_it(tmp_path: Path) -> None:
    async with fought(tmp_path, MEADOW) as front:
        await ready(front)
        first = front.posts()[0]
        path = f"/channels/{front.thread.id}/messages/{first.id}"
        front.env.inject_error(
            "PATCH", path, status=400, code=30046, message="Too many edits of an old message", times=1
        )
        asked = await _moves(front)
        await front.passes(minutes=3)
        standing = [post for post in front.posts() if "### Meadow" in text_of(post)]
        assert len(standing) == 2
        assert f"⏳ **{asked}** is asked until" in text_of(standing[-1])
        assert "Catch up" in labels(standing[-1])
        asked = await _moves(front)
        assert f"⏳ **{asked}** is asked until" in text_of(_post(front, standing[-1].id)), "the newer one is kept"
        await front.passes(minutes=180)
        old = _post(front, first.id)
        assert not [label for label in labels(old) if label], "the older one has nothing to press"
        assert "A newer post below" in text_of(old)


def _post(front: World, message_id: int) -> discord.Message:
    return next(post for post in front.posts() if post.id == message_id)


async def test_the_threads_title_says_turn_and_side_and_a_title_of_peoples_own_is_left_alone(tmp_path: Path) -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    async with fought(tmp_path, MEADOW) as front:
        # simcord lets only who manages channels rename a thread; Discord also who has made it
        allow(front, LEAST | discord.Permissions(manage_channels=True))
        await ready(front)

        async def thread() -> discord.Thread:
            found = await front.bot.fetch_channel(front.thread.id)
            assert isinstance(found, discord.Thread)
            return found

        titles, number = Titles(), 1
        await titles.keep(await thread(), number, "Meadow", ("Turn 2", "Attacker"), now)
        assert (await thread()).name == "Meadow · Turn 2 · Attacker"
        assert titles.due is None
        await titles.keep(await thread(), number, "Meadow", ("Turn 3", "Attacker"), now + timedelta(minutes=9))
        assert (await thread()).name == "Meadow · Turn 2 · Attacker", "one title in ten minutes"
        assert titles.due == now + timedelta(minutes=10), "and the one that is right then, when they are over"
        assert titles.ripe(now + timedelta(minutes=9)) == ()
        assert titles.ripe(now + timedelta(minutes=10)) == ((front.thread.id, number),)
        await titles.keep(await thread(), number, "Meadow", (), now + timedelta(minutes=20))
        assert (await thread()).name == "Meadow", "once the battle is over"
        await (await thread()).edit(name="Sunday's game")
        await titles.keep(await thread(), number, "Meadow", ("Turn 4", "Defender"), now + timedelta(minutes=40))
        assert (await thread()).name == "Sunday's game"


async def test_a_hand_over_soon_after_another_renames_the_thread_when_discord_lets_it(tmp_path: Path) -> None:
    async with fought(tmp_path, MEADOW) as front:
        allow(front, LEAST | discord.Permissions(manage_channels=True))
        await ready(front)
        asked = ""
        for _ in range(2):
            asked = await _moves(front)
        renamed = [
            request
            for request in front.env.http_requests
            if request.method == "PATCH" and request.path.endswith(f"/channels/{front.thread.id}")
        ]
        assert len(renamed) <= 1, "twice in ten minutes is all that Discord allows"
        await front.passes(minutes=11)
        assert front.env.backend.get_channel(front.thread.id).name == f"Meadow · Turn 1 · {asked}"


def test_a_long_title_keeps_its_turn() -> None:
    title = "The long march of the second battalion " * 4
    name = called(title, "Turn 12", "The people of Long Marston")
    assert len(name) <= 100
    assert name.endswith(" · Turn 12 · The people of Long Marston")
    assert is_ours(name, title)
    assert is_ours(called(title, ""), title)
    assert not is_ours("The long march", title)
