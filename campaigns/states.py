"""The states of battles that were looked at last, each with what has been thought about it since, so that nothing is
loaded or thought out twice.

What entry `seq` of a battle led to never changes: entries are never rewritten and their numbers never used again. So
the prompt, a viewer's view or a unit's offers at that entry never change either. Only what has been committed may be
kept here.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from campaigns.thinking import beside
from rules.seam.ruleset import AnyRuleSet

KEPT = 32
"""States at most: a large one takes about 2 MB."""
THOUGHTS = 24
"""Thoughts about one state at most: a side has so many units, and a few people look at once."""
R = TypeVar("R")


class KnownState:
    """A state, and what has been thought about it."""

    def __init__(self, state: Any, most: int = THOUGHTS) -> None:
        self.state = state
        self.rows: Any = None
        """The battle's rows as they stood with it, of whoever wrote them down last: whether they still do is seen when
        something is written."""
        self._most = most
        self._thoughts: OrderedDict[Hashable, Any] = OrderedDict()

    async def thought(self, word: str, work: Callable[..., R], *args: Hashable) -> R:
        """`work(state, *args)`, done beside the event loop when it is first asked for under that word."""
        key = (word, *args)
        if key not in self._thoughts:
            self.remember(await beside(work, self.state, *args), word, *args)
        self._thoughts.move_to_end(key)
        return self._thoughts[key]

    def remember(self, result: Any, word: str, *args: Hashable) -> None:
        """What has been thought elsewhere."""
        self._thoughts[word, *args] = result
        if len(self._thoughts) > self._most:
            self._thoughts.popitem(last=False)


class Recitals:
    """What has been told to somebody of a battle's newest entries: words that never change either, so that a look at
    the news tells only what is new. By battle, version of the rules and viewer; one of each, the longest remembered
    last."""

    def __init__(self, most: int = KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, tuple[int, list[Any]]] = OrderedDict()

    def get(self, *key: Hashable) -> tuple[int, list[Any]] | None:
        """The first entry, and what was told of it and of each after it."""
        return self._kept.get(key)

    def keep(self, first: int, lines: list[Any], *key: Hashable) -> None:
        self._kept[key] = (first, lines)
        self._kept.move_to_end(key)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)


class States:
    """The newest few states, by battle, entry and version of the rules."""

    def __init__(self, most: int = KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[int, int, str], KnownState] = OrderedDict()

    def known(self, rules: AnyRuleSet, battle_id: int, seq: int) -> KnownState | None:
        key = (battle_id, seq, rules.version)
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def newest(self, battle_id: int) -> tuple[int, KnownState] | None:
        """The newest entry of the battle that is known, and what it led to."""
        of_battle = ((seq, known) for (battle, seq, _), known in self._kept.items() if battle == battle_id)
        return max(of_battle, key=lambda known: known[0], default=None)

    def overtaken(self, battle_id: int, version: int) -> None:
        """The battle has gone on elsewhere: what was thought before that entry is of no use any more."""
        for key in [key for key in self._kept if key[0] == battle_id and key[1] < version]:
            del self._kept[key]

    def keep(self, rules: AnyRuleSet, battle_id: int, seq: int, state: Any) -> KnownState:
        """Of a state that is kept already, what was thought about it stays."""
        key = (battle_id, seq, rules.version)
        known = self._kept.get(key)
        if known is None or known.state is not state:
            known = self._kept[key] = KnownState(state)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return known
