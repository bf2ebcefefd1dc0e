"""Facts of the table: the umpire's ruling, else what is measured."""

from __future__ import annotations

from collections.abc import Callable

from rules.battle import facts
from rules.battle.facts import DISTANCE, LINE_OF_SIGHT, Choice, FactName, Flag, V, Vocabulary
from rules.changing import replace
from rules.facts import Fact
from rules.red_actions.book.kinds import Cover
from rules.red_actions.state import State

COVER = Choice("cover", tuple(cover.value for cover in Cover))
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


def fact(
    state: State,
    name: FactName[V],
    unit: str,
    other: str | None = None,
    *,
    measured: Callable[[], V | None] | None = None,
) -> tuple[V, Fact]:
    """What is known, with the fact to be shown."""
    return facts.settled(name, ruled(state, name, unit, other), measured=measured)


def said(state: State, unit: str, *names: FactName[V], other: str | None = None) -> tuple[Fact, ...]:
    """Which of these facts the umpire has ruled, to be shown with his word as their source."""
    return tuple(each for name in names for each in facts.as_ruled(name, ruled(state, name, unit, other)))


def ruled(state: State, name: FactName[V], unit: str, other: str | None = None) -> V | None:
    """The umpire's word; None where he is silent."""
    return facts.ruled(state.ruled, state.turn, name, unit, other)
