"""What Red Actions lends to scripted events: who stands where, reinforcements, the end."""

from __future__ import annotations

from rules.battle.ending import over, scripted_end
from rules.kernel.changing import replace
from rules.kernel.event import Event
from rules.kernel.once import once_for
from rules.red_actions.actions.umpire import DeclareEnd
from rules.red_actions.events.turn import TurnBegan
from rules.red_actions.forces.traits import load_element
from rules.red_actions.state import State
from rules.red_actions.view import where
from rules.seam.forces import MusterUnit
from rules.seam.stage import Body, Happening, Situation, Stage


def situation(state: State) -> Situation:
    """Every base as a body of its unit, and every officer: bases that are gone and units that run are losses."""
    return Situation(state.turn, _bodies(state), state.board)


def _there(state: State) -> tuple[object, ...]:
    """What the bodies are made from."""
    return state.units, state.losses, state.prisoners, state.abandoned, state.officers


@once_for(_there, most=8)
def _bodies(state: State) -> tuple[Body, ...]:
    bodies: list[Body] = []
    for unit in state.units:
        at = where(state, unit)
        bodies += [Body(base.id, unit.id, unit.side, at, not unit.routing, unit.aboard) for base in unit.bases]
    bodies += [Body(loss.base.id, loss.unit, loss.side, None, False) for loss in state.losses]
    bodies += [Body(base.id, held.unit, held.side, held.at, False) for held in state.prisoners for base in held.bases]
    bodies += [Body(base.id, left.unit, left.side, left.at, False) for left in state.abandoned for base in left.bases]
    for officer in state.officers:
        unit = state.find(officer.unit)
        bodies.append(Body(officer.id, officer.unit, officer.side, where(state, unit) if unit else None, officer.fit))
    seen: set[str] = set()
    return tuple([body for body in bodies if not (body.figure in seen or seen.add(body.figure))])


def turn_begun(event: Event) -> int | None:
    """The number of the turn that begins with the event."""
    return event.turn if isinstance(event, TurnBegan) else None


def happenings(state: State, event: Event) -> tuple[Happening, ...]:
    """The book has neither jokers nor radios."""
    return ()


def settled(state: State) -> bool:
    """Between segments: nothing is half resolved."""
    return (
        bool(state.sides)
        and state.turn > 0
        and state.question is None
        and not state.agenda
        and not state.announced
        and (state.segment is None or state.segment.unit is None)
        and not over(state)
    )


def awaiting(state: State, units: tuple[MusterUnit, ...]) -> State:
    """With those who are on their way by the clock, and the points of their bases. RA-R13"""
    if not state.sides:
        return state
    points = tuple((unit.side, _points(state, unit)) for unit in units)
    same = (state.awaited, state.coming) == (units, points)
    return state if same else replace(state, awaited=units, coming=points)


def _points(state: State, unit: MusterUnit) -> int:
    return sum(state.cards.card(load_element(each.traits, each.name).card).points for each in unit.elements)


STAGE: Stage[State] = Stage(
    situation=situation,
    happenings=happenings,
    settled=settled,
    over=over,
    end=scripted_end(DeclareEnd),
    awaiting=awaiting,
)
