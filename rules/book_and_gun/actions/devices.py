"""Actions with what lies on the table until it goes off."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.battle.umpire import ByUmpire
from rules.book_and_gun.book.explosives import LaidKind
from rules.kernel.action import FACT, Action, Facing, FigureRef, MapRef, OwnUnit, UnitRef


class LayDevice(Action):
    """One man lays a mine, charge or trap instead of moving, in secret; C4 and improvised devices take him two movement
    phases. BG-X.12.3a to BG-X.12.8, BG-XIII.3.1, BG-R235."""

    title: ClassVar[str] = "Lay"
    summary: ClassVar[str] = "Lay a mine, a charge or a trap; the enemy learns nothing"
    chapter: ClassVar[str] = "explosives"
    verb: Literal["lay"] = "lay"
    unit: Annotated[OwnUnit, Field(description="your unit that carries it")]
    device: Annotated[LaidKind, Field(description="what is laid")]
    to: Annotated[MapRef | None, Field(description="place within 1 inch of the man; empty: where he stands")] = None
    figure: Annotated[FigureRef | None, Field(description="who lays it; empty: the nearest who can")] = None
    facing: Annotated[Facing | None, Field(description="where a claymore looks; empty: where the man looks")] = None
    fuse: Annotated[
        int | None, Field(ge=0, le=50, description="shaped charges: turns until the fuse burns down; 0: this turn")
    ] = None


class Detonate(Action):
    """A claymore or a charge is fired on a card of its side: in clear view of it, or by whoever stays with it.
    BG-X.12.31, BG-X.12.41, BG-X.12.51, BG-X.12.61, BG-R132."""

    title: ClassVar[str] = "Detonate"
    summary: ClassVar[str] = "Fire a claymore or a charge that the unit has laid"
    chapter: ClassVar[str] = "explosives"
    verb: Literal["detonate"] = "detonate"
    unit: Annotated[OwnUnit, Field(description="your unit that laid it")]
    device: Annotated[
        str, Field(max_length=40, description="which one: claymore 1; empty: the unit's suicide bomber explodes")
    ] = ""
    figure: Annotated[FigureRef | None, Field(description="who fires it; empty: whoever laid it, else the nearest")] = (
        None
    )
    to: Annotated[MapRef | None, Field(description="a bomber goes there first, on the unit's card")] = None
    stays: Annotated[bool, Field(description="stay with it, and be blown up")] = False
    line_of_sight: Annotated[bool | None, FACT, Field(description="whoever fires it sees it")] = None


class SweepGround(Action):
    """A detector is worked over the ground ahead, or an engineer deals with a device that is known. BG-XIII.3.2a,
    BG-XIII.3.2b, BG-R112."""

    title: ClassVar[str] = "Sweep"
    summary: ClassVar[str] = "Look for mines and traps 2 inches ahead, and defuse them"
    chapter: ClassVar[str] = "explosives"
    verb: Literal["sweep"] = "sweep"
    unit: Annotated[OwnUnit, Field(description="your unit with the engineer")]
    figure: Annotated[FigureRef | None, Field(description="who sweeps; empty: whoever has a detector")] = None


class SearchPeople(Action):
    """Two figures, or an armoured vehicle, search people or vehicles beside them, and do nothing else in the turn.
    BG-XIII.9.1."""

    title: ClassVar[str] = "Search"
    summary: ClassVar[str] = "Search people or vehicles beside you for what they hide"
    chapter: ClassVar[str] = "explosives"
    verb: Literal["search"] = "search"
    unit: Annotated[OwnUnit, Field(description="your unit that searches")]
    target: Annotated[UnitRef, Field(description="who is searched: unarmed, neutral, or your prisoners")]


class PlaceDevice(ByUmpire):
    """The umpire lays a device for a side, which alone learns of it. BG-XIII.3.1, BG-R234."""

    title: ClassVar[str] = "Place a device"
    summary: ClassVar[str] = "Umpire: a mine, charge or trap lies on a place, for its side to know"
    verb: Literal["place-device"] = "place-device"
    side: Annotated[Literal["army", "insurgents", "civilians"], Field(description="whose it is")]
    device: Annotated[LaidKind, Field(description="what lies there")]
    at: Annotated[MapRef, Field(description="place: B2, 12.5,30")]
    facing: Annotated[Facing | None, Field(description="where a claymore looks; empty: north")] = None
    laid_by: Annotated[FigureRef | None, Field(description="the figure that laid it, for their record")] = None


DEVICE_ACTIONS: tuple[type[Action], ...] = (LayDevice, Detonate, SweepGround, SearchPeople, PlaceDevice)
