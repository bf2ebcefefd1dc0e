"""What Infantry Action lends to scripted events: who stands where, reinforcements, the end."""

from __future__ import annotations

from rules.battle.ending import over, scripted_end
from rules.infantry_action.actions.umpire import DeclareEnd
from rules.infantry_action.events.turn import PeriodBegan
from rules.infantry_action.figures import Figure, Life
from rules.infantry_action.state import PeriodStep, State
from rules.kernel.event import Event
from rules.kernel.once import once_for
from rules.seam.stage import Body, Happening, Situation, Stage, awaiting
from rules.table.measure import nearest_edge

AT_EDGE = 0.1
"""Metres within which somebody has come to an edge."""


def situation(state: State) -> Situation:
    """Everybody who has taken the field, those aboard a vehicle where it is."""
    return Situation(state.period, _bodies(state), state.board)


def _there(state: State) -> tuple[object, ...]:
    """What the bodies are made from."""
    return state.figures, state.vehicles, state.board


@once_for(_there, most=8)
def _bodies(state: State) -> tuple[Body, ...]:
    return tuple([_body(state, man) for man in state.figures])


def _body(state: State, man: Figure) -> Body:
    """He counts while he is fit: casualties, prisoners and those who ran off the table are losses; whoever went over
    the edge by order is none. IA-R153"""
    at = None if man.life in (Life.LOST, Life.WITHDRAWN) else state.position(man)
    return Body(man.id, man.group, man.side, at, man.fit, left=_edge_of(state, man))


def _edge_of(state: State, man: Figure) -> str:
    """The edge by which he has withdrawn."""
    if man.life is not Life.WITHDRAWN or state.board is None or man.at is None:
        return ""
    edge, metres = nearest_edge(state.board, man.at)
    return edge if metres <= AT_EDGE else ""


def turn_begun(event: Event) -> int | None:
    """The number of the period that begins with the event."""
    return event.period if isinstance(event, PeriodBegan) else None


def happenings(state: State, event: Event) -> tuple[Happening, ...]:
    """The book has no jokers; its radio calls support, not events."""
    return ()


def settled(state: State) -> bool:
    """Between the steps of a period: while orders are written."""
    return (
        bool(state.sides)
        and state.period > 0
        and state.step in (PeriodStep.ORDERS, PeriodStep.DECLARATION)
        and not over(state)
    )


STAGE: Stage[State] = Stage(
    situation=situation,
    happenings=happenings,
    settled=settled,
    over=over,
    end=scripted_end(DeclareEnd),
    awaiting=awaiting,
)
