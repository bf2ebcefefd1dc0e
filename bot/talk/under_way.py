"""A run that is carried out in slices, in words."""

from __future__ import annotations


def carried_out(done: int) -> str:
    """How far a run is. `done`: what has been carried out that everybody may know of."""
    return f"⏳ The orders are being carried out: {done} done so far. What came of them is told when all are."
