"""Actions of indirect fire."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book_and_gun.support import OffBoard
from rules.kernel.action import Action, FigureRef, MapRef, OwnUnit


class FireMortar(Action):
    """One round of a mortar at a place that somebody observes. BG-X.13.1a, BG-X.13.13a, BG-X.14.3a, BG-R228."""

    title: ClassVar[str] = "Mortar"
    summary: ClassVar[str] = "Drop a mortar round on a place that somebody observes"
    chapter: ClassVar[str] = "artillery"
    verb: Literal["mortar"] = "mortar"
    unit: Annotated[OwnUnit, Field(description="your unit with the mortar")]
    at: Annotated[MapRef, Field(description="aiming point: B2, or the name of a unit or place")]
    smoke: Annotated[bool, Field(description="a smoke round, which hides and hurts nobody")] = False
    figure: Annotated[FigureRef | None, Field(description="who fires it; empty: the first who can")] = None
    insist: Annotated[bool, Field(description="fire although the rules of engagement forbid it")] = False


class RequestFire(Action):
    """A unit's message for a mission from off the board, tried once a turn until it arrives. BG-X.14.4, BG-R106."""

    title: ClassVar[str] = "Request fire"
    summary: ClassVar[str] = "Ask by radio for fire from off the board; it falls in the fire phase"
    chapter: ClassVar[str] = "artillery"
    verb: Literal["request-fire"] = "request-fire"
    unit: Annotated[OwnUnit, Field(description="your unit that asks")]
    what: Annotated[OffBoard, Field(description="what is asked for")]
    lit: Annotated[MapRef | None, Field(description="place that its laser designator marks, for no deviation")] = None

    @property
    def idles(self) -> bool:
        return True


class FireMission(Action):
    """The mission that a message has asked for in this turn falls. BG-X.13.21, BG-X.13.22, BG-R230."""

    title: ClassVar[str] = "Fire mission"
    summary: ClassVar[str] = "The fire that you asked for in this turn falls on a place that is observed"
    chapter: ClassVar[str] = "artillery"
    verb: Literal["fire-mission"] = "fire-mission"
    unit: Annotated[OwnUnit, Field(description="your unit whose message arrived")]
    at: Annotated[MapRef, Field(description="aiming point: B2, or the name of a unit or place")]
    smoke: Annotated[bool, Field(description="smoke, which hides and hurts nobody; not of an air strike")] = False
    bomblets: Annotated[bool, Field(description="artillery's improved munitions against vehicles")] = False
    building: Annotated[bool, Field(description="the building there is the target: it may come down")] = False
    insist: Annotated[bool, Field(description="fire although the rules of engagement forbid it")] = False


INDIRECT_ACTIONS: tuple[type[Action], ...] = (FireMortar, RequestFire, FireMission)
