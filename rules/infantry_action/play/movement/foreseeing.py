"""What an order would come to, before anything is sealed: the way, where it ends, in how many periods.
IA-orders.content"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from rules.battle.facts import said
from rules.infantry_action.book.kinds import Pace
from rules.infantry_action.facts import WITHIN_CALL
from rules.infantry_action.figures import Figure, Point, Vehicle
from rules.infantry_action.groups import Group, GroupOrder
from rules.infantry_action.knowledge import on_known_ground, sees
from rules.infantry_action.play.command.reach import awaits_first_order
from rules.infantry_action.play.ground.passage import known_gate, on_the_ground
from rules.infantry_action.play.movement.moving import drive, walk, way_of
from rules.infantry_action.play.movement.order_judging import JudgedOrder
from rules.infantry_action.play.movement.together import Together, keeping, together
from rules.infantry_action.state import State
from rules.kernel.facts import Fact, Source
from rules.language.words import listed, plural
from rules.seam.asking import Odds
from rules.seam.viewing import Viewer
from rules.table.measure import along, between
from rules.table.reference import square_of
from rules.table.scene import Trace


def preview(state: State, ready: JudgedOrder) -> Odds:
    """The way, where it ends and in how many periods; nothing here is left to chance."""
    group, order = ready.group, ready.order
    state = on_known_ground(state, Viewer(ready.side))
    anchor = state.anchor(group.id)
    if anchor is None or not (order.path or order.posted) or state.board is None:
        return Odds(facts=_facts(state, ready))
    ways, metres, whole = _ways(state, group, order, anchor)
    notes = [*([ready.note] if ready.note else []), *_left_behind(state, group, order)]
    if metres < whole - 0.5:
        end = along(ways, metres) if metres > 0 else anchor
        notes.append(f"This period takes it {metres:.0f} of {whole:.0f} m, to {square_of(state.board, end)}.")
    facts = (*_facts(state, ready), Fact("way", round(min(metres, whole), 1), Source.MEASURED, "m"))
    return Odds(facts=facts, notes=tuple(notes), traces=_drawn(state, group, order, ways, metres, whole))


def _drawn(
    state: State, group: Group, order: GroupOrder, way: tuple[Point, ...], metres: float, whole: float
) -> tuple[Trace, ...]:
    """The ways of the anchor and of every man as far as this period takes them; where they go on after it, all of it
    besides, for later."""
    everybody = _each(state, group, order)
    if metres >= whole - 0.5:
        return (Trace("plan", way, group.side), *everybody)
    now = (_until(way, metres), *(trace.points for trace in _each(state, group, order, whole=False)))
    later = (way, *(trace.points for trace in everybody))
    return (
        *(Trace("plan", points, group.side) for points in now if len(points) > 1),
        *(Trace("later", points, group.side) for points in later if points not in now),
    )


def _until(way: Sequence[Point], metres: float) -> tuple[Point, ...]:
    """The first metres of a way; its beginning alone where there are none."""
    points, gone = [way[0]], 0.0
    for a, b in pairwise(way):
        gone += between(a, b)
        if gone >= metres:
            break
        points.append(b)
    end = along(way, metres)
    return (*points, end) if metres > 0 and end != points[-1] else tuple(points)


def _men_on_foot(state: State, group: Group) -> list[Figure]:
    """The anchor's man first."""
    first = state.senior(group.id) or next(state.men(group.id))
    men = [man for man in state.men(group.id) if man.at is not None and man.aboard is None]
    return sorted(men, key=lambda man: man.id != first.id)


def _followed(state: State, group: Group, order: GroupOrder, *, whole: bool = True) -> Together | None:
    """Where each man would go in the end, or in this period; None for a group with vehicles."""
    men = _men_on_foot(state, group)
    if state.vehicles_of(group.id) or not men:
        return None
    return together(state, group, men, keeping(state, group, order), whole=whole, gate=known_gate(state, group.side))


def _each(state: State, group: Group, order: GroupOrder, *, whole: bool = True) -> tuple[Trace, ...]:
    """The way of every man, so that the picture shows where each will stand."""
    found = _followed(state, group, order, whole=whole)
    ways = () if found is None else found.ways.values()
    return tuple(Trace("plan", gone.way, group.side) for gone in ways if len(gone.way) > 1)


def _left_behind(state: State, group: Group, order: GroupOrder) -> Iterator[str]:
    """Who cannot follow, and what stops them; for whom there is no room where the others go in."""
    found = _followed(state, group, order)
    by_cause: dict[str, list[str]] = {}
    for id_, stop in found.stopped() if found is not None else ():
        by_cause.setdefault(stop.why, []).append(state.figure(id_).name)
    for why, names in by_cause.items():
        yield f"{listed(names)} cannot follow: {why}."
    if found is not None and found.crowded:
        names = [state.figure(id_).name for id_ in found.crowded]
        yield f"{listed(names)} {plural(len(names), 'finds', 'find')} no room in {found.within}."


def _facts(state: State, ready: JudgedOrder) -> tuple[Fact, ...]:
    first = awaits_first_order(ready.group) and ready.order.pace is not Pace.HALT
    how = ready.touch.value if ready.touch is not None else "orders before the battle" if first else "its own"
    ruled = said(state, ready.group.id, WITHIN_CALL)
    return (Fact("reached by", how, Source.RULING if ruled else Source.MEASURED), *ruled)


def _ways(state: State, group: Group, order: GroupOrder, anchor: Point) -> tuple[tuple[Point, ...], float, float]:
    """The anchor's way, how far this period carries, and its whole length."""
    assert state.board is not None
    way = way_of(state.board, anchor, anchor, order.path)
    whole = sum(_legs(way))
    vehicles = state.vehicles_of(group.id)
    if vehicles:
        return way, drive(state, vehicles[0], anchor, order, (), _others(state, group)).doing.moved, whole
    man = state.senior(group.id) or next(state.men(group.id))
    return way, walk(state, man, way, order, (), share=False).metres, whole


def _others(state: State, group: Group) -> tuple[Vehicle, ...]:
    """Vehicles and wrecks in its way that its side knows of, but its own. IA-R241"""
    return tuple(
        each
        for each in on_the_ground(state.vehicles)
        if each.group != group.id and (each.side == group.side or sees(state, group.side, each.group))
    )


def _legs(way: Sequence[Point]) -> Iterator[float]:
    return (between(a, b) for a, b in pairwise(way))
