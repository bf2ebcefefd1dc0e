"""Actions of the close combat and morale phases: answers, and the engine's steps."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.action import Action, OwnUnit, Role


class AnswerCharge(Action):
    """Stand and fight, or evade, when a charge is about to come home. BG-XI.3.5a, BG-R68."""

    title: ClassVar[str] = "Answer a charge"
    summary: ClassVar[str] = "Stand, or evade the charge"
    verb: Literal["answer-charge"] = "answer-charge"
    unit: Annotated[OwnUnit, Field(description="charged unit")]
    answer: Annotated[Literal["stand", "evade"], Field(description="what it does")]


class ResolveCloseCombat(Action):
    """The engine takes the close combat phase one step further: next charge completed, next combat fought."""

    role: ClassVar[Role] = Role.ENGINE
    verb: Literal["resolve-close-combat"] = "resolve-close-combat"


class CheckMorale(Action):
    """The engine takes the morale phase one step further, in the order of BG-R124."""

    role: ClassVar[Role] = Role.ENGINE
    verb: Literal["check-morale"] = "check-morale"


COMBAT_ACTIONS: tuple[type[Action], ...] = (AnswerCharge, ResolveCloseCombat, CheckMorale)
