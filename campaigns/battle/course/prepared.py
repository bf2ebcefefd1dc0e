"""What an action leads to, thought out before the transaction that writes it down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from campaigns.battle.record.closing import Ending
from campaigns.battle.record.journal import Packed
from rules.kernel.action import SideId


@dataclass(frozen=True, slots=True)
class PreparedState:
    """What is written down of `state`. `ending`: None while the battle goes on; `packed`: the snapshot, if due."""

    state: Any
    ending: Ending | None
    packed: Packed | None
    confided: tuple[SideId, ...]
    """The sides that are told something that not everybody is."""
    lapsed: tuple[SideId, ...] = ()
    """The sides whose orders have all run out, which are not asked yet."""
