"""A run that is carried out in slices, in words."""

from __future__ import annotations


def carried_out(done: int) -> str:
    """How far a run is. `done`: what has been carried out that everybody may know of."""
    return f"⏳ The bot is carrying the battle on: {done} done so far. It posts what happened when all are done."
