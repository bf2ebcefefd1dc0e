"""What people and the engine may do about a script."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.kernel.action import Action, EventRef, Role


class CallEvent(Action):
    """The umpire lets an event of the script happen, whatever it waits for."""

    title: ClassVar[str] = "Scripted event"
    summary: ClassVar[str] = "Umpire: let an event of the scenario happen now"
    role: ClassVar[Role] = Role.UMPIRE
    verb: Literal["call-event"] = "call-event"
    event: Annotated[EventRef, Field(max_length=80, description="which event of the scenario")]
    again: Annotated[bool, Field(description="although it has happened already")] = False


class Choose(Action):
    """A side makes the choice that an event has put to it."""

    title: ClassVar[str] = "Choose"
    summary: ClassVar[str] = "Make the choice that the scenario puts to your side"
    verb: Literal["choose"] = "choose"
    option: Annotated[str, Field(max_length=80, description="which option: its words or its number")]


class RunScript(Action):
    """The engine's next step in the script: an event begins, or an effect is carried out."""

    role: ClassVar[Role] = Role.ENGINE
    verb: Literal["run-script"] = "run-script"


class Whisper(Action):
    """The umpire tells one side something; the others do not even hear that he has."""

    title: ClassVar[str] = "Whisper"
    summary: ClassVar[str] = "Umpire: tell one side something, in secret"
    role: ClassVar[Role] = Role.UMPIRE
    chapter: ClassVar[str] = "hand"
    verb: Literal["whisper"] = "whisper"
    side: Annotated[str, Field(max_length=40, description="side that is told")]
    text: Annotated[str, Field(min_length=1, max_length=1500, description="what it is told")]


SCRIPT_ACTIONS: tuple[type[Action], ...] = (CallEvent, Choose, Whisper, RunScript)
