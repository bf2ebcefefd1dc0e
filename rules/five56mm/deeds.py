"""Every deed of 5.56mm, in the order in which they are offered: the likeliest first, answers for good at the end."""

from __future__ import annotations

from rules.battle.deed import Deeds
from rules.five56mm.orders.panel import ordering
from rules.five56mm.orders.table import orders_over
from rules.five56mm.play.engine.answering import ANSWER, STANDING_ANSWER
from rules.five56mm.play.engine.proceeding import PROCEED
from rules.five56mm.play.engine.steps import STEPS
from rules.five56mm.state import State

_BY_HAND = (*STEPS.rows.values(), ANSWER, STANDING_ANSWER)

ORDERS = orders_over(Deeds[State].of(_BY_HAND))
"""What stands ordered, over all that can be done by hand."""

ORDERING = ordering(ORDERS)

DEEDS = Deeds[State].of(_BY_HAND, (PROCEED,), ORDERS.rows)
