"""Sheets as PDF, by Typst: no host's fonts, no files, no network, and the same bytes for the same sheets."""

from __future__ import annotations

import json
from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files

import typst

from bot.paper.sheets import PaperLeaf, data_of
from bot.talk.text import plain


class PaperSize(StrEnum):
    A4 = "a4"
    LETTER = "us-letter"


@lru_cache(maxsize=1)
def _template() -> bytes:
    return (files("bot.paper") / "templates" / "sheets.typ").read_bytes()


@lru_cache(maxsize=1)
def _fonts() -> typst.Fonts:
    return typst.Fonts(include_system_fonts=False, font_paths=[str(files("bot") / "fonts")])


def pdf(title: str, leaves: Sequence[PaperLeaf], size: PaperSize) -> bytes:
    """The sheets in one file, each on a page of its own. Takes its time."""
    told = json.dumps({"title": plain(title), "paper": size, "leaves": [data_of(leaf) for leaf in leaves]})
    made = typst.compile(
        _template(),
        format="pdf",
        font_paths=_fonts(),
        sys_inputs={"told": told},
        timestamp=0,
    )
    assert isinstance(made, bytes), "one document makes one file"
    return made
