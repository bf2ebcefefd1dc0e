"""Nerves, officers, dividing and combining."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.kernel.action import Action, OwnUnit
from rules.red_actions.actions.unit import UnitAction


class Disperse(UnitAction):
    title: ClassVar[str] = "Disperse"
    summary: ClassVar[str] = "Give up a routing unit that can never stand again"
    chapter: ClassVar[str] = "command"
    verb: Literal["disperse"] = "disperse"


class Divide(UnitAction):
    title: ClassVar[str] = "Divide"
    summary: ClassVar[str] = "Split bases off into a unit of their own: the whole turn"
    chapter: ClassVar[str] = "command"
    verb: Literal["divide"] = "divide"
    bases: Annotated[int, Field(ge=1, le=5, description="how many bases go")]
    officer: Annotated[Literal["stays", "goes"], Field(description="the unit's officer")] = "stays"
    called: Annotated[str, Field(max_length=40, description="what the new unit is called")] = ""


class Combine(UnitAction):
    title: ClassVar[str] = "Combine"
    summary: ClassVar[str] = "Two units of a kind that touch become one: the whole turn of both"
    chapter: ClassVar[str] = "command"
    verb: Literal["combine"] = "combine"
    other: Annotated[OwnUnit, Field(description="with which")]


class JoinUnit(UnitAction):
    """RA-action.extra.officer"""

    title: ClassVar[str] = "Attach an officer"
    summary: ClassVar[str] = "A senior officer in contact joins a unit, beside its action"
    verb: Literal["join"] = "join"
    officer: Annotated[OwnUnit, Field(description="the senior officer's base")]
    command: Annotated[bool, Field(description="he takes personal command")] = True


class LeaveUnit(UnitAction):
    """RA-action.extra.officer"""

    title: ClassVar[str] = "Detach an officer"
    summary: ClassVar[str] = "A senior officer leaves a unit, beside its action"
    verb: Literal["leave"] = "leave"
    officer: Annotated[OwnUnit, Field(description="the senior officer's base")]


COMMAND_ACTIONS: tuple[type[Action], ...] = (JoinUnit, LeaveUnit, Divide, Combine, Disperse)
