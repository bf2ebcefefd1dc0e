"""Applying the events of men."""

from __future__ import annotations

from rules.five56mm.book.injury import Level, WoundOnRecord
from rules.five56mm.book.morale import Courage
from rules.five56mm.events.foot import (
    Aided,
    Calmed,
    Carried,
    CaughtFire,
    CloudLeft,
    CombatBegan,
    CombatEnded,
    ConsentSpoken,
    Died,
    EscapeTried,
    FireOut,
    FootEvent,
    Fought,
    Gassed,
    GasShaken,
    GoGivenUp,
    Hurt,
    MoraleTested,
    Moved,
    RadioUsed,
    Relapsed,
    StanceTaken,
    Stunned,
    Survived,
)
from rules.five56mm.evolve.battle import gone, struck_down
from rules.five56mm.state import Burning, Character, Combat, Life, Poison, Stance, State
from rules.kernel.changing import replace


def evolve_foot(state: State, event: FootEvent) -> State:
    match event:
        case Moved():
            who = state.character(event.character)
            shifted = who.moved_since or event.inches > 0
            level = who.level if event.level is None else event.level
            return state.with_character(
                replace(who, at=event.to, facing=event.facing, moved_since=shifted, level=level)
            )
        case StanceTaken():
            kept = tuple(w for w in state.watches if w.character != event.character)
            watches = state.watches if event.stance is Stance.COVERING else kept
            return replace(
                _changed(state, event.character, stance=event.stance, partner=event.partner), watches=watches
            )
        case GoGivenUp():
            return _changed(state, event.character, gave_up_turn=state.turn)
        case Carried():
            return state
        case Hurt() | Died() | Aided() | Relapsed() | Survived():
            return _wounds(state, event)
        case Stunned() | Gassed() | CloudLeft() | GasShaken() | CaughtFire() | FireOut():
            return _harmed(state, event)
        case CombatBegan() | CombatEnded() | Fought() | EscapeTried() | ConsentSpoken():
            return _combat(state, event)
        case MoraleTested():
            return _courage(state, event)
        case Calmed():
            return _changed(state, event.character, courage=Courage.STEADY)
        case RadioUsed():
            if not event.roll.passed:
                return state
            radio = tuple(replace(t, called=t.called or t.key == event.task) for t in state.radio)
            return replace(state, radio=radio)


def _changed(state: State, who: str, **fields: object) -> State:
    return state.with_character(replace(state.character(who), **fields))


def _wounds(state: State, event: Hurt | Died | Aided | Relapsed | Survived) -> State:
    match event:
        case Hurt():
            if event.wound is None:
                return state
            who = state.character(event.character)
            state = state.with_character(replace(who, wounds=(*who.wounds, event.wound)))
            return struck_down(state, who.id) if event.wound.level is Level.MORTAL else state
        case Died():
            return gone(state, event.character, Life.DEAD)
        case Aided():
            patient = state.character(event.patient)
            wounds = _with_wound(patient, event.number, event.wound) if event.roll.passed else patient.wounds
            return state.with_character(replace(patient, wounds=wounds))
        case Relapsed():
            who = state.character(event.character)
            return state.with_character(replace(who, wounds=_with_wound(who, event.wound.number, event.wound)))
        case Survived():
            return _changed(state, event.character, wounds=event.wounds)


def _with_wound(who: Character, number: int, wound: WoundOnRecord | None) -> tuple[WoundOnRecord, ...]:
    if wound is None:
        return tuple(w for w in who.wounds if w.number != number)
    return tuple(wound if w.number == number else w for w in who.wounds)


def _harmed(state: State, event: Stunned | Gassed | CloudLeft | GasShaken | CaughtFire | FireOut) -> State:
    who = state.character(event.character)
    match event:
        case Stunned():
            return state.with_character(replace(who, lost_actions=max(who.lost_actions, event.test.lost)))
        case Gassed():
            clouds = tuple(
                replace(c, inside=(*c.inside, who.id)) if c.number == event.cloud and who.id not in c.inside else c
                for c in state.clouds
            )
            if event.number is not None:
                kept = max(event.number, who.poison.number if who.poison else 0)
                who = replace(who, poison=Poison(kept))
            return replace(state.with_character(who), clouds=clouds)
        case CloudLeft():
            clouds = tuple(
                replace(c, inside=tuple(i for i in c.inside if i != who.id)) if c.number == event.cloud else c
                for c in state.clouds
            )
            if who.poison is not None and not any(who.id in c.inside for c in clouds):
                who = replace(who, poison=replace(who.poison, left_turn=state.turn))
            return replace(state.with_character(who), clouds=clouds)
        case GasShaken():
            return state.with_character(replace(who, poison=None if event.roll.passed else who.poison))
        case CaughtFire():
            return state.with_character(replace(who, burning=Burning(event.distance, state.turn)))
        case FireOut():
            return state.with_character(replace(who, burning=None))


def _combat(state: State, event: CombatBegan | CombatEnded | Fought | EscapeTried | ConsentSpoken) -> State:
    match event:
        case CombatBegan():
            state = replace(state, combats=(*state.combats, Combat(event.starter, event.other)))
            other = state.character(event.other)
            if other.stance is Stance.COVERING:
                state = _changed(state, event.other, stance=Stance.NONE)
                state = replace(state, watches=tuple(w for w in state.watches if w.character != event.other))
            return state
        case CombatEnded():
            pair = {event.one, event.other}
            return replace(state, combats=tuple(c for c in state.combats if {c.starter, c.other} != pair))
        case Fought():
            combats = tuple(
                replace(c, struck=True) if (c.starter, c.other) == (event.attacker, event.defender) else c
                for c in state.combats
            )
            return replace(state, combats=combats)
        case EscapeTried():
            who = state.character(event.character)
            if event.escape.penalty:
                who = replace(who, escape_penalty=event.escape.penalty, escape_turn=state.turn)
            go = None if state.go is None else replace(state.go, escape_tried=True)
            return replace(state.with_character(who), go=go)
        case ConsentSpoken():
            go = None if state.go is None else replace(state.go, consent="given" if event.given else "refused")
            return replace(state, go=go)


def _courage(state: State, event: MoraleTested) -> State:
    who = state.character(event.character)
    failures = who.failed_rallies
    if event.courage is Courage.STEADY:
        failures = 0
    elif event.rally:
        failures += 1
    frights = list(state.frights)
    mine = next((f for f in frights if f.character == who.id and f.reason == event.reason), None)
    if mine is not None:
        frights.remove(mine)
    changed = replace(who, courage=event.courage, failed_rallies=failures)
    return replace(state.with_character(changed), frights=tuple(frights))
