"""What all one-off resolutions share: the house rules."""

from __future__ import annotations

from typing import ClassVar

from rules.book import procedure
from rules.book.house import Switches
from rules.book.procedure import HouseRuled, OutcomeValue, Row, row
from rules.book.procedure import items as lines
from rules.red_actions.book.switches import HOUSE, House

__all__ = ["OutcomeValue", "Proceedings", "RedResolution", "Row", "lines", "row"]


class RedResolution(HouseRuled):
    """Base: every resolution can be asked under house rules."""

    switches: ClassVar[Switches] = HOUSE
    example: ClassVar[str] = "terror-and-arc=subtract"


class Proceedings(procedure.Proceedings):
    """Collects what happens while one resolution runs."""

    @property
    def house(self) -> House:
        return House(self.options)
