"""Lists of factors: "add 1 if …, deduct 2 if …", each named by a key in the figures of its chapter."""

from __future__ import annotations

from collections.abc import Sequence

from rules.infantry_action.book.tables import Figures
from rules.kernel.facts import Item


class Factor(Figures):
    """One line of such a list."""

    key: str
    amount: int
    reason: str
    citation: str

    def item(self, times: int = 1, reason: str = "") -> Item:
        """As a line of a sum, `times` over: "each friend lost (× 3)"; `reason` says it for the case in hand."""
        counted = f"{self.reason} (\u00d7 {times})" if times > 1 else self.reason
        return Item(self.amount * times, reason or counted, self.citation)


def applied(factors: Sequence[Factor], **times: int | bool) -> tuple[Item, ...]:
    """The lines that count, in the order of the list: a key with how often it applies (True once, 0 not at all).

    Raises KeyError for a key that is not in the list.
    """
    unknown = times.keys() - {factor.key for factor in factors}
    if unknown:
        raise KeyError(f"no such factor: {', '.join(sorted(unknown))}")
    return tuple(factor.item(int(times[factor.key])) for factor in factors if times.get(factor.key))


def rows(factors: Sequence[Factor]) -> tuple[tuple[str, int], ...]:
    """The list as the rows of a chart."""
    return tuple((factor.reason, factor.amount) for factor in factors)
