"""Between battles: the wounds that a character keeps, how they heal, and what he may learn.

The book only hints at it: survivors of a Mortal Wound (5.1), veterans of several battles (11.1). By default all wounds
are healed (MM-R92); whoever keeps them follows MM-R110 and MM-R111, whoever has characters learn MM-R112. Ammunition,
LAWs, once-per-game skills and luck are fresh in every battle, because a sheet does not hold them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rules.five56mm.book import sheets
from rules.five56mm.book.injury import Level, milder
from rules.five56mm.book.profile import ABILITIES, HIGHEST, Skill, Traits, load_traits
from rules.five56mm.book.switches import House
from rules.five56mm.evolve import evolve
from rules.five56mm.state import Life, State
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.seam.growth import GrowingPerson, Growth, Upgrade
from rules.seam.sheets import SheetKind

ABILITY, SKILL = "Ability", "Special skill"
_SKILLS = {skill.value for skill in Skill}


@dataclass(frozen=True, slots=True)
class Condition:
    """What a character brings along: his open wounds, and in a muster what he has learned."""

    wounds: tuple[Level, ...] = ()
    gains: tuple[str, ...] = ()


_CONDITION = SheetKind(Condition, what="condition", remedy="Report him fit.")


def load_condition(text: str, who: str = "a character") -> Condition:
    """RuleViolation for what cannot be read."""
    return _CONDITION.load(text, who)


def _dump(condition: Condition) -> str:
    return _CONDITION.dump(condition) if condition != Condition() else ""


# ── Wounds ────────────────────────────────────────────────────────────────────────────────────────────────────────


def condition_after(events: Sequence[Event]) -> Mapping[str, str]:
    """The open wounds of all who live. One that First Aid holds counts as what it is, and a Mortal Wound that was
    survived is a Critical one by then. MM-R47, MM-R92, MM-R110."""
    state = State()
    for event in events:
        state = evolve(state, event)
    return {
        who.id: _dump(Condition(tuple(_carried(wound.level) for wound in who.wounds)))
        for who in state.characters
        if who.life is not Life.DEAD
    }


def _carried(level: Level) -> Level:
    return Level.CRITICAL if level is Level.MORTAL else level


def may_fight(condition: str) -> bool:
    """A Critical Wound keeps him in hospital. MM-R110."""
    return not {Level.CRITICAL, Level.MORTAL} & set(load_condition(condition).wounds)


def rested(condition: str) -> str:
    """Each wound is one level milder, a Minor one gone. MM-R111."""
    left = tuple(milder(level) for level in load_condition(condition).wounds)
    return _dump(Condition(tuple(level for level in left if level is not Level.NONE)))


def describe(condition: str) -> str:
    """ "Serious Wound, Minor Wound"."""
    return ", ".join(f"{level.value.capitalize()} Wound" for level in load_condition(condition).wounds)


def kept(options: tuple[tuple[str, str], ...]) -> bool:
    """By the switch wounds-between-battles. MM-R92."""
    return House(options).choice("wounds-between-battles") == "kept"


def carried(person: GrowingPerson) -> str:
    """His wounds and what he has learned, for `MusterFigure.condition`."""
    return _dump(replace(load_condition(person.condition), gains=person.gains))


# ── Upgrades ──────────────────────────────────────────────────────────────────────────────────────────────────────


def grown(traits: Traits, gains: Sequence[str]) -> Traits:
    """The sheet with what he has learned. What it cannot hold (more than +3, a skill twice) is left out."""
    for key in gains:
        if key in ABILITIES and traits.ability(key) < HIGHEST:
            traits = _raised(traits, key)
        elif key in _SKILLS and key not in traits.skills:
            traits = replace(traits, skills=(*traits.skills, Skill(key)))
    return traits


def improved(traits: Traits, key: str, comrades: Sequence[Traits] = ()) -> Traits:
    """One Upgrade more: +1 to an ability or a special skill. The limit of three holds only when a squad is created.

    MM-11.1R.4, MM-11.1R.5, MM-9.0.2, MM-10.0.1, MM-10.L.2, MM-10.E.2, MM-R92. RuleViolation where that is not allowed.
    """
    if key in ABILITIES:
        if traits.ability(key) >= HIGHEST:
            raise RuleViolation(
                "ability-full",
                f"{key.capitalize()} is at +{HIGHEST} already.",
                citation="MM-9.0.2",
                remedy="Raise another ability, or learn a special skill.",
            )
        return _raised(traits, key)
    if key not in _SKILLS:
        raise RuleViolation(
            Why.NO_IMPROVEMENT,
            "An Upgrade is +1 to one ability, or one special skill.",
            citation="MM-11.1R.4",
            remedy=f"Name one of {', '.join(ABILITIES)}, or a skill.",
        )
    skill = Skill(key)
    if skill in traits.skills:
        raise RuleViolation(
            "has-skill", f"He is {skill.value} already.", citation="MM-10.0.1", remedy="Learn another skill."
        )
    if skill is Skill.LEADER and not traits.leader:
        raise RuleViolation(
            "not-the-leader",
            "Only the squad leader can have the Leader skill.",
            citation="MM-10.L.2",
            remedy="Learn another skill.",
        )
    if skill is Skill.ELITE and any(Skill.ELITE in comrade.skills for comrade in comrades):
        raise RuleViolation(
            "one-elite",
            "There is an Elite character in the squad already.",
            citation="MM-10.E.2",
            remedy="Learn another skill.",
        )
    return replace(traits, skills=(*traits.skills, skill))


def upgrades(person: GrowingPerson, comrades: Sequence[GrowingPerson]) -> tuple[Upgrade, ...]:
    """All that he may learn, abilities first."""
    found: list[Upgrade] = []
    for key in (*ABILITIES, *(skill.value for skill in Skill)):
        try:
            found.append(upgrade(person, comrades, key))
        except RuleViolation:
            continue
    return tuple(found)


def upgrade(person: GrowingPerson, comrades: Sequence[GrowingPerson], key: str) -> Upgrade:
    """RuleViolation where he may not learn it. MM-R112."""
    traits = _sheet(person)
    after = improved(traits, key, [_sheet(comrade) for comrade in comrades])
    if key in ABILITIES:
        now, then = traits.ability(key), after.ability(key)
        return Upgrade(key, f"{key.capitalize()} +{then}", f"+{now} becomes +{then}", ABILITY)
    return Upgrade(key, key, "a special skill", SKILL)


def sheet(person: GrowingPerson) -> tuple[str, ...]:
    """Abilities, skills, weapons and equipment, as the book prints a profile."""
    return sheets.in_words(_sheet(person))


def short(person: GrowingPerson) -> str:
    return sheets.in_short(_sheet(person))


def _sheet(person: GrowingPerson) -> Traits:
    return grown(load_traits(person.traits, "a character"), person.gains)


def _raised(traits: Traits, name: str) -> Traits:
    scores = {each: traits.ability(each) for each in ABILITIES}
    scores[name] += 1
    return replace(traits, **scores)


GROWTH = Growth(
    may_fight=may_fight,
    rested=rested,
    describe=describe,
    carried=carried,
    sheet=sheet,
    short=short,
    upgrades=upgrades,
    upgrade=upgrade,
    kept=kept,
)
