"""What is left of the state when a unit is no more, or an officer falls."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from rules.battle.facts import without_rulings
from rules.kernel.changing import replace
from rules.red_actions.state import State
from rules.red_actions.units import Fell, Loss, Unit, with_horses


def unit_gone(state: State, unit: str) -> State:
    """Senior officers who were with it and are not lost stand where it stood; so does who was aboard. Its prisoners
    have no guard, no token lies on the table for an officer of its, and nothing is ruled of it any more.
    RA-R138, RA-R276"""
    state = horses_left(state, unit, {loss.base.id for loss in state.losses})
    gone = state.unit(unit)
    lost = {loss.base.id for loss in state.losses}
    left = tuple(
        _by_himself(each, gone)
        for each in state.units
        if each.id != unit and not (each.with_unit == unit and all(base.id in lost for base in each.bases))
    )
    watches = tuple(watch for watch in state.watches if watch.unit != unit)
    drawn = tuple(each for each in state.drawn if state.officer(each.officer).unit != unit)
    ruled = without_rulings(state.ruled, unit)
    return left_behind(replace(state, units=left, watches=watches, drawn=drawn, ruled=ruled), unit)


def horses_left(state: State, unit: str, gone: Collection[str]) -> State:
    """Horses that a unit leaves behind, but for bases that are gone with it, are the first part's that has its own
    among them; other parts have theirs with that one. RA-R277"""
    parts = state.sharing(unit)
    if not parts:
        return state
    heir, *others = parts
    left = tuple(each for each in state.unit(unit).horses if each[0].id not in gone)
    state = state.with_unit(replace(with_horses(heir, (*heir.horses, *left)), herd=""))
    for part in others:
        state = state.with_unit(replace(part, herd=heir.id))
    return state


def left_behind(state: State, *guards: str) -> State:
    """Prisoners whose guards leave them, or are no more, stay where they are without any. RA-R197, RA-R276"""
    if not any(held.guard in guards for held in state.prisoners):
        return state
    prisoners = tuple(replace(held, guard="") if held.guard in guards else held for held in state.prisoners)
    return replace(state, prisoners=prisoners)


def gone_along(state: State, unit: str) -> State:
    """Officers who are with it, and prisoners whom it guards, stand where it stands. RA-R197"""
    at = state.unit(unit).at
    if at is None:
        return state
    units = tuple(replace(each, at=at) if each.with_unit == unit and each.at else each for each in state.units)
    held = tuple(replace(each, at=at) if each.guard == unit else each for each in state.prisoners)
    return replace(state, units=units, prisoners=held)


def _by_himself(each: Unit, gone: Unit) -> Unit:
    if each.with_unit == gone.id:
        return replace(each, with_unit="", commands=False, at=gone.at, facing=gone.facing)
    if each.aboard == gone.id:
        return replace(each, aboard="", car="", at=gone.at, facing=gone.facing)
    return each


def officers_fall(state: State, officers: tuple[str, ...], fate: Literal["casualty", "captured"]) -> State:
    """Nobody chooses a token for them any more."""
    for id_ in officers:
        officer = state.officer(id_)
        state = state.with_officer(replace(officer, fate=fate, fell=state.turn))
    return replace(state, drawn=tuple(each for each in state.drawn if each.officer not in officers))


def staff_lost(state: State, loss: Loss) -> State:
    """A senior officer's own base is gone."""
    state = replace(state, losses=(*state.losses, loss))
    return unit_gone(state, loss.unit)


def fallen_marked(before: State, after: State) -> State:
    """The state after an event with the places of the bases that it destroyed: where their units stood before it."""
    if len(after.losses) <= len(before.losses):
        return after
    known = {loss.base.id for loss in before.losses}
    found: list[Fell] = []
    for loss in after.losses:
        unit = before.find(loss.unit)
        if loss.base.id in known or loss.how != "destroyed" or unit is None:
            continue
        carrier = before.find(unit.with_unit or unit.aboard) or unit
        if carrier.at is not None:
            found.append(Fell(loss.base.id, unit.name, carrier.at, carrier.facing))
    return replace(after, fell=(*after.fell, *found)) if found else after
