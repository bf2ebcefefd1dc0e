"""The orders of The Book and the Gun: steps, stops, who may be waiting for a card, and how orders are given."""

from __future__ import annotations

from collections.abc import Sequence

from rules.battle.deed import Deeds
from rules.battle.envelope import Envelope
from rules.battle.orders.data import Order, Step
from rules.battle.orders.giving import LENGTHS, require_place, require_target, steps_of
from rules.battle.orders.horizons import UNTIL
from rules.battle.orders.standing import Reading, StandingOrders
from rules.battle.orders.stops import StopKind, losses, near, turn_come
from rules.battle.orders.table import LEAST, NEAR, Comes, OrderTable, StepKind, step_words
from rules.battle.orders.turns import envelope_for, holding
from rules.book_and_gun.actions.orders import GiveOrders
from rules.book_and_gun.book.switches import on
from rules.book_and_gun.orders import aloft, bombing, hauling, offered, signs
from rules.book_and_gun.orders.whereabouts import WHEREABOUTS
from rules.book_and_gun.play.ground.knowing import knows
from rules.book_and_gun.play.ground.tabletop import is_own
from rules.book_and_gun.play.turn.readiness import fire_chances, movers
from rules.book_and_gun.play.turn.sequence import CARD_PHASES, independents, part_of_phase, waiting
from rules.book_and_gun.state import ARMY, INSURGENTS, State
from rules.book_and_gun.units import Phase, Unit
from rules.kernel.action import SideId
from rules.seam.viewing import Viewer

MOVE, FIRE, JOKER = Phase.MOVEMENT.value, Phase.FIRE.value, "joker"

TAKE_JOKER = "take the joker"
NAMES = ("fire at", "throw at", "flash bang at", "charge", "send the dog", "follow")
"""Steps that are about a unit."""
_AT_ANY = ("charge", "send the dog")
"""Steps that are about a unit where one is named."""
_WITH_ENEMY = " with an enemy within {} in"
_WORTH = (
    "charge",
    "send the dog",
    "fire at",
    "fire at the nearest",
    "fire at the best odds",
    "strike at the best odds",
    "canister",
    "throw",
    "throw at",
    "mortar at the nearest",
    "mortar at the best odds",
    "mission at the best odds",
)
"""Steps that are done only at such a chance or better."""


def _name(state: State, ref: str) -> str:
    found = state.find(ref)
    return found.name if found is not None else ref


def _kind(key: str, phase: str, comes_to: Comes[State], limit: str = "") -> StepKind[State]:
    return StepKind(key, (phase,), comes_to, step_words(key, _name, limit))


STEPS: tuple[StepKind[State], ...] = (
    _kind(TAKE_JOKER, JOKER, offered.plain("joker")),
    _kind("advance", MOVE, offered.advance, NEAR),
    _kind("advance to", MOVE, offered.advance_to, NEAR),
    _kind("swim to", MOVE, hauling.swim_to),
    _kind("tow to", MOVE, hauling.tow_to),
    _kind("mount", MOVE, offered.plain("mount")),
    _kind("dismount", MOVE, offered.plain("dismount", leave=False)),
    _kind("limber", MOVE, offered.plain("form-up", gun="limber")),
    _kind("unlimber", MOVE, offered.plain("form-up", gun="unlimber")),
    _kind("land at", MOVE, aloft.land_at),
    _kind("set down at", MOVE, aloft.set_down_at),
    _kind("pick up at", MOVE, aloft.pick_up_at),
    _kind("follow", MOVE, offered.follow),
    _kind("charge", MOVE, offered.charge, LEAST),
    _kind("send the dog", MOVE, offered.send_dog, LEAST),
    _kind("lead hostages", MOVE, offered.lead),
    _kind("step back", MOVE, offered.plain("move", backwards=True)),
    _kind("rally", MOVE, offered.rally),
    _kind("enter", MOVE, offered.plain("enter")),
    _kind("request fire", MOVE, offered.plain("request-fire")),
    _kind("plant", MOVE, offered.plant),
    _kind("breach", MOVE, offered.breach),
    StepKind("detonate", (MOVE, FIRE), bombing.fire_device, step_words("detonate", _name, _WITH_ENEMY)),
    _kind("sweep", MOVE, offered.plain("sweep")),
    _kind("search", MOVE, offered.plain("search")),
    _kind("lie down", MOVE, offered.plain("form-up", posture="prone")),
    _kind("fire at the best odds", FIRE, offered.fire_best, LEAST),
    _kind("fire at the nearest", FIRE, offered.fire_nearest, LEAST),
    _kind("fire at", FIRE, offered.fire_at, LEAST),
    _kind("strike at the best odds", FIRE, offered.strike_best, LEAST),
    _kind("canister", FIRE, hauling.canister, LEAST),
    _kind("throw", FIRE, offered.throw, LEAST),
    _kind("throw at", FIRE, offered.throw, LEAST),
    _kind("flash bang at", FIRE, offered.flash_bang),
    _kind("smoke at", FIRE, offered.smoke),
    _kind("smoke ahead", FIRE, offered.smoke_ahead),
    StepKind("smoke dischargers", (MOVE, FIRE), offered.discharge, step_words("smoke dischargers", _name)),
    _kind("mortar at the best odds", FIRE, offered.mortar_best, LEAST),
    _kind("mortar at the nearest", FIRE, offered.mortar_nearest, LEAST),
    _kind("mortar at", FIRE, offered.mortar_at),
    _kind("mission at the best odds", FIRE, offered.mission_best, LEAST),
    _kind("mission at", FIRE, offered.mission_at),
    _kind("look", FIRE, offered.plain("spot")),
    StepKind("hold", (MOVE, FIRE), offered.plain("hold"), step_words("hold", _name), idle=True),
)

