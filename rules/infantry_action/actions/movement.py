"""What a side writes in secret at the start of a period: orders and tasks of its groups, and who goes with whom."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.kernel.action import Action, Facing, FigureRef, MapRef, OwnUnit, UnitRef

OnFoot = Literal["halt", "walk", "dash", "crawl", "double", "manhandle", "drive", "rush", "reverse", "swim"]
FormationName = Literal["line", "file", "wedge", "bunch", "along"]
"""`along`: along the hedge, wall or trench at which their way ends."""
TaskName = Literal[
    "prepare", "pack", "limber", "unlimber", "enter", "leave", "rope-down", "take-over", "set-claymore",
    "withdraw", "bangalore", "line-charge", "mark-mines", "lift-mines", "flail", "reload-smoke", "smoke-salvo",
    "escort",
]  # fmt: skip


class OrderGroup(Action):
    """A group's order for the period. IA-orders.written, IA-orders.content"""

    title: ClassVar[str] = "Order a group"
    summary: ClassVar[str] = "Where a group goes in this period, and at what pace; sealed until both sides have written"
    verb: Literal["order"] = "order"
    unit: Annotated[OwnUnit, Field(description="the group")]
    pace: Annotated[OnFoot, Field(description="on foot: halt to manhandle; vehicles: halt, drive, rush, reverse, swim")]
    to: Annotated[MapRef | None, Field(description="where to: B2, a name on the map, north; empty: it stays")] = None
    facing: Annotated[Facing | None, Field(description="degrees clockwise from north that it faces at the end")] = None
    formation: Annotated[
        FormationName | None, Field(description="how its men go; empty: as they stand, or spread out inside a building")
    ] = None
    posture: Annotated[Literal["erect", "prone"] | None, Field(description="posture at the end")] = None
    silent: Annotated[bool, Field(description="in silence: half speed, no fire")] = False
    closed: Annotated[bool | None, Field(description="vehicle: closed down, or with the commander's head out")] = None
    turret: Annotated[Facing | None, Field(description="vehicle: where the turret points at the end")] = None


class SendRunner(Action):
    """An order that a man carries to a group out of reach. IA-orders.communication, IA-R027, IA-R248"""

    title: ClassVar[str] = "Send a runner"
    summary: ClassVar[str] = "A man runs to a group that nobody reaches, and it does what he tells it"
    verb: Literal["runner"] = "runner"
    unit: Annotated[OwnUnit, Field(description="the group that he is to tell")]
    pace: Annotated[OnFoot, Field(description="what it is to do when he is there: halt, walk, dash, crawl, drive …")]
    to: Annotated[MapRef | None, Field(description="where it is to go: B2, a name on the map; empty: it stays")] = None
    facing: Annotated[Facing | None, Field(description="degrees clockwise from north that it faces at the end")] = None
    formation: Annotated[FormationName | None, Field(description="how its men go")] = None
    posture: Annotated[Literal["erect", "prone"] | None, Field(description="posture at the end")] = None


class PlaceMan(Action):
    """One man goes to a place of his own. IA-orders.content, IA-R240"""

    title: ClassVar[str] = "Place a man"
    summary: ClassVar[str] = "One man of a group goes to a place of his own, while the others follow the order"
    verb: Literal["post"] = "post"
    unit: Annotated[OwnUnit, Field(description="the group")]
    figure: Annotated[FigureRef, Field(description="who goes there")]
    to: Annotated[MapRef | None, Field(description="where: B2, 20m east; empty: he goes with the others again")] = None


class GiveTask(Action):
    """Something that a group does beside its move. IA-foot.deduct-10"""

    title: ClassVar[str] = "Give a task"
    summary: ClassVar[str] = "What a group does beside moving: prepare a weapon, enter a vehicle, lay a charge …"
    verb: Literal["task"] = "task"
    unit: Annotated[OwnUnit, Field(description="the group")]
    what: Annotated[TaskName, Field(description="what it does")]
    subject: Annotated[UnitRef | None, Field(description="with which gun, vehicle, group or building")] = None
    figure: Annotated[FigureRef | None, Field(description="who does it; empty: whoever can")] = None
    at: Annotated[MapRef | None, Field(description="where, if it has a place")] = None


class Split(Action):
    """Part of a group becomes a group of its own. IA-R158"""

    title: ClassVar[str] = "Split a group"
    summary: ClassVar[str] = "Some of its men become a group of their own for this period and after"
    verb: Literal["split"] = "split"
    unit: Annotated[OwnUnit, Field(description="the group")]
    figures: Annotated[tuple[FigureRef, ...], Field(description="who goes", min_length=1, max_length=12)]
    called: Annotated[str, Field(max_length=40, description="what the new group is called")] = ""


class Join(Action):
    """Two groups become one. IA-R158"""

    title: ClassVar[str] = "Join groups"
    summary: ClassVar[str] = "A group joins another one near it"
    verb: Literal["join"] = "join"
    unit: Annotated[OwnUnit, Field(description="the group that joins")]
    other: Annotated[OwnUnit, Field(description="the group that it joins")]


class CarryOn(Action):
    """All groups, or one, carry on with their last orders."""

    title: ClassVar[str] = "As before"
    summary: ClassVar[str] = "Carry on with the last orders: one group, or all that have no new one"
    verb: Literal["carry-on"] = "carry-on"
    unit: Annotated[OwnUnit | None, Field(description="this group alone; empty: all")] = None

    @property
    def idles(self) -> bool:
        return True


MOVEMENT_ACTIONS: tuple[type[Action], ...] = (OrderGroup, SendRunner, PlaceMan, GiveTask, Split, Join, CarryOn)
