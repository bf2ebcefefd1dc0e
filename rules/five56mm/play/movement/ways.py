"""Ways worth offering to somebody on foot: to the nearest enemy, away from him, into contact."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from shapely import LineString
from shapely import Point as Spot
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from rules.battle.deed import lawful
from rules.five56mm.actions.foot import Hide, Move, Sprint
from rules.five56mm.book.injury import move_left
from rules.five56mm.book.tables import NUMBERS
from rules.five56mm.play.courage import flight
from rules.five56mm.play.ground import field, levels, passage
from rules.five56mm.play.movement.lying_low import check_hide
from rules.five56mm.play.movement.movement import check_move, check_sprint
from rules.five56mm.state import Character, Point, State
from rules.seam.asking import Offer
from rules.table.board import Board
from rules.table.footprint import area
from rules.table.measure import bearing, between, step, toward
from rules.table.reference import point_text
from rules.table.storeys import Building

SPRINT = 4.0
"""Inches that a Sprint is offered beyond a Move: an average die and a little."""
AT_HAND = 1.0
"""Inches from a wall within which its climb is offered."""
ONTO, BESIDE = 0.5, 0.8
"""Inches beyond a wall where such a climb ends, up and down."""
_TO = {"move": "Move to …", "sprint": "Sprint to …", "hide": "Creep, hiding, to …"}


def way_offers(state: State, who: Character) -> Iterator[Offer]:
    """Every way on foot that suggests itself and is open."""
    if who.vehicle is not None:
        return
    if state.board is not None:
        yield from _on_foot(state, who)
        return
    for action, label in ((Move(character=who.id), "Move"), (Sprint(character=who.id), "Sprint")):
        if _open(state, action.model_copy(update={"path": ("1 even",)}), who):
            yield Offer(action, label, ("path",))


def _open(state: State, action: Move | Sprint | Hide, who: Character) -> bool:
    match action:
        case Move():
            return lawful(check_move, state, action, who)
        case Sprint():
            return lawful(check_sprint, state, action, who)
        case Hide():
            return lawful(check_hide, state, action, who)


def _on_foot(state: State, who: Character) -> Iterator[Offer]:
    here = who.at
    if here is None:
        return
    pool = move_left(who.wounds)
    for asked in (Move(character=who.id), Sprint(character=who.id), Hide(character=who.id)):
        if _open(state, asked.model_copy(update={"to": point_text(here)}), who):
            yield Offer(asked, _TO[asked.name()], ("to",))
    prey = nearest_enemy(state, who)
    if prey is not None:
        for action, label in (
            (Move(character=who.id, close_in=prey.id), f"Run at {prey.name}"),
            (Sprint(character=who.id, close_in=prey.id), f"Sprint at {prey.name}"),
        ):
            inches = field.distance(state, who.id, prey.id) or 0.0
            if 0 < inches - NUMBERS.contact <= (pool if isinstance(action, Move) else pool + 4) and _open(
                state, action, who
            ):
                yield Offer(action, label)
        there = state.position(prey)
        goals = tuple(towards(state, here, there, reach, level=who.level) for reach in (pool, pool + SPRINT))
        yield from _moves(state, who, goals, "Advance")
    yield from _levels(state, who, here)
    back = flight.best_way(state, who, pool)
    if between(here, back) > 0.1:
        yield from _moves(state, who, (back, flight.best_way(state, who, pool + SPRINT)), "Draw back")


def _moves(state: State, who: Character, goals: tuple[Point | None, ...], label: str) -> Iterator[Offer]:
    """A Move to the first goal, a Sprint to the second."""
    near, far = goals
    if near is not None and _open(state, move := Move(character=who.id, to=point_text(near)), who):
        yield Offer(move, label)
    if far is not None and _open(state, sprint := Sprint(character=who.id, to=point_text(far)), who):
        yield Offer(sprint, f"{label} at a sprint")


def nearest_enemy(state: State, who: Character) -> Character | None:
    enemies = [e for e in state.enemies(who.side) if e.able and e.vehicle is None and e.at is not None]
    return min(enemies, key=lambda e: (field.distance(state, who.id, e.id) or 0.0, e.number), default=None)


def _levels(state: State, who: Character, here: Point) -> Iterator[Offer]:
    """Up and down the stairs of the house that he is in, and up or down a wall beside him. MM-R226, MM-R227"""
    assert state.board is not None
    house = levels.house_at(state.board, here)
    if house is None:
        for near in _walls_near(state, here):
            up = Move(character=who.id, to=f"{point_text(near.spot)} roof")
            if _open(state, up, who):
                yield Offer(up, f"Climb onto {near.house.name_of(near.house.roof)}")
        return
    steps = {"up": who.level + 1, "down": who.level - 1}
    steps |= {"roof": house.roof} if who.level + 2 <= house.roof else {}
    steps |= {"ground floor": 0} if who.level >= 2 else {}
    for word, level in steps.items():
        if 0 <= level <= house.roof and _open(state, move := Move(character=who.id, to=word), who):
            yield Offer(move, f"Go {'up' if level > who.level else 'down'} to {house.name_of(level)}")
    if who.level == house.roof:
        for spot in beside_house(state.board, house, here):
            down = Move(character=who.id, to=f"ground at {point_text(spot)}")
            if _open(state, down, who):
                yield Offer(down, f"Climb down from {house.name_of(house.roof)}")
                return


@dataclass(frozen=True, slots=True)
class _Wall:
    """A house whose wall is at hand, and the place on its roof above that."""

    house: Building
    spot: Point


def _walls_near(state: State, here: Point) -> Iterator[_Wall]:
    assert state.board is not None
    for house in levels.houses_near(state.board, here, AT_HAND):
        near, _ = nearest_points(area(house.feature).boundary, Spot(here))
        edge = (near.x, near.y)
        spot = toward(here, edge, between(here, edge) + ONTO)
        if between(here, edge) > 1e-6 and levels.house_at(state.board, spot) == house:
            yield _Wall(house, (round(spot[0], 3), round(spot[1], 3)))


def beside_house(board: Board, house: Building, here: Point) -> Iterator[Point]:
    """Places on the ground beside a house, the nearest first, each straight over its edge."""
    outline = area(house.feature)
    spots = (step(here, 30.0 * number, _to_edge(outline, here, 30.0 * number) + BESIDE) for number in range(12))
    free = (spot for spot in spots if board.holds(*spot) and levels.house_at(board, spot) is None)
    yield from sorted(free, key=lambda spot: (round(between(here, spot), 3), spot))


def _to_edge(outline: BaseGeometry, here: Point, direction: float) -> float:
    ray = LineString([here, step(here, direction, 100.0)])
    return float(ray.intersection(outline.boundary).distance(Spot(here)))


def towards(
    state: State,
    here: Point,
    goal: Point | None,
    pool: float,
    stop: float = NUMBERS.contact,
    *,
    level: int = 0,
) -> Point | None:
    """Straight on, or a little to the side where something too high stands in the way; `stop` inches short of the goal:
    never on top of the enemy."""
    if goal is None or state.board is None:
        return None
    reach = min(pool, between(here, goal) - stop)
    if reach < 0.2:
        return None
    way = bearing(here, goal)
    for aside in (0.0, 30.0, -30.0, 60.0, -60.0, 90.0, -90.0):
        end = toward(here, goal, reach) if aside == 0 else step(here, way + aside, reach)
        high = any(s.obstacle and s.length > 3 for s in field.stretches(state.board, (here, end), level))
        if state.board.holds(*end) and not high and passage.closed(state, (here, end), level) is None:
            return end
    return None
