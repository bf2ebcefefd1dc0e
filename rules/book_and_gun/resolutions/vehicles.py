"""Vehicles under fire by declared facts: shots, blasts, mines; their class, who finds room, their nerve. X.6."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.book_and_gun.book import drive, vehicle_blast, vehicle_fire
from rules.book_and_gun.book.arms import Arm, arm, spelled
from rules.book_and_gun.book.casualty import CARD_RULES, CasualtyDeck
from rules.book_and_gun.book.occupants import Occupants, Suffered
from rules.book_and_gun.book.rows import Armour, NationalGroup, TargetClass
from rules.book_and_gun.book.tables import device_number
from rules.book_and_gun.book.vehicle_blast import BlastAttack, BlastDevice, Blasted
from rules.book_and_gun.book.vehicle_fire import ArmourExtra, FirersAid, VehicleShot
from rules.book_and_gun.resolutions.base import BookResolution, OutcomeValue, Proceedings, cards_text, dice_text, items
from rules.kernel.action import FACT, Inches
from rules.kernel.chance import Chance, Draw
from rules.kernel.violation import RuleViolation
from rules.language.words import counted

AGL = Arm("agl", None, "he-heat", "ground", back_blast=False, reload="automatic grenade launcher", spent="")


class _Inside(BookResolution):
    """Who is in the vehicle. Riders stand in a template on their own account. BG-R100"""

    crew: Annotated[int, FACT, Field(ge=0, le=12, description="people of its crew inside")] = 0
    passengers: Annotated[int, FACT, Field(ge=0, le=16, description="passengers inside")] = 0


class _Aboard(_Inside):
    """Who is in the vehicle and on it."""

    riders: Annotated[int, FACT, Field(ge=0, le=7, description="people who ride on top")] = 0


def aboard(form: _Inside) -> Occupants:
    """Named as the outcome names them: "crew 1", "passenger 2", "rider 3"."""
    return Occupants(
        tuple(f"crew {n}" for n in range(1, form.crew + 1)),
        tuple(f"passenger {n}" for n in range(1, form.passengers + 1)),
        tuple(f"rider {n}" for n in range(1, form.riders + 1)) if isinstance(form, _Aboard) else (),
    )


# ── A shot ───────────────────────────────────────────────────────────────────────────────────────────────────────


class FireVehicle(_Aboard):
    """Direct fire at a vehicle: dice, cards, what comes through, who suffers. BG-X.6.1, BG-X.8.2."""

    title: ClassVar[str] = "Fire at a vehicle"
    summary: ClassVar[str] = "One weapon's direct fire at one vehicle"
    verb: Literal["fire-vehicle"] = "fire-vehicle"

    weapon: Annotated[str, Field(description="weapon: law, maw, haw, latgm, autocannon, medium cannon, agl …")]
    mount: Annotated[
        Literal["bipod", "tripod", "vehicle"] | None, FACT, Field(description="what a machinegun is mounted on")
    ] = None
    range: Annotated[Inches, FACT, Field(description="from barrel to vehicle")]
    armour: Annotated[Armour, FACT, Field(description="the vehicle's armour")]
    target_class: Annotated[
        TargetClass,
        FACT,
        Field(description="I in the clear and still, II moving, III rough and still or hull down, IV rough and moving"),
    ] = "I"
    nationality: Annotated[NationalGroup | None, FACT, Field(description="nationality group of the firer")] = None
    elite: Annotated[bool, FACT, Field(description="the firer is elite")] = False
    armour_extras: Annotated[
        tuple[ArmourExtra, ...], FACT, Field(description="what the armour has besides; each once")
    ] = ()
    aids: Annotated[tuple[FirersAid, ...], FACT, Field(description="what helps the firer aim; each once")] = ()
    infrared: Annotated[bool, FACT, Field(description="the firer uses infrared goggles at night")] = False
    laser_aiming: Annotated[bool, FACT, Field(description="a laser aiming device on the weapon")] = False
    good_command: Annotated[bool, FACT, Field(description="joker 6 was rolled for the firer")] = False
    line_of_sight: Annotated[bool, FACT, Field(description="a quarter of the vehicle is in sight")] = True


def fire_vehicle(form: FireVehicle, chance: Chance) -> Resolved:
    """BG-VI.2.1b, BG-X.6.1, BG-X.6.chart, BG-X.8.1a, BG-X.8.1b, BG-X.8.2, BG-X.8.21, BG-X.8.22, BG-X.8.3, BG-X.8.31,
    BG-VIII.2.9b, BG-VIII.2.9c, BG-R69, BG-R71, BG-R91 to BG-R93, BG-R116, BG-R121."""
    log = Proceedings(form, chance)
    if not form.line_of_sight:
        raise RuleViolation(
            "no-line-of-sight", "less than a quarter of it is in sight", citation="BG-VI.2.1b", remedy="choose another"
        )
    if form.elite and form.nationality is None:
        raise RuleViolation(
            "elite-of-whom",
            "elite adds to the modifier of a nationality group, and none is given",
            citation="BG-XIII.2.2",
            remedy="give nationality as well",
        )
    weapon = _weapon(form.weapon, log)
    name = vehicle_fire.row_name(weapon)
    shot = VehicleShot(
        name, form.range, form.armour, form.nationality, form.elite, form.armour_extras, form.aids, form.infrared,
        form.laser_aiming, form.good_command,
    )  # fmt: skip
    number = vehicle_fire.to_hit(shot, log.options)
    dice = vehicle_fire.dice_of(name, form.mount or weapon.mount, log.options)
    done = vehicle_fire.fire(
        weapon, number, dice, form.target_class, aboard(form), CasualtyDeck(options=log.options), chance, log.options
    )
    draws = list(chance.taken())
    needed = str(number) if number is not None else "N/A, cannot hit"
    said = f"{spelled(name)}: {needed}; rolled {dice_text(done.dice)}: {counted(done.hits, 'hit')}"
    log.given("fire", said, [draws.pop(0) for _ in done.dice], "BG-X.6.1", "BG-X.6.chart", "BG-R71")
    for hit in done.each:
        text = f"{cards_text(hit.drawn.cards)}: {hit.fate}" + (", and it comes through" if hit.penetrated else "")
        log.given(
            "card", text, [draws.pop(0) for _ in hit.drawn.cards], CARD_RULES[form.target_class], "BG-R91", "BG-R92"
        )
        _tell(log, "inside", hit.inside, draws)
    _tell(log, "riders", done.riders, draws)
    if done.jumped:
        log.given("riders", "the others jump off", [], "BG-VIII.2.9c", "BG-R116")
    dry = out_of_ammunition(log, name, done.dice, counted_round=bool(weapon.spent))
    return log.resolved(
        to_hit=number.value if number is not None else None,
        to_hit_items=items(number) if number is not None else (),
        number_of_dice=dice,
        dice=list(done.dice),
        hits=done.hits,
        cards=[card for hit in done.each for card in hit.drawn.cards],
        vehicle=done.fate,
        penetrations=sum(hit.penetrated for hit in done.each),
        occupants=[line for hit in done.each for line in hit.inside.hurt],
        riders_hurt=list(done.riders.hurt),
        jumped=done.jumped,
        out_of_ammunition=dry,
    )


def out_of_ammunition(log: Proceedings, name: str, dice: Sequence[int], *, counted_round: bool = False) -> bool:
    """Whether two natural ones have spent the weapon's ammunition; rounds that are counted do not run out so.
    BG-X.2.1a, BG-R82, BG-R158."""
    dry = not counted_round and sum(die == 1 for die in dice) > 1
    if dry:
        log.given("out of ammunition", f"{spelled(name)}: snake eyes, out of ammunition", [], "BG-X.2.1a", "BG-R82")
    return dry


def _weapon(word: str, log: Proceedings) -> Arm:
    if word.casefold().replace("_", " ").replace("-", " ") in ("agl", "automatic grenade launcher"):
        return AGL
    return arm(word, log.options)


def _tell(log: Proceedings, kind: str, suffered: Suffered, draws: list[Draw]) -> None:
    if not suffered.dice and not suffered.cards:
        return
    own = [draws.pop(0) for _ in suffered.dice]
    own += [draws.pop(0) for drawn in suffered.cards for _ in drawn.cards]
    rolled = ", ".join(f"{who} {die}" for who, die in suffered.dice)
    told = ", ".join(suffered.hurt) or "nobody is hurt"
    text = f"{rolled}: {told}" if rolled else told
    log.given(kind, text, own, "BG-X.8.22" if kind == "inside" else "BG-VIII.2.9b", "BG-R93")


# ── Blasts ───────────────────────────────────────────────────────────────────────────────────────────────────────


class BlastVehicle(_Inside):
    """A vehicle under mortars, artillery or an air strike. BG-X.7.22a, BG-X.7.23a, BG-R95."""

    title: ClassVar[str] = "Blast at a vehicle"
    summary: ClassVar[str] = "A vehicle in the template of indirect fire or an air strike"
    verb: Literal["blast-vehicle"] = "blast-vehicle"

    attack: Annotated[BlastAttack, Field(description="what bursts there")] = "artillery"
    armour: Annotated[Armour, FACT, Field(description="the vehicle's armour")]
    designator: Annotated[bool, FACT, Field(description="the observer lases it, and the rounds ride the beam")] = False
    improved_munitions: Annotated[bool, FACT, Field(description="artillery's bomblets")] = False
    observer_sees: Annotated[bool, FACT, Field(description="an observer has it in sight")] = True
    contact: Annotated[bool, FACT, Field(description="the observer is in contact with the battery")] = True


def blast_vehicle(form: BlastVehicle, chance: Chance) -> Resolved:
    """BG-X.7.22a, BG-X.7.22b, BG-X.7.221a, BG-X.7.221b, BG-X.7.221c, BG-X.7.221d, BG-X.7.223a, BG-X.7.223b,
    BG-X.7.23a, BG-X.7.23b, BG-X.7.23c, BG-X.7.23d, BG-R94."""
    log = Proceedings(form, chance)
    if not form.observer_sees or not form.contact:
        raise RuleViolation(
            "nobody-observes-it",
            "an observer must see the vehicle and be in contact with whoever fires",
            citation="BG-X.7.22a",
            remedy="bring an observer into sight, or get a message through",
        )
    if form.improved_munitions and form.attack != "artillery":
        raise RuleViolation(
            "no-bomblets", "only artillery fires bomblets", citation="BG-X.7.222", remedy="leave them out"
        )
    if form.designator and form.attack not in ("artillery", "air strike"):
        raise RuleViolation("not-guided", "mortars ride no beam", citation="BG-X.14.1", remedy="leave designator out")
    number = vehicle_blast.to_hit(
        form.attack, form.armour, designator=form.designator, bomblets=form.improved_munitions
    )
    done = vehicle_blast.bombard(
        form.attack, form.armour, number, aboard(form), CasualtyDeck(options=log.options), chance,
        bomblets=form.improved_munitions, options=log.options,
    )  # fmt: skip
    rule = "BG-X.7.23a" if form.attack == "air strike" else "BG-X.7.221a"
    return log.resolved(**_blasted(log, done, str(number), rule), to_hit=number.value, to_hit_items=items(number))


class DeviceVehicle(_Inside):
    """A vehicle in the template of an explosive device. BG-R95."""

    title: ClassVar[str] = "Device at a vehicle"
    summary: ClassVar[str] = "A grenade, claymore, charge, trap or mine at a vehicle"
    verb: Literal["device-vehicle"] = "device-vehicle"

    device: Annotated[BlastDevice, Field(description="what explodes")]
    armour: Annotated[Armour, FACT, Field(description="the vehicle's armour")]
    target_class: Annotated[TargetClass, FACT, Field(description="the vehicle's class, I to IV")] = "I"


def device_vehicle(form: DeviceVehicle, chance: Chance) -> Resolved:
    """BG-X.12.51, BG-X.12.62b, BG-X.12.chart, BG-R91, BG-R93, BG-R95, BG-R96."""
    log = Proceedings(form, chance)
    if form.device in vehicle_blast.SOFT_ONLY and form.armour != "soft":
        raise RuleViolation(
            "soft-only",
            f"a {form.device} hurts soft vehicles only",
            citation="BG-R95",
            remedy="use C4, an improvised device or a launcher",
        )
    done = vehicle_blast.blow_up(
        form.device, form.target_class, aboard(form), CasualtyDeck(options=log.options), chance, log.options
    )
    number = device_number(form.device, form.target_class)
    return log.resolved(**_blasted(log, done, f"less than {number}", "BG-X.12.chart"), to_hit_below=number)


class AntiVehicleMine(_Aboard):
    """A vehicle on an anti-vehicle mine. BG-X.12.71a."""

    title: ClassVar[str] = "Anti-vehicle mine"
    summary: ClassVar[str] = "A vehicle drives onto a mine"
    verb: Literal["anti-vehicle-mine"] = "anti-vehicle-mine"


def anti_vehicle_mine(form: AntiVehicleMine, chance: Chance) -> Resolved:
    """BG-VIII.2.9c, BG-X.12.71a, BG-X.12.71b, BG-R211."""
    log = Proceedings(form, chance)
    done = vehicle_blast.anti_vehicle_mine(aboard(form), CasualtyDeck(options=log.options), chance, log.options)
    found = _blasted(log, done, "1 to 4", "BG-X.12.71a")
    if done.jumped:
        log.given("riders", "the others jump off", [], "BG-VIII.2.9c", "BG-R211")
    return log.resolved(**found, jumped=done.jumped)


def _blasted(log: Proceedings, done: Blasted, needed: str, rule: str) -> dict[str, OutcomeValue]:
    draws = list(log.chance.taken())
    rolled = 1 + (done.second is not None)
    second = "" if done.second is None else f", bomblet {done.second}"
    said = f"{needed}; rolled {done.die}{second}: {'hit' if done.hit else 'no hit'}"
    log.given("blast", said, [draws.pop(0) for _ in range(rolled)], rule, "BG-R95")
    if done.cards:
        log.given(
            "card", f"{cards_text(done.cards)}: {done.fate}", [draws.pop(0) for _ in done.cards], "BG-R91", "BG-R94"
        )
    _tell(log, "inside", done.inside, draws)
    return {
        "die": done.die,
        "second_die": done.second,
        "hit": done.hit,
        "cards": list(done.cards),
        "vehicle": done.fate,
        "occupants": list(done.inside.hurt),
    }


# ── What it is, what it may do ───────────────────────────────────────────────────────────────────────────────────


class VehicleClass(BookResolution):
    """A vehicle's target class. BG-X.7.5, BG-R40."""

    title: ClassVar[str] = "Class of a vehicle"
    summary: ClassVar[str] = "Which target class a vehicle is"
    verb: Literal["vehicle-class"] = "vehicle-class"

    ground: Annotated[Literal["clear", "rough", "urban"], FACT, Field(description="where it stands")] = "clear"
    allowance: Annotated[float, FACT, Field(ge=0, le=60, description="inches that it might have moved this turn")] = 0
    inches: Annotated[float, FACT, Field(ge=0, le=60, description="inches that it has moved")] = 0
    hull_down: Annotated[bool, FACT, Field(description="only its turret shows")] = False
    part_cover: Annotated[bool, FACT, Field(description="cover leaves it only partly exposed")] = False


