"""What people write for others to read, with the harmless part of Markdown: emphasis, lists and quotes."""

from __future__ import annotations

import re

from bot.talk.text import escape

_EMPHASIS = re.compile(r"(?<!\\)((?:\\\*){1,2})(?=\S)([^*\n]*?\S)\1(?!\\\*)")
_LIST = re.compile(r"(?m)^(\s{0,4})\\-(?=\s)")
_NUMBERED = re.compile(r"(?m)^(\s{0,4}\d{1,2})\\([.)])(?=\s)")
_QUOTE = re.compile(r"(?m)^\\>(?=\s)")
_ADDRESS = re.compile(r"(?i)\b([a-z][a-z0-9+.-]{1,20}):(?=//)")
_UNBROKEN = "\u200b"


def harmless(text: str) -> str:
    """The text with bold, italics, lists and quotes as written, and all else as plain letters: no heading, link,
    mention, spoiler, picture or code comes of it, and no address can be clicked."""
    shown = "\n".join(escape(line) for line in text.split("\n"))
    shown = _EMPHASIS.sub(lambda found: f"{found[1][1::2]}{found[2]}{found[1][1::2]}", shown)
    shown = _QUOTE.sub(">", _NUMBERED.sub(r"\1\2", _LIST.sub(r"\1-", shown)))
    return _ADDRESS.sub(rf"\1:{_UNBROKEN}", shown)
