"""Plans in Red Actions: its units with what they are for, and the lists of orders by which they do their tasks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from rules.battle.orders.giving import fights
from rules.battle.orders.standing import StandingOrders
from rules.battle.plans.planning import planning
from rules.battle.plans.table import Destination, KnownEnemy, PlanTable, TaskKind, UnitInPlan, UnitTask
from rules.kernel.action import Action, SideId
from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.orders import GiveOrders
from rules.red_actions.actions.segment import Answer
from rules.red_actions.book.kinds import Arm, Cover
from rules.red_actions.orders import known
from rules.red_actions.orders.offered import ARRIVED
from rules.red_actions.play.charge.strengths import match_of
from rules.red_actions.play.ground.fronts import side_struck
from rules.red_actions.play.ground.terrain import cover_of
from rules.red_actions.state import Phase, State
from rules.red_actions.units import Concealment, Unit
from rules.seam.planning import BattleAim, Boldness, Intent, LetterPlan, PlannedLine, Planning, UnitRole
from rules.table.measure import between
from rules.table.reference import Surroundings, place, point_text

WINS = {Boldness.CAREFUL: 65, Boldness.STEADY: 50, Boldness.BOLD: 35}
"""Per cent: the chance to win from which a unit charges."""
_LEAST = {Boldness.CAREFUL: 25, Boldness.STEADY: 15, Boldness.BOLD: 5}
"""Per cent: the chance of an effect from which a shot is taken."""
_SHAKEN = {Boldness.CAREFUL: 1, Boldness.STEADY: 2, Boldness.BOLD: 3}
"""Terror markers from which a unit rallies before anything else."""
_GUNS_RANGE = 40.0
"""Inches beyond which a gun's fire is worth little for a plan: it sees no farther, as a rule."""
_OUT_OF_REACH = 18.0
"""Inches that whoever is kept safe keeps from an enemy: sabres ride 16. RA-move.1"""
_NEAR = 4.0
"""Inches round a place within which an enemy is at it."""
_TRAIN_STOPS = 20.0
"""Inches to the nearest enemy at which a train stops and fires."""
_SHOOTERS = (Arm.GUN, Arm.MORTAR, Arm.MG, Arm.TACHANKA, Arm.ENGINE)
_STANDS: dict[str, Any] = {"charged": "fire", "spare": "cover"}

Steps = dict[str, Any]


def planning_of(orders: StandingOrders[State]) -> Planning[State]:
    """For the seam."""

    made = planning(
        PlanTable(
            pieces=_pieces,
            foes=_foes,
            board=lambda state: state.board,
            write=_written,
            goals=_goals,
            lawful=orders.may,
            answer=_answer,
            slot=lambda action: action.name(),
            fights=fights,
            edge=lambda state, side: state.side(side).edge,
        )
    )

    def plans(state: State, side: SideId, aims: Sequence[BattleAim], intent: Intent) -> tuple[LetterPlan, ...]:
        """Before the first turn troops are placed, and nothing is ordered."""
        found = made.plans(state, side, aims, intent) if state.phase is Phase.PLAYING else ()
        return tuple(_in_order(state, plan) for plan in found)

    return replace(made, plans=plans)


def _in_order(state: State, plan: LetterPlan) -> LetterPlan:
    """Its lines as the segments of a turn follow: guns and machine-guns open the way, officers come last.
    RA-action.one"""

    def turn(line: PlannedLine) -> int:
        arm = state.card(state.unit(line.units[0])).arm
        return 0 if arm in _SHOOTERS else 2 if not arm.fights else 1

    return replace(plan, lines=tuple(sorted(plan.lines, key=turn)))


# ── Who is there ──────────────────────────────────────────────────────────────────────────────────────────────────


def _pieces(state: State, side: SideId) -> list[UnitInPlan]:
    """Its units on the table and those that are to come, without those who go with another unit."""
    own = (unit for unit in state.of(side) if not unit.with_unit)
    return [
        UnitInPlan(
            unit=unit.id,
            name=unit.name,
            at=unit.at,
            reach=float(state.card(unit).move),
            range=_range(state, unit),
            worth=_worth(state, unit),
            roles=_roles(state, unit),
            people=_people(state, unit),
        )
        for unit in own
        if unit.at is not None or unit.arrives or unit.aboard or unit.routing
    ]


def _range(state: State, unit: Unit) -> float:
    return min(float(state.card(unit).range), _GUNS_RANGE) * (0.5 if state.card(unit).arm is Arm.RIFLE else 1.0)


def _worth(state: State, unit: Unit) -> float:
    """Bases, a machine-gun or a gun as two riflemen's."""
    each = 2.0 if state.card(unit).arm in _SHOOTERS else 1.0 if state.card(unit).arm.fights else 0.0
    return each * len(unit.bases)


def _people(state: State, unit: Unit) -> tuple[str, ...]:
    return (*(base.id for base in unit.bases), *(officer.id for officer in state.officers_in(unit.id)))


