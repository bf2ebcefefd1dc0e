"""What has changed on the table between two moments, as one viewer saw it: from their own maps of that time and what
they were told, and from nothing else.

A track joins places where a unit was on two maps that follow each other; what went on out of sight leaves no line. Fire
and losses are drawn where the viewer's map had those whom a telling names.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from shapely import intersects_xy
from shapely.geometry.base import BaseGeometry

from rules.language.words import counted, listed
from rules.table import labelling
from rules.table.board import Board, Point
from rules.table.reference import square_of
from rules.table.scene import Changes, FireLine, GroundWon, LossMark, Scene, Track, UnitMark
from rules.table.strokes import BurstStroke, FallenStroke, FireStroke, Stroke

LEAST = 0.125
"""Squares that a unit must have moved for a track: less is men closing up."""
GHOST = "last seen"
"""The state of a mark that stands where somebody was, not where they are."""
_DOWN = frozenset({"killed", "captured", "destroyed"})
_WAYS = {"charge": "charge", "retreat": "retreat", "rout": "retreat", "flight": "retreat", "evade": "retreat"}
"""How a way is drawn by the kind of its trace; any other is a move."""
_SHOTS = frozenset({"fire", "blast", "plan", "later"})


@dataclass(frozen=True, slots=True)
class Glance:
    """The viewer's map after something happened, and what they were told of it."""

    scene: Scene
    strokes: tuple[Stroke, ...] = ()


def changes(before: Scene, glances: Sequence[Glance], since: str = "") -> Changes:
    """All that changed from `before` on. `since`: from when on that is, for the words."""
    tracks: dict[str, list[Track]] = {}
    fire: dict[tuple[str, str, Point | None], FireLine] = {}
    bursts: dict[tuple[Point, float], None] = {}
    losses: dict[str, LossMark] = {}
    earlier = before
    for glance in glances:
        for track in _moved(earlier, glance.scene):
            _go_on(tracks.setdefault(track.ref, []), track)
        for stroke in glance.strokes:
            match stroke:
                case FireStroke():
                    _fired(fire, stroke, earlier, glance.scene)
                case BurstStroke():
                    bursts[stroke.at, stroke.radius] = None
                case FallenStroke():
                    mark = _fallen(stroke, earlier, glance.scene)
                    losses |= {stroke.token: mark} if mark is not None else {}
        earlier = glance.scene
    known = set(before.board.features)
    return Changes(
        since,
        tuple(track for runs in tracks.values() for track in runs),
        tuple(fire.values()),
        tuple(bursts),
        tuple(losses.values()),
        tuple(each for each in earlier.board.features if each not in known and each.outline),
        tuple(_won(before, earlier)),
    )


# ── Who moved ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _marks(scene: Scene) -> dict[str, UnitMark]:
    return {mark.ref: mark for mark in (*scene.markers, *scene.units) if GHOST not in mark.states}


def _moved(earlier: Scene, now: Scene) -> Iterator[Track]:
    before, ways = _marks(earlier), _new_ways(earlier, now)
    for ref, mark in _marks(now).items():
        was = before.get(ref)
        if was is None or was is mark:
            continue
        start, end = _shifted(was, mark)
        if math.dist(start, end) < LEAST * now.board.square:
            continue
        way = ways.get(ref)
        points = way[1] if way is not None else (start, end)
        yield Track(ref, mark.label, mark.side, mark.colour, points, way[0] if way is not None else "move")


def _new_ways(earlier: Scene, now: Scene) -> dict[str, tuple[str, tuple[Point, ...]]]:
    """Ways that only the later map shows, by who went them."""
    found: dict[str, tuple[str, tuple[Point, ...]]] = {}
    for trace in now.traces:
        if trace.ref and trace.kind not in _SHOTS and len(trace.points) > 1 and trace not in earlier.traces:
            found[trace.ref] = _WAYS.get(trace.kind, "move"), trace.points
    return found


def _shifted(was: UnitMark, mark: UnitMark) -> tuple[Point, Point]:
    """From where to where it went: the middles of those who are on both maps and fit, so that losses move nobody."""
    there = {token.id: (token.x, token.y) for token in was.figures if token.state not in _DOWN}
    here = {token.id: (token.x, token.y) for token in mark.figures if token.state not in _DOWN}
    both = [id_ for id_ in here if id_ in there]
    if not both:
        return (was.x, was.y), (mark.x, mark.y)
    return _middle([there[id_] for id_ in both]), _middle([here[id_] for id_ in both])


def _middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _go_on(runs: list[Track], track: Track) -> None:
    """A leg more of the way that ended where it begins, else a way of its own: it was out of sight between."""
    if runs and runs[-1].how == track.how and _near(runs[-1].points[-1], track.points[0]):
        runs[-1] = replace(runs[-1], points=(*runs[-1].points, *track.points[1:]))
    else:
        runs.append(track)


def _near(one: Point, other: Point) -> bool:
    return math.dist(one, other) < 1e-3


# ── Fire and losses ───────────────────────────────────────────────────────────────────────────────────────────────


