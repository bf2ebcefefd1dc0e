"""Enemies whom a unit may charge now."""

from __future__ import annotations

from collections.abc import Iterator

from rules.book_and_gun.actions.movement import ChargeEnemy
from rules.book_and_gun.play.combat.assault import judge_charge, plainly_too_far
from rules.book_and_gun.play.combat.combat_forecast import reaches
from rules.book_and_gun.play.ground.tabletop import known_enemies
from rules.book_and_gun.play.movement.movement_offers import with_main_body
from rules.book_and_gun.state import State
from rules.kernel.action import Actor, SideId
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Offer


def charges(state: State, side: SideId, unit_id: str) -> Iterator[Offer]:
    """Enemies whom a charge can reach; without a board the distance must be given. BG-R36."""
    unit = with_main_body(state, side, unit_id)
    if unit is None:
        return
    for enemy in known_enemies(state, unit):
        action = ChargeEnemy(unit=unit.id, target=enemy.id)
        if state.board is None:
            yield Offer(action, f"Charge {enemy.name}", needs=("distance",))
            continue
        if plainly_too_far(state, unit, enemy):
            continue
        try:
            onset = judge_charge(state, action, Actor.player(unit.side)).onset
        except RuleViolation:
            continue
        if reaches(state, onset):  # the ground or the turn may take more than any roll can bring
            yield Offer(action, f"Charge {enemy.name}", facts=onset.known, detail=f"{onset.distance:.1f} in away")
