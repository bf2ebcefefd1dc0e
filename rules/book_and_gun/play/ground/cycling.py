"""Who has a bicycle, on it or in hand; those that lie somewhere. VIII.2.51, R280."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from rules.book_and_gun.actions.vehicles import Dismount
from rules.book_and_gun.cycles import Cycle
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Unit
from rules.kernel.once import once_a_state
from rules.kernel.violation import RuleViolation
from rules.language.words import counted
from rules.table.board import Token


@once_a_state
def _held(cycles: tuple[Cycle, ...]) -> Mapping[str, Cycle]:
    return {each.holder: each for each in cycles if each.holder}


def cycle_of(state: State, figure: Figure) -> Cycle | None:
    """The bicycle that somebody rides or pushes."""
    return _held(state.cycles).get(figure.id) if state.cycles else None


def rides(state: State, figure: Figure) -> bool:
    """Whether somebody sits on a bicycle."""
    cycle = cycle_of(state, figure)
    return cycle is not None and cycle.ridden


def going_by(state: State, figures: Iterable[Figure]) -> Literal["", "pushed", "ridden"]:
    """How these figures go: all who are fit ride; some have a bicycle with them; none has. BG-VIII.2.51, BG-R280"""
    fit = [f for f in figures if f.fit] if state.cycles else []
    if fit and all(rides(state, f) for f in fit):
        return "ridden"
    return "pushed" if any(cycle_of(state, f) is not None for f in fit) else ""


def require_off(state: State, figures: Iterable[Figure], what: str) -> None:
    """Refuses what nobody does on a bicycle. BG-R280"""
    rider = next((f for f in figures if rides(state, f)), None)
    if rider is not None:
        raise RuleViolation(
            "on-bicycle",
            f"{rider.name} rides a bicycle and cannot {what}.",
            citation="BG-R280",
            remedy=("Use ", Dismount, " first."),
        )


def waiting_for(state: State, unit: Unit) -> tuple[Cycle, ...]:
    """The bicycles that figures of a unit may get onto: those that they push, and those of the unit that lie there."""
    own = {f.id for f in unit.fit}
    return tuple(
        each
        for each in state.cycles
        if not each.ridden and (each.holder in own if each.holder else each.unit in (unit.id, unit.home))
    )


def cycle_lines(state: State, unit: Unit) -> Iterator[str]:
    """ "6 bicycles: 4 ridden, 1 pushed, 1 left"."""
    own = [each for each in state.cycles if each.unit == unit.id]
    ridden, pushed = sum(each.ridden for each in own), sum(bool(each.holder) and not each.ridden for each in own)
    said = ((ridden, "ridden"), (pushed, "pushed"), (len(own) - ridden - pushed, "left"))
    if own:
        yield f"{counted(len(own), 'bicycle')}: {', '.join(f'{number} {what}' for number, what in said if number)}"


def cycle_tokens(state: State, unit: Unit) -> Iterator[Token]:
    """The bicycles of a unit, under whoever has one, or where they lie."""
    for each in state.cycles:
        if each.unit != unit.id:
            continue
        holder = state.figure(each.holder) if each.holder else None
        at, facing = (each.at, 90.0) if holder is None else (holder.at, holder.facing)
        if at is not None:
            yield Token(f"{each.id}-cycle", *at, facing, radius=0.5, height=0.5, kind="bicycle")
