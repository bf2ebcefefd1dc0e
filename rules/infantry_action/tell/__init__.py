"""Events in words for one viewer; what he may not know is not told. One module per subject, as in `events`."""

from __future__ import annotations

from rules.battle.telling import told_by
from rules.infantry_action.events import EVENTS
from rules.infantry_action.tell.air import tell_air
from rules.infantry_action.tell.armour import tell_armour
from rules.infantry_action.tell.fire import tell_fire
from rules.infantry_action.tell.idle import QUIET
from rules.infantry_action.tell.luck import LUCKS
from rules.infantry_action.tell.movement import tell_movement
from rules.infantry_action.tell.orders import tell_orders, tell_sealing
from rules.infantry_action.tell.reaction import tell_reaction
from rules.infantry_action.tell.sight import tell_sight
from rules.infantry_action.tell.turn import tell_turn
from rules.infantry_action.tell.umpire import tell_umpire
from rules.infantry_action.tell.words import Words
from rules.infantry_action.tell.works import tell_works

tell = told_by(
    EVENTS,
    Words,
    tell_turn,
    tell_orders,
    tell_movement,
    tell_sight,
    tell_fire,
    tell_works,
    tell_air,
    tell_armour,
    tell_reaction,
    tell_umpire,
    tell_sealing,
    quiet=QUIET,
    lucks=LUCKS,
)
