"""The bench counts what a table sees: the same battle on a virtual Discord has as many posts, pings and pictures."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from campaigns.post import strikes
from tests.bench import pace
from tests.bench.letterbox import undrawn
from tests.bench.pace import Plan, Table
from tests.bot.world import World, world

SHORT = Plan(
    "short",
    "book-and-gun",
    kinds=("us-infantry-squad", "insurgent-cell-of-7"),
    each=2,
    board=("village", 36, 24),
    turns=2,
)


def seen(club: World, channel_id: int) -> tuple[int, int, int]:
    """Messages that were sent to the channel, people pinged in them, and pictures, later ones too."""
    sent = [
        request.json
        for request in club.env.http_requests
        if request.json and request.method == "POST" and request.path.endswith(f"/channels/{channel_id}/messages")
    ]
    pinged = sum(len(body["allowed_mentions"].get("users") or ()) for body in sent)
    changed = [
        request.json
        for request in club.env.http_requests
        if request.json and request.method == "PATCH" and f"/channels/{channel_id}/messages/" in request.path
    ]
    return len(sent), pinged, sum(len(body.get("attachments") or ()) for body in (*sent, *changed))


async def test_the_bench_counts_what_a_table_sees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(*_: object) -> None:
        return None

    monkeypatch.setattr(strikes, "overtake", never)  # a message that loses its question has its pictures sent again
    counted = await pace.cost(SHORT, "clicks", 1)
    async with world(tmp_path) as club:
        club.store.entropy = pace.repeated("short 1")
        thread = club.guild.create_text_channel("thread")
        table = Table(club.guild.id, club.channel.id, thread.id, club.gm.id, (club.ada.id, club.ivo.id))

        async def posted() -> None:
            # Somebody deletes some thread: the bot looks whether anything is to be sent.
            gone = {"id": "1", "guild_id": str(club.guild.id), "parent_id": str(club.channel.id), "type": 11}
            club.env.backend.emit("THREAD_DELETE", gone)
            await club.env.settle()

        async def passes(wait: timedelta) -> None:
            await club.passes(seconds=wait.total_seconds())

        with undrawn():
            tally = await pace.fought(club.store, SHORT, "clicks", 1, posted, table, passes)
        assert (tally.decisions, tally.hand_overs) == (counted.decisions, counted.hand_overs)
        assert seen(club, thread.id) == (counted.posts, counted.mentions, counted.pictures)
        assert counted.messages > counted.posts, "the sides' threads count, too"
        assert counted.vain == 0
        assert counted.mentions == counted.hand_overs + 1 > 3, "and nobody is mentioned who has just acted"


def test_days_are_half_the_hand_overs() -> None:
    """Two answers a day: nineteen hand-overs are nine and a half days."""
    cost = pace.Cost(41, 19, 83, 42, 26, messages=95, pings=43, turns=10, aims_won=1)
    told = pace.Paced("the-mill-road", "clicks", 2, cost).as_json()
    assert (told["name"], told["hands"], told["n"]) == ("the-mill-road", "clicks", 2)
    counted = [told[name] for name in ("hand_overs", "messages", "pings", "days", "aims_won")]
    assert counted == [19, 95, 43, 9.5, 1]


def test_a_letter_a_turn_has_goals_and_other_hands_have_none() -> None:
    """Six hand-overs of ten turns: 22 messages and 8 pings at most, none of whoever has just acted; 7 are too many."""

    def ok(hand_overs: float, messages: float, pings: float, vain: float = 0, hands: str = "letter") -> bool:
        cost = pace.Cost(1, hand_overs, 1, 1, 1, messages, pings, vain, turns=10)
        return pace.Paced("the-mill-road", hands, 5, cost).ok

    assert ok(6, 22, 8)
    assert not ok(6, 23, 8)
    assert not ok(6, 22, 9)
    assert not ok(6, 22, 8, 0.2)
    assert not ok(7, 22, 8)
    assert ok(70, 220, 80, hands="clicks")


async def test_ten_a_side_of_five56mm_under_orders_change_hands_a_few_times_only() -> None:
    plan = next(plan for plan in pace.PLANS if plan.name == "five56mm-10")
    counted = await pace.cost(plan, "orders", 0)
    assert counted.hand_overs <= 10, "a hundred goes and more"
    assert counted.decisions <= 30


async def test_letters_a_turn_change_hands_once_a_turn_for_both_sides() -> None:
    """Whoever is not asked yet reads that their orders have run out, and writes while the battle waits for others."""
    plan = next(plan for plan in pace.PLANS if plan.name == "five56mm-10")
    counted = await pace.cost(plan, "letter", 0)
    assert counted.turns > 3, "else it says little"
    assert counted.hand_overs <= counted.turns
    assert counted.vain == 0
    assert counted.messages <= 2 * counted.hand_overs + counted.turns - 2, "in all channels"
    assert counted.pings <= counted.hand_overs + 2


async def test_a_regiment_of_red_actions_under_orders_changes_hands_about_once_a_turn() -> None:
    plan = next(plan for plan in pace.PLANS if plan.name == "regiment")
    counted = await pace.cost(plan, "orders", 0)
    assert counted.hand_overs <= 12, "ten segments a turn for ten turns"
    assert counted.decisions <= 25
