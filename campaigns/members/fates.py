"""A campaign's own table of fates: what one D6 says of each of the wounded and the missing between two battles."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum

from campaigns.errors import Refusal


class Fate(StrEnum):
    """What has become of somebody who was wounded or missing."""

    DIES = "dies"
    INVALIDED = "invalided"
    """Leaves the campaign alive."""
    AWAY = "away"
    """For this battle; another die is rolled before the next."""
    BACK = "back"


USUAL = "1 dies, 2-3 invalided, 4-6 back"
SIDES = 6
_ROW = re.compile(r"(\d)(?:\s*[-–]\s*(\d))?\s*:?\s+(\w+)")


def read(text: str) -> Mapping[int, Fate]:
    """The fate on each face of a D6, of a text as USUAL. Raises Refusal "bad-fates"."""
    found: dict[int, Fate] = {}
    for row in filter(None, (part.strip() for part in re.split(r"[,;]", text))):
        match = _ROW.fullmatch(row)
        if match is None or match[3] not in list(Fate):
            raise _bad(f"“{row[:40]}” isn't a row of a table.")
        first, last = int(match[1]), int(match[2] or match[1])
        for face in range(first, last + 1):
            if face in found:
                raise _bad(f"{face} stands in it twice.")
            found[face] = Fate(match[3])
        if last < first:
            raise _bad(f"“{row[:40]}” counts backwards.")
    if missing := set(range(1, SIDES + 1)) - set(found):
        raise _bad(f"It says nothing of {', '.join(map(str, sorted(missing)))}.")
    if beyond := set(found) - set(range(1, SIDES + 1)):
        raise _bad(f"A D6 never shows {', '.join(map(str, sorted(beyond)))}.")
    return found


def _bad(what: str) -> Refusal:
    return Refusal("bad-fates", what, f"Give a fate ({', '.join(Fate)}) for each face of a D6, as in “{USUAL}”.")
