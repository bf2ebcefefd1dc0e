"""Whom and what a side may name: what it has seen. IA-R157"""

from __future__ import annotations

from rules.infantry_action.knowledge import as_shown, fogged, knows, knows_work
from rules.infantry_action.play.sight.locating import locates
from rules.infantry_action.state import State
from rules.kernel.action import SideId
from rules.seam.viewing import Viewer


def may_name(state: State, side: SideId, ref: str) -> bool:
    """Whether a side may know whom or what an id stands for: a group that it sees or has seen, its men, guns and
    vehicles, an empty vehicle that it has located, a work that it has seen. True where it stands for nothing.
    No order rests on anything else. IA-orders.information, IA-R093, IA-R157, IA-R158, IA-R225"""
    if not fogged(state):
        return True
    if not knows_work(state, side, ref):
        return False
    part = state.find(ref) or state.find_gun(ref) or state.find_vehicle(ref)
    group = state.find_group(part.group if part is not None else ref)
    if group is None or group.side == side:
        return True
    if knows(state, side, group.id) and as_shown(state, Viewer(side)).find_group(group.id) is not None:
        return True
    empty = state.unmanned(ref)
    return empty is not None and any(locates(state, own, empty) for own in state.groups_of(side))
