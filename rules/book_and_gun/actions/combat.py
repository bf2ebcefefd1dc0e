"""Actions of the close combat and morale phases: answers, and the engine's steps."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.kernel.action import FACT, Action, FigureRef, OwnUnit, Role, UnitRef


class AnswerCharge(Action):
    """Stand and fight, or evade, when a charge is about to come home. BG-XI.3.5a, BG-R68."""

    title: ClassVar[str] = "Answer a charge"
    summary: ClassVar[str] = "Stand, or evade the charge"
    chapter: ClassVar[str] = "combat"
    verb: Literal["answer-charge"] = "answer-charge"
    unit: Annotated[OwnUnit, Field(description="your unit that is charged")]
    answer: Annotated[Literal["stand", "evade"], Field(description="stand and fight, or evade")]


class BringSupport(Action):
    """Figures of neighbouring units within 3 inches of a close combat come up behind those who fight. BG-XI.3.2."""

    title: ClassVar[str] = "Support"
    summary: ClassVar[str] = "Bring up neighbours to a close combat, or keep them out"
    chapter: ClassVar[str] = "combat"
    verb: Literal["support"] = "support"
    unit: Annotated[OwnUnit, Field(description="your unit that is charged")]
    bring: Annotated[bool, Field(description="bring them up; they share the outcome")] = True


class DefendWounded(Action):
    """Which of its wounded a charged army unit defends: the combat is then desperate. BG-XI.4.41, BG-R64."""

    title: ClassVar[str] = "Defend the wounded"
    summary: ClassVar[str] = "Say which wounded your unit defends in a close combat"
    chapter: ClassVar[str] = "combat"
    verb: Literal["defend-wounded"] = "defend-wounded"
    unit: Annotated[OwnUnit, Field(description="your unit that is charged")]
    figures: Annotated[tuple[FigureRef, ...], Field(description="wounded figures to defend; empty: none")] = ()


class TakePlace(Action):
    """The winners take the place that the enemy has left, or stay where they are. BG-XI.3.3, BG-XI.4.44."""

    title: ClassVar[str] = "Take the place"
    summary: ClassVar[str] = "Take the place that the enemy has left, or stay"
    chapter: ClassVar[str] = "combat"
    verb: Literal["take-place"] = "take-place"
    unit: Annotated[OwnUnit, Field(description="your unit that may take the place")]
    take: Annotated[bool, Field(description="yes: take it; no: stay")] = True


class Capture(Action):
    """A unit in contact takes a wounded enemy prisoner, or a vehicle without a board, on its card and without spending
    it. BG-XIII.1.1a, BG-R135, BG-R273."""

    title: ClassVar[str] = "Capture"
    summary: ClassVar[str] = "Take a wounded enemy prisoner, or a vehicle"
    chapter: ClassVar[str] = "combat"
    verb: Literal["capture"] = "capture"
    unit: Annotated[OwnUnit, Field(description="your unit that takes them")]
    figure: Annotated[FigureRef | None, Field(description="wounded enemy figure whom it takes")] = None
    vehicle_of: Annotated[
        UnitRef | None, Field(description="enemy unit whose empty vehicle it takes; only without a board")
    ] = None
    in_contact: Annotated[bool | None, FACT, Field(description="a fit figure of the unit touches it")] = None
    fellow_near: Annotated[bool | None, FACT, Field(description="a fit figure of its side is within 6 inches")] = None


class ResolveCloseCombat(Action):
    """The engine takes the close combat phase one step further: next charge completed, next combat fought."""

    role: ClassVar[Role] = Role.ENGINE
    verb: Literal["resolve-close-combat"] = "resolve-close-combat"


class CheckMorale(Action):
    """The engine takes the morale phase one step further, in the order of BG-R124."""

    role: ClassVar[Role] = Role.ENGINE
    verb: Literal["check-morale"] = "check-morale"


class RunWild(Action):
    """The engine rolls whether led horses that were fired at run away. BG-VIII.5.4, BG-R46."""

    role: ClassVar[Role] = Role.ENGINE
    verb: Literal["run-wild"] = "run-wild"


COMBAT_ACTIONS: tuple[type[Action], ...] = (
    AnswerCharge,
    BringSupport,
    DefendWounded,
    TakePlace,
    Capture,
    ResolveCloseCombat,
    CheckMorale,
    RunWild,
)
