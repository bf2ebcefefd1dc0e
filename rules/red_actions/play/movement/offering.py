"""A few sensible moves of a unit: at the nearest enemy, back, to cover, to what is fought for."""

from __future__ import annotations

from collections.abc import Iterator

from shapely import Point as Spot

from rules.kernel.action import SideId
from rules.red_actions.actions.movement import Enter, Move
from rules.red_actions.book.kinds import Cover
from rules.red_actions.book.movement import card_move
from rules.red_actions.play.ground.features import features_under, ground_of, land_of
from rules.red_actions.play.ground.layout import distance
from rules.red_actions.play.ground.terrain import cover_of
from rules.red_actions.play.movement.moving import judge_enter, judge_move
from rules.red_actions.play.movement.surroundings import known_enemies
from rules.red_actions.play.turn.offering import if_lawful, own
from rules.red_actions.state import State
from rules.red_actions.units import Mode, Point, Unit
from rules.seam.asking import Offer
from rules.table.measure import bearing, between, inward, step, toward
from rules.table.reference import named_places, point_text

_SHARES = (1.0, 0.5, 0.25)
_HALT = 2.1
"""Inches short of an enemy at which a move towards him ends."""
_LOOK = 16.0
"""Inches within which cover is looked for."""


def move_offers(state: State, side: SideId, ref: str) -> Iterator[Offer]:
    unit = own(state, side, ref)
    segment = state.segment
    if unit is None or unit.at is None or segment is None or unit.routing or unit.aboard or unit.with_unit:
        return
    if segment.side != side or segment.unit not in (None, ref) or not unit.ready(state.turn):
        return
    yield from _free_way(state, unit, side)
    enemy = _nearest(state, unit)
    if enemy is not None and enemy.at is not None:
        yield from _towards(state, unit, side, enemy.at, f"Advance on {enemy.name}", distance(state, unit, enemy))
        yield from _back(state, unit, side, enemy.at)
    yield from _cover(state, unit, side)
    yield from _objectives(state, unit, side)


def pace_of(state: State, unit: Unit) -> str:
    """Who has evaded this turn goes on so. RA-evade.4, RA-R149"""
    fixed = unit.mode is Mode.EVADING and unit.mode_turn == state.turn
    return "evading" if fixed and state.card(unit).evade else "normal"


def _inches(state: State, unit: Unit, pace: str) -> float:
    card = state.card(unit)
    return float(card.evade if pace == "evading" else card_move(card.arm, card.mover, card.move, state.house))


def _free_way(state: State, unit: Unit, side: SideId) -> Iterator[Offer]:
    """A move wherever its player wants it, if it could move at all."""
    assert unit.at is not None
    stay = Move.model_validate({"unit": unit.id, "path": (point_text(unit.at),), "pace": pace_of(state, unit)})
    for offer in if_lawful(state, stay, judge_move, side, "Move to …"):
        yield Offer(offer.action, offer.label, ("path",))
    if pace_of(state, unit) == "normal" and state.card(unit).evade:
        evade = stay.model_copy(update={"pace": "evading"})
        yield from if_lawful(state, evade, judge_move, side, "Evade where it is")


def _first(state: State, unit: Unit, side: SideId, goal: Point, most: float, label: str) -> Iterator[Offer]:
    """The longest of a few moves towards a place that is lawful."""
    assert unit.at is not None
    pace = pace_of(state, unit)
    for share in _SHARES:
        inches = min(_inches(state, unit, pace) * share, most)
        if inches < 0.5:
            return
        end = toward(unit.at, goal, inches)
        action = Move.model_validate({"unit": unit.id, "path": (point_text(end),), "pace": pace})
        found = list(if_lawful(state, action, judge_move, side, label, f"{between(unit.at, end):.0f} in"))
        if found:
            yield from found
            return


def _nearest(state: State, unit: Unit) -> Unit | None:
    enemies = known_enemies(state, unit.side)
    return min(enemies, key=lambda enemy: (distance(state, unit, enemy), enemy.id), default=None)


def _towards(state: State, unit: Unit, side: SideId, goal: Point, label: str, apart: float) -> Iterator[Offer]:
    yield from _first(state, unit, side, goal, max(0.0, apart - _HALT), label)


def _back(state: State, unit: Unit, side: SideId, enemy: Point) -> Iterator[Offer]:
    assert unit.at is not None
    assert state.board is not None
    away = bearing(enemy, unit.at)
    goal = step(unit.at, away, _inches(state, unit, pace_of(state, unit)))
    if not state.board.holds(*goal):
        edge = state.side(side).edge or "south"
        goal = step(unit.at, (inward(edge) + 180.0) % 360.0, 4.0)
        if not state.board.holds(*goal):
            return
    yield from _first(state, unit, side, goal, between(unit.at, goal), "Draw back")


def _cover(state: State, unit: Unit, side: SideId) -> Iterator[Offer]:
    """Into the nearest wood, building or works, for one who stands in the open."""
    land = land_of(state)
    assert unit.at is not None
    if land is None or cover_of(state, unit) is not Cover.OPEN:
        return
    spot = Spot(unit.at)
    near = [
        (area.distance(spot), feature, area)
        for feature, area in features_under(state, spot, _LOOK)
        if (ground := ground_of(feature)) is not None
        and (ground.area_of_cover or ground.value in ("trench", "sandbags"))
    ]
    if not near:
        return
    _, feature, area = min(near, key=lambda each: (each[0], each[1].name))
    middle = area.representative_point()
    goal = (round(middle.x, 2), round(middle.y, 2))
    yield from _first(state, unit, side, goal, between(unit.at, goal), f"Into cover: {feature.name or feature.kind}")


def _objectives(state: State, unit: Unit, side: SideId) -> Iterator[Offer]:
    if state.board is None:
        return
    places = named_places(state.board)
    for name in state.board.objectives[:3]:
        goal = places.get(name)
        if goal is not None and unit.at is not None and between(unit.at, goal) > 2.0:
            yield from _first(state, unit, side, goal, between(unit.at, goal), f"Make for {name}")


def enter_offers(state: State, side: SideId, ref: str) -> Iterator[Offer]:
    """Straight on from its entry point."""
    unit = own(state, side, ref)
    if unit is None or unit.at is not None or unit.entry is None or not unit.arrives or state.board is None:
        return
    for offer in if_lawful(state, Enter(unit=ref), judge_enter, side, "Bring it on …"):
        yield Offer(offer.action, offer.label, ("path",))
    yield from if_lawful(state, Enter(unit=ref), judge_enter, side, "Bring it on")
