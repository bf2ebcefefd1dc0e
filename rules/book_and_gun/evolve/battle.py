"""Applying the events of the battle's frame."""

from __future__ import annotations

from typing import assert_never

from rules.battle.board import still_standing
from rules.battle.ending import BattleEnded
from rules.battle.facts import still_holding, with_ruling
from rules.battle.orders.data import phase_over, under_way
from rules.battle.umpire import FactRuled
from rules.book_and_gun.events.battle import (
    Activated,
    AttitudeSet,
    BattleEvent,
    BattleOpened,
    CardsTurned,
    CommanderLost,
    CommanderNominated,
    ConditionsSet,
    DeckShuffled,
    EngagementRulesSet,
    FigureCaptured,
    FigureFell,
    FigureHealed,
    FigureLeft,
    JokerNamed,
    KnowledgeChanged,
    NoteTaken,
    PhaseBegan,
    PhaseEnded,
    PhaseStepDone,
    PosturesSet,
    StandingSet,
    TurnBegan,
    UnitConcealed,
    UnitMustered,
    UnitRevealed,
)
from rules.book_and_gun.state import Run, State
from rules.book_and_gun.units import Contact, JokerEffect, Morale, Phase, Status, Unit
from rules.kernel.chance import FULL_DECK, Card
from rules.kernel.changing import replace
from rules.table.fog import Knowledge


def evolve_battle(state: State, event: BattleEvent) -> State:
    match event:
        case BattleOpened():
            return State(
                title=event.title,
                sides=event.sides,
                board=event.board,
                options=event.options,
                turn_limit=event.turn_limit,
                conditions=event.conditions,
                civilian_attitude=event.civilian_attitude,
                outfits=event.outfits,
            )
        case UnitMustered():
            return replace(
                state,
                units=(*state.units, event.unit),
                vehicles=(*state.vehicles, *event.vehicles),
                steeds=(*state.steeds, *event.steeds),
                pieces=(*state.pieces, *event.pieces),
            )
        case CommanderNominated():
            side = state.side(event.side)
            return state.with_side(replace(side, commander=event.figure, nominated=event.by_player))
        case TurnBegan():
            return _turn_began(state, event.turn)
        case PhaseBegan():
            return replace(state, phase=event.phase, run=None, next_card=None, phase_steps=())
        case DeckShuffled():
            if event.deck == "casualty":
                return replace(state, casualty_deck=FULL_DECK)
            return replace(state, deck=FULL_DECK)
        case CardsTurned():
            return _cards_turned(state, event)
        case Activated():
            return _activated(state, event)
        case JokerNamed():
            unit = replace(state.unit(event.unit), joker=JokerEffect(state.turn, event.phase, event.die, event.amount))
            run = replace(state.run, unit=event.unit) if state.run else None
            return replace(state.with_unit(unit), run=run)
        case PhaseStepDone():
            return replace(state, phase_steps=(*state.phase_steps, event.step))
        case BattleEnded():
            return replace(state, ended=event.ended, run=None)
        case FigureFell():
            return _fell(state, event)
        case FigureCaptured():
            return out_of_battle(state, event.unit, event.figure, Status.CAPTURED, event.captor)
        case FigureLeft():
            return out_of_battle(state, event.unit, event.figure, Status.GONE)
        case FigureHealed():
            unit = state.unit(event.unit)
            figure = replace(unit.figure(event.figure), status=Status.FIT, captor=None)
            return state.with_unit(_put_down(unit.with_figure(figure), event.figure))
        case CommanderLost():
            return state.with_side(replace(state.side(event.side), commander_lost_turn=state.turn))
        case FactRuled():
            return replace(state, ruled=with_ruling(state.ruled, event.ruled))
        case ConditionsSet():
            return replace(state, conditions=event.conditions)
        case EngagementRulesSet():
            return state.with_side(replace(state.side(event.side), roe=event.roe))
        case AttitudeSet():
            return replace(state, civilian_attitude=event.attitude)
        case UnitConcealed():
            return state.with_unit(replace(state.unit(event.unit), concealed=True, spotted=()))
        case UnitRevealed():
            state = replace(state, markers=tuple(m for m in state.markers if m.unit != event.unit))
            return state.with_unit(replace(state.unit(event.unit), concealed=False))
        case KnowledgeChanged():
            others = tuple(known for known in state.knowledge if known.side != event.side)
            return replace(state, knowledge=(*others, Knowledge(event.side, event.now, event.lost)))
        case StandingSet():
            side = state.side(event.side)
            return state.with_side(
                replace(side, when_charged=event.when_charged, when_won=event.when_won, at_aircraft=event.at_aircraft)
            )
        case PosturesSet():
            unit = state.unit(event.unit)
            figures = tuple(replace(f, posture=event.posture) if f.id in event.figures else f for f in unit.figures)
            return state.with_unit(replace(unit, figures=figures))
        case PhaseEnded():
            steps = (*state.phase_steps, "ended")
            return replace(state, phase_steps=steps, orders=phase_over(state.orders, state.turn, state.phase.value))
        case NoteTaken():
            return state
        case _ as unreachable:
            assert_never(unreachable)


