"""Injuries and those who tend them by declared facts."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.five56mm.book import first_aid as aid
from rules.five56mm.book.injury import Harm, Level, StruckBody, injure, milder
from rules.five56mm.book.tables import NUMBERS, ROWS, Dice, Group, Weapon
from rules.five56mm.book.target_number import Help, items
from rules.five56mm.book.weapons import weapon
from rules.five56mm.resolutions.base import (
    Ability,
    Goggles,
    LightLevel,
    Lucky,
    Penalty,
    Proceedings,
    SkirmishResolution,
    figures,
    hampered,
    helps,
    penalties,
    wound_figures,
)
from rules.kernel.action import FACT
from rules.kernel.chance import Chance
from rules.kernel.facts import Item
from rules.kernel.violation import RuleViolation

WoundLevel = Annotated[Literal["minor", "serious", "critical", "mortal"], FACT, Field(description="level of the wound")]
Sources = tuple(ROWS["body-armour"].names())


class Injured(SkirmishResolution):
    """A hit: damage against Strength. MM-5.0.1, MM-5.0.2."""

    title: ClassVar[str] = "Injury"
    summary: ClassVar[str] = "Somebody is hit: what wound he takes"
    verb: Literal["injury"] = "injury"

    damage: Annotated[
        int | None,
        FACT,
        Field(ge=-5, le=30, description="Damage added to the attacker's D6; empty: that of the weapon named as source"),
    ] = None
    source: Annotated[
        str, FACT, Field(description=f"what did it, for body armour: {', '.join(Sources)}, a weapon's name, or other")
    ] = "other"
    margin: Annotated[int, FACT, Field(ge=0, le=30, description="hand-to-hand: margin of the attack")] = 0
    strength: Ability = 0
    body_armour: Annotated[bool, FACT, Field(description="wears body armour")] = False
    armour_gives: Annotated[
        int | None, FACT, Field(ge=0, le=2, description="what his armour gives against it (P90: 1)")
    ] = None
    armoured_glass: Annotated[bool, FACT, Field(description="sits behind armoured glass")] = False
    cover: Annotated[Literal["light", "medium", "heavy"] | None, FACT, Field(description="cover shot through")] = None
    minor: Annotated[bool, FACT, Field(description="has a Minor Wound already")] = False
    penalty: Penalty = 0
    nails: Annotated[bool, Field(description="his Nails re-roll is left and is used")] = False
    lucky: Lucky = False


def _cause(form: Injured) -> tuple[str, int, int | None]:
    """The row of the body armour chart, the Damage, and what armour gives against it where that differs.

    RuleViolation for what is neither a row nor a weapon, and where no Damage is known.
    """
    said = form.source.strip().casefold().replace("-", " ").replace("_", " ")
    row = next((known for known in Sources if said in (known, f"{known}s")), None)
    damage, worn = form.damage, form.armour_gives
    if row is None and said not in ("", "other"):
        arm = _arm(form.source)
        row = Group.GRENADE.value if arm.group is Group.GRENADE_LAUNCHER else arm.group.value
        damage = arm.damage if damage is None else damage
        worn = arm.armour if worn is None else worn
        if arm.key == "wp":
            row = None
    if damage is None:
        raise RuleViolation(
            "damage-needed",
            "How much Damage it does is not said.",
            citation="MM-5.0.1",
            remedy="Give the Damage, or name a weapon as source.",
        )
    return row or "", damage, worn


def _arm(source: str) -> Weapon:
    try:
        return weapon(source)
    except RuleViolation:
        raise RuleViolation(
            "unknown-source",
            f"“{source}” is neither a weapon nor a class of weapons.",
            citation="MM-8.0.6",
            remedy=f"Name a weapon, one of {', '.join(Sources)}, or other.",
        ) from None


def injury(form: Injured, chance: Chance) -> Resolved:
    """MM-5.0.1 to MM-5.0.5, MM-5.01.1 to MM-5.01.5, MM-7.8.12."""
    log = Proceedings(form, chance)
    row, damage, worn = _cause(form)
    more = items(Item(form.margin, "margin of the attack", "MM-5.0.3"))
    harm = Harm(
        form.source,
        Dice(6, damage),
        source=row,
        items=more,
        armour=worn,
        cover=form.cover,
        glass=form.armoured_glass,
    )
    skills = helps((Help.NAILS, form.nails), lucky=form.lucky)
    result = injure(
        harm,
        StruckBody(form.strength, form.body_armour, form.minor, penalties(form.penalty), skills),
        chance,
        log.house,
    )
    log.injury(result, "MM-5.0.2")
    margin = None if result.roll is None else result.roll.margin
    return log.resolved(margin=margin, **wound_figures(result))


class FirstAid(SkirmishResolution):
    """First Aid. MM-3.5.2."""

    title: ClassVar[str] = "First Aid"
    summary: ClassVar[str] = "Ease a wound for some turns"
    verb: Literal["first-aid"] = "first-aid"

    wound: WoundLevel
    morale: Ability = 0
    himself: Annotated[bool, FACT, Field(description="he helps himself")] = False
    kit: Annotated[bool, FACT, Field(description="uses a first aid kit")] = False
    light: LightLevel = "Full Light"
    goggles: Goggles = False
    penalty: Penalty = 0
    lucky: Lucky = False


def first_aid(form: FirstAid, chance: Chance) -> Resolved:
    """MM-3.5.2, MM-3.5.3, MM-3.5.4, MM-3.5.6, MM-3.5.7, MM-8.0.2."""
    log = Proceedings(form, chance)
    own = hampered(form.penalty, form.light, form.goggles, log.house)
    helper = aid.Helper(form.morale, form.kit, own, helps(lucky=form.lucky))
    done = aid.first_aid(Level(form.wound), helper, form.himself, chance)
    log.roll("first-aid", done.roll, "MM-3.5.2")
    now = milder(Level(form.wound)) if done.roll.passed else Level(form.wound)
    return log.resolved(helped=done.roll.passed, wound=now.value, turns=done.holds, **figures(done.roll))


class TreatInjury(SkirmishResolution):
    """Treat Injury by a Medic. MM-4.4.2."""

    title: ClassVar[str] = "Treat Injury"
    summary: ClassVar[str] = "A Medic lowers a wound by one level"
    verb: Literal["treat-injury"] = "treat-injury"

    wound: WoundLevel
    morale: Ability = 0
    himself: Annotated[bool, FACT, Field(description="he treats himself")] = False
    kit: Annotated[bool, FACT, Field(description="uses a first aid kit")] = False
    light: LightLevel = "Full Light"
    goggles: Goggles = False
    penalty: Penalty = 0
    lucky: Lucky = False


def treat_injury(form: TreatInjury, chance: Chance) -> Resolved:
    """MM-4.4.2, MM-4.4.3, MM-4.4.4, MM-4.4.6."""
    log = Proceedings(form, chance)
    own = hampered(form.penalty, form.light, form.goggles, log.house)
    helper = aid.Helper(form.morale, form.kit, own, helps(lucky=form.lucky))
    done = aid.treat_injury(Level(form.wound), helper, form.himself, chance)
    log.roll("treat-injury", done.roll, "MM-4.4.2")
    now = milder(Level(form.wound)) if done.roll.passed else Level(form.wound)
    return log.resolved(helped=done.roll.passed, wound=now.value, **figures(done.roll))


class Carry(SkirmishResolution):
    """Carrying a wounded companion. MM-4.5.2."""

    title: ClassVar[str] = "Carry"
    summary: ClassVar[str] = "Carry a Critically or Mortally Wounded companion"
    verb: Literal["carry"] = "carry"

    wound: Annotated[Literal["critical", "mortal"], FACT, Field(description="level of the wound")]
    strength: Ability = 0
    carriers: Annotated[int, FACT, Field(ge=1, le=2, description="how many carry him")] = 1
    light: LightLevel = "Full Light"
    goggles: Goggles = False
    penalty: Penalty = 0
    lucky: Lucky = False


def carry(form: Carry, chance: Chance) -> Resolved:
    """MM-4.5.2, MM-4.5.3, MM-4.5.4, MM-4.5.5."""
    log = Proceedings(form, chance)
    if form.carriers == 2:
        log.step("carry", f"two carriers: {NUMBERS.carry_two:g} in without a roll", "MM-4.5.5")
        return log.resolved(inches=NUMBERS.carry_two)
    own = hampered(form.penalty, form.light, form.goggles, log.house)
    test, inches = aid.carry(Level(form.wound), form.strength, chance, own, helps(lucky=form.lucky))
    log.roll("carry", test, "MM-4.5.2")
    return log.resolved(inches=inches, **figures(test))


class Survive(SkirmishResolution):
    """The attempt after the battle. MM-5.1.1."""

    title: ClassVar[str] = "Survive"
    summary: ClassVar[str] = "Is a Mortally Wounded man saved after the battle?"
    verb: Literal["survive"] = "survive"

    medic_morale: Annotated[int | None, FACT, Field(ge=0, le=9, description="best Morale of a surviving Medic")] = None


def survive(form: Survive, chance: Chance) -> Resolved:
    """MM-5.1.1, MM-5.1.2, MM-5.1.3, MM-R47."""
    log = Proceedings(form, chance)
    test = aid.survives(form.medic_morale, chance)
    log.roll("survive", test, "MM-5.1.3")
    return log.resolved(survives=test.passed, **figures(test))
