"""Actions of those who get into vehicles and out of them. They drive by Move and fire by Fire."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.kernel.action import FACT, Action, Inches, MapRef, OwnUnit


class MountVehicle(Action):
    """A unit gets into a vehicle of its side that it stands beside or reaches with 1D6. BG-VIII.4.21a,
    BG-VIII.4.21c."""

    title: ClassVar[str] = "Mount"
    summary: ClassVar[str] = "Get into a vehicle of your side, or onto it"
    verb: Literal["mount"] = "mount"
    unit: Annotated[OwnUnit, Field(description="your unit that gets in")]
    into: Annotated[OwnUnit, Field(description="unit whose vehicle it gets into")]
    figures: Annotated[
        Literal["unit", "separated", "scouts"],
        Field(description="who gets in: those with the leader, the separated ones, the scouts (2D6)"),
    ] = "unit"
    distance: Annotated[Inches | None, FACT, Field(description="inches from the unit to the vehicle")] = None


class Dismount(Action):
    """A unit gets out of its vehicles, and may move up to 1D6. BG-VIII.4.21a, BG-R42."""

    title: ClassVar[str] = "Dismount"
    summary: ClassVar[str] = "Get out of a vehicle, and move up to 1D6"
    verb: Literal["dismount"] = "dismount"
    unit: Annotated[OwnUnit, Field(description="your unit that gets out")]
    to: Annotated[MapRef | None, Field(description="where to, up to 1D6; empty: beside the vehicle")] = None


VEHICLE_ACTIONS: tuple[type[Action], ...] = (MountVehicle, Dismount)
