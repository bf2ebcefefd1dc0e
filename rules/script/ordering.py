"""Orders and plans of a battle with scripted events: the rule set's own, after what the scenario wants."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.kernel.action import Action, SideId
from rules.script.aims import aims_of
from rules.script.state import S, Staged
from rules.seam.ordering import Ordering
from rules.seam.planning import BattleAim, Intent, Planning
from rules.table.board import Board


def ordering_in(inner: Ordering[S] | None, board: Callable[[S], Board | None]) -> Ordering[Staged[S]] | None:
    """The same orders, of the battle in the script."""
    if inner is None:
        return None
    return Ordering(
        proposals=lambda state, side, unit: inner.proposals(state.battle, side, unit),
        units=lambda state, side: inner.units(state.battle, side),
        sealed=lambda state, side: inner.sealed(state.battle, side),
        standing=lambda state, side: inner.standing(state.battle, side),
        ahead=lambda state, side: inner.ahead(state.battle, side),
        would_do=lambda state, side: inner.would_do(state.battle, side),
        writes=inner.writes,
        cancels=inner.cancels,
        unordered=inner.unordered,
        actions=inner.actions,
        planning=None if inner.planning is None else _planning(inner.planning, board),
        horizons=lambda state, side: inner.horizons(state.battle, side),
        ends=lambda state, side, aims: inner.ends(state.battle, side, aims),
        until=inner.until,
        lasts=inner.lasts,
        lasting=inner.lasting,
        alarms=inner.alarms,
        alarmed=inner.alarmed,
    )


def _planning(inner: Planning[S], board: Callable[[S], Board | None]) -> Planning[Staged[S]]:
    """The same plans, for what the scenario wants of the side before what is fought for anyway."""
    return Planning(
        aims=lambda state, side: aims_of(state, side, board(state.battle)) or inner.aims(state.battle, side),
        standing=lambda state, side, aims: inner.standing(state.battle, side, aims),
        roles=lambda state, side, aims: inner.roles(state.battle, side, aims),
        plans=lambda state, side, aims, intent: inner.plans(state.battle, side, aims, intent),
        warnings=lambda state, side, aims, intent, actions: inner.warnings(state.battle, side, aims, intent, actions),
        answer=lambda state, side, aims, intent: _answer(inner, state, side, aims, intent),
        slot=inner.slot,
    )


def _answer(
    inner: Planning[S], state: Staged[S], side: SideId, aims: Sequence[BattleAim], intent: Intent
) -> Action | None:
    """A choice of the script is answered by its own default."""
    return None if state.open is not None else inner.answer(state.battle, side, aims, intent)
