"""The state of a battle with a script: the rule set's own, and what has come of the script so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from rules.kernel.action import SideId
from rules.script.plan import ChoiceEffect, ObjectiveEffect, Script, ScriptEffect
from rules.seam.forces import MusterUnit

S = TypeVar("S")
NO_SCRIPT = Script()


@dataclass(frozen=True, slots=True)
class TriggerMark:
    """Something that an event waits for has come to pass: the leaf of its trigger with that number."""

    event: str
    leaf: int
    serial: int
    turn: int


@dataclass(frozen=True, slots=True)
class Occurrence:
    """An event has happened."""

    event: str
    serial: int
    turn: int


@dataclass(frozen=True, slots=True)
class PendingEffect:
    """An effect that waits to be carried out. `chain`: the event that it belongs to, last, and those that called it."""

    effect: ScriptEffect
    chain: tuple[str, ...]

    @property
    def event(self) -> str:
        return self.chain[-1]


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """A choice that a side has not made yet."""

    number: int
    choice: ChoiceEffect
    chain: tuple[str, ...]

    @property
    def event(self) -> str:
        return self.chain[-1]


@dataclass(frozen=True, slots=True)
class Staged(Generic[S]):
    """`battle` is the rule set's state. `serial` counts what is noted: a repeated event knows by it what is
    new. `names`: of the sides. `reserves`: units that have not arrived yet. `turn`: as last seen."""

    battle: S
    script: Script = NO_SCRIPT
    names: tuple[tuple[SideId, str], ...] = ()
    marks: tuple[TriggerMark, ...] = ()
    occurrences: tuple[Occurrence, ...] = ()
    queue: tuple[PendingEffect, ...] = ()
    open: OpenChoice | None = None
    objectives: tuple[ObjectiveEffect, ...] = ()
    reserves: tuple[MusterUnit, ...] = ()
    choices: int = 0
    serial: int = 0
    turn: int = 0
