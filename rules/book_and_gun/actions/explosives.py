"""Actions with what men on foot throw."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field

from rules.book_and_gun.actions.fire import CLASSES, TargetClass
from rules.book_and_gun.book.explosives import Thrown
from rules.kernel.action import FACT, Action, EnemyUnit, FigureRef, Inches, MapRef, OwnUnit

Laid: TypeAlias = Literal[Thrown, "smoke dischargers"]
"""What is thrown by hand, fired from under a rifle, or shot off by a vehicle all around its front."""


class Throw(Action):
    """One man throws a grenade, or fires one from under his rifle: it is his fire of the turn. BG-X.12.1a, BG-X.12.2,
    BG-X.14.3c, BG-R132.

    Or a vehicle's dischargers lay smoke. BG-X.14.3b, BG-R257."""

    title: ClassVar[str] = "Throw"
    summary: ClassVar[str] = "Throw a grenade, a flash bang or smoke, fire a rifle grenade or smoke dischargers"
    verb: Literal["throw"] = "throw"
    unit: Annotated[OwnUnit, Field(description="your unit whose man throws, or whose vehicle lays smoke")]
    grenade: Annotated[Laid, Field(description="what is thrown, or fired")] = "hand grenade"
    target: Annotated[EnemyUnit | None, Field(description="enemy unit that it is thrown at; or give a place")] = None
    to: Annotated[MapRef | None, Field(description="place instead: B2, 2in toward Cell 2")] = None
    figure: Annotated[FigureRef | None, Field(description="who throws; empty: the nearest who can")] = None
    target_figure: Annotated[FigureRef | None, Field(description="this figure of the target is aimed at")] = None
    insist: Annotated[bool, Field(description="throw although the rules of engagement forbid it")] = False
    range: Annotated[Inches | None, FACT, Field(description="inches to the nearest figure")] = None
    target_class: Annotated[TargetClass | None, FACT, Field(description=CLASSES)] = None
    line_of_sight: Annotated[bool | None, FACT, Field(description="there is a line of sight")] = None
    in_arc: Annotated[bool | None, FACT, Field(description="the target is in front of the thrower")] = None
    in_template: Annotated[
        int | None, FACT, Field(ge=1, le=30, description="figures of the target in the template")
    ] = None

    @property
    def thrown(self) -> Thrown:
        """What a hand throws. Not to be asked of dischargers."""
        assert self.grenade != "smoke dischargers"
        return self.grenade


EXPLOSIVE_ACTIONS: tuple[type[Action], ...] = (Throw,)
