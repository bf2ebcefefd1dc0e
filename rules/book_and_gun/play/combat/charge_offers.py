"""Enemies whom a unit may charge now."""

from __future__ import annotations

from collections.abc import Iterator

from rules.book_and_gun.actions.movement import ChargeEnemy
from rules.book_and_gun.evolve import fold
from rules.book_and_gun.play.aboard.crew import passengers
from rules.book_and_gun.play.combat.assault import judge_charge, plainly_too_far
from rules.book_and_gun.play.combat.combat_forecast import reaches
from rules.book_and_gun.play.ground.tabletop import known_enemies
from rules.book_and_gun.play.movement.movement_offers import with_main_body
from rules.book_and_gun.play.turn.acting import acting
from rules.book_and_gun.play.turn.readiness import movers
from rules.book_and_gun.play.turn.sequence import immobile
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Morale, Phase, Unit
from rules.kernel.action import Actor, SideId
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Offer


def charges(state: State, side: SideId, unit_id: str) -> Iterator[Offer]:
    """Enemies whom a charge can reach; without a board the distance must be given. BG-R36."""
    unit = with_main_body(state, side, unit_id) or _aboard(state, side, unit_id)
    if unit is None:
        return
    aboard = unit.aboard
    for enemy in known_enemies(state, unit):
        action = ChargeEnemy(unit=unit.id, target=enemy.id)
        if state.board is None:
            yield Offer(action, f"Charge {enemy.name}", needs=("distance",))
            continue
        if not aboard and plainly_too_far(state, unit, enemy):
            continue
        try:
            ready = judge_charge(state, action, Actor.player(unit.side))
        except RuleViolation:
            continue
        onset = ready.onset
        if reaches(fold(state, list(ready.out)), onset):  # the ground or the turn may take more than any roll brings
            label = f"Get out and charge {enemy.name}" if aboard else f"Charge {enemy.name}"
            yield Offer(action, label, facts=onset.known, detail=f"{onset.distance:.1f} in away")


def _aboard(state: State, side: SideId, unit_id: str) -> Unit | None:
    """The unit, if it is carried and may get out to charge. BG-VIII.4.2a"""
    unit = acting(state, side, unit_id, Phase.MOVEMENT)
    if unit is None or unit.reserve or unit.morale is not Morale.STEADY or immobile(state, unit.side):
        return None
    return unit if passengers(state, unit) and "unit" in movers(state, unit) else None
