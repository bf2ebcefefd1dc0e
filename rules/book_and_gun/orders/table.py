"""The orders of The Book and the Gun: steps, stops, who may be waiting for a card, and how orders are given."""

from __future__ import annotations

from collections.abc import Sequence

from rules.action import SideId
from rules.battle.deed import Deeds
from rules.battle.envelope import Envelope, laid_out
from rules.battle.orders.data import Order, Step
from rules.battle.orders.giving import no_such_unit, require_named, steps_of
from rules.battle.orders.sealing import opened
from rules.battle.orders.standing import Reading, StandingOrders
from rules.battle.orders.table import StepKind, StopKind, Table
from rules.book_and_gun.actions.orders import GiveOrders
from rules.book_and_gun.book.switches import on
from rules.book_and_gun.orders import offered, signs
from rules.book_and_gun.play.ground.tabletop import is_own
from rules.book_and_gun.play.turn.readiness import movers
from rules.book_and_gun.play.turn.sequence import CARD_PHASES, independents, part_of_phase, waiting
from rules.book_and_gun.state import ARMY, INSURGENTS, State
from rules.book_and_gun.units import Phase, Unit
from rules.book_and_gun.view import knows
from rules.viewing import Viewer
from rules.violation import RuleViolation

MOVE, FIRE, JOKER = Phase.MOVEMENT.value, Phase.FIRE.value, "joker"

TAKE_JOKER = "take the joker"
NAMES = ("fire at", "charge", "follow")
"""Steps that are about a unit."""


def _at(state: State, step: Step) -> str:
    found = next((unit.name for unit in state.units if unit.id == step.at), step.at)
    return f" {found}" if found else ""


def _said(word: str, near: str = ""):
    def words(state: State, step: Step) -> str:
        number = near.format(f"{step.number:g}") if near and step.number is not None else ""
        return f"{word}{_at(state, step)}{number}"

    return words


_NEAR, _LEAST = ", no nearer to an enemy than {} in", " at {} % or better"

STEPS: tuple[StepKind[State], ...] = (
    StepKind(TAKE_JOKER, (JOKER,), offered.plain("joker"), _said("take the joker")),
    StepKind("advance", (MOVE,), offered.advance, _said("advance", _NEAR)),
    StepKind("advance to", (MOVE,), offered.advance_to, _said("advance to", _NEAR)),
    StepKind("follow", (MOVE,), offered.follow, _said("follow")),
    StepKind("charge", (MOVE,), offered.charge, _said("charge", _LEAST)),
    StepKind("step back", (MOVE,), offered.plain("move", backwards=True), _said("step back")),
    StepKind("rally", (MOVE,), offered.rally, _said("rally")),
    StepKind("enter", (MOVE,), offered.plain("enter"), _said("enter")),
    StepKind("lie down", (MOVE,), offered.plain("form-up", posture="prone"), _said("lie down")),
    StepKind("fire at the best odds", (FIRE,), offered.fire_best, _said("fire at the best odds", _LEAST)),
    StepKind("fire at the nearest", (FIRE,), offered.fire_nearest, _said("fire at the nearest", _LEAST)),
    StepKind("fire at", (FIRE,), offered.fire_at, _said("fire at", _LEAST)),
    StepKind("look", (FIRE,), offered.plain("spot"), _said("look")),
    StepKind("hold", (MOVE, FIRE), offered.plain("hold"), _said("hold"), idle=True),
)

STOPS: tuple[StopKind[State], ...] = (
    StopKind("charged", signs.charged, lambda stop: "charged"),
    StopKind("fired at", signs.fired_at, lambda stop: "fired at"),
    StopKind("unsteady", signs.unsteady, lambda stop: "pinned or shaken"),
    StopKind("near", signs.near, lambda stop: f"an enemy within {stop.number or 0:g} in"),
    StopKind("new enemy", signs.new_enemy, lambda stop: "another enemy unit is seen", whole=True),
    StopKind("losses", signs.losses, lambda stop: f"losses of {stop.number or 1:g} or more", whole=True, counts=True),
    StopKind("turn", signs.turn, lambda stop: f"turn {stop.number or 0:g}", whole=True),
)


# ── Who waits for what ────────────────────────────────────────────────────────────────────────────────────────────


def phase(state: State) -> str:
    return "" if state.phase not in CARD_PHASES or state.questions or state.ended else state.phase.value


