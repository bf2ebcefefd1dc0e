"""What the umpire does: light, wind, places, bombardments, the end; and what his hand does, each with its reason."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.battle import ending, hand, umpire
from rules.battle.umpire import RuleFact
from rules.kernel.action import Action, Facing, FigureRef, MapRef, UnitRef

THINGS = "grenades, a radio, a night vision device, a mine detector, a weapon of the small arms list, a charge"


class SetLight(umpire.SetLight):
    """Sets the light. IA-loc.table"""

    summary: ClassVar[str] = "Umpire: how light it is"
    light: Annotated[Literal["daylight", "moonlight", "dark"], Field(description="how light it is from now on")]


class PlaceGroup(umpire.PlaceUnit):
    """Puts a group somewhere."""

    summary: ClassVar[str] = "Umpire: put a group with its guns and vehicles somewhere"
    unit: Annotated[UnitRef, Field(description="the group")]
    to: Annotated[MapRef, Field(description="where its leader is to stand: a square, a name on the map, 60m toward B2")]


class RemoveFigure(umpire.Remove):
    """Takes a man out of the battle, alive."""

    title: ClassVar[str] = "Remove figure"
    summary: ClassVar[str] = "Umpire: a man leaves the battle alive"
    figure: Annotated[FigureRef, Field(description="man who leaves the battle alive")]


class Bombard(umpire.Bombard):
    """Off-table fire by the scenario's will: it falls in the resolution of this period. IA-off.area"""

    summary: ClassVar[str] = "Umpire: off-table fire, smoke or light falls on a place"
    at: Annotated[MapRef, Field(description="the middle of the area")]
    what: Annotated[Literal["fire", "smoke", "light"], Field(description="what falls")] = "fire"
    multiple: Annotated[int, Field(ge=1, le=3, description="single, doubled or trebled")] = 1
    angle: Annotated[Facing, Field(description="degrees clockwise from north along which it is 150 m deep")] = 0.0


class LayMines(umpire.ByUmpire):
    """Lays a belt of mines, or marks one on the table where none lie. IA-mine.record, IA-R249"""

    title: ClassVar[str] = "Lay mines"
    summary: ClassVar[str] = "Umpire: a belt of mines, or a dummy, lies between two places"
    verb: Literal["lay-mines"] = "lay-mines"
    side: Annotated[Literal["attacker", "defender"], Field(description="whose mines they are")]
    what: Annotated[
        Literal["anti-personnel", "anti-tank", "both", "dummy"],
        Field(description="what lies there; a dummy is marked for all, and nothing lies there"),
    ]
    start: Annotated[MapRef, Field(description="one end of the belt: B2")]
    end: Annotated[MapRef, Field(description="the other end: B4")]
    shown: Annotated[bool, Field(description="marked on the table for all to see")] = False


class DeclareEnd(ending.DeclareEndOrCount):
    """Ends the battle. IA-vic.objectives"""

    summary: ClassVar[str] = "Umpire: the battle is over; the points are counted unless you name a winner"


# ── His hand ──────────────────────────────────────────────────────────────────────────────────────────────────────


class Kill(hand.Kill):
    """A man is a casualty. IA-scale.figure"""

    summary: ClassVar[str] = "Umpire: a man is hit"
    figure: Annotated[FigureRef, Field(description="man who is hit")]


class Heal(hand.Heal):
    """A casualty is fit again."""

    summary: ClassVar[str] = "Umpire: a casualty is fit again"
    figure: Annotated[FigureRef, Field(description="casualty who is fit again")]


class Steady(hand.Steady):
    """Nothing of its last reaction test binds a group any more. IA-reaction.next-period"""

    summary: ClassVar[str] = "Umpire: a group is free of its last reaction test"
    unit: Annotated[UnitRef, Field(description="group that is free again")]


class Give(hand.Give):
    """Gives a man something, for this battle."""

    summary: ClassVar[str] = "Umpire: a man is given a weapon, gear or a charge"
    figure: Annotated[FigureRef, Field(description="who is given it")]
    what: Annotated[hand.Thing, Field(description=THINGS)]


class Take(hand.Take):
    """Takes something from a man, for this battle."""

    summary: ClassVar[str] = "Umpire: a man loses a weapon, gear or a charge"
    figure: Annotated[FigureRef, Field(description="who loses it")]
    what: Annotated[hand.Thing, Field(description=THINGS)]


UMPIRE_ACTIONS: tuple[type[Action], ...] = (
    *(SetLight, PlaceGroup, RemoveFigure, Bombard, LayMines, DeclareEnd, RuleFact),
    *(Kill, Heal, Steady, Give, Take),
)
