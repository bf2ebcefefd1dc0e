"""A full disk, a locked database, a disk that fails, a file that lets nobody in, a server that is away: people are told
in words, nothing has changed, and what recurs goes on when it is over. The faults are real (`faults`)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from campaigns.battle.watch import health
from campaigns.campaign import campaign
from campaigns.database.store import Store
from tests.bot import faults
from tests.bot.opened import Fight, battle_of
from tests.bot.toy import TOY
from tests.bot.world import World, ids_of, said, world
from tests.campaigns.behind import pending

Ailing = Callable[[World], AbstractAsyncContextManager[None]]


@pytest.fixture
async def hasty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """The club on a database that soon says that somebody else is writing, instead of waiting for 15 seconds."""
    monkeypatch.setattr("campaigns.database.store.BUSY_SECONDS", 0.05)
    async with world(tmp_path, {"toy": TOY}) as made:
        yield made


def file_of(fault: faults.Fault) -> Ailing:
    """The fault of the club's own file, also for whoever opens it anew."""

    @asynccontextmanager
    async def ailing(club: World) -> AsyncIterator[None]:
        await club.store.engine.dispose()
        with fault(Path(str(club.store.url.database))):
            yield

    return ailing


@asynccontextmanager
async def away(club: World) -> AsyncIterator[None]:
    """The club's database is on a server that nobody can reach."""
    there, store = Store(faults.NOWHERE), club.store
    former = store.engine, store._reading
    store.engine, store._reading = there.engine, there._reading
    try:
        yield
    finally:
        store.engine, store._reading = former


NOTHING, UNKNOWN = "Nothing has changed.", "Whether your order still got through is not known."
WRITING = [
    pytest.param(file_of(faults.full), "The host's disk is full", NOTHING, id="full"),
    pytest.param(file_of(faults.locked), "The database is busy", NOTHING, id="locked"),
    pytest.param(file_of(faults.failing), "The host's disk does not do what it should", NOTHING, id="failing"),
]
"""What can still be read then."""
FAULTS = [
    *WRITING,
    pytest.param(file_of(faults.unreadable), "The database cannot be opened", NOTHING, id="unreadable"),
    pytest.param(away, "The database cannot be reached", UNKNOWN, id="away"),
]


def mishaps(club: World) -> list[dict[str, Any]]:
    """The errors that were logged: they belong to the story, and are taken off the list."""
    found = [entry for entry in club.log if entry["log_level"] == "error"]
    for entry in found:
        club.log.remove(entry)
    return found


Try = Callable[[], Awaitable[str]]
"""Does it, and returns what its player is told."""


async def held(fight: Fight) -> Try:
    """The one whose turn it is holds by the command."""
    player, thread = await fight.player(), fight.world.thread

    async def tried() -> str:
        return said(await player.slash(thread, "hold"))

    return tried


async def pressed(fight: Fight) -> Try:
    """The one whose turn it is presses the first quick button below the prompt."""
    player, (prompt, button) = await fight.player(), fight.quick()

    async def tried() -> str:
        return said(await player.click(prompt, custom_id=button))

    return tried


async def written(fight: Fight) -> Try:
    """The one whose turn it is sends a form that has been opened before."""
    player = await fight.player()
    panel = await fight.pick(player)
    assert panel.response is not None
    form = await player.click(panel.response, custom_id=ids_of(panel.response, "ask")[0])

    async def tried() -> str:
        return said(await player.submit_modal(form, {"where": "the orchard", "depth": ["deep"]}))

    return tried


@pytest.mark.parametrize("answer", [held, pressed, written])
@pytest.mark.parametrize(("fault", "words", "came_of"), FAULTS)
async def test_people_hear_what_ails_the_database_and_nothing_has_changed(
    hasty: World, fault: Ailing, words: str, came_of: str, answer: Callable[[Fight], Awaitable[Try]]
) -> None:
    fight = await battle_of(hasty)
    tried, version = await answer(fight), await fight.version()
    async with fault(hasty):
        told = await tried()
        for _ in range(10):
            if words in told:
                break
            # It went into pages that were not full.
            tried, version = await answer(fight), await fight.version()
            told = await tried()
    assert await fight.version() == version
    assert f"**{words}.** {came_of}" in told
    (mishap, *_) = [entry for entry in mishaps(hasty) if entry["event"] == "mishap"]
    assert str(mishap["trouble"]).lower() == words.lower()
    assert mishap["id"] in told
    assert "went wrong" not in told

    await hasty.passes(minutes=16)  # the bot has waited out its own failures
    version = await fight.version()
    await (await held(fight))()
    assert await fight.version() > version
    assert await pending(hasty.store) == ()
    mishaps(hasty)


@pytest.mark.parametrize(("fault", "words", "came_of"), FAULTS)
async def test_deadlines_and_posts_go_on_afterwards_and_nothing_is_lost_or_doubled(
    hasty: World, fault: Ailing, words: str, came_of: str
) -> None:
    fight = await battle_of(hasty)
    here = (await fight.field()).info.campaign_id
    await campaign.change_settings(hasty.store, here, hasty.gm.id, deadline_hours=1, reminder_hours=0)
    await (await held(fight))()  # whoever is asked now has an hour
    tried = await held(fight)
    async with fault(hasty):
        await tried()
    mishaps(hasty)
    version = await fight.version()
    await hasty.passes(minutes=56)
    async with fault(hasty):
        await hasty.passes(minutes=6)
        assert (await health.ails(hasty.store)).startswith(words[0].lower() + words[1:])
    assert await fight.version() == version, "the deadline has passed, and nobody could answer it"
    told = [entry.get("trouble", "") for entry in mishaps(hasty) if entry["event"] in ("task failed", "timers")]
    assert words.lower() in {str(each).lower() for each in told}

    await hasty.passes(minutes=40)
    assert await health.ails(hasty.store) == ""
    assert (await health.check(hasty.store)).well
    assert await fight.version() > version, "the deadline has answered"
    assert await pending(hasty.store) == ()
    texts = hasty.texts()
    assert sum("did not answer in time" in text for text in texts) == 1
    assert len(texts) == len(set(texts)), "no post stands twice"
