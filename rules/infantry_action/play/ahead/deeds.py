"""The deed of sealing for more than one period."""

from __future__ import annotations

from rules.battle.deed import AnyDeed, certain
from rules.infantry_action.actions.command import SealAhead
from rules.infantry_action.play.ahead.sealing import write_ahead
from rules.infantry_action.state import State

AHEAD_DEEDS: tuple[AnyDeed[State], ...] = (certain(SealAhead, write_ahead),)