def vehicle_class(form: VehicleClass, chance: Chance) -> Resolved:
    """BG-VIII.2.2a, BG-X.7.5, BG-R40."""
    log = Proceedings(form, chance)
    moving = drive.in_motion(form.allowance, form.inches)
    found = drive.class_of(form.ground, moving=moving, hull_down=form.hull_down, partly_covered=form.part_cover)
    log.step("class", f"{'moving' if moving else 'not moving'}: class {found}", "BG-VIII.2.2a", "BG-X.7.5", "BG-R40")
    return log.resolved(moving=moving, target_class=found)


class Capacity(BookResolution):
    """Who finds room in and on a carrier. BG-VIII.2.6b, BG-VIII.2.71b."""

    title: ClassVar[str] = "Capacity"
    summary: ClassVar[str] = "How many people a vehicle, boat or horse carries"
    verb: Literal["capacity"] = "capacity"

    vehicle: Annotated[drive.Carrier, Field(description="what carries them")]
    inside: Annotated[int, FACT, Field(ge=0, le=40, description="people inside, without its own crew")] = 0
    riders: Annotated[int, FACT, Field(ge=0, le=40, description="people who ride outside")] = 0
    gun_crew: Annotated[
        int | None, FACT, Field(ge=0, le=8, description="crew of the gun that a limber tows; empty: it tows none")
    ] = None


