"""Deeds of support from off the table."""

from __future__ import annotations

from rules.battle.deed import AnyDeed, certain
from rules.infantry_action.actions.support import CallSupport
from rules.infantry_action.play.support import calling
from rules.infantry_action.state import State

SUPPORT_DEEDS: tuple[AnyDeed[State], ...] = (certain(CallSupport, calling.judge_call, offers=calling.offers_of),)
