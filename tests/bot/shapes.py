"""What a request looks like to Discord's document: texts by their length, people and places as mere numbers.

Thousands of requests of the tests share a few hundred shapes, and checking one takes tens of milliseconds. A length is
rounded up, so that what the document allows for the shape it allows for the request.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from typing import Any

TEXTS = frozenset({"content", "label", "custom_id", "value", "placeholder", "description", "nonce"})
"""Free text, of which the document says nothing but how long it may be."""
STEPS = (0, 25, 80, 100, 150, *range(250, 4001, 250))
LARGE = 1 << 22
"""Below are the document's kinds and flags, from here on its snowflakes."""


def place(path: str) -> str:
    """A path without the ids and tokens of this run."""
    plain = re.sub(r"^(/api/v\d+)?(/webhooks/\d+|/interactions/\d+)/[^/?]+", r"\1\2/t", path.split("?")[0])
    return re.sub(r"/\d+", "/1", plain)


def body(found: Any, key: str = "") -> Any:
    """A body of this shape."""
    match found:
        case dict():
            return {name: body(part, name) for name, part in found.items()}
        case list():
            return _distinct([body(part, key) for part in found])
        case str() if key in TEXTS and len(found) <= STEPS[-1]:
            return "x" * STEPS[bisect_left(STEPS, len(found))]
        case str() if re.fullmatch(r"[1-9]\d{14,19}", found):
            return "1" * len(found)
        case int() if found >= LARGE and not isinstance(found, bool):
            return LARGE
        case _:
            return found


def _distinct(parts: list[Any]) -> list[Any]:
    """As they are, but for lists of bare values: those may have to differ from one another."""
    return (
        parts
        if any(isinstance(part, dict | list) for part in parts)
        else list({json.dumps(p): p for p in parts}.values())
    )
