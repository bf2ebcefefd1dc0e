"""What a side asks of guns off the table."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.kernel.action import Action, Facing, FigureRef, MapRef, OwnUnit


class CallSupport(Action):
    """Off-table support is called, corrected or registered. IA-off.observer-call, IA-off.corrections,
    IA-off.registration"""

    title: ClassVar[str] = "Call support"
    summary: ClassVar[str] = "Call down, correct or check off-table support, or register a target for it"
    chapter: ClassVar[str] = "support"
    verb: Literal["call"] = "call"
    unit: Annotated[OwnUnit, Field(description="the group of the man who calls")]
    what: Annotated[
        Literal["fire", "smoke", "light", "register", "correct", "check"],
        Field(description="fire, smoke, light, a registration, a correction, a check"),
    ]
    at: Annotated[MapRef | None, Field(description="where, or the name of a registered target")] = None
    figure: Annotated[FigureRef | None, Field(description="who calls; empty: the best of the group")] = None
    periods: Annotated[int, Field(ge=1, le=20, description="for how many periods")] = 1
    multiple: Annotated[int, Field(ge=1, le=3, description="single, doubled or trebled")] = 1
    angle: Annotated[Facing, Field(description="degrees clockwise from north along which it is 150 m deep")] = 0.0
