"""What may be asked for in a battle, one module a subject. Each class has one deed, with its chapter in `play/`."""

from __future__ import annotations

from rules.battle.orders.sealing import BreakSeal, SealOrders
from rules.infantry_action.actions.command import Instruct, SealAhead
from rules.infantry_action.actions.fire import Fire
from rules.infantry_action.actions.movement import MOVEMENT_ACTIONS
from rules.infantry_action.actions.support import CallSupport
from rules.infantry_action.actions.turn import Proceed
from rules.infantry_action.actions.umpire import UMPIRE_ACTIONS
from rules.kernel.action import Action
from rules.kernel.event import Codec

ACTIONS: tuple[type[Action], ...] = (
    *MOVEMENT_ACTIONS,
    Instruct,
    Fire,
    CallSupport,
    SealAhead,
    SealOrders,
    BreakSeal,
    Proceed,
    *UMPIRE_ACTIONS,
)

CODEC: Codec[Action] = Codec[Action](ACTIONS, "verb")
