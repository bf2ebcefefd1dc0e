"""The target as fire finds it: its cover, how it behaves, its formation and characteristics."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rules.kernel.changing import replace
from rules.red_actions.book.kinds import Trait, UnitFormation
from rules.red_actions.book.officers import DrawnOfficer, Rank, traits_of
from rules.red_actions.book.rallying import pinned_evades
from rules.red_actions.book.shooting import ShootingTarget, cover_shifts
from rules.red_actions.book.terrain import Ground
from rules.red_actions.book.units import Markers
from rules.red_actions.play.ground import terrain
from rules.red_actions.play.ground.layout import Stood
from rules.red_actions.play.ground.lines import enfiladed
from rules.red_actions.play.ground.terrain import cover_of, foxhole_columns, grounds_of, has_moved
from rules.red_actions.state import State
from rules.red_actions.units import Mode, Unit


def traits(state: State, unit: Unit) -> frozenset[Trait]:
    """The unit's characteristics, with those that its commander lends. RA-char.officer-shared"""
    card, officer = state.card(unit), state.commander(unit.id)
    token = state.cards.token(officer.token) if officer is not None and officer.token else None
    rank = Rank.SENIOR if officer is not None and officer.rank == "senior" else Rank.JUNIOR
    stiffened = bool(card.stiffened_by) and any(base.card == card.stiffened_by for base in unit.bases)
    return traits_of(card, DrawnOfficer.of(token, rank) if token is not None else None, stiffened)


def stationary(state: State, unit: Unit) -> bool:
    """It has not moved in this turn."""
    return unit.moved_turn != state.turn or unit.moved <= 0


def moving(state: State, unit: Unit) -> bool:
    """A vehicle that moved in its last segment, a train whose last move was more than nothing. RA-R34"""
    return unit.rails.last > 0 if unit.rails is not None else has_moved(state, unit)


def evades(state: State, unit: Unit) -> bool:
    """Whether it counts as evading or lying down. RA-evade.2, RA-rally.pinned.4, RA-R149"""
    if unit.routing or state.card(unit).evade <= 0:
        return False
    marks = Markers(unit.terror, unit.humiliated, unit.pinned)
    return terrain.evades(state, unit) or pinned_evades(state.card(unit), marks, stationary(state, unit))


def may_evade(state: State, unit: Unit) -> bool:
    """Whether it may still choose to evade at the moment it is shot at: its mode for the turn is open. RA-evade.4,
    RA-R149"""
    segment = state.segment
    return (
        state.card(unit).evade > 0
        and not evades(state, unit)
        and not unit.routing
        and unit.ready(state.turn)
        and (unit.mode_turn != state.turn or unit.mode is Mode.OPEN)
        and not (segment is not None and segment.unit == unit.id)
        and unit.formation is not UnitFormation.SQUARE
    )


def gains_by_evading(mark: ShootingTarget) -> bool:
    """Whether evading would improve its one cover modifier. RA-R22, RA-R24"""
    best = min((item.amount for item in cover_shifts(mark)), default=0)
    return min((item.amount for item in cover_shifts(replace(mark, evading=True))), default=0) < best


def mark_of(state: State, shooter: Unit, target: Unit, firing: Sequence[Stood] | None = None) -> ShootingTarget:
    """`firing`: the bases that shoot. RA-shoot.4, RA-R25, RA-R272"""
    return ShootingTarget(
        cover=cover_of(state, target, shooter),
        foxhole=Fraction(foxhole_columns(state, target)),
        evading=evades(state, target),
        formation=target.formation,
        on_road=target.formation is UnitFormation.COLUMN and Ground.ROAD in grounds_of(state, target),
        formed=target.formed,
        enfiladed=enfiladed(state, shooter, target, firing),
        traits=traits(state, target),
    )
