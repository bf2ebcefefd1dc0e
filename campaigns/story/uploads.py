"""Pictures that people attach: checked, decoded within bounds and encoded again. Nothing else of the file stays: no
place, no camera, no words."""

from __future__ import annotations

import io
import warnings
from typing import Literal

from PIL import Image, ImageOps, UnidentifiedImageError

from campaigns.errors import Refusal
from rules.table.pixels import picture_of

HEAVIEST = 4 * 1024 * 1024
"""Bytes of the file that comes."""
LARGEST = 4096
"""Pixels of either side of it."""
FORMATS = ("PNG", "JPEG", "WEBP")


def require_light(size: int) -> None:
    """Raises Refusal "picture-heavy" for a file of more bytes than a picture may have."""
    if size > HEAVIEST:
        raise Refusal("picture-heavy", "A picture may have 4 MB.", "Make the picture smaller and attach it again.")


def redrawn(data: bytes, most: tuple[int, int], kind: Literal["PNG", "JPEG"]) -> bytes:
    """The picture in that format, at most `most` pixels wide and high. Takes its time.

    Raises Refusal: "picture-heavy", "not-a-picture", "picture-large", "picture-lies" (it is not as large as it says, or
    cannot be decoded).
    """
    require_light(len(data))
    head = picture_of(data)
    if head is None:
        raise Refusal("not-a-picture", "This isn't a PNG, JPEG or WebP picture.", "Attach one of these.")
    if max(head.width, head.height) > LARGEST:
        fault = f"The picture says {head.width} × {head.height} pixels; it may have {LARGEST} a side."
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
    upright.thumbnail(most)
    bare = Image.new("RGB", upright.size)
    bare.paste(upright)
    out = io.BytesIO()
    bare.save(out, kind, optimize=True, quality=82)
    return out.getvalue()
