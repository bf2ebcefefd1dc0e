"""Actions of the movement phase."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book_and_gun.units import Formation, Ground, Posture, Spacing
from rules.kernel.action import FACT, Action, EnemyUnit, Facing, FigureRef, Inches, MapRef, OwnUnit, Role

Terrain = Annotated[Ground | None, FACT, Field(description="worst terrain on the way")]
Slope = Annotated[bool | None, FACT, Field(description="the way goes up or across a steep slope")]
OnRoad = Annotated[bool | None, FACT, Field(description="on a road from start to end")]


class Move(Action):
    """A normal move of a unit, of its separated figures or of a scout. BG-VIII.1.1."""

    title: ClassVar[str] = "Move"
    summary: ClassVar[str] = "Move a unit as far as its dice allow"
    verb: Literal["move"] = "move"
    unit: Annotated[OwnUnit, Field(description="your unit that moves")]
    to: Annotated[
        MapRef | None, Field(description="where to: B2, 6in toward Cell 2, north 4; empty: nearest enemy")
    ] = None
    inches: Annotated[Inches | None, Field(description="go no farther than this")] = None
    formation: Annotated[Formation | None, Field(description="formation that it takes up")] = None
    order: Annotated[Spacing | None, Field(description="whether it closes up or opens out")] = None
    posture: Annotated[Posture | None, Field(description="lie down or stand up before moving")] = None
    facing: Annotated[Facing | None, Field(description="facing at the end, degrees from north")] = None
    backwards: Annotated[bool, Field(description="step back without turning, at one third of the speed")] = False
    figures: Annotated[
        Literal["unit", "separated", "scouts"],
        Field(description="who moves: those with the leader, the separated ones, the scouts"),
    ] = "unit"
    road_group: Annotated[
        tuple[OwnUnit, ...], Field(description="units behind it on the road that move on the same card at road rate")
    ] = ()
    leaders: Annotated[
        tuple[OwnUnit, ...], Field(description="leaders of no unit within 6 inches who go along with it")
    ] = ()
    flight: Annotated[
        Literal["fly", "hover", "land", "touch down"] | None,
        Field(description="an aircraft: fly on, hover there, land where it hovers, or land and take off again"),
    ] = None
    load: Annotated[tuple[OwnUnit, ...], Field(description="units that get in while the helicopter is down")] = ()
    unload: Annotated[bool, Field(description="all but the crew get out while the helicopter is down")] = False
    swim: Annotated[bool, Field(description="an amphibious vehicle on the bank enters the water, 1D6")] = False
    gun: Annotated[
        Literal["push", "leave"], Field(description="a gun beside them: push it along, or leave it where it stands")
    ] = "push"
    terrain: Terrain = None
    slope: Slope = None
    on_road: OnRoad = None


class AdvanceAll(Action):
    """As many units as there are cards in the run advance towards the nearest enemy with their full roll."""

    title: ClassVar[str] = "Advance with all"
    summary: ClassVar[str] = "Your units advance towards the enemy on these cards"
    verb: Literal["advance-all"] = "advance-all"
    terrain: Terrain = None


class ChargeEnemy(Action):
    """A charge, or a counter-charge against a unit that has charged this one; or a dog is sent at somebody.
    BG-VIII.1.4, BG-XIII.7.1b, BG-R36, BG-R37, BG-R261."""

    title: ClassVar[str] = "Charge"
    summary: ClassVar[str] = "Charge an enemy unit, or counter-charge"
    verb: Literal["charge"] = "charge"
    unit: Annotated[OwnUnit, Field(description="your unit that charges")]
    target: Annotated[EnemyUnit, Field(description="enemy unit that is charged")]
    distance: Annotated[Inches | None, FACT, Field(description="inches from base to base")] = None
    straight: Annotated[bool | None, FACT, Field(description="the last 4 inches run straight")] = None
    from_rear: Annotated[bool | None, FACT, Field(description="it starts where the target cannot see it")] = None
    over_obstacle: Annotated[
        bool | None, FACT, Field(description="it stands at a wall or barricade and charges over it")
    ] = None
    target_stands: Annotated[
        Literal["in the open", "in building", "in water", "on wall"] | None,
        FACT,
        Field(description="where the target stands"),
    ] = None
    wall: Annotated[str, Field(max_length=40, description="which wall of an enclosure; each is fought for alone")] = ""
    dog: Annotated[FigureRef | None, Field(description="your dog that attacks, up to 6 inches; the others stay")] = None
    with_handler: Annotated[bool, Field(description="the dog's handler goes in with it, and they fight as one")] = False
    victim: Annotated[FigureRef | None, Field(description="whom the dog attacks; empty: the nearest")] = None
    terrain: Terrain = None
    slope: Slope = None
    on_road: OnRoad = None


class Reform(Action):
    """Changes formation, order, posture or facing in place; all that an immobile side may do. Or works at a gun.
    BG-XII.1.21b, BG-VIII.3.3."""

    title: ClassVar[str] = "Form up"
    summary: ClassVar[str] = "Change formation, order, posture or facing in place; limber a gun"
    verb: Literal["form-up"] = "form-up"
    unit: Annotated[OwnUnit, Field(description="your unit that forms up")]
    formation: Annotated[Formation | None, Field(description="formation that it takes up")] = None
    order: Annotated[Spacing | None, Field(description="whether it closes up or opens out")] = None
    posture: Annotated[Posture | None, Field(description="whether it lies down or stands up")] = None
    facing: Annotated[Facing | None, Field(description="where it looks, in degrees clockwise from north")] = None
    gun: Annotated[
        Literal["limber", "unlimber"] | None, Field(description="work at a gun beside it: hook it up, or set it up")
    ] = None
    towed_by: Annotated[OwnUnit | None, Field(description="your unit whose vehicle is to tow the gun")] = None


class SendScout(Action):
    """Sends a figure out as a scout, or calls him back, before the unit moves. BG-VIII.4.5a."""

    title: ClassVar[str] = "Scout"
    summary: ClassVar[str] = "Send a figure out as a scout, or call him back"
    verb: Literal["scout"] = "scout"
    figure: Annotated[FigureRef, Field(description="figure who scouts ahead of his unit")]
    back: Annotated[bool, Field(description="yes: call him back to his unit")] = False


class CarryWounded(Action):
    """Fit figures take up wounded ones, or put them down, before the unit moves; or hostages follow them, or stay.
    BG-VIII.4.4a, BG-XIII.5.1."""

    title: ClassVar[str] = "Carry wounded"
    summary: ClassVar[str] = "A fit figure takes up a wounded one, or has a hostage follow"
    verb: Literal["carry"] = "carry"
    carrier: Annotated[FigureRef, Field(description="fit figure who carries or leads")]
    wounded: Annotated[
        FigureRef | None, Field(description="wounded figure, or hostage who follows; empty: put down, or stay here")
    ] = None
    to: Annotated[MapRef | None, Field(description="a hostage that the enemy has put in danger: where it goes")] = None


class Restock(Action):
    """A figure begins to restock ammunition: two full turns without moving or firing. BG-R82."""

    title: ClassVar[str] = "Restock"
    summary: ClassVar[str] = "Take ammunition from the fallen or the supply point"
    verb: Literal["restock"] = "restock"
    figure: Annotated[FigureRef, Field(description="figure out of ammunition")]
    source: Annotated[bool | None, FACT, Field(description="a fallen figure or the supply point is in contact")] = None


class RallyUnit(Action):
    """A shaken unit tries to rally on its card (and moves, or goes back), or a leader's attempt on a pinned one.

    BG-VIII.7.2, BG-R48, BG-R49."""

    title: ClassVar[str] = "Rally"
    summary: ClassVar[str] = "Rally a shaken or pinned unit"
    verb: Literal["rally"] = "rally"
    unit: Annotated[OwnUnit, Field(description="your shaken or pinned unit")]
    leader_near: Annotated[bool | None, FACT, Field(description="a leader is within 6 inches")] = None


class Enter(Action):
    """A reserve is placed on an edge of the table. BG-R126."""

    title: ClassVar[str] = "Enter"
    summary: ClassVar[str] = "Bring a reserve onto the table's edge"
    verb: Literal["enter"] = "enter"
    unit: Annotated[OwnUnit, Field(description="your unit that waits in reserve")]
    to: Annotated[MapRef | None, Field(description="place on the edge; empty: middle of your own edge")] = None


class MoveRouted(Action):
    """The engine moves routed units of earlier turns, after all cards. BG-R53."""

    role: ClassVar[Role] = Role.ENGINE
    verb: Literal["move-routed"] = "move-routed"


MOVEMENT_ACTIONS: tuple[type[Action], ...] = (
    Move,
    AdvanceAll,
    ChargeEnemy,
    Reform,
    SendScout,
    CarryWounded,
    Restock,
    RallyUnit,
    Enter,
    MoveRouted,
)