def _turn_began(state: State, turn: int) -> State:
    def recent(contacts: tuple[Contact, ...]) -> tuple[Contact, ...]:
        return tuple(c for c in contacts if c.turn >= turn - 1)

    units = tuple(
        replace(
            unit,
            fired_at=recent(unit.fired_at),
            under_fire=recent(unit.under_fire),
            fought=recent(unit.fought),
            spotted=tuple(s for s in unit.spotted if s.until >= turn),
            spot_attempts=(),
            joker=None,
        )
        for unit in state.units
    )
    ruled = still_holding(state.ruled, turn)
    orders = phase_over(state.orders, turn - 1, "")
    board = still_standing(state.board, turn)
    state = replace(state, turn=turn, units=units, ruled=ruled, board=board, orders=orders)
    return replace(state, charges=(), combats=(), questions=())


def _cards_turned(state: State, event: CardsTurned) -> State:
    turned = [*event.discarded, *event.cards, *([event.next_card] if event.next_card else [])]
    gone = set(turned[1:] if event.from_next else turned)
    run = Run(event.side, event.cards, joker=event.joker) if event.side and event.cards else None
    deck = tuple(card for card in state.deck if card not in gone)
    return replace(state, deck=deck, run=run, next_card=event.next_card, orders=under_way(state.orders))


def _activated(state: State, event: Activated) -> State:
    unit = state.unit(event.unit)
    moving = event.phase is Phase.MOVEMENT
    figures = tuple(
        (replace(f, move_turn=state.turn) if moving else replace(f, fire_turn=state.turn))
        if f.id in event.figures
        else f
        for f in unit.figures
    )
    state = state.with_unit(replace(unit, figures=figures))
    if event.card is None or state.run is None:
        return state
    run = replace(state.run, spent=state.run.spent + 1)
    return replace(state, run=run if run.left > 0 else None)


def _fell(state: State, event: FigureFell) -> State:
    unit = state.unit(event.unit)
    state = without_cards(
        out_of_battle(state, event.unit, event.figure, Status(event.status), openly=event.audience is None), event.cards
    )
    if unit.morale is not Morale.SHAKEN:
        return state
    return state.with_unit(replace(state.unit(event.unit), hit_while_shaken_turn=state.turn))


def without_cards(state: State, cards: tuple[Card, ...]) -> State:
    """Casualty cards leave their deck."""
    return replace(state, casualty_deck=tuple(card for card in state.casualty_deck if card not in cards))


def out_of_battle(
    state: State, unit_id: str, figure_id: str, status: Status, captor: str | None = None, *, openly: bool = False
) -> State:
    """The figure is no longer fit; whoever carried him, or whom he carried, is put down unless he is only wounded."""
    unit = state.unit(unit_id)
    figure = replace(
        unit.figure(figure_id),
        status=status,
        captor=captor,
        carries=None,
        scout=False,
        restock_turn=0,
        out_turn=state.turn,
        fell_openly=openly,
    )
    unit = unit.with_figure(figure)
    return state.with_unit(unit if status is Status.WOUNDED else _put_down(unit, figure_id))


def _put_down(unit: Unit, figure_id: str) -> Unit:
    if all(f.carries != figure_id for f in unit.figures):
        return unit
    return replace(unit, figures=tuple(replace(f, carries=None) if f.carries == figure_id else f for f in unit.figures))
