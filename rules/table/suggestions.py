"""What a player may mean while he types a map reference: places, units that he sees, squares."""

from __future__ import annotations

import re

from rules.naming import folded
from rules.table.measure import between, tidy
from rules.table.reference import Surroundings, bare, named_places, route, squares
from rules.violation import RuleViolation

_LAST = re.compile(r"(?P<before>.*(?:toward|towards|from|to|via|then|;|->|→)\s+)?(?P<last>.*)$", re.I | re.S)
_ROUTES = ("north 4", "along the road to ")


def suggestions(text: str, around: Surroundings, limit: int = 25) -> tuple[str, ...]:
    """Completions of what was typed so far, best first: each is a whole reference, at most 100 characters long.

    Names come from the surroundings only, so nothing is offered that the player may not know. What is typed already
    stays in front: "6in toward ce" becomes "6in toward Cell 2".
    """
    match = _LAST.match(" ".join(text.split()) + (" " if text.endswith(" ") else ""))
    before, last = (match["before"] or "", match["last"].strip()) if match else ("", text.strip())
    names = [*(around.places or {}), *named_places(around.board)]
    wanted = folded(last)
    # "the mi" means the Mill as well, and "the" alone narrows nothing down.
    named = "" if wanted == "the" else bare(last)
    ranked = sorted((n for n in dict.fromkeys(names) if named in folded(n)), key=lambda n: _rank(n, named, around))
    ranked += [s for s in squares(around.board) if folded(s).startswith(wanted)] if len(wanted) < 4 else []
    found = [before + name for name in ranked]
    if text.strip() and _reads(text, around) and text.strip() not in found:
        found.insert(0, text.strip())
    if not text.strip() and around.start is not None:
        found += [route for route in _ROUTES if _reads(route, around)]
    return tuple(name for name in dict.fromkeys(found) if len(name) <= 100)[:limit]


def _rank(name: str, wanted: str, around: Surroundings) -> tuple[bool, float, str]:
    """Names that begin as typed come first, then the nearest ones."""
    places = named_places(around.board) | dict(around.places or {})
    far = between(around.start, places[name]) if around.start is not None else 0.0
    return not folded(name).startswith(wanted), tidy(far), name


def _reads(text: str, around: Surroundings) -> bool:
    try:
        return bool(route(text, around))
    except RuleViolation:
        return False
