"""Officers and units, applied."""

from __future__ import annotations

from rules.battle.facts import without_rulings
from rules.kernel.changing import replace
from rules.red_actions.events.command import (
    Combined,
    CommandEvent,
    Divided,
    OfficerDiced,
    OfficerFell,
    OfficerJoined,
    OfficerLeft,
    OfficerPromoted,
    OfficerReplaced,
)
from rules.red_actions.evolve.gone import gone_along, officers_fall, staff_lost
from rules.red_actions.state import State
from rules.red_actions.units import Loss, Unit, straightened, with_horses


def evolve_command(state: State, event: CommandEvent) -> State:
    match event:
        case OfficerDiced():
            if not event.falls:
                return state
            state = officers_fall(state, (event.officer,), "casualty")
            return state if event.loss is None else staff_lost(state, event.loss)
        case OfficerFell():
            officer = state.officer(event.officer)
            base = state.find(officer.unit) if officer.rank == "senior" else None
            state = officers_fall(state, (event.officer,), event.fate)
            if base is None:
                return state
            how = "captured" if event.fate == "captured" else "destroyed"
            return staff_lost(state, Loss(base.bases[0], base.id, base.side, how, state.turn))
        case OfficerReplaced():
            return replace(state, officers=(*state.officers, event.officer), cup=event.cup, new_ids=state.new_ids + 1)
        case OfficerPromoted():
            fallen = state.officer(event.replaces)
            risen = replace(
                state.officer(event.officer),
                rank="senior",
                unit=event.staff.id,
                general=fallen.general,
                replaces=fallen.id,
                level=max(fallen.level, state.officer(event.officer).level),
            )
            taken_back = {base.id for base in event.staff.bases}
            return replace(
                state.with_officer(risen),
                units=(*state.units, event.staff),
                losses=tuple(loss for loss in state.losses if loss.base.id not in taken_back),
                new_ids=state.new_ids + 1,
            )
        case Divided():
            return _divided(state, event)
        case Combined():
            return _combined(state, event)
        case OfficerJoined():
            unit, base = state.unit(event.unit), state.unit(event.officer)
            base = replace(base, with_unit=event.unit, commands=event.commands, at=unit.at, facing=unit.facing)
            return state.with_unit(base)
        case OfficerLeft():
            base = replace(state.unit(event.officer), with_unit="", commands=False, at=event.at)
            return state.with_unit(base)


def _divided(state: State, event: Divided) -> State:
    unit = state.unit(event.unit)
    gone = {base.id for base in event.part.bases}
    unit = replace(
        straightened(unit),
        bases=tuple(base for base in unit.bases if base.id not in gone),
        raised=unit.raised - len(gone),
        terror=event.terror,
        humiliated=event.humiliated,
        at=event.at,
    )
    state = state.with_unit(unit)
    state = replace(state, units=(*state.units, event.part), new_ids=state.new_ids + 1)
    if event.officer:
        state = state.with_officer(replace(state.officer(event.officer), unit=event.part.id))
    return gone_along(state, event.unit)


def _combined(state: State, event: Combined) -> State:
    """Officers of the part that is no more belong to the whole; who has no command any more keeps his rank and is
    dropped from the unit; so is one card. The horses of both are the whole's.
    Whatever named the part names the whole: riders, prisoners, routers; but what the umpire ruled of it is over.
    RA-combine.2, RA-combine.5, RA-init.cards.2, RA-R276"""
    unit, other = state.unit(event.unit), state.unit(event.other)
    unit = replace(
        unit,
        bases=(*unit.bases, *other.bases),
        raised=unit.raised + other.raised,
        terror=unit.terror + other.terror,
        humiliated=unit.humiliated + other.humiliated,
        pinned=unit.pinned or other.pinned,
        at=event.at,
        formation=event.formation,
        formed=False,
        evading=unit.evading and other.evading,
        march_barred=unit.march_barred or other.march_barred,
    )
    unit = with_horses(unit, (*unit.horses, *((base, event.horses or at) for base, at in other.horses)))
    unit = replace(unit, herd=_herd(unit, other))
    state = state.with_unit(unit).without_unit(event.other)
    officers = tuple(
        replace(each, unit="" if each.id == event.spare else event.unit)
        if each.unit in (event.unit, event.other) and (each.id in (event.spare, event.commander) or not each.fit)
        else each
        for each in state.officers
    )
    units = tuple(_of_the_whole(each, event) for each in state.units)
    held = tuple(replace(each, guard=event.unit) if each.guard == event.other else each for each in state.prisoners)
    watches = tuple(watch for watch in state.watches if watch.unit != event.other)
    deck = tuple(card for card in state.deck if card != event.other)
    ruled = without_rulings(state.ruled, event.other)
    whole = replace(state, officers=officers, units=units, prisoners=held, watches=watches, deck=deck, ruled=ruled)
    return gone_along(whole, event.unit)


def _herd(unit: Unit, other: Unit) -> str:
    """Whose horses are a combined unit's beside its own: of one from which a part that is in it now has divided."""
    return next((herd for herd in (unit.herd, other.herd) if herd not in ("", unit.id, other.id)), "")


def _of_the_whole(each: Unit, event: Combined) -> Unit:
    if each.herd == event.other:
        each = replace(each, herd=event.unit)
    if each.with_unit == event.other:
        each = replace(each, with_unit=event.unit, commands=False, at=event.at)
    if each.aboard == event.other:
        each = replace(each, aboard=event.unit)
    rout = each.rout
    if rout is None:
        return each
    threat = event.unit if rout.threat == event.other else rout.threat
    pursuers = tuple((event.unit if by == event.other else by, turn) for by, turn in rout.pursuers)
    return replace(each, rout=replace(rout, threat=threat, pursuers=pursuers))
