"""What the umpire's hand does to people and their kit, each with its reason."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.action import Action, FigureRef, Role, UnitRef
from rules.battle.umpire import Reason, Sealed

THINGS = "ammunition, a weapon, body armour, infrared, thermal, laser aiming, a radio, LAWs, grenades"


class Wound(Action):
    """Wounds a fit figure."""

    title: ClassVar[str] = "Wound"
    summary: ClassVar[str] = "Umpire: a figure is wounded"
    role: ClassVar[Role] = Role.UMPIRE
    chapter: ClassVar[str] = "hand"
    verb: Literal["wound"] = "wound"
    figure: Annotated[FigureRef, Field(description="figure who is wounded")]
    reason: Reason
    sealed: Sealed = False


class Kill(Action):
    """Kills a figure on the field."""

    title: ClassVar[str] = "Kill"
    summary: ClassVar[str] = "Umpire: a figure is killed"
    role: ClassVar[Role] = Role.UMPIRE
    chapter: ClassVar[str] = "hand"
    verb: Literal["kill"] = "kill"
    figure: Annotated[FigureRef, Field(description="figure who is killed")]
    reason: Reason
    sealed: Sealed = False


class Heal(Action):
    """Heals a wounded figure on the field."""

    title: ClassVar[str] = "Heal"
    summary: ClassVar[str] = "Umpire: a wounded figure is fit again"
    role: ClassVar[Role] = Role.UMPIRE
    chapter: ClassVar[str] = "hand"
    verb: Literal["heal"] = "heal"
    figure: Annotated[FigureRef, Field(description="wounded figure who is fit again")]
    reason: Reason
    sealed: Sealed = False


class Steady(Action):
    """Rallies a unit that is pinned, shaken or routed, without a die."""

    title: ClassVar[str] = "Rally by the umpire"
    summary: ClassVar[str] = "Umpire: a unit is steady again"
    role: ClassVar[Role] = Role.UMPIRE
    chapter: ClassVar[str] = "hand"
    verb: Literal["steady"] = "steady"
    unit: Annotated[UnitRef, Field(description="unit that is steady again")]
    reason: Reason
    sealed: Sealed = False


class Give(Action):
    """Gives a figure something, for this battle."""

    title: ClassVar[str] = "Give"
    summary: ClassVar[str] = "Umpire: a figure is given ammunition, a weapon or kit"
    role: ClassVar[Role] = Role.UMPIRE
    chapter: ClassVar[str] = "hand"
    verb: Literal["give"] = "give"
    figure: Annotated[FigureRef, Field(description="who is given it; rounds go to his unit")]
    what: Annotated[str, Field(min_length=1, max_length=60, description=THINGS)]
    reason: Reason
    number: Annotated[int, Field(ge=1, le=20, description="how many LAWs or grenades")] = 1
    sealed: Sealed = False


class Take(Action):
    """Takes something from a figure, for this battle."""

    title: ClassVar[str] = "Take"
    summary: ClassVar[str] = "Umpire: a figure loses ammunition, a weapon or kit"
    role: ClassVar[Role] = Role.UMPIRE
    chapter: ClassVar[str] = "hand"
    verb: Literal["take"] = "take"
    figure: Annotated[FigureRef, Field(description="who loses it; rounds are his unit's")]
    what: Annotated[str, Field(min_length=1, max_length=60, description=THINGS)]
    reason: Reason
    number: Annotated[int, Field(ge=1, le=20, description="how many LAWs or grenades")] = 1
    sealed: Sealed = False


HAND_ACTIONS: tuple[type[Action], ...] = (Wound, Kill, Heal, Steady, Give, Take)
