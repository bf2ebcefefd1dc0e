"""Ways worth offering to somebody on foot: to the nearest enemy, away from him, into contact."""

from __future__ import annotations

from collections.abc import Iterator

from rules.asking import Offer
from rules.battle.deed import lawful
from rules.five56mm.actions.foot import Hide, Move, Sprint
from rules.five56mm.book.injury import move_left
from rules.five56mm.book.tables import NUMBERS
from rules.five56mm.play.courage import flight
from rules.five56mm.play.ground import field, passage
from rules.five56mm.play.movement.lying_low import check_hide
from rules.five56mm.play.movement.movement import check_move, check_sprint
from rules.five56mm.state import Character, Point, State
from rules.table.measure import bearing, between, step, toward
from rules.table.reference import point_text

SPRINT = 4.0
"""Inches that a Sprint is offered beyond a Move: an average die and a little."""
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
        goals = tuple(towards(state, here, state.position(prey), reach) for reach in (pool, pool + SPRINT))
        yield from _moves(state, who, goals, "Advance")
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


def towards(state: State, here: Point, goal: Point | None, pool: float, stop: float = NUMBERS.contact) -> Point | None:
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
        high = any(s.obstacle and s.length > 3 for s in field.stretches(state.board, (here, end)))
        if state.board.holds(*end) and not high and passage.closed(state, (here, end)) is None:
            return end
    return None
