"""AFVs under fire, applied."""

from __future__ import annotations

from rules.infantry_action.events.armour import (
    AfvAttacked,
    AfvKnockedOut,
    AfvTested,
    ArmourEvent,
    TankShot,
    TankShotLost,
)
from rules.infantry_action.evolve.crews import out_for_good, unhooked
from rules.infantry_action.evolve.works import beside
from rules.infantry_action.figures import Condition, Vehicle
from rules.infantry_action.groups import Bound, Suffered
from rules.infantry_action.state import State
from rules.kernel.changing import replace


def evolve_armour(state: State, event: ArmourEvent) -> State:
    match event:
        case TankShot():
            return _shot(state, event)
        case TankShotLost():
            return state
        case AfvAttacked():
            return _attacked(state, event)
        case AfvKnockedOut():
            vehicle = state.vehicle(event.vehicle)
            state = state.with_vehicle(
                replace(
                    vehicle,
                    at=event.at,
                    facing=event.facing,
                    doing=event.doing,
                    condition=Condition.KNOCKED_OUT,
                    running=False,
                    burning_since=state.period if event.burning else vehicle.burning_since,
                )
            )
            return unhooked(state, vehicle.id)
        case AfvTested():
            return _tested(state, event)


def _struck(state: State, vehicle: Vehicle, after: Suffered) -> State:
    state = replace(state, suffered=(*(s for s in state.suffered if s.target != after.target), after))
    group = state.group(vehicle.group)
    return state.with_group(replace(group, fired_on_in=state.period, fired_on_by=after.by))


def _with(by: tuple[str, ...], groups: tuple[str, ...]) -> tuple[str, ...]:
    return (*by, *(group for group in groups if group not in by))


def _shot(state: State, event: TankShot) -> State:
    """Its points are remembered until the period is over; a total below 0 counts as 0. IA-R132"""
    vehicle = state.vehicle(event.vehicle)
    before = state.suffering(vehicle.group) or Suffered(vehicle.group)
    after = replace(
        before,
        by=_with(before.by, (event.group,)),
        tank_points=before.tank_points + max(0, event.total),
        tank_surprise=before.tank_surprise or event.surprised,
        served=False,
    )
    return _struck(state, vehicle, after)


def _attacked(state: State, event: AfvAttacked) -> State:
    vehicle = state.vehicle(event.vehicle)
    before = state.suffering(vehicle.group) or Suffered(vehicle.group)
    after = replace(
        before,
        by=_with(before.by, event.groups),
        soft=before.soft or event.off_table,
        off_table=before.off_table or event.off_table,
        close_attack=before.close_attack or event.close,
        served=False,
    )
    return _struck(state, vehicle, after)


def _tested(state: State, event: AfvTested) -> State:
    score = event.score.value
    group = replace(state.group(event.group), score=score)
    if event.for_end:
        group = replace(group, bound=Bound(score))
    state = state.with_group(group)
    suffered = state.suffering(event.group)
    if suffered is not None:
        others = (s for s in state.suffered if s.target != event.group)
        state = replace(state, suffered=(*others, replace(suffered, served=event.for_end)))
    vehicle = state.vehicle(event.vehicle)
    if event.move is not None:
        vehicle = replace(
            vehicle,
            hull_down=vehicle.hull_down and event.move.at == vehicle.at,
            at=event.move.at,
            facing=event.move.facing,
            turret=event.move.turret,
            doing=event.move.doing,
            halted_in=event.move.halted_in,
        )
    if event.smoke:
        vehicle = replace(vehicle, smoke=False)
    state = state.with_vehicle(vehicle)
    return _abandoned(state, vehicle) if event.abandoned else state


def _abandoned(state: State, vehicle: Vehicle) -> State:
    for number, man in enumerate(state.aboard(vehicle.id)):
        out = replace(man, at=beside(state, vehicle.at, number), aboard=None, place="", facing=vehicle.facing)
        state = state.with_figure(out)
    state = state.with_vehicle(replace(vehicle, condition=Condition.ABANDONED, running=False))
    return out_for_good(state, vehicle.id)
