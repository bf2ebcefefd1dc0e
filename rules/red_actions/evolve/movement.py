"""Moves and what is done on the ground, applied."""

from __future__ import annotations

from rules.kernel.changing import replace
from rules.red_actions.book.kinds import UnitFormation
from rules.red_actions.events.movement import (
    Boarded,
    BrokeDown,
    BuildingTaken,
    Dismounted,
    Halted,
    Hid,
    LimberChanged,
    MadeRoom,
    MarkerMoved,
    Moved,
    MovementEvent,
    PrisonersGone,
    PrisonersTaken,
    Remounted,
    ThingsTaken,
    Turned,
    UnitEntered,
)
from rules.red_actions.evolve.gone import gone_along, horses_left, left_behind
from rules.red_actions.state import State
from rules.red_actions.units import Concealment, Loss, Prisoners, Unit, straightened, with_horses
from rules.table.scene import Trace


def evolve_movement(state: State, event: MovementEvent) -> State:
    match event:
        case MarkerMoved() | Halted():
            return state
        case PrisonersTaken():
            held = tuple(_with_owner(each, event) for each in state.prisoners)
            return replace(state, prisoners=held)
        case PrisonersGone():
            gone = event.prisoners
            lost = tuple(Loss(base, gone.unit, gone.side, "destroyed", state.turn, event.unit) for base in gone.bases)
            left = tuple(each for each in state.prisoners if each.id != gone.id)
            return replace(state, prisoners=left, losses=(*state.losses, *lost))
        case ThingsTaken():
            left_ = tuple(each for each in state.abandoned if each.id != event.taken)
            tanks = (*state.captured_tanks, *event.tanks)
            taken = {loss.base.id for loss in event.losses}
            units = tuple(_without(each, taken) for each in state.units)
            losses = (*state.losses, *event.losses)
            return replace(state, units=units, abandoned=left_, losses=losses, captured_tanks=tanks)
        case Moved():
            return _moved(state, event)
        case MadeRoom():
            return _aside(state, event)
        case _:
            return _unit(state, event)


def _without(unit: Unit, taken: set[str]) -> Unit:
    """The same without the horses whose holder has been taken. RA-R121"""
    kept = tuple((base, at) for base, at in unit.horses if base.id not in taken)
    return unit if kept == unit.horses else with_horses(unit, kept)


def _with_owner(held: Prisoners, event: PrisonersTaken) -> Prisoners:
    return replace(held, owner=event.owner, guard=event.unit) if held.id == event.prisoners else held


def _aside(state: State, event: MadeRoom) -> State:
    unit = state.find(event.unit)
    if unit is None:
        return state
    there = state.with_unit(replace(unit, at=event.at, holds=event.holds))
    beside = tuple(replace(each, at=event.at) if each.with_unit == unit.id else each for each in there.units)
    prisoners = tuple(replace(p, at=event.at) if p.guard == unit.id else p for p in state.prisoners)
    return replace(there, units=beside, prisoners=prisoners)


def _moved(state: State, event: Moved) -> State:
    """Prisoners go with their guard. RA-R197"""
    unit = state.find(event.unit)
    if unit is None:
        return state
    before = unit.moved if unit.moved_turn == state.turn else 0.0
    gone_back = unit.went_back if unit.went_back_turn == state.turn else 0.0
    formed_up = event.formation is not unit.formation
    changed = replace(
        unit,
        at=event.way[-1],
        facing=event.facing,
        formation=event.formation,
        spots=unit.spots if event.formation is UnitFormation.LINING else (),
        formed=unit.formed and event.formation is UnitFormation.LINE,
        moved=before + event.inches,
        moved_turn=state.turn,
        went_back=gone_back + event.back,
        went_back_turn=state.turn,
        mode=event.mode,
        mode_turn=state.turn,
        evading=event.pace == "evading",
        marching=event.pace == "march",
        surprised=unit.surprised and not formed_up,
        holds=event.holds,
        in_wire=event.in_wire,
        wire_since=state.turn if event.in_wire and event.in_wire != unit.in_wire else unit.wire_since,
    )
    prisoners = tuple(replace(p, at=event.way[-1]) if p.guard == unit.id else p for p in state.prisoners)
    shown = state.shown
    if unit.hidden is Concealment.NO and len(event.way) > 1:
        shown = (*shown, Trace("move", event.way, unit.side, ref=unit.id))
    return replace(state.with_unit(changed), prisoners=prisoners, shown=shown)


def _unit(
    state: State,
    event: UnitEntered | Turned | LimberChanged | Dismounted | Remounted | Boarded | Hid | BuildingTaken | BrokeDown,
) -> State:
    unit = state.find(event.unit)
    if unit is None:
        return state
    before_at = unit.at
    match event:
        case UnitEntered():
            unit = replace(unit, at=event.at, facing=event.facing, arrives=0)
        case Turned():
            before = unit.moved if unit.moved_turn == state.turn else 0.0
            moved_turn = state.turn if event.inches else unit.moved_turn
            changed = event.formation is not unit.formation
            unit = replace(
                unit,
                at=event.at or unit.at,
                facing=event.facing,
                formation=event.formation,
                spots=event.spots,
                formed=event.formed,
                surprised=unit.surprised and not changed,
                marching=unit.marching and not changed,
                moved=before + event.inches if event.inches else unit.moved,
                moved_turn=moved_turn,
            )
        case LimberChanged():
            unit = replace(unit, limbered=event.limbered, facing=event.facing, evading=False)
        case Dismounted():
            unit = replace(
                unit, card=event.card, bases=event.bases, mounts=unit.card, holder=event.holder, holder_at=unit.at,
                formed=False, evading=False,
            )  # fmt: skip
        case Remounted():
            state = horses_left(state, unit.id, {base.id for base in event.bases})
            unit = replace(with_horses(unit, ()), card=event.card, bases=event.bases, mounts="", herd="", evading=False)
        case Boarded():
            unit = straightened(unit)
            at = event.at if event.carrier == "" else None
            unit = replace(
                unit, aboard=event.carrier, car=event.car, at=at, facing=event.facing, holds="", evading=False,
                marching=False, in_wire="",
            )  # fmt: skip
            state = left_behind(state, event.unit) if event.carrier else state
        case Hid():
            unit = replace(unit, hidden=Concealment.HIDING)
        case BuildingTaken():
            unit = unit if event.at == unit.at else straightened(unit)
            unit = replace(unit, holds=event.building, at=event.at)
        case BrokeDown():
            unit = replace(unit, breakdown=event.breakdown)
    moved = unit.at is not None and unit.at != before_at
    return gone_along(state.with_unit(unit), unit.id) if moved else state.with_unit(unit)
