"""5.0 Injury in a battle: somebody is hit, and what follows for him and for those who held or carried him."""

from __future__ import annotations

from rules.five56mm.book.injury import Harm, Injury, Level, StruckBody, WoundOnRecord, injure
from rules.five56mm.book.profile import Gear
from rules.five56mm.book.tables import NUMBERS
from rules.five56mm.events.foot import CombatEnded, Died, Hurt
from rules.five56mm.play.ground import field
from rules.five56mm.play.turn.course import Course, body_penalties
from rules.five56mm.state import Character, State


def body_of(state: State, who: Character) -> StruckBody:
    """What he resists a hit with. MM-5.0.2, MM-5.0.5, MM-8.0.6, MM-R44."""
    return StruckBody(
        strength=who.traits.strength,
        body_armour=who.wears(Gear.BODY_ARMOUR),
        minor=any(wound.level is Level.MINOR for wound in who.wounds),
        penalties=body_penalties(state, who, action=False),
    )


def hurt(course: Course, victim: str, harm: Harm, *, by: str | None = None, weapon: str = "") -> Injury | None:
    """Somebody is hit: dice, wound, death. None for one who is out of the battle already.

    MM-5.0.1, MM-5.0.2, MM-5.01.4, MM-5.01.5, MM-R46.
    """
    who = course.state.character(victim)
    if not who.alive:
        return None
    body = body_of(course.state, who)
    helped = StruckBody(body.strength, body.body_armour, body.minor, body.penalties, course.helps(who))
    injury = injure(harm, helped, course.chance, course.house)
    wound = _wound(course.state, who, injury)
    citations = tuple(dict.fromkeys((harm.citation, "MM-5.0.2")))
    course.happen(
        Hurt(
            character=victim,
            cause=harm.what,
            injury=injury,
            wound=wound,
            by=by,
            weapon=weapon,
            citations=citations,
        )
    )
    if injury.level is Level.DEAD:
        die(course, victim, harm.what, by=by, weapon=weapon)
    elif injury.level is Level.MORTAL:
        let_go(course, victim)
    return injury


def _wound(state: State, who: Character, injury: Injury) -> WoundOnRecord | None:
    """The record of a wound: its countdown ends at the end of turn t + n. MM-5.01.4, MM-R45, MM-R46."""
    if injury.level in (Level.NONE, Level.DEAD):
        return None
    number = max((wound.number for wound in who.wounds), default=0) + 1
    dies_at = None if injury.countdown is None else state.turn + injury.countdown
    return WoundOnRecord(number, injury.level, dies_at=dies_at)


def die(course: Course, victim: str, cause: str, *, by: str | None = None, weapon: str = "") -> None:
    """He is killed. MM-5.01.5."""
    let_go(course, victim)
    course.happen(Died(character=victim, cause=cause, by=by, weapon=weapon, citations=("MM-5.01.5",)))


def let_go(course: Course, who: str) -> None:
    """He fights nobody any more. MM-5.01.4."""
    for opponent in course.state.opponents(who):
        course.happen(CombatEnded(one=who, other=opponent))


def drawn_apart(course: Course, who: str) -> None:
    """Whoever has come out of reach fights hand to hand no more. MM-3.7.1."""
    for opponent in course.state.opponents(who):
        if (field.distance(course.state, who, opponent) or 0.0) > NUMBERS.contact:
            course.happen(CombatEnded(one=who, other=opponent))
