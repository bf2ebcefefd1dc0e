"""Plans in The Book and the Gun: its units, and the lists of orders by which they do their tasks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rules.battle.orders.giving import fights
from rules.battle.orders.standing import StandingOrders
from rules.battle.plans.planning import planning
from rules.battle.plans.table import Destination, KnownEnemy, PlanTable, TaskKind, UnitInPlan, UnitTask
from rules.book_and_gun.actions.orders import Does, GiveOrders
from rules.book_and_gun.book.arms import Arm, arm, indirect_range, longest_range
from rules.book_and_gun.book.explosives import REMOTE
from rules.book_and_gun.book.tables import MORTARS
from rules.book_and_gun.orders.raiding import (
    PLACES,
    before,
    carrying,
    fetching,
    forcing,
    led,
    riding,
    searching,
    sending,
)
from rules.book_and_gun.play.aboard.crew import built, manned, served
from rules.book_and_gun.play.ground.aloft import aircraft_of
from rules.book_and_gun.play.ground.tabletop import in_sight, is_own, middle
from rules.book_and_gun.play.indirect.requests import KINDS, callers, missions_left
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Unit
from rules.kernel.action import Action, SideId
from rules.kernel.violation import RuleViolation
from rules.seam.planning import BattleAim, Boldness, Intent, Planning, UnitRole
from rules.table.measure import between
from rules.table.reference import Surroundings, place, point_text

FOOT = 7.0
"""Inches that men on foot make with two dice, as a rule. BG-VIII.1.43a"""
MEN_AT_A_MORTAR = 4
THERE = 1.5
"""Inches from a place within which a unit is there."""
_LEAST = {Boldness.CAREFUL: 25, Boldness.STEADY: 10, Boldness.BOLD: None}
"""The chance in per cent from which a shot is taken."""
_MOVES = {"advance", "advance to", "follow", "step back", "lie down", "enter", "set down at", "land at", "search"}
"""What is done in the movement phase."""
_NEAR = {Boldness.CAREFUL: 14.0, Boldness.STEADY: 10.0, Boldness.BOLD: 6.0}
"""Inches from an enemy at which those in support go no nearer."""


def planning_of(orders: StandingOrders[State]) -> Planning[State]:
    """For the seam."""

    return planning(
        PlanTable(
            pieces=_pieces,
            foes=_foes,
            board=lambda state: state.board,
            write=_written,
            goals=_goals,
            lawful=orders.may,
            answer=_nothing,
            slot=lambda action: action.name(),
            led=led,
            fights=fights,
        )
    )


def _nothing(state: State, side: SideId, aims: Sequence[BattleAim], intent: Intent) -> Action | None:
    """Questions of this book are answered by their own defaults."""
    return None


def _pieces(state: State, side: SideId) -> list[UnitInPlan]:
    own = (unit for unit in state.units if is_own(state, side, unit) and unit.fit)
    return [
        UnitInPlan(
            unit=unit.id,
            name=unit.name,
            at=middle(unit.present) if unit.in_play else None,
            reach=FOOT,
            range=_range(state, unit),
            worth=float(unit.strength),
            roles=_roles(state, unit),
            people=tuple(figure.id for figure in unit.fit),
        )
        for unit in own
    ]


def _arms(state: State, unit: Unit) -> list[Arm]:
    """What its people fire first, and what is served on its vehicles."""
    carried = (key for figure in unit.fit for key in figure.traits.weapons[:1])
    mounted = (post.weapon for vehicle in manned(state, unit) for post in served(state, vehicle))
    return [arm(key) for key in dict.fromkeys((*carried, *mounted))]


def _range(state: State, unit: Unit) -> float:
    """Half of how far its best weapon reaches."""
    arms = _arms(state, unit)
    reach = (longest_range(each) if each.direct else indirect_range(each)[1] for each in arms)
    return max(reach, default=0.0) / 2


def _roles(state: State, unit: Unit) -> tuple[UnitRole, ...]:
    """Leaders of no unit command; crews of heavy weapons and of armed vehicles are a base of fire, those of mortars and
    of guns on the ground stay with them; crowds screen; everybody else attacks."""
    if _unarmed(unit):
        return (UnitRole.SCREEN,)
    if unit.traits.independent:
        return (UnitRole.COMMAND,)
    if any(served(state, vehicle) for vehicle in manned(state, unit)):
        return UnitRole.FIRE, UnitRole.ASSAULT, UnitRole.HOLD
    if _emplaced(state, unit):
        return (UnitRole.CREW,)
    if sum(figure.traits.crew for figure in unit.fit) * 2 > unit.strength:
        return UnitRole.FIRE, UnitRole.HOLD
    return UnitRole.ASSAULT, UnitRole.FIRE, UnitRole.RESERVE, UnitRole.HOLD


def _emplaced(state: State, unit: Unit) -> bool:
    """Whether it serves a gun that stands on the table, or is there for its mortars alone: no more than four men each.
    BG-X.2.6a, BG-X.13.1"""
    if any(piece.unit == unit.id and not piece.destroyed and not piece.tow for piece in state.pieces):
        return True
    mortars = sum(any(key in MORTARS for key in figure.traits.weapons[:1]) for figure in unit.fit)
    return mortars * MEN_AT_A_MORTAR >= unit.strength > 0


def _foes(state: State, side: SideId) -> list[KnownEnemy]:
    """The enemy units that the side sees. BG-VI.1.1a, BG-R183"""
    seen = [
        unit for unit in state.units if unit.in_play and not is_own(state, side, unit) and in_sight(state, side, unit)
    ]
    return [
        KnownEnemy(at, float(unit.strength), unit.id, tuple(figure.id for figure in unit.fit))
        for unit in seen
        if any(figure.traits.weapons for figure in unit.fit) and (at := middle(unit.present)) is not None
    ]


def _written(state: State, side: SideId, piece: UnitInPlan, task: UnitTask, boldness: Boldness) -> Iterator[Action]:
    unit = state.unit(piece.unit)
    if _unarmed(unit):
        yield from _crowd(state, side, unit)
        return
    steps = _steps(piece, task, boldness, _strikes(state, unit))
    if task.kind is TaskKind.FETCH:
        steps = fetching(state, unit, piece, task, steps)
    steps = forcing(state, unit, task, steps)
    if boldness is not Boldness.BOLD and _smokes(state, unit) and str(steps["first"]).startswith("advance"):
        steps["third"] = "smoke ahead"
    if task.kind is TaskKind.BRING and steps["first"] == "advance to" and _lands(state, unit):
        steps["first"] = "land at"
    steps = riding(state, unit, task, carrying(state, unit, task, steps))
    steps = searching(state, side, unit, task, sending(state, unit, steps))
    if _fires_devices(state, unit):
        steps = before(steps, "detonate")
        steps.pop("within", None)
    if any(figure.traits.detector for figure in unit.fit):
        steps = before(steps, "sweep")
    if str(steps["first"]) in _MOVES and _calls(state, unit) and _foes(state, side):
        steps = before(steps, "request fire")
    if unit.reserve:
        steps = {
            **steps,
            "first": "enter",
            "then": steps["first"],
            "third": steps.get("then"),
            "last": steps.get("third"),
        }
    given = {name: value for name, value in steps.items() if value is not None}
    if not _MOVES & {given.get(name) for name in PLACES}:
        # A list that says nothing of the movement phase would be asked there.
        if _calls(state, unit):
            yield GiveOrders(first="request fire", then="hold", units=(piece.unit,), lasts="turn")
        else:
            yield GiveOrders(first="hold", units=(piece.unit,), lasts="turn")
    yield GiveOrders.model_validate({**given, "units": (piece.unit,), "lasts": "turn"})


def _unarmed(unit: Unit) -> bool:
    """Whether nobody of it can fire: a crowd, or somebody with a bomb and a pistol."""
    return all(f.traits.bomber or not f.traits.weapons for f in unit.fit)


def _crowd(state: State, side: SideId, unit: Unit) -> Iterator[Action]:
    """While somebody of the side walks with a bomb all unarmed units go up to the enemy, so that nobody is known by
    it; else they stay. BG-X.12.9, BG-R284"""
    crowds = [each for each in state.units if is_own(state, side, each) and each.in_play and _unarmed(each)]
    if not any(f.traits.bomber for each in crowds for f in each.fit):
        yield GiveOrders(first="hold", units=(unit.id,), lasts="turn")
    elif any(f.traits.bomber for f in unit.fit):
        yield GiveOrders(first="detonate", then="advance", last="hold", units=(unit.id,), lasts="turn")
    else:
        yield GiveOrders(first="advance", then="hold", units=(unit.id,), lasts="turn")


def _strikes(state: State, unit: Unit) -> Does:
    """What it does in the fire phase: who has grenades, a mortar or missions to come uses what is likeliest to hurt."""
    rounds = unit.munitions.hand_grenades + unit.munitions.rifle_grenades
    if rounds or _calls(state, unit) or any(not each.direct for each in _arms(state, unit)):
        return "strike at the best odds"
    return "fire at the best odds"


def _lands(state: State, unit: Unit) -> bool:
    """Whether it flies helicopters, which are somewhere once they have landed there. BG-VIII.2.131, BG-R289"""
    return any(built(vehicle).aircraft == "helo" for vehicle in aircraft_of(state, unit))


def _fires_devices(state: State, unit: Unit) -> bool:
    """Whether it has something lying on the table that it fires when an enemy comes by. BG-X.12.31, BG-R237"""
    return any(
        each.kind in REMOTE and each.ready and each.side == unit.side and each.unit in ("", unit.id)
        for each in state.devices
    )


def _smokes(state: State, unit: Unit) -> bool:
    """Whether it can hide its advance where no shot is worth while. BG-X.14.3b, BG-X.14.3c"""
    loaded = any(built(vehicle).dischargers and not vehicle.discharged for vehicle in manned(state, unit))
    return loaded or unit.munitions.smoke_grenades > 0


def _calls(state: State, unit: Unit) -> bool:
    """Whether somebody of it can ask for fire from off the board that its side has left. BG-R230"""
    return any(missions_left(state, unit.side, kind) > 0 for kind in KINDS) and bool(callers(state, unit))


def _steps(piece: UnitInPlan, task: UnitTask, boldness: Boldness, strikes: Does) -> dict[str, Any]:
    """The list for a task: what is done in the movement phase, and then in the fire phase."""
    fire: dict[str, Any] = {"then": strikes, "last": "look", "least": _LEAST[boldness]}
    where = task.place or (point_text(task.at) if task.at is not None else "")
    there = piece.at is not None and task.at is not None and between(piece.at, task.at) <= THERE
    match task.kind:
        case TaskKind.FETCH:
            return {**fire, "first": "advance to", "to": where}
        case TaskKind.TAKE | TaskKind.HOLD | TaskKind.BRING if where and not there:
            return {"first": "advance to", "to": where, **fire}
        case TaskKind.APPROACH if where:
            return {"first": "advance to", "to": where, "within": _NEAR[boldness], **fire}
        case TaskKind.TAKE:
            return {"first": "advance", "within": _NEAR[boldness], **fire} if not there else {**fire, "first": "hold"}
        case TaskKind.SUPPORT if where and not (piece.at and task.at and between(piece.at, task.at) <= piece.range):
            return {"first": "advance to", "to": where, "within": _NEAR[boldness], **fire}
        case TaskKind.FOLLOW | TaskKind.TREAT if task.unit:
            return {"first": "follow", "target": task.unit, **fire}
        case TaskKind.BREAK_OFF:
            return {"first": "step back", **fire}
        case TaskKind.SHELTER:
            return {"first": "lie down", "then": "hold"}
        case _:
            return {"first": strikes, "then": "look", "least": _LEAST[boldness]}


def _goals(state: State, side: SideId, action: Action) -> Iterator[Destination]:
    if not isinstance(action, GiveOrders):
        return
    at = None
    if (
        action.to is not None
        and state.board is not None
        and "advance to" in (action.first, action.then, action.third, action.last)
    ):
        try:
            at = place(action.to, Surroundings(state.board))
        except RuleViolation:
            return  # told where the line is refused
    whom = action.units or tuple(unit.id for unit in state.units if is_own(state, side, unit))
    for unit in whom:
        yield Destination(unit, at)
