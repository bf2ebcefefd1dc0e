"""Horses by declared facts: holders, riding, stampedes, hits at riders, mounting. VIII.4.2, VIII.5."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.book_and_gun.book import drive, horses
from rules.book_and_gun.book.horses import RiderFate
from rules.book_and_gun.book.rows import SideName
from rules.book_and_gun.resolutions.base import BookResolution, Proceedings, dice_text
from rules.kernel.action import FACT, Inches
from rules.kernel.chance import Chance
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation


class HorseHolders(BookResolution):
    """Who holds the horses of a dismounted unit. BG-VIII.5.3a."""

    title: ClassVar[str] = "Horse holders"
    summary: ClassVar[str] = "How many of a dismounted unit hold its horses"
    verb: Literal["horse-holders"] = "horse-holders"

    men: Annotated[int, FACT, Field(ge=1, le=200, description="figures of the unit that dismounts")]
    mixed: Annotated[bool, FACT, Field(description="holders and horses stand with other figures")] = True


def horse_holders(form: HorseHolders, chance: Chance) -> Resolved:
    """BG-VIII.5.3a, BG-VIII.5.3b."""
    log = Proceedings(form, chance)
    count = horses.holders(form.men)
    key = "key figures" if form.mixed else "the horses are key figures, the holders are not"
    log.step("holders", f"{count} of {form.men}; {key}", "BG-VIII.5.3a", "BG-VIII.5.3b")
    return log.resolved(holders=count, fighting=form.men - count, holders_are_key=form.mixed, horses_are_key=True)


class Ride(BookResolution):
    """Whom a horse carries. BG-VIII.5.2b, BG-XIII.1.1b."""

    title: ClassVar[str] = "Ride"
    summary: ClassVar[str] = "May these people ride this horse?"
    verb: Literal["ride"] = "ride"

    fit_horse: Annotated[bool, FACT, Field(description="the horse is not hurt")] = True
    riders: Annotated[int, FACT, Field(ge=0, le=5, description="fit riders")] = 1
    wounded: Annotated[int, FACT, Field(ge=0, le=5, description="wounded figures that it carries besides")] = 0
    captured: Annotated[bool, FACT, Field(description="the horse was the enemy's")] = False
    trained: Annotated[bool, FACT, Field(description="they are cavalry or elite")] = True


def ride(form: Ride, chance: Chance) -> Resolved:
    """BG-VIII.5.2b, BG-XIII.1.1b, BG-R45."""
    log = Proceedings(form, chance)
    horses.require_ridden(
        fit_horse=form.fit_horse, riders=form.riders, wounded=form.wounded, captured=form.captured,
        trained=form.trained, options=log.options,
    )  # fmt: skip
    log.step("ride", "the horse carries them", "BG-VIII.5.2b", "BG-R45")
    return log.resolved(allowed=True)


class Stampede(BookResolution):
    """Horses without a holder under fire. BG-VIII.5.4."""

    title: ClassVar[str] = "Stampede"
    summary: ClassVar[str] = "Do horses run that were fired at?"
    verb: Literal["stampede"] = "stampede"

    side: Annotated[SideName, Field(description="side of their holders")]
    holder: Annotated[bool, FACT, Field(description="a holder who is not hit remains")] = False
    hit: Annotated[bool, FACT, Field(description="at least one horse was hit")] = True


def stampede(form: Stampede, chance: Chance) -> Resolved:
    """BG-VIII.5.4, BG-VIII.5.41, BG-R46."""
    log = Proceedings(form, chance)
    done = horses.stampede(form.side, chance, holder=form.holder, hit=form.hit)
    runs = bool(done.dice)
    text = f"1 to {done.holds} stays; rolled {done.die}: "
    text += f"they run {done.inches} in straight away ({dice_text(done.dice)})" if runs else "they stay"
    log.step("stampede", text, "BG-VIII.5.4", "BG-VIII.5.41", "BG-R46")
    return log.resolved(stampedes=runs, die=done.die, stays_on=done.holds, dice=list(done.dice), inches=done.inches)


class MountedHit(BookResolution):
    """What a hit does to a rider and the horse. BG-R138."""

    title: ClassVar[str] = "Hit at a rider"
    summary: ClassVar[str] = "What becomes of rider and horse"
    verb: Literal["mounted-hit"] = "mounted-hit"

    result: Annotated[RiderFate, FACT, Field(description="what the card did to the mounted figure")]


def mounted_hit(form: MountedHit, chance: Chance) -> Resolved:
    """BG-R138."""
    log = Proceedings(form, chance)
    lost, led = horses.rider_hit(form.result)
    text = "rider and horse are lost" if lost else "the rider lies wounded, the horse stands without a holder"
    log.step("rider", text, "BG-R138")
    return log.resolved(rider=form.result, horse_lost=lost, led_horse=led)


class Mount(BookResolution):
    """Mounting or dismounting, a horse or a vehicle. BG-VIII.4.2a, BG-VIII.5.21."""

    title: ClassVar[str] = "Mount"
    summary: ClassVar[str] = "How far figures move in the phase in which they mount or dismount"
    verb: Literal["mount"] = "mount"

    on: Annotated[Literal["vehicle", "horse"], FACT, Field(description="what they mount or leave")] = "vehicle"
    way: Annotated[Literal["mount", "dismount", "both"], Field(description="what they do in this phase")] = "mount"
    distance: Annotated[Inches, FACT, Field(description="inches to the mount, for those who mount")] = 0
    scout: Annotated[bool, FACT, Field(description="scouts on foot")] = False
    charge: Annotated[bool, Field(description="they charge as they leave the vehicle")] = False


def _dice(form: Mount) -> int:
    if form.scout and form.way == "mount":
        return horses.SCOUT_MOUNTING_DICE if form.on == "horse" else drive.SCOUT_BOARDING_DICE
    return horses.MOUNTING_DICE if form.on == "horse" else drive.BOARDING_DICE


def mount(form: Mount, chance: Chance) -> Resolved:
    """BG-VIII.4.2a, BG-VIII.4.2b, BG-VIII.4.21a, BG-VIII.4.21b, BG-VIII.4.21c, BG-VIII.5.2a, BG-VIII.5.21, BG-R42."""
    log = Proceedings(form, chance)
    if form.way == "both":
        raise RuleViolation(
            "one-of-both",
            "figures mount or dismount in a phase, not both",
            citation="BG-VIII.4.21a",
            remedy="choose one",
        )
    if form.charge and (form.on == "horse" or form.way == "mount"):
        raise RuleViolation(
            Why.NO_CHARGE,
            "only those who leave a vehicle charge in that phase",
            citation="BG-VIII.5.2a" if form.on == "horse" else "BG-VIII.4.2a",
            remedy="charge next turn",
        )
    count = drive.TAILGATE_DICE if form.charge else _dice(form)
    dice = chance.dice(count, sides=6, for_="charge" if form.charge else "movement")
    reached = form.way == "dismount" or sum(dice) >= form.distance
    said = f"{dice_text(dice)}: {sum(dice)} in" + ("" if reached else f", {form.distance:g} in are too far")
    log.step("mount", said, "BG-VIII.4.21b", "BG-VIII.4.21c", "BG-R42")
    return log.resolved(
        dice=list(dice), inches=sum(dice), mounts=reached if form.way == "mount" else None, may_fire=False
    )