def capacity(form: Capacity, chance: Chance) -> Resolved:
    """BG-VIII.2.6b, BG-VIII.2.71b, BG-VIII.2.8, BG-VIII.2.9a, BG-VIII.2.10b, BG-VIII.5.2b."""
    log = Proceedings(form, chance)
    if form.gun_crew is not None and form.vehicle != "limber":
        raise RuleViolation(
            "contradiction",
            f"a {form.vehicle} is no limber: the gun that it tows takes no place in it",
            citation="BG-VIII.2.6b",
            remedy="leave gun crew out",
        )
    drive.require_room(form.vehicle, form.inside, form.riders, towing=form.gun_crew)
    room = form.gun_crew if form.vehicle == "limber" and form.gun_crew is not None else drive.INSIDE[form.vehicle]
    outside = drive.RIDERS.get(form.vehicle, 0)
    log.step("capacity", f"{room} inside, {outside} outside", "BG-VIII.2.71b", "BG-VIII.2.9a")
    return log.resolved(inside=room, riders=outside, free=room - form.inside, free_outside=outside - form.riders)


class VehicleShots(BookResolution):
    """Which weapons of a vehicle may fire. BG-R123."""

    title: ClassVar[str] = "Shots of a vehicle"
    summary: ClassVar[str] = "How many of a vehicle's weapons may fire now"
    verb: Literal["vehicle-shots"] = "vehicle-shots"

    weapons: Annotated[int, FACT, Field(ge=0, le=12, description="weapons with a man to each, LAWs and missiles too")]
    fired: Annotated[int, FACT, Field(ge=0, le=12, description="those of them that have fired in this turn")] = 0
    out_of_arc: Annotated[int, FACT, Field(ge=0, le=12, description="those of the others without a target in arc")] = 0
    state: Annotated[
        Literal["unharmed", "immobilized", "destroyed"], FACT, Field(description="state of the vehicle")
    ] = "unharmed"
    moved: Annotated[bool, FACT, Field(description="it moves in this turn; that changes nothing")] = False


