"""Nerves, applied."""

from __future__ import annotations

from rules.kernel.changing import replace
from rules.red_actions.events.morale import (
    BasesLost,
    Driven,
    GaveUp,
    GunsLeft,
    Marked,
    MoraleEvent,
    Pursued,
    Rallied,
    RetireSpared,
    RoutBegan,
    StayedPinned,
    Tested,
    TrainFrightened,
    Unmarked,
    WeaponsManned,
)
from rules.red_actions.evolve.gone import left_behind, officers_fall, unit_gone
from rules.red_actions.state import State
from rules.red_actions.units import Concealment, Rout, straightened


def evolve_morale(state: State, event: MoraleEvent) -> State:
    match event:
        case Marked():
            unit = state.unit(event.unit)
            unit = replace(
                unit,
                terror=unit.terror + event.terror,
                humiliated=unit.humiliated + event.humiliated,
                pinned=unit.pinned or event.pinned,
            )
            return state.with_unit(unit)
        case Unmarked():
            unit = state.unit(event.unit)
            unit = replace(
                unit,
                terror=unit.terror - event.terror,
                pinned=unit.pinned and not event.pinned,
                evading=unit.evading or event.evades,
            )
            return state.with_unit(unit)
        case BasesLost():
            lost = {loss.base.id for loss in event.losses}
            unit = state.unit(event.unit)
            unit = replace(unit, bases=tuple(base for base in unit.bases if base.id not in lost))
            state = replace(state.with_unit(unit), losses=(*state.losses, *event.losses))
            if not event.gone:
                return state
            return unit_gone(officers_fall(state, event.officers, "casualty"), event.unit)
        case Tested():
            unit = state.unit(event.unit)
            if not event.attempt or unit.rout is None:
                return state
            return state.with_unit(replace(unit, rout=replace(unit.rout, attempts=unit.rout.attempts + 1)))
        case RoutBegan():
            return _routs(state, event)
        case Driven():
            return _driven(state, event)
        case RetireSpared():
            unit = state.unit(event.unit)
            used = state.turn if event.how == "cover" else unit.spared_turn
            return state.with_unit(replace(unit, spared_turn=used))
        case GaveUp():
            taken = () if event.prisoners is None else (event.prisoners,)
            state = replace(
                state,
                prisoners=(*state.prisoners, *taken),
                losses=(*state.losses, *event.losses),
                new_ids=state.new_ids + len(taken),
            )
            return unit_gone(officers_fall(state, event.officers, "captured"), event.unit)
        case GunsLeft():
            state = replace(state, abandoned=(*state.abandoned, event.left), new_ids=state.new_ids + 1)
            if event.gone:
                return unit_gone(officers_fall(state, event.officers, "casualty"), event.unit)
            unit = state.unit(event.unit)
            rout = unit.rout if unit.rout is None else replace(unit.rout, abandoned=True)
            return state.with_unit(replace(unit, rout=rout))
        case Rallied():
            unit = replace(
                state.unit(event.unit),
                rout=None,
                terror=0,
                evading=False,
                facing=event.facing,
                arrives=event.back,
                entry=event.entry,
                held_back_until=event.holds,
            )
            return state.with_unit(unit)
        case StayedPinned():
            segment = state.segment
            if segment is None or segment.unit != event.unit:
                return state
            return replace(state, segment=replace(segment, pinned_down=True))
        case TrainFrightened():
            unit = state.unit(event.unit)
            rails = unit.rails if unit.rails is None else replace(unit.rails, leaving=event.leaving)
            return state.with_unit(replace(unit, rails=rails))
        case WeaponsManned():
            return replace(state, abandoned=tuple(left for left in state.abandoned if left.id != event.left))
        case Pursued():
            return _pursued(state, event)


def _routs(state: State, event: RoutBegan) -> State:
    """It holds no building and lines no edge any more, wherever it gets to. RA-R274"""
    unit = straightened(state.unit(event.unit))
    at = event.at or unit.at
    unit = replace(
        unit,
        rout=Rout(state.turn, event.threat or None, began_at=at),
        at=at,
        aboard="",
        car="",
        pinned=False,
        formed=False,
        evading=False,
        marching=False,
        surprised=False,
        hidden=Concealment.NO,
        marker=0,
        holds="",
    )
    return state.with_unit(unit)


def _driven(state: State, event: Driven) -> State:
    """A retirement that is no combat's uses up the turn's allowance; prisoners stay behind. RA-R66, RA-R197"""
    unit = state.unit(event.unit)
    unit = straightened(unit) if event.inches > 0 or event.at is None else unit
    turn = state.turn
    back = unit.went_back if unit.went_back_turn == turn else 0.0
    if event.how == "retire":
        unit = replace(unit, went_back=back + event.inches, went_back_turn=turn, retired_turn=turn)
    rout = unit.rout
    if event.at is None and rout is not None:
        rout = replace(rout, off_table=True)
    unseen = unit.hidden in (Concealment.AMBUSH, Concealment.HIDING)
    shown = Concealment.NO if unseen and event.inches > 0 else unit.hidden
    unit = replace(
        unit,
        at=event.at,
        entry=event.way[-1] if event.at is None else unit.entry,
        facing=event.facing,
        rout=rout,
        evading=unit.evading or event.evades,
        marching=unit.marching and (event.inches <= 0 or event.how == "pushed"),
        off_course=unit.off_course and event.at is not None,
        hidden=shown,
        holds="" if event.inches > 0 else unit.holds,
        in_wire="" if event.inches > 0 else unit.in_wire,
        moved=event.inches if event.how in ("rout", "flight") else unit.moved,
        moved_turn=turn if event.how in ("rout", "flight") else unit.moved_turn,
    )
    followers = tuple(
        replace(each, at=event.at) if each.with_unit == event.unit else each for each in state.with_unit(unit).units
    )
    state = replace(state, units=followers)
    return left_behind(state, event.unit) if event.inches > 0 or event.at is None else state


def _pursued(state: State, event: Pursued) -> State:
    unit = state.unit(event.unit)
    if unit.rout is None:
        return state
    rest = tuple(each for each in unit.rout.pursuers if each[0] != event.by)
    return state.with_unit(replace(unit, rout=replace(unit.rout, pursuers=(*rest, (event.by, state.turn)))))
