"""What sides write: orders, fire, instructions. All of it is known to the own side alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.battle.orders.data import Stop
from rules.infantry_action.groups import Ahead, FirePlan, GroupOrder, Instructions, Message
from rules.kernel.action import SideId
from rules.kernel.event import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderWritten(Event):
    """A group's order for the period is written, or taken back (None: it carries on with its last one)."""

    kind: Literal["order-written"] = "order-written"
    side: SideId
    group: str
    order: GroupOrder | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FirePlanned(Event):
    """What weapons of a group do in the fire of the period."""

    kind: Literal["fire-planned"] = "fire-planned"
    side: SideId
    group: str
    plans: tuple[FirePlan, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Instructed(Event):
    """A group's standing instructions."""

    kind: Literal["instructed"] = "instructed"
    side: SideId
    group: str
    instructions: Instructions


@dataclass(frozen=True, slots=True, kw_only=True)
class FireLeft(Event):
    """Whether a side wants to be asked for its fire."""

    kind: Literal["fire-left"] = "fire-left"
    side: SideId
    fire: Literal["ask", "at will"]


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderTaken(Event):
    """A group takes up an order when the sheets are opened, or carries on, or stands still. `dormant`: it cannot be
    carried out yet; `halted`: its own player halted it out of everybody's reach. IA-orders.dormant, IA-orders.halted"""

    kind: Literal["order-taken"] = "order-taken"
    group: str
    order: GroupOrder | None
    dormant: bool = False
    halted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RunnerSent(Event):
    """A man sets out with an order for a group out of reach. IA-R027, IA-R248"""

    kind: Literal["runner-sent"] = "runner-sent"
    side: SideId
    message: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class RunnerFared(Event):
    """What became of a runner: he has told the group, found nobody, is back, or will never come. IA-R248"""

    kind: Literal["runner-fared"] = "runner-fared"
    side: SideId
    runner: str
    to: str
    what: Literal["told", "nobody", "back", "lost"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AheadWritten(Event):
    """A side's next seal is for more than one period, or for one alone again (None). IA-R252"""

    kind: Literal["ahead-written"] = "ahead-written"
    side: SideId
    ahead: Ahead | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AheadOver(Event):
    """A side is asked again. `met`: the signs of contact of its own groups, "fired-on: able"; none where its periods
    are over, or something has happened on the other side; `ended`: what it was to last until, if that has come.
    IA-R252"""

    kind: Literal["ahead-over"] = "ahead-over"
    side: SideId
    met: tuple[str, ...] = ()
    ended: Stop | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AheadNoticed(Event):
    """Contact that a side wants to be told of only: what it has sealed ahead goes on. IA-R252"""

    kind: Literal["ahead-noticed"] = "ahead-noticed"
    side: SideId
    met: tuple[str, ...]


WritingEvent: TypeAlias = (
    OrderWritten
    | FirePlanned
    | Instructed
    | FireLeft
    | OrderTaken
    | RunnerSent
    | RunnerFared
    | AheadWritten
    | AheadOver
    | AheadNoticed
)
