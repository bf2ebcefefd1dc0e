"""Deeds of fire."""

from __future__ import annotations

from rules.battle.deed import AnyDeed, Deed
from rules.infantry_action.actions.fire import Fire
from rules.infantry_action.play.fire import planning
from rules.infantry_action.state import State
from rules.kernel.chance import Chance
from rules.kernel.event import Event


def _plan(state: State, ready: planning.Planned, chance: Chance) -> list[Event]:
    return planning.write(state, ready)


FIRE_DEEDS: tuple[AnyDeed[State], ...] = (
    Deed(
        action=Fire,
        judge=planning.judge_fire,
        carry_out=_plan,
        odds=planning.foreseen,
        offers=planning.offers_of,
    ),
)
