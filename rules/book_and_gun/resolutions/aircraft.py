"""Aircraft by declared facts: fire at them, a pass under fire, what may be fired at them, landings. X.9 to X.11."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.book_and_gun.book import aircraft, drive
from rules.book_and_gun.book.aircraft import MODIFIED_RPG, AircraftShot, AircraftState, AircraftVolley
from rules.book_and_gun.book.casualty import CARD_RULES, CasualtyDeck
from rules.book_and_gun.book.rows import AircraftKind, NationalGroup, TargetClass
from rules.book_and_gun.resolutions.base import BookResolution, Proceedings, cards_text, dice_text, items
from rules.book_and_gun.resolutions.vehicles import out_of_ammunition
from rules.kernel.action import FACT, Inches
from rules.kernel.chance import Chance
from rules.kernel.facts import Itemised
from rules.kernel.violation import RuleViolation
from rules.language.words import counted

_WEAPONS = (
    "medium machinegun, heavy machinegun, light sam, medium sam, aa autocannon, light, medium or heavy aa cannon, "
    "modified rpg"
)


class _InFlight(BookResolution):
    type: Annotated[AircraftKind, FACT, Field(description="helo, prop, slow jet, fast jet")]
    state: Annotated[AircraftState, FACT, Field(description="landed, hovering, moving")] = "moving"
    armoured: Annotated[bool, FACT, Field(description="an armoured attack helicopter")] = False


class _ByNation(_InFlight):
    nationality: Annotated[NationalGroup | None, FACT, Field(description="nationality group of who fires")] = None
    elite: Annotated[bool, FACT, Field(description="who fires is elite")] = False


class FireAircraft(_ByNation):
    """Direct fire at an aircraft in flight. BG-X.9.1."""

    title: ClassVar[str] = "Fire at an aircraft"
    summary: ClassVar[str] = "One weapon's fire at one aircraft in flight"
    verb: Literal["fire-aircraft"] = "fire-aircraft"

    weapon: Annotated[str, Field(description=_WEAPONS)]
    range: Annotated[Inches, FACT, Field(description="from barrel to aircraft")]
    infrared: Annotated[bool, FACT, Field(description="the firer uses infrared goggles at night")] = False
    laser_aiming: Annotated[bool, FACT, Field(description="a laser aiming device on the weapon")] = False
    good_command: Annotated[bool, FACT, Field(description="joker 6 was rolled for the firer")] = False


def fire_aircraft(form: FireAircraft, chance: Chance) -> Resolved:
    """BG-X.9.1, BG-X.9.2, BG-X.9.chart, BG-X.11.1a, BG-XIII.6.1, BG-R69, BG-R91, BG-R109, BG-R111."""
    log = Proceedings(form, chance)
    _require_nation(form)
    name = weapon_name(form.weapon)
    number, done = _shot(
        log, form, name, form.range, form.nationality, form.elite, form.good_command, form.infrared, form.laser_aiming
    )
    dry = out_of_ammunition(log, name, done.dice)
    return log.resolved(
        to_hit=number.value if number is not None else None,
        to_hit_items=items(number) if number is not None else (),
        number_of_dice=len(done.dice),
        dice=list(done.dice),
        hits=done.hits,
        cards=[card for _, drawn, _ in done.each for card in drawn.cards],
        aircraft=done.fate,
        attack_lost=done.fate != "unharmed",
        out_of_ammunition=dry,
    )


def _require_nation(form: _ByNation) -> None:
    if form.elite and form.nationality is None:
        raise RuleViolation(
            "elite-of-whom",
            "elite adds to the modifier of a nationality group, and none is given",
            citation="BG-XIII.2.2",
            remedy="give nationality as well",
        )


def weapon_name(word: str) -> str:
    """ "AA-autocannon" is "aa autocannon"; Stinger and SA7 are light missiles."""
    plain = word.casefold().replace("_", " ").replace("-", " ").strip()
    return {"lsam": "light sam", "stinger": "light sam", "sa7": "light sam", "msam": "medium sam"}.get(plain, plain)


def _class(form: _InFlight) -> TargetClass:
    """Refuses a fixed wing that hovers, stands or has a helicopter's armour. BG-X.10.5, BG-X.11.1a."""
    if form.armoured and form.type != "helo":
        raise RuleViolation(
            "contradiction",
            f"armour counts for attack helicopters, not for a {form.type}",
            citation="BG-X.11.1a",
            remedy="leave armoured out",
        )
    return aircraft.class_of(form.type, form.state)


def _shot(
    log: Proceedings,
    form: _InFlight,
    name: str,
    range_: float,
    group: NationalGroup | None = None,
    elite: bool = False,
    good_command: bool = False,
    infrared: bool = False,
    laser_aiming: bool = False,
) -> tuple[Itemised | None, AircraftVolley]:
    target_class = _class(form)
    aircraft.require_target(name, form.type, form.state, rotor_armour=form.armoured)
    shot = AircraftShot(name, range_, form.type, form.armoured, group, elite, good_command, infrared, laser_aiming)
    number = aircraft.to_hit(shot, log.options)
    done = aircraft.fire(
        number, aircraft.dice_of(name), target_class, CasualtyDeck(options=log.options), log.chance, log.options
    )
    draws = list(log.chance.taken())
    needed = str(number) if number is not None else "N/A, cannot hit"
    text = f"{name}: {needed}; rolled {dice_text(done.dice)}: {counted(done.hits, 'hit')}"
    log.given("fire", text, [draws.pop(0) for _ in done.dice], "BG-X.9.1", "BG-X.9.chart")
    for _, drawn, fate in done.each:
        own = [draws.pop(0) for _ in drawn.cards]
        log.given("card", f"{cards_text(drawn.cards)}: {fate}", own, CARD_RULES[target_class], "BG-R91", "BG-R109")
    return number, done


