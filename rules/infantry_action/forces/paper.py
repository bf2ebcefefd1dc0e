"""The section sheet of Infantry Action: rank, what each carries, what each costs. IA-cost.command-structure"""

from __future__ import annotations

from rules.seam.paper import Paper, PaperForm

PAPER = Paper(
    title="Section sheet", kind=PaperForm.SECTION, columns=("Rank", "Carries", "Cost"), ticks=("Wounded", "Lost")
)
