"""Applying the events of spotting and fire."""

from __future__ import annotations

from typing import assert_never

from rules.book_and_gun.events.fire import (
    AmmunitionSpent,
    BackBlasted,
    BlastRolled,
    Bombarded,
    BuildingStruck,
    CanisterFired,
    CardsDrawn,
    CasualtyOrderSet,
    DoorFiredAt,
    DummyPlaced,
    EngagementBroken,
    FireDeclared,
    FireEvent,
    GunDestroyed,
    MarkerMoved,
    MarkerRemoved,
    MarkersLaid,
    MunitionsUsed,
    ReloadMarked,
    SheetWritten,
    SightBroken,
    SmokeBlew,
    SpottingTried,
    UnitSpotted,
    Volleyed,
)
from rules.book_and_gun.evolve.battle import without_cards
from rules.book_and_gun.state import Marker, Moved, State
from rules.book_and_gun.units import Contact, Posture, Spotted, Unit
from rules.kernel.action import SideId
from rules.kernel.changing import replace
from rules.table.board import Feature, Opening, Point

RUBBLE = 0.5
"""Inches that the rubble of a building stands high."""


def evolve_fire(state: State, event: FireEvent) -> State:
    match event:
        case SpottingTried():
            unit = state.unit(event.unit)
            attempts = (*unit.spot_attempts, Contact(state.turn, event.target))
            state = state.with_unit(replace(unit, spot_attempts=attempts))
            if not event.spotted:
                return state
            return state.with_unit(spotted(state.unit(event.target), unit.side, event.until))
        case UnitSpotted():
            return state.with_unit(spotted(state.unit(event.unit), event.side, event.until))
        case SightBroken():
            unit = state.unit(event.unit)
            return state.with_unit(replace(unit, lost_by=(*unit.lost_by, event.side)))
        case SmokeBlew():
            unit = state.unit(event.unit)
            joker = replace(unit.joker, amount=event.inches) if unit.joker is not None else None
            return state.with_unit(replace(unit, joker=joker))
        case FireDeclared():
            return state.with_unit(replace(state.unit(event.unit), fire_as=event.how, fire_as_turn=state.turn))
        case Volleyed() | CanisterFired():
            return _volleyed(state, event)
        case CardsDrawn():
            return without_cards(state, event.cards)
        case AmmunitionSpent():
            figure = state.figure(event.figure)
            return state.with_figure(replace(figure, empty=(*figure.empty, event.weapon)))
        case GunDestroyed():
            for name, gun in event.guns:
                figure = state.figure(name)
                state = state.with_figure(replace(figure, wrecked=(*figure.wrecked, gun)))
            return state
        case MunitionsUsed():
            unit = state.unit(event.unit)
            left = unit.munitions
            match event.munition:
                case "laws":
                    left = replace(left, laws=left.laws - event.count)
                case "hand_grenades":
                    left = replace(left, hand_grenades=left.hand_grenades - event.count)
                case "rifle_grenades":
                    left = replace(left, rifle_grenades=left.rifle_grenades - event.count)
                case "smoke_grenades":
                    left = replace(left, smoke_grenades=left.smoke_grenades - event.count)
                case "flash_bangs":
                    left = replace(left, flash_bangs=left.flash_bangs - event.count)
            return state.with_unit(replace(unit, munitions=left))
        case ReloadMarked():
            figure = state.figure(event.figure)
            kept = tuple(mark for mark in figure.reload if mark[0] != event.weapon)
            marks = (*kept, (event.weapon, event.markers, state.turn)) if event.markers else kept
            return state.with_figure(replace(figure, reload=marks))
        case CasualtyOrderSet():
            return state.with_unit(replace(state.unit(event.unit), casualty_order=event.figures))
        case BackBlasted() | EngagementBroken():
            return state
        case Bombarded():
            return _burst(state, event)
        case BuildingStruck():
            return _fallen(state, event) if event.destroyed else state
        case DoorFiredAt():
            return _door(state, event)
        case BlastRolled():
            unit = state.unit(event.unit)
            shelled = Contact(state.turn, "")
            contacts = unit.under_fire if shelled in unit.under_fire else (*unit.under_fire, shelled)
            return state.with_unit(replace(unit, under_fire=contacts))
        case DummyPlaced() | SheetWritten() | MarkersLaid() | MarkerMoved() | MarkerRemoved():
            return replace(state, markers=_markers(state.markers, event))
        case _ as unreachable:
            assert_never(unreachable)


