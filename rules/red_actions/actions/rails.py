"""Trains."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.kernel.action import Inches
from rules.red_actions.actions.unit import UnitAction


class Rail(UnitAction):
    title: ClassVar[str] = "Run a train"
    summary: ClassVar[str] = "Start, keep or change a train's speed along its rails"
    chapter: ClassVar[str] = "works"
    verb: Literal["rail"] = "rail"
    order: Annotated[
        Literal["faster", "hold", "brake", "reverse"],
        Field(description="faster (or start), hold the speed, brake, or start the other way (standing)"),
    ]
    inches: Annotated[Inches | None, Field(description="faster: the move that it makes; empty: twice the last")] = None
