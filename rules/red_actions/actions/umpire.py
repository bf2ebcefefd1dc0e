"""What the umpire does: weather, places, markers, officers, the end; and what his hand does, each with its reason."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.battle import ending, hand, umpire
from rules.kernel.action import Action, FigureRef, MapRef, UnitRef

THINGS = "rounds, a gas shell allotment, entrenching tools, a wire device"


class SetWeather(umpire.ByUmpire):
    """RA-weather.rain, RA-weather.night.range"""

    title: ClassVar[str] = "Set weather and light"
    summary: ClassVar[str] = "Umpire: the light or the weather changes"
    verb: Literal["set-weather"] = "set-weather"
    light: Annotated[Literal["day", "moonlight", "dark"] | None, Field(description="how light it is from now on")] = (
        None
    )
    weather: Annotated[Literal["clear", "rain"] | None, Field(description="the weather from now on")] = None


class PlaceUnit(umpire.PlaceUnit):
    to: Annotated[MapRef, Field(description="where its middle is to stand: a square, a name on the map, 6in toward B2")]


class RevealUnit(umpire.Reveal):
    """RA-seq.reveal"""

    title: ClassVar[str] = "Reveal unit"
    summary: ClassVar[str] = "Umpire: a hidden unit or a marker is shown to everybody"


class TestMorale(umpire.CallMoraleTest):
    """RA-morale.roll.1"""

    __test__ = False

    title: ClassVar[str] = "Morale test"
    summary: ClassVar[str] = "Umpire: a unit takes a fear or serious test now"
    unit: Annotated[UnitRef, Field(description="the unit")]
    test: Annotated[Literal["fear", "serious"], Field(description="which test")] = "fear"


class RemoveUnit(umpire.Remove):
    title: ClassVar[str] = "Remove unit"
    summary: ClassVar[str] = "Umpire: a unit leaves the battle with its officers, unharmed"
    unit: Annotated[UnitRef, Field(description="unit that leaves the battle")]


class DeclareEnd(ending.DeclareEndOrCount):
    """RA-seq.5"""

    summary: ClassVar[str] = "Umpire: the battle is over; the lost shares decide unless you name a winner"


# ── His hand ──────────────────────────────────────────────────────────────────────────────────────────────────────


class Kill(hand.Kill):
    """An officer falls. RA-officer.loss.1"""

    summary: ClassVar[str] = "Umpire: an officer falls"
    figure: Annotated[FigureRef, Field(description="the officer")]


class Wound(hand.Wound):
    """A base is lost, or markers are put on. RA-def.terror.1"""

    summary: ClassVar[str] = "Umpire: a unit loses a base or takes a marker"
    unit: Annotated[UnitRef, Field(description="the unit")]
    what: Annotated[Literal["base", "terror", "humiliated", "pinned"], Field(description="a base, or which marker")] = (
        "terror"
    )


class Heal(hand.Heal):
    """An officer is with his unit again."""

    summary: ClassVar[str] = "Umpire: an officer who fell is fit again"
    figure: Annotated[FigureRef, Field(description="the officer")]


class Steady(hand.Steady):
    """Terror, pinned and rout are taken off, and humiliated markers too if the umpire says so."""

    summary: ClassVar[str] = "Umpire: a unit rallies"
    unit: Annotated[UnitRef, Field(description="the unit")]
    humiliated: Annotated[bool, Field(description="humiliated markers go too")] = False


class Give(hand.Give):
    """For this battle."""

    summary: ClassVar[str] = "Umpire: a unit is given something"
    unit: Annotated[UnitRef, Field(description="the unit")]
    what: Annotated[hand.Thing, Field(description=THINGS)]


class Take(hand.Take):
    """For this battle."""

    summary: ClassVar[str] = "Umpire: a unit loses something"
    unit: Annotated[UnitRef, Field(description="the unit")]
    what: Annotated[hand.Thing, Field(description=THINGS)]


UMPIRE_ACTIONS: tuple[type[Action], ...] = (
    *(SetWeather, PlaceUnit, RevealUnit, TestMorale, RemoveUnit, DeclareEnd),
    *(Wound, Kill, Heal, Steady, Give, Take),
)
