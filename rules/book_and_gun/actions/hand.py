"""What the umpire's hand does to people and their kit, each with its reason."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from rules.battle import hand
from rules.kernel.action import Action, FigureRef, UnitRef

THINGS = "ammunition, a weapon, body armour, infrared, thermal, laser, a radio, LAWs, mines, hidden letters"


class Wound(hand.Wound):
    """Wounds a fit figure."""

    summary: ClassVar[str] = "Umpire: a figure is wounded"
    figure: Annotated[FigureRef, Field(description="figure who is wounded")]


class Kill(hand.Kill):
    """Kills a figure on the field."""

    summary: ClassVar[str] = "Umpire: a figure is killed"
    figure: Annotated[FigureRef, Field(description="figure who is killed")]


class Heal(hand.Heal):
    """Heals a wounded figure on the field."""

    summary: ClassVar[str] = "Umpire: a wounded figure is fit again"
    figure: Annotated[FigureRef, Field(description="wounded figure who is fit again")]


class Steady(hand.Steady):
    """Rallies a unit that is pinned, shaken or routed, without a die."""

    summary: ClassVar[str] = "Umpire: a unit is steady again"
    unit: Annotated[UnitRef, Field(description="unit that is steady again")]


class Give(hand.Give):
    """Gives a figure something, for this battle."""

    summary: ClassVar[str] = "Umpire: a figure is given ammunition, a weapon or kit"
    figure: Annotated[FigureRef, Field(description="who is given it; rounds go to his unit")]
    what: Annotated[hand.Thing, Field(description=THINGS)]
    number: Annotated[int, Field(ge=1, le=20, description="how many LAWs or grenades")] = 1


class Take(hand.Take):
    """Takes something from a figure, for this battle."""

    summary: ClassVar[str] = "Umpire: a figure loses ammunition, a weapon or kit"
    figure: Annotated[FigureRef, Field(description="who loses it; rounds are his unit's")]
    what: Annotated[hand.Thing, Field(description=THINGS)]
    number: Annotated[int, Field(ge=1, le=20, description="how many LAWs or grenades")] = 1


HAND_ACTIONS: tuple[type[Action], ...] = (Wound, Kill, Heal, Steady, Give, Take)
