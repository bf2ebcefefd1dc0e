"""Vehicles by declared facts: tasks, Fast Rope, leaving, ramming, damage, crashes."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, Protocol

from pydantic import Field

from rules.book.showing import Resolved
from rules.five56mm.book import collisions, driving
from rules.five56mm.book.collisions import crash_harm, leaving_harm, ramming_harm
from rules.five56mm.book.driving import Hands, attempt, landing_harm, task_number
from rules.five56mm.book.injury import Harm, StruckBody, injure
from rules.five56mm.book.profile import Skill
from rules.five56mm.book.tables import VEHICLES, Dice
from rules.five56mm.book.target_number import Help, roll_unless_hopeless
from rules.five56mm.book.vehicle_damage import Damage, armour_test, weapons_work
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
    hampered,
    helps,
    penalties,
    require_possible,
    wound_figures,
)
from rules.kernel.action import FACT, Inches
from rules.kernel.chance import Chance

Land = Literal["hmmv", "jeep"]
Minor = Annotated[bool, FACT, Field(description="has a Minor Wound already")]
Nails = Annotated[bool, Field(description="his Nails re-roll is left and is used")]
Any_ = Literal["hmmv", "jeep", "black-hawk"]


def _damage(given: tuple[str, ...]) -> tuple[Damage, ...]:
    return tuple(Damage(each) for each in given)


class Drive(SkirmishResolution):
    """A Driver Task. MM-4.6.6."""

    title: ClassVar[str] = "Drive"
    summary: ClassVar[str] = "A Driver Task: Full Speed or Turn; or keeping an immobilised vehicle under control"
    verb: Literal["drive"] = "drive"

    task: Annotated[
        Literal["full-speed", "turn", "control"],
        Field(description="Driver Task; control: the Drive test TN 6 that keeps an Immobilised vehicle from crashing"),
    ]
    vehicle: Annotated[Land, FACT, Field(description="vehicle")] = "hmmv"
    morale: Ability = 0
    skills: Annotated[tuple[Skill, ...], FACT, Field(description="skills of the driver")] = ()
    damage: Damaged = ()
    light: LightLevel = "Full Light"
    goggles: Goggles = False
    penalty: Penalty = 0
    lucky: Lucky = False


def drive(form: Drive, chance: Chance) -> Resolved:
    """MM-4.6.1, MM-4.6.2, MM-4.6.6, MM-4.6.7, MM-4.6.9."""
    log = Proceedings(form, chance)
    own = hampered(form.penalty, form.light, form.goggles, log.house)
    if form.task == "control":
        own = penalties(form.penalty)  # no action of his: the light does not count (MM-R83, MM-R107)
    hands = Hands(form.morale, form.skills, False, own, helps(lucky=form.lucky))
    if form.task == "control":
        return _control(form, hands, log, chance)
    require_possible(*task_number(form.task, VEHICLES[form.vehicle], hands, _damage(form.damage), log.house))
    task = attempt(form.task, VEHICLES[form.vehicle], hands, chance, _damage(form.damage), log.house)
    log.roll(form.task, task.roll, "MM-4.6.2")
    return log.resolved(done=task.done, extra_inches=task.inches, right_angles=task.turns, **figures(task.roll))


def _control(form: Drive, hands: Hands, log: Proceedings, chance: Chance) -> Resolved:
    """MM-12.51.5, MM-R83: the damage that it had before counts."""
    earlier = tuple(d for d in _damage(form.damage) if d is not Damage.IMMOBILISED)
    number, bonus = task_number("control", VEHICLES[form.vehicle], hands, earlier, log.house)
    test = roll_unless_hopeless("control", number, bonus, chance, hands.helps.with_rerolls())
    log.roll("control", test, "MM-12.51.5")
    return log.resolved(done=test.passed, crashes=not test.passed, **figures(test))


class Pilot(SkirmishResolution):
    """A Pilot Task. MM-4.7.2."""

    title: ClassVar[str] = "Pilot"
    summary: ClassVar[str] = "A Pilot Task: Land, Hover, Full Speed or Bank"
    verb: Literal["pilot"] = "pilot"

    task: Annotated[Literal["land", "hover", "full-speed", "bank"], Field(description="Pilot Task")]
    morale: Ability = 0
    skills: Annotated[tuple[Skill, ...], FACT, Field(description="skills of the pilot")] = ()
    co_pilot: Annotated[bool, FACT, Field(description="the co-pilot has taken over")] = False
    damage: Damaged = ()
    light: LightLevel = "Full Light"
    goggles: Goggles = False
    penalty: Penalty = 0
    lucky: Lucky = False


def pilot(form: Pilot, chance: Chance) -> Resolved:
    """MM-4.7.1, MM-4.7.2, MM-4.72.1 to MM-4.75.1, MM-12.9.2."""
    log = Proceedings(form, chance)
    profile = VEHICLES["black-hawk"]
    own = hampered(form.penalty, form.light, form.goggles, log.house)
    hands = Hands(form.morale, form.skills, form.co_pilot, own, helps(lucky=form.lucky))
    if form.task in ("full-speed", "bank"):
        require_possible(*task_number(form.task, profile, hands, _damage(form.damage), log.house))
    task = attempt(form.task, profile, hands, chance, _damage(form.damage), log.house)
    log.roll(form.task, task.roll, "MM-4.7.2")
    if task.overshoot:
        log.step("overshoot", f"{task.overshoot} in beyond the place meant", "MM-4.72.2")
    inside = landing_harm(task.roll.margin, True) if form.task == "land" else None
    near = landing_harm(task.roll.margin, False) if form.task == "land" else None
    return log.resolved(
        done=task.done,
        extra_inches=task.inches,
        right_angles=task.turns,
        overshoot=task.overshoot,
        aboard=task.aboard,
        vehicle=task.result or "whole",
        inside_tn=None if inside is None else str(inside.dice),
        near_tn=None if near is None else str(near.dice),
        **figures(task.roll),
    )


class FastRope(SkirmishResolution):
    """Down the rope. MM-4.8.1."""

    title: ClassVar[str] = "Fast Rope"
    summary: ClassVar[str] = "Down a rope from a hovering helicopter"
    verb: Literal["fast-rope"] = "fast-rope"

    movement: Ability = 0
    hover: Annotated[int, FACT, Field(ge=0, le=3, description="TN aboard by the hover")] = 0
    strength: Ability = 0
    light: LightLevel = "Full Light"
    goggles: Goggles = False
    penalty: Penalty = 0
    minor: Minor = False
    nails: Nails = False
    lucky: Lucky = False


def fast_rope(form: FastRope, chance: Chance) -> Resolved:
    """MM-4.8.1, MM-4.81.1, MM-4.81.2."""
    log = Proceedings(form, chance)
    own = hampered(form.penalty, form.light, form.goggles, log.house)
    test, inches, fall = driving.fast_rope(form.movement, form.hover, chance, own, helps(lucky=form.lucky))
    log.roll("fast-rope", test, "MM-4.8.1")
    if fall is None:
        return log.resolved(down=True, inches=inches, **figures(test))
    return log.resolved(down=True, inches=inches, **figures(test), **_hurt(fall, form, log, chance))


class _Body(Protocol):
    """Those forms that may hurt somebody."""

    @property
    def strength(self) -> int: ...
    @property
    def minor(self) -> bool: ...
    @property
    def penalty(self) -> int: ...
    @property
    def nails(self) -> bool: ...


def _hurt(harm: Harm, form: _Body, log: Proceedings, chance: Chance) -> dict[str, OutcomeValue]:
    body = StruckBody(
        form.strength, minor=form.minor, penalties=penalties(form.penalty), helps=helps((Help.NAILS, form.nails))
    )
    injury = injure(harm, body, chance, log.house)
    log.injury(injury, "MM-5.0.2")
    return wound_figures(injury)


class Leave(SkirmishResolution):
    """Leaving a moving vehicle. MM-12.1.3."""

    title: ClassVar[str] = "Leave vehicle"
    summary: ClassVar[str] = "What jumping off a vehicle does"
    verb: Literal["leave"] = "leave"

    vehicle: Annotated[Any_, FACT, Field(description="vehicle")] = "hmmv"
    speed: Annotated[Inches, FACT, Field(description="inches it moved in its last go")]
    in_the_air: Annotated[bool, FACT, Field(description="the helicopter is in the air")] = False
    hovering: Annotated[bool, FACT, Field(description="it Hovers, stationary in the air")] = False
    strength: Ability = 0
    penalty: Penalty = 0
    minor: Minor = False
    nails: Nails = False


def leave(form: Leave, chance: Chance) -> Resolved:
    """MM-12.1.2, MM-12.1.3, MM-12.1.4, MM-12.1.5."""
    log = Proceedings(form, chance)
    speed = 0.0 if form.hovering else form.speed
    harm = leaving_harm(VEHICLES[form.vehicle], speed, form.in_the_air or form.hovering, log.house)
    if harm is None:
        log.step("leave", "no harm at that speed", "MM-12.1.2")
        return log.resolved(wound="none", damage=None)
    return log.resolved(damage=str(harm.dice), **_hurt(harm, form, log, chance))


class Ram(SkirmishResolution):
    """A vehicle runs at somebody. MM-12.2.1."""

    title: ClassVar[str] = "Ram"
    summary: ClassVar[str] = "A vehicle runs at a character, or into another vehicle"
    verb: Literal["ram"] = "ram"

    vehicle: Annotated[Land, FACT, Field(description="vehicle")] = "hmmv"
    speed: Annotated[Inches, FACT, Field(description="inches it moves in this go")]
    rammed: Annotated[
        Any_ | None, FACT, Field(description="another vehicle that it runs into; empty: it runs at a character")
    ] = None
    damage: Damaged = ()
    rammed_damage: Damaged = ()
    driver_morale: Ability = 0
    movement: Ability = 0
    strength: Ability = 0
    penalty: Penalty = 0
    minor: Minor = False
    nails: Nails = False
    lucky: Lucky = False


def ram(form: Ram, chance: Chance) -> Resolved:
    """MM-12.2.1, MM-12.2.2, MM-12.2.3, MM-12.2.4."""
    log = Proceedings(form, chance)
    harm = ramming_harm(form.speed, house=log.house)
    if harm is None:
        log.step("slow", "no harm below 5 in", "MM-R82")
        return log.resolved(avoided=True, wound="none")
    profile = VEHICLES[form.vehicle]
    if form.rammed is not None:
        return _collide(form, harm, log, chance)
    own = penalties(form.penalty)
    jump = collisions.dodge(form.driver_morale, profile, form.movement, chance, own, helps(lucky=form.lucky))
    log.roll("dodge", jump.roll, "MM-12.2.1")
    if jump.roll.passed:
        return log.resolved(avoided=True, wound="none", **figures(jump.roll))
    return log.resolved(avoided=False, damage=str(harm.dice), **figures(jump.roll), **_hurt(harm, form, log, chance))


def _collide(form: Ram, harm: Harm, log: Proceedings, chance: Chance) -> Resolved:
    """Both vehicles test; those aboard take the next lower row, each by `injury`. MM-12.2.3, MM-12.2.4, MM-R86."""
    assert form.rammed is not None
    first = armour_test(harm, VEHICLES[form.vehicle], _damage(form.damage), chance)
    log.roll("ramming", first.roll, "MM-12.2.3")
    second = armour_test(harm, VEHICLES[form.rammed], _damage(form.rammed_damage), chance)
    log.roll("rammed", second.roll, "MM-12.2.3")
    inside = ramming_harm(form.speed, aboard=True, house=log.house)
    return log.resolved(
        damage=str(harm.dice),
        vehicle=first.damage.value,
        vehicle_margin=first.roll.margin,
        rammed=second.damage.value,
        rammed_margin=second.roll.margin,
        inside_tn=None if inside is None else str(inside.dice),
    )


class Armour(SkirmishResolution):
    """A hit on a vehicle. MM-12.5.1."""

    title: ClassVar[str] = "Vehicle damage"
    summary: ClassVar[str] = "A hit on a vehicle: Armour and table 12.51"
    verb: Literal["armour"] = "armour"

    vehicle: Annotated[Any_, FACT, Field(description="vehicle")] = "hmmv"
    hit: Annotated[int, FACT, Field(ge=-5, le=30, description="Damage added to the attacker's D6")]
    damage: Damaged = ()
    mounted_weapons: Annotated[bool, FACT, Field(description="it has mounted weapons")] = False


def armour(form: Armour, chance: Chance) -> Resolved:
    """MM-12.5.1, MM-12.51.1 to MM-12.51.8."""
    log = Proceedings(form, chance)
    test = armour_test(Harm("hit", Dice(6, form.hit)), VEHICLES[form.vehicle], _damage(form.damage), chance)
    log.roll("armour", test.roll, "MM-12.5.1")
    work = None
    if test.damage is Damage.IMMOBILISED and form.mounted_weapons:
        die, work = weapons_work(chance)
        log.step("weapons", f"D6 {die}: they {'still' if work else 'no longer'} work", "MM-12.51.6")
    return log.resolved(damage=test.damage.value, weapons_work=work, **figures(test.roll))


class Crash(SkirmishResolution):
    """A crash. MM-12.6.1."""

    title: ClassVar[str] = "Crash"
    summary: ClassVar[str] = "What a crash does to one inside, or to the vehicle"
    verb: Literal["crash"] = "crash"

    vehicle: Annotated[Any_, FACT, Field(description="vehicle")] = "hmmv"
    speed: Annotated[Inches, FACT, Field(description="inches it moved in its last go")]
    whom: Annotated[Literal["occupant", "vehicle"], Field(description="one inside, or the vehicle itself")] = "occupant"
    strength: Ability = 0
    penalty: Penalty = 0
    damage: Damaged = ()
    minor: Minor = False
    nails: Nails = False


def crash(form: Crash, chance: Chance) -> Resolved:
    """MM-12.6.1 to MM-12.6.5, MM-R81, MM-R82."""
    log = Proceedings(form, chance)
    profile = VEHICLES[form.vehicle]
    harm = crash_harm(profile, form.speed, form.whom == "vehicle", log.house)
    if harm is None:
        log.step("slow", "no harm at that speed", "MM-R82")
        return log.resolved(damage=None, result="none")
    if form.whom == "vehicle":
        test = armour_test(harm, profile, _damage(form.damage), chance)
        log.roll("armour", test.roll, "MM-12.6.3")
        return log.resolved(damage=str(harm.dice), result=test.damage.value, **figures(test.roll))
    hurt = _hurt(harm, form, log, chance)
    return log.resolved(damage=str(harm.dice), result=hurt["wound"], **hurt)
