"""Fire through an observer, gas, harassing fire."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.kernel.violation import RuleViolation
from rules.red_actions.book.kinds import Arm, Light, Trait
from rules.red_actions.book.shooting import Band, Observed, band
from rules.red_actions.book.switches import BOOK, House


@dataclass(frozen=True, slots=True)
class LastRound:
    """What the same unit fired at in the turn before: `target` and `observer` by name, empty for none."""

    target: str
    observer: str


def observed(target: str, observer: str, before: LastRound | None) -> Observed:
    """First or later turn: later needs the same unit, target and observer in the turn before. No observer: direct
    fire. RA-indirect.1, RA-indirect.2, RA-R28"""
    if not observer:
        return Observed.NO
    return Observed.LATER if before == LastRound(target, observer) else Observed.FIRST


def observer_bar(arm: Arm) -> RuleViolation | None:
    """Why troops may not fire through an observer. RA-indirect.1, RA-R168"""
    if arm.artillery or arm in (Arm.FIELD_CAR, Arm.TURRET_CAR):
        return None
    return RuleViolation(
        "no-indirect-fire",
        "Only guns and mortars fire through an observer.",
        citation="RA-R168",
        remedy="Fire at what the unit sees itself.",
    )


@dataclass(frozen=True, slots=True)
class FireReach:
    """`distance`: the one that counts for long range, machine-guns and direct hits; `band` for it."""

    distance: float
    band: Band


def indirect_reach(
    from_gun: float, from_observer: float, range_number: float, light: Light = Light.DAY, house: House = BOOK
) -> FireReach:
    """Range through an observer: his distance counts for the effect, but the gun must reach the target itself; by house
    rule his counts for everything. RA-indirect.5, RA-R29"""
    if house.choice("indirect-range") != "observer-for-everything" and not band(from_gun, range_number).shoots:
        return FireReach(from_observer, Band.OUT)
    return FireReach(from_observer, band(from_observer, range_number, light))


def gas_bar(arm: Arm, traits: Iterable[Trait]) -> RuleViolation | None:
    """Why a unit may not fire gas. RA-gas.1, RA-R119"""
    if arm.artillery and Trait.GAS in traits:
        return None
    return RuleViolation(
        "no-gas",
        "Only artillery that the scenario gives gas shells fires gas.",
        citation="RA-R119",
        remedy="Fire ordinary shells.",
    )


def gas_test(target: Arm, routing: bool) -> bool:
    """Whether gas makes the target take one more fear test when all else of the shooting is done. Vehicles and officers
    by themselves take none. RA-gas.1, RA-R67, RA-R119, RA-R120"""
    return not (routing or target.vehicle or target is Arm.OFFICER)


def ends_march(far: Band) -> bool:
    """Whether fire from there stops its target from marching: all fire does, harassing fire too, which does nothing
    else. RA-harass, RA-R118"""
    return far is not Band.OUT
