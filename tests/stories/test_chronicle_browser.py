"""A chronicle opened from a folder in a real browser: replay by keys, buttons, touch and link; search; a phone's width;
no script needed for the rest; nothing asked of anywhere; nothing that keeps anybody from reading it."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from bot.site import writing
from campaigns.campaign import campaign
from campaigns.story import diary
from campaigns.story.reader import ChronicleReader
from tests.bot.test_chronicle_site import fought
from tests.bot.test_figure_files import shot
from tests.bot.world import world
from tests.painting import unpainted
from tests.stories.sandbox_page import CHROMIUM, chromium
from tests.twins.fronts import BOOK_AND_GUN

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here")]


async def _written(folder: Path) -> None:
    (folder / "bot").mkdir()
    with unpainted():
        async with world(folder / "bot", {"book-and-gun": BOOK_AND_GUN.rules}) as made:
            await fought(made)
            here = await campaign.show(made.store, 1)
            await diary.write(made.store, here, made.gm.id, "Dusk", "> cold\n- *wet*", "", own=False, picture=shot())
            writing.write(await writing.make(made.store, here, ChronicleReader(gm=True)), folder / "site")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("chronicle")
    asyncio.run(_written(folder))
    return folder / "site"


def test_a_visitor_reads_replays_and_searches(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    home = site.as_uri()
    with chromium() as browser:
        context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, color_scheme="dark")
        page = context.new_page()
        asked, wrong = list[str](), list[str]()
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
        for path in pages:
            page.goto(path.as_uri())
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, path

        page.goto(f"{home}/battles/1.html#step-2")
        where = page.locator("#where")
        assert re.match(r"Step 2 of \d+", where.inner_text())
        assert page.locator("#table svg").count() == 1
        page.keyboard.press("ArrowRight")
        assert where.inner_text().startswith("Step 3 ")
        assert page.url.endswith("#step-3")
        page.locator("#back").tap()
        assert where.inner_text().startswith("Step 2 ")
        page.keyboard.press("Home")
        page.keyboard.press("d")
        assert page.locator(".course li.now.loss").count() == 1
        page.keyboard.press("End")
        first, last = re.findall(r"\d+", where.inner_text())
        assert first == last
        page.locator(".course .at").first.click()
        assert where.inner_text().startswith("Step 1 ")

        page.goto(f"{home}/search.html")
        page.locator("#words").fill("áble sq")
        page.locator("#found a").first.click()
        assert "/units/" in page.url
        assert "Able squad" in page.locator("h1").inner_text()

        still = browser.new_context(java_script_enabled=False, viewport={"width": 1280, "height": 900})
        plain = still.new_page()
        plain.goto(f"{home}/battles/1.html")
        assert plain.locator("noscript img, figure img").first.is_visible()
        assert plain.locator(".course").get_by_text("Able squad").first.is_visible()
        assert not plain.locator("#replay").is_visible()
        assert len(plain.pdf()) > 10_000
    assert wrong == []
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []


def hrefs_of(page: Page) -> list[str]:
    """Where the links of a page lead, each once."""
    found = page.eval_on_selector_all("a[href]", "all => all.map(each => each.href)")
    return list(dict.fromkeys(found))


STEPS = 3
"""Links to steps of the replay that are clicked on a page; its other ones are made alike."""


@pytest.mark.parametrize("wide", [390, pytest.param(1280, marks=pytest.mark.long)])
def test_every_link_is_followed_by_a_click_and_none_is_dead(site: Path, wide: int) -> None:
    """Each place that any page links to is reached by a click, from the first page that does; `test_chronicle_site`
    holds that the links of all pages lead to files."""
    pages = sorted(site.rglob("*.html"))
    asked, wrong, clicked = list[str](), list[str](), set[str]()
    with chromium() as browser:
        page = browser.new_context(viewport={"width": wide, "height": 900}).new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("requestfailed", lambda request: wrong.append(f"{request.url}: {request.failure}"))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto((site / "index.html").as_uri())
        menu = set(page.eval_on_selector_all("nav a[href]", "all => all.map(each => each.href)"))
        assert len(menu) == 8
        for path in pages:
            here = path.as_uri()
            page.goto(here)
            links = hrefs_of(page)
            steps = [each for each in links if "#step-" in each and each.startswith(here)]
            for href in links:
                if href in clicked or href in steps[STEPS:] or href.endswith(".csv"):
                    continue
                page.goto(here)
                page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
                link = page.locator(f"a[href='{page.evaluate(_AS_WRITTEN, href)}']").first
                if link.get_attribute("class") == "skip":  # shown to whoever comes to it by keys
                    link.focus()
                    page.keyboard.press("Enter")
                else:
                    link.click()
                assert page.url.rstrip("#") == href, f"{path.name}: {href}"
                where, _, part = href.partition("#")
                assert Path(unquote(urlsplit(where).path)).is_file()
                assert page.locator("h1").count() == 1
                if part.startswith("step-") and page.locator("#where").count():
                    assert page.locator("#where").inner_text().startswith(f"Step {part.removeprefix('step-')} ")
                elif part:
                    assert page.locator(f"[id='{part}']").count() == 1, href
                clicked.add(href)
    reached = {href.partition("#")[0] for href in clicked}
    assert {path.as_uri() for path in pages} <= reached, "every page is reached by a click"
    assert wrong == []
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []


_AS_WRITTEN = "href => [...document.querySelectorAll('a[href]')].find(each => each.href === href).getAttribute('href')"
_STANDING = """where => [...where.querySelectorAll('circle')].filter(each => each.getAttribute('fill') === '#2f5d8a')
    .map(each => ['cx', 'cy', 'r'].map(name => each.getAttribute(name)).join(' ')).sort()"""


def test_a_replay_played_to_its_end_shows_the_last_state(site: Path) -> None:
    """By its keys, from each step to the next; whoever stands at the end stands where the battle left them."""
    with chromium() as browser:
        page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
        page.goto((site / "battles/1.html").as_uri())
        where = page.locator("#where")
        _, last = map(int, re.findall(r"\d+", where.inner_text()))
        for number in range(2, last + 1):
            page.keyboard.press("ArrowRight")
            assert where.inner_text() == f"Step {number} of {last}"
        shown = page.locator("#table").evaluate(_STANDING)
        page.set_content((site / "maps/1.svg").read_text())
        assert shown
        assert shown == page.locator("svg").first.evaluate(_STANDING)


EVERY_PAGE = (
    "index", "timeline", "rosters", "roll", "honours", "stats", "diary", "search", "battles/1", "units/1", "figures/1",
)  # fmt: skip
LOOKS = [(390, "dark"), (1280, "light"), (390, "light"), (1280, "dark")]
HARMFUL = ("serious", "critical")


@pytest.mark.parametrize(("wide", "scheme"), LOOKS)
def test_nothing_keeps_anybody_from_reading_it(site: Path, wide: int, scheme: str) -> None:
    """axe finds nothing serious: contrast, names of controls, order of headings, tables, what keys reach."""
    axe = Axe()
    with chromium() as browser:
        page = browser.new_context(viewport={"width": wide, "height": 900}, color_scheme=scheme).new_page()
        for name in EVERY_PAGE:
            page.goto((site / f"{name}.html").as_uri())
            found = axe.run(page).response["violations"]
            assert [
                (name, each["id"], [node["target"] for node in each["nodes"]][:3])
                for each in found
                if each["impact"] in HARMFUL
            ] == []
