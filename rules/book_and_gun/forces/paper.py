"""The roster of the book: a column for each of six battles, and a blank of 32 lines. BG-XIII.10.1"""

from __future__ import annotations

from rules.seam.paper import Paper, PaperForm

PAPER = Paper(title="Unit roster", kind=PaperForm.ROLL, battles=6, blank=32)
