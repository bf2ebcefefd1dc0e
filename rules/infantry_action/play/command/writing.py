"""What both sides write in secret, and when: the sheets of orders and of fire, their seals, their opening."""

from __future__ import annotations

from pydantic import TypeAdapter

from rules.battle.admission import not_asked
from rules.battle.envelope import Envelope, laid_out
from rules.battle.orders.sealing import Part, Sealing
from rules.infantry_action.actions.command import SealAhead
from rules.infantry_action.groups import Ahead, FirePlan, Group, GroupOrder
from rules.infantry_action.on_the_table import Mission
from rules.infantry_action.state import PeriodStep, Side, State
from rules.kernel.action import Actor, SideId
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation

_ORDERS: TypeAdapter[tuple[tuple[str, GroupOrder], ...]] = TypeAdapter(tuple[tuple[str, GroupOrder], ...])
_FIRE: TypeAdapter[tuple[FirePlan, ...]] = TypeAdapter(tuple[FirePlan, ...])
_AHEAD: TypeAdapter[Ahead] = TypeAdapter(Ahead)
_CALLS: TypeAdapter[tuple[Mission, ...]] = TypeAdapter(tuple[Mission, ...])

WRITTEN = {PeriodStep.ORDERS: "period {}", PeriodStep.DECLARATION: "the fire of period {}"}
"""The steps in which both sides write, and what their envelopes are called."""


def side_of_firer(state: State, by: str) -> SideId:
    """Whose figure, gun, mount or device that is; "" of what is there no more."""
    found = state.firer(by) or state.device(by)
    return found.side if found is not None else ""


def group_of_firer(state: State, by: str) -> str:
    """The group of that figure, gun or mount, or of who set that device up; "" of what is nobody's."""
    device = state.device(by)
    found = state.firer(by if device is None else device.operator)
    return found.group if found is not None else ""


def words(state: State, side: SideId, part: Part) -> str:
    """What a sheet of the side says: its orders, calls and smoke of the period, or its fire. IA-R261"""
    own = (plan for plan in state.plans if side_of_firer(state, plan.by) == side)
    plans = tuple(plan for plan in own if part(group_of_firer(state, plan.by)))
    fire = _FIRE.dump_json(plans).decode()
    if state.step is PeriodStep.DECLARATION:
        return fire
    drafts = tuple(draft for draft in state.drafts if state.group(draft[0]).side == side and part(draft[0]))
    calls = tuple(call for call in state.missions if call.side == side and part(group_of_firer(state, call.caller)))
    ahead = state.ahead_of(side) if part("") else None
    bound = _AHEAD.dump_json(ahead).decode() if ahead is not None else ""
    smoke = fire if plans else ""
    return _ORDERS.dump_json(drafts).decode() + _CALLS.dump_json(calls).decode() + bound + smoke


def goes_on(state: State, side: SideId) -> bool:
    """Whether what the side has sealed ahead answers what is written now: the orders of a later period, or the fire of
    any. IA-R252"""
    ahead = state.ahead_of(side)
    return ahead is not None and (ahead.first < state.period or state.step is not PeriodStep.ORDERS)


def _writes(state: State, side: Side) -> bool:
    if goes_on(state, side.key):
        return False
    if state.step is PeriodStep.ORDERS:
        return True
    return side.fire == "ask"


def envelope_of(state: State) -> Envelope | None:
    """The envelope that is due. Whoever has sealed ahead is not asked; of the fire, neither is a side that leaves it to
    its men. IA-R021, IA-R023, IA-R252"""
    if state.ended is not None or state.step not in WRITTEN or not state.period:
        return None
    if state.envelope is not None:
        return state.envelope
    sides = [side.key for side in state.sides if _writes(state, side)]
    if not sides:
        return None
    return laid_out(WRITTEN[state.step].format(state.period), ((key, ()) for key in sides))


def orderable(state: State, side: SideId) -> tuple[str, ...]:
    """The side's groups that are on the table."""
    return tuple(group.id for group in state.groups_of(side) if state.anchor(group.id) is not None)


SEALING: Sealing[State] = Sealing(
    words, orderable, envelope_of, unwritten="groups without a new order carry on with their last one"
)


def require_writing(state: State, by: Actor, step: PeriodStep) -> SideId:
    """The side that writes, in the step in which that is written, its sheet not sealed. Raises RuleViolation."""
    if by.side is None:
        raise RuleViolation(Why.NO_SIDE, "Orders are written by a side.", remedy="Ask the player of that side.")
    if state.step is not step:
        when = "at the start of a period" if step is PeriodStep.ORDERS else "when the movement is over"
        raise RuleViolation(
            Why.NOT_YET, f"That is written {when}.", citation="IA-R023", remedy="Wait until the battle asks you for it."
        )
    found = envelope_of(state)
    if found is None or all(sheet.side != by.side for sheet in found.sheets):
        if goes_on(state, by.side):
            raise RuleViolation(
                Why.SEALED_AHEAD,
                "Your side has sealed more than this period.",
                citation="IA-R252",
                remedy=("Use ", SealAhead, " for this period alone, or wait until you are asked."),
            )
        if step is PeriodStep.DECLARATION and state.side(by.side).fire == "ask":
            raise not_asked("None of your men has anything to fire at.")
        raise not_asked("You have left the fire to your men.")
    SEALING.unsealed(state, by.side)
    return by.side


def require_written_for(state: State, by: Actor, step: PeriodStep, ref: str) -> tuple[SideId, Group]:
    """The side that writes, and the group that it writes for, whose orders are not sealed. Raises RuleViolation."""
    side = require_writing(state, by, step)
    group = require_own(state, side, ref)
    SEALING.unsealed(state, side, (group.id,))
    return side, group


def require_own(state: State, side: SideId, ref: str, *, aloft: bool = False) -> Group:
    """The side's group of that id, or the group of one of its vehicles. Raises RuleViolation; also while it is still to
    come by air, unless `aloft`."""
    vehicle = state.find_vehicle(ref)
    group = state.find_group(vehicle.group if vehicle is not None else ref)
    if group is None or group.side != side or not any(state.men(group.id)):
        raise RuleViolation(
            Why.UNKNOWN_UNIT, "You have no such group on the table.", remedy="Choose one of your own groups."
        )
    if group.kind == "prisoners":
        raise RuleViolation(
            "prisoners",
            f"{group.name} are prisoners.",
            citation="IA-pris.handling",
            remedy="They walk where their escort takes them.",
        )
    if not aloft and state.anchor(group.id) is None:
        raise RuleViolation(
            Why.NOT_YET,
            f"{group.name} has not landed yet.",
            citation="IA-air.flight-plan",
            remedy="Order it once it is on the table.",
        )
    return group
