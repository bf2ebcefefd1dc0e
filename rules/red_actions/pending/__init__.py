"""What a battle is in the middle of: tasks that wait on the agenda, one module a chapter, and the question that stands.

The agenda is a stack; its last task is the next. A task is data, so that a restart loses nothing; the chapter's step
function does it (`play/engine/agenda.py` has the table), and puts what follows from it in its place.
"""

from __future__ import annotations

from typing import TypeAlias

from rules.red_actions.pending.charge import ChargeTask
from rules.red_actions.pending.fire import FireTask
from rules.red_actions.pending.morale import MoraleTask
from rules.red_actions.pending.movement import MovementTask
from rules.red_actions.pending.works import WorksTask

Task: TypeAlias = MoraleTask | FireTask | ChargeTask | MovementTask | WorksTask
