"""Contact: signs that a side has of its own groups and of what it sees. IA-R252"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from rules.infantry_action.figures import Figure, Life
from rules.infantry_action.knowledge import openly, sees
from rules.infantry_action.play.command.writing import orderable
from rules.infantry_action.play.movement.obeying import obeyed
from rules.infantry_action.state import State
from rules.kernel.action import SideId


def _located(state: State, side: SideId) -> Iterator[str]:
    """Groups that stand in the open: whether somebody unseen has one in sight its side does not learn. IA-R260"""
    return (group.id for group in state.groups_of(side) if openly(state, group.id))


def _sighted(state: State, side: SideId) -> Iterator[str]:
    """Enemies that it has located, now or before."""
    seen = {each.target for each in state.glimpses if each.side == side}
    return (g.id for g in state.groups if g.side != side and g.kind != "prisoners" and g.id in seen)


def _fired_on(state: State, side: SideId) -> Iterator[str]:
    """In the period that is over, of those too who have nobody left: a group that is under fire, each enemy who is seen
    to fire at it, and each man whom it has lost meanwhile. What a seal was written under is no new sign. IA-R270"""
    period = state.looked_in
    for group in state.groups:
        if group.side != side or group.fired_on_in != period:
            continue
        yield group.id
        yield from (f"{group.id} by {firer}" for firer in group.fired_on_by if _seen(state, side, firer))
        lost = sum(_fell(state.figure(id_), period) for id_ in group.lost)
        yield from (f"{group.id} loses {number}" for number in range(1, lost + 1))


def _fell(man: Figure, period: int) -> bool:
    """Whoever went over the edge by order is no loss. IA-R153"""
    return man.lost_in == period and not man.fit and man.life is not Life.WITHDRAWN


def _seen(state: State, side: SideId, firer: str) -> bool:
    """Whether the side sees who fires: of fire from nowhere nobody can tell whether it is another's."""
    found = state.find_group(firer)
    return found is not None and found.side != side and sees(state, side, firer)


def _forbidden(state: State, side: SideId) -> Iterator[str]:
    """Groups that their last test keeps from what they are ordered, or makes do something else, each with what it makes
    of the order. IA-R270"""
    for group in state.groups_of(side):
        if state.anchor(group.id) is not None and (why := obeyed(state, group, group.order).why):
            yield f"{group.id} {why}"


def _arrived(state: State, side: SideId) -> Iterator[str]:
    """Groups with nothing left of a way; each order is another sign."""
    for group in state.groups_of(side):
        order = group.order
        if order is not None and order.route and not order.path:
            yield f"{group.id} {order.given}"


def _joined(state: State, side: SideId) -> Iterator[str]:
    """Groups of its own on the table: one more waits for its first order."""
    return iter(orderable(state, side))


CONTACTS: Mapping[str, Callable[[State, SideId], Iterator[str]]] = MappingProxyType(
    {
        "located": _located,
        "sighted": _sighted,
        "fired-on": _fired_on,
        "forbidden": _forbidden,
        "arrived": _arrived,
        "joined": _joined,
    }
)
