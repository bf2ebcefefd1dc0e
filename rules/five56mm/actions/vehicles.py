"""Actions with vehicles: 4.6, 4.7, 4.8 and 12.1."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field

from rules.five56mm.actions.foot import Off, Path, Who
from rules.kernel.action import FACT, Action, Inches, MapRef, UnitRef

Turns = Annotated[int, FACT, Field(ge=0, le=20, description="without a board: changes of direction up to 45 degrees")]
RightAngles = Annotated[int, FACT, Field(ge=0, le=4, description="without a board: turns of up to 90 degrees")]
Ahead = Annotated[Inches | None, FACT, Field(description="without a board: inches forward")]
Back = Annotated[Inches, FACT, Field(description="without a board: inches in reverse")]


class BoardVehicle(Action):
    """Moves to a vehicle and gets in. MM-12.1.1."""

    title: ClassVar[str] = "Board"
    summary: ClassVar[str] = "Get into a vehicle within a Move (one action)"
    chapter: ClassVar[str] = "vehicle"
    verb: Literal["board"] = "board"
    character: Who = None
    vehicle: Annotated[UnitRef, Field(description="vehicle that he gets into")]
    place: Annotated[
        Literal["driver", "gunner", "passenger", "pilot", "co-pilot"], Field(description="which place he takes inside")
    ] = "passenger"
    path: Path = ()


class Leave(Action):
    """Gets out, and moves if there is movement left. MM-12.1.2, MM-12.1.3, MM-12.1.4, MM-12.1.5."""

    title: ClassVar[str] = "Leave vehicle"
    summary: ClassVar[str] = "Get out of a vehicle and Move (one action); moving vehicles hurt"
    chapter: ClassVar[str] = "vehicle"
    verb: Literal["leave"] = "leave"
    character: Who = None
    to: Annotated[MapRef | None, Field(description="where to, within a Move")] = None
    path: Path = ()


class Drive(Action):
    """Drives a land vehicle: its allowance, and one Driver Task. MM-4.6.3, MM-4.6.6."""

    title: ClassVar[str] = "Drive"
    summary: ClassVar[str] = "Drive a vehicle, with one task if wanted (special action)"
    chapter: ClassVar[str] = "vehicle"
    verb: Literal["drive"] = "drive"
    character: Who = None
    to: Annotated[MapRef | None, Field(description="where to, or a route with several places")] = None
    task: Annotated[Literal["none", "full-speed", "turn"], Field(description="the one Driver Task of this go")] = "none"
    reverse: Annotated[bool, Field(description="drive backwards: every inch costs two")] = False
    off: Off = False
    inches: Ahead = None
    inches_back: Back = 0.0
    turns: Turns = 0
    right_angles: RightAngles = 0
    rams: Annotated[
        tuple[UnitRef, ...], FACT, Field(description="without a board: characters and vehicles in the path")
    ] = ()


class Pilot(Action):
    """Flies a helicopter: its allowance, and one Pilot Task. MM-4.7.3, MM-4.7.6."""

    title: ClassVar[str] = "Pilot"
    summary: ClassVar[str] = "Fly a helicopter, with one task if wanted (special action)"
    chapter: ClassVar[str] = "vehicle"
    verb: Literal["pilot"] = "pilot"
    character: Who = None
    to: Annotated[MapRef | None, Field(description="where to, or a route with several places")] = None
    task: Annotated[
        Literal["none", "land", "hover", "full-speed", "bank"], Field(description="the one Pilot Task of this go")
    ] = "none"
    reverse: Annotated[bool, Field(description="fly backwards: every inch costs four")] = False
    off: Off = False
    inches: Ahead = None
    inches_back: Back = 0.0
    turns: Turns = 0
    right_angles: RightAngles = 0
    near: Annotated[
        tuple[UnitRef, ...], FACT, Field(description="without a board: who is within 4 in if it explodes")
    ] = ()


class FastRope(Action):
    """Down a rope from a hovering helicopter. MM-4.8.1."""

    title: ClassVar[str] = "Fast Rope"
    summary: ClassVar[str] = "Down the rope from a hovering helicopter (special action)"
    chapter: ClassVar[str] = "vehicle"
    verb: Literal["fast-rope"] = "fast-rope"
    character: Who = None
    to: Annotated[MapRef | None, Field(description="where to go from below it, up to 1 to 3 in")] = None


VehicleAction: TypeAlias = BoardVehicle | Leave | Drive | Pilot | FastRope
