"""What the end of a battle comes to for those who were in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.kernel.action import SideId
from rules.kernel.event import Event


@dataclass(frozen=True, slots=True)
class OfficerFate:
    """`die`: of who became a casualty; 0 for a captured one. RA-R226"""

    officer: str
    side: SideId
    fate: Literal["killed", "wounded", "captured"]
    die: int = 0


@dataclass(frozen=True, slots=True)
class BaseFate:
    """`by`: the enemy unit that did it."""

    base: str
    card: str
    unit: str
    side: SideId
    how: Literal["destroyed", "captured", "removed", "given-up"]
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RollCalled(Event):
    """Officers who did not come out of the battle as they went in, known to all now. RA-R226"""

    kind: Literal["roll-called"] = "roll-called"
    officers: tuple[OfficerFate, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LossesCounted(Event):
    """The bases that are lost, known to all now. `humiliated`: markers by unit. RA-R220, RA-R229"""

    kind: Literal["losses-counted"] = "losses-counted"
    bases: tuple[BaseFate, ...]
    humiliated: tuple[tuple[str, int], ...] = ()


SetupEvent: TypeAlias = RollCalled | LossesCounted
