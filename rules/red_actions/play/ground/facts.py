"""Facts of the table that the umpire may rule, instead of what is measured."""

from __future__ import annotations

from rules.battle import facts
from rules.battle.facts import Choice, FactName, Flag, Measure, V, Vocabulary
from rules.red_actions.book.kinds import Cover
from rules.red_actions.state import State

COVER = Choice("cover", tuple(cover.value for cover in Cover))
ENFILADED = Flag("enfiladed", towards=True)
"""The second is enfiladed by the first."""
FLANK_THREATENED = Flag("flank threatened")
SEES = Flag("sees", towards=True)
DISTANCE = Measure("distance", towards=True)
CLEARLY_APART = Flag("clearly apart")
"""A lone officer is plainly apart from other units. RA-def.officer.senior-unit.2"""
PROPER_TARGET = Flag("proper target", towards=True)
"""The first may fire at the second, whatever the firing priorities say. RA-priority.1"""

FACTS = Vocabulary(COVER, ENFILADED, FLANK_THREATENED, SEES, DISTANCE, CLEARLY_APART, PROPER_TARGET)


def ruled(state: State, name: FactName[V], unit: str, other: str | None = None) -> V | None:
    """The umpire's word; None where he is silent."""
    return facts.ruled(state.ruled, state.turn, name, unit, other)
