"""Actions of those who get into vehicles and out of them, onto horses and off them. They go by Move, fire by Fire."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.kernel.action import FACT, Action, FigureRef, Inches, MapRef, OwnUnit


class MountVehicle(Action):
    """A unit gets into a vehicle of its side, onto its horses or bicycles, which it stands beside or reaches with 1D6.
    BG-VIII.4.21a, BG-VIII.4.21c, BG-VIII.5.21."""

    title: ClassVar[str] = "Mount"
    summary: ClassVar[str] = "Get into or onto a vehicle of your side, onto horses or bicycles"
    verb: Literal["mount"] = "mount"
    unit: Annotated[OwnUnit, Field(description="your unit that gets in")]
    into: Annotated[OwnUnit | None, Field(description="unit whose vehicle it gets into; empty: horses, bicycles")] = (
        None
    )
    figures: Annotated[
        Literal["unit", "separated", "scouts"],
        Field(description="who gets in: those with the leader, the separated ones, the scouts (2D6)"),
    ] = "unit"
    distance: Annotated[
        Inches | None, FACT, Field(description="inches from the unit to the vehicle, or the horses")
    ] = None


class Dismount(Action):
    """A unit gets out of its vehicles, off its horses or bicycles, and may move up to 1D6. BG-VIII.4.21a, BG-VIII.5.21,
    BG-R42."""

    title: ClassVar[str] = "Dismount"
    summary: ClassVar[str] = "Get out of a vehicle, off horses or bicycles, and move up to 1D6"
    verb: Literal["dismount"] = "dismount"
    unit: Annotated[OwnUnit, Field(description="your unit that gets out or off")]
    to: Annotated[MapRef | None, Field(description="where to, up to 1D6; empty: beside vehicle or horses")] = None
    holders: Annotated[
        tuple[FigureRef, ...], Field(description="who hold the horses, a quarter of those who dismount")
    ] = ()
    leave: Annotated[bool, Field(description="cyclists lay their bicycles down instead of pushing them")] = False


VEHICLE_ACTIONS: tuple[type[Action], ...] = (MountVehicle, Dismount)
