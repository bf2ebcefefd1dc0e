"""Events of charge completion, close combat, morale, rally, rout and capture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.book_and_gun.book.check import ChartOfWill
from rules.book_and_gun.state import ChargeInProgress, Combat, Question
from rules.book_and_gun.units import Morale
from rules.kernel.action import SideId
from rules.kernel.event import Event
from rules.kernel.facts import Fact, Itemised


@dataclass(frozen=True, slots=True, kw_only=True)
class MoraleTested(Event):
    """A roll on one of the charts of will: rally, close into combat, stand and fight, evasion, major, critical, pinned.

    `top` is the highest number that passes (after BG-R52), itemised."""

    kind: Literal["morale-tested"] = "morale-tested"
    chart: ChartOfWill
    side: SideId
    unit: str | None
    """None for major morale, which tests the side."""
    leader: str | None
    """The leader who rallies or counts, None without one."""
    top: Itemised
    dice: tuple[int, ...]
    passed: bool
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MoraleChanged(Event):
    """A unit becomes steady, pinned, shaken or routed."""

    kind: Literal["morale-changed"] = "morale-changed"
    unit: str
    morale: Morale
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SideImmobile(Event):
    """A failed major check: the side's units may not move in `turn`. BG-XII.1.21b."""

    kind: Literal["side-immobile"] = "side-immobile"
    side: SideId
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeUpdated(Event):
    """A charge came a step further; replaces the one with the same unit and target."""

    kind: Literal["charge-updated"] = "charge-updated"
    charge: ChargeInProgress


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionAsked(Event):
    kind: Literal["question-asked"] = "question-asked"
    question: Question


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionAnswered(Event):
    kind: Literal["question-answered"] = "question-answered"
    key: str
    unit: str
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatJoined(Event):
    """A close combat begins."""

    kind: Literal["combat-joined"] = "combat-joined"
    combat: Combat


@dataclass(frozen=True, slots=True, kw_only=True)
class Fought(Event):
    """One pair fought: dice (with the re-rolls of ties), modifiers, who lost and how. BG-XI.4.1."""

    kind: Literal["fought"] = "fought"
    combat: str
    round: int
    charger: str
    defender: str
    charger_dice: tuple[int, ...]
    defender_dice: tuple[int, ...]
    charger_modifiers: Itemised
    defender_modifiers: Itemised
    loser: str
    result_die: int
    result: Literal["killed", "wounded", "runs"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatUpdated(Event):
    """The figures left in a combat after a round; replaces the combat with the same key. `facts`: what was settled
    about it before the first round."""

    kind: Literal["combat-updated"] = "combat-updated"
    combat: Combat
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatEnded(Event):
    """`winner` None: both sides ran out in the same round (BG-R118)."""

    kind: Literal["combat-ended"] = "combat-ended"
    key: str
    winner: SideId | None
    hunt: bool = False
    """A dog at one figure: no ground is won. BG-R261"""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrisonerFreed(Event):
    """Nobody guards a prisoner any more: he is a wounded man of his own unit again. BG-XI.5.2b."""

    kind: Literal["prisoner-freed"] = "prisoner-freed"
    unit: str
    figure: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PortionDetached(Event):
    """A separated group of a unit is a body of its own, with a state of morale of its own. BG-XII.1.3b, BG-R194."""

    kind: Literal["portion-detached"] = "portion-detached"
    unit: str
    portion: str
    name: str
    figures: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PortionRejoined(Event):
    """Such a group belongs to its unit again. BG-R194."""

    kind: Literal["portion-rejoined"] = "portion-rejoined"
    unit: str
    portion: str


CombatEvent: TypeAlias = (
    MoraleTested
    | MoraleChanged
    | SideImmobile
    | ChargeUpdated
    | QuestionAsked
    | QuestionAnswered
    | CombatJoined
    | Fought
    | CombatUpdated
    | CombatEnded
    | PrisonerFreed
    | PortionDetached
    | PortionRejoined
)
