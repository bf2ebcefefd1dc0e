"""A script with armies in place of the roles that a scenario file names its sides by."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, cast

from rules.kernel.action import SideId
from rules.script.plan import Script

_SIDES = ("side", "against")
"""What names a side in triggers and effects."""


def of_armies(script: Script, armies: Mapping[SideId, SideId]) -> Script:
    """The same script, about the armies that stand for these sides. The umpire's orders, and who wins by his word, keep
    the roles: those the rule set reads itself."""
    return Script.model_validate(_renamed(json.loads(script.model_dump_json()), armies))


def _renamed(value: Any, armies: Mapping[SideId, SideId]) -> Any:
    if isinstance(value, list):
        return [_renamed(each, armies) for each in cast("list[Any]", value)]
    if not isinstance(value, dict):
        return value
    return {key: _part(key, each, armies) for key, each in cast("dict[str, Any]", value).items()}


def _part(key: str, value: Any, armies: Mapping[SideId, SideId]) -> Any:
    if key in _SIDES and isinstance(value, str):
        return armies.get(value, value)
    if key == "to" and isinstance(value, list):
        return [armies.get(side, side) for side in cast("list[str]", value)]
    return _renamed(value, armies)
