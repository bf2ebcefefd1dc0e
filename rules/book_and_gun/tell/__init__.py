"""Events in words for one viewer: short, plain, with the reasons for every number. One module per subject.

What concerns a unit that the viewer may not know is not told to him. The words that all subjects share are in
`words.py`.
"""

from __future__ import annotations

from rules.battle.telling import told_by
from rules.book_and_gun.events import EVENTS
from rules.book_and_gun.tell.aircraft import tell_aircraft
from rules.book_and_gun.tell.battle import tell_battle
from rules.book_and_gun.tell.combat import tell_combat
from rules.book_and_gun.tell.cycles import tell_cycles
from rules.book_and_gun.tell.devices import tell_devices
from rules.book_and_gun.tell.explosives import tell_explosives
from rules.book_and_gun.tell.fire import tell_fire
from rules.book_and_gun.tell.guns import tell_guns
from rules.book_and_gun.tell.hand import tell_hand
from rules.book_and_gun.tell.horses import tell_horses
from rules.book_and_gun.tell.hostages import tell_hostages
from rules.book_and_gun.tell.hounds import tell_hounds
from rules.book_and_gun.tell.idle import QUIET
from rules.book_and_gun.tell.indirect import tell_indirect
from rules.book_and_gun.tell.luck import LUCKS
from rules.book_and_gun.tell.movement import tell_movement
from rules.book_and_gun.tell.orders import tell_orders, tell_sealing
from rules.book_and_gun.tell.vehicles import tell_vehicles
from rules.book_and_gun.tell.words import Words

tell = told_by(
    EVENTS,
    Words,
    tell_battle,
    tell_movement,
    tell_fire,
    tell_explosives,
    tell_devices,
    tell_indirect,
    tell_combat,
    tell_hand,
    tell_vehicles,
    tell_aircraft,
    tell_horses,
    tell_guns,
    tell_hounds,
    tell_cycles,
    tell_hostages,
    tell_orders,
    tell_sealing,
    shown=False,
    quiet=QUIET,
    lucks=LUCKS,
)
