"""What a player is told before a move that may end badly: on the rails before a train, a lone staff within reach."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.changing import replace
from rules.language.words import inches, listed
from rules.red_actions.book.charging import charge_bar
from rules.red_actions.book.kinds import Arm
from rules.red_actions.play.charge.reaching import move_of
from rules.red_actions.play.ground.layout import outline
from rules.red_actions.play.ground.lines import distance, sees
from rules.red_actions.play.movement.planning import Plan
from rules.red_actions.play.movement.surroundings import known_enemies
from rules.red_actions.play.rails.tracks import ahead_on_rails, room_ahead
from rules.red_actions.state import State
from rules.red_actions.units import Breakdown, Point, Unit


def dangers(state: State, made: Plan) -> Iterator[str]:
    """Of a move as it is planned, by what its own side knows. RA-R234, RA-R120, RA-charge.legal.reach"""
    before = state.unit(made.unit)
    there = _there(state, before, made.points[-1], made)
    unit = there.unit(made.unit)
    yield from _on_the_rails(there, unit)
    if state.card(unit).arm is Arm.OFFICER and not unit.with_unit:
        chargers = [enemy.name for enemy in known_enemies(there, unit.side) if _may_charge(there, enemy, unit)]
        if chargers:
            yield f"{listed(chargers)} may charge it there, and a staff that is caught alone is captured."


def _there(state: State, unit: Unit, at: Point, made: Plan) -> State:
    return state.with_unit(replace(unit, at=at, facing=made.facing, formation=made.formation, with_unit=""))


def _on_the_rails(there: State, unit: Unit) -> Iterator[str]:
    """Its own trains that would have to stop short of it, whoever else is in their way: nobody hidden is betrayed."""
    for train in there.of(unit.side):
        if train.rails is None or train.at is None or train.id == unit.id:
            continue
        far = ahead_on_rails(there, train.rails, room_ahead(there, train.rails), outline(there, unit))
        if far is not None:
            yield f"It would stand on the rails {inches(far)} ahead of {train.name}, which stops short of it."


def _may_charge(there: State, enemy: Unit, unit: Unit) -> bool:
    """Whether an enemy is of a kind, fit and near enough to charge it, and sees it."""
    fit = not enemy.routing and not enemy.pinned and not enemy.in_wire and enemy.breakdown is Breakdown.NONE
    return (
        fit
        and charge_bar(there.card(enemy).arm, Arm.OFFICER) is None
        and distance(there, enemy, unit) <= move_of(there, enemy)
        and sees(there, enemy, unit)
    )
