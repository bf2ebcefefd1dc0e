"""What a host's programs are told over HTTP: whether all is well, whether the bot is ready, and figures."""

from __future__ import annotations

import json
import sys
from types import SimpleNamespace

import pytest
from aiohttp.test_utils import TestClient, TestServer
from sqlmodel import select
from yarl import URL

from bot.shell.metrics import Metrics
from bot.shell.monitoring import Monitor, address_of, metrics
from bot.shell.report import ShellError
from bot.shell.shards import Place
from campaigns.database.shares import ShardClaim
from campaigns.tables.posts import OutboxPost
from tests.bot.opened import battle_of
from tests.bot.world import World
from tests.charts import chart


async def told(desk: Monitor, path: str) -> tuple[int, str]:
    async with TestClient(TestServer(desk.app())) as client:
        answer = await client.get(path)
        return answer.status, await answer.text()


async def test_a_bot_at_work_is_well_and_ready_and_says_what_it_has_done(club: World) -> None:
    await battle_of(club)
    measured = club.bot.watch = Metrics()
    await club.gm.slash(club.thread, "battle end", winner="army")
    await club.zoe.slash(club.channel, "gm undelivered")
    measured.lagged(1.5)
    desk = Monitor(club.store, club.bot, None, measured)

    status, words = await told(desk, "/health")
    facts = json.loads(words)
    assert (status, facts["well"], facts["database"], facts["posts_dead"]) == (200, True, "", 0)
    assert facts["tasks"].keys() >= {"deadlines", "posts", "commands"}
    assert (await told(desk, "/ready"))[0] == 200
    status, page = await told(desk, "/metrics")
    lines = page.splitlines()
    assert status == 200
    assert 'adjutant_interactions_total{outcome="done",what="/battle end"} 1.0' in lines
    assert 'adjutant_interactions_total{outcome="refused",what="/gm undelivered"} 1.0' in lines
    assert sum(line.startswith("adjutant_refusals_total{code=") for line in lines) == 1
    assert any(line.startswith('adjutant_posts_total{kind="closing",outcome="sent"}') for line in lines)
    assert 'adjutant_outbox_posts{state="waiting"} 0.0' in lines
    assert "adjutant_loop_lag_seconds 1.5" in lines
    assert "Bosnia" not in page
    assert str(club.guild.id) not in page


async def test_everything_of_an_interaction_bears_its_number_from_the_click_to_the_post(club: World) -> None:
    await battle_of(club, anew=True)
    answered = [entry for entry in club.log if entry["event"] == "answered" and entry["what"] == "/battle begin"]
    posts = [entry for entry in club.log if entry["event"] == "post"]
    assert len(answered) == 1
    assert {entry["outcome"] for entry in posts} == {"sent"}
    words = " ".join(str(value) for entry in (*answered, *posts) for value in entry.values())
    assert "Bosnia" not in words
    async with club.store.reading() as session:
        caused = (await session.exec(select(OutboxPost.cause).where(OutboxPost.kind == "sitting"))).all()
    assert caused
    assert None not in caused


async def test_without_its_database_or_its_place_it_is_not_ready(club: World) -> None:
    place = Place(club.store, ShardClaim(1))
    desk = Monitor(club.store, club.bot, place, None)
    assert (await told(desk, "/ready"))[0] == 200
    place.lost = "another process has put this one out"
    status, words = await told(desk, "/ready")
    assert (status, "another process has put this one out" in words) == (503, True)
    assert await told(desk, "/metrics") == (
        501,
        "There are no metrics: install Adjutant with its extra, pip install 'adjutant[metrics]'.\n",
    )


async def test_limits_and_times_are_read_from_what_discord_answers() -> None:
    measured = Metrics()
    for path, status in (("/api/v10/interactions/175928847299117063/word/callback", 204), ("/api/v10/channels/1", 429)):
        response = SimpleNamespace(status=status, headers={"X-RateLimit-Scope": "shared"})
        await measured._heard(None, None, SimpleNamespace(response=response, url=URL(f"https://discord.com{path}")))  # type: ignore[arg-type]
    store = SimpleNamespace(share=SimpleNamespace(held=(0,)), engine=SimpleNamespace(pool=None))
    page = measured.page(store, SimpleNamespace(latency=0.1), None).decode()  # type: ignore[arg-type]
    assert 'adjutant_rate_limited_total{scope="shared"} 1.0' in page
    assert "adjutant_acknowledge_seconds_count 1.0" in page
    assert 'adjutant_gateway_latency_seconds{shard="0"} 0.1' in page


def test_without_prometheus_there_are_no_metrics(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    monkeypatch.delitem(sys.modules, "bot.shell.metrics")
    assert metrics() is None


@chart(
    ("text", "address"),
    [
        ("9110", ("127.0.0.1", 9110)),
        ("0.0.0.0:9110", ("0.0.0.0", 9110)),
        ("[::1]:9110", ("::1", 9110)),
    ],
)
def test_it_listens_on_loopback_unless_told_otherwise(text: str, address: tuple[str, int]) -> None:
    assert address_of(text) == address


def test_an_address_without_a_port_is_refused() -> None:
    with pytest.raises(ShellError, match=r"ADJUTANT_LISTEN=localhost: give a port \(9110\)"):
        address_of("localhost")
