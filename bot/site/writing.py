"""The site as files: in a folder, or in a ZIP."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

from bot.site.pages import pages_of
from bot.site.reading import Progress, nobody_watches, read
from campaigns.campaign.campaign import CampaignView
from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.story.reader import ChronicleReader
from campaigns.thinking import beside

MARK = "assets/site.css"
"""A folder that holds this may be written over."""
_EPOCH = (1980, 1, 1, 0, 0, 0)


async def make(
    store: Store, here: CampaignView, reader: ChronicleReader, progress: Progress = nobody_watches
) -> dict[str, bytes]:
    """All files of the chronicle by path, in the order of their paths. The same campaign gives the same bytes."""
    book = await read(store, here, reader, progress)
    made = await beside(lambda: dict(pages_of(book)))
    return dict(sorted(made.items()))


def zipped(pages: Mapping[str, bytes], *, most: int) -> bytes:
    """The files as one ZIP. Raises Refusal "site-too-large" where it has more than `most` bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made:
        for path, data in pages.items():
            entry = zipfile.ZipInfo(f"chronicle/{path}", _EPOCH)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            made.writestr(entry, data)
    if out.tell() > most:
        raise Refusal(
            "site-too-large",
            f"The chronicle has {out.tell() / 2**20:.1f} MB, and a file here may have {most // 2**20}.",
            "Ask the bot's host: the command line writes it into a folder of any size.",
        )
    return out.getvalue()


def write(pages: Mapping[str, bytes], folder: Path) -> None:
    """Write the files into a folder: a new one, an empty one, or one that holds a chronicle, of which nothing old is
    left. Raises OSError, and Refusal "not-a-chronicle" for a folder with anything else in it."""
    if folder.exists() and any(folder.iterdir()) and not (folder / MARK).is_file():
        raise Refusal("not-a-chronicle", f"{folder} holds other files.", "Choose a new or an empty folder.")
    for old in _own(folder):
        if old.relative_to(folder).as_posix() not in pages:
            old.unlink()
    for path, data in pages.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


_FOLDERS = {"assets", "battles", "data", "figures", "maps", "pictures", "portraits", "units"}


def _own(folder: Path) -> list[Path]:
    """The files of an earlier chronicle: pages, and what is in its own folders."""
    found = [*folder.glob("*.html"), *(each for name in sorted(_FOLDERS) for each in (folder / name).glob("*"))]
    return [each for each in found if each.is_file()]
