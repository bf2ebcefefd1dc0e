"""Words on a page: names as they are, letters with the harmless part of Markdown. Nothing that people wrote is ever
more than text."""

from __future__ import annotations

import re
from datetime import date

import mistune
import nh3
from markupsafe import Markup

from bot.talk.text import plain

_BLOCKS = ("block_quote", "list", "blank_line")
_INLINE = ("emphasis", "linebreak")
_ALLOWED = {"p", "br", "strong", "em", "ul", "ol", "li", "blockquote"}
_ATTRIBUTES = {"ol": {"start"}}


def day(at: date | None) -> str:
    """ "3 January 2026"; "" for none."""
    return f"{at.day} {at:%B %Y}" if at is not None else ""


def shown(value: object) -> object:
    """What a template writes for a value: text with everything unseen written out."""
    return value if isinstance(value, Markup) or not isinstance(value, str) else plain(value)


def letter(text: str) -> Markup:
    """What somebody wrote, with paragraphs, lists, quotes, bold and italics; no link, picture or element comes of
    it."""
    made = _markdown(plain(text))
    assert isinstance(made, str), "a renderer of HTML makes text"
    return Markup(nh3.clean(made, tags=_ALLOWED, attributes=_ATTRIBUTES).strip())


def _reader() -> mistune.Markdown:
    """Markdown with nothing in it but what a letter may have: anything else stands as typed."""
    block = mistune.BlockParser(block_quote_rules=list(_BLOCKS), list_rules=list(_BLOCKS))
    block.rules[:] = _BLOCKS
    inline = mistune.InlineParser(hard_wrap=True)
    inline.rules[:] = _INLINE
    inline.specification["emphasis"] = r"\*+"
    inline.register("underscore", "_+", _as_typed)
    return mistune.Markdown(mistune.HTMLRenderer(escape=True), block, inline)


def _as_typed(inline: mistune.InlineParser, found: re.Match[str], state: mistune.InlineState) -> int:
    inline.process_text(found[0], state, parse_emphasis=False)
    return found.end()


_markdown = _reader()
