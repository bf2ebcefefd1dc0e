"""Prisoners."""

from __future__ import annotations

from typing import ClassVar, Literal

from rules.red_actions.actions.unit import UnitAction


class DoAway(UnitAction):
    title: ClassVar[str] = "Do away with prisoners"
    summary: ClassVar[str] = "House rule: the unit's prisoners are no more"
    chapter: ClassVar[str] = "works"
    verb: Literal["do-away"] = "do-away"
