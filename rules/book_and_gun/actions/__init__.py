"""What may be asked for in a battle, one module per subject.

A chapter plugs in so: its action classes stand in its module here and in that module's tuple (`FIRE_ACTIONS`);
`decide.py` has one line in its table from the class to the handler, which lives in the chapter's module
(`fire.fire`). A handler is `def handler(state, action, by, chance) -> list[Event]`; it judges and rolls, and raises
RuleViolation. An action without a line in that table is refused nowhere: a test demands that every class has one.
"""

from __future__ import annotations

from rules.action import Action
from rules.book_and_gun.actions.battle import BATTLE_ACTIONS
from rules.book_and_gun.actions.combat import COMBAT_ACTIONS
from rules.book_and_gun.actions.fire import FIRE_ACTIONS
from rules.book_and_gun.actions.movement import MOVEMENT_ACTIONS
from rules.event import Codec

ACTIONS: tuple[type[Action], ...] = MOVEMENT_ACTIONS + FIRE_ACTIONS + COMBAT_ACTIONS + BATTLE_ACTIONS

CODEC: Codec[Action] = Codec[Action](ACTIONS, "verb")
