"""The states of battles that were loaded last, so that a click that looks at one several times loads it once.

What entry `seq` of a battle led to never changes: entries are never rewritten and their numbers never used again.
Only what has been committed may be kept here.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from rules.ruleset import AnyRuleSet

KEPT = 32
"""States at most: a large one takes about 2 MB."""


class States:
    """The newest few states, by battle, entry and version of the rules."""

    def __init__(self, most: int = KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[int, int, str], Any] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, rules: AnyRuleSet, battle_id: int, seq: int) -> Any | None:
        key = (battle_id, seq, rules.version)
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def keep(self, rules: AnyRuleSet, battle_id: int, seq: int, state: Any) -> None:
        self._kept[battle_id, seq, rules.version] = state
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
