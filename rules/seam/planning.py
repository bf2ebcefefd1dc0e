"""Intent as data: what a side wants, what its units are for, how bold it is; and the plans that come of it.

A plan is a pure function of what the side may see, its aims, parts and boldness: it returns the lines of a letter, each
an ordinary order that the side's player could have written. Proposals, the stand-in for the absent and the opponent of
a lone player are that one function. All of it is for the side's own eyes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Generic, Literal, TypeVar

from rules.kernel.action import Action, SideId
from rules.table.board import Point

S = TypeVar("S")


class AimKind(StrEnum):
    """What a side wants. `place`, `units` and `edge` of an `BattleAim` say where, whom and over which edge."""

    TAKE = "take"
    """Somebody of the side in the place."""
    KEEP = "keep"
    """No enemy in the place."""
    BRING = "bring"
    """These of its own in the place, alive."""
    SAVE = "save"
    """These of its own alive."""
    STOP = "stop"
    """These enemies felled, or kept where they are."""
    CALL = "call"
    """A call on the radio that is answered."""
    LEAVE = "leave"
    """Units of its own over the edge."""
    BREAK = "break"
    """The enemy beaten: what is fought for where nothing else is."""


@dataclass(frozen=True, slots=True)
class BattleAim:
    """One thing that a side wants. `at`: the middle of the place on the board, `radius` how far it reaches; `units`:
    ids of units or figures that it is about."""

    key: str
    kind: AimKind
    text: str
    place: str = ""
    """As orders name it."""
    at: Point | None = None
    radius: float = 0.0
    units: tuple[str, ...] = ()
    edge: str = ""
    state: Literal["open", "achieved", "failed", "withdrawn"] = "open"


class UnitRole(StrEnum):
    """What a unit or a person is for."""

    ASSAULT = "assault"
    FIRE = "base of fire"
    RESERVE = "reserve"
    SCREEN = "screen"
    HOLD = "hold"
    ESCORT = "escort"
    SAFE = "keep safe"
    COMMAND = "command"
    MEDIC = "medic"
    SIGNALS = "signaller"
    CREW = "crew"


class Boldness(StrEnum):
    """What a side risks for its aims."""

    CAREFUL = "careful"
    STEADY = "steady"
    BOLD = "bold"


@dataclass(frozen=True, slots=True)
class Intent:
    """What a side has settled beforehand. `roles`: by unit, where its player has chosen another than is proposed;
    `seed`: what decides between plans that are as good as each other."""

    boldness: Boldness = Boldness.STEADY
    roles: Mapping[str, UnitRole] = field(default_factory=lambda: MappingProxyType[str, UnitRole]({}))
    seed: int = 0


@dataclass(frozen=True, slots=True)
class RoleProposal:
    """A unit with the role that is proposed for it, and those that it could have."""

    unit: str
    name: str
    role: UnitRole
    choices: tuple[UnitRole, ...]


@dataclass(frozen=True, slots=True)
class AimStanding:
    """How it stands with an aim. `nearest`: the unit of the side that is nearest to the place, `distance` in the
    board's measure from its middle to that of the place; `inside`: the side's units that stand in it."""

    aim: BattleAim
    nearest: str = ""
    distance: float | None = None
    inside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlannedLine:
    """A line of a planned letter. `why`: in a few words, for the side that reads it."""

    units: tuple[str, ...]
    action: Action
    why: str


@dataclass(frozen=True, slots=True)
class LetterPlan:
    """A whole letter with what it is about: "Take the mill: 1st Squad goes in, 2nd Squad fires in support"."""

    key: str
    label: str
    why: str
    lines: tuple[PlannedLine, ...]


class WarningKind(StrEnum):
    """What a letter is warned of before it is sent."""

    NO_AIM = "nobody serves the aim"
    INTO_DANGER = "whoever must be kept safe goes towards an enemy"
    SAME_PLACE = "two units want one place"
    OTHERS = "another letter orders the unit"
    DOES_NOTHING = "a line can do nothing"
    WITHOUT_ORDERS = "units without orders"
    REFUSED = "a line cannot be given"


@dataclass(frozen=True, slots=True)
class LetterWarning:
    kind: WarningKind
    words: str
    units: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Planning(Generic[S]):
    """What a rule set lends to letters and to the staff, for one side. Nothing in it has a default."""

    aims: Callable[[S, SideId], tuple[BattleAim, ...]]
    """What the side wants, the scenario's aims or the book's own; the most urgent first."""
    standing: Callable[[S, SideId, Sequence[BattleAim]], tuple[AimStanding, ...]]
    roles: Callable[[S, SideId, Sequence[BattleAim]], tuple[RoleProposal, ...]]
    """The units that take orders, each with what it is proposed to be for."""
    plans: Callable[[S, SideId, Sequence[BattleAim], Intent], tuple[LetterPlan, ...]]
    """Several that differ in kind, the best first. Empty where nothing can be ordered now."""
    warnings: Callable[[S, SideId, Sequence[BattleAim], Intent, Sequence[Action]], tuple[LetterWarning, ...]]
    """Of a letter of these actions, before it is sent."""
    answer: Callable[[S, SideId, Sequence[BattleAim], Intent], Action | None]
    """What the staff answers to what the side is asked now, where no order can; None: the question's own default."""
    slot: Callable[[Action], str]
    """Two lines for the same units with one slot are one line: the newer replaces the older."""
