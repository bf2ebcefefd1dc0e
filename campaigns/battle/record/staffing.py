"""Which sides of a battle the staff plays, and how boldly."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import TypeAdapter

from campaigns.tables.battles import Battle
from rules.action import SideId
from rules.planning import Boldness

_STAFFED: TypeAdapter[dict[SideId, Boldness]] = TypeAdapter(dict[SideId, Boldness])


def staffed(row: Battle) -> Mapping[SideId, Boldness]:
    """By side."""
    return _STAFFED.validate_json(row.staff)


def dumped(sides: Mapping[SideId, Boldness]) -> str:
    """For the battle's row."""
    return _STAFFED.dump_json(dict(sorted(sides.items()))).decode()
