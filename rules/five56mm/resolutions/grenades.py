"""Grenades thrown and thrown back, explosions and gas by declared facts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.five56mm.book import explosions
from rules.five56mm.book.explosions import (
    blast_dice,
    blast_harm,
    check_throw_back,
    direct_harm,
    explosion_harm,
    off_line,
    radius,
    scatter,
)
from rules.five56mm.book.fire import Platform
from rules.five56mm.book.injury import StruckBody, injure
from rules.five56mm.book.tables import NUMBERS, WEAPONS
from rules.five56mm.book.target_number import Help, ability, roll_unless_hopeless
from rules.five56mm.book.weapons import Arm, ammo
from rules.five56mm.resolutions.base import (
    Ability,
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
from rules.kernel.action import FACT, Inches
from rules.kernel.chance import Chance
from rules.kernel.facts import Item, Itemised

Grenade = Literal["frag", "stun", "cs", "wp"]
Motion = Annotated[Literal["still", "moving", "full-speed"], FACT, Field(description="the vehicle he rides, if any")]


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
    thrown = explosions.ThrowValues(
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
    test = explosions.throw(thrown, chance, log.house)
    log.roll("throw", test, "MM-3.2.14")
    left = ammo(profile, Arm(form.grenade), test.die, chance, log.house)
    if left is not None:
        log.step("ammo", f"Ammo D6 {left.die} against {left.number}: {'out' if left.out else 'some left'}", "MM-7.8.1")
    out = None if left is None else left.out
    if test.passed:
        return log.resolved(on_target=True, out_of_ammo=out, distance=0, **figures(test))
    miss = scatter(test.margin, chance)
    log.step("scatter", f"{miss.distance} in, {miss.words}", "MM-3.2.16", "MM-3.2.17")
    return log.resolved(
        on_target=False,
        out_of_ammo=out,
        distance=miss.distance,
        direction=miss.words,
        from_thrower=round(off_line(form.range, miss), 2),
        **figures(test),
    )


class ThrowBack(SkirmishResolution):
    """A grenade picked up and thrown away. MM-3.2.18 to MM-3.2.24."""

    title: ClassVar[str] = "Throw back"
    summary: ClassVar[str] = "Pick up a grenade that has landed within 1 in and throw it away"
    verb: Literal["throw-back"] = "throw-back"

    grenade: Annotated[Grenade, FACT, Field(description="kind of grenade")] = "frag"
    range: Annotated[Inches, FACT, Field(description="distance to where he throws it")]
    morale: Ability = 0
    strength: Ability = 0
    light: LightLevel = "Full Light"
    goggles: Goggles = False
    penalty: Penalty = 0
    sharpshooter: Annotated[bool, Field(description="a Sharpshooter's re-roll is left")] = False
    lucky: Lucky = False


def throw_back(form: ThrowBack, chance: Chance) -> Resolved:
    """A Morale test against 4, then the throw; whatever fails, it explodes in his hand. MM-3.2.20 to MM-3.2.23, MM-R22.

    The light counts for the throw only (MM-R107).
    """
    log = Proceedings(form, chance)
    profile = WEAPONS[form.grenade]
    check_throw_back(profile, form.range)
    own = penalties(form.penalty)
    number = Itemised((Item(NUMBERS.throw_back, "pick it up", "MM-3.2.20"), *own))
    bonus = Itemised((ability(form.morale, "Morale", "MM-3.2.20"),))
    picked = roll_unless_hopeless("pick up the grenade", number, bonus, chance, helps(lucky=form.lucky))
    log.roll("pick-up", picked, "MM-3.2.20")
    if not picked.passed:
        log.step("in-hand", "it explodes in his hand", "MM-3.2.20")
        return log.resolved(picked_up=False, thrown=False, in_hand=True, **figures(picked))
    skills = helps((Help.SHARPSHOOTER, form.sharpshooter), lucky=form.lucky and Help.LUCKY not in picked.helps)
    values = explosions.ThrowValues(
        profile,
        form.range,
        form.strength,
        light=level_of(form.light),
        goggles=form.goggles,
        penalties=own,
        helps=skills,
    )
    test = explosions.throw(values, chance, log.house)
    log.roll("throw", test, "MM-3.2.21")
    if not test.passed:
        log.step("in-hand", "it explodes in his hand", "MM-3.2.23")
    return log.resolved(picked_up=True, thrown=test.passed, in_hand=not test.passed, **figures(test))


# ── What an explosion does ────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Victim:
    """He who is caught."""

    strength: int
    morale: int
    body_armour: bool
    respirator: bool
    minor: bool
    penalty: int
    nails: bool
    lucky: bool


class Blast(SkirmishResolution):
    """One character in the blast of a grenade, a rocket or a vehicle. MM-7.8.3 to MM-7.9.6, MM-12.51.9."""

    title: ClassVar[str] = "Blast"
    summary: ClassVar[str] = "What an explosion does to somebody near it"
    verb: Literal["blast"] = "blast"

    of: Annotated[
        Literal["frag", "stun", "cs", "wp", "law", "rpg", "vehicle"], FACT, Field(description="what explodes")
    ]
    distance: Annotated[Inches, FACT, Field(description="inches from the explosion")] = 0.0
    direct: Annotated[bool, FACT, Field(description="he is hit directly by a launched round")] = False
    burning: Annotated[bool, FACT, Field(description="white phosphorous in the turn after")] = False
    strength: Ability = 0
    morale: Ability = 0
    body_armour: Annotated[bool, FACT, Field(description="wears body armour")] = False
    respirator: Annotated[bool, FACT, Field(description="wears a respirator")] = False
    minor: Annotated[bool, FACT, Field(description="has a Minor Wound already")] = False
    penalty: Penalty = 0
    nails: Annotated[bool, Field(description="his Nails re-roll is left and is used")] = False
    lucky: Lucky = False


def blast(form: Blast, chance: Chance) -> Resolved:
    """MM-7.8.3, MM-7.8.4, MM-7.8.6, MM-7.8.9, MM-7.8.10, MM-7.9.4, MM-7.9.6, MM-8.0.9, MM-12.51.9."""
    log = Proceedings(form, chance)
    reach = NUMBERS.explosion if form.of == "vehicle" else radius(form.of)
    direct = form.direct and form.of != "vehicle"
    if form.distance > reach and not direct:
        log.step("outside", f"the blast reaches {reach:g} in", "MM-7.8.3")
        return log.resolved(caught=False)
    victim = Victim(
        form.strength, form.morale, form.body_armour, form.respirator, form.minor, form.penalty, form.nails, form.lucky
    )
    distance = 0.0 if direct else form.distance
    done = caught(form.of, distance, victim, log, chance, direct=direct, burning=form.burning)
    return log.resolved(caught=True, **done)


def caught(
    of: str,
    distance: float,
    victim: Victim,
    log: Proceedings,
    chance: Chance,
    *,
    direct: bool = False,
    burning: bool = False,
) -> dict[str, OutcomeValue]:
    """What an explosion does to one who is in it. A direct hit by a grenade without Damage of its own counts as 0 to
    1 in. MM-R26."""
    fear = penalties(victim.penalty)
    if of == "stun":
        stunned = explosions.stun(distance, victim.morale, chance, fear, helps(lucky=victim.lucky), log.house)
        assert stunned is not None
        log.roll("stun", stunned.roll, "MM-7.8.5")
        return {"actions_lost": stunned.lost, **figures(stunned.roll)}
    if of == "cs":
        return _gas(distance, victim, log, chance)
    if of == "vehicle":
        harm = explosion_harm()
    elif direct and WEAPONS[of].damage is not None:
        harm = direct_harm(of)
    elif burning:
        harm = explosions.burning_harm(distance, log.house)
    else:
        harm = blast_harm(of, distance, log.house)
    if harm is None:
        log.step("spared", "no roll at that distance", "MM-7.8.10")
        return {"wound": "none"}
    skills = helps((Help.NAILS, victim.nails), lucky=victim.lucky)
    injury = injure(
        harm, StruckBody(victim.strength, victim.body_armour, victim.minor, fear, skills), chance, log.house
    )
    log.injury(injury, "MM-5.0.2")
    return wound_figures(injury)


def _gas(distance: float, victim: Victim, log: Proceedings, chance: Chance) -> dict[str, OutcomeValue]:
    if victim.respirator:
        log.step("respirator", "the gas does nothing to him", "MM-8.0.9")
        return {"poisoned": False}
    test = explosions.gas(
        distance, victim.strength, chance, penalties(victim.penalty), helps(lucky=victim.lucky), log.house
    )
    dice = blast_dice("cs", distance, log.house)
    assert test is not None
    assert dice is not None
    log.roll("gas", test.roll, "MM-7.8.6")
    return {"poisoned": test.poisoned, "gas_tn": test.die + dice.plus, **figures(test.roll)}


class ShakeOff(SkirmishResolution):
    """A poisoned man outside the cloud tests against the same TN again. MM-7.8.8."""

    title: ClassVar[str] = "Shake off gas"
    summary: ClassVar[str] = "Does a poisoned man who has left the gas recover?"
    verb: Literal["shake-off-gas"] = "shake-off-gas"

    number: Annotated[int, FACT, Field(ge=1, le=20, description="TN of the gas that felled him")]
    turns_out: Annotated[int, FACT, Field(ge=0, le=99, description="turns since he left the cloud")] = 1
    strength: Ability = 0
    penalty: Annotated[int, FACT, Field(ge=0, le=20, description="TN penalty by wounds, not by the gas itself")] = 0
    lucky: Lucky = False


def shake_off(form: ShakeOff, chance: Chance) -> Resolved:
    """MM-7.8.8, MM-R32."""
    log = Proceedings(form, chance)
    test = explosions.shake_off_gas(
        form.number, form.strength, form.turns_out, chance, penalties(form.penalty), helps(lucky=form.lucky)
    )
    log.roll("shake-off", test, "MM-7.8.8")
    return log.resolved(recovered=test.passed, **figures(test))
