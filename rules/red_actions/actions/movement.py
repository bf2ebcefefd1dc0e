"""Moving, forms of standing, and what is done on the ground."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.kernel.action import Action, Facing, MapRef, OwnUnit
from rules.red_actions.actions.unit import UnitAction

Shape = Literal["line", "two ranks", "column", "square", "along the edge"]


class Move(UnitAction):
    title: ClassVar[str] = "Move"
    summary: ClassVar[str] = "Move a unit; after its fire as far as its arm allows"
    verb: Literal["move"] = "move"
    path: Annotated[
        tuple[MapRef, ...], Field(min_length=1, max_length=8, description="way points, the last where it ends")
    ]
    pace: Annotated[
        Literal["normal", "evading", "march"], Field(description="normal, evading (foot) or marching (column, far off)")
    ] = "normal"
    facing: Annotated[Facing | None, Field(description="facing at the end; empty: the way it went")] = None
    formation: Annotated[Shape | None, Field(description="formation to take first; empty: as it is")] = None


class TurnOrForm(UnitAction):
    """RA-action.extra.facing"""

    title: ClassVar[str] = "Turn or form"
    summary: ClassVar[str] = "Change facing or formation beside the unit's action"
    verb: Literal["turn"] = "turn"
    facing: Annotated[Facing | None, Field(description="degrees from north")] = None
    formation: Annotated[Shape | None, Field(description="how it stands then; empty: as before")] = None
    formed: Annotated[bool | None, Field(description="cavalry: formed (boot to boot) or loose")] = None
    outside: Annotated[bool, Field(description="form up just outside the wood or house whose edge it lined")] = False


class Limber(UnitAction):
    title: ClassVar[str] = "Limber or unlimber"
    summary: ClassVar[str] = "Guns go on or off their limbers; horse artillery may move half as well"
    chapter: ClassVar[str] = "works"
    verb: Literal["limber"] = "limber"
    path: Annotated[
        tuple[MapRef, ...], Field(max_length=4, description="horse artillery: the way it goes as well")
    ] = ()
    facing: Annotated[Facing | None, Field(description="facing of the guns")] = None


class Mount(UnitAction):
    title: ClassVar[str] = "Mount or dismount"
    summary: ClassVar[str] = "Cavalry gets on or off its horses; one base holds them"
    chapter: ClassVar[str] = "works"
    verb: Literal["mount"] = "mount"


class Embark(UnitAction):
    title: ClassVar[str] = "Embark or get off"
    summary: ClassVar[str] = "Onto a train or truck that the unit touches, or off it"
    chapter: ClassVar[str] = "works"
    verb: Literal["board"] = "board"
    carrier: Annotated[OwnUnit | None, Field(description="what it boards; empty: it gets off")] = None


class Enter(UnitAction):
    title: ClassVar[str] = "Bring on"
    summary: ClassVar[str] = "A reinforcement comes onto the table at its entry point"
    verb: Literal["enter"] = "enter"
    path: Annotated[tuple[MapRef, ...], Field(max_length=4, description="way points from its entry point")] = ()


MOVEMENT_ACTIONS: tuple[type[Action], ...] = (Move, TurnOrForm, Enter, Limber, Mount, Embark)
