"""Applying events: total, no chance, no rules. One module per subject, each one `match` over its events' union."""

from __future__ import annotations

from rules.battle.evolving import evolved_by
from rules.infantry_action.events import EVENTS
from rules.infantry_action.evolve.air import evolve_air
from rules.infantry_action.evolve.armour import evolve_armour
from rules.infantry_action.evolve.fire import evolve_fire
from rules.infantry_action.evolve.movement import evolve_movement
from rules.infantry_action.evolve.orders import evolve_orders, evolve_sealing
from rules.infantry_action.evolve.reaction import evolve_reaction
from rules.infantry_action.evolve.sight import evolve_sight
from rules.infantry_action.evolve.turn import evolve_turn
from rules.infantry_action.evolve.umpire import evolve_umpire
from rules.infantry_action.evolve.works import evolve_works

evolve = evolved_by(
    EVENTS,
    evolve_turn,
    evolve_orders,
    evolve_movement,
    evolve_sight,
    evolve_fire,
    evolve_works,
    evolve_air,
    evolve_armour,
    evolve_reaction,
    evolve_umpire,
    evolve_sealing,
)
