"""The sandbox: its first battle, its pages in a browser, stopping and going on, a day that passes."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from time import monotonic

import aiohttp
import pytest

from bot.sandbox import lobby, session
from bot.sandbox.entropy import SandboxEntropy
from bot.sandbox.keeping import Keeping
from bot.sandbox.session import Session
from bot.sandbox.world import ARMY, GM, INSURGENTS
from bot.shell.report import ShellError
from campaigns import battles, campaign
from campaigns.battles import Field
from campaigns.models import BattleStatus
from tests.stories import sandbox_page as pages

browser_test = [
    pytest.mark.browser,
    pytest.mark.skipif(pages.CHROMIUM is None, reason="no Chromium on this machine"),
]


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sandbox that was started once and stopped."""
    folder = tmp_path_factory.mktemp("sandbox")
    with pages.sandbox(folder, "--fresh") as running:
        assert running.stop() == 0
    return folder


@pytest.fixture
def folder(opened: Path, tmp_path: Path) -> Path:
    """A copy of it for one test."""
    return shutil.copytree(opened, tmp_path / "sandbox")


async def battle_of(running: Session) -> Field:
    (view,) = await campaign.of_guild(running.store, running.world.guild.id)
    (info,) = await battles.of_campaign(running.store, view.id)
    return await battles.load(running.store, info.id)


def posts(running: Session, channel: int) -> list[tuple[int, list[str | None]]]:
    """Every message of a channel: its id and the custom ids of its controls."""
    place = running.world.place(channel)
    assert place is not None
    return [
        (message.id, [getattr(part, "custom_id", None) for part in walk(message.components)])
        for message in place.history()
    ]


def walk(parts: object) -> list[object]:
    found: list[object] = []
    for part in parts if isinstance(parts, list) else []:
        found += [part, *walk(list(getattr(part, "children", [])))]
    return found


async def test_a_fresh_sandbox_waits_for_somebody_who_has_a_target(folder: Path) -> None:
    async with session.running(folder) as running:
        battle = await battle_of(running)
        assert battle.info.status is BattleStatus.RUNNING
        (ask,) = battle.prompt.asks
        offered = [offer for unit in ask.units for offer in battle.rules.offers(battle.state, ask.side, unit)]
        assert any(offer.verb == "fire" for offer in offered)
        (turn,) = await running.turns()
        asked = {"army": ARMY, "insurgents": INSURGENTS}[ask.side]
        assert turn == lobby.Turn(running.world.people[asked].id, battle.info.channel_id, ask.question)


def test_every_sandbox_opens_alike_and_goes_on_by_chance() -> None:
    first, second = SandboxEntropy(opening=True), SandboxEntropy(opening=True)
    assert [first(16), first(32)] == [second(16), second(32)]
    first.opening = second.opening = False
    assert first(32) != second(32)


async def test_a_second_start_goes_on_with_the_same_posts_and_their_buttons(folder: Path) -> None:
    async with session.running(folder) as running:
        before = await battle_of(running)
        seen = posts(running, before.info.channel_id)
        stopped = running.clock.now()
    async with session.running(folder) as running:
        after = await battle_of(running)
        assert (after.info.version, after.state) == (before.info.version, before.state)
        assert posts(running, after.info.channel_id) == seen
        assert running.clock.now() - stopped < timedelta(minutes=1)
        # A button that was posted in the first run is clicked in the second.
        (ask,) = after.prompt.asks
        hold = next(index for index, offer in enumerate(ask.quick) if offer.label.startswith("Hold"))
        wanted = f":quick:{after.info.id}:{after.info.version}:{ask.side}::{hold}"
        place = running.world.place(after.info.channel_id)
        assert place is not None
        message, button = next(
            (message, str(custom_id))
            for message in reversed(place.history())
            for custom_id in (getattr(part, "custom_id", None) for part in walk(message.components))
            if str(custom_id).endswith(wanted)
        )
        player = running.world.people[{"army": ARMY, "insurgents": INSURGENTS}[ask.side]]
        await player.click(message, custom_id=button)
        assert (await battle_of(running)).info.version > after.info.version


async def test_days_that_pass_remind_and_then_answer_for_the_absent(folder: Path) -> None:
    async with session.running(folder) as running:
        battle = await battle_of(running)
        noon = running.clock.now()
        count = len(posts(running, battle.info.channel_id))
        await running.leap(timedelta(days=1, hours=18))  # the deadline is two days off, the reminder half a day before
        assert running.clock.now() - noon >= timedelta(days=1, hours=18)
        assert (await battle_of(running)).info.version == battle.info.version
        assert len(posts(running, battle.info.channel_id)) > count
        await running.leap(timedelta(days=1))
        assert (await battle_of(running)).info.version > battle.info.version