def _fired(fire: dict[tuple[str, str, Point | None], FireLine], stroke: FireStroke, *scenes: Scene) -> None:
    """One line for all fire of one at another, as they stood when it was last told."""
    by, at = _find(stroke.by, *scenes), _find(stroke.at, *scenes)
    end = _stand(at) if at is not None else stroke.place
    if end is None:
        return
    key = (stroke.by if by is not None else "", stroke.at, None if stroke.at else end)
    was = fire.get(key)
    shots, hits = (was.shots, was.hits) if was is not None else (0, 0)
    fire[key] = FireLine(
        by.label if by is not None else "",
        at.label if at is not None else "",
        by.side if by is not None else "",
        _stand(by) if by is not None else None,
        end,
        shots + stroke.shots,
        hits + stroke.hits,
    )


def _find(ref: str, *scenes: Scene) -> UnitMark | None:
    return next((mark for scene in scenes if ref and (mark := _marks(scene).get(ref)) is not None), None)


def _stand(mark: UnitMark) -> Point:
    """A place where one of its men is, the nearest to its middle: the middle itself may be empty ground."""
    places = [*_stands(mark)] or [(token.x, token.y) for token in mark.figures] or [(mark.x, mark.y)]
    return min(places, key=lambda place: (math.dist(place, (mark.x, mark.y)), place))


def _fallen(stroke: FallenStroke, earlier: Scene, now: Scene) -> LossMark | None:
    for scene in (earlier, now):
        mark = _marks(scene).get(stroke.unit)
        if mark is not None:
            token = next((each for each in mark.figures if each.id == stroke.token), None)
            at = (token.x, token.y) if token is not None else (mark.x, mark.y)
            return LossMark(mark.label, mark.side, mark.colour, at)
    return None


# ── Ground ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _won(before: Scene, now: Scene) -> Iterator[GroundWon]:
    was = dict(_holders(before))
    colours = {mark.side: mark.colour for mark in now.units}
    for (name, at), sides in _holders(now):
        if len(sides) == 1 and was.get((name, at), frozenset()) != sides:
            (side,) = sides
            yield GroundWon(name, side, colours[side], at)


def _holders(scene: Scene) -> Iterator[tuple[tuple[str, Point], frozenset[str]]]:
    """The objectives, each with the sides that are seen there."""
    stands = [(mark.side, place) for mark in scene.units if GHOST not in mark.states for place in _stands(mark)]
    xs, ys = [x for _, (x, _) in stands], [y for _, (_, y) in stands]
    for name, at, ground in _grounds(scene.board, tuple(scene.objectives)):
        within = intersects_xy(ground, xs, ys) if stands else ()
        yield (name, at), frozenset(side for (side, _), there in zip(stands, within, strict=True) if there)


@lru_cache(maxsize=64)
def _grounds(board: Board, wanted: tuple[str, ...]) -> tuple[tuple[str, Point, BaseGeometry], ...]:
    """The objectives' names, middles and the ground on which whoever stands there holds them."""
    found: list[tuple[str, Point, BaseGeometry]] = []
    for goal in labelling.goals(board, wanted):
        ground, middle = goal.ground.buffer(board.square / 4), goal.ground.centroid
        found.append((goal.name, (middle.x, middle.y), ground))
    return tuple(found)


def _stands(mark: UnitMark) -> Iterable[Point]:
    fit = [(token.x, token.y) for token in mark.figures if token.state not in _DOWN]
    return fit if mark.figures else [(mark.x, mark.y)]


# ── In words ──────────────────────────────────────────────────────────────────────────────────────────────────────


def in_words(found: Changes, board: Board, sides: dict[str, str]) -> list[str]:
    """What a picture of these changes shows, a clause each: losses and ground first. `sides`: what they are called."""
    parts = list(_losses(found, board))
    parts += [
        f"{sides.get(won.side, won.side)} alone at {won.name or square_of(board, won.at)} now" for won in found.won
    ]
    parts += [_way(track, board) for track in found.tracks]
    parts += [_shots(line, board) for line in found.fire]
    parts += [f"burst at {square_of(board, at)}" for at, _ in found.bursts]
    laid = Counter((each.name or each.kind, square_of(board, _middle(each.outline))) for each in found.laid)
    return [*parts, *(f"new: {what} at {where}" for what, where in laid)]


def _losses(found: Changes, board: Board) -> Iterator[str]:
    fallen: dict[str, list[str]] = {}
    for loss in found.losses:
        fallen.setdefault(loss.label, []).append(square_of(board, loss.at))
    for label, places in fallen.items():
        where = listed(list(dict.fromkeys(places)))
        yield f"{len(places)} of {label} fell at {where}" if len(places) > 1 else f"{label}: a loss at {where}"


def _way(track: Track, board: Board) -> str:
    verb = {"charge": "charged", "retreat": "fell back"}.get(track.how, "moved")
    start, end = square_of(board, track.points[0]), square_of(board, track.points[-1])
    return f"{track.label} {verb} within {end}" if start == end else f"{track.label} {verb} from {start} to {end}"


def _shots(line: FireLine, board: Board) -> str:
    at = line.at or square_of(board, line.end)
    came = counted(line.hits, "hit") if line.hits else "no hit"
    return f"{line.by or 'somebody unseen'} fired at {at}: {came}"
