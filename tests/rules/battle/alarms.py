"""How loud the stops of a test's orders are."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any


def _asked(given: Mapping[str, Any]) -> list[str]:
    found = [name for name in given if name.startswith("ask_")]
    return [name[len("ask_") :].replace("_", " ") for name in found if given[name] not in (None, False)]


def at_once(given: Mapping[str, Any]) -> dict[str, Any]:
    """All stops ask at once, unless a strength is named."""
    return {"at_once": tuple(_asked(given)), **given} if "tells" not in given else dict(given)


def of_any_strength(given: Mapping[str, Any], pick: random.Random) -> dict[str, Any]:
    """Each stop tells, asks later, or at once."""
    strengths = {kind: pick.choice(("tell", "later", "now")) for kind in _asked(given)}
    return {
        **given,
        "tells": tuple(kind for kind, strength in strengths.items() if strength == "tell"),
        "at_once": tuple(kind for kind, strength in strengths.items() if strength == "now"),
    }
