"""Officers lost, replaced, promoted, attached; units divided and combined."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.kernel.event import Event
from rules.red_actions.book.kinds import UnitFormation
from rules.red_actions.units import Loss, Officer, Point, Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficerDiced(Event):
    """A die for an officer. `loss`: the base of a senior officer who falls. RA-result.off, RA-combat.officer.1"""

    kind: Literal["officer-diced"] = "officer-diced"
    officer: str
    unit: str
    """The unit that he was with."""
    cause: Literal["shooting", "combat"]
    die: int
    most: int
    """Up to this he falls."""
    falls: bool
    loss: Loss | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficerFell(Event):
    """An officer is out of the battle without a die; a senior one's base with him. RA-officer.loss.1"""

    kind: Literal["officer-fell"] = "officer-fell"
    officer: str
    unit: str
    fate: Literal["casualty", "captured"]


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficerReplaced(Event):
    """A new officer takes over a unit, with the token that was drawn for him. RA-officer.loss.3, RA-officer.loss.5"""

    kind: Literal["officer-replaced"] = "officer-replaced"
    officer: Officer
    cup: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficerPromoted(Event):
    """A junior officer is a senior one from now on, with a staff of his own. RA-officer.loss.4"""

    kind: Literal["officer-promoted"] = "officer-promoted"
    officer: str
    replaces: str
    staff: Unit
    """His base, attached to the unit that he had."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Divided(Event):
    """Bases go off as a unit of their own. `officer`: the junior who goes with them; `seniors`: bases of senior
    officers who do. RA-divide.1"""

    kind: Literal["divided"] = "divided"
    unit: str
    terror: int
    humiliated: int
    at: Point | None
    part: Unit
    officer: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Combined(Event):
    """Two units are one. `commander`: the junior officer who commands it; `spare`: the one who has no command any
    more. RA-combine.1, RA-combine.2"""

    kind: Literal["combined"] = "combined"
    unit: str
    other: str
    other_name: str
    at: Point | None
    formation: UnitFormation
    commander: str = ""
    spare: str = ""
    horses: Point | None = None
    """Where those who hold the horses of both stand from now on; None: where they did. RA-R277"""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficerJoined(Event):
    """A senior officer is with a unit; `commands`: he has taken personal command. RA-action.extra.officer"""

    kind: Literal["officer-joined"] = "officer-joined"
    officer: str
    unit: str
    commands: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficerLeft(Event):
    """A senior officer is by himself again. RA-action.extra.officer"""

    kind: Literal["officer-left"] = "officer-left"
    officer: str
    unit: str
    at: Point


CommandEvent: TypeAlias = (
    OfficerDiced | OfficerFell | OfficerReplaced | OfficerPromoted | Divided | Combined | OfficerJoined | OfficerLeft
)
