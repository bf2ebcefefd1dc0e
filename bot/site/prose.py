"""Words on a page: names as they are, letters with the harmless part of Markdown. Nothing that people wrote is ever
more than text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from itertools import groupby

from markupsafe import Markup, escape

from bot.talk.text import plain

_STRONG = re.compile(r"\*\*(?=\S)([^*\n]*?\S)\*\*")
_EMPHASIS = re.compile(r"(?<!\*)\*(?=\S)([^*\n]*?\S)\*(?!\*)")
_MARKS = re.compile(r"^\s{0,4}(?:(?P<bullet>[-*])|(?P<number>\d{1,2})[.)]|(?P<quote>>))\s+")
_TAGS = {"bullet": ("ul", "li"), "number": ("ol", "li"), "quote": ("blockquote", "p"), "": ("p", "")}


def day(at: date | None) -> str:
    """ "3 January 2026"; "" for none."""
    return f"{at.day} {at:%B %Y}" if at is not None else ""


def shown(value: object) -> object:
    """What a template writes for a value: text with everything unseen written out."""
    return value if isinstance(value, Markup) or not isinstance(value, str) else plain(value)


def letter(text: str) -> Markup:
    """What somebody wrote, with paragraphs, lists, quotes, bold and italics; no link, picture or element comes of
    it."""
    blocks: list[Markup] = []
    for kind, lines in groupby(text.split("\n"), key=_kind):
        blocks += _block(kind, list(lines))
    return Markup("\n").join(blocks)


def _kind(line: str) -> str:
    found = _MARKS.match(line)
    return (found.lastgroup or "") if found else ""


def _block(kind: str, lines: list[str]) -> Iterable[Markup]:
    outer, inner = _TAGS[kind]
    if kind:
        items = [Markup(f"<{inner}>") + _inline(_MARKS.sub("", line, 1)) + Markup(f"</{inner}>") for line in lines]
        yield Markup(f"<{outer}>") + Markup("").join(items) + Markup(f"</{outer}>")
        return
    for empty, run in groupby(lines, key=lambda line: not line.strip()):
        if not empty:
            yield Markup("<p>") + Markup("<br>").join(_inline(line) for line in run) + Markup("</p>")


def _inline(line: str) -> Markup:
    safe = str(escape(plain(line.strip())))
    return Markup(_EMPHASIS.sub(r"<em>\1</em>", _STRONG.sub(r"<strong>\1</strong>", safe)))
