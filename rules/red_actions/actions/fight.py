"""Fire and charges."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.kernel.action import Action, EnemyUnit, MapRef, OwnUnit
from rules.red_actions.actions.unit import UnitAction


class Fire(UnitAction):
    title: ClassVar[str] = "Fire"
    summary: ClassVar[str] = "Fire at an enemy unit, or at a place that may hold one"
    verb: Literal["fire"] = "fire"
    target: Annotated[EnemyUnit | None, Field(description="at whom")] = None
    place: Annotated[MapRef | None, Field(description="instead: a building or place to fire at, seen or suspected")] = (
        None
    )
    car: Annotated[int | None, Field(ge=1, le=12, description="of a train: which car")] = None
    then_move: Annotated[bool, Field(description="it will move after firing, as far as its arm allows")] = False
    harassing: Annotated[bool, Field(description="light fire to twice the range: ends marching, hurts nobody")] = False
    gas: Annotated[bool, Field(description="gas shells, where the scenario gives them")] = False
    observer: Annotated[OwnUnit | None, Field(description="who sees the target for guns and mortars that do not")] = (
        None
    )


class Charge(UnitAction):
    title: ClassVar[str] = "Charge"
    summary: ClassVar[str] = "Charge an enemy unit within reach"
    verb: Literal["charge"] = "charge"
    target: Annotated[EnemyUnit, Field(description="whom")]
    beyond: Annotated[
        bool | None,
        Field(description="if they flee: go on along the path, or halt there; left out: asked if it matters"),
    ] = None


FIGHT_ACTIONS: tuple[type[Action], ...] = (Fire, Charge)
