"""What the stops of orders look for: figures stand for all to see, the rest is on the side's own sheets."""

from __future__ import annotations

from collections.abc import Iterator

from rules.battle.orders.data import Stop
from rules.five56mm.book.morale import Courage
from rules.five56mm.play.ground import field
from rules.five56mm.state import Character, Life, State
from rules.kernel.action import SideId


def fired_at(state: State, side: SideId, unit: str, stop: Stop) -> Iterator[str]:
    """Shots at him, or at the vehicle that he was aboard."""
    shots = next((count for who, count in state.under_fire if who == unit), 0)
    return (f"{unit} {number}" for number in range(1, shots + 1))


def wounded(state: State, side: SideId, unit: str, stop: Stop) -> Iterator[str]:
    return (f"{unit} {wound.number} {wound.level.value}" for wound in state.character(unit).wounds)


def afraid(state: State, side: SideId, unit: str, stop: Stop) -> Iterator[str]:
    who = state.character(unit)
    if who.courage is not Courage.STEADY:
        yield f"{unit} {who.courage.value}"


def ammunition(state: State, side: SideId, unit: str, stop: Stop) -> Iterator[str]:
    """Weapons that are empty. MM-7.0.10."""
    return (f"{unit} {arm.weapon}" for arm in state.character(unit).arms if arm.out)


def new_enemy(state: State, side: SideId, unit: str, stop: Stop) -> Iterator[str]:
    """Enemies in his line of sight. MM-2.0.2."""
    if state.character(unit).able:
        yield from (enemy.id for enemy in state.enemies(side) if field.sees(state, unit, enemy.id))


def near(state: State, side: SideId, unit: str, stop: Stop) -> Iterator[str]:
    for enemy in state.enemies(side):
        inches = field.distance(state, unit, enemy.id) if enemy.able else None
        if inches is not None and inches <= (stop.number or 0):
            yield f"{unit} {enemy.id}"


def losses(state: State, side: SideId, unit: str, stop: Stop) -> Iterator[str]:
    """Those who cannot act any more, and who have run. MM-5.01.4."""
    who = state.character(unit)
    if not who.able or who.life is Life.LEFT:
        yield unit


def joker(state: State, side: SideId, unit: str, stop: Stop) -> Iterator[str]:
    """Jokers turned in this turn, or gone from the deck. MM-2.3T.11."""
    for each in state.jokers:
        if each.card in state.removed:
            yield each.card
        elif state.turn > state.closed_turn and each.card not in state.deck:
            yield f"{state.turn} {each.card}"


COMES = 18.0
"""Inches from which somebody whom he does not see may get to him in a turn: a go at a sprint, and its second card."""


def somebody_may_come(state: State, who: Character) -> bool:
    """Whether Covering Fire has anybody to wait for: an enemy on his feet whom he sees, or who is so near that he may
    be seen before the next card. Without a board, any. MM-3.6.1."""
    for enemy in state.enemies(who.side):
        if enemy.able:
            inches = field.distance(state, who.id, enemy.id)
            if inches is None or inches <= COMES or field.sees(state, who.id, enemy.id):
                return True
    return False
