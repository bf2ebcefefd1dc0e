"""What may be asked for in a battle, one module per subject.

`GoAction` is what spends (part of) a go; such an action can be declared, interrupted by Covering Fire and carried out
afterwards, so the state may hold one. Each class has one deed, with its chapter in `play/`.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias, get_args

from pydantic import Field

from rules.five56mm.actions.battle import BATTLE_ACTIONS, Bombard
from rules.five56mm.actions.fire import CoverShot, FireAction, ThrowBack
from rules.five56mm.actions.foot import FREE_ACTIONS, Escape, FootAction
from rules.five56mm.actions.hand import HAND_ACTIONS
from rules.five56mm.actions.orders import ORDER_ACTIONS
from rules.five56mm.actions.vehicles import VehicleAction
from rules.kernel.action import Action
from rules.kernel.event import Codec

AnyGoAction: TypeAlias = FootAction | FireAction | VehicleAction
GoAction: TypeAlias = Annotated[AnyGoAction, Field(discriminator="verb")]

AnyRollingAction: TypeAlias = AnyGoAction | Escape | CoverShot | ThrowBack | Bombard
RollingAction: TypeAlias = Annotated[AnyRollingAction, Field(discriminator="verb")]
"""What rolls dice and may be broken off by a question about one of them."""

GO_ACTIONS: tuple[type[Action], ...] = get_args(AnyGoAction)
ROLLING_ACTIONS: tuple[type[Action], ...] = get_args(AnyRollingAction)
ACTIONS: tuple[type[Action], ...] = (
    *(*GO_ACTIONS, *FREE_ACTIONS, CoverShot, ThrowBack),
    *(*BATTLE_ACTIONS, *HAND_ACTIONS, *ORDER_ACTIONS),
)

CODEC: Codec[Action] = Codec[Action](ACTIONS, "verb")