def _roles(state: State, unit: Unit) -> tuple[UnitRole, ...]:
    """By arm. A general is kept safe, as supply carts are and whoever runs or rides on something; other seniors lead.
    RA-def.officer.senior"""
    arm = state.card(unit).arm
    if unit.routing or unit.aboard:
        return (UnitRole.SAFE,)
    match arm:
        case Arm.OFFICER:
            senior = state.senior(unit.id)
            kept = senior is not None and senior.general
            return (UnitRole.SAFE, UnitRole.COMMAND) if kept else (UnitRole.COMMAND, UnitRole.SAFE)
        case Arm.CART:
            return (UnitRole.SAFE,)
        case Arm.GUN | Arm.MORTAR:
            return UnitRole.FIRE, UnitRole.CREW, UnitRole.HOLD, UnitRole.SAFE
        case Arm.MG | Arm.TACHANKA:
            return UnitRole.FIRE, UnitRole.HOLD, UnitRole.SCREEN
        case Arm.SABRE:
            return UnitRole.ASSAULT, UnitRole.SCREEN, UnitRole.RESERVE, UnitRole.FIRE
        case Arm.TANK | Arm.ARMOURED_CAR:
            return UnitRole.ASSAULT, UnitRole.FIRE, UnitRole.SCREEN
        case Arm.RIFLE:
            return UnitRole.ASSAULT, UnitRole.FIRE, UnitRole.HOLD, UnitRole.RESERVE
        case _:
            return (UnitRole.FIRE,)


def _foes(state: State, side: SideId) -> list[KnownEnemy]:
    """Whoever stands in the open, and markers, whatever is behind them. RA-R241"""
    return [
        KnownEnemy(foe.at, 1.0)
        if foe.unit is None
        else KnownEnemy(foe.at, _worth(state, foe.unit), foe.key, tuple(base.id for base in foe.unit.bases))
        for foe in known.foes(state, side)
    ]


# ── What is written ───────────────────────────────────────────────────────────────────────────────────────────────


def _written(state: State, side: SideId, piece: UnitInPlan, task: UnitTask, boldness: Boldness) -> Iterator[Action]:
    unit = state.unit(piece.unit)
    steps = _steps(state, unit, task, boldness)
    if unit.aboard:
        steps = {"first": "hold"}
    elif unit.at is None:
        steps = _before("come on", steps)
    yield GiveOrders.model_validate({**_STANDS, **steps, "units": (unit.id,), "lasts": "turn"})


def _before(first: str, steps: Steps) -> Steps:
    """The list with another step at its head; the last of four is left out."""
    listed = [steps.get(name) for name in ("first", "then", "third")]
    return {**steps, **dict(zip(("first", "then", "third", "last"), (first, *listed), strict=True))}


def _steps(state: State, unit: Unit, task: UnitTask, boldness: Boldness) -> Steps:
    arm = state.card(unit).arm
    if unit.rails is not None:
        return _train(state, unit)
    if arm is Arm.OFFICER or arm is Arm.CART or task.kind is TaskKind.SHELTER:
        return _kept_out(state, unit, task)
    steps = _troops(state, unit, task, boldness)
    steps = {**steps, "least": _LEAST[boldness], "win": WINS[boldness]}
    if unit.terror >= _SHAKEN[boldness] and state.card(unit).rally:
        return {**_before("rally from terror", steps), "terror": _SHAKEN[boldness]}
    return steps


def _train(state: State, unit: Unit) -> Steps:
    """It fires; on it runs while nobody is near. RA-train.move.1"""
    near = known.gap(state, unit)
    runs = ("brake the train",) if near is not None and near <= _TRAIN_STOPS else ("run the train",)
    return {"first": "fire at the best odds", "then": runs[0], "third": "keep the train's speed"}


def _kept_out(state: State, unit: Unit, task: UnitTask) -> Steps:
    """Out of the enemy's reach: staff follow nobody who is in it, carts and guns draw back out of it."""
    steps: Steps = {"first": "draw back", "within": _OUT_OF_REACH}
    leader = state.find(task.unit)
    if leader is None or leader.at is None or leader.id == unit.id or task.kind is TaskKind.SHELTER:
        return steps
    near = min((between(leader.at, foe.at) for foe in known.foes(state, unit.side)), default=None)
    safe = near is None or near > _OUT_OF_REACH + 2 * ARRIVED
    return {**steps, "then": "follow", "target": leader.id} if safe else steps


