"""What holds between two groups: the umpire's word, else what the table shows."""

from __future__ import annotations

from rules.infantry_action.book.kinds import Cover
from rules.infantry_action.facts import COVER, LINE_OF_SIGHT, RANGE
from rules.infantry_action.play.ground.lines import Eye
from rules.infantry_action.play.ground.places import in_line
from rules.infantry_action.state import State
from rules.table.board import Point
from rules.table.measure import between


def metres(state: State, by: str, target: str, a: Point, b: Point) -> float:
    """From somebody of one group to somebody of the other."""
    word = state.word(RANGE, by, target)
    return between(a, b) if word is None else word


def in_sight(state: State, by: str, target: str, a: Eye, b: Eye) -> bool:
    """Whether somebody of one group has a line of sight to somebody of the other. IA-loc.line-of-sight"""
    word = state.word(LINE_OF_SIGHT, by, target)
    return in_line(state, a, b) if word is None else word


def ruled_cover(state: State, group: str) -> Cover | None:
    """What the umpire says that its men are in; None: he is silent."""
    word = state.word(COVER, group)
    return None if word is None else Cover(word)
