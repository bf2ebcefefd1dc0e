"""Takes README's picture anew, from a fresh sandbox: `python deploy/pictures/take.py`, in the root, with the extra
`dev` and Chromium installed. Left: what one unit may do, with the odds. Right: what came of it."""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Page

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.stories import sandbox_page as pages

PICTURE = Path(__file__).with_name("sandbox.png")
WIDTH, HEIGHT, GAP = 900, 1180, 12
MILL, UNIT = "The mill road", "Ridge cell"


def conversation(page: Page) -> Image.Image:
    page.wait_for_timeout(1500)  # pictures below the fold are still being measured when the page calls itself ready
    return Image.open(BytesIO(pages.settled(page).locator("#channel-timeline").screenshot()))


def main() -> None:
    with TemporaryDirectory() as folder, pages.sandbox(Path(folder)) as running, pages.chromium() as browser:
        context = pages.visit(browser, WIDTH, HEIGHT)
        lobby = context.new_page()
        lobby.goto(running.address)
        page = pages.open_as(context, lobby, "Ivo", MILL)
        pages.choose_unit(page, UNIT)
        before = conversation(page)
        messages = page.locator("#channel-message-list")
        messages.get_by_role("button", name="Fire at").first.click()
        outcome = messages.locator("article").filter(has_text=f"{UNIT} fires as a unit").last
        outcome.wait_for()
        conversation(page)
        outcome.evaluate("post => post.scrollIntoView({block: 'end'})")
        after = conversation(page)
        context.close()
    joined = Image.new("RGB", (before.width + GAP + after.width, before.height), "white")
    joined.paste(before, (0, 0))
    joined.paste(after, (before.width + GAP, 0))
    joined.quantize(256).save(PICTURE, optimize=True)


if __name__ == "__main__":
    main()