def _markers(
    markers: tuple[Marker, ...], event: DummyPlaced | SheetWritten | MarkersLaid | MarkerMoved | MarkerRemoved
) -> tuple[Marker, ...]:
    match event:
        case DummyPlaced():
            return (*markers, Marker(0, event.side, event.at, ""))
        case SheetWritten():
            others = tuple(m for m in markers if m.side != event.side)
            return (*others, *(Marker(number, event.side, (0.0, 0.0), unit) for number, unit in event.entries))
        case MarkersLaid():
            laid = dict(event.places)
            return tuple(replace(m, at=laid[m.number]) if m.side == event.side else m for m in markers)
        case MarkerMoved():
            return tuple(replace(m, at=event.at) if m.number == event.number else m for m in markers)
        case MarkerRemoved():
            return tuple(m for m in markers if m.number != event.number)


def _burst(state: State, event: Bombarded) -> State:
    if event.burst is None or event.smoke:
        return state
    return replace(state, last=Moved("blast", (event.burst,), label=event.attack, radius=event.diameter / 2))


def _fallen(state: State, event: BuildingStruck) -> State:
    """Rubble of the same area. BG-IX.4.6b."""
    board = state.board
    if board is None:
        return state
    features = tuple(
        Feature("rubble", f.outline, name=f.name, height=RUBBLE, base=f.base, width=f.width, hardness="hard")
        if (f.kind, f.outline) == (event.structure, event.outline)
        else f
        for f in board.features
    )
    return replace(state, board=replace(board, features=features))


def _door(state: State, event: DoorFiredAt) -> State:
    """Who fired has fired; with a hit the door is a breach, open to everybody. BG-IX.4.3, BG-R104."""
    unit = state.unit(event.unit)
    figure = unit.figure(event.figure)
    prone = state.turn if figure.posture is Posture.PRONE else figure.fired_prone_turn
    unit = unit.with_figure(replace(figure, fired_turn=state.turn, fired_prone_turn=prone))
    state = state.with_unit(replace(unit, fired_turn=state.turn))
    board = state.board
    if board is None or not event.hits:
        return state
    features = tuple(
        replace(f, openings=tuple(_opened(o, event.door) for o in f.openings))
        if (f.kind, f.outline) == (event.structure, event.outline)
        else f
        for f in board.features
    )
    return replace(state, board=replace(board, features=features))


def _opened(opening: Opening, door: tuple[Point, Point]) -> Opening:
    return replace(opening, kind="breach", open=True) if (opening.a, opening.b) == door else opening


def spotted(unit: Unit, side: SideId, until: int) -> Unit:
    """The unit, known to `side` until the end of that turn at least."""
    last = max([until, *(s.until for s in unit.spotted if s.side == side)])
    return replace(unit, spotted=(*(s for s in unit.spotted if s.side != side), Spotted(side, last)))


def _volleyed(state: State, event: Volleyed | CanisterFired) -> State:
    unit = state.unit(event.unit)
    figure = unit.figure(event.figure)
    prone = figure.posture is Posture.PRONE
    unit = unit.with_figure(
        replace(
            figure,
            fired_turn=state.turn,
            fired_prone_turn=state.turn if prone else figure.fired_prone_turn,
        )
    )
    at, by = Contact(state.turn, event.target), Contact(state.turn, event.unit)
    unit = replace(unit, fired_turn=state.turn, fired_at=unit.fired_at if at in unit.fired_at else (*unit.fired_at, at))
    state = state.with_unit(unit)
    target = state.unit(event.target)
    state = met_again(state, event.unit, target.side)
    if by in target.under_fire:
        return state
    return state.with_unit(replace(target, under_fire=(*target.under_fire, by)))


def met_again(state: State, unit_id: str, side: SideId) -> State:
    """A unit has fired at a side or fought it anew, and shows itself by that. BG-VI.1.a."""
    unit = state.unit(unit_id)
    if side not in unit.lost_by:
        return state
    return state.with_unit(replace(unit, lost_by=tuple(each for each in unit.lost_by if each != side)))
