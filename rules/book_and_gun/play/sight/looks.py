"""At whom a unit could look or fire: who is there to be seen, and looks at those not yet spotted."""

from __future__ import annotations

from collections.abc import Iterator

from rules.book_and_gun.actions.fire import Spot
from rules.book_and_gun.play.ground.tabletop import distance, in_sight
from rules.book_and_gun.play.sight.lookout import Group, in_view, looking, shown
from rules.book_and_gun.play.sight.observation import judge_spot, too_far, why_known
from rules.book_and_gun.play.turn.acting import acting
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Phase, Unit
from rules.kernel.action import Actor, SideId
from rules.kernel.once import once_a_state
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Offer


@once_a_state
def any_in_view(state: State, unit: Unit, foe: Unit) -> bool:
    return state.board is not None and in_view(state.board, [_looking(state, unit)], _shown(state, foe))


@once_a_state
def _looking(state: State, unit: Unit) -> Group:
    return looking(state, unit, unit.fit)


@once_a_state
def _shown(state: State, foe: Unit) -> Group:
    return shown(state, foe.present)


def strangers(state: State, unit: Unit) -> list[Unit]:
    """Units of other sides on the table, the nearest first; neutral civilians are no targets that one would offer."""
    found = [
        other
        for other in state.units
        if other.in_play
        and other.side != unit.side
        and in_sight(state, unit.side, other)
        and (other.fit or other.present)
        and not (other.side == "civilians" and state.civilian_attitude != "pro-insurgent")
        and not (other.side == "civilians" and unit.side == "insurgents")
        and not (unit.side == "civilians" and state.civilian_attitude == "pro-insurgent" and other.side != "army")
    ]
    return sorted(found, key=lambda foe: distance(unit, foe) or 0.0)


def looks(state: State, side: SideId, unit_id: str) -> Iterator[Offer]:
    """The looks of the unit whose fire card it is."""
    unit = acting(state, side, unit_id, Phase.FIRE)
    if unit is not None:
        yield from looks_of(state, unit)


def looks_of(state: State, unit: Unit) -> Iterator[Offer]:
    """Enemies that are in sight but may not be fired at yet, and a look for hidden ones where the enemy set up on the
    table. BG-VI.1.c, BG-R146."""
    if state.board is None:
        return
    looked = any(contact.unit == "" and contact.turn == state.turn for contact in unit.spot_attempts)
    if not looked and any(side.conceals and side.key != unit.side for side in state.sides):
        yield Offer(Spot(unit=unit.id), "Look for hidden enemies")
    for foe in strangers(state, unit):
        near = distance(unit, foe)
        if near is None or why_known(state, unit, foe, distance=near, in_view=True):
            continue
        if not state.ruled and (too_far(state, unit, near) or not any_in_view(state, unit, foe)):
            continue
        spot = Spot(unit=unit.id, target=foe.id)
        try:
            judge_spot(state, spot, Actor.player(unit.side))
        except RuleViolation:
            continue
        yield Offer(spot, f"Look at {foe.name}", detail=f"{near:.1f} in away")
