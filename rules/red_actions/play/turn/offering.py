"""Offers as most deeds make them: the action as it stands, where it is lawful now."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from rules.battle.deed import lawful
from rules.kernel.action import Action, Actor, SideId
from rules.red_actions.state import State
from rules.red_actions.units import Unit
from rules.seam.asking import Offer

A = TypeVar("A", bound=Action)


def own(state: State, side: SideId, ref: str) -> Unit | None:
    """A unit of that side."""
    unit = state.find(ref)
    return unit if unit is not None and unit.side == side else None


def if_lawful(
    state: State, action: A, judge: Callable[[State, A, Actor], object], side: SideId, label: str, detail: str = ""
) -> Iterator[Offer]:
    if lawful(judge, state, action, Actor.player(side)):
        yield Offer(action, label, detail=detail)
