"""The umpire's hand: he wounds, kills, heals, steadies, gives and takes as the story demands. What he does is on the
record with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.battle.deed import Deed, certain
from rules.battle.hand import (
    AMMUNITION,
    Subject,
    exchanged,
    has_enough,
    has_it,
    has_none,
    no_such_thing,
    on_record,
)  # fmt: skip
from rules.battle.umpire import UmpireActed, out_already
from rules.five56mm.actions.hand import THINGS, Give, Heal, Kill, Steady, Take, WoundByUmpire
from rules.five56mm.book.injury import Level, WoundOnRecord
from rules.five56mm.book.morale import Courage
from rules.five56mm.book.profile import Gear
from rules.five56mm.book.tables import MELEE
from rules.five56mm.book.weapons import Arm, check_loadout, weapon
from rules.five56mm.events.foot import Calmed
from rules.five56mm.events.hand import KitChanged, WoundDealt, WoundsHealed
from rules.five56mm.play.harm.harm import die, let_go
from rules.five56mm.play.turn.course import Course
from rules.five56mm.play.turn.deeds import on_course
from rules.five56mm.play.turn.goes import find_character
from rules.five56mm.state import Character, State
from rules.kernel.action import Actor
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.language.naming import folded


@dataclass(frozen=True, slots=True)
class Stricken:
    """Who is wounded or killed (without a wound), with what is put on record of it."""

    record: UmpireActed
    character: str
    wound: WoundOnRecord | None


def _living(state: State, who: str) -> Character:
    found = find_character(state, who)
    if not found.alive:
        raise out_already(found.name)
    return found


def _subject(who: Character) -> Subject:
    return Subject(who.squad, who.side, who.name, who.name)


def _judge_wound(state: State, action: WoundByUmpire, by: Actor) -> Stricken:
    """MM-5.01.1 to MM-5.01.4."""
    who, level = _living(state, action.character), Level(action.grade)
    if (level is Level.MORTAL) != (action.turns is not None):
        problem = "How long he has left to live is" + (" not said." if level is Level.MORTAL else " for Mortal Wounds.")
        raise RuleViolation("turns-to-live", problem, remedy="Give turns with a mortal wound, and only then.")
    number = max((wound.number for wound in who.wounds), default=0) + 1
    dies_at = None if action.turns is None else state.turn + action.turns
    return Stricken(on_record(action, _subject(who), "wounded"), who.id, WoundOnRecord(number, level, dies_at=dies_at))


def _judge_kill(state: State, action: Kill, by: Actor) -> Stricken:
    who = _living(state, action.character)
    return Stricken(on_record(action, _subject(who), "killed"), who.id, None)


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
    return (on_record(action, _subject(who), "healed"), WoundsHealed(character=who.id))


def _steady(state: State, action: Steady, by: Actor) -> Sequence[Event]:
    who = _living(state, action.character)
    if who.courage is Courage.STEADY:
        raise RuleViolation(Why.IS_STEADY, f"{who.name} is steady.", remedy="Choose somebody who is not.")
    return (on_record(action, _subject(who), "steadied"), Calmed(character=who.id))


def _give(state: State, action: Give, by: Actor) -> Sequence[Event]:
    who = _living(state, action.character)
    word, arms, gear = folded(action.what), who.arms, who.traits.gear
    if word in AMMUNITION:
        if not any(arm.ammo_low or arm.out for arm in arms):
            raise has_enough(_subject(who))
        full = tuple(replace(arm, ammo_low=False, out=False) for arm in arms)
        return _changed(who, "ammunition", full, gear, action)
    thing = _thing(action.what)
    if thing in gear if isinstance(thing, Gear) else who.arm(thing) is not None:
        raise has_it(_subject(who))
    if isinstance(thing, Gear):
        return _changed(who, _one(thing.value), arms, (*gear, thing), action)
    check_loadout((*arms, Arm(thing)), who.name)
    return _changed(who, _one(_title(thing)), (*arms, Arm(thing)), gear, action)


def _take(state: State, action: Take, by: Actor) -> Sequence[Event]:
    who = _living(state, action.character)
    word, arms, gear = folded(action.what), who.arms, who.traits.gear
    missing = has_none(_subject(who), action.what)
    if word in AMMUNITION:
        if all(arm.out for arm in arms):
            raise missing
        return _changed(who, "all ammunition", tuple(replace(arm, out=True) for arm in arms), gear, action)
    thing = _thing(action.what)
    if isinstance(thing, Gear):
        if thing not in gear:
            raise missing
        return _changed(who, f"the {thing.value}", arms, tuple(own for own in gear if own is not thing), action)
    if who.arm(thing) is None:
        raise missing
    return _changed(who, f"the {_title(thing)}", tuple(arm for arm in arms if arm.weapon != thing), gear, action)


def _changed(
    who: Character, what: str, arms: tuple[Arm, ...], gear: tuple[Gear, ...], action: Give | Take
) -> Sequence[Event]:
    changed = KitChanged(character=who.id, what=what, given=isinstance(action, Give), arms=arms, gear=gear)
    return exchanged(action, _subject(who), changed)


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
        raise no_such_thing(what, unknown, THINGS) from None


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
