"""Events of the umpire's hand, beside those of the chapters (a character dies, or calms down)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.battle import hand
from rules.battle.umpire import UmpireActed
from rules.five56mm.book.injury import WoundOnRecord
from rules.five56mm.book.profile import Gear
from rules.five56mm.book.weapons import Arm
from rules.kernel.event import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class WoundDealt(Event):
    """A wound that nobody rolled for."""

    kind: Literal["wound-dealt"] = "wound-dealt"
    character: str
    wound: WoundOnRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class WoundsHealed(Event):
    """All of them."""

    kind: Literal["wounds-healed"] = "wounds-healed"
    character: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KitChanged(hand.KitChanged):
    """A character carries something else now."""

    character: str
    arms: tuple[Arm, ...]
    gear: tuple[Gear, ...]


HandEvent: TypeAlias = UmpireActed | WoundDealt | WoundsHealed | KitChanged
