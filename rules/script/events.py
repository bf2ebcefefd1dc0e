"""What happens to a script. Each of these events that carries out an effect takes it from the head of the queue."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.kernel.action import SideId
from rules.kernel.event import Event
from rules.script.plan import ChoiceEffect, ObjectiveEffect, Script, ScriptEffect
from rules.seam.forces import MusterUnit


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptOpened(Event):
    """The battle has a script, and units that may arrive."""

    kind: Literal["script-opened"] = "script-opened"
    script: Script
    names: tuple[tuple[SideId, str], ...]
    """Of the sides, by key."""
    reserves: tuple[MusterUnit, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptedEventBegan(Event):
    """An event happens: its trigger was fulfilled, the umpire called it, or another event did."""

    kind: Literal["scripted-event-began"] = "scripted-event-began"
    event: str
    title: str
    how: Literal["trigger", "umpire", "event"]
    chain: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Posted(Event):
    kind: Literal["script-posted"] = "script-posted"
    title: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectiveSet(Event):
    """`objective.text` is filled in."""

    kind: Literal["script-objective"] = "script-objective"
    objective: ObjectiveEffect
    new: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptRolled(Event):
    kind: Literal["script-rolled"] = "script-rolled"
    what: str
    die: int
    sides: int
    effects: tuple[ScriptEffect, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoicePut(Event):
    kind: Literal["script-choice"] = "script-choice"
    choice: ChoiceEffect


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceMade(Event):
    kind: Literal["script-chosen"] = "script-chosen"
    side: SideId
    option: int
    label: str
    absent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReservesCame(Event):
    """The rule set's own events say how. `by_umpire`: he brought them in, no effect of the script did."""

    kind: Literal["script-reserves"] = "script-reserves"
    units: tuple[str, ...]
    by_umpire: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderCarriedOut(Event):
    """The rule set's own events say what came of it."""

    kind: Literal["script-order"] = "script-order"
    verb: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectFailed(Event):
    """An effect that could not be carried out as things are; the umpire is told why."""

    kind: Literal["script-failed"] = "script-failed"
    event: str
    effect: str
    reason: str
    remedy: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Whispered(Event):
    """The umpire's word to one side, its `audience`."""

    kind: Literal["whispered"] = "whispered"
    text: str


SCRIPT_EVENTS: tuple[type[Event], ...] = (
    ScriptOpened,
    ScriptedEventBegan,
    Posted,
    ObjectiveSet,
    ScriptRolled,
    ChoicePut,
    ChoiceMade,
    ReservesCame,
    OrderCarriedOut,
    EffectFailed,
    Whispered,
)
