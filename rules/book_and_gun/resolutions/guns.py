"""Guns by declared facts: limbering, pushing, turning, bands, who may fire, what class a bore is. VIII.3, X.2."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.book_and_gun.book import guns, reload, tables
from rules.book_and_gun.book.arms import Arm, arm, band_of, spelled
from rules.book_and_gun.book.guns import Carriage, GunKind
from rules.book_and_gun.book.rows import Troops
from rules.book_and_gun.book.switches import HouseRules
from rules.book_and_gun.resolutions.base import BookResolution, Proceedings, dice_text
from rules.kernel.action import FACT
from rules.kernel.chance import Chance
from rules.kernel.violation import RuleViolation

_RIFLES = ("maw", "haw")


def _gun(word: str, options: HouseRules) -> Arm:
    """The gun of that name; where guns are asked for, MAW and HAW are recoilless rifles. BG-X.4.16, BG-X.4.17."""
    found = arm(word, options)
    return arm(f"{found.key} recoilless rifle", options) if found.key in _RIFLES else found


Gun = Annotated[str, Field(description="light cannon, medium cannon, heavy cannon, maw or haw recoilless rifle …")]
On = Annotated[Carriage, FACT, Field(description="what it stands on")]


class Limber(BookResolution):
    """Limbering or unlimbering a gun. BG-VIII.3.3."""

    title: ClassVar[str] = "Limber"
    summary: ClassVar[str] = "How long a crew takes to limber or unlimber its gun"
    verb: Literal["limber"] = "limber"

    weapon: Gun = "light cannon"
    crew: Annotated[int, FACT, Field(ge=0, le=8, description="fit men of the crew who do it")] = 4


def limber(form: Limber, chance: Chance) -> Resolved:
    """BG-VIII.3.3, BG-X.2.6a."""
    log = Proceedings(form, chance)
    turns = guns.turns_to_limber(_gun(form.weapon, log.options), form.crew)
    log.step("limber", f"{turns} full turns", "BG-VIII.3.3")
    return log.resolved(turns=turns)


class Manhandle(BookResolution):
    """A gun pushed by hand. BG-VIII.3.1b, BG-R39."""

    title: ClassVar[str] = "Manhandle"
    summary: ClassVar[str] = "How far a gun is pushed, and whether it may fire"
    verb: Literal["manhandle"] = "manhandle"

    weapon: Gun = "light cannon"
    figures: Annotated[int, FACT, Field(ge=0, le=20, description="figures that push it, of its crew or not")] = 4
    carriage: On = "wheels"
    rough: Annotated[bool, FACT, Field(description="through rough ground")] = False
    push_and_fire: Annotated[bool, Field(description="its crew pushes it, and it fires this turn")] = False


def manhandle(form: Manhandle, chance: Chance) -> Resolved:
    """BG-VIII.3.1a, BG-VIII.3.1b, BG-VIII.3.1c, BG-VIII.3.2a, BG-R39, BG-R84."""
    log = Proceedings(form, chance)
    weapon = _gun(form.weapon, log.options)
    guns.require_manhandled(weapon, form.carriage, form.figures)
    dice = chance.dice(
        tables.movement_dice(Troops.ARTILLERY, "push and fire", "cross country") or 0, sides=6, for_="push"
    )
    left = sorted(dice)[: len(dice) - form.rough]
    inches = max(1, sum(left))
    fires = form.push_and_fire
    said = f"{dice_text(dice)}{', the highest lost' if form.rough else ''}: {inches} in"
    log.step("push", said, "BG-VIII.3.1b", "BG-VIII.1.43a", "BG-R39")
    marked = _markers(log, weapon) if fires else {}
    return log.resolved(dice=list(dice), inches=inches, may_fire=fires, **marked)


def _markers(log: Proceedings, weapon: Arm) -> dict[str, int]:
    """What a gun takes that moves or turns and fires in one turn, with a full crew; else nothing is said of it.
    BG-VIII.3.2a, BG-R84."""
    count = reload.markers(weapon, moved=True, options=log.options)
    log.step("markers", f"when it fires it takes {count} reload markers", "BG-VIII.3.2a", "BG-R84")
    return {"markers": count}


class TurnGun(BookResolution):
    """A new arc for a gun. BG-VIII.3.1a, BG-R114."""

    title: ClassVar[str] = "Turn a gun"
    summary: ClassVar[str] = "What a new arc costs a gun"
    verb: Literal["turn-gun"] = "turn-gun"

    weapon: Gun = "light cannon"
    carriage: On = "wheels"
    push_and_fire: Annotated[bool, Field(description="as part of push and fire")] = False


def turn_gun(form: TurnGun, chance: Chance) -> Resolved:
    """BG-VIII.1.21, BG-VIII.3.1a, BG-VIII.3.1c, BG-R114."""
    log = Proceedings(form, chance)
    weapon = _gun(form.weapon, log.options)
    free, fires = guns.turning(weapon, form.carriage, pushes=form.push_and_fire)
    cost = "it turns freely" if free else "it is pushed round, and fires" if fires else "it takes the whole turn"
    log.step("turn", cost, "BG-VIII.3.1a", "BG-R114")
    marked = _markers(log, weapon) if fires and not free else {}
    return log.resolved(free=free, may_fire=fires, **marked)


class GunBands(BookResolution):
    """Several targets of one gun: short or long range, not both. BG-X.1.31b."""

    title: ClassVar[str] = "Bands of a gun"
    summary: ClassVar[str] = "May one gun fire at targets at these ranges?"
    verb: Literal["gun-bands"] = "gun-bands"

    weapon: Annotated[str, Field(description="the gun or support weapon")] = "medium machinegun"
    ranges: Annotated[tuple[float, ...], FACT, Field(min_length=1, description="inches to each target, once for each")]


def gun_bands(form: GunBands, chance: Chance) -> Resolved:
    """BG-X.1.31a, BG-X.1.31b, BG-R75."""
    log = Proceedings(form, chance)
    weapon = arm(form.weapon, log.options)
    bands = [band_of(weapon, inches, log.options).band for inches in form.ranges]
    allowed = not {"short", "long"} <= set(bands)
    said = f"{spelled(weapon.key)}: {', '.join(bands)}: {'allowed' if allowed else 'short or long range, not both'}"
    log.step("bands", said, "BG-X.1.31b")
    return log.resolved(bands=bands, allowed=allowed)


class MayFire(BookResolution):
    """Whether a weapon that several men serve may be fired now. BG-X.2.6b, BG-VIII.3.4."""

    title: ClassVar[str] = "May it fire?"
    summary: ClassVar[str] = "Whether a crewed weapon may be fired now"
    verb: Literal["may-fire"] = "may-fire"

    weapon: Gun = "light cannon"
    crew: Annotated[int, FACT, Field(ge=0, le=12, description="fit figures who serve it, within an inch")] = 4
    gunners: Annotated[int, FACT, Field(ge=0, le=12, description="those of them who belong to its crew")] = 4
    prone: Annotated[int, FACT, Field(ge=0, le=12, description="those of them who lie prone")] = 0
    dismounted: Annotated[bool, FACT, Field(description="they mounted or dismounted in this turn")] = False
    thrown: Annotated[bool, FACT, Field(description="its gunner has thrown a grenade in this turn")] = False
    markers: Annotated[int, FACT, Field(ge=0, le=12, description="reload markers that it still has")] = 0
    moved: Annotated[bool, FACT, Field(description="it was moved in this turn")] = False


def may_fire(form: MayFire, chance: Chance) -> Resolved:
    """BG-VIII.3.2a, BG-VIII.3.4, BG-X.2.4a, BG-X.2.6a, BG-X.2.6b, BG-R42, BG-R83, BG-R84."""
    log = Proceedings(form, chance)
    weapon = _gun(form.weapon, log.options)
    reason: str | None = None
    try:
        if form.gunners > form.crew or form.prone > form.crew:
            raise RuleViolation("crew", "more of the crew than there are figures", remedy="count them in crew")
        if form.moved and weapon.artillery and not guns.light(weapon):
            raise RuleViolation(
                "moved-gun", "a gun of this size may not move and fire in one turn", citation="BG-VIII.3.2a"
            )
        guns.require_fired(
            weapon, crew=form.crew, gunners=form.gunners, prone=form.prone, dismounted=form.dismounted,
            thrown=form.thrown, markers=form.markers,
        )  # fmt: skip
    except RuleViolation as violation:
        if violation.code == "crew":
            raise
        reason = violation.code
        log.step("fire", violation.message, *filter(None, [violation.citation]))
    else:
        log.step("fire", "it may fire", "BG-X.2.6b")
    return log.resolved(allowed=reason is None, reason=reason)


class WeaponClass(BookResolution):
    """The weapon class of a bore. BG-X.4.22, BG-X.10.14."""

    title: ClassVar[str] = "Class of a bore"
    summary: ClassVar[str] = "Which weapon class a calibre belongs to"
    verb: Literal["weapon-class"] = "weapon-class"

    calibre: Annotated[float, FACT, Field(gt=0, le=500, description="bore in millimetres")]
    kind: Annotated[GunKind, FACT, Field(description="what kind of gun it is")] = "gun"


def weapon_class(form: WeaponClass, chance: Chance) -> Resolved:
    """BG-X.4.16, BG-X.4.17, BG-X.4.22, BG-X.4.23, BG-X.4.24, BG-X.10.14, BG-R107, BG-R108."""
    log = Proceedings(form, chance)
    found = guns.class_of(form.calibre, form.kind)
    log.step("class", f"{form.calibre:g} mm: {found}", "BG-X.4.22")
    return log.resolved(weapon_class=found)
