"""All that can be done in a battle, a row an action, in the order in which it is offered."""

from __future__ import annotations

from rules.battle.deed import Deeds
from rules.book_and_gun.play.movement.deeds import BESIDE, MOVES
from rules.book_and_gun.state import State

DEEDS: Deeds[State] = Deeds[State].of(MOVES, BESIDE)
