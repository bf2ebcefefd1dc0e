"""Spotting, fire, ammunition, grenades and blasts by declared facts."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.action import FACT, Inches
from rules.chance import Chance
from rules.five56mm import explosions
from rules.five56mm.explosions import blast_harm, direct_harm, off_line, radius, scatter
from rules.five56mm.fire import (
    AutoFire,
    Mark,
    Platform,
    Shot,
    check_auto_fire,
    check_auto_fire_target,
    shot_harm,
    to_hit,
)
from rules.five56mm.injury import Body, injure
from rules.five56mm.light import Optics
from rules.five56mm.profile import Skill
from rules.five56mm.resolutions.frame import (
    Ability,
    Goggles,
    LightLevel,
    Lucky,
    Penalty,
    Proceedings,
    SkirmishResolution,
    helps,
    level_of,
    lines,
    penalties,
)
from rules.five56mm.spotting import Eyes, Look, in_sight
from rules.five56mm.spotting import spot as spot_
from rules.five56mm.tables import WEAPONS
from rules.five56mm.target_number import Help, possible, roll
from rules.five56mm.weapons import Arm, Sight, ammo, weapon
from rules.ruleset import Resolved
from rules.violation import RuleViolation

RANGED = tuple(key for key, arm in WEAPONS.items() if not arm.blast or arm.launches)
WeaponKey = Annotated[str, FACT, Field(description=f"weapon: {', '.join(RANGED)}")]
Obscured = Annotated[float, FACT, Field(ge=0, le=100, description="percent of the target that is obscured")]
Grenade = Literal["frag", "stun", "cs", "wp"]
Motion = Annotated[Literal["still", "moving", "full-speed"], FACT, Field(description="the vehicle he rides, if any")]
Through = Annotated[
    Literal["light", "medium", "heavy"] | None, FACT, Field(description="cover shot through with a thermal sight")
]
Sights = Annotated[tuple[Sight, ...], FACT, Field(description="sights on the weapon")]


class Spot(SkirmishResolution):
    """A spotting test before an attack. MM-3.2.3, MM-4.2.6, MM-6.2.4, MM-6.2.7."""

    title: ClassVar[str] = "Spot"
    summary: ClassVar[str] = "Try to see a target"
    verb: Literal["spot"] = "spot"

    range: Annotated[Inches, FACT, Field(description="distance to the target")]
    morale: Ability = 0
    obscured: Obscured = 0.0
    stealth: Annotated[bool, FACT, Field(description="the target uses Stealth")] = False
    hidden: Annotated[bool, FACT, Field(description="the target Hides")] = False
    fired: Annotated[bool, FACT, Field(description="the target has given itself away by Firing")] = False
    tracker: Annotated[bool, FACT, Field(description="the spotter is a Tracker")] = False
    light: LightLevel = "Full Light"
    goggles: Goggles = False
    sights: Sights = ()
    penalty: Penalty = 0
    lucky: Lucky = False


def spot(form: Spot, chance: Chance) -> Resolved:
    """MM-3.2.2 to MM-3.2.8."""
    log = Proceedings(form, chance)
    look = Look(form.range, form.obscured, form.stealth, form.hidden, form.fired)
    optics = Optics(form.goggles, form.sights)
    if not in_sight(look, optics):
        raise _no_sight()
    eyes = Eyes(form.morale, form.tracker, optics, penalties(form.penalty), helps(lucky=form.lucky))
    sighting = spot_(look, eyes, chance, level_of(form.light), log.house)
    for test in sighting.rolls:
        log.roll("spot", test, "MM-3.2.3")
    if not sighting.rolls:
        log.step("seen" if sighting.seen else "hidden", "no roll is due" if sighting.seen else "not even a 6 would do")
    return log.resolved(seen=sighting.seen, rolls=len(sighting.rolls))


def _no_sight() -> RuleViolation:
    return RuleViolation(
        "no-line-of-sight", "There is no line of sight.", citation="MM-3.2.1", remedy="Less than 100 percent obscured."
    )


class Fire(SkirmishResolution):
    """One shot, with what a hit does. MM-3.2.9 to MM-3.25.5."""

    title: ClassVar[str] = "Fire"
    summary: ClassVar[str] = "One shot at a character, a vehicle's crew, a vehicle or a place"
    verb: Literal["fire"] = "fire"

    weapon: WeaponKey
    range: Annotated[Inches, FACT, Field(description="distance to the target")]
    target: Annotated[
        Literal["character", "occupant", "vehicle", "point"], FACT, Field(description="what is shot at")
    ] = "character"
    weapons: Ability = 0
    skills: Annotated[tuple[Skill, ...], FACT, Field(description="special skills of the firer")] = ()
    obscured: Obscured = 0.0
    stealth: Annotated[bool, FACT, Field(description="the target uses Stealth")] = False
    hidden: Annotated[bool, FACT, Field(description="the target Hides and has been spotted")] = False
    sprinting: Annotated[bool, FACT, Field(description="the target Sprints")] = False
    carrying: Annotated[bool, FACT, Field(description="the target carries or is carried")] = False
    incapacitated: Annotated[bool, FACT, Field(description="the target is incapacitated")] = False
    unaware: Annotated[bool, FACT, Field(description="the target does not see the firer")] = False
    not_closest: Annotated[bool, FACT, Field(description="another enemy is closer and no worse in sight")] = False
    target_full_speed: Annotated[bool, FACT, Field(description="the target vehicle goes at Full Speed")] = False
    target_moving: Annotated[bool, FACT, Field(description="the target vehicle moves")] = False
    helicopter: Annotated[bool, FACT, Field(description="the target is a helicopter in flight")] = False
    platform: Annotated[
        Literal["still", "moving", "full-speed"], FACT, Field(description="vehicle the firer rides")
    ] = "still"
    hover: Annotated[int | None, FACT, Field(ge=0, le=3, description="TN aboard a hovering helicopter")] = None
    mounted: Annotated[bool, FACT, Field(description="the weapon is mounted on the vehicle")] = False
    aimed: Annotated[bool, FACT, Field(description="Aim was the first action")] = False
    second_fire: Annotated[bool, FACT, Field(description="second Fire action of the go")] = False
    auto_fire: Annotated[int | None, FACT, Field(ge=1, le=7, description="number of the shot of an Auto-Fire")] = None
    apart: Annotated[Inches | None, FACT, Field(description="inches from the first target, if another")] = None
    covering: Annotated[bool, FACT, Field(description="from Covering Fire")] = False
    respirator: Annotated[bool, FACT, Field(description="the firer wears a respirator")] = False
    through: Annotated[
        Literal["light", "medium", "heavy"] | None, FACT, Field(description="cover shot through with a thermal sight")
    ] = None
    light: LightLevel = "Full Light"
    goggles: Goggles = False
    sights: Sights = ()
    penalty: Penalty = 0
    sharpshooter: Annotated[bool, Field(description="a Sharpshooter's re-roll is left")] = False
    lucky: Lucky = False
    ammo_low: Annotated[bool, FACT, Field(description="the weapon is Ammo-Low")] = False
    load: Annotated[Grenade, FACT, Field(description="M203: kind of grenade")] = "frag"
    victim_strength: Ability = 0
    body_armour: Annotated[bool, FACT, Field(description="the victim wears body armour")] = False
    armoured_glass: Annotated[bool, FACT, Field(description="the victim sits behind armoured glass")] = False
    victim_minor: Annotated[bool, FACT, Field(description="the victim has a Minor Wound already")] = False
    victim_penalty: Annotated[
        int, FACT, Field(ge=0, le=20, description="the victim's TN penalty by wounds and gas")
    ] = 0
    nails: Annotated[bool, Field(description="the victim's Nails re-roll is left")] = False


def _shot(form: Fire) -> Shot:
    arm = weapon(form.weapon)
    look = Look(form.range, form.obscured, form.stealth, form.hidden)
    mark = Mark(
        look,
        form.target,
        sprinting=form.sprinting,
        carrying=form.carrying,
        incapacitated=form.incapacitated,
        unaware=form.unaware,
        full_speed=form.target_full_speed,
        moving=form.target_moving,
        helicopter_in_flight=form.helicopter,
        not_closest=form.not_closest,
    )
    burst = None
    if form.auto_fire is not None:
        check_auto_fire(arm)
        check_auto_fire_target(arm, form.apart or 0.0)
        burst = AutoFire(form.auto_fire, form.apart is None, form.apart or 0.0)
    return Shot(
        arm,
        form.weapons,
        mark,
        skills=form.skills,
        platform=Platform(form.platform, form.hover, form.mounted),
        aimed=form.aimed,
        sights=form.sights,
        second_fire=form.second_fire,
        auto_fire=burst,
        covering=form.covering,
        through=form.through,
        respirator=form.respirator,
        light=level_of(form.light),
        optics=Optics(form.goggles, form.sights),
        penalties=penalties(form.penalty),
    )


def fire(form: Fire, chance: Chance) -> Resolved:
    """To hit, re-roll, Ammo, deviation, damage, in this order. MM-R93."""
    log = Proceedings(form, chance)
    shot = _shot(form)
    if form.target != "point" and not in_sight(shot.mark.look, shot.optics):
        raise _no_sight()
    arm = shot.weapon
    if arm.arms_at is not None and form.range < arm.arms_at:
        log.step("dud", f"the grenade arms after {arm.arms_at:g} in and does not explode", "MM-7.5.5")
        return log.resolved(hit=False, dud=True)
    number, bonus = to_hit(shot, log.house)
    if not possible(number, bonus):
        raise RuleViolation(
            "impossible", f"Even a 6 would not reach {number}.", citation="MM-2.3N.4", remedy="Get closer."
        )
    test = roll("to hit", number, bonus, chance, helps((Help.SHARPSHOOTER, form.sharpshooter), lucky=form.lucky))
    log.roll("to-hit", test, "MM-3.2.9")
    held = Arm(arm.round_of or arm.key, form.sights, (form.load,), form.ammo_low)
    left = ammo(arm, held, test.die, chance, log.house)
    if left is not None:
        log.step(
            "ammo", f"Ammo D6 {left.die} against {left.number}: {'out' if left.out else 'rounds left'}", "MM-7.0.10"
        )
    common = {"target_number": number.value, "modifiers": lines(number), "total": test.total, "margin": test.margin}
    out = None if left is None else left.out
    if not test.passed:
        if arm.launches is not None and log.house.choice("launched-miss") == "deviate":
            miss = scatter(test.margin, chance)
            log.step("scatter", f"{miss.distance} in, {miss.words}", "MM-R27")
            return log.resolved(hit=False, out_of_ammo=out, scatter=miss.distance, direction=miss.words, **common)
        return log.resolved(hit=False, out_of_ammo=out, **common)
    if form.target in ("vehicle", "point"):
        return log.resolved(hit=True, out_of_ammo=out, **common)
    if arm.launches is not None:
        harm = direct_harm(form.load if arm.key == "m203" else arm.key)
    else:
        harm = shot_harm(arm, shot.category, cover=form.through)
    body = Body(
        form.victim_strength,
        form.body_armour,
        form.victim_minor,
        penalties(form.victim_penalty),
        helps((Help.NAILS, form.nails)),
    )
    injury = injure(replace(harm, glass=form.armoured_glass), body, chance, log.house)
    log.injury(injury, "MM-5.0.2")
    return log.resolved(hit=True, out_of_ammo=out, wound=injury.level.value, countdown=injury.countdown, **common)


class Throw(SkirmishResolution):
    """A grenade thrown at a place. MM-3.2.13 to MM-3.2.17."""

    title: ClassVar[str] = "Throw grenade"
    summary: ClassVar[str] = "Throw a grenade: where it comes down"
    verb: Literal["throw"] = "throw"

    grenade: Annotated[Grenade, FACT, Field(description="kind of grenade")] = "frag"
    range: Annotated[Inches, FACT, Field(description="distance to the place")]
    strength: Ability = 0
    hold: Annotated[bool, Field(description="hold on to it")] = False
    aimed: Annotated[bool, FACT, Field(description="Aim was the first action")] = False
    platform: Motion = "still"
    light: LightLevel = "Full Light"
    goggles: Goggles = False
    penalty: Penalty = 0
    sharpshooter: Annotated[bool, Field(description="a Sharpshooter's re-roll is left")] = False
    lucky: Lucky = False


def throw(form: Throw, chance: Chance) -> Resolved:
    """The throw, Ammo, deviation. MM-3.2.14, MM-3.2.16, MM-3.2.17, MM-7.8.1."""
    log = Proceedings(form, chance)
    profile = WEAPONS[form.grenade]
    thrown = explosions.Throw(
        profile,
        form.range,
        form.strength,
        form.hold,
        form.aimed,
        Platform(form.platform),
        level_of(form.light),
        form.goggles,
        penalties(form.penalty),
        helps((Help.SHARPSHOOTER, form.sharpshooter), lucky=form.lucky),
    )
    test = explosions.throw(thrown, chance)
    log.roll("throw", test, "MM-3.2.14")
    left = ammo(profile, Arm(form.grenade), test.die, chance, log.house)
    if left is not None:
        log.step("ammo", f"Ammo D6 {left.die} against {left.number}: {'out' if left.out else 'some left'}", "MM-7.8.1")
    out = None if left is None else left.out
    if test.passed:
        return log.resolved(on_target=True, margin=test.margin, out_of_ammo=out, distance=0)
    miss = scatter(test.margin, chance)
    log.step("scatter", f"{miss.distance} in, {miss.words}", "MM-3.2.16", "MM-3.2.17")
    return log.resolved(
        on_target=False,
        margin=test.margin,
        out_of_ammo=out,
        distance=miss.distance,
        direction=miss.words,
        from_thrower=round(off_line(form.range, miss), 2),
    )


class Blast(SkirmishResolution):
    """One character in the blast of a grenade or rocket. MM-7.8.3 to MM-7.9.6."""

    title: ClassVar[str] = "Blast"
    summary: ClassVar[str] = "What an explosion does to somebody near it"
    verb: Literal["blast"] = "blast"

    of: Annotated[Literal["frag", "stun", "cs", "wp", "law", "rpg"], FACT, Field(description="what explodes")]
    distance: Annotated[Inches, FACT, Field(description="inches from the explosion")] = 0.0
    direct: Annotated[bool, FACT, Field(description="he is hit directly by a launched round")] = False
    burning: Annotated[bool, FACT, Field(description="white phosphorous in the turn after")] = False
    strength: Ability = 0
    morale: Ability = 0
    body_armour: Annotated[bool, FACT, Field(description="wears body armour")] = False
    respirator: Annotated[bool, FACT, Field(description="wears a respirator")] = False
    minor: Annotated[bool, FACT, Field(description="has a Minor Wound already")] = False
    penalty: Penalty = 0
    nails: Annotated[bool, Field(description="his Nails re-roll is left")] = False
    lucky: Lucky = False


def blast(form: Blast, chance: Chance) -> Resolved:
    """MM-7.8.3, MM-7.8.4, MM-7.8.6, MM-7.8.9, MM-7.8.10, MM-7.9.4, MM-7.9.6, MM-8.0.9."""
    log = Proceedings(form, chance)
    if form.distance > radius(form.of) and not form.direct:
        log.step("outside", f"the blast reaches {radius(form.of):g} in", "MM-7.8.3")
        return log.resolved(caught=False)
    fear = penalties(form.penalty)
    if form.of == "stun":
        stunned = explosions.stun(form.distance, form.morale, chance, fear, helps(lucky=form.lucky), log.house)
        assert stunned is not None
        log.roll("stun", stunned.roll, "MM-7.8.5")
        return log.resolved(caught=True, actions_lost=stunned.lost, margin=stunned.roll.margin)
    if form.of == "cs":
        return _gas(form, log, chance)
    if form.direct:
        harm = direct_harm(form.of)
    elif form.burning:
        harm = explosions.burning_harm(form.distance, log.house)
    else:
        harm = blast_harm(form.of, form.distance, log.house)
    if harm is None:
        log.step("spared", "no roll at that distance", "MM-7.8.10")
        return log.resolved(caught=True, wound="none")
    body = Body(form.strength, form.body_armour, form.minor, fear, helps((Help.NAILS, form.nails), lucky=form.lucky))
    injury = injure(harm, body, chance, log.house)
    log.injury(injury, "MM-5.0.2")
    return log.resolved(caught=True, wound=injury.level.value, countdown=injury.countdown)


def _gas(form: Blast, log: Proceedings, chance: Chance) -> Resolved:
    if form.respirator:
        log.step("respirator", "the gas does nothing to him", "MM-8.0.9")
        return log.resolved(caught=True, poisoned=False)
    test = explosions.gas(
        form.distance, form.strength, chance, penalties(form.penalty), helps(lucky=form.lucky), log.house
    )
    assert test is not None
    log.roll("gas", test.roll, "MM-7.8.6")
    return log.resolved(caught=True, poisoned=test.poisoned, margin=test.roll.margin)
