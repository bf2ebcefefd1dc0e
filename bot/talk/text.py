"""Plain text made safe and short for Discord: names are escaped, nothing grows past its limit."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules.language.naming import revealed

_SPECIAL = re.compile(r"([\\*_~|`<>\[\]])")
_LINE_START = re.compile(r"(?m)^(\s*)([-#+>]|\d+[.)])(?=\s|#)")
_CLAUSE = re.compile(r" · |; |, | \(")
_EVERYONE = re.compile(r"@(?=everyone|here)")
_CARD = re.compile(r"(?:10|[2-9JQKA])?[♣♦♥♠]")
_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc](?:[^\\S\n]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc])*"
)
"""Words in Hebrew, Arabic and the like, as far as they follow each other."""
_ISOLATE, _END = "\u2068", "\u2069"


def escape(text: str) -> str:
    """`text` shown as it is: no emphasis, heading, list, quote, spoiler, link or mention comes of it; what cannot be
    seen is written out, and words that run from right to left turn nothing around them.

    Cards ("K♥") stand as code, their suits marked as text: Discord would make pictures of them, black on black.
    """
    text = _SPECIAL.sub(r"\\\1", revealed(text))
    text = _LINE_START.sub(lambda m: f"{m[1]}\\{m[2]}" if m[2] in "-#+>" else f"{m[1]}{m[2][:-1]}\\{m[2][-1]}", text)
    text = _RIGHT_TO_LEFT.sub(f"{_ISOLATE}\\g<0>{_END}", text)
    return _CARD.sub("`\\g<0>\ufe0e`", _EVERYONE.sub("@\u200b", text))


def fenced(text: str) -> str:
    """A code block of the text; what would end it, or stand in it unseen, is made harmless."""
    shown = _RIGHT_TO_LEFT.sub(f"{_ISOLATE}\\g<0>{_END}", revealed(text).replace("`", "'"))
    return f"```\n{shown}\n```"


def clip(text: str, limit: int) -> str:
    """At most `limit` characters; what is cut shows as an ellipsis. Nothing where there is no room at all."""
    if limit < 1:
        return ""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def whole(text: str, limit: int) -> str:
    """As many of its clauses, from the first, as fit `limit` characters: nothing is broken off in the middle. What is
    one clause alone is clipped."""
    if len(text) <= limit:
        return text
    ends = [found.start() for found in _CLAUSE.finditer(text) if found.start() <= limit]
    return text[: ends[-1]] if ends else clip(text, limit)


def small(text: str) -> str:
    """Subtext; every line of it."""
    return "\n".join(f"-# {line}" for line in text.splitlines() if line)


def pieces(lines: Iterable[str], limit: int) -> list[str]:
    """The lines joined into as few texts as fit `limit` characters each; a longer line is broken."""
    found: list[str] = []
    for line in lines:
        while len(line) > limit:
            at = line.rfind(" ", limit // 2, limit)
            at = limit if at < 0 else at
            found.append(line[:at])
            line = line[at:].lstrip()
        if found and len(found[-1]) + 1 + len(line) <= limit:
            found[-1] += "\n" + line
        else:
            found.append(line)
    return [piece for piece in found if piece.strip()]
