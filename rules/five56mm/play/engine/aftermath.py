"""5.1 The end of a battle: what becomes of the Mortally Wounded once the last shot is fired."""

from __future__ import annotations

from rules.battle.ending import Ended, battle_ended
from rules.five56mm.book.first_aid import survives
from rules.five56mm.book.injury import Level, WoundOnRecord
from rules.five56mm.book.profile import Skill
from rules.five56mm.events.battle import CareGiven
from rules.five56mm.events.foot import Survived
from rules.five56mm.play.harm.harm import die
from rules.five56mm.play.turn.course import Course
from rules.kernel.action import SideId


def end_battle(course: Course, winner: SideId | None, reason: str, *, alone: bool = False) -> None:
    """Care, then the end with the result that the last shot has brought: who is saved from a Mortal Wound does not
    stand up to fight on. However a battle ends. MM-5.1.1, MM-R47, MM-R91, MM-R118."""
    if not course.state.settled:
        care(course)
    course.happen(battle_ended(Ended(winner, reason, alone=alone), "MM-R91"))


def care(course: Course) -> None:
    """The Mortally Wounded get their one attempt, if the scenario gives care; whoever dies of it frightens nobody any
    more. MM-5.1.1 to MM-5.1.3, MM-R47."""
    state = course.state
    for who in tuple(state.living()):
        if not any(wound.level is Level.MORTAL for wound in who.wounds):
            continue
        if not (state.care and state.house.on("medical-care-after-battle")):
            die(course, who.id, "mortal wound, no care")
            continue
        medics = [c.traits.morale for c in state.living(who.side) if c.has(Skill.MEDIC) and c.able]
        test = survives(max(medics, default=None), course.chance)
        if test.passed:
            wounds = tuple(
                WoundOnRecord(w.number, Level.CRITICAL) if w.level is Level.MORTAL else w for w in who.wounds
            )
            course.happen(Survived(character=who.id, roll=test, wounds=wounds, citations=("MM-5.1.3",)))
        else:
            course.happen(Survived(character=who.id, roll=test, wounds=who.wounds, citations=("MM-5.1.3",)))
            die(course, who.id, "mortal wound after the battle")
    course.happen(CareGiven())
