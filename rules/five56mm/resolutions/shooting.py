"""Spotting, fire and ammunition by declared facts."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.five56mm.book.explosions import direct_harm, scatter
from rules.five56mm.book.fire import (
    Platform,
    ShotAt,
    ShotOfBurst,
    ShotValues,
    check_auto_fire,
    check_auto_fire_target,
    shot_harm,
    to_hit,
)
from rules.five56mm.book.injury import StruckBody, injure
from rules.five56mm.book.light import Optics
from rules.five56mm.book.profile import Skill
from rules.five56mm.book.spotting import Eyes, Look, in_sight
from rules.five56mm.book.spotting import spot as spot_
from rules.five56mm.book.switches import House
from rules.five56mm.book.tables import VEHICLES, WEAPONS, Weapon
from rules.five56mm.book.target_number import Help, possible, roll
from rules.five56mm.book.vehicle_damage import Damage, armour_test
from rules.five56mm.book.weapons import Arm, WeaponSight, ammo, auto_fire_shots, weapon
from rules.five56mm.resolutions.base import (
    Ability,
    Damaged,
    Goggles,
    LightLevel,
    Lucky,
    OutcomeValue,
    Penalty,
    Proceedings,
    SkirmishResolution,
    figures,
    helps,
    level_of,
    penalties,
    wound_figures,
)
from rules.five56mm.resolutions.grenades import Grenade, Victim, caught
from rules.kernel.action import FACT, Inches
from rules.kernel.chance import Chance
from rules.kernel.violation import RuleViolation

RANGED = tuple(key for key, arm in WEAPONS.items() if not arm.blast or arm.launches)
WeaponKey = Annotated[str, FACT, Field(description=f"weapon: {', '.join(RANGED)}")]
Obscured = Annotated[float, FACT, Field(ge=0, le=100, description="percent of the target that is obscured")]
Sights = Annotated[tuple[WeaponSight, ...], FACT, Field(description="sights on the weapon")]


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
        seen, hidden = ("seen", "no roll is due", "MM-3.2.2"), ("hidden", "not even a 6 would do", "MM-3.2.3")
        log.step(*(seen if sighting.seen else hidden))
    numbers = figures(sighting.rolls[-1]) if sighting.rolls else {}
    return log.resolved(seen=sighting.seen, rolls=len(sighting.rolls), **numbers)


def _no_sight() -> RuleViolation:
    return RuleViolation(
        "no-line-of-sight", "There is no line of sight.", citation="MM-3.2.1", remedy="Less than 100 percent obscured."
    )


class Fire(SkirmishResolution):
    """One shot, with what a hit does. MM-3.2.9 to MM-3.25.5."""

    title: ClassVar[str] = "Fire"
    summary: ClassVar[str] = "One shot, also of Auto-Fire or Covering Fire, at somebody, a vehicle or a place"
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
    vehicle: Annotated[
        Literal["hmmv", "jeep", "black-hawk"] | None, FACT, Field(description="target vehicle: test its Armour too")
    ] = None
    vehicle_damage: Damaged = ()
    victim_strength: Ability = 0
    victim_morale: Ability = 0
    body_armour: Annotated[bool, FACT, Field(description="the victim wears body armour")] = False
    armoured_glass: Annotated[bool, FACT, Field(description="the victim sits behind armoured glass")] = False
    victim_minor: Annotated[bool, FACT, Field(description="the victim has a Minor Wound already")] = False
    victim_penalty: Annotated[
        int, FACT, Field(ge=0, le=20, description="the victim's TN penalty by wounds and gas")
    ] = 0
    nails: Annotated[bool, Field(description="the victim's Nails re-roll is left and is used")] = False


def _check_declared(form: Fire) -> None:
    """Aim counts for a Fire action only (MM-3.4.1, MM-3.6.4, MM-R18); only a thermal sight looks through cover."""
    if form.aimed and (form.covering or form.auto_fire is not None):
        raise RuleViolation(
            "no-aim",
            "Aim counts for the Fire action that follows it, not for Covering Fire or Auto-Fire.",
            citation="MM-3.6.4" if form.covering else "MM-3.4.1",
            remedy="Leave out the Aim, or fire a single shot.",
        )
    if form.second_fire and (form.covering or form.auto_fire is not None):
        raise RuleViolation(
            "no-second-fire",
            "A shot of Auto-Fire or Covering Fire isn't a second Fire action.",
            citation="MM-3.2.12",
            remedy="Name one of them.",
        )
    if form.through is not None and WeaponSight.THERMAL not in form.sights:
        raise RuleViolation(
            "no-thermal-sight",
            "Only a thermal imaging sight shows whom to shoot at through cover.",
            citation="MM-8.0.15",
            remedy="Give the weapon a thermal imaging sight, or say how much of the target is obscured.",
        )


def _check_shot_number(arm: Weapon, number: int, house: House) -> None:
    shots = auto_fire_shots(arm, house)
    if number > shots:
        raise RuleViolation(
            "too-many-shots",
            f"The {arm.title} has {shots} shots in an Auto-Fire.",
            citation=arm.citation or "MM-4.3.2",
            remedy=f"Number the shots from 1 to {shots}.",
        )


def _shot(form: Fire, house: House) -> ShotValues:
    arm = weapon(form.weapon)
    _check_declared(form)
    look = Look(form.range, form.obscured, form.stealth, form.hidden)
    mark = ShotAt(
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
        _check_shot_number(arm, form.auto_fire, house)
        burst = ShotOfBurst(form.auto_fire, form.apart is None, form.apart or 0.0)
    return ShotValues(
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
    shot = _shot(form, log.house)
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
    second_chance = form.sharpshooter or Skill.SHARPSHOOTER in form.skills
    test = roll("to hit", number, bonus, chance, helps((Help.SHARPSHOOTER, second_chance), lucky=form.lucky))
    log.roll("to-hit", test, "MM-3.2.9")
    held = Arm(arm.round_of or arm.key, form.sights, (form.load,), form.ammo_low)
    left = ammo(arm, held, test.die, chance, log.house)
    if left is not None:
        log.step(
            "ammo", f"Ammo D6 {left.die} against {left.number}: {'out' if left.out else 'rounds left'}", "MM-7.0.10"
        )
    common = figures(test)
    out = None if left is None else left.out
    if not test.passed:
        if arm.launches is not None and log.house.choice("launched-miss") == "deviate":
            miss = scatter(test.margin, chance)
            log.step("scatter", f"{miss.distance} in, {miss.words}", "MM-R27")
            return log.resolved(hit=False, out_of_ammo=out, scatter=miss.distance, direction=miss.words, **common)
        return log.resolved(hit=False, out_of_ammo=out, **common)
    if form.target == "vehicle":
        return log.resolved(hit=True, out_of_ammo=out, **common, **_on_vehicle(form, shot, log, chance))
    if form.target == "point":
        return log.resolved(hit=True, out_of_ammo=out, **common)
    return log.resolved(hit=True, out_of_ammo=out, **common, **_on_character(form, shot, log, chance))


def _on_vehicle(form: Fire, shot: ShotValues, log: Proceedings, chance: Chance) -> dict[str, OutcomeValue]:
    """Armour against the hit, where the vehicle is named. MM-12.5.1, MM-7.6.7, MM-R26."""
    if form.vehicle is None:
        return {}
    arm = shot.weapon
    if arm.launches is not None:
        kind = form.load if arm.key == "m203" else arm.key
        if WEAPONS[kind].damage is None:
            return {"damage": "none"}
        harm = direct_harm(kind)
    else:
        harm = shot_harm(arm, shot.category, at_vehicle=True)
    test = armour_test(harm, VEHICLES[form.vehicle], tuple(Damage(each) for each in form.vehicle_damage), chance)
    log.roll("armour", test.roll, "MM-12.5.1")
    inside = arm.inside if test.roll.margin < 0 and test.damage is not Damage.DESTROYED else None
    if inside is not None:
        log.step("inside", f"the round goes off inside: {inside} for everyone aboard", "MM-7.6.7")
    return {
        "damage": test.damage.value,
        "damage_tn": test.roll.number.value,
        "armour_total": test.roll.total,
        "armour_margin": test.roll.margin,
        "inside_tn": inside,
    }


def _on_character(form: Fire, shot: ShotValues, log: Proceedings, chance: Chance) -> dict[str, OutcomeValue]:
    """The wound; a launched stun, gas or phosphorous grenade that hits somebody counts as 0 to 1 in. MM-R26."""
    arm = shot.weapon
    if arm.launches is not None:
        kind = form.load if arm.key == "m203" else arm.key
        victim = Victim(
            form.victim_strength, form.victim_morale, form.body_armour, False, form.victim_minor, form.victim_penalty,
            form.nails, False,
        )  # fmt: skip
        done = caught(kind, 0.0, victim, log, chance, direct=WEAPONS[kind].damage is not None)
        return done if "wound" in done else {f"victim_{name}": value for name, value in done.items()}
    harm = shot_harm(arm, shot.category, cover=form.through)
    body = StruckBody(
        form.victim_strength,
        form.body_armour,
        form.victim_minor,
        penalties(form.victim_penalty),
        helps((Help.NAILS, form.nails)),
    )
    injury = injure(replace(harm, glass=form.armoured_glass), body, chance, log.house)
    log.injury(injury, "MM-5.0.2")
    return wound_figures(injury)
