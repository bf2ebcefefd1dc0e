"""Applying the events of horses, and keeping them with those who ride or hold them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from rules.book_and_gun.events.horses import (
    HorseEvent,
    HorsesTaken,
    HorsesTested,
    RidersDown,
    RidersEvaded,
    RidersUp,
    SteedHit,
)
from rules.book_and_gun.evolve.battle import without_cards
from rules.book_and_gun.evolve.movement import placed
from rules.book_and_gun.state import State
from rules.book_and_gun.steeds import Startled, Steed, SteedCondition
from rules.book_and_gun.units import Figure, Posture, Status
from rules.kernel.changing import replace


def evolve_horses(state: State, event: HorseEvent) -> State:
    match event:
        case RidersDown():
            return _down(state, event)
        case RidersUp():
            return _up(state, event)
        case SteedHit():
            return _hit(state, event)
        case HorsesTested():
            return _tested(state, event)
        case HorsesTaken():
            taken = (replace(state.steed(each), unit=event.captor, holder="", captured=True) for each in event.steeds)
            return state.with_steed(*taken)
        case RidersEvaded():
            unit = replace(state.unit(event.unit), evasion_turn=state.turn)
            return state.with_unit(unit if event.away else replace(unit, baulked_turn=state.turn))
        case _ as unreachable:
            assert_never(unreachable)


def _down(state: State, event: RidersDown) -> State:
    unit = state.unit(event.unit)
    off = set(event.figures)
    figures = tuple(
        replace(f, steed="", holds=f.id in event.holders, boarded_turn=state.turn, move_turn=state.turn)
        if f.id in off
        else f
        for f in unit.figures
    )
    led = (
        replace(state.steed(each.steed), led=True, at=each.at, facing=unit.facing, holder=each.holder)
        for each in event.horses
    )
    return state.with_unit(replace(unit, figures=figures, moved_turn=state.turn, moved_inches=0.0)).with_steed(*led)


def _up(state: State, event: RidersUp) -> State:
    unit = state.unit(event.unit)
    pairs = dict(event.pairs)
    figures = tuple(
        replace(f, steed=pairs[f.id], holds=False, boarded_turn=state.turn, posture=Posture.STANDING)
        if f.id in pairs
        else f
        for f in unit.figures
    )
    unit = placed(replace(unit, figures=figures), event.placed)
    unit = replace(unit, moved_turn=state.turn, moved_inches=float(sum(event.dice)))
    ridden = (
        replace(state.steed(steed), led=False, at=None, holder="", rider=who, unit=unit.id)
        for who, steed in pairs.items()
    )
    return state.with_unit(unit).with_steed(*ridden)


def _hit(state: State, event: SteedHit) -> State:
    state = without_cards(state, event.cards)
    state = state.with_steed(replace(state.steed(event.steed), condition=SteedCondition.LOST, holder=""))
    startled = Startled(event.unit, event.by_unit or "")
    if any(each.unit == event.unit for each in state.startled):
        return state
    return replace(state, startled=(*state.startled, startled))


def _tested(state: State, event: HorsesTested) -> State:
    state = replace(state, startled=tuple(each for each in state.startled if each.unit != event.unit))
    ran = (
        replace(
            state.steed(each.steed),
            at=each.at,
            holder="",
            condition=SteedCondition.SOUND if each.at is not None else SteedCondition.AWAY,
        )
        for each in event.gone
    )
    return state.with_steed(*ran)


# ── Together ─────────────────────────────────────────────────────────────────────────────────────────────────────


def with_horses(before: State, after: State) -> State:
    """Led horses go with their holders. A rider who is killed is lost with the horse, one who is wounded or taken
    leaves it where he falls, one who leaves the field rides off on it. Where a holder falls, another of the unit takes
    over. BG-R138, BG-R253."""
    if not after.steeds or (after.units is before.units and after.steeds is before.steeds):
        return after
    return _freed(_held(before, _unseated(after)))


def _unseated(state: State) -> State:
    for unit in state.units:
        for figure in unit.figures:
            if figure.steed and not figure.fit:
                horse = _left(state.steed(figure.steed), figure)
                state = state.with_steed(horse).with_figure(replace(figure, steed=""))
    return state


def _left(horse: Steed, rider: Figure) -> Steed:
    if rider.status is Status.KILLED:
        return replace(horse, condition=SteedCondition.LOST)
    if rider.status is Status.GONE:
        return replace(horse, condition=SteedCondition.AWAY)
    return replace(horse, led=True, at=rider.at, facing=rider.facing)


def _held(before: State, state: State) -> State:
    for horse in state.steeds:
        if horse.waits and horse.holder:
            state = state.with_steed(_followed(before, state, horse))
    return state


def _followed(before: State, state: State, horse: Steed) -> Steed:
    holder = state.figure(horse.holder)
    if holder.status is Status.GONE:
        return replace(horse, condition=SteedCondition.AWAY, holder="")
    if holder.fit and not holder.holds:
        return replace(horse, holder="")
    if not holder.fit:
        others = (f for f in state.unit_of(holder.id).fit if f.holds and f.id != holder.id)
        return replace(horse, holder=next((f.id for f in others), ""))
    stood = before.figure(holder.id).at
    if horse.at is None or stood is None or holder.at is None or stood == holder.at:
        return horse
    x, y = horse.at[0] + holder.at[0] - stood[0], horse.at[1] + holder.at[1] - stood[1]
    board = state.board
    if board is not None:
        x, y = min(max(x, 0.0), board.width), min(max(y, 0.0), board.depth)
    return replace(horse, at=(round(x, 3), round(y, 3)), facing=holder.facing)


def _freed(state: State) -> State:
    """Whoever has no horse left to hold is free again."""
    holding = {each.holder for each in state.steeds if each.waits}
    idle = list(_idle(state, holding))
    for figure in idle:
        state = state.with_figure(replace(figure, holds=False))
    return state


def _idle(state: State, holding: set[str]) -> Iterator[Figure]:
    return (f for unit in state.units for f in unit.figures if f.holds and f.id not in holding)
