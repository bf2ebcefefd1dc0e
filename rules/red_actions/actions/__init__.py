"""What may be asked for in a battle, one module a subject. Each class has one deed, with its chapter in `play/`."""

from __future__ import annotations

from rules.battle.umpire import RuleFact
from rules.kernel.action import Action
from rules.kernel.event import Codec
from rules.red_actions.actions.ambush import AMBUSH_ACTIONS
from rules.red_actions.actions.captives import DoAway
from rules.red_actions.actions.command import COMMAND_ACTIONS
from rules.red_actions.actions.fight import FIGHT_ACTIONS
from rules.red_actions.actions.morale import MORALE_ACTIONS
from rules.red_actions.actions.movement import MOVEMENT_ACTIONS
from rules.red_actions.actions.orders import ORDER_ACTIONS
from rules.red_actions.actions.rails import Rail
from rules.red_actions.actions.segment import SEGMENT_ACTIONS
from rules.red_actions.actions.setup import SETUP_ACTIONS
from rules.red_actions.actions.umpire import UMPIRE_ACTIONS
from rules.red_actions.actions.works import WORKS_ACTIONS

ACTIONS: tuple[type[Action], ...] = (
    *FIGHT_ACTIONS,
    *MOVEMENT_ACTIONS,
    *AMBUSH_ACTIONS,
    *WORKS_ACTIONS,
    Rail,
    DoAway,
    *MORALE_ACTIONS,
    *COMMAND_ACTIONS,
    *SEGMENT_ACTIONS,
    *SETUP_ACTIONS,
    *ORDER_ACTIONS,
    *UMPIRE_ACTIONS,
    RuleFact,
)

CODEC: Codec[Action] = Codec[Action](ACTIONS, "verb")