STOPS: tuple[StopKind[State], ...] = (
    StopKind("charged", signs.charged, lambda stop: "charged"),
    StopKind("fired at", signs.fired_at, lambda stop: "fired at"),
    StopKind("unsteady", signs.unsteady, lambda stop: "pinned or shaken"),
    near(signs.near),
    StopKind("new enemy", signs.new_enemy, lambda stop: "another enemy unit is seen", whole=True),
    losses(signs.losses),
    turn_come(lambda state: state.turn),
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


def between_phases(state: State) -> bool:
    """Whether a phase has begun, and no card has been turned in it."""
    return state.orders.between and bool(phase(state)) and state.run is None and part_of_phase(state) == "cards"


def amid_volley(state: State, unit: str) -> bool:
    """Whether some of the unit have fired in this phase, and others may still."""
    found = state.unit(unit)
    fired = state.phase is Phase.FIRE and any(figure.fire_turn == state.turn for figure in found.fit)
    return fired and bool(fire_chances(state, found))


def envelope_of(state: State) -> Envelope | None:
    """The envelope of the phase where both sides order it at once, sealed. BG-R196."""
    if state.phase not in CARD_PHASES or state.ended or not on(state, "sealed-orders"):
        return None
    key = f"the {state.phase.value} phase of turn {state.turn}"
    return envelope_for(state.envelope, key, (side.key for side in state.sides if side.key in (ARMY, INSURGENTS)))


# ── Orders at work ────────────────────────────────────────────────────────────────────────────────────────────────


def orders_over(by_hand: Deeds[State]) -> StandingOrders[State]:
    """The orders of this rule set over the deeds that players can do by hand."""
    table: OrderTable[State] = OrderTable(
        steps=STEPS,
        stops=STOPS,
        orders=lambda state: state.orders,
        deeds=by_hand,
        phases=(MOVE, FIRE),
        phase=phase,
        moment=moment,
        waiting=could_act,
        units=of_side,
        able=lambda state, side: tuple(ref for ref in of_side(state, side) if state.unit(ref).fit),
        must=offered.must,
        opens=between_phases,
        amid=amid_volley,
        unordered=_unordered,
        name=lambda state, unit: state.unit(unit).name,
        where=WHEREABOUTS,
    )
    return StandingOrders(
        table,
        envelope_of,
        lambda state: state.sealed_turns,
        Reading(action=GiveOrders, steps=_steps, turn=lambda state: state.turn, until=_until),
    )


def _unordered(state: State, side: SideId) -> Order | None:
    """Where orders are sealed, units without any take their joker and hold. BG-R196."""
    return holding(envelope_of(state), side, state.phase.value, Step(TAKE_JOKER))


def _steps(state: State, side: SideId, action: GiveOrders) -> list[Step]:
    steps = steps_of(action, lambda does: _step(state, side, action, does))
    if action.jokers and any(step.kind != "hold" for step in steps):
        return [Step(TAKE_JOKER), *steps]
    return steps


def _step(state: State, side: SideId, action: GiveOrders, does: str) -> Step:
    number = action.within if does in ("advance", "advance to", "detonate") else None
    if does in _WORTH:
        number = action.least
    if does in ("swim to", "tow to"):
        return Step(does, require_place(action.to, "B2, 6in toward", "Where are they to go?"))
    if does == "advance to":
        return Step(does, require_place(action.to, "B2, 6in toward", "Where are they to advance to?"), number)
    if does in ("land at", "set down at", "pick up at"):
        return Step(does, require_place(action.to, "B2, 6in toward", "Where are they to land?"))
    if does == "smoke at":
        return Step(does, require_place(action.to, "B2, 2in toward", "Where is smoke to lie?"), number)
    if does in ("mortar at", "mission at"):
        return Step(does, require_place(action.to, "B2, Cell 2", "Where is it to fall?"))
    if does in ("fire at", "throw at", "flash bang at", "follow") or (does in _AT_ANY and action.target):
        return Step(does, _target(state, side, action.target, friend=does == "follow"), number)
    return Step(does, "", number)


def _target(state: State, side: SideId, named: str | None, *, friend: bool) -> str:
    """A unit that the side knows of."""

    def own(ref: str) -> bool | None:
        found = state.find(ref)
        return is_own(state, side, found) if found is not None and knows(state, Viewer(side), found) else None

    return require_target(named, friend, own, "your own units", "the units that you see")


def _until(state: State, lasts: str, phases: Sequence[str]) -> tuple[int, str] | None:
    """The turn and phase with which orders lapse; those given after a phase are for the next one of its kind."""
    if lasts in ("battle", UNTIL):
        return None
    turn = max(1, state.turn)
    gone = {Phase.SETUP: (), Phase.MOVEMENT: (), Phase.FIRE: (MOVE,)}.get(state.phase, (MOVE, FIRE))
    to_come = [each for each in phases if each not in gone]
    if lasts in LENGTHS:
        return ((turn if to_come else turn + 1) + LENGTHS[lasts] - 1, "")
    return (turn, to_come[0]) if to_come else (turn + 1, phases[0])
