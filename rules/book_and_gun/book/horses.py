"""Horses: holders, stampedes, riding, what becomes of horse and rider. VIII.5, XI.3.5, XIII.1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.book_and_gun.book.measures import CAVALRY
from rules.book_and_gun.book.rows import SideName
from rules.book_and_gun.book.switches import HouseRules, switch
from rules.book_and_gun.book.tables import stand_and_fight_number
from rules.kernel.chance import Chance
from rules.kernel.violation import RuleViolation
from rules.seam.forces import ElementKind, ElementType

HORSE = "horse"
"""The key of a horse as a campaign keeps it."""
STABLE: tuple[ElementType, ...] = (ElementType(HORSE, ElementKind.ANIMAL, "Horse", places=("rider",)),)
"""The animals of a campaign."""

MEN_A_HOLDER, STAMPEDE_DICE = CAVALRY["men for each horse holder"], CAVALRY["stampede"]
"""One man in four holds the horses (BG-VIII.5.3a); 5D6 inches of a stampede (BG-VIII.5.41)."""
MOUNTING_DICE, SCOUT_MOUNTING_DICE = CAVALRY["mounting or dismounting"], CAVALRY["scouts who mount"]
"""D6 inches of those who mount or dismount, of scouts who mount. BG-VIII.5.21."""
RiderFate: TypeAlias = Literal["killed", "wounded"]


def holders(men: int) -> int:
    """Horse holders that a dismounted unit details: a quarter, rounded in its favour. BG-VIII.5.3a."""
    return men // MEN_A_HOLDER


@dataclass(frozen=True, slots=True)
class HorsesRun:
    """`die` against `holds`, the highest that keeps the horses; `dice` of their run, none where they stay."""

    die: int
    holds: int
    dice: tuple[int, ...]

    @property
    def inches(self) -> int:
        return sum(self.dice)


def stampede(side: SideName, chance: Chance, *, holder: bool, hit: bool) -> HorsesRun:
    """Horses that were fired at: 1D6 on the stand and fight chart of their holders' side, with leader where a holder
    who is not hit remains; else 5D6 straight away from the firers, moved by them. `hit`: a horse was.

    BG-VIII.5.4, BG-VIII.5.41, BG-R46."""
    if not hit:
        raise RuleViolation(
            "no-horse-hit",
            "horses run only when one of them has been hit",
            citation="BG-VIII.5.4",
            remedy="nothing is rolled",
        )
    holds = stand_and_fight_number(side, has_leader=holder)
    die = chance.roll(6, for_="stampede")
    return HorsesRun(die, holds, chance.dice(STAMPEDE_DICE, sides=6, for_="stampede") if die > holds else ())


def require_ridden(
    *, fit_horse: bool, riders: int, wounded: int, captured: bool, trained: bool, options: HouseRules = ()
) -> None:
    """Refuses a horse that cannot carry these people. `trained`: cavalry or elite.

    BG-VIII.5.2b, BG-XIII.1.1b, BG-R45."""
    if captured and not trained:
        raise RuleViolation(
            "not-a-rider",
            "only cavalry and elite forces ride captured horses",
            citation="BG-XIII.1.1b",
            remedy="lead it",
        )
    carried = 1 if fit_horse and switch(options, "double-riding") == "wounded-only" else 0
    if riders > 1 or wounded > carried:
        also = " and one wounded figure" if carried else ""
        raise RuleViolation(
            "no-room", f"this horse carries one rider{also}", citation="BG-VIII.5.2b", remedy="leave somebody behind"
        )


def rider_hit(fate: RiderFate) -> tuple[bool, bool]:
    """Whether the horse is lost with its rider, and whether it stays as a led horse without a holder. BG-R138."""
    return fate == "killed", fate == "wounded"
