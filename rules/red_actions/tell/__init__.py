"""Events in words for one viewer; what he may not know is not told. One module per subject, as in `events`."""

from __future__ import annotations

from rules.battle.telling import told_by
from rules.red_actions.events import EVENTS
from rules.red_actions.tell.agenda import tell_agenda
from rules.red_actions.tell.ambush import tell_ambush
from rules.red_actions.tell.charge import tell_charge
from rules.red_actions.tell.command import tell_command
from rules.red_actions.tell.fire import tell_fire
from rules.red_actions.tell.idle import QUIET
from rules.red_actions.tell.luck import LUCKS
from rules.red_actions.tell.morale import tell_morale
from rules.red_actions.tell.movement import tell_movement
from rules.red_actions.tell.orders import tell_orders, tell_sealing
from rules.red_actions.tell.rails import tell_rails
from rules.red_actions.tell.setup import tell_setup
from rules.red_actions.tell.sight import tell_sight
from rules.red_actions.tell.turn import tell_turn
from rules.red_actions.tell.umpire import tell_umpire
from rules.red_actions.tell.words import Words
from rules.red_actions.tell.works import tell_works

tell = told_by(
    EVENTS,
    Words,
    tell_turn,
    tell_agenda,
    tell_fire,
    tell_morale,
    tell_command,
    tell_charge,
    tell_movement,
    tell_works,
    tell_rails,
    tell_ambush,
    tell_sight,
    tell_umpire,
    tell_setup,
    tell_orders,
    tell_sealing,
    quiet=QUIET,
    lucks=LUCKS,
)
