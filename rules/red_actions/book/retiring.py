"""Retire results: how far, what is left of the turn's allowance, and who may forgo them in what order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from rules.book.showing import Chart
from rules.red_actions.book.kinds import Arm, Trait
from rules.red_actions.book.switches import BOOK, House
from rules.red_actions.book.tables import Figures, section


class _Retiring(Figures):
    foot: float
    mounted: float


RETIRING = section("retiring", _Retiring)


def retire_distance(arm: Arm, mounted: bool = False) -> float:
    """Inches of a whole retire. `mounted`: of an officer by himself. Vehicles and trains never retire. RA-retire.1,
    RA-retire.2, RA-R66, RA-R67"""
    if arm.vehicle:
        return 0.0
    if arm.cavalry or arm is Arm.GUN or (arm is Arm.OFFICER and mounted):
        return RETIRING.mounted
    return RETIRING.foot


def allowance_left(arm: Arm, gone_back: float, mounted: bool = False) -> float:
    """What is left of the turn's retire. `gone_back`: inches moved away from the enemy in its own move this turn and
    retired under results before, not out of combat. RA-retire.10, RA-R66"""
    return max(0.0, retire_distance(arm, mounted) - gone_back)


class Instead(StrEnum):
    """What an owner may choose in place of retiring."""

    COVER = "disregards it in hard cover or foxholes, once a turn"
    """RA-retire.3, RA-dig.4"""
    BASE = "gives up a base"
    """RA-char.storm.1"""
    TERROR = "takes a terror marker"
    """RA-char.specialist.1"""


@dataclass(frozen=True, slots=True)
class Retiree:
    """A unit that gets a retire result. `traits`: of the unit, with those that its officer lends."""

    arm: Arm
    traits: frozenset[Trait] = frozenset[Trait]()
    bases: int = 1
    limbered: bool = True
    in_cover: bool = False
    """Hard cover, or at least one whole column of foxholes (RA-R25, RA-R63)."""
    cover_used: bool = False
    """It has disregarded a retire result this turn."""
    gone_back: float = 0.0
    """As `allowance_left` takes it."""
    retired_before: bool = False
    """A retire result made it retire this turn."""
    mounted: bool = False

    @property
    def mob(self) -> bool:
        """Unless it is Storm or Specialist, which are never Mobs. RA-R47"""
        return Trait.MOB in self.traits and not self.traits & {Trait.STORM, Trait.SPECIALIST}


@dataclass(frozen=True, slots=True)
class Retirement:
    """What a retire result comes to. The owner may choose one of `instead`, in their order; else `inches` back and
    `terror` markers."""

    inches: float
    instead: tuple[Instead, ...] = ()
    terror: int = 0
    reason: str = ""
    citation: str = ""


def retirement(unit: Retiree, house: House = BOOK) -> Retirement:
    """A retire result of shooting or of a failed serious test. First who disregards it (unlimbered guns), then free
    cover, then the allowance, then what Storm and Specialist troops pay, then the retire.

    RA-retire.1, RA-retire.2, RA-retire.3, RA-retire.4, RA-retire.5, RA-retire.10, RA-retire.opt, RA-result.ret,
    RA-result.ret.opt, RA-dig.4, RA-R63, RA-R65, RA-R66, RA-R141, RA-R148
    """
    if unit.arm.vehicle:
        return Retirement(0.0, reason="vehicles never retire", citation="RA-R67")
    if unit.arm is Arm.GUN and not unit.limbered:
        return Retirement(0.0, reason="unlimbered guns disregard it", citation="RA-retire.5")
    free = (Instead.COVER,) if unit.in_cover and not unit.cover_used and not unit.mob else ()
    left = allowance_left(unit.arm, unit.gone_back, unit.mounted)
    marker = house.choice("second-retire") == "terror"
    if marker and (unit.retired_before or left <= 0):
        return Retirement(0.0, free, 1, "it has retired this turn: a terror marker instead", "RA-retire.opt")
    if left <= 0:
        return Retirement(0.0, free, reason="it has gone back its whole retire this turn", citation="RA-retire.10")
    return Retirement(left, (*free, *_paid(unit)), reason=f"back {left:g} in", citation=_cite(unit.arm))


def combat_retirement(unit: Retiree, house: House = BOOK) -> Retirement:
    """A retirement out of combat: whole, and not to be refused; with the house rule combat-retire=exemptions-apply
    like any other. RA-combat.result.s-retires, RA-combat.result.w-retires, RA-R64"""
    if house.choice("combat-retire") == "exemptions-apply":
        return retirement(unit, house)
    inches = retire_distance(unit.arm, unit.mounted)
    return Retirement(inches, reason=f"back {inches:g} in out of combat", citation="RA-R64")


def _paid(unit: Retiree) -> Iterable[Instead]:
    """A Storm unit may not give up its last base. RA-char.storm.1, RA-char.specialist.1, RA-R141"""
    if Trait.STORM in unit.traits and unit.bases > 1:
        yield Instead.BASE
    if Trait.SPECIALIST in unit.traits:
        yield Instead.TERROR


def _cite(arm: Arm) -> str:
    return "RA-retire.2" if arm.cavalry or arm is Arm.GUN else "RA-retire.1"


def evades_after_retiring(evasive_speed: float | None) -> bool:
    """Only troops whose card has an evasive speed. RA-retire.6, RA-R68"""
    return bool(evasive_speed)


CHARTS: tuple[Chart, ...] = (
    Chart(
        "retire",
        "Retire results",
        "Retire Results (p7)",
        ("troops", "inches"),
        (
            ("infantry, machine-gun teams, mortars, officers on foot", f"{RETIRING.foot:g}"),
            ("cavalry, limbered artillery, mounted officers", f"{RETIRING.mounted:g}"),
            ("unlimbered guns", "disregard it"),
            ("vehicles and trains", "never retire"),
        ),
        notes=("At most this much a turn, what it moved back by itself included (RA-R66).",),
        citation="RA-retire.1",
    ),
    Chart(
        "retire-exemptions",
        "What may stand in place of a retire result",
        "Retire Results (p7)",
        ("order", "who", "instead"),
        (
            (1, "unlimbered guns", "no effect"),
            (2, "in hard cover or foxholes, not Mobs", "disregard it once a turn"),
            (3, "nothing left of the turn's retire", "no movement"),
            (4, "Storm troops", "give up a base"),
            (4, "Specialist troops", "take a terror marker"),
        ),
        citation="RA-R65",
    ),
)
