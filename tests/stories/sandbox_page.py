"""A sandbox started as a visitor starts it, and its pages in a real browser."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Locator, Page, TimeoutError, sync_playwright

from tests.clocks import PATIENCE

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
CLICKS = 40
"""Clicks on one button until a page that is drawn anew all the time is broken."""


class Sandbox:
    """The process of `adjutant sandbox` on a folder."""

    def __init__(self, process: subprocess.Popen[str], address: str) -> None:
        self.process = process
        self.address = address

    def stop(self) -> int:
        """Ctrl-C. The exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=PATIENCE)


@contextmanager
def sandbox(folder: Path, *options: str) -> Iterator[Sandbox]:
    """Start it without opening a browser of its own, on a free port; kill it at the end if it still runs."""
    command = [sys.executable, "-m", "bot.main", "sandbox", "--no-browser", "--port", "0", "--data", str(folder)]
    with subprocess.Popen([*command, *options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            yield Sandbox(process, _address(process))
        finally:
            if process.poll() is None:
                process.kill()


def _address(process: subprocess.Popen[str]) -> str:
    said = ""
    assert process.stdout is not None
    for line in process.stdout:
        said += line
        if found := re.search(r"is open at (http://127\.0\.0\.1:\d+/)", line):
            return found[1]
    raise AssertionError(f"the sandbox did not start: {said}")


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS, timeout=1000 * PATIENCE)
        yield browser
        browser.close()


def visit(browser: Browser, width: int = 1280, height: int = 900) -> BrowserContext:
    # simcord's pages forbid eval, by which playwright waits for a condition
    context = browser.new_context(bypass_csp=True, viewport={"width": width, "height": height})
    context.set_default_timeout(1000 * PATIENCE)
    return context


def settled(page: Page) -> Page:
    """The page when it has drawn everything and no click is being carried out."""
    page.wait_for_function("window.simcordPreview && window.simcordPreview.ready")
    return page


def click_until(page: Page, button: Locator, shown: Locator) -> None:
    """Click until what it brings is there: a page that is just being drawn anew loses a click, and a visitor then
    clicks again."""
    for _ in range(CLICKS):
        settled(page)
        button.click()
        try:
            shown.wait_for(timeout=1000 * PATIENCE / CLICKS)
        except TimeoutError:
            continue
        return
    shown.wait_for()


def start(context: BrowserContext, lobby: Page, battle: str) -> tuple[Page, str]:
    """The large button of that battle: the thread as the member whose answer it waits for, and his name."""
    link = lobby.get_by_role("link", name=re.compile(f"^Play {re.escape(battle)}"))
    name = link.inner_text().rpartition(" as ")[2]
    with context.expect_page() as opened:
        link.click()
    return settled(opened.value), name


def open_as(context: BrowserContext, lobby: Page, name: str, battle: str) -> Page:
    """That battle's thread as that member, from the lobby's table."""
    row = lobby.get_by_role("row").filter(has_text=f"↳ {battle}")
    with context.expect_page() as opened:
        row.get_by_role("link", name=name).click()
    return settled(opened.value)


def choose_unit(page: Page, name: str) -> None:
    """Open the newest select and take the unit of that name."""
    page.locator(".select-trigger").last.click()
    page.locator(".preview-select.is-open .select-option").filter(has_text=name).click()
    page.locator("#channel-message-list").get_by_text(re.compile(rf"^{re.escape(name)} \d+/\d+")).last.wait_for()
    settled(page)
