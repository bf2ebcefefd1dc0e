"""Where the enemies are that a group knows of, for reactions that forbid or demand an advance."""

from __future__ import annotations

from rules.infantry_action.figures import Point
from rules.infantry_action.groups import Group
from rules.infantry_action.state import State
from rules.table.measure import between


def known_enemies(state: State, group: Group) -> tuple[tuple[str, Point], ...]:
    """Enemy groups that the group's side has located, with where each is now, a vehicle at its front edge; hidden ones
    are no part of it. IA-R017"""
    found: list[tuple[str, Point]] = []
    for enemy in state.groups:
        if enemy.side == group.side or enemy.kind == "prisoners" or not state.seen(group.side, enemy.id):
            continue
        vehicles = state.vehicles_of(enemy.id)
        at = vehicles[0].front if vehicles else state.anchor(enemy.id)
        if at is not None:
            found.append((enemy.id, at))
    return tuple(found)


def nearest_known(state: State, group: Group, at: Point) -> Point | None:
    """The nearest located enemy, else where one was last seen. IA-R099, IA-R110"""
    places = [where for _, where in known_enemies(state, group)]
    places = places or [each.at for each in state.glimpses if each.side == group.side]
    return min(places, key=lambda where: between(at, where), default=None)
