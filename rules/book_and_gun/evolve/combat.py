"""Applying the events of charges, close combat and morale."""

from __future__ import annotations

from typing import assert_never

from rules.book_and_gun.events.combat import (
    ChargeUpdated,
    CombatEnded,
    CombatEvent,
    CombatJoined,
    CombatUpdated,
    Fought,
    MoraleChanged,
    MoraleTested,
    PortionDetached,
    PortionRejoined,
    PrisonerFreed,
    QuestionAnswered,
    QuestionAsked,
    SideImmobile,
)
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Contact, Formation, Morale, Munitions, Status
from rules.kernel.changing import replace


def evolve_combat(state: State, event: CombatEvent) -> State:
    match event:
        case MoraleTested():
            return _leader_spent(state, event)
        case MoraleChanged():
            unit = replace(state.unit(event.unit), morale=event.morale, morale_turn=state.turn)
            if event.morale is Morale.ROUTED:
                unit = replace(unit, formation=Formation.UNFORMED)
            return state.with_unit(unit)
        case SideImmobile():
            return state.with_side(replace(state.side(event.side), immobile_turn=event.turn))
        case ChargeUpdated():
            new = event.charge
            charges = tuple(new if (c.unit, c.target) == (new.unit, new.target) else c for c in state.charges)
            return replace(state, charges=charges)
        case QuestionAsked():
            return replace(state, questions=(*state.questions, event.question))
        case QuestionAnswered():
            return replace(state, questions=tuple(q for q in state.questions if q.key != event.key))
        case CombatJoined():
            return _joined(replace(state, combats=(*state.combats, event.combat)), event)
        case CombatUpdated():
            new_combat = event.combat
            combats = tuple(new_combat if c.key == new_combat.key else c for c in state.combats)
            return replace(state, combats=combats)
        case CombatEnded():
            return replace(state, combats=tuple(c for c in state.combats if c.key != event.key))
        case PrisonerFreed():
            return state.with_figure(replace(state.figure(event.figure), status=Status.WOUNDED, captor=None))
        case PortionDetached():
            return _detached(state, event)
        case PortionRejoined():
            return _rejoined(state, event)
        case Fought():
            return state
        case _ as unreachable:
            assert_never(unreachable)


def _leader_spent(state: State, event: MoraleTested) -> State:
    """A rally uses the leader's one attempt of the turn (BG-VIII.6.1b)."""
    if event.chart != "rally" or event.leader is None:
        return state
    return state.with_figure(replace(state.figure(event.leader), rally_turn=state.turn))


def _detached(state: State, event: PortionDetached) -> State:
    unit = state.unit(event.unit)
    own = tuple(f for f in unit.figures if f.id not in event.figures)
    gone = tuple(f for f in unit.figures if f.id in event.figures)
    portion = replace(
        unit, id=event.portion, name=event.name, figures=gone, home=unit.id, munitions=Munitions(), joker=None
    )
    state = state.with_unit(replace(unit, figures=own, away=len(gone)))
    if any(u.id == portion.id for u in state.units):
        return state.with_unit(portion)
    place = next(i for i, u in enumerate(state.units) if u.id == unit.id) + 1
    return replace(state, units=(*state.units[:place], portion, *state.units[place:]))


def _rejoined(state: State, event: PortionRejoined) -> State:
    """The portion stays as a name without men: what was told of it can still be told."""
    unit, portion = state.unit(event.unit), state.unit(event.portion)
    figures = tuple(sorted((*unit.figures, *portion.figures), key=lambda f: f.number))
    return state.with_unit(replace(unit, figures=figures, away=0), replace(portion, figures=()))


def _joined(state: State, event: CombatJoined) -> State:
    """Who fought whom is remembered for spotting (BG-R130)."""
    for ours, theirs in (
        (event.combat.attackers, event.combat.defenders),
        (event.combat.defenders, event.combat.attackers),
    ):
        for unit_id in ours:
            unit = state.unit(unit_id)
            met = tuple(c for c in (Contact(state.turn, other) for other in theirs) if c not in unit.fought)
            state = state.with_unit(replace(unit, fought=unit.fought + met))
    return state
