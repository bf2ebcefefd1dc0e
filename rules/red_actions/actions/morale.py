"""Rallies."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.kernel.action import Action
from rules.red_actions.actions.unit import UnitAction


class RallyTerror(UnitAction):
    title: ClassVar[str] = "Rally from terror"
    summary: ClassVar[str] = "Take off a unit's terror markers: its whole action"
    verb: Literal["rally-terror"] = "rally-terror"


class RallyRout(UnitAction):
    title: ClassVar[str] = "Rally from rout"
    summary: ClassVar[str] = "A routing unit tries to rally, or runs on"
    verb: Literal["rally-rout"] = "rally-rout"
    run: Annotated[bool, Field(description="it does not try, and runs on")] = False


class RallyPinned(UnitAction):
    """RA-action.extra.rally-pinned"""

    title: ClassVar[str] = "Rally from pinned"
    summary: ClassVar[str] = "Try to take off a pinned marker beside the unit's action"
    verb: Literal["rally-pinned"] = "rally-pinned"


MORALE_ACTIONS: tuple[type[Action], ...] = (RallyTerror, RallyRout, RallyPinned)
