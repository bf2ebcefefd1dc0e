"""Every deed of Infantry Action, in the order in which they are offered."""

from __future__ import annotations

from rules.battle.deed import Deeds
from rules.infantry_action.play.ahead.deeds import AHEAD_DEEDS
from rules.infantry_action.play.command.deeds import COMMAND_DEEDS
from rules.infantry_action.play.fire.deeds import FIRE_DEEDS
from rules.infantry_action.play.movement.deeds import MOVEMENT_DEEDS
from rules.infantry_action.play.support.deeds import SUPPORT_DEEDS
from rules.infantry_action.play.turn.period import PROCEED
from rules.infantry_action.play.umpire.deeds import UMPIRE_DEEDS
from rules.infantry_action.state import State

DEEDS = Deeds[State].of(
    MOVEMENT_DEEDS,
    FIRE_DEEDS,
    SUPPORT_DEEDS,
    COMMAND_DEEDS,
    AHEAD_DEEDS,
    (PROCEED,),
    UMPIRE_DEEDS,
)
