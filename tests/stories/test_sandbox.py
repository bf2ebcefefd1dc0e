"""The sandbox: its first battle, its pages in a browser, stopping and going on, a day that passes."""

from __future__ import annotations

import asyncio
import gc
import re
import shutil
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from pathlib import Path

import aiohttp
import pytest
from playwright.sync_api import Browser

from bot.sandbox import lobby, session
from bot.sandbox.clock import EPOCH
from bot.sandbox.entropy import SandboxEntropy
from bot.sandbox.keeping import Keeping
from bot.sandbox.opening import OPENINGS
from bot.sandbox.session import Session
from bot.sandbox.world import CAMPAIGN_CHANNEL, GM, ONE, OTHER, PLATOON_CHANNEL, SKIRMISH_CHANNEL, STEPPE_CHANNEL
from bot.shell.report import ShellError
from campaigns.battle import battles
from campaigns.battle.battles import StandingBattle
from campaigns.campaign import campaign
from campaigns.scenario import scenarios
from campaigns.tables.battles import BattleStatus
from campaigns.thinking import SHARE
from rules.scenario import first_battle, library
from rules.seam.asking import keyed
from rules.seam.viewing import Viewer
from tests.sharing import made_once
from tests.stories import sandbox_page as pages

browser_test = [
    pytest.mark.browser,
    pytest.mark.skipif(pages.CHROMIUM is None, reason="no Chromium on this machine"),
]


