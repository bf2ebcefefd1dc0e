"""What a side writes in secret of its fire, after the movement."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.kernel.action import Action, EnemyUnit, FigureRef, MapRef, OwnUnit


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

    @property
    def idles(self) -> bool:
        return self.how == "hold"
