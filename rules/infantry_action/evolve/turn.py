"""The battle's own course, applied."""

from __future__ import annotations

from rules.battle.board import still_standing
from rules.battle.ending import BattleEnded
from rules.battle.facts import still_holding
from rules.infantry_action.events.turn import (
    BattleOpened,
    GroundPrepared,
    GroupMustered,
    PeriodBegan,
    RollCalled,
    StepReached,
    TurnEvent,
)
from rules.infantry_action.figures import NOTHING
from rules.infantry_action.groups import FREE
from rules.infantry_action.on_the_table import MineSquare, Secret
from rules.infantry_action.state import PeriodStep, State
from rules.kernel.changing import replace


def evolve_turn(state: State, event: TurnEvent) -> State:
    match event:
        case BattleOpened():
            return State(
                title=event.title,
                sides=event.sides,
                board=event.board,
                options=event.options,
                light=event.light,
                wind=event.wind,
                year=event.year,
                period_limit=event.period_limit,
                objectives=event.objectives,
                works=event.works,
            )
        case GroupMustered():
            return replace(
                state,
                groups=(*state.groups, event.group),
                figures=(*state.figures, *event.figures),
                guns=(*state.guns, *event.guns),
                vehicles=(*state.vehicles, *event.vehicles),
            )
        case GroundPrepared():
            return replace(
                _built(state, event),
                works=(*(w for w in state.works if w.name not in {new.name for new in event.works}), *event.works),
                mines=mined(state.mines, event.mines),
                devices=(*state.devices, *event.devices),
                missions=(*state.missions, *event.missions),
                registrations=(*state.registrations, *event.registrations),
                drops=(*state.drops, *event.drops),
                flights=(*state.flights, *event.flights),
            )
        case PeriodBegan():
            return _begun(state, event)
        case StepReached():
            return replace(state, step=event.step)
        case BattleEnded():
            return replace(state, ended=event.ended, envelope=None)
        case RollCalled():
            dead = {each.figure for each in event.missed if each.fate == "killed"}
            return state.with_figure(*(replace(man, killed=True) for man in state.figures if man.id in dead))


def mined(mines: tuple[MineSquare, ...], more: tuple[MineSquare, ...]) -> tuple[MineSquare, ...]:
    """A square that a side has mined twice holds the mines of both. IA-R016"""
    found = {(mine.column, mine.row, mine.side): mine for mine in mines}
    for mine in more:
        key = mine.column, mine.row, mine.side
        before = found.get(key, mine)
        found[key] = replace(
            mine,
            anti_personnel=mine.anti_personnel or before.anti_personnel,
            anti_tank=mine.anti_tank or before.anti_tank,
            marked=mine.marked and before.marked,
            shown=mine.shown or before.shown,
        )
    return tuple(found.values())


def _built(state: State, event: GroundPrepared) -> State:
    """With its works and belts on the board, known to its own side. IA-R225"""
    if state.board is None or not event.features:
        return state
    return replace(
        state,
        board=replace(state.board, features=(*state.board.features, *event.features)),
        secrets=(*state.secrets, *(Secret(feature.name, event.side) for feature in event.features)),
    )


def _begun(state: State, event: PeriodBegan) -> State:
    """What lasted for a period is over; who was not tested in it is free. `fired_from_here`, losses and panics carry
    their period and stay."""
    return replace(
        state,
        period=event.period,
        ruled=still_holding(state.ruled, event.period),
        board=still_standing(state.board, event.period),
        step=PeriodStep.ORDERS,
        envelope=None,
        drafts=(),
        plans=(),
        suffered=(),
        noise=state.bursts,
        bursts=(),
        figures=tuple(
            replace(each, doing=NOTHING, briefed_in=event.period if each.id in event.briefed else each.briefed_in)
            for each in state.figures
        ),
        guns=tuple(replace(each, doing=NOTHING) for each in state.guns),
        vehicles=tuple(replace(each, doing=NOTHING) for each in state.vehicles),
        groups=tuple(
            replace(each, score=None, bound=each.bound if each.score is not None else FREE) for each in state.groups
        ),
    )
