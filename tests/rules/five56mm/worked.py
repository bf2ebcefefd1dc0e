"""One resolution with dice given by hand, for the cases worked from the book."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.five56mm.resolve import RESOLUTIONS, resolve
from rules.kernel.chance import Scripted

FORMS = {form.name(): form for form in RESOLUTIONS}


def outcome(verb: str, dice: str = "", **facts: Any) -> Mapping[str, object]:
    """What comes of a resolution; every die must be used."""
    chance = Scripted([f"d6:{die}" for die in dice.split(",") if die])
    resolved = resolve(FORMS[verb](**facts), chance)
    chance.finish()
    return resolved.outcome


def picked(found: Mapping[str, object], *names: str) -> tuple[object, ...]:
    return tuple(found[name] for name in names)
