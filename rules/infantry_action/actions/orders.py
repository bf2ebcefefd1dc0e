"""What a side writes in secret: orders at the start of a period, fire after the movement, instructions for good."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.action import Action, EnemyUnit, Facing, FigureRef, MapRef, OwnUnit, UnitRef

OnFoot = Literal["halt", "walk", "dash", "crawl", "double", "manhandle", "drive", "rush", "reverse", "swim"]
TaskName = Literal[
    "prepare", "pack", "limber", "unlimber", "enter", "leave", "rope-down", "take-over", "set-claymore",
    "withdraw", "bangalore", "line-charge", "mark-mines", "lift-mines", "flail", "reload-smoke", "smoke-salvo",
    "escort",
]  # fmt: skip


class Order(Action):
    """A group's order for the period. IA-orders.written, IA-orders.content"""

    title: ClassVar[str] = "Order a group"
    summary: ClassVar[str] = "Where a group goes in this period, and at what pace; sealed until both sides have written"
    verb: Literal["order"] = "order"
    unit: Annotated[OwnUnit, Field(description="the group")]
    pace: Annotated[OnFoot, Field(description="on foot: halt to manhandle; vehicles: halt, drive, rush, reverse, swim")]
    to: Annotated[MapRef | None, Field(description="where to: B2, 60m toward the mill; empty: it stays")] = None
    facing: Annotated[Facing | None, Field(description="degrees clockwise from north that it faces at the end")] = None
    posture: Annotated[Literal["erect", "prone"] | None, Field(description="posture at the end")] = None
    silent: Annotated[bool, Field(description="in silence: half speed, no fire")] = False
    closed: Annotated[bool | None, Field(description="vehicle: closed down, or with the commander's head out")] = None
    turret: Annotated[Facing | None, Field(description="vehicle: where the turret points at the end")] = None


class Task(Action):
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


class Instruct(Action):
    """What a group does unasked. IA-reaction.cover-choice, IA-R114, IA-leadertest.separate, IA-mine.spotted-choice"""

    title: ClassVar[str] = "Instruct a group"
    summary: ClassVar[str] = "What a group does without asking you: fire, cover, leader's tests, mines"
    verb: Literal["instruct"] = "instruct"
    unit: Annotated[OwnUnit | None, Field(description="this group; empty: all of yours")] = None
    fire: Annotated[Literal["at will", "hold", "return"] | None, Field(description="its fire where none is named")] = (
        None
    )
    cover: Annotated[Literal["+2", "-2"] | None, Field(description="in cover: add or deduct 2 in tests")] = None
    crews: Annotated[bool | None, Field(description="crews take the better of their supplementary test")] = None
    leader: Annotated[
        Literal["never", "below 10", "below 5", "below 0"] | None,
        Field(description="when its leader tests himself"),
    ] = None
    mines: Annotated[Literal["stop", "cross", "back"] | None, Field(description="when a mine is seen")] = None
    ask_fire: Annotated[bool | None, Field(description="whole side: ask me for fire, or fire at will")] = None


class Fire(Action):
    """A group's fire, or that of one of its men or weapons. IA-R023"""

    title: ClassVar[str] = "Fire"
    summary: ClassVar[str] = (
        "What a group, a man or a weapon fires at in this period; sealed until both sides have written"
    )
    verb: Literal["fire"] = "fire"
    unit: Annotated[OwnUnit, Field(description="the group or vehicle")]
    target: Annotated[EnemyUnit | None, Field(description="enemy group or vehicle, or a building")] = None
    figure: Annotated[FigureRef | None, Field(description="this man or his gun alone; empty: all who can")] = None
    weapon: Annotated[str | None, Field(max_length=40, description="with this weapon")] = None
    how: Annotated[
        Literal[
            "fire",
            "grenade",
            "blind",
            "smoke",
            "light",
            "observe",
            "molotov",
            "sticky-bomb",
            "satchel",
            "detonate",
            "hold",
        ],
        Field(description="fire, grenades, blind into smoke, smoke, light, charges, hold fire …"),
    ] = "fire"
    at: Annotated[MapRef | None, Field(description="a place instead of an enemy: grenades, smoke, light")] = None


class Call(Action):
    """Off-table support is called, corrected or registered. IA-off.observer-call, IA-off.corrections,
    IA-off.registration"""

    title: ClassVar[str] = "Call support"
    summary: ClassVar[str] = "Call down, correct or check off-table support, or register a target for it"
    chapter: ClassVar[str] = "support"
    verb: Literal["call"] = "call"
    unit: Annotated[OwnUnit, Field(description="the group of the man who calls")]
    what: Annotated[
        Literal["fire", "smoke", "light", "register", "correct", "check"],
        Field(description="fire, smoke, light, a registration, a correction, a check"),
    ]
    at: Annotated[MapRef | None, Field(description="where, or the name of a registered target")] = None
    figure: Annotated[FigureRef | None, Field(description="who calls; empty: the best of the group")] = None
    periods: Annotated[int, Field(ge=1, le=20, description="for how many periods")] = 1
    multiple: Annotated[int, Field(ge=1, le=3, description="single, doubled or trebled")] = 1
    angle: Annotated[Facing, Field(description="degrees clockwise from north along which it is 150 m deep")] = 0.0


ORDER_ACTIONS: tuple[type[Action], ...] = (Order, Task, Split, Join, CarryOn, Instruct, Fire, Call)
