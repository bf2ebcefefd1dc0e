"""Moving, forms of standing, and what is done on the ground."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.action import Action, Facing, MapRef, OwnUnit

Shape = Literal["line", "two ranks", "column", "square"]


class UnitAction(Action):
    """What one unit does in its segment."""

    unit: Annotated[OwnUnit, Field(description="which unit")]


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


class Turn(UnitAction):
    """RA-action.extra.facing"""

    title: ClassVar[str] = "Turn or form"
    summary: ClassVar[str] = "Change facing or formation beside the unit's action"
    verb: Literal["turn"] = "turn"
    facing: Annotated[Facing | None, Field(description="degrees from north")] = None
    formation: Annotated[Shape | None, Field(description="how it stands then; empty: as before")] = None
    formed: Annotated[bool | None, Field(description="cavalry: formed (boot to boot) or loose")] = None


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


class Board(UnitAction):
    title: ClassVar[str] = "Embark or get off"
    summary: ClassVar[str] = "Onto a train or truck that the unit touches, or off it"
    chapter: ClassVar[str] = "works"
    verb: Literal["board"] = "board"
    carrier: Annotated[OwnUnit | None, Field(description="what it boards; empty: it gets off")] = None


class Hide(UnitAction):
    title: ClassVar[str] = "Hide"
    summary: ClassVar[str] = "Infantry or unlimbered guns hide in cover where no enemy sees them"
    chapter: ClassVar[str] = "works"
    verb: Literal["hide"] = "hide"


class Scout(UnitAction):
    """RA-action.extra.scout"""

    title: ClassVar[str] = "Scout"
    summary: ClassVar[str] = "Look for an ambush in one piece of ground, beside the unit's action"
    verb: Literal["scout"] = "scout"
    place: Annotated[MapRef, Field(description="a place in the wood, building or hollow")]


class Possess(UnitAction):
    title: ClassVar[str] = "Take possession"
    summary: ClassVar[str] = "Take a building, abandoned guns, a vehicle, horses or prisoners that the unit touches"
    chapter: ClassVar[str] = "works"
    verb: Literal["possess"] = "possess"
    what: Annotated[MapRef | None, Field(description="which, where it touches several")] = None


class Dig(UnitAction):
    title: ClassVar[str] = "Dig in"
    summary: ClassVar[str] = "Infantry digs foxholes: up to 3 columns of cover"
    chapter: ClassVar[str] = "works"
    verb: Literal["dig"] = "dig"


class SetFire(UnitAction):
    title: ClassVar[str] = "Set on fire"
    summary: ClassVar[str] = "Set fire to a building that the unit touches"
    chapter: ClassVar[str] = "works"
    verb: Literal["set-fire"] = "set-fire"
    building: Annotated[MapRef | None, Field(description="which, where it touches several")] = None


class FightFire(UnitAction):
    title: ClassVar[str] = "Fight a fire"
    summary: ClassVar[str] = "Put out a burning building that the unit touches"
    chapter: ClassVar[str] = "works"
    verb: Literal["fight-fire"] = "fight-fire"
    building: Annotated[MapRef | None, Field(description="which, where it touches several")] = None


class CutWire(UnitAction):
    title: ClassVar[str] = "Cross or clear wire"
    summary: ClassVar[str] = "Infantry in wire works its way through; a tank with a device clears it"
    chapter: ClassVar[str] = "works"
    verb: Literal["cut-wire"] = "cut-wire"


class Rail(UnitAction):
    title: ClassVar[str] = "Run a train"
    summary: ClassVar[str] = "Start, keep or change a train's speed along its rails"
    chapter: ClassVar[str] = "works"
    verb: Literal["rail"] = "rail"
    order: Annotated[
        Literal["faster", "hold", "brake", "reverse"],
        Field(description="faster (or start), hold the speed, brake, or start the other way (standing)"),
    ]


class DoAway(UnitAction):
    title: ClassVar[str] = "Do away with prisoners"
    summary: ClassVar[str] = "House rule: the unit's prisoners are no more"
    chapter: ClassVar[str] = "works"
    verb: Literal["do-away"] = "do-away"


class Enter(UnitAction):
    title: ClassVar[str] = "Bring on"
    summary: ClassVar[str] = "A reinforcement comes onto the table at its entry point"
    verb: Literal["enter"] = "enter"
    path: Annotated[tuple[MapRef, ...], Field(max_length=4, description="way points from its entry point")] = ()


MOVEMENT_ACTIONS: tuple[type[Action], ...] = (
    Move, Turn, Scout, Enter, Limber, Mount, Board, Hide, Possess, Dig, SetFire, FightFire, CutWire, Rail, DoAway,
)  # fmt: skip
