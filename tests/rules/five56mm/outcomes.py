"""Whether an outcome that the odds named came about: read from the events alone, as a player at the table would; and an
action carried through to its end when nobody interrupts it."""

from __future__ import annotations

from collections.abc import Sequence

from rules.five56mm import RULES
from rules.five56mm.actions.battle import Answer, Proceed
from rules.five56mm.actions.foot import Carry, Hide, Move, Sprint
from rules.five56mm.book.ground import PathPiece
from rules.five56mm.book.injury import Level
from rules.five56mm.events.fire import GrenadePicked, Shot, SpotTried, Thrown
from rules.five56mm.events.foot import Aided, EscapeTried, Fought, Hurt, Moved, RadioUsed
from rules.five56mm.events.vehicles import Travelled
from rules.five56mm.play.fire.covering import those_who_may_interrupt, watch_of
from rules.five56mm.play.ground import levels
from rules.five56mm.play.movement.lying_low import check_hide
from rules.five56mm.play.movement.movement import check_move, check_sprint
from rules.five56mm.play.tasks.carrying import check_carry
from rules.five56mm.state import State
from rules.kernel.action import ENGINE, Action, Actor
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.seam.asking import Outcome
from rules.table.reference import square_of


def carried_through(state: State, action: Action, by: Actor, chance: Chance) -> Sequence[Event]:
    """What the action comes to where those on Covering Fire hold their fire, and a skill that its owner is asked about
    is used: so the odds count it."""
    events: list[Event] = []
    wanted: tuple[Action, Actor] | None = (action, by)
    while wanted is not None:
        new = RULES.battle.decide(state, *wanted, chance)
        events += new
        state = RULES.battle.fold(new, state)
        wanted = _next(state)
    return events


def _next(state: State) -> tuple[Action, Actor] | None:
    """What takes up a half-resolved action again; None when it is over."""
    question = state.question
    if question is not None and question.kind == "help":
        return Answer(answer="yes"), Actor.player(question.side)
    if state.intent is None or (question is not None and question.kind != "cover"):
        return None
    return (Proceed(), ENGINE) if question is None else (Answer(answer="no"), Actor.player(question.side))


def may_be_interrupted(state: State) -> bool:
    """Whether somebody fires from Covering Fire by himself, before an action of the go."""
    return any(
        watch_of(state, who).orders == "fire" or state.answer(state.character(who).side, "cover") == "yes"
        for who in those_who_may_interrupt(state)
    )


def came_about(state: State, action: Action, outcome: Outcome, events: Sequence[Event]) -> bool:
    match outcome.kind:
        case "spotted":
            target = getattr(action, "target", None)
            return any(isinstance(e, SpotTried) and e.seen and e.target == target for e in events)
        case "hit":
            return any((isinstance(e, Shot) and e.hit) or (isinstance(e, Fought) and e.bout.hit) for e in events)
        case "on the mark":
            return any(isinstance(e, Shot | Thrown) and e.roll.passed for e in events)
        case "thrown back":
            return any(isinstance(e, Thrown) and e.back and e.roll.passed for e in events)
        case "in his hand":
            picked = [e for e in events if isinstance(e, GrenadePicked)]
            return bool(picked) and not any(isinstance(e, Thrown) and e.roll.passed for e in events)
        case "gets away" | "without harm" | "struck":
            return _broke_away(outcome.kind, events)
        case "helped":
            return any(isinstance(e, Aided) and e.roll.passed for e in events)
        case "answered":
            return any(isinstance(e, RadioUsed) and e.scenario_event for e in events)
        case "task":
            return any(isinstance(e, Travelled) and e.task is not None and e.task.done for e in events)
        case "safely down":
            return not any(isinstance(e, Hurt) for e in events)
        case "all the way":
            return _arrived(state, action, events)
        case "ends in":
            assert state.board is not None
            return _ends_in(state, events) == outcome.of
        case "unhurt":
            return all(e.injury.level is Level.NONE for e in events if isinstance(e, Hurt))
        case _:
            raise AssertionError(f"nothing tells whether {outcome} came about")


def _ends_in(state: State, events: Sequence[Event]) -> str:
    """The square, and the floor or roof where he ends on one."""
    assert state.board is not None
    assert state.go is not None
    at, moved = _end(state, events), _moved(state, events)
    level = state.character(state.go.character).level if moved is None or moved.level is None else moved.level
    return f"{square_of(state.board, at)} {levels.words(state.board, at, level)}".strip()


def _broke_away(kind: str, events: Sequence[Event]) -> bool:
    (tried,) = [e.escape for e in events if isinstance(e, EscapeTried)]
    return {"gets away": tried.away, "without harm": tried.roll.passed, "struck": tried.struck}[kind]


def _moved(state: State, events: Sequence[Event]) -> Moved | None:
    assert state.go is not None
    return next((e for e in events if isinstance(e, Moved) and e.character == state.go.character), None)


def _arrived(state: State, action: Action, events: Sequence[Event]) -> bool:
    """Whether he is at his goal, to a twentieth of an inch, and no obstacle is left before it."""
    moved, way = _moved(state, events), _way(state, action)
    if moved is None:
        return False
    climbed = sum(crossing.stretch.upright and crossing.covered > 0 for crossing in moved.crossings)
    return moved.inches >= sum(s.length for s in way if not s.upright) - 0.051 and (
        isinstance(action, Hide) or climbed == sum(s.upright for s in way)
    )


def _way(state: State, action: Action) -> Sequence[PathPiece]:
    assert state.go is not None
    who = state.character(state.go.character)
    match action:
        case Move():
            return check_move(state, action, who).stretches
        case Sprint():
            return check_sprint(state, action, who).stretches
        case Carry():
            return check_carry(state, action, who).plan.stretches
        case Hide():
            _, plan = check_hide(state, action, who)
            return plan.stretches if plan is not None else ()
        case _:
            raise AssertionError(f"{action!r} is no way")


def _end(state: State, events: Sequence[Event]) -> tuple[float, float]:
    assert state.go is not None
    moved = _moved(state, events)
    end = state.character(state.go.character).at if moved is None else moved.to
    assert end is not None
    return end
