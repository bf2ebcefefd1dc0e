"""Actions of indirect fire."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.action import Action, FigureRef, MapRef, OwnUnit


class FireMortar(Action):
    """One round of a mortar at a place that somebody observes. BG-X.13.1a, BG-X.13.13a, BG-R228."""

    title: ClassVar[str] = "Mortar"
    summary: ClassVar[str] = "Drop a mortar round on a place that somebody observes"
    verb: Literal["mortar"] = "mortar"
    unit: Annotated[OwnUnit, Field(description="your unit with the mortar")]
    at: Annotated[MapRef, Field(description="aiming point: B2, or the name of a unit or place")]
    figure: Annotated[FigureRef | None, Field(description="who fires it; empty: the first who can")] = None
    insist: Annotated[bool, Field(description="fire although the rules of engagement forbid it")] = False


INDIRECT_ACTIONS: tuple[type[Action], ...] = (FireMortar,)
