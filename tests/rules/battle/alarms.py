"""How loud the stops of a test's orders are."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any


def _asked(given: Mapping[str, Any]) -> list[str]:
    found = [name for name in given if name.startswith("ask_")]
    return [name[len("ask_") :].replace("_", " ") for name in found if given[name] not in (None, False)]


def _lasting(given: Mapping[str, Any]) -> list[str]:
    return ["until"] if given.get("until") is not None else []


ENDS = (
    "C3 is reached",
    "12,12 is reached",
    "12,12 is taken",
    "12,12 is lost",
    "gibberish is reached",
    "reached",
    "new enemy",
    "losses 2",
    "near 8",
    "turn 3",
    "fired at",
    "pigs fly",
)
"""What orders last until; some of it cannot be."""


def with_an_end(given: Mapping[str, Any], pick: random.Random) -> dict[str, Any]:
    """Every third order lasts until a place is reached or a thing happens, beside its length or instead of it."""
    if pick.random() < 2 / 3:
        return dict(given)
    kept = {name: value for name, value in given.items() if name != "lasts" or pick.random() < 0.5}
    return {**kept, "until": pick.choice(ENDS)}


def at_once(given: Mapping[str, Any]) -> dict[str, Any]:
    """All stops ask at once, unless a strength is named."""
    return {"at_once": tuple(_asked(given)), **given} if "tells" not in given else dict(given)


def of_any_strength(given: Mapping[str, Any], pick: random.Random) -> dict[str, Any]:
    """Each stop tells, asks later, or at once."""
    strengths = {kind: pick.choice(("tell", "later", "now")) for kind in (*_asked(given), *_lasting(given))}
    return {
        **given,
        "tells": tuple(kind for kind, strength in strengths.items() if strength == "tell"),
        "at_once": tuple(kind for kind, strength in strengths.items() if strength == "now"),
    }
