"""What comes to light, applied."""

from __future__ import annotations

from rules.kernel.changing import replace
from rules.red_actions.events.sight import DummyGone, Revealed, SightEvent
from rules.red_actions.state import State
from rules.red_actions.units import Concealment


def evolve_sight(state: State, event: SightEvent) -> State:
    match event:
        case Revealed():
            unit = state.find(event.unit)
            if unit is None:
                return state
            upon = event.by if event.was is Concealment.AMBUSH and event.why == "seen" else ""
            at = event.at
            holes = tuple(
                replace(dug, secret_of="") if at is not None and dug.holds(at) else dug for dug in state.foxholes
            )
            shown = replace(unit, hidden=Concealment.NO, marker=0, came_upon=upon)
            return replace(state.with_unit(shown), foxholes=holes)
        case DummyGone():
            return replace(state, dummies=tuple(dummy for dummy in state.dummies if dummy.marker != event.marker))
