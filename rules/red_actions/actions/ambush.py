"""Hiding, scouting, calling out, and springing an ambush."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.kernel.action import Action, MapRef
from rules.red_actions.actions.unit import UnitAction


class Hide(UnitAction):
    title: ClassVar[str] = "Hide"
    summary: ClassVar[str] = "Infantry or unlimbered guns hide in cover where no enemy sees them"
    chapter: ClassVar[str] = "works"
    verb: Literal["hide"] = "hide"


class Scout(UnitAction):
    """RA-action.extra.scout"""

    title: ClassVar[str] = "Scout"
    summary: ClassVar[str] = "Look for an ambush in one piece of ground, beside the unit's action"
    verb: Literal["scout"] = "scout"
    place: Annotated[MapRef, Field(description="a place in the wood, building or hollow")]


class CallOut(UnitAction):
    """RA-ambush.order"""

    title: ClassVar[str] = "Order out of ambush"
    summary: ClassVar[str] = "A senior officer who has come to an ambushing unit orders it out"
    chapter: ClassVar[str] = "command"
    verb: Literal["call-out"] = "call-out"


class SpringAmbush(UnitAction):
    """RA-ambush.corner"""

    title: ClassVar[str] = "Spring the ambush"
    summary: ClassVar[str] = "A unit in ambush that an enemy came upon surprises him all the same"
    verb: Literal["spring"] = "spring"
    how: Annotated[Literal["charge", "fire"], Field(description="charge, or fire")]


AMBUSH_ACTIONS: tuple[type[Action], ...] = (Scout, Hide, SpringAmbush, CallOut)
