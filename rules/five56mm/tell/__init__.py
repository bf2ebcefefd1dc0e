"""Events in words for one viewer; what he may not know is not told. One module per subject, as in `events`."""

from __future__ import annotations

from rules.battle.telling import told_by
from rules.five56mm.events import EVENTS
from rules.five56mm.tell.battle import tell_battle
from rules.five56mm.tell.fire import tell_fire
from rules.five56mm.tell.foot import tell_foot
from rules.five56mm.tell.hand import tell_hand
from rules.five56mm.tell.idle import QUIET
from rules.five56mm.tell.luck import LUCKS
from rules.five56mm.tell.orders import tell_orders, tell_sealing
from rules.five56mm.tell.vehicles import tell_vehicles
from rules.five56mm.tell.words import Words

tell = told_by(
    EVENTS,
    Words,
    tell_battle,
    tell_foot,
    tell_fire,
    tell_vehicles,
    tell_hand,
    tell_orders,
    tell_sealing,
    quiet=QUIET,
    lucks=LUCKS,
)
