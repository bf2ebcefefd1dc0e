"""The first post of a battle's thread says how it stands: it is changed at hand-overs, and needs nobody to scroll."""

from __future__ import annotations

from pathlib import Path

from tests.bot.red_front import MEADOW, does, field_of, fought, ready
from tests.bot.world import World, labels, text_of


async def _moves(front: World) -> str:
    """Whoever's turn it is moves in the open; the name of the side that is asked then."""
    if (await field_of(front)).state.segment.side == "attacker":
        await does(front, front.ada, "move", unit="First company", path="1in toward 14,30")
    else:
        await does(front, front.ivo, "move", unit="Far company", path="1in toward 40,1")
    return "Attacker" if (await field_of(front)).state.segment.side == "attacker" else "Defender"


def edits(front: World, message_id: int) -> int:
    path = f"/channels/{front.thread.id}/messages/{message_id}"
    return sum(request.method == "PATCH" and request.path.endswith(path) for request in front.env.http_requests)


async def test_it_says_whose_move_it_is_and_leads_to_everything(tmp_path: Path) -> None:
    async with fought(tmp_path, MEADOW) as front:
        await ready(front)
        for _ in range(2):
            asked = await _moves(front)
            first = front.posts()[0]
            assert "### Meadow" in text_of(first)
            assert "Turn 1" in text_of(first)
            assert f"⏳ **{asked}** is asked until <t:" in text_of(first)
            assert "SHA-256 of the seed" in text_of(first), "whoever checks the dice finds it where it was"
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
        asked = "Attacker" if (await field_of(front)).state.segment.side == "attacker" else "Defender"
        assert f"⏳ **{asked}** is asked until" in text_of(front.posts()[0])