def _troops(state: State, unit: Unit, task: UnitTask, boldness: Boldness) -> Steps:
    arm = state.card(unit).arm
    where = task.place or (point_text(task.at) if task.at is not None else "")
    there = unit.at is not None and task.at is not None and between(unit.at, task.at) <= ARRIVED
    stays: Steps = {"first": "fire at the best odds", "then": "take cover", "third": "rally from terror"}
    match task.kind:
        case TaskKind.TAKE | TaskKind.APPROACH | TaskKind.BRING if where and not there:
            return _goes(state, unit, where)
        case TaskKind.TAKE:
            return (
                {"first": "charge", "then": "fire at the best odds", "third": "take cover", "last": "rally from terror"}
                if there
                else _hunts(arm)
            )
        case TaskKind.HOLD if where and not there and _must_come(state, unit, task):
            return _goes(state, unit, where)
        case TaskKind.HOLD | TaskKind.STAND if arm is Arm.SABRE:
            return {"first": "charge", **dict(zip(("then", "third", "last"), stays.values(), strict=True))}
        case TaskKind.SUPPORT if where:
            return _supports(state, unit, task, where)
        case TaskKind.FOLLOW | TaskKind.TREAT if task.unit:
            return {
                "first": "fire at the best odds",
                "then": "follow",
                "target": task.unit,
                "third": "rally from terror",
            }
        case TaskKind.BREAK_OFF:
            return {"first": "draw back", "then": "rally from terror", "third": "fire at the best odds"}
        case TaskKind.LEAVE:
            return {"first": "fire and advance", "then": "rally from terror"}
        case _:
            return stays


def _goes(state: State, unit: Unit, where: str) -> Steps:
    """Sabres charge, else ride on, else fire; foot charges, else fires where that is worth it and goes on."""
    arm = state.card(unit).arm
    if arm in (Arm.GUN, Arm.MORTAR):
        return {"first": "fire at the best odds", "then": "unlimber", "third": "rally from terror"}
    if arm is Arm.SABRE:
        return {
            "first": "charge",
            "then": "advance to",
            "third": "fire at the best odds",
            "last": "rally from terror",
            "to": where,
        }
    return {
        "first": "charge",
        "then": "fire and advance",
        "third": "advance to",
        "last": "rally from terror",
        "to": where,
    }


def _hunts(arm: Arm) -> Steps:
    """The enemy is the aim, wherever he is."""
    if arm in (Arm.GUN, Arm.MORTAR):
        return {"first": "fire at the best odds", "then": "unlimber", "third": "rally from terror"}
    if arm is Arm.SABRE:
        return {"first": "charge", "then": "advance", "third": "fire at the best odds", "last": "rally from terror"}
    return {"first": "charge", "then": "fire and advance", "third": "advance", "last": "rally from terror"}


def _supports(state: State, unit: Unit, task: UnitTask, where: str) -> Steps:
    """Fire; who has nobody to fire at goes on until the place is in range, no nearer to an enemy than half of it."""
    reaches = _range(state, unit)
    near = unit.at is not None and task.at is not None and between(unit.at, task.at) <= reaches
    if near:
        return {
            "first": "fire at the best odds",
            "then": "unlimber",
            "third": "take cover",
            "last": "rally from terror",
        }
    return {
        "first": "fire at the best odds",
        "then": "advance to",
        "third": "rally from terror",
        "to": where,
        "within": reaches / 2,
    }


def _must_come(state: State, unit: Unit, task: UnitTask) -> bool:
    """Whoever is in cover stays in it until an enemy is at the place; who lies in ambush does not go at all."""
    if unit.hidden is Concealment.AMBUSH or state.card(unit).arm in (Arm.GUN, Arm.MORTAR):
        return False
    at = task.at
    lost = at is not None and any(between(foe.at, at) <= _NEAR for foe in known.foes(state, unit.side))
    return lost or cover_of(state, unit) is Cover.OPEN


# ── Where orders lead, and what is answered ───────────────────────────────────────────────────────────────────────


def _goals(state: State, side: SideId, action: Action) -> Iterator[Destination]:
    if not isinstance(action, GiveOrders):
        return
    words = (action.first, action.then, action.third, action.last)
    at = None
    if (
        action.to is not None
        and state.board is not None
        and {"advance to", "march to", "advance", "fire and advance"} & set(words)
    ):
        try:
            at = place(action.to, Surroundings(state.board))
        except RuleViolation:
            return  # told where the line is refused
    for unit in action.units or tuple(unit.id for unit in state.of(side)):
        yield Destination(unit, at)


_ANSWERS = ("yes", "cover", "fire", "evade", "stand", "go-on")
"""What is answered to a question, the first of these that is open. A charge: see `_when_charged`."""


def _answer(state: State, side: SideId, aims: Sequence[BattleAim], intent: Intent) -> Action | None:
    """In the middle of something: the stronger counter-charges, everybody else stands and fires. RA-charge.counter"""
    question = state.question
    if question is None or question.side != side:
        return None
    answers = (
        ("counter-charge", *_ANSWERS)
        if question.kind == "charged" and _stronger(state, question.who[0], question.about)
        else _ANSWERS
    )
    found = next((answer for answer in answers if answer in question.choices), None)
    return None if found is None or question.kind == "promote" else Answer.model_validate({"answer": found})


def _stronger(state: State, own: str, other: str) -> bool:
    unit, foe = state.find(own), state.find(other)
    if unit is None or foe is None or foe.hidden is not Concealment.NO:
        return False
    return not match_of(state, foe, unit, side_struck(state, foe, unit), True, ()).odds.charger_stronger
