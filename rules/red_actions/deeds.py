"""Every deed of Red Actions, in the order in which they are offered."""

from __future__ import annotations

from collections.abc import Sequence

from rules.battle.deed import AnyDeed, Deeds
from rules.red_actions.orders.panel import ordering
from rules.red_actions.orders.table import orders_over
from rules.red_actions.play.ambush.deeds import AMBUSH_DEEDS
from rules.red_actions.play.charge.deeds import CHARGE_DEEDS
from rules.red_actions.play.command.deeds import COMMAND_DEEDS
from rules.red_actions.play.engine.deeds import FIRST_DEEDS, LAST_DEEDS
from rules.red_actions.play.engine.rounds import PROCEED
from rules.red_actions.play.fire.deeds import FIRE_DEEDS
from rules.red_actions.play.morale.deeds import MORALE_DEEDS
from rules.red_actions.play.movement.deeds import MOVEMENT_DEEDS
from rules.red_actions.play.rails.deeds import RAILS_DEEDS
from rules.red_actions.play.setup.deeds import SETUP_DEEDS
from rules.red_actions.play.umpire.deeds import UMPIRE_DEEDS
from rules.red_actions.play.works.deeds import WORKS_DEEDS
from rules.red_actions.state import State

_BY_HAND: tuple[Sequence[AnyDeed[State]], ...] = (
    FIRST_DEEDS,
    AMBUSH_DEEDS,
    FIRE_DEEDS,
    SETUP_DEEDS,
    MOVEMENT_DEEDS,
    CHARGE_DEEDS,
    RAILS_DEEDS,
    MORALE_DEEDS,
    COMMAND_DEEDS,
    WORKS_DEEDS,
    LAST_DEEDS,
)

ORDERS = orders_over(Deeds[State].of(*_BY_HAND))
"""What stands ordered, over all that can be done by hand."""

ORDERING = ordering(ORDERS)

DEEDS = Deeds[State].of(*_BY_HAND, UMPIRE_DEEDS, (PROCEED,), ORDERS.rows)

BESIDE: tuple[str, ...] = ("turn", "scout", "call-out", "join", "leave", "rally-pinned", "stand", "watch")
"""What is done beside an action, or is none: nobody pre-empts it. RA-R110"""