@pytest.fixture(autouse=True)
def ticking(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the sandboxes of this process a millisecond passes with each look at the clock, whatever the machine does."""
    began = (EPOCH + timedelta(days=365)).timestamp()
    monkeypatch.setattr("bot.sandbox.clock.time", (began + looks / 1000 for looks in count()).__next__)


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sandbox that was started once and stopped."""

    def start_and_stop(folder: Path) -> None:
        with pages.sandbox(folder, "--fresh") as running:
            assert running.stop() == 0

    return made_once(tmp_path_factory, "sandbox", start_and_stop)


@pytest.fixture
def folder(opened: Path, tmp_path: Path) -> Path:
    """A copy of it for one test."""
    return shutil.copytree(opened, tmp_path / "sandbox")


MILL = "The mill road"
PLAYERS = {side: player for opening in OPENINGS for player, side in opening.sides.items()}


async def battle_of(running: Session, channel: str = CAMPAIGN_CHANNEL) -> StandingBattle:
    view = await campaign.of_channel(running.store, running.world.guild.channels[channel].id)
    assert view is not None
    (info,) = await battles.of_campaign(running.store, view.id)
    return await battles.load(running.store, info.id)


async def with_a_target(folder: Path) -> str:
    """The name of a unit on the mill road that can fire now."""
    async with session.running(folder) as running:
        battle = await battle_of(running)
        (ask,) = battle.prompt.asks
        view = battle.rules.battle.view(battle.state, Viewer(side=ask.side))
        able = (
            unit
            for unit in ask.units
            if any(offer.verb == "fire" for offer in battle.rules.battle.offers(battle.state, ask.side, unit))
        )
        found = view.unit(next(able))
        assert found is not None
        return found.name


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


async def test_in_two_battles_of_a_fresh_sandbox_somebody_has_a_target_and_the_others_begin(folder: Path) -> None:
    async with session.running(folder) as running:
        turns = await running.turns()
        for channel, rules, title, offered_first in (
            (CAMPAIGN_CHANNEL, "The Book and the Gun", "The mill road", "fire"),
            (SKIRMISH_CHANNEL, "5.56mm", "Last bird off the Meridian", "fire"),
            (PLATOON_CHANNEL, "WRG Infantry Action 1925–1975", "The canal bridge", "order"),
            (STEPPE_CHANNEL, "Red Actions! Pygmy Wars", "A village on the Don", "keep-token"),
        ):
            battle = await battle_of(running, channel)
            assert battle.info.status is BattleStatus.RUNNING
            for ask in battle.prompt.asks:
                offered = [
                    offer for unit in ask.units for offer in battle.rules.battle.offers(battle.state, ask.side, unit)
                ]
                assert any(offer.verb == offered_first for offer in offered)
                member = running.world.people[PLAYERS[ask.side]].id
                ordering = battle.rules.battle.ordering
                alone = ordering is not None and ordering.planning is not None
                assert turns.pop(0) == lobby.AwaitedAnswer(
                    member, battle.info.channel_id, ask.face.question, title, rules, alone
                )
        assert turns == []


async def test_both_battles_have_events_and_briefings_for_their_sides(folder: Path) -> None:
    async with session.running(folder) as running:
        for opening in OPENINGS:
            battle = await battle_of(running, opening.channel)
            assert battle.rules.key == opening.rules
            assert len(battle.rules.battle.scripted(battle.state, Viewer(umpire=True))) > 5
            for side in opening.sides.values():
                briefing = await scenarios.briefing(running.store, battle.info.id, Viewer(side=side))
                assert briefing is not None
                assert [key for key, _ in briefing.own] == [side]


def test_every_sandbox_opens_alike_and_goes_on_by_chance() -> None:
    first, second = SandboxEntropy(), SandboxEntropy()
    first.open("another battle")
    first(5)
    for each in (first, second):
        each.open("The water line")
    assert [first(16), first(32)] == [second(16), second(32)]
    for each in (first, second):
        each.opened()
    assert first(32) != second(32)


async def test_the_lobby_opens_with_the_first_battle_and_the_others_follow(tmp_path: Path) -> None:
    """Whoever leaves meanwhile loses nothing: they are begun before the sandbox is kept."""
    begun: list[str] = []
    async with session.running(tmp_path, doing=begun.append) as running:
        assert {turn.battle for turn in await running.turns()} == {"A village on the Don"}
        assert not running.keeping.file.exists()
        runner, address = await lobby.start(lobby.Hall(running.lobby()), lobby.bind(0))
        async with aiohttp.ClientSession() as client:
            assert "Still being set up: Battle " in await (await client.get(address)).text()
        await runner.cleanup()
    assert len(begun) == 2 + len(OPENINGS)
    async with session.running(tmp_path) as running:
        assert len({turn.rules for turn in await running.turns()}) == len(running.store.rule_sets) == len(OPENINGS)


async def test_a_second_start_goes_on_with_the_same_posts_and_their_buttons(folder: Path) -> None:
    async with session.running(folder) as running:
        before = await battle_of(running)
        channel = running.world.place(before.info.channel_id)
        assert channel is not None
        begun = posts(running, before.info.channel_id)
        await running.world.people[ONE].send(channel, "Said in the last moment: nothing has been saved since.")
        seen = posts(running, before.info.channel_id)
        assert len(seen) == len(begun) + 1
        stopped = running.clock.now()
    async with session.running(folder) as running:
        after = await battle_of(running)
        assert (after.info.version, after.state) == (before.info.version, before.state)
        assert posts(running, after.info.channel_id) == seen
        assert running.clock.now() - stopped < timedelta(minutes=1)
        # A button that was posted in the first run is clicked in the second.
        (ask,) = after.prompt.asks
        hold = next(key for key, offer in keyed(ask.quick).items() if offer.label.startswith("Hold"))
        wanted = re.compile(rf"adj\d+:quick:{after.info.id}:\d+:{ask.side}::{hold}")
        place = running.world.place(after.info.channel_id)
        assert place is not None
        message, button = next(
            (message, str(custom_id))
            for message in reversed(place.history())
            for custom_id in (getattr(part, "custom_id", None) for part in walk(message.components))
            if wanted.fullmatch(str(custom_id))
        )
        player = running.world.people[PLAYERS[ask.side]]
        await player.click(message, custom_id=button)
        assert (await battle_of(running)).info.version > after.info.version


async def test_days_that_pass_remind_and_then_answer_for_the_absent(folder: Path) -> None:
    """One reminder tells of all that waits for somebody; it stands where they were asked first."""
    async with session.running(folder) as running:
        battle = await battle_of(running, STEPPE_CHANNEL)
        noon = running.clock.now()
        count = len(posts(running, battle.info.channel_id))
        await running.leap(timedelta(days=1, hours=18))  # the deadline is two days off, the reminder half a day before
        assert running.clock.now() - noon >= timedelta(days=1, hours=18)
        assert (await battle_of(running, STEPPE_CHANNEL)).info.version == battle.info.version
        assert len(posts(running, battle.info.channel_id)) > count
        await running.leap(timedelta(days=1))
        assert (await battle_of(running, STEPPE_CHANNEL)).info.version > battle.info.version


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


async def test_a_sandbox_that_is_served_answers_everybody_while_a_battle_is_thought_about(folder: Path) -> None:
    interval, frozen = sys.getswitchinterval(), gc.get_freeze_count()
    ready: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    serving = asyncio.create_task(session.serve(folder, 0, ready.set_result))
    try:
        await asyncio.wait({ready, serving}, return_when=asyncio.FIRST_COMPLETED)
        assert ready.done()
        assert sys.getswitchinterval() == pytest.approx(SHARE)
        assert gc.get_freeze_count() > frozen + 10_000
    finally:
        serving.cancel()
        await asyncio.wait({serving})
        sys.setswitchinterval(interval)
        gc.unfreeze()


async def test_before_it_is_set_up_the_page_says_what_is_being_done() -> None:
    hall = lobby.Hall()
    runner, address = await lobby.start(hall, lobby.bind(0))
    try:
        async with aiohttp.ClientSession() as client:
            hall.doing = "Battle 2 of 4: 5.56mm, “The long night”"
            page = await (await client.get(address)).text()
            assert "Being set up" in page
            assert "Battle 2 of 4: 5.56mm, “The long night” …" in page
            assert 'http-equiv="refresh" content="1"' in page
            assert (await client.post(f"{address}learn/0")).status == 503
    finally:
        await runner.cleanup()


@asynccontextmanager
async def visited(folder: Path) -> AsyncIterator[tuple[Session, str, aiohttp.ClientSession]]:
    async with session.running(folder) as running:
        runner, address = await lobby.start(lobby.Hall(running.lobby()), lobby.bind(0))
        async with aiohttp.ClientSession() as client:
            yield running, address, client
        await runner.cleanup()


async def test_the_lobby_leads_each_member_to_each_place_that_he_may_read(folder: Path) -> None:
    async with visited(folder) as (running, address, client):
        text = await (await client.get(address)).text()
        battle = await battle_of(running)
        skirmish = await battle_of(running, SKIRMISH_CHANNEL)
        assert f"open/{skirmish.info.channel_id}/" in text
        for member in (GM, ONE, OTHER):
            link = f"open/{battle.info.channel_id}/{running.world.people[member].id}"
            assert f'href="/{link}"' in text
            answer = await client.get(address + link, allow_redirects=False)
            assert answer.status == 303
            assert answer.headers["Location"].startswith("http://127.0.0.1:")
        assert (await client.get(f"{address}open/1/2", allow_redirects=False)).status == 404


async def test_one_click_leaves_the_other_side_to_the_staff(folder: Path) -> None:
    async with visited(folder) as (running, address, client):
        before = await battle_of(running)
        ada = running.world.people[ONE].id
        assert "Play against the staff" in await (await client.get(address)).text()
        link = f"{address}alone/{before.info.channel_id}/{ada}"
        answer = await client.post(link, allow_redirects=False)
        assert answer.status == 303
        assert answer.headers["Location"] == f"/open/{before.info.channel_id}/{ada}"
        after = await battle_of(running)
        assert after.info.staff == ("insurgents",)
        assert {ask.side for ask in after.prompt.asks} <= {"army", "civilians"}
        assert (await client.post(link, allow_redirects=False)).status == 404, "it plays there already"
        assert (await client.post(f"{address}alone/1/{ada}", allow_redirects=False)).status == 404


async def test_every_scenario_can_be_begun_alone_as_either_side(folder: Path) -> None:
    async with visited(folder) as (running, address, client):
        known = running.lone_battles()
        shipped = {(rules.key, each.key) for rules in running.store.rule_sets.values() for each in library(rules.key)}
        assert {(one.rules, one.key) for one in known} == shipped
        text = await (await client.get(address)).text()
        assert text.count('name="side"') == 2 * len(known)
        assert text.count('value="bold"') == 2 * len(known)
        ada = running.world.people[ONE].id
        for number, one in enumerate(known):
            (mine, _), (theirs, _) = one.sides if number % 2 else one.sides[::-1]
            answer = await client.post(
                f"{address}lone/{number}", data={"side": mine, "boldness": "bold"}, allow_redirects=False
            )
            assert answer.status == 303, await answer.text()
            place, _, member = answer.headers["Location"].removeprefix("/open/").partition("/")
            assert int(member) == ada
            info = await battles.in_channel(running.store, int(place))
            assert info is not None
            assert (info.status, info.staff) == (BattleStatus.RUNNING, (theirs,))
            asked = {ask.side for ask in (await battles.load(running.store, info.id)).prompt.asks if not ask.umpire}
            assert theirs not in asked, "the staff has answered what it was asked"
        for number, data, status in (
            (99, {"side": "army", "boldness": "bold"}, 404),
            (0, {"side": "nobody", "boldness": "bold"}, 404),
            (0, {"side": known[0].sides[0][0], "boldness": "mad"}, 404),
        ):
            assert (await client.post(f"{address}lone/{number}", data=data)).status == status
        again = {"side": known[0].sides[0][0], "boldness": "careful"}
        assert (await client.post(f"{address}lone/0", data=again, allow_redirects=False)).status == 303


async def test_a_newcomer_begins_a_first_battle_of_each_book_by_one_button(folder: Path) -> None:
    async with visited(folder) as (running, address, client):
        books = list(running.store.rule_sets.values())
        page = await (await client.get(address)).text()
        assert page.index("New here?") < page.index("Play alone"), "it stands first"
        assert page.count('action="/learn/') == len(books)
        for number, rules in enumerate(books):
            answer = await client.post(f"{address}learn/{number}", allow_redirects=False)
            assert answer.status == 303, await answer.text()
            place = int(answer.headers["Location"].split("/")[2])
            info = await battles.in_channel(running.store, place)
            lesson = first_battle(rules.key)
            assert info is not None
            assert lesson is not None
            assert (info.title, info.staff) == (lesson.title, (lesson.sides[1].key,))
        assert (await client.post(f"{address}learn/99")).status == 404


async def test_each_battle_of_the_lobby_says_where_when_and_how_big_and_shows_its_table(folder: Path) -> None:
    async with visited(folder) as (running, address, client):
        page = await (await client.get(address)).text()
        known = running.lobby()
        for kind in ("first", "lone"):
            for number, one in enumerate(known.battles(kind)):
                assert f'src="/table/{kind}/{number}.png"' in page
                assert one.about in page
        drawn = await client.get(f"{address}table/lone/0.png")
        assert (drawn.status, drawn.content_type) == (200, "image/png")
        assert "max-age" in drawn.headers["Cache-Control"], (
            "the page looks again every ten seconds, its pictures do not"
        )
        assert (await client.get(f"{address}table/lone/99.png")).status == 404


@pytest.mark.parametrize("headers", [{"Origin": "http://evil.example"}, {"Host": "evil.example"}])
async def test_another_sites_page_cannot_press_the_lobbys_buttons(folder: Path, headers: dict[str, str]) -> None:
    async with visited(folder) as (running, address, client):
        before = running.clock.now()
        assert (await client.post(f"{address}pass/day", headers=headers)).status == 403
        assert running.clock.now() - before < timedelta(hours=1)


@dataclass(frozen=True)
class Visit:
    """A sandbox that was taken up and runs, a browser for its visitors, and a unit on the mill road that can fire."""

    address: str
    browser: Browser
    unit: str


@pytest.fixture(scope="class")
def visit(opened: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visit]:
    """A sandbox in which no time passes: for those who stay each in a battle of their own, in any order."""
    folder = shutil.copytree(opened, tmp_path_factory.mktemp("visited") / "sandbox")
    unit = asyncio.run(with_a_target(folder))
    with pages.sandbox(folder) as running:
        with pages.chromium() as browser:
            yield Visit(running.address, browser, unit)
        assert running.stop() == 0


@pytest.fixture
def alone(visit: Visit, opened: Path, tmp_path: Path) -> Iterator[Visit]:
    """Another sandbox, for somebody who lets time pass, in the same browser."""
    with pages.sandbox(shutil.copytree(opened, tmp_path / "sandbox")) as running:
        yield Visit(running.address, visit.browser, visit.unit)
        assert running.stop() == 0


class TestInABrowser:
    """The visitors' own walks, each in a browser window of his own."""

    pytestmark = browser_test

    def test_a_visitor_of_the_other_rules_fires_from_the_prompt(self, visit: Visit) -> None:
        context = pages.visit(visit.browser, width=390, height=800)
        start = context.new_page()
        start.goto(visit.address)
        mine, _ = pages.start(context, start, "Last bird off the Meridian")
        posts = mine.locator("#channel-message-list")
        posts.get_by_role("button", name="For my side only").last.click()
        posts.get_by_text("Only your side knows").wait_for()
        # Whose go it is, the cards of this sandbox say; either side has an aim of its own.
        posts.get_by_text(re.compile("to the helipad|leave the roof")).first.wait_for()
        # Whether he spots his man is up to the dice; that he has tried is told to him at once.
        pages.click_until(
            mine,
            posts.get_by_role("button", name="Fire at").first,
            posts.get_by_text("Only you can see this").nth(1),
        )
        assert posts.get_by_text("othing has changed").count() == 0
        context.close()

    def test_a_select_stays_open_between_posts_and_a_visitor_fires_in_three_clicks(self, visit: Visit) -> None:
        """The others see it."""
        self.selects(visit)
        context = pages.visit(visit.browser)
        start = context.new_page()
        start.goto(visit.address)
        mine, name = pages.start(context, start, MILL)
        other = pages.open_as(context, start, "Ada" if name == "Ivo" else "Ivo", MILL)
        pages.choose_unit(mine, visit.unit)
        # Where there are several shots to choose from, their buttons are numbered.
        mine.locator("#channel-message-list").get_by_role("button", name=re.compile(r"\bFire( at | 1|$)")).first.click()
        outcome = re.compile(rf"{re.escape(visit.unit)}\)? fires at ")
        posts = mine.locator("#channel-message-list")
        posts.get_by_text(outcome).first.wait_for()
        pages.click_until(mine, posts.get_by_role("button", name="Details").last, posts.get_by_text("D20").first)
        # Nobody pressed a button on that page: it follows by itself.
        other.locator("#channel-message-list").get_by_text(outcome).first.wait_for()
        own = "Only you can see this"
        assert other.get_by_text(own).count() < mine.get_by_text(own).count()
        context.close()

    def selects(self, visit: Visit) -> None:
        context = pages.visit(visit.browser)
        start = context.new_page()
        start.goto(visit.address)
        ivo, _ = pages.start(context, start, MILL)
        pages.settled(ivo)
        select = ivo.locator(".select-trigger").last
        select.scroll_into_view_if_needed()
        place = select.bounding_box()
        select.click()
        ivo.locator(".preview-select.is-open .select-option").first.wait_for()
        pages.settled(ivo)
        assert select.bounding_box() == place
        assert ivo.locator(".preview-select.is-open .select-option").count() > 1
        context.close()

    def test_the_lobby_fits_a_phone_and_lets_an_hour_pass(self, alone: Visit) -> None:
        context = pages.visit(alone.browser, width=390, height=800)
        page = context.new_page()
        page.goto(alone.address)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        clock = page.get_by_text("It is").first
        before = clock.inner_text()
        page.get_by_role("button", name="Let an hour pass").click()
        page.wait_for_load_state()
        assert clock.inner_text() != before
        assert page.url == alone.address
        context.close()
