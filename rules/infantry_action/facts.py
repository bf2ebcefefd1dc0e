"""The facts of the tabletop that the book asks for of groups: the umpire's ruling goes before what is measured."""

from __future__ import annotations

from rules.battle import facts
from rules.battle.facts import IN_ARC, LINE_OF_SIGHT, Flag, Vocabulary, cover
from rules.infantry_action.book.kinds import Cover
from rules.kernel.changing import replace

RANGE = replace(facts.RANGE, unit="m", most=5000.0)
"""From the nearest man of the one to the nearest of the other."""
LOCATED = Flag("located", towards=True, also=("spotted",))
"""The first group has located the second."""
COVER = cover([kind for kind in Cover if kind is not Cover.HARD_VEHICLE])
WITHIN_CALL = Flag("within call")
"""The group is in communication with its officer."""

FACTS = Vocabulary(RANGE, LOCATED, IN_ARC, LINE_OF_SIGHT, COVER, WITHIN_CALL)
