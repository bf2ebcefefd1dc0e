"""Whether an outcome that the odds named came about: read from the events alone, as a player at the table would."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from rules.book_and_gun.actions.combat import ResolveCloseCombat
from rules.book_and_gun.book.march import movement_roll
from rules.book_and_gun.decide import decide
from rules.book_and_gun.events.aircraft import AttackLost
from rules.book_and_gun.events.battle import FigureFell, JokerNamed
from rules.book_and_gun.events.combat import (
    ChargeUpdated,
    CombatJoined,
    Fought,
    MoraleChanged,
    MoraleTested,
    SideImmobile,
)
from rules.book_and_gun.events.cycles import CyclesUsed
from rules.book_and_gun.events.explosives import BurstRolled, FiguresStunned
from rules.book_and_gun.events.fire import (
    BlastRolled,
    Bombarded,
    BuildingStruck,
    DoorFiredAt,
    SpottingTried,
    Volleyed,
)
from rules.book_and_gun.events.horses import RidersEvaded, RidersUp, SteedHit
from rules.book_and_gun.events.indirect import FireRequested
from rules.book_and_gun.events.movement import ChargeDeclared, UnitMoved
from rules.book_and_gun.events.vehicles import DriverSought, PeopleIn, VehicleFiredAt, VehicleStruck
from rules.book_and_gun.evolve import fold
from rules.book_and_gun.play.movement.driving import Driving, judge_drive, whole_way
from rules.book_and_gun.play.movement.maneuver import settled
from rules.book_and_gun.play.movement.movement import group_of
from rules.book_and_gun.play.movement.plan import going_of, planned
from rules.book_and_gun.state import ChargeInProgress, ChargeStage, State
from rules.book_and_gun.units import Phase
from rules.kernel.action import ENGINE, Action
from rules.kernel.chance import Scripted, Seeded
from rules.kernel.event import Event
from rules.seam.asking import Outcome
from rules.table.measure import between, length
from rules.table.reference import square_of


def _evaded(events: Sequence[Event]) -> bool:
    return any(isinstance(e, RidersEvaded) and e.away for e in events)


def _charges(events: Sequence[Event]) -> list[ChargeInProgress]:
    return [e.charge for e in events if isinstance(e, ChargeUpdated)]


def came_about(state: State, action: Action, outcome: Outcome, events: Sequence[Event]) -> bool:
    match outcome.kind:
        case "vehicle hit":
            return any(isinstance(e, VehicleFiredAt) and e.hits and e.vehicle == outcome.of for e in events)
        case "vehicle stopped":
            return any(
                isinstance(e, VehicleStruck) and e.fate != "unharmed" and e.vehicle == outcome.of for e in events
            )
        case "vehicle destroyed":
            return any(
                isinstance(e, VehicleStruck) and e.fate == "destroyed" and e.vehicle == outcome.of for e in events
            )
        case "attack lost":
            return any(isinstance(e, AttackLost) and e.vehicle == outcome.of for e in events)
        case "cycling":
            return any(isinstance(e, CyclesUsed) and e.pairs for e in events)
        case "all cycling":
            return any(isinstance(e, CyclesUsed) and not e.short for e in events)
        case "mounted":
            return any(isinstance(e, RidersUp) and e.pairs for e in events)
        case "all mounted":
            return any(isinstance(e, RidersUp) and not e.short for e in events)
        case "rides off":
            return _evaded(events) and any(c.stage is ChargeStage.OVER for c in _charges(events))
        case "followed":
            return _evaded(events) and not any(c.stage is ChargeStage.OVER for c in _charges(events))
        case "disordered":
            return any(isinstance(e, RidersEvaded) and not e.away for e in events)
        case "driver found":
            return any(isinstance(e, DriverSought) and e.able for e in events)
        case "aboard":
            return any(isinstance(e, PeopleIn) and e.seats for e in events)
        case "all aboard":
            return any(isinstance(e, PeopleIn) and e.seats and not e.short for e in events)
        case "all the way" | "stopped" | "ends in" if (driving := _driving(state, action)) is not None:
            return _drove(state, driving, outcome, _moved(events))
        case "all the way":
            moved = _moved(events)
            return moved.inches >= _wanted(state, action) - 0.06
        case "stopped":
            return _moved(events).inches < _free(state, action, _moved(events)) - 0.06
        case "ends in":
            return square_of(state.board, _end(state, action, _moved(events))) == outcome.of
        case "reaches":
            return any(isinstance(e, ChargeDeclared) and e.charge is not None for e in events)
        case "spotted":
            return any(isinstance(e, SpottingTried) and e.spotted for e in events)
        case "rallies":
            return any(isinstance(e, MoraleChanged) and e.reason == "rallied" for e in events)
        case "hit" if outcome.of:
            units = outcome.of.split("+")
            return any(_hits(e, units) or (isinstance(e, BlastRolled) and e.hits and e.unit in units) for e in events)
        case "hit":
            return any(isinstance(e, BlastRolled) and e.hits for e in events)
        case "hit by":
            firers = outcome.of.split("+")
            return any(isinstance(e, Volleyed) and e.hits and e.figure in firers for e in events)
        case "falls" if outcome.of:
            units = outcome.of.split("+")
            return any(
                isinstance(e, FigureFell | SteedHit)
                and e.cause in ("fire", "explosion", "artillery")
                and e.unit in units
                for e in events
            )
        case "falls":
            return any(isinstance(e, FigureFell | SteedHit) for e in events)
        case "stunned":
            units = outcome.of.split("+")
            return any(isinstance(e, FiguresStunned) and e.unit in units for e in events)
        case "back blast":
            side = state.unit(outcome.of).side
            return any(
                isinstance(e, FigureFell | SteedHit) and e.cause == "back blast" and state.unit(e.unit).side == side
                for e in events
            )
        case "on target":
            return any(isinstance(e, Bombarded) and e.burst == e.aim for e in events)
        case "caught" if outcome.of:
            units = outcome.of.split("+")
            return any(isinstance(e, BlastRolled) and e.unit in units for e in events)
        case "caught":
            return any(isinstance(e, BlastRolled) and e.figures for e in events)
        case "arrives":
            return any(isinstance(e, FireRequested) and e.arrived for e in events)
        case "comes down":
            return any(isinstance(e, BuildingStruck) and e.destroyed for e in events)
        case "opens":
            return any(isinstance(e, DoorFiredAt) and e.hits for e in events)
        case "joker":
            return any(isinstance(e, JokerNamed) and str(e.die) == outcome.of for e in events)
        case "holds":
            return not any(isinstance(e, SideImmobile) for e in events)
        case "immobile":
            return any(isinstance(e, SideImmobile) for e in events)
        case kind if kind.startswith("is "):
            tested = next(e for e in events if isinstance(e, MoraleTested) and e.unit == outcome.of)
            after = [e.morale.value for e in events if isinstance(e, MoraleChanged) and e.unit == outcome.of]
            return (after or [state.unit(tested.unit).morale.value])[-1] == kind.removeprefix("is ")
        case "led the whole way":
            return any(
                isinstance(e, UnitMoved) and e.how == "led" and e.figures == (outcome.of,) and _arrived(action, e)
                for e in events
            )
        case "dog wins" | "dog's fight":
            fought = _dog_fought(state, events)
            return fought.loser == fought.defender if outcome.kind == "dog wins" else fought.result == outcome.of
        case "first bout":
            fought = _fought(events)
            return fought is not None and fought.loser == fought.charger
        case "first loser":
            fought = _fought(events)
            return fought is not None and fought.result == outcome.of
        case "gets away":
            return not any(isinstance(e, CombatJoined) for e in events)
        case "caught":
            return any(isinstance(e, CombatJoined) for e in events)
        case _:
            raise AssertionError(f"nothing tells whether {outcome} came about")


def _arrived(action: Action, moved: UnitMoved) -> bool:
    """Whether it has come to the place that was named: "20,21.5"."""
    goal = tuple(float(part) for part in action.to.split(","))
    return between(moved.placed[0].at, goal) < 0.06


def _dog_fought(state: State, events: Sequence[Event]) -> Fought:
    """The fight to which a dog was sent, were it fought at once, with dice that no two of these hearings share."""
    there = replace(fold(state, list(events)), phase=Phase.CLOSE_COMBAT, run=None, phase_steps=("routed under fire",))
    chance = Seeded(b"dog", next(_DOGS))
    fought = _fought(decide(there, ResolveCloseCombat(), ENGINE, chance))
    assert fought is not None
    return fought


_DOGS = count()


def _driving(state: State, action: Action) -> Driving | None:
    unit = state.find(getattr(action, "unit", ""))
    if action.name() != "move" or unit is None or not any(f.seat is not None for f in unit.present):
        return None
    figures = group_of(state, unit, action.figures)
    return judge_drive(state, unit, figures, action) if figures[0].seat is not None else None


def _drove(state: State, driving: Driving, outcome: Outcome, moved: UnitMoved) -> bool:
    if outcome.kind == "all the way":
        return moved.inches >= whole_way(driving).inches - 0.06
    if outcome.kind == "stopped":
        return "in the way" in moved.short
    end = moved.path[-1] if moved.path else driving.vehicles[0].at
    return square_of(state.board, end) == outcome.of


def _moved(events: Sequence[Event]) -> UnitMoved:
    return next(e for e in events if isinstance(e, UnitMoved) and e.how in ("move", "flight"))


def _fought(events: Sequence[Event]) -> Fought | None:
    return next((e for e in events if isinstance(e, Fought)), None)


def _plan(state, action):
    unit = state.unit(action.unit)
    return planned(state, unit, [f.id for f in group_of(state, unit, action.figures)], action)


def _wanted(state, action):
    """The inches to where it is meant to go."""
    plan = _plan(state, action)
    return min(length([plan.start, *plan.goal]), 1e6 if plan.at_most is None else plan.at_most)


def _end(state, action, moved):
    return moved.path[-1] if moved.path else _plan(state, action).start


def _free(state, action, moved):
    """The inches that these dice give where nobody stands in the way."""
    plan = _plan(state, action)
    going, _ = going_of(state, plan, action)
    roll = movement_roll(going, Scripted([f"d6:{die}" for die in moved.dice]), options=state.options)
    _, way, _ = settled(state, plan, roll, action)
    return way.inches if way is not None else 0.0


def _hits(event: Event, units: Sequence[str]) -> bool:
    """Whether a shot or a grenade hit somebody of these units."""
    if isinstance(event, BurstRolled):
        return event.hits > 0 and event.unit in units
    return isinstance(event, Volleyed) and event.hits > 0 and event.target in units