async def test_what_cannot_be_taken_up_says_so_and_is_left_alone(folder: Path) -> None:
    (folder / "discord.world").write_bytes(b"not a world")
    database = (folder / "adjutant.db").read_bytes()
    with pytest.raises(ShellError, match=r"cannot be taken up.*--fresh"):
        async with session.running(folder):
            pass
    assert (folder / "adjutant.db").read_bytes() == database


async def test_two_sandboxes_do_not_share_a_folder(folder: Path) -> None:
    with Keeping(folder).alone(), pytest.raises(ShellError, match="already running"):
        async with session.running(folder, fresh=True):
            pass
    assert (folder / "discord.world").exists()


async def test_a_taken_port_is_found_before_anything_is_touched(tmp_path: Path) -> None:
    with lobby.bind(0) as door:
        door.listen()
        with pytest.raises(ShellError, match="is taken"):
            await session.serve(tmp_path / "sandbox", door.getsockname()[1], print)
    assert not (tmp_path / "sandbox").exists()


@asynccontextmanager
async def visited(folder: Path) -> AsyncIterator[tuple[Session, str, aiohttp.ClientSession]]:
    async with session.running(folder) as running:
        desk = lobby.Lobby(running.world, running.clock.now, running.turns, running.leap)
        runner, address = await lobby.start(desk, lobby.bind(0))
        async with aiohttp.ClientSession() as client:
            yield running, address, client
        await runner.cleanup()


async def test_the_lobby_leads_each_member_to_each_place_that_he_may_read(folder: Path) -> None:
    async with visited(folder) as (running, address, client):
        text = await (await client.get(address)).text()
        battle = await battle_of(running)
        for member in (GM, ARMY, INSURGENTS):
            link = f"open/{battle.info.channel_id}/{running.world.people[member].id}"
            assert f'href="/{link}"' in text
            answer = await client.get(address + link, allow_redirects=False)
            assert answer.status == 303
            assert answer.headers["Location"].startswith("http://127.0.0.1:")
        assert (await client.get(f"{address}open/1/2", allow_redirects=False)).status == 404


@pytest.mark.parametrize("headers", [{"Origin": "http://evil.example"}, {"Host": "evil.example"}])
async def test_another_sites_page_cannot_press_the_lobbys_buttons(folder: Path, headers: dict[str, str]) -> None:
    async with visited(folder) as (running, address, client):
        before = running.clock.now()
        assert (await client.post(f"{address}pass/day", headers=headers)).status == 403
        assert running.clock.now() - before < timedelta(hours=1)


class TestInABrowser:
    """The visitor's own walk."""

    pytestmark = browser_test

    def test_a_visitor_fires_within_a_minute_and_the_others_see_it(self, folder: Path) -> None:
        with pages.sandbox(folder) as running, pages.chromium() as browser:
            context = pages.visit(browser)
            start = context.new_page()
            began = monotonic()
            start.goto(running.address)
            with context.expect_page() as opened:
                start.get_by_role("link", name="Open the battle as Ivo").click()
            ivo = pages.settled(opened.value)
            enemy = pages.open_as(context, start, "Ada")
            pages.choose_unit(ivo, "Ridge cell")
            ivo.locator("#channel-message-list").get_by_role("button", name="Fire at").first.click()
            outcome = "Ridge cell fires as a unit"
            ivo.locator("#channel-message-list").get_by_text(outcome).wait_for()
            assert monotonic() - began < 60
            assert ivo.get_by_text("TO HIT").count() > 0
            # Nobody pressed a button on her page: it follows by itself.
            enemy.locator("#channel-message-list").get_by_text(outcome).wait_for()
            assert enemy.get_by_text("Only you can see this").count() < ivo.get_by_text("Only you can see this").count()
            context.close()

    def test_a_select_stays_open_between_posts_with_pictures(self, folder: Path) -> None:
        with pages.sandbox(folder) as running, pages.chromium() as browser:
            context = pages.visit(browser)
            start = context.new_page()
            start.goto(running.address)
            ivo = pages.open_as(context, start, "Ivo")
            select = ivo.locator(".select-trigger").last
            place = select.bounding_box()
            select.click()
            ivo.locator(".preview-select.is-open .select-option").first.wait_for()
            pages.settled(ivo)
            assert select.bounding_box() == place
            assert ivo.locator(".preview-select.is-open .select-option").count() == 3
            context.close()

    def test_the_lobby_fits_a_phone_and_lets_an_hour_pass(self, folder: Path) -> None:
        with pages.sandbox(folder) as running, pages.chromium() as browser:
            context = pages.visit(browser, width=390, height=800)
            page = context.new_page()
            page.goto(running.address)
            assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
            clock = page.get_by_text("It is").first
            before = clock.inner_text()
            page.get_by_role("button", name="Let an hour pass").click()
            page.wait_for_load_state()
            assert clock.inner_text() != before
            assert page.url == running.address
            context.close()
            assert running.stop() == 0
