"""The umpire's hand: he wounds, kills, heals, steadies, gives and takes as the story demands. What he does is on the
record with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.action import Actor
from rules.battle.deed import Deed, certain
from rules.battle.umpire import UmpireActed, by_hand
from rules.event import Event
from rules.five56mm.actions.hand import THINGS, Give, Heal, Kill, Steady, Take, WoundByUmpire
from rules.five56mm.book.injury import Level, Wound
from rules.five56mm.book.morale import Courage
from rules.five56mm.book.profile import Gear
from rules.five56mm.book.tables import MELEE
from rules.five56mm.book.weapons import Arm, weapon
from rules.five56mm.events.foot import Calmed
from rules.five56mm.events.hand import KitChanged, WoundDealt, WoundsHealed
from rules.five56mm.play.harm.harm import die, let_go
from rules.five56mm.play.turn.course import Course
from rules.five56mm.play.turn.deeds import on_course
from rules.five56mm.play.turn.goes import find_character
from rules.five56mm.state import Character, State
from rules.naming import folded
from rules.refusals import Why
from rules.violation import RuleViolation


@dataclass(frozen=True, slots=True)
class Stricken:
    """Who is wounded or killed (without a wound), with what is put on record of it."""

    record: UmpireActed
    character: str
    wound: Wound | None


def _living(state: State, who: str) -> Character:
    found = find_character(state, who)
    if not found.alive:
        raise RuleViolation("not-there", f"{found.name} is out of the battle already.", remedy="Choose somebody else.")
    return found


def _record(who: Character, what: str, action: WoundByUmpire | Kill | Heal | Steady | Give | Take) -> UmpireActed:
    return by_hand(who.squad, f"{who.name} {what}", action.reason, sealed=action.sealed)


def _judge_wound(state: State, action: WoundByUmpire, by: Actor) -> Stricken:
    """MM-5.01.1 to MM-5.01.4."""
    who, level = _living(state, action.character), Level(action.grade)
    if (level is Level.MORTAL) != (action.turns is not None):
        problem = "How long he has left to live is" + (" not said." if level is Level.MORTAL else " for Mortal Wounds.")
        raise RuleViolation("turns-to-live", problem, remedy="Give turns with a mortal wound, and only then.")
    number = max((wound.number for wound in who.wounds), default=0) + 1
    dies_at = None if action.turns is None else state.turn + action.turns
    return Stricken(_record(who, "wounded", action), who.id, Wound(number, level, dies_at=dies_at))


def _judge_kill(state: State, action: Kill, by: Actor) -> Stricken:
    who = _living(state, action.character)
    return Stricken(_record(who, "killed", action), who.id, None)


def _strike(course: Course, stricken: Stricken) -> None:
    """MM-5.01.4, MM-5.01.5."""
    course.happen(stricken.record)
    if stricken.wound is None:
        die(course, stricken.character, "the umpire's word")
        return
    course.happen(WoundDealt(character=stricken.character, wound=stricken.wound, citations=("MM-5.0.4",)))
    if stricken.wound.level is Level.MORTAL:
        let_go(course, stricken.character)


def _heal(state: State, action: Heal, by: Actor) -> Sequence[Event]:
    who = _living(state, action.character)
    if not who.wounds:
        raise RuleViolation(Why.NOT_WOUNDED, f"{who.name} has no wounds.", remedy="Choose somebody who is wounded.")
    return (_record(who, "healed", action), WoundsHealed(character=who.id))


def _steady(state: State, action: Steady, by: Actor) -> Sequence[Event]:
    who = _living(state, action.character)
    if who.courage is Courage.STEADY:
        raise RuleViolation(Why.IS_STEADY, f"{who.name} is steady.", remedy="Choose somebody who is not.")
    return (_record(who, "steadied", action), Calmed(character=who.id))


def _give(state: State, action: Give, by: Actor) -> Sequence[Event]:
    who = _living(state, action.character)
    word, arms, gear = folded(action.what), who.arms, who.traits.gear
    if word in ("ammunition", "ammo"):
        if not any(arm.ammo_low or arm.out for arm in arms):
            raise RuleViolation(Why.HAS_ENOUGH, f"{who.name} has ammunition.", remedy="Give somebody who has run out.")
        full = tuple(replace(arm, ammo_low=False, out=False) for arm in arms)
        return _exchanged(who, "ammunition", full, gear, action)
    thing = _thing(action.what)
    if thing in gear if isinstance(thing, Gear) else who.arm(thing) is not None:
        raise RuleViolation(Why.HAS_IT, f"{who.name} has that already.", remedy="Give him something else.")
    if isinstance(thing, Gear):
        return _exchanged(who, _one(thing.value), arms, (*gear, thing), action)
    return _exchanged(who, _one(_title(thing)), (*arms, Arm(thing)), gear, action)


def _take(state: State, action: Take, by: Actor) -> Sequence[Event]:
    who = _living(state, action.character)
    word, arms, gear = folded(action.what), who.arms, who.traits.gear
    missing = RuleViolation(Why.HAS_NONE, f"{who.name} has no {action.what}.", remedy="Take something that he has.")
    if word in ("ammunition", "ammo"):
        if all(arm.out for arm in arms):
            raise missing
        return _exchanged(who, "all ammunition", tuple(replace(arm, out=True) for arm in arms), gear, action)
    thing = _thing(action.what)
    if isinstance(thing, Gear):
        if thing not in gear:
            raise missing
        return _exchanged(who, f"the {thing.value}", arms, tuple(own for own in gear if own is not thing), action)
    if who.arm(thing) is None:
        raise missing
    return _exchanged(who, f"the {_title(thing)}", tuple(arm for arm in arms if arm.weapon != thing), gear, action)


def _exchanged(
    who: Character, what: str, arms: tuple[Arm, ...], gear: tuple[Gear, ...], action: Give | Take
) -> Sequence[Event]:
    """What somebody carries is his own side's business, and so is why he does."""
    given = isinstance(action, Give)
    acted = _record(who, f"{'was given' if given else 'lost'} {what}", action)
    changed = KitChanged(character=who.id, what=what, given=given, arms=arms, gear=gear, audience=(who.side,))
    return (acted if action.sealed else replace(acted, audience=(who.side,)), changed)


def _thing(what: str) -> Gear | str:
    """Worn kit, or the key of a weapon. Raises RuleViolation for neither."""
    for gear in Gear:
        if folded(what) in (gear.value, gear.value.split()[-1]):
            return gear
    for key, blade in MELEE.items():
        if folded(what) in (key, folded(blade.title)):
            return key
    try:
        return weapon(what).key
    except RuleViolation as unknown:
        raise RuleViolation(
            unknown.code, f"There is nothing called {what!r} to give or take.", remedy=f"Name one of: {THINGS}."
        ) from None


def _title(key: str) -> str:
    return MELEE[key].title.lower() if key in MELEE else weapon(key).title


def _one(thing: str) -> str:
    return thing if thing.endswith(("s", "armour")) else f"a {thing}"


HAND_DEEDS = (
    Deed(action=WoundByUmpire, judge=_judge_wound, carry_out=on_course(_strike)),
    Deed(action=Kill, judge=_judge_kill, carry_out=on_course(_strike)),
    certain(Heal, _heal),
    certain(Steady, _steady),
    certain(Give, _give),
    certain(Take, _take),
)
