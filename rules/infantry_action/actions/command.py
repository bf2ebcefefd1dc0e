"""What a group does for good, by its instructions; for how many periods a side seals."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.kernel.action import Action, OwnUnit, UntilRef


class Instruct(Action):
    """What a group does unasked. IA-reaction.cover-choice, IA-R114, IA-leadertest.separate, IA-mine.spotted-choice"""

    title: ClassVar[str] = "Instruct a group"
    summary: ClassVar[str] = "What a group does without asking you: fire, cover, leader's tests, mines"
    verb: Literal["instruct"] = "instruct"
    unit: Annotated[OwnUnit | None, Field(description="this group; empty: all of yours")] = None
    fire: Annotated[Literal["at will", "hold", "return"] | None, Field(description="its fire where none is named")] = (
        None
    )
    cover: Annotated[Literal["+2", "-2"] | None, Field(description="in cover: add or deduct 2 in tests")] = None
    crews: Annotated[bool | None, Field(description="crews take the better of their supplementary test")] = None
    leader: Annotated[
        Literal["never", "below 10", "below 5", "below 0"] | None,
        Field(description="when its leader tests himself"),
    ] = None
    mines: Annotated[Literal["stop", "cross", "back"] | None, Field(description="when a mine is seen")] = None
    ask_fire: Annotated[bool | None, Field(description="whole side: ask me for fire, or fire at will")] = None


Contact = Literal["located", "sighted", "fired-on", "forbidden", "arrived", "joined", "until"]
"""What a side that has sealed ahead looks out for."""


class SealAhead(Action):
    """The side's next seal is for more than one period. IA-R252"""

    title: ClassVar[str] = "Seal ahead"
    summary: ClassVar[str] = "Your next seal is for several periods, or until contact; your groups carry on by it"
    chapter: ClassVar[str] = "orders"
    verb: Literal["seal-ahead"] = "seal-ahead"
    periods: Annotated[
        int | None,
        Field(ge=1, le=10, description="for so many; 1: this period alone; empty: until contact, 10 at most"),
    ] = None
    ends: Annotated[
        Literal["contact", "fire", "arrival", "nothing"] | None,
        Field(description="what ends it before; empty: any contact, or nothing where periods or until are named"),
    ] = None
    tells: Annotated[tuple[Contact, ...], Field(description="which of these only tell me, while the orders go on")] = ()
    at_once: Annotated[
        tuple[Contact, ...],
        Field(description="which of these ask me now, before fire is declared; the others when the period is over"),
    ] = ()
    until: Annotated[
        UntilRef | None, Field(description="it ends when this happens: the mill is reached, sighted, losses 3")
    ] = None
