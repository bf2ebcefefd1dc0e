"""When an event of a script is due: what comes to pass is marked at once, and triggers are judged by the marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from math import inf

from shapely import Point as Spot
from shapely import Polygon

from rules.kernel.action import SideId
from rules.kernel.once import once_a_state
from rules.language.naming import same
from rules.script.plan import (
    AllOf,
    AnyOf,
    Chosen,
    Entered,
    EventPlan,
    Found,
    Happened,
    JokerTurned,
    Leaf,
    Left,
    Losses,
    Not,
    OnlyCalled,
    PlaceHeld,
    RadioAnswered,
    Script,
    Trigger,
    Turn,
    leaves,
)
from rules.script.state import S, Staged, TriggerMark
from rules.seam.stage import Body, Happening, Situation
from rules.table.board import Point

WATCHING = (Turn, Entered, PlaceHeld, Left, Losses)
"""What is seen by comparing two situations."""


@once_a_state
def watches(script: Script) -> bool:
    """Whether any event waits for something that only the situation shows."""
    return any(
        isinstance(leaf, WATCHING) or (isinstance(leaf, Happened) and leaf.after > 0) for _, _, leaf in _leaves(script)
    )


# ── Marking ───────────────────────────────────────────────────────────────────────────────────────────────────────


def observed(
    state: Staged[S], before: Situation | None, after: Situation | None, happenings: Sequence[Happening]
) -> Staged[S]:
    """With marks for what these happenings and the step from one situation to the next have brought to pass."""
    turn = state.turn if after is None else after.turn
    state = replace(state, turn=turn) if turn != state.turn else state
    step = None if before is None or after is None else _Step(before, after)
    found: list[tuple[str, int]] = []
    for event, number, leaf in _leaves(state.script):
        if isinstance(leaf, WATCHING):
            came = step is not None and _came(state.script, leaf, step)
        elif isinstance(leaf, Happened) and leaf.after:
            came = before is not None and after is not None and _long_ago(state, leaf, before.turn, after.turn)
        else:
            came = any(_heard(state.script, leaf, happening) for happening in happenings)
        if came and _in_time(leaf, turn):
            found.append((event.key, number))
    return marked(state, found)


def marked(state: Staged[S], found: Sequence[tuple[str, int]]) -> Staged[S]:
    if not found:
        return state
    fresh = tuple(
        TriggerMark(event, leaf, state.serial + n, state.turn) for n, (event, leaf) in enumerate(found, start=1)
    )
    return replace(state, marks=(*state.marks, *fresh), serial=state.serial + len(fresh))


def waiting_for(state: Staged[S], event: str, option: str | None = None) -> list[tuple[str, int]]:
    """The leaves that wait for this event to happen; with `option`, for that choice of it to be made."""
    return [
        (plan.key, number)
        for plan, number, leaf in _leaves(state.script)
        if _in_time(leaf, state.turn)
        and (
            (option is None and isinstance(leaf, Happened) and leaf.event == event and not leaf.after)
            or (option is not None and isinstance(leaf, Chosen) and leaf.event == event and same(leaf.option, option))
        )
    ]


@once_a_state
def _leaves(script: Script) -> tuple[tuple[EventPlan, int, Leaf], ...]:
    return tuple([(event, number, leaf) for event in script.events for number, leaf in enumerate(leaves(event.when))])


def _in_time(leaf: Leaf, turn: int) -> bool:
    return isinstance(leaf, Turn) or leaf.in_time(turn)


def _heard(script: Script, leaf: Leaf, happening: Happening) -> bool:
    match leaf:
        case JokerTurned():
            return happening.what == "joker" and leaf.card in (None, happening.name)
        case RadioAnswered():
            return happening.what == "radio" and same(happening.name, leaf.call)
        case Found():
            whose = None if leaf.unit is None else script.ref(leaf.unit)
            return happening.what == "found" and happening.name == leaf.side and whose in (None, happening.whose)
        case _:
            return False


class _Step:
    """From one situation to the next. Most events move nobody and cost nobody: what they leave alone is not judged."""

    def __init__(self, before: Situation, after: Situation) -> None:
        self.before, self.after = before, after

    @cached_property
    def thinned(self) -> bool:
        """Whether anybody has come, left or become able or unable."""
        old, new = self.before.bodies, self.after.bodies
        return old is not new and [_standing(body) for body in old] != [_standing(body) for body in new]

    @cached_property
    def moved(self) -> tuple[tuple[Body, Point, Point | None], ...]:
        """Who is elsewhere than before on the ground, or has come down, each with where they are, and where they were
        on the ground."""
        if self.before.bodies is self.after.bodies:
            return ()
        earlier = {body.figure: body for body in self.before.bodies if body.at is not None}
        return tuple(
            [
                (body, body.at, None if was.aloft else was.at)
                for body in self.after.bodies
                if body.at is not None
                and not body.aloft
                and (was := earlier.get(body.figure)) is not None
                and (was.at != body.at or was.aloft)
            ]
        )


def _standing(body: Body) -> tuple[str, str, SideId, bool, str]:
    """What losses are counted by."""
    return body.figure, body.unit, body.side, body.able, body.left


def _came(script: Script, leaf: Turn | Entered | PlaceHeld | Left | Losses, step: _Step) -> bool:
    before, after = step.before, step.after
    match leaf:
        case Turn():
            return any(_on(leaf, turn) for turn in range(before.turn + 1, after.turn + 1))
        case Left():
            return step.thinned and _left(script, leaf, before) < leaf.number <= _left(script, leaf, after)
        case Losses():
            return step.thinned and _lost(script, leaf, before) < leaf.percent <= _lost(script, leaf, after)
        case Entered():
            return bool(step.moved) and _entered(script, leaf, step)
        case PlaceHeld():
            return before.turn < after.turn and _held(leaf, after)


def _on(leaf: Turn, turn: int) -> bool:
    if leaf.every is None:
        return turn == leaf.turn
    return turn >= leaf.turn and (turn - leaf.turn) % leaf.every == 0


def _long_ago(state: Staged[S], leaf: Happened, last: int, turn: int) -> bool:
    """Whether a turn has begun that lies so many turns after the event."""
    return any(o.event == leaf.event and last < o.turn + leaf.after <= turn for o in state.occurrences)


def _lost(script: Script, leaf: Losses, situation: Situation) -> float:
    """Of a hundred. Whoever left the table of his own will is no loss."""
    unit = None if leaf.unit is None else script.ref(leaf.unit)
    bodies = [body for body in situation.bodies if body.side == leaf.side and unit in (None, body.unit)]
    return 100 * sum(not body.able and not body.left for body in bodies) / len(bodies) if bodies else 0.0


def _left(script: Script, leaf: Left, situation: Situation) -> int:
    units = {script.ref(unit) for unit in leaf.units}
    return sum(
        body.side == leaf.side
        and bool(body.left)
        and leaf.edge in (None, body.left)
        and (not units or bool(units & {body.unit, body.figure}))
        for body in situation.bodies
    )


def _entered(script: Script, leaf: Entered, step: _Step) -> bool:
    units = {script.ref(unit) for unit in leaf.units}
    area = Polygon(leaf.area)
    return any(
        body.side == leaf.side
        and body.able
        and (not units or bool(units & {body.unit, body.figure, body.aboard}))
        and area.covers(Spot(at))
        and (origin is None or not area.covers(Spot(origin)))
        for body, at, origin in step.moved
    )


def _held(leaf: PlaceHeld, situation: Situation) -> bool:
    area = Polygon(leaf.area)
    away = {
        side: min((area.distance(Spot(body.at)) for body in _steady(situation, side) if body.at), default=inf)
        for side in (leaf.side, leaf.against)
    }
    return away[leaf.side] == 0.0 and away[leaf.against] > leaf.clear


def _steady(situation: Situation, side: SideId) -> Iterator[Body]:
    """Those on the ground who are able and steady."""
    return (body for body in situation.bodies if body.side == side and body.able and body.steady and not body.aloft)


# ── Judging ───────────────────────────────────────────────────────────────────────────────────────────────────────


def due(state: Staged[S]) -> EventPlan | None:
    """The first event whose trigger is fulfilled and which may happen."""
    return next((event for event in state.script.events if _is_due(state, event)), None)


def _is_due(state: Staged[S], event: EventPlan) -> bool:
    marks = [mark for mark in state.marks if mark.event == event.key]
    if not marks:
        return False
    times = [occurrence.serial for occurrence in state.occurrences if occurrence.event == event.key]
    if times and event.once:
        return False
    passing = {number for number, leaf in enumerate(leaves(event.when)) if isinstance(leaf, PlaceHeld)}
    marks = [mark for mark in marks if mark.leaf not in passing or mark.turn == state.turn]
    ever = {mark.leaf for mark in marks}
    since = times[-1] if times else 0
    fresh = {mark.leaf for mark in marks if mark.serial > since}
    return bool(fresh) and _fulfilled(event.when, iter(range(1000)), fresh, ever)


def _fulfilled(trigger: Trigger, number: Iterator[int], fresh: set[int], ever: set[int]) -> bool:
    match trigger:
        case AllOf():
            return all([_fulfilled(part, number, fresh, ever) for part in trigger.of])
        case AnyOf():
            return any([_fulfilled(part, number, fresh, ever) for part in trigger.of])
        case Not():
            return not _fulfilled(trigger.of, number, ever, ever)
        case OnlyCalled():
            return False
        case _:
            return next(number) in fresh
