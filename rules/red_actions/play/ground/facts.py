"""Facts of the table: the umpire's ruling, else what is measured."""

from __future__ import annotations

from rules.battle.facts import DISTANCE, LINE_OF_SIGHT, Flag, Vocabulary, cover
from rules.battle.facts import fact as fact
from rules.battle.facts import ruled as ruled
from rules.battle.facts import said as said
from rules.kernel.changing import replace
from rules.red_actions.book.kinds import Cover

COVER = cover(tuple(Cover))
ENFILADED = Flag("enfiladed", towards=True)
"""The second is enfiladed by the first."""
FLANK_THREATENED = Flag("flank threatened")
SEES = replace(LINE_OF_SIGHT, also=("sees",))
"""Troops that lie low are not seen by all whom they see."""
CLEARLY_APART = Flag("clearly apart")
"""A lone officer is plainly apart from other units. RA-def.officer.senior-unit.2"""
PROPER_TARGET = Flag("proper target", towards=True)
"""The first may fire at the second, whatever the firing priorities say. RA-priority.1"""

FACTS = Vocabulary(COVER, ENFILADED, FLANK_THREATENED, SEES, DISTANCE, CLEARLY_APART, PROPER_TARGET)
