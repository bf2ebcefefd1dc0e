"""What all one-off resolutions share: house rules, steps, and the rows in which form and procedure are matched."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, TypeAlias, TypeVar

from rules.book import procedure
from rules.book.house import Switches
from rules.book.procedure import HouseRuled
from rules.book.procedure import Outcome as Outcome
from rules.book.procedure import items as lines
from rules.book.showing import Resolved
from rules.chance import Chance
from rules.red_actions.book.switches import HOUSE, House

__all__ = ["Outcome", "Proceedings", "RedResolution", "Resolver", "Row", "lines", "row"]


class RedResolution(HouseRuled):
    """Base: every resolution can be asked under house rules."""

    switches: ClassVar[Switches] = HOUSE
    example: ClassVar[str] = "terror-and-arc=subtract"


F = TypeVar("F", bound=RedResolution)
Resolver: TypeAlias = Callable[[Any, Chance], Resolved]
"""Any: each takes its own form; `row` is where form and procedure are matched, and typed."""
Row: TypeAlias = tuple[type[RedResolution], Resolver]


def row(form: type[F], resolver: Callable[[F, Chance], Resolved]) -> Row:
    return form, resolver


class Proceedings(procedure.Proceedings):
    """Collects what happens while one resolution runs."""

    @property
    def house(self) -> House:
        return House(self.options)
