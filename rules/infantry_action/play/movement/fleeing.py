"""Where a man in panic runs: away from the enemy, out of his sight where that is near, never into deep water or a wall.
IA-reaction.result.under-minus-5, IA-R111, IA-R247"""

from __future__ import annotations

from dataclasses import dataclass

from shapely import LineString, box

from rules.infantry_action.book.kinds import Cover
from rules.infantry_action.figures import Figure, Point
from rules.infantry_action.groups import Group
from rules.infantry_action.play.ground.lines import ERECT, Eye
from rules.infantry_action.play.ground.passage import MAN, past_vehicles
from rules.infantry_action.play.ground.places import cover_at, in_line
from rules.infantry_action.play.movement.enemies import nearest_known
from rules.infantry_action.play.movement.moving import Walked, dash
from rules.infantry_action.play.movement.obeying import homeward
from rules.infantry_action.state import State
from rules.table.board import Board
from rules.table.gate import Gate
from rules.table.measure import bearing, between, step
from rules.table.routing import around

TURNS = (0.0, 15.0, -15.0, 30.0, -30.0, 45.0, -45.0, 60.0, -60.0, 75.0, -75.0, 90.0, -90.0)
"""Degrees off the straight way that are tried, the straightest first."""
COVERED = 45.0
"""Degrees off it within which cover is run for."""
_FAR = 1000.0
_SOMEWHERE = 100_000.0
"""Metres to an enemy whom nobody has seen: only the way home leads away from him."""
_LEAST = 1.0
"""Metres for which nobody runs."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A way that he might run. `gain`: metres by which it leads farther from the enemy."""

    walked: Walked
    off: float
    whole: bool
    gain: float
    covered: bool


def flight(state: State, gate: Gate, group: Group, man: Figure, metres: float) -> Walked:
    """His dash: straight away from the nearest enemy, or off it to where that enemy sees him no more; where that is
    closed, whichever way leads farthest from him, over a bridge too. Nobody runs nearer. IA-R111, IA-R247"""
    assert man.at is not None
    assert state.board is not None
    enemy = nearest_known(state, group, man.at)
    away = bearing(enemy, man.at) if enemy is not None and enemy != man.at else homeward(state.board, group)
    threat = enemy if enemy is not None and enemy != man.at else step(man.at, away + 180.0, _SOMEWHERE)
    lines = [_line(state, gate, man, away, off, metres, threat) for off in TURNS]
    lines = [line for line in lines if line.gain >= _LEAST]
    straight = next((line for line in lines if line.off == 0.0 and line.whole), None)
    if straight is not None and straight.covered:
        return straight.walked
    covered = [line for line in lines if line.covered and line.whole and abs(line.off) <= COVERED]
    if covered:
        return covered[0].walked
    if straight is not None:
        return straight.walked
    about = _about(state, gate, man, away, metres)
    if about is not None:
        return about
    whole = [line for line in lines if line.whole]
    best = max(whole or lines, key=lambda line: round(line.gain, 3), default=None)
    return best.walked if best is not None else Walked((), 0.0)


def _line(state: State, gate: Gate, man: Figure, away: float, off: float, metres: float, threat: Point) -> _Line:
    assert man.at is not None
    assert state.board is not None
    goal = _to_border(state.board, man.at, (away + off) % 360.0)
    open_ = past_vehicles(gate, (man.at, goal))
    walked = dash(state, man, open_.points, metres)
    end = walked.path[-1] if walked.path else man.at
    closed = open_.stop is not None and walked.metres >= open_.length - 0.5
    covered = cover_at(state, end, threat) is not Cover.OPEN or not in_line(state, Eye(threat, ERECT), Eye(end, ERECT))
    return _Line(walked, off, not closed, between(end, threat) - between(man.at, threat), covered)


def _about(state: State, gate: Gate, man: Figure, away: float, metres: float) -> Walked | None:
    """Over a bridge or through a gate to where the straight dash would end, where that is not far about."""
    assert man.at is not None
    assert state.board is not None
    found = around(gate, MAN, man.at, state.on_table(step(man.at, away, metres)), about=1.5, detour=0.0)
    return None if found is None else dash(state, man, found.way, metres)


def _to_border(board: Board, at: Point, heading: float) -> Point:
    """Where a straight line leaves the table."""
    line = LineString([at, step(at, heading, _FAR + board.width + board.depth)])
    inside = line.intersection(box(0.0, 0.0, board.width, board.depth))
    if inside.is_empty or not isinstance(inside, LineString):
        return at
    x, y = inside.coords[-1]
    return round(x, 3), round(y, 3)
