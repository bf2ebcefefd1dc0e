"""A direction without a distance, under rules that refuse a way which is too long: as far as the unit may go."""

from __future__ import annotations

from collections.abc import Callable

from bot.panels.where import DIRECTIONS, place_field
from bot.reading.places import mark_of
from bot.reading.references import filled
from bot.talk.controls import Values
from campaigns.battle.battles import Seat
from campaigns.thinking import beside
from rules.kernel.action import Actor, SideId
from rules.kernel.violation import RuleViolation
from rules.language.naming import folded
from rules.seam.asking import Offer
from rules.seam.ruleset import AnyRuleSet
from rules.table.measure import between
from rules.table.reference import Surroundings, place

HALVINGS = 8
"""How often the way is halved: to less than half of a hundredth of it."""


async def as_far_as_it_goes(seat: Seat, side: SideId, offer: Offer, values: Values) -> Values:
    """The values with "north" cut to what is lawful; as they are where it is lawful whole, or nothing of it is."""
    name, scene = place_field(offer), seat.view.scene
    way = folded(values.get(name, "")) if name else ""
    mark = mark_of(scene, str(getattr(offer.action, "unit", ""))) if scene is not None else None
    if way not in DIRECTIONS or scene is None or mark is None:
        return values
    here = (mark.x, mark.y)
    try:
        whole = between(here, place(way, Surroundings(scene.board, here)))
    except RuleViolation:
        return values  # the rules say what is wrong with it

    def written(inches: float) -> Values:
        return {**values, name: f"{way} {inches:.1f}"}

    def goes(inches: float) -> bool:
        return _lawful(seat.battle.rules, seat.battle.state, side, offer, seat, written(inches))

    far = await beside(_farthest, goes, whole)
    return values if far in (0.0, whole) else written(far)


def _farthest(goes: Callable[[float], bool], whole: float) -> float:
    """The longest way that goes, by halving; 0 where none does."""
    if goes(whole):
        return whole
    low, high = 0.0, whole
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if goes(middle) else (low, middle)
    return int(low * 10) / 10


def _lawful(rules: AnyRuleSet, state: object, side: SideId, offer: Offer, seat: Seat, values: Values) -> bool:
    try:
        rules.battle.odds(state, filled(offer, dict(values), seat.view, side=side), Actor.player(side))
    except RuleViolation:
        return False
    return True
