"""The segment itself, its answers, and what the engine does."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.kernel.action import Action, FigureRef, OwnUnit, Role

AnswerWord = Literal[
    "flee", "fire", "counter-charge", "stand", "yes", "no", "charge", "lie-low", "retire", "cover", "base", "marker",
    "first", "second", "third", "evade", "normal", "halt", "go-on",
]  # fmt: skip
"""Every answer in a word to a question in the middle of an action; which are open, the question says. first, second,
third: of the officers to choose from."""


StandingWord = Literal[
    "ask", "flee", "fire", "counter-charge", "stand", "yes", "no", "charge", "lie-low", "retire", "cover", "base",
    "marker", "evade", "normal", "halt", "go-on",
]  # fmt: skip
"""What a side may say once for all; "ask": it wants to be asked."""


class Proceed(Action):
    title: ClassVar[str] = "Go on"
    summary: ClassVar[str] = "The engine's next step"
    role: ClassVar[Role] = Role.ENGINE
    verb: Literal["proceed"] = "proceed"


class Stand(Action):
    title: ClassVar[str] = "Stand"
    summary: ClassVar[str] = "End a unit's segment: it does nothing, or nothing more"
    verb: Literal["stand"] = "stand"
    unit: Annotated[OwnUnit, Field(description="which unit")]
    rest: Annotated[bool, Field(description="and so do your other units for the rest of this turn")] = False

    @property
    def idles(self) -> bool:
        return True


class Pass(Action):
    title: ClassVar[str] = "Pass"
    summary: ClassVar[str] = "Let the other side act first (house rule)"
    verb: Literal["pass"] = "pass"


class Answer(Action):
    title: ClassVar[str] = "Answer"
    summary: ClassVar[str] = "Answer the question that the battle waits on"
    verb: Literal["answer"] = "answer"
    answer: Annotated[AnswerWord | None, Field(description="what your side answers")] = None
    officer: Annotated[FigureRef | None, Field(description="who takes a fallen officer's place")] = None

    @property
    def said(self) -> str:
        """The officer where one is named, else the word."""
        return self.officer or self.answer or ""


class StandingAnswer(Action):
    title: ClassVar[str] = "Standing answer"
    summary: ClassVar[str] = "What your side answers to such questions from now on"
    verb: Literal["standing-answer"] = "standing-answer"
    question: Annotated[
        Literal["charged", "return-fire", "ambush", "spare", "mode", "go-on"],
        Field(description="which kind of question"),
    ]
    answer: Annotated[StandingWord, Field(description="the answer; ask: be asked each time")]


class Watch(Action):
    title: ClassVar[str] = "Watch to pre-empt"
    summary: ClassVar[str] = "A Clever officer's unit: be asked before enemy actions, try it unasked, or neither"
    verb: Literal["watch"] = "watch"
    unit: Annotated[OwnUnit, Field(description="the Clever officer's unit")]
    how: Annotated[Literal["ask", "try", "off"], Field(description="ask me, try it each time, or off")] = "ask"


SEGMENT_ACTIONS: tuple[type[Action], ...] = (Answer, Stand, Pass, StandingAnswer, Watch, Proceed)
