"""Before the first turn: tokens, places, readiness. RA-seq.2, RA-seq.3, RA-seq.4"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.kernel.action import Action, Facing, FigureRef, MapRef, OwnUnit


class KeepToken(Action):
    title: ClassVar[str] = "Keep a token"
    summary: ClassVar[str] = "Choose a senior officer's token from those drawn"
    chapter: ClassVar[str] = "setup"
    verb: Literal["keep-token"] = "keep-token"
    officer: Annotated[FigureRef, Field(description="the senior officer")]
    token: Annotated[int | None, Field(ge=1, le=3, description="which of the tokens drawn: 1, 2 or 3")] = None
    key: Annotated[str | None, Field(max_length=40, description="or which by its key")] = None


class Deploy(Action):
    title: ClassVar[str] = "Deploy"
    summary: ClassVar[str] = "Place a unit before the battle"
    chapter: ClassVar[str] = "setup"
    verb: Literal["deploy"] = "deploy"
    unit: Annotated[OwnUnit, Field(description="which unit")]
    place: Annotated[MapRef, Field(description="where: G7, a building, 12.5,30 …")]
    how: Annotated[
        Literal["open", "marker", "ambush"], Field(description="openly, as a position marker, or in ambush")
    ] = "marker"
    facing: Annotated[Facing | None, Field(description="degrees from north; empty: towards the enemy's edge")] = None
    formation: Annotated[
        Literal["line", "two ranks", "column", "along the edge"], Field(description="how it stands")
    ] = "line"


class PlaceDummy(Action):
    title: ClassVar[str] = "Place a dummy"
    summary: ClassVar[str] = "A position marker with nobody behind it (house rule)"
    chapter: ClassVar[str] = "setup"
    verb: Literal["place-dummy"] = "place-dummy"
    place: Annotated[MapRef, Field(description="where")]


class Ready(Action):
    title: ClassVar[str] = "Deployed"
    summary: ClassVar[str] = "Your troops stand where you want them"
    chapter: ClassVar[str] = "setup"
    verb: Literal["deployed"] = "deployed"


SETUP_ACTIONS: tuple[type[Action], ...] = (KeepToken, Deploy, PlaceDummy, Ready)