def moment(state: State) -> str:
    """The phase, or a joker that waits for its unit."""
    run = state.run
    return JOKER if run is not None and run.joker and run.unit is None else phase(state)


def of_side(state: State, side: SideId) -> tuple[str, ...]:
    return tuple(unit.id for unit in state.units if is_own(state, side, unit))


def could_act(state: State, side: SideId) -> tuple[str, ...]:
    """The side's units that may take the card, those first whose main body has not moved; after the cards the leaders
    of no unit."""
    where = part_of_phase(state)
    if where == "cards":
        found = waiting(state) if state.run is not None and state.run.side == side else []
    else:
        found = independents(state) if where == "leaders" else []
    own = [unit for unit in found if is_own(state, side, unit)]
    return tuple(unit.id for unit in sorted(own, key=lambda unit: _goes_last(state, unit)))


def _goes_last(state: State, unit: Unit) -> bool:
    return state.phase is Phase.MOVEMENT and "unit" not in movers(state, unit)


def envelope_of(state: State) -> Envelope | None:
    """The envelope of the phase where both sides order it at once, sealed. BG-R196."""
    if state.phase not in CARD_PHASES or state.ended or not on(state, "sealed-orders"):
        return None
    key = f"the {state.phase.value} phase of turn {state.turn}"
    if state.envelope is not None and state.envelope.key == key:
        return state.envelope
    return laid_out(key, ((side.key, "") for side in state.sides if side.key in (ARMY, INSURGENTS)))


# ── Orders at work ────────────────────────────────────────────────────────────────────────────────────────────────


def orders_over(by_hand: Deeds[State]) -> StandingOrders[State]:
    """The orders of this rule set over the deeds that players can do by hand."""
    table: Table[State] = Table(
        steps=STEPS,
        stops=STOPS,
        orders=lambda state: state.orders,
        deeds=by_hand,
        phases=(MOVE, FIRE),
        phase=phase,
        moment=moment,
        waiting=could_act,
        units=of_side,
        must=offered.must,
        unordered=_unordered,
        name=lambda state, unit: state.unit(unit).name,
    )
    return StandingOrders(
        table, envelope_of, Reading(action=GiveOrders, steps=_steps, turn=lambda state: state.turn, until=_until)
    )


def _unordered(state: State, side: SideId) -> Order | None:
    """Where orders are sealed, units without any take their joker and hold. BG-R196."""
    steps = (Step(TAKE_JOKER), Step("hold"))
    return Order(0, side, steps, (state.phase.value,)) if opened(envelope_of(state)) else None


def _steps(state: State, side: SideId, action: GiveOrders) -> list[Step]:
    steps = steps_of(action, lambda does: _step(state, side, action, does))
    if action.jokers and any(step.kind != "hold" for step in steps):
        return [Step(TAKE_JOKER), *steps]
    return steps


def _step(state: State, side: SideId, action: GiveOrders, does: str) -> Step:
    number = action.within if does in ("advance", "advance to") else None
    if does in ("charge", "fire at", "fire at the nearest", "fire at the best odds"):
        number = action.least
    if does == "advance to":
        if not action.to:
            raise RuleViolation("no-place", "Where are they to advance to?", remedy="Name a place: B2, 6in toward …")
        return Step(does, action.to, number)
    if does == "fire at" or does == "follow" or (does == "charge" and action.target):
        return Step(does, _target(state, side, action.target, friend=does == "follow"), number)
    return Step(does, "", number)


def _target(state: State, side: SideId, named: str | None, *, friend: bool) -> str:
    """A unit that the side knows of."""
    target = require_named(named)
    found = next((u for u in state.units if u.id == target and knows(state, Viewer(side), u)), None)
    if found is None or is_own(state, side, found) is not friend:
        raise no_such_unit(target, "your own units" if friend else "the units that you see")
    return found.id


def _until(state: State, lasts: str, phases: Sequence[str]) -> tuple[int, str] | None:
    """The turn and phase with which orders lapse; those given after a phase are for the next one of its kind."""
    if lasts == "battle":
        return None
    turn = max(1, state.turn)
    gone = {Phase.SETUP: (), Phase.MOVEMENT: (), Phase.FIRE: (MOVE,)}.get(state.phase, (MOVE, FIRE))
    to_come = [each for each in phases if each not in gone]
    if lasts == "turn":
        return (turn if to_come else turn + 1, "")
    return (turn, to_come[0]) if to_come else (turn + 1, phases[0])
