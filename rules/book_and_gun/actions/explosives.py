"""Actions with what men on foot throw."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book_and_gun.actions.fire import CLASSES, TargetClass
from rules.book_and_gun.book.explosives import Thrown
from rules.kernel.action import FACT, Action, EnemyUnit, FigureRef, Inches, MapRef, OwnUnit


class Throw(Action):
    """One man throws a grenade, or fires one from under his rifle: it is his fire of the turn. BG-X.12.1a, BG-X.12.2,
    BG-X.14.3c, BG-R132."""

    title: ClassVar[str] = "Throw"
    summary: ClassVar[str] = "Throw a grenade, a flash bang or smoke, or fire a rifle grenade"
    verb: Literal["throw"] = "throw"
    unit: Annotated[OwnUnit, Field(description="your unit whose man throws")]
    grenade: Annotated[Thrown, Field(description="what is thrown; rifle grenades are fired")] = "hand grenade"
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


EXPLOSIVE_ACTIONS: tuple[type[Action], ...] = (Throw,)
