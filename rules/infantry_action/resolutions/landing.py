"""Air landing by declared facts: drops, landing places, fire on aircraft and crashes."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.infantry_action.book import air
from rules.infantry_action.book.air import Aircraft, Hazard
from rules.infantry_action.resolutions.base import InfantryResolution, Proceedings, Row, row
from rules.kernel.action import FACT
from rules.kernel.chance import Chance
from rules.kernel.violation import RuleViolation


class ParaDrop(InfantryResolution):
    """IA-air.para-drop"""

    title: ClassVar[str] = "Parachute drop"
    summary: ClassVar[str] = "Where paratroops and dropped weapons come down, and who is hurt"
    verb: Literal["para-drop"] = "para-drop"

    men: Annotated[int, FACT, Field(ge=0, le=40, description="men dropped")] = 1
    weapons: Annotated[int, FACT, Field(ge=0, le=10, description="heavy weapons dropped")] = 0
    ground: Annotated[tuple[Hazard, ...], FACT, Field(description="dangerous ground where all of them come down")] = ()


def para_drop(form: ParaDrop, chance: Chance) -> Resolved:
    """IA-air.para-drop, IA-air.para-hazard, IA-air.para-water-weapons, IA-R047, IA-R048."""
    log = Proceedings(form, chance)
    if log.house.choice("para-drop") == "declared":
        raise RuleViolation(
            "dropped-really",
            "Under this house rule the players drop the markers themselves.",
            citation="IA-R047",
            remedy="Look where the markers lie; leave out para-drop=declared to have them rolled.",
        )
    names = [f"man {n + 1}" for n in range(form.men)] + [f"weapon {n + 1}" for n in range(form.weapons)]
    if not names:
        log.step("drop", "nobody and nothing is dropped", "IA-air.para-drop")
    fell: list[str] = []
    hurt = lost = 0
    for index, name in enumerate(names):
        drop = air.drop((0.0, 0.0), chance, name, log.house)
        fell.append(f"{name}: {drop.metres} m towards {drop.clock} o'clock")
        log.step("drop", f"{fell[-1]} from the spot", "IA-air.para-drop")
        if index < form.men:
            hurt_now = air.hurt_landing(form.ground, chance, name)
            hurt += hurt_now
            if form.ground:
                log.step("landing", f"{name} {'is a casualty' if hurt_now else 'lands safely'}", "IA-air.para-hazard")
        elif air.weapon_lost(form.ground):
            lost += 1
            log.step("lost", f"{name} is lost in the water", "IA-air.para-water-weapons")
    return log.resolved(drops=tuple(fell), casualties=hurt, weapons_lost=lost)


class LandingPlace(InfantryResolution):
    """IA-air.glider-run"""

    title: ClassVar[str] = "Landing place"
    summary: ClassVar[str] = "Whether a glider or helicopter can land there"
    verb: Literal["landing-place"] = "landing-place"

    aircraft: Annotated[Aircraft, FACT, Field(description="glider or helicopter")]
    metres: Annotated[
        float,
        FACT,
        Field(
            ge=0, le=5000, description="glider: last tree or hedge to the end of its run; helicopter: beyond its rotor"
        ),
    ]
    men: Annotated[int, FACT, Field(ge=0, le=60, description="men aboard, for the rope")] = 0


def landing_place(form: LandingPlace, chance: Chance) -> Resolved:
    """IA-air.glider-run, IA-air.helicopter-space, IA-air.helicopter-rope."""
    log = Proceedings(form, chance)
    if form.aircraft is Aircraft.GLIDER:
        air.judge_run(form.metres)
        log.step("landing", "the glider lands", "IA-air.glider-run")
        return log.resolved(lands=True, rope_periods=None)
    periods = -(-form.men // air.AIR.rope)
    try:
        air.judge_space(form.metres)
    except RuleViolation as refused:
        log.step("hover", f"{refused.message} By rope: {periods} periods for {form.men} men", "IA-air.helicopter-rope")
        return log.resolved(lands=False, rope_periods=periods)
    log.step("landing", "the helicopter sets down", "IA-air.helicopter-space")
    return log.resolved(lands=True, rope_periods=None)


class AircraftHit(InfantryResolution):
    """IA-air.brought-down"""

    title: ClassVar[str] = "Men hit in an aircraft"
    summary: ClassVar[str] = "Whether an aircraft is brought down, and who survives"
    verb: Literal["aircraft-hit"] = "aircraft-hit"

    aircraft: Annotated[Aircraft, FACT, Field(description="glider or helicopter")]
    hit: Annotated[int, FACT, Field(ge=1, le=60, description="men aboard hit by ground fire")]
    passengers: Annotated[int, FACT, Field(ge=0, le=60, description="unhit passengers")] = 0
    crew: Annotated[
        int | None, FACT, Field(ge=0, le=4, description="unhit crew; empty: 2 in a glider, 4 in a helicopter")
    ] = None


def aircraft_hit(form: AircraftHit, chance: Chance) -> Resolved:
    """IA-air.brought-down, IA-air.crash-survival, IA-R051."""
    log = Proceedings(form, chance)
    hits = air.brought_down(form.hit, chance, f"the {form.aircraft.value}")
    log.step("hits", "brought down" if hits.down else "it flies on", "IA-air.brought-down")
    if not hits.down:
        return log.resolved(down=False, crew_survive=None, passengers_survive=None)
    crew = air.CREW[form.aircraft] if form.crew is None else form.crew
    aboard = [air.Passenger(f"crewman {n + 1}", crew=True) for n in range(crew)]
    aboard += [air.Passenger(f"passenger {n + 1}") for n in range(form.passengers)]
    crash = air.crash(aboard, chance)
    saved = [man.id for man in crash.survivors]
    log.step("crash", f"{len(saved)} of {len(aboard)} survive; heavy weapons are lost", "IA-air.crash-survival")
    crewmen = sum(1 for man in aboard if man.crew and man.id in saved)
    return log.resolved(down=True, crew_survive=crewmen, passengers_survive=len(saved) - crewmen)


ROWS: tuple[Row, ...] = (row(ParaDrop, para_drop), row(LandingPlace, landing_place), row(AircraftHit, aircraft_hit))
