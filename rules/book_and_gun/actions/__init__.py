"""What may be asked for in a battle, one module per subject.

An action's class stands in its subject's module here and in that module's tuple (`FIRE_ACTIONS`); what is done about it
is its deed, a row in the chapter's `deeds.py` (`play/fire/deeds.py`). A test demands that every action has one.
"""

from __future__ import annotations

from rules.book_and_gun.actions.battle import BATTLE_ACTIONS
from rules.book_and_gun.actions.combat import COMBAT_ACTIONS
from rules.book_and_gun.actions.devices import DEVICE_ACTIONS
from rules.book_and_gun.actions.explosives import EXPLOSIVE_ACTIONS
from rules.book_and_gun.actions.fire import FIRE_ACTIONS
from rules.book_and_gun.actions.hand import HAND_ACTIONS
from rules.book_and_gun.actions.indirect import INDIRECT_ACTIONS
from rules.book_and_gun.actions.movement import MOVEMENT_ACTIONS
from rules.book_and_gun.actions.orders import ORDER_ACTIONS
from rules.book_and_gun.actions.vehicles import VEHICLE_ACTIONS
from rules.kernel.action import Action
from rules.kernel.event import Codec

ACTIONS: tuple[type[Action], ...] = (
    MOVEMENT_ACTIONS
    + VEHICLE_ACTIONS
    + FIRE_ACTIONS
    + EXPLOSIVE_ACTIONS
    + DEVICE_ACTIONS
    + INDIRECT_ACTIONS
    + COMBAT_ACTIONS
    + BATTLE_ACTIONS
    + HAND_ACTIONS
    + ORDER_ACTIONS
)

CODEC: Codec[Action] = Codec[Action](ACTIONS, "verb")
