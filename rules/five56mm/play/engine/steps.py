"""The deeds that may be declared or broken off, in the order in which they are offered, and how far one gets.

A step in which the owner of a skill wants to be asked is broken off by a question and taken up again with his answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.battle.course import BrokenOff
from rules.battle.deed import Deeds
from rules.five56mm.actions import RollingAction
from rules.five56mm.events.battle import Asked
from rules.five56mm.play.engine.hand import HAND_DEEDS
from rules.five56mm.play.engine.umpire import UMPIRE_DEEDS
from rules.five56mm.play.fire import deeds as fire
from rules.five56mm.play.melee import deeds as melee
from rules.five56mm.play.movement import deeds as movement
from rules.five56mm.play.tasks import deeds as tasks
from rules.five56mm.play.turn import free
from rules.five56mm.play.turn.course import Resumed, Unanswered
from rules.five56mm.play.vehicles import deeds as vehicles
from rules.five56mm.state import Question, State
from rules.kernel.event import Event

STEPS = Deeds[State].of(
    (movement.FALL_BACK, melee.ENGAGE, melee.ESCAPE, melee.WITHDRAW),
    (fire.FIRE, fire.AUTO_FIRE, fire.THROW, fire.COVER_SHOT, fire.THROW_BACK),
    (tasks.TREAT_INJURY, tasks.FIRST_AID, movement.MOVE, movement.SPRINT, movement.JUMP, tasks.CARRY),
    (vehicles.BOARD, vehicles.DRIVE, vehicles.PILOT, vehicles.FAST_ROPE, vehicles.LEAVE, tasks.USE_RADIO),
    (movement.AIM, movement.STEALTH, fire.COVERING_FIRE, movement.HIDE, movement.FACE),
    (free.END_GO, free.ARM_LUCK),
    (*UMPIRE_DEEDS, *HAND_DEEDS),
)


def as_far_as_asked(
    state: State, step: Callable[[Resumed], Sequence[Event]], action: RollingAction | None, chance: Resumed
) -> list[Event]:
    """A step to its end, or to the question that breaks it off. `action` None: it is the engine's own."""
    try:
        return list(step(chance))
    except Unanswered as unanswered:
        prospect, drawn = unanswered.prospect, unanswered.drawn
        question = Question(
            number=state.questions + 1,
            kind="help",
            side=state.character(prospect.who).side,
            who=(prospect.who,),
            about=prospect.who,
            help=prospect.help,
            margin=prospect.roll.margin,
            what=prospect.roll.what,
        )
        held = BrokenOff(drawn, chance.answers, action)
        return [Asked(question=question, held=held, draws=drawn[len(chance.draws) :])]
