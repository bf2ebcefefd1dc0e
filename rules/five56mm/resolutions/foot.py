"""Ground, Sprint, Hide, hand-to-hand combat, courage, radio, light and squads by declared facts."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.five56mm.book import ground, hand_to_hand
from rules.five56mm.book.hand_to_hand import Fighter, MeleeSituation, blow_harm
from rules.five56mm.book.injury import StruckBody, injure
from rules.five56mm.book.light import rolled
from rules.five56mm.book.morale import Courage, after_rally, morale_test
from rules.five56mm.book.squads import roll_budget
from rules.five56mm.book.tables import MELEE
from rules.five56mm.book.target_number import Help, ability, roll
from rules.five56mm.play.ground.facts import read_path
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
    require_possible,
    wound_figures,
)
from rules.kernel.action import FACT, Inches
from rules.kernel.chance import Chance
from rules.kernel.facts import Item, Itemised

KINDS = (*ground.GROUNDS, ground.OBSTACLE)
Hand = Literal["unarmed", "knife", "rifle-butt"]


class Cross(SkirmishResolution):
    """A path over difficult ground out of one pool of inches. MM-6.1.1."""

    title: ClassVar[str] = "Cross ground"
    summary: ClassVar[str] = "Walk a path over difficult ground and obstacles"
    verb: Literal["cross"] = "cross"

    path: Annotated[
        tuple[str, ...], FACT, Field(min_length=1, description='stretches: "3 even", "2 dense rubble", "1.5 obstacle"')
    ]
    inches: Annotated[Inches, FACT, Field(description="inches to spend: 4 for a Move")] = 4.0
    movement: Ability = 0
    light: LightLevel = "Full Light"
    goggles: Goggles = False
    penalty: Penalty = 0
    lucky: Lucky = False


def cross(form: Cross, chance: Chance) -> Resolved:
    """MM-6.1.1, MM-6.1.2, MM-6.1.4, MM-6.1.5."""
    log = Proceedings(form, chance)
    own = hampered(form.penalty, form.light, form.goggles, log.house)
    walked = ground.walk(read_path(form.path), form.inches, form.movement, chance, own, helps(lucky=form.lucky))
    for crossing in walked.crossings:
        how = f"{crossing.covered:g} in for {crossing.paid:g}"
        if crossing.roll is None:
            log.step("even", f"{crossing.stretch.ground}: {how}", "MM-3.1.1")
        else:
            log.roll("cross", crossing.roll, "MM-6.1.1")
            log.step("ground", f"{crossing.stretch.ground}: {how}", "MM-6.1.4")
    return log.resolved(covered=walked.covered, left=walked.left, stopped=walked.stopped)


class Sprint(SkirmishResolution):
    """How far a Sprint goes. MM-4.1.1."""

    title: ClassVar[str] = "Sprint"
    summary: ClassVar[str] = "How far a Sprint goes"
    verb: Literal["sprint"] = "sprint"

    movement: Ability = 0
    move: Annotated[Inches, FACT, Field(description="inches of a Move: 4, less with a Serious Wound")] = 4.0


def sprint(form: Sprint, chance: Chance) -> Resolved:
    """MM-4.1.1, MM-R48."""
    log = Proceedings(form, chance)
    die, inches = ground.sprint(form.movement, form.move, chance)
    log.step("sprint", f"{form.move:g} + D6 {die} + Movement {form.movement} = {inches:g} in", "MM-4.1.1")
    return log.resolved(inches=inches)


class Hide(SkirmishResolution):
    """How far one moves while Hiding. MM-4.2.1."""

    title: ClassVar[str] = "Hide"
    summary: ClassVar[str] = "How far one creeps while Hiding"
    verb: Literal["hide"] = "hide"

    ground: Annotated[str, FACT, Field(description=f"ground: {', '.join(KINDS)}")] = "even"
    movement: Ability = 0
    light: LightLevel = "Full Light"
    goggles: Goggles = False
    penalty: Penalty = 0
    lucky: Lucky = False


def hide(form: Hide, chance: Chance) -> Resolved:
    """MM-4.2.1, MM-4.2.2, MM-4.2.3, MM-4.2.4."""
    log = Proceedings(form, chance)
    own = hampered(form.penalty, form.light, form.goggles, log.house)
    test, inches = ground.hide(form.ground, form.movement, chance, own, helps(lucky=form.lucky))
    log.roll("hide", test, "MM-4.2.1")
    return log.resolved(hidden=True, inches=inches, **figures(test))


class Engage(SkirmishResolution):
    """One attack in hand-to-hand combat, with its wound. MM-3.7.2."""

    title: ClassVar[str] = "Engage"
    summary: ClassVar[str] = "One attack in hand-to-hand combat"
    verb: Literal["engage"] = "engage"

    strength: Ability = 0
    weapon: Annotated[Hand, FACT, Field(description="attacker's melee weapon")] = "unarmed"
    black_belt: Annotated[bool, FACT, Field(description="the attacker is a Black-Belt")] = False
    defender_strength: Ability = 0
    defender_weapon: Annotated[Hand, FACT, Field(description="defender's melee weapon")] = "unarmed"
    defender_black_belt: Annotated[bool, FACT, Field(description="the defender is a Black-Belt")] = False
    engaging: Annotated[bool, FACT, Field(description="first attack of him who began the combat")] = True
    behind: Annotated[bool, FACT, Field(description="the defender does not see him")] = False
    attacker_higher: Annotated[bool, FACT, Field(description="the attacker stands higher")] = False
    more_attackers: Annotated[int, FACT, Field(ge=0, le=9, description="additional attackers")] = 0
    obstacle: Annotated[bool, FACT, Field(description="the defender is behind an obstacle")] = False
    defender_higher: Annotated[bool, FACT, Field(description="the defender stands higher")] = False
    more_defenders: Annotated[int, FACT, Field(ge=0, le=9, description="additional defenders")] = 0
    light: LightLevel = "Full Light"
    goggles: Goggles = False
    penalty: Penalty = 0
    defender_penalty: Annotated[
        int, FACT, Field(ge=0, le=20, description="defender's TN penalty by wounds and gas")
    ] = 0
    body_armour: Annotated[bool, FACT, Field(description="the defender wears body armour")] = False
    defender_minor: Annotated[bool, FACT, Field(description="the defender has a Minor Wound already")] = False
    lucky: Lucky = False
    nails: Annotated[bool, Field(description="the defender's Nails re-roll is left and is used")] = False


def engage(form: Engage, chance: Chance) -> Resolved:
    """MM-3.7.2, MM-3.7.3, MM-3.71.1 to MM-3.72.3, MM-5.0.3, MM-R38."""
    log = Proceedings(form, chance)
    how = MeleeSituation(
        form.engaging,
        form.behind,
        form.attacker_higher,
        form.more_attackers,
        form.obstacle,
        form.defender_higher,
        form.more_defenders,
    )
    attacker = Fighter(form.strength, MELEE[form.weapon], form.black_belt)
    defender = Fighter(form.defender_strength, MELEE[form.defender_weapon], form.defender_black_belt)
    own = hampered(form.penalty, form.light, form.goggles, log.house)
    bout = hand_to_hand.attack(attacker, defender, how, chance, own, helps(lucky=form.lucky))
    log.roll("attack", bout.attack, "MM-3.7.2")
    if not bout.hit:
        return log.resolved(hit=False, **figures(bout.attack))
    body = StruckBody(
        form.defender_strength,
        form.body_armour,
        form.defender_minor,
        penalties(form.defender_penalty),
        helps((Help.NAILS, form.nails)),
    )
    injury = injure(blow_harm(form.strength, bout.attack.margin), body, chance, log.house)
    log.injury(injury, "MM-5.0.3")
    return log.resolved(hit=True, **figures(bout.attack), **wound_figures(injury))


class Escape(SkirmishResolution):
    """Breaking away from hand-to-hand combat. MM-3.7.10."""

    title: ClassVar[str] = "Escape"
    summary: ClassVar[str] = "Try to break away from hand-to-hand combat"
    verb: Literal["escape"] = "escape"

    movement: Ability = 0
    opponent_strength: Ability = 0
    penalty: Penalty = 0
    lucky: Lucky = False
    strength: Ability = 0
    body_armour: Annotated[bool, FACT, Field(description="wears body armour")] = False
    minor: Annotated[bool, FACT, Field(description="has a Minor Wound already")] = False
    nails: Annotated[bool, Field(description="his Nails re-roll is left and is used")] = False


def escape(form: Escape, chance: Chance) -> Resolved:
    """The escape, and the damage where the opponent hits him automatically. MM-3.7.10, MM-3.7.11, MM-3.73.1, MM-3.73.2,
    MM-3.73.3, MM-R40."""
    log = Proceedings(form, chance)
    tried = hand_to_hand.escape(
        form.movement, form.opponent_strength, chance, penalties(form.penalty), helps(lucky=form.lucky)
    )
    log.roll("escape", tried.roll, "MM-3.7.10")
    common = {"away": tried.away, "struck": tried.struck, "penalty": tried.penalty, **figures(tried.roll)}
    if not tried.struck:
        return log.resolved(**common)
    luck = form.lucky and Help.LUCKY not in tried.roll.helps
    body = StruckBody(
        form.strength,
        form.body_armour,
        form.minor,
        penalties(form.penalty),
        helps((Help.NAILS, form.nails), lucky=luck),
    )
    hit = injure(blow_harm(form.opponent_strength, 0), body, chance, log.house)
    log.injury(hit, "MM-3.73.2")
    return log.resolved(**common, **wound_figures(hit))


class Morale(SkirmishResolution):
    """A Morale Test, or a rally after failed ones. MM-9.4.2."""

    title: ClassVar[str] = "Morale Test"
    summary: ClassVar[str] = "A Morale Test or a rally"
    verb: Literal["morale"] = "morale"

    morale: Ability = 0
    rally: Annotated[
        Literal["withdrawing", "fleeing"] | None,
        FACT,
        Field(description="a rally from this state"),
    ] = None
    failed_rallies: Annotated[int, FACT, Field(ge=0, le=20, description="rallies that he has failed")] = 0
    penalty: Penalty = 0
    leader: Annotated[bool, Field(description="a Leader is within 8 in")] = False
    fearless: Annotated[bool, Field(description="his Fearless re-roll is left")] = False
    lucky: Lucky = False


def morale(form: Morale, chance: Chance) -> Resolved:
    """MM-9.4.2, MM-9.4.6, MM-9.4.7, MM-9.01.1, MM-9.01.2, MM-9.01.3, MM-10.L.1, MM-10.F.1."""
    log = Proceedings(form, chance)
    skills = helps((Help.LEADER, form.leader), (Help.FEARLESS, form.fearless), lucky=form.lucky)
    test, courage = morale_test(form.morale, chance, penalties(form.penalty), skills, form.failed_rallies)
    log.roll("morale", test, "MM-9.4.2")
    now = courage if form.rally is None else after_rally(Courage(form.rally), courage)
    return log.resolved(state=now.value, **figures(test))


class Radio(SkirmishResolution):
    """A call by Patrol Radio. MM-4.9.1."""

    title: ClassVar[str] = "Use Radio"
    summary: ClassVar[str] = "Is a call by radio answered?"
    verb: Literal["radio"] = "radio"

    number: Annotated[int, FACT, Field(ge=1, le=12, description="TN that the scenario gives")]
    morale: Ability = 0
    leader_morale: Annotated[int | None, FACT, Field(ge=0, le=3, description="Morale of a leader within 2 in")] = None
    light: LightLevel = "Full Light"
    goggles: Goggles = False
    penalty: Penalty = 0
    lucky: Lucky = False


def radio(form: Radio, chance: Chance) -> Resolved:
    """MM-4.9.1, MM-4.9.2."""
    log = Proceedings(form, chance)
    best = max(form.morale, form.leader_morale or 0)
    own = hampered(form.penalty, form.light, form.goggles, log.house)
    number = Itemised((Item(form.number, "call", "MM-4.9.1"), *own))
    bonus = Itemised((ability(best, "Morale", "MM-4.9.2"),))
    require_possible(number, bonus)
    test = roll("radio", number, bonus, chance, helps(lucky=form.lucky))
    log.roll("radio", test, "MM-4.9.1")
    return log.resolved(answered=test.passed, **figures(test))


class RolledLight(SkirmishResolution):
    """The light by a die. MM-6.2.2."""

    title: ClassVar[str] = "Light"
    summary: ClassVar[str] = "Roll for the level of light"
    verb: Literal["light"] = "light"


def light(form: RolledLight, chance: Chance) -> Resolved:
    """MM-6.2.2."""
    log = Proceedings(form, chance)
    die, level = rolled(chance)
    log.step("light", f"D6 {die}: {level.value}", "MM-6.2.2")
    return log.resolved(light=level.value)


class RandomSquad(SkirmishResolution):
    """The Upgrades of a Random Squad. MM-11.1R.3."""

    title: ClassVar[str] = "Random Squad"
    summary: ClassVar[str] = "Roll the Upgrades of a Random Squad"
    verb: Literal["random-squad"] = "random-squad"


def random_squad(form: RandomSquad, chance: Chance) -> Resolved:
    """MM-11.1R.3."""
    log = Proceedings(form, chance)
    budget = roll_budget(chance)
    first, second = budget.dice
    log.step("upgrades", f"2D6 {first} + {second}, + 12 = {budget.upgrades} Upgrades", "MM-11.1R.3")
    return log.resolved(upgrades=budget.upgrades, purchases=5 * budget.upgrades)
