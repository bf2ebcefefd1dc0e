"""Contact: signs that a side has of its own groups and of what it sees. IA-R252"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from rules.action import SideId
from rules.infantry_action.knowledge import openly
from rules.infantry_action.play.command.writing import orderable
from rules.infantry_action.play.movement.obeying import obeyed
from rules.infantry_action.state import State


def _located(state: State, side: SideId) -> Iterator[str]:
    """Groups that stand in the open: whether somebody unseen has one in sight its side does not learn. IA-R260"""
    return (group.id for group in state.groups_of(side) if openly(state, group.id))


def _sighted(state: State, side: SideId) -> Iterator[str]:
    """Enemies that it has located, now or before."""
    seen = {each.target for each in state.glimpses if each.side == side}
    return (g.id for g in state.groups if g.side != side and g.kind != "prisoners" and g.id in seen)


def _fired_on(state: State, side: SideId) -> Iterator[str]:
    """In the period that is over; of those too who have nobody left."""
    return (f"{g.id} {state.looked_in}" for g in state.groups if g.side == side and g.fired_on_in == state.looked_in)


def _forbidden(state: State, side: SideId) -> Iterator[str]:
    """Groups that their last test keeps from what they are ordered, or makes do something else."""
    for group in state.groups_of(side):
        if state.anchor(group.id) is not None and obeyed(state, group, group.order).why:
            yield f"{group.id} {state.period}"


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
