"""What a rule set lends to front ends that show orders: what one could order, what stands, what it would do now.

All of it is for the orders' own side; who asks for whom is the front end's to judge.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, Literal, TypeAlias, TypeVar

from rules.kernel.action import Action, SideId
from rules.seam.planning import BattleAim, Planning
from rules.table.scene import Trace

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Proposed:
    """Orders that one click gives. `units`: whom they are for, empty for all; `detail` what the list is, in words."""

    label: str
    action: Action
    detail: str = ""
    units: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """An order as its side reads it. `stopped`: why it is followed no more, for all of its units; `freed`: units for
    which it has stopped."""

    number: int
    words: str
    """ "fire at the best odds, else look, else hold"."""
    units: tuple[str, ...]
    """Empty: all."""
    stops: tuple[str, ...]
    """ "charged", "2 men lost"."""
    until: str
    """ "the end of the fire phase", "the end of the battle"."""
    stopped: str = ""
    freed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WouldDo:
    """What a unit's order would do if it were asked now. `order` None: it has none, and its side would be asked."""

    unit: str
    name: str
    order: int | None
    words: str
    """ "Fire at Mill cell, the rest at Poplar cell", "stops: fired at", "asks: nothing on its list can be done"."""
    action: Action | None = None
    chances: tuple[tuple[str, Fraction], ...] = ()
    """In words, each with its chance: those of the action's odds."""
    asks: bool = False
    """It has no orders, and its side would be asked for it."""
    vain: bool = False
    """Nothing on its list can be done now."""
    traces: tuple[Trace, ...] = ()
    """The way that it would take, as far as its action has one."""


Strength: TypeAlias = Literal["tell", "later", "now"]
"""How loud an alarm is: its side is told and the order goes on; it goes on and the side is asked once the phase, turn
or period is over; the side is asked at once."""


@dataclass(frozen=True, slots=True)
class Alarm:
    """What lines of a letter look out for. `words`: "losses of 2 or more"; `strength` None: of several lines with
    several strengths."""

    key: str
    words: str
    strength: Strength | None


@dataclass(frozen=True, slots=True)
class Horizon:
    """For how long a letter stands: an action that is written into it beside its lines, or how long each line lasts."""

    label: str
    action: Action | None = None
    detail: str = ""
    lasts: str = ""
    """The word for it that each of the letter's lines takes as its `lasts`, where the rule set's orders have one."""
    until: str = ""
    """What each of its lines then lasts until, as it is written."""


@dataclass(frozen=True, slots=True)
class SealedAhead:
    """A seal for more than one turn or period, as its side reads it. `words`: "for turns 3 to 5"; `begun`: it binds
    already; `back`: what takes it back."""

    words: str
    begun: bool
    back: Action


@dataclass(frozen=True, slots=True)
class UntilWhat:
    """What orders can last until. `text`: as it is written, "the mill is reached"; `place`: it is about a place."""

    text: str
    detail: str = ""
    place: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ordering(Generic[S]):
    """The orders of a rule set, for one side. Nothing in it has a default: whoever makes one, or hands one on, says
    all of it."""

    proposals: Callable[[S, SideId, str], tuple[Proposed, ...]]
    """Sensible orders for one unit of the side, or with "" for all of them; the best first."""
    units: Callable[[S, SideId], tuple[str, ...]]
    """The side's units that take orders."""
    sealed: Callable[[S, SideId], tuple[str, ...]]
    """Those of them whose orders are sealed and not opened yet."""
    standing: Callable[[S, SideId], tuple[StandingOrder, ...]]
    ahead: Callable[[S, SideId], SealedAhead | None]
    """What the side has sealed ahead, or is about to; None: nothing."""
    would_do: Callable[[S, SideId], tuple[WouldDo, ...]]
    writes: tuple[type[Action], ...]
    """The actions that a form is filled in for; a proposal of one is what the form begins with."""
    cancels: bool
    """Whether orders are cancelled; where not, new ones take their place."""
    unordered: str
    """What units without orders do once both sides have ordered in secret: "hold"."""
    actions: tuple[type[Action], ...]
    """Those that only say what shall be done and change nothing on the table: they may be asked for while the battle
    waits for something else."""
    planning: Planning[S] | None
    """Aims, roles and plans of the side. None: the rule set proposes single orders alone."""
    horizons: Callable[[S, SideId], tuple[Horizon, ...]]
    """For how long a letter of the side can stand now, what is usual first; none where nothing is to be chosen."""
    ends: Callable[[S, SideId, Sequence[BattleAim]], tuple[UntilWhat, ...]]
    """What a letter of the side can last until now, its aims' places first."""
    until: Callable[[str], Horizon]
    """That a letter lasts until that; whether it can is judged with each line."""
    lasts: Callable[[Action, Horizon], Action]
    """A line for as long; as it was where it does not say it itself."""
    lasting: Callable[[Sequence[Action]], str]
    """What the letter's lines last until, as it is written; empty where they differ, or say nothing of it."""
    alarms: Callable[[Sequence[Action]], tuple[Alarm, ...]]
    """What a letter's lines look out for."""
    alarmed: Callable[[Action, str, Strength], Action]
    """A line whose alarm of that key is so loud; as it was where it has none."""
