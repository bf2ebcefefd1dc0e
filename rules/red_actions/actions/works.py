"""What is dug, cut, set on fire, and taken into possession."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.kernel.action import Action, MapRef
from rules.red_actions.actions.unit import UnitAction


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


WORKS_ACTIONS: tuple[type[Action], ...] = (Possess, Dig, SetFire, FightFire, CutWire)
