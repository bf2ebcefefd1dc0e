"""Tasks of works: those who leave a burning house."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class LeaveFire:
    """A unit leaves a building that has burnt out. RA-building.fire.3, RA-R103"""

    unit: str
    building: str
    kind: Literal["leave-fire"] = "leave-fire"


WorksTask: TypeAlias = LeaveFire
