"""The section sheet of Infantry Action: rank, what each carries, what each costs. IA-cost.command-structure"""

from __future__ import annotations

from rules.seam.paper import Paper, SheetKind

PAPER = Paper(
    title="Section sheet", kind=SheetKind.SECTION, columns=("Rank", "Carries", "Cost"), ticks=("Wounded", "Lost")
)
