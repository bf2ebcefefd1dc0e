"""A bot that is some of Discord's shards: it answers its own servers, and sends their posts alone."""

from __future__ import annotations

import base64
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import select
from yarl import URL

from bot.client import Sharded, build_bot
from bot.main import main
from bot.shell.report import ShellError
from bot.shell.settings import HostSettings
from bot.shell.shards import asked_for, placed
from campaigns.campaign import campaign
from campaigns.database.shares import ShardClaim, Share, numbers
from campaigns.database.store import Store
from campaigns.post import outbox
from campaigns.post.matter import Matter
from campaigns.tables.posts import OutboxPost
from tests.bot.toy import TOY
from tests.bot.world import World, said, world
from tests.charts import chart

TOKEN = f"{base64.urlsafe_b64encode(b'123456789012345678').decode()}.Gx1y2z.abcdefghijklmnopqrstuvwxyz012345678901"


class SecondOfTwo(Store):
    """The store of a process that is shard 1 of 2."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.share = Share(2, frozenset({1}))


@pytest.fixture
async def second(tmp_path: Path) -> AsyncIterator[World]:
    async with world(tmp_path, {"toy": TOY}, SecondOfTwo, shard_id=1) as made:
        yield made


async def test_a_shard_answers_its_servers_and_leaves_the_others_theirs(second: World) -> None:
    assert isinstance(second.bot, Sharded)
    assert (second.guild.id >> 22) % 2 == 1, "of shard 1, by Discord's rule"
    assert "Bosnia" in said(await second.gm.slash(second.channel, "campaign create", name="Bosnia"))
    elsewhere = await campaign.create(second.store, second.guild.id + (1 << 22), 77, second.gm.id, "Kosovo", "toy")
    await outbox.notify(second.store, elsewhere.id, Matter(topic="notice"))

    await second.gm.slash(second.channel, "campaign join", side="army", unit="squad")
    await second.bot.pump.drain()

    async with second.store.reading() as session:
        sent = (await session.exec(select(OutboxPost.campaign_id).where(OutboxPost.status == "sent"))).all()
    assert sent
    assert elsewhere.id not in sent
    second.store.share = Share()
    assert [post.campaign_id for post in await outbox.claim(second.store, second.store.clock.now())] == [elsewhere.id]


async def test_whoever_has_lost_its_place_tries_to_connect_no_further(tmp_path: Path) -> None:
    """discord.py would for ever, and the process would not end."""
    store = SecondOfTwo(f"sqlite+aiosqlite:///{tmp_path}/adjutant.db")
    bot = build_bot(store)
    assert isinstance(bot, Sharded)
    async with bot:
        pass
    await bot.launch_shard(URL("ws://127.0.0.1:1/"), 1)
    assert bot.shards == {}
    await store.close()


# ── What cannot be ────────────────────────────────────────────────────────────────────────────────────────────────


@chart(
    ("text", "claim"),
    [
        ("", None),
        ("auto", ShardClaim(0)),
        ("auto/16", ShardClaim(16)),
        ("0-3/16", ShardClaim(16, numbers("0-3"))),
        ("0-3, 8/16", ShardClaim(16, frozenset({0, 1, 2, 3, 8}))),
    ],
)
def test_what_a_process_asks_for(text: str, claim: ShardClaim | None) -> None:
    assert asked_for(text) == claim


@chart(
    ("text", "told"),
    [
        ("0-3", "it does not say of how many shards"),
        ("0-3/0", "it does not say of how many shards"),
        ("0-3/many", "it does not say of how many shards"),
        ("0-3/16/2", "it does not say of how many shards"),
        ("/16", "it names no shard"),
        ("3-0/16", "the range 3-0 runs backwards"),
        ("12-16/16", "of 16 shards the last one is 15"),
        ("one/16", "'one' is neither a number nor a range"),
        ("-1/16", "'-1' is neither a number nor a range"),
    ],
)
def test_shards_that_cannot_be_are_told_with_what_can(text: str, told: str) -> None:
    with pytest.raises(ShellError) as refused:
        asked_for(text)
    assert told in refused.value.message
    assert "say --shards 0-3/16 (these of sixteen), auto/16, or auto" in refused.value.text()
    assert refused.value.exit_code == 2


def test_a_file_is_no_place_for_one_part_of_a_fleet(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in HostSettings.model_fields:
        monkeypatch.delenv(f"ADJUTANT_{name.upper()}", raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ADJUTANT_TOKEN", TOKEN)
    monkeypatch.setenv("ADJUTANT_DATA", str(tmp_path))
    assert main(["run", "--shards", "0-3/16"]) == 2
    (line,) = capsys.readouterr().err.splitlines()[-1:]
    assert line.startswith("adjutant: an SQLite file serves one process, which cannot be shards 0-3 of 16 alone: set")


@pytest.mark.parametrize(("text", "shards"), [("", 1), ("auto", 3), ("auto/16", 16), ("0-1/2", 2)])
async def test_one_process_has_all_shards_and_asks_discord_alone_how_many(
    second: World, monkeypatch: pytest.MonkeyPatch, text: str, shards: int
) -> None:
    """`auto` without a number is what Discord recommends; without `--shards` there is one."""

    async def recommended(_: str) -> int:
        return 3

    monkeypatch.setattr("bot.shell.shards.recommended", recommended)
    async with placed(second.store, asked_for(text) if text else None, TOKEN) as place:
        assert place is None
        assert second.store.share == Share(shards, frozenset(range(shards)))