def vehicle_shots(form: VehicleShots, chance: Chance) -> Resolved:
    """Each crewed weapon once, at its own target in its own arc; one that cannot move fires on. BG-R91, BG-R123."""
    log = Proceedings(form, chance)
    if form.state == "destroyed":
        raise RuleViolation(
            "destroyed", "a destroyed vehicle does not fire", citation="BG-R91", remedy="choose another"
        )
    if form.fired + form.out_of_arc > form.weapons:
        raise RuleViolation(
            "weapons", "more weapons have fired than there are", citation="BG-R123", remedy="count all its weapons"
        )
    left = form.weapons - form.fired - form.out_of_arc
    log.step("shots", f"{left} may fire, each once at its own target", "BG-R91", "BG-R123")
    return log.resolved(shots=left, modifier=0)


class VehicleMorale(BookResolution):
    """Which morale checks a crew takes. BG-R134."""

    title: ClassVar[str] = "Morale of vehicles"
    summary: ClassVar[str] = "Whether a vehicle, an aircraft or a gun crew takes a check"
    verb: Literal["vehicle-morale"] = "vehicle-morale"

    kind: Annotated[Literal["vehicle", "aircraft", "gun crew"], FACT, Field(description="whose nerve is asked for")]
    check: Annotated[Literal["major", "critical", "pinned"], FACT, Field(description="the check of the chart")]


def vehicle_morale(form: VehicleMorale, chance: Chance) -> Resolved:
    """BG-XII.1.21b, BG-R134."""
    log = Proceedings(form, chance)
    checks = form.kind == "gun crew"
    stops = form.check == "major" and form.kind != "aircraft"
    text = "it checks like infantry" if checks else "it takes no check"
    log.step("morale", text + ("; a failed major check of its side stops it" if stops else ""), "BG-R134")
    return log.resolved(checks=checks, stopped_by_major=stops)
