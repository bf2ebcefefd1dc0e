"""The order to detonate: what lies on the table, and whoever carries a bomb to the enemy. X.12.3, X.12.9."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction

from rules.battle.orders.data import Step
from rules.battle.orders.table import taken
from rules.book_and_gun.actions.devices import Detonate
from rules.book_and_gun.book.explosives import TEMPLATES
from rules.book_and_gun.orders.offered import BY_HAND, chance_of, offers
from rules.book_and_gun.play.ground.formation import anchor
from rules.book_and_gun.play.ground.tabletop import known_enemies
from rules.book_and_gun.play.turn.readiness import movers
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Unit
from rules.kernel.action import Action, SideId
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Odds, Offer
from rules.table.board import Point
from rules.table.measure import bearing, between, toward
from rules.table.measure import step as step_to

REACHES: dict[str, float] = {**{kind: inches / 2 for kind, inches in TEMPLATES.items()}, "claymore": 4.0}
BESIDE = 0.75
"""Inches before an enemy at which somebody with a bomb means to come to a halt."""
LIKELY = Fraction(1, 2)
"""The chance to get there from which they set out."""


def fire_device(state: State, side: SideId, unit_id: str, step: Step) -> Iterator[Action]:
    """The device with somebody of the enemy in its reach, or so near to it; never one that somebody must stay with, or
    with one's own in its reach. A bomber asks after nobody of their own, and goes up to the enemy first where they are
    likely to get there. BG-R132, BG-R237, BG-R239, BG-R284, BG-R286"""
    unit = state.unit(unit_id)
    foes = [f.at for foe in known_enemies(state, unit) for f in foe.present if f.at is not None]
    for offer in offers(state, side, unit_id, "detonate"):
        action = offer.action
        if not isinstance(action, Detonate) or action.stays:
            continue
        if not action.device:
            yield from _where_it_stands(unit, foes, taken(offer), step.number)
            continue
        device = state.device(action.device)
        reach = REACHES[device.kind] if step.number is None else step.number
        if any(between(device.at, at) <= reach for at in foes):
            yield from (found for _, found in BY_HAND.worth(state, side, [offer], None, chance_of))
    for offer in offers(state, side, unit_id, "detonate", needs=True):
        yield from _walking_up(state, side, unit, foes, offer)


def _where_it_stands(unit: Unit, foes: Sequence[Point], action: Action, within: float | None) -> Iterator[Action]:
    """Once an enemy is in its reach. BG-X.12.9, BG-R127"""
    reach = REACHES["ied"] if within is None else within
    if any(f.at is not None and between(f.at, at) <= reach for f in unit.fit if f.traits.bomber for at in foes):
        yield action


def _walking_up(state: State, side: SideId, unit: Unit, foes: Sequence[Point], offer: Offer) -> Iterator[Action]:
    """So that the bomber, wherever in the crowd, comes to stand beside the nearest enemy. BG-X.12.9, BG-R127"""
    together = movers(state, unit).get("unit", ())
    bomber = next((f for f in together if f.traits.bomber and f.fit and f.at is not None), None)
    if bomber is None or bomber.at is None or not foes:
        return
    foe = min(foes, key=lambda at: between(bomber.at or at, at))
    front = anchor(together, bearing(bomber.at, foe))
    if front is None:
        return
    x, y = _shifted(toward(foe, bomber.at, BESIDE), front, bomber.at, bearing(bomber.at, foe))
    action = taken(offer, to=f"{x:.1f},{y:.1f}")
    try:
        odds = BY_HAND.odds(state, side, action)
    except RuleViolation:
        return
    if _arrives(odds) >= LIKELY:
        yield action


def _shifted(goal: Point, front: Point, bomber: Point, way: float) -> Point:
    """Where the middle of the front is to come so that the bomber comes there."""
    aside = between(front, bomber) * math.sin(math.radians(bearing(front, bomber) - way))
    return step_to(goal, way - 90.0, aside)


def _arrives(odds: Odds) -> Fraction:
    """All the way, or up to whoever stands in it."""
    return sum((one.chance for one in odds.chances if one.outcome.kind in ("all the way", "stopped")), Fraction(0))
