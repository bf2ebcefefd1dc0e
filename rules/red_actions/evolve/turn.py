"""The battle's own course, applied."""

from __future__ import annotations

from rules.battle.board import still_standing
from rules.battle.ending import BattleEnded
from rules.battle.facts import still_holding
from rules.battle.orders.data import phase_over, under_way
from rules.kernel.changing import replace
from rules.red_actions.events.turn import (
    ActionDone,
    BattleOpened,
    BesideDone,
    Deployed,
    Hesitated,
    InitiativeRolled,
    MarkerPlaced,
    SegmentEnded,
    SegmentLost,
    SegmentOpened,
    SegmentTaken,
    SideReady,
    SideRests,
    TokenKept,
    TokensDrawn,
    TurnBegan,
    TurnEnded,
    TurnEvent,
    UnitCardDrawn,
    UnitMustered,
)
from rules.red_actions.state import Phase, Segment, State


def evolve_turn(state: State, event: TurnEvent) -> State:
    match event:
        case BattleOpened():
            return replace(
                state,
                title=event.title,
                sides=event.sides,
                board=event.board,
                options=event.options,
                light=event.light,
                weather=event.weather,
                turn_limit=event.turn_limit,
                pack=event.pack,
                blazes=event.blazes,
            )
        case UnitMustered():
            side = state.side(event.unit.side)
            brought = sum(state.points(base) for base in event.unit.bases)
            sides = tuple(
                replace(each, original=each.original + brought) if each.key == side.key else each
                for each in state.sides
            )
            units, officers = (*state.units, event.unit), (*state.officers, *event.officers)
            return replace(state, sides=sides, units=units, officers=officers)
        case TokensDrawn():
            return replace(state, drawn=(*state.drawn, event.drawn))
        case TokenKept():
            kept = replace(state.officer(event.officer), token=event.token)
            left = tuple(drawn for drawn in state.drawn if drawn.officer != event.officer)
            return replace(state.with_officer(kept), drawn=left, cup=event.cup)
        case Deployed():
            unit = replace(
                state.unit(event.unit),
                at=event.at,
                facing=event.facing,
                formation=event.formation,
                spots=event.spots,
                hidden=event.hidden,
                marker=event.marker,
                holds=event.holds,
                arrives=0,
            )
            count = max(state.marker_count, event.marker)
            return replace(state.with_unit(unit), marker_count=count, phase=Phase.DEPLOYING)
        case MarkerPlaced():
            dummies = state.dummies
            if event.dummy is not None:
                others = (each for each in dummies if (each.side, each.at) != (event.side, event.at))
                dummies = (*others, event.dummy)
            return replace(state, dummies=dummies, marker_count=max(state.marker_count, event.marker))
        case SideReady():
            return replace(state, deployed=(*state.deployed, event.side), phase=Phase.DEPLOYING)
        case TurnBegan():
            return replace(
                state,
                phase=Phase.PLAYING,
                turn=event.turn,
                deck=event.deck,
                first=None,
                last=None,
                segment=None,
                resting=(),
                shown=(),
                ruled=still_holding(state.ruled, event.turn),
                board=still_standing(state.board, event.turn),
            )
        case InitiativeRolled():
            first = event.winner if event.whole_turn else state.first
            winner = event.winner
            state = replace(state, first=first, lost_roll=event.loser or state.lost_roll)
            return state if event.whole_turn or winner is None else _opened(state, Segment(winner))
        case UnitCardDrawn():
            left = list(state.deck)
            left.remove(event.card)
            return replace(state, deck=tuple(left))
        case SegmentOpened():
            return _opened(state, Segment(event.side, only=event.only, out_of_turn=event.out_of_turn))
        case SegmentTaken():
            before = state.segment
            segment = replace(before or Segment(event.side), side=event.side, unit=event.unit, extras=event.extras)
            return replace(state, segment=segment, shown=() if event.audience is None else state.shown)
        case BesideDone() | Hesitated() | ActionDone():
            return _segment(state, event)
        case SegmentEnded():
            if event.unit is not None and (unit := state.find(event.unit)) is not None:
                state = state.with_unit(replace(unit, acted=max(unit.acted, state.turn), came_upon=""))
            return replace(state, segment=None, last=event.side, announced="")
        case SegmentLost():
            unit = state.unit(event.unit)
            return state.with_unit(replace(unit, acted=state.turn, came_upon=""))
        case SideRests():
            return replace(state, resting=(*state.resting, event.side))
        case TurnEnded():
            orders = phase_over(state.orders, event.turn, "")
            return replace(state, segment=None, closed=event.turn, orders=orders)
        case BattleEnded():
            return replace(state, ended=event.ended, segment=None, question=None)


def _opened(state: State, segment: Segment) -> State:
    return replace(state, segment=segment, segments=state.segments + 1, orders=under_way(state.orders))


def _segment(state: State, event: BesideDone | Hesitated | ActionDone) -> State:
    """What has been done in the segment under way."""
    segment = state.segment
    if segment is None or segment.unit != event.unit:
        return state
    match event:
        case BesideDone():
            segment = replace(segment, extras=(*segment.extras, event.what))
        case Hesitated():
            segment = replace(segment, hesitated="yes" if event.stays else "no")
        case ActionDone():
            segment = replace(segment, fired=event.may_move, acted=not event.may_move)
            state = replace(state, announced="")
    return replace(state, segment=segment)
