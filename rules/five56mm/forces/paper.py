"""The character card of 5.56mm: abilities, skills, arms, and a box for each wound. MM-11.2.1"""

from __future__ import annotations

from rules.five56mm.book.injury import Level
from rules.seam.paper import Paper, PaperForm

PAPER = Paper(
    title="Character cards",
    kind=PaperForm.CARDS,
    ticks=tuple(level.value.capitalize() for level in (Level.MINOR, Level.SERIOUS, Level.CRITICAL, Level.MORTAL)),
)