class AttackPath(_ByNation):
    """Shots at an aircraft on its way to its target, then whether it attacks. BG-VIII.2.12b, BG-R115."""

    title: ClassVar[str] = "Path of attack"
    summary: ClassVar[str] = "Weapons fire at an aircraft before it attacks"
    verb: Literal["attack-path"] = "attack-path"

    shots: Annotated[
        tuple[str, ...],
        Field(description="each weapon that has not fired yet with its shortest range to the path: light sam 30"),
    ] = ()


def attack_path(form: AttackPath, chance: Chance) -> Resolved:
    """Every able weapon in range fires once, in the order given, until the aircraft is hit so that it turns away; one
    that cannot hit it there keeps its fire. BG-VIII.2.12b, BG-R109, BG-R115."""
    log = Proceedings(form, chance)
    _require_nation(form)
    told: list[str] = []
    fired = 0
    fate = "unharmed"
    for said in form.shots:
        weapon, _, inches = said.strip().rpartition(" ")
        if not weapon or not inches.replace(".", "", 1).isdigit():
            raise RuleViolation(
                "bad-shot",
                f"“{said[:40]}” names no weapon with its range",
                remedy="write: light sam 30",
                citation="BG-R115",
            )
        name = weapon_name(weapon)
        if not _able(log, form, name, float(inches)):
            told.append(f"{weapon}: does not fire")
            log.step("fire", f"{name} at {inches} in: N/A, it does not fire", "BG-VIII.2.12b", "BG-X.9.chart")
            continue
        _, done = _shot(log, form, name, float(inches), form.nationality, form.elite)
        fired += 1
        told.append(f"{weapon}: {done.fate}")
        fate = done.fate
        if fate != "unharmed":
            break
    log.given(
        "attack",
        "the attack is lost" if fate != "unharmed" else "it attacks",
        [],
        "BG-VIII.2.12b",
        "BG-R115",
        "BG-R109",
    )
    return log.resolved(aircraft=fate, shots=told, fired=fired, attacks=fate == "unharmed")


def _able(log: Proceedings, form: _InFlight, name: str, range_: float) -> bool:
    """Whether a weapon can hit it at that range. Raises RuleViolation for what fires at no aircraft and out of
    range. BG-X.9.chart, BG-R115."""
    _class(form)
    aircraft.require_target(name, form.type, form.state, rotor_armour=form.armoured)
    return aircraft.to_hit(AircraftShot(name, range_, form.type), log.options) is not None


class AircraftTarget(_InFlight):
    """What an aircraft is as a target, and whether a weapon may be fired at it. BG-VIII.2.12a, BG-X.10.5."""

    title: ClassVar[str] = "Aircraft as target"
    summary: ClassVar[str] = "May this weapon be fired at such an aircraft, and as what?"
    verb: Literal["aircraft-target"] = "aircraft-target"

    weapon: Annotated[str, Field(description=_WEAPONS + ", or any other")]


def aircraft_target(form: AircraftTarget, chance: Chance) -> Resolved:
    """BG-VIII.2.12a, BG-VIII.2.2b, BG-X.10.5, BG-X.11.1b, BG-XIII.6.1, BG-R110, BG-R111."""
    log = Proceedings(form, chance)
    target_class = _class(form)
    name = weapon_name(form.weapon)
    if form.state == "landed":
        armour = drive.armour_of_landed(attack_helicopter=form.armoured)
        able = aircraft.hurts_on_the_ground(name, log.options)
        said = "" if able else f"; {name} cannot hurt one"
        log.step("target", f"a {armour} vehicle of class {target_class}{said}", "BG-X.11.1b", "BG-R110")
        return log.resolved(may_fire=able, target_class=target_class, treated_as="ground vehicle", armour=armour)
    able = aircraft.reaches(name, form.type) or (name == MODIFIED_RPG and form.state == "hovering")
    log.step("target", f"class {target_class}; {name} {'may' if able else 'may not'} fire at it", "BG-VIII.2.12a")
    return log.resolved(may_fire=able, target_class=target_class, treated_as="aircraft", armour=None)


class Land(BookResolution):
    """A helicopter lands to let people in or out. BG-VIII.2.131."""

    title: ClassVar[str] = "Landing"
    summary: ClassVar[str] = "May a helicopter land, and who may get in or out?"
    verb: Literal["land"] = "land"

    hovering: Annotated[bool, FACT, Field(description="it hovers over the place since its last move")] = True
    at_start: Annotated[bool, FACT, Field(description="it has not moved yet in this phase")] = True
    load: Annotated[bool, FACT, Field(description="people get in")] = False
    unload: Annotated[bool, FACT, Field(description="people get out")] = False


def land(form: Land, chance: Chance) -> Resolved:
    """BG-VIII.2.131."""
    log = Proceedings(form, chance)
    aircraft.require_landing(hovers=form.hovering, at_start=form.at_start, loads=form.load, unloads=form.unload)
    done = "people get in" if form.load else "people get out" if form.unload else "nobody gets in or out"
    log.step("landing", f"it lands, {done}, and may take off in the same phase", "BG-VIII.2.131")
    return log.resolved(lands=True, may_take_off=True)
