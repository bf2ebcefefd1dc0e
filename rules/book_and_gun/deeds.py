"""All that can be done in a battle, a row an action, in the order in which it is offered."""

from __future__ import annotations

from rules.battle.deed import Deeds
from rules.book_and_gun.orders.panel import ordering
from rules.book_and_gun.orders.table import orders_over
from rules.book_and_gun.play.combat.deeds import ANSWERS, CHARGES
from rules.book_and_gun.play.engine.deeds import COURSE, HOLDING, JOKER, SET_UP, UMPIRE
from rules.book_and_gun.play.explosives.deeds import BY_UMPIRE, DEVICES, EXPLOSIVES
from rules.book_and_gun.play.fire.deeds import FIRE
from rules.book_and_gun.play.indirect.deeds import INDIRECT
from rules.book_and_gun.play.morale.deeds import MORALE
from rules.book_and_gun.play.movement.deeds import BESIDE, BOARDING, MOVES
from rules.book_and_gun.play.sight.deeds import SIGHT
from rules.book_and_gun.state import State

_CHAPTERS = (
    ANSWERS, SET_UP, JOKER, MORALE, MOVES, BOARDING, CHARGES, BESIDE, DEVICES, FIRE, EXPLOSIVES, INDIRECT, SIGHT,
    HOLDING, COURSE, UMPIRE, BY_UMPIRE,
)  # fmt: skip

ORDERS = orders_over(Deeds[State].of(*_CHAPTERS))
"""What stands ordered, over all that can be done by hand."""

ORDERING = ordering(ORDERS)

DEEDS: Deeds[State] = Deeds[State].of(*_CHAPTERS, ORDERS.rows)
