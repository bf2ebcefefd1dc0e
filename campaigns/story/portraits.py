"""Pictures that people give to figures: looked at, decoded within bounds, and re-encoded as a small PNG."""

from __future__ import annotations

import io
import warnings

from PIL import Image, ImageOps, UnidentifiedImageError

from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.members.membership import is_gm
from campaigns.roster.permits import figure_of, require_owner
from campaigns.tables.base import pk
from campaigns.tables.stories import Portrait
from campaigns.thinking import beside
from rules.table.pixels import picture_of

HEAVIEST = 4 * 1024 * 1024
"""Bytes of the file that comes."""
LARGEST = 4096
"""Pixels of either side of it."""
SIZE = (464, 544)
"""Pixels of what is kept, at most."""
FORMATS = ("PNG", "JPEG", "WEBP")


def require_light(size: int) -> None:
    """Raises Refusal "picture-heavy" for a file of more bytes than a portrait may have."""
    if size > HEAVIEST:
        raise Refusal("picture-heavy", "A portrait may have 4 MB.", "Make the picture smaller and attach it again.")


def redrawn(data: bytes) -> bytes:
    """The picture as a PNG of at most `SIZE`, without anything else that the file held.

    Raises Refusal: "picture-heavy", "not-a-picture", "picture-large", "picture-lies" (it is not as large as it says, or
    cannot be decoded).
    """
    require_light(len(data))
    head = picture_of(data)
    if head is None:
        raise Refusal("not-a-picture", "This isn't a PNG, JPEG or WebP picture.", "Attach one of these.")
    if max(head.width, head.height) > LARGEST:
        fault = f"The picture says {head.width} × {head.height} pixels; a portrait may have {LARGEST} a side."
        raise Refusal("picture-large", fault, "Make the picture smaller and attach it again.")
    lies = Refusal("picture-lies", "The picture cannot be read as its head says.", "Save it again, and attach that.")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=FORMATS) as opened:
                if opened.size != (head.width, head.height):
                    raise lies
                opened.load()
                upright = ImageOps.exif_transpose(opened).convert("RGB")
    except (
        UnidentifiedImageError,
        OSError,
        ValueError,
        SyntaxError,
        EOFError,
        Image.DecompressionBombError,
        Image.DecompressionBombWarning,
    ):
        raise lies from None
    upright.thumbnail(SIZE)
    bare = Image.new("RGB", upright.size)
    bare.paste(upright)
    out = io.BytesIO()
    bare.save(out, "PNG", optimize=True)
    return out.getvalue()


async def give(store: Store, figure_id: int, who: int, data: bytes) -> None:
    """Give a figure a portrait, in place of any other. Raises Refusal: as `redrawn`, "not-yours", "unknown-figure"."""
    async with store.reading() as session:
        _, _, unit = await figure_of(session, figure_id, who)
        await require_owner(session, unit, who)
    png = await beside(redrawn, data)
    async with store.writing() as session:
        figure, _, unit = await figure_of(session, figure_id, who)
        await require_owner(session, unit, who)
        former = await session.get(Portrait, pk(figure.id))
        row = former or Portrait(figure_id=pk(figure.id), data=png, at=store.clock.now())
        row.data, row.user_id, row.at = png, who, store.clock.now()
        session.add(row)


async def take_down(store: Store, figure_id: int, who: int) -> None:
    """Take a portrait away: its owner, or a GM. Raises Refusal: "no-portrait", "not-yours", "unknown-figure"."""
    async with store.writing() as session:
        figure, _, unit = await figure_of(session, figure_id, who)
        if not await is_gm(session, unit.campaign_id, who):
            await require_owner(session, unit, who)
        former = await session.get(Portrait, pk(figure.id))
        if former is None:
            raise Refusal("no-portrait", "This figure has no portrait.", "Attach a picture to give it one.")
        await session.delete(former)
