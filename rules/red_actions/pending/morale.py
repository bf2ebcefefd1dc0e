"""Tasks of nerves: markers, lost bases, tests, retirements, routs, officers' dice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.red_actions.book.kinds import Test


@dataclass(frozen=True, slots=True)
class PutMarkers:
    """Markers are put on a unit; more of them than bases and it routs. RA-R15"""

    unit: str
    terror: int = 0
    humiliated: int = 0
    pinned: bool = False
    threat: str = ""
    """The enemy unit that it would run from."""
    reason: str = ""
    check: bool = True
    """False where something else comes before it is seen whether it routs: who retires from combat does so first.
    RA-R82"""
    kind: Literal["mark"] = "mark"


@dataclass(frozen=True, slots=True)
class LoseBases:
    """Bases are removed; `tests`: fear tests that follow, one after the other. RA-R37, RA-R138"""

    unit: str
    count: int
    how: Literal["destroyed", "captured", "removed", "given-up"] = "destroyed"
    tests: int = 0
    threat: str = ""
    reason: str = ""
    fire_or_combat: bool = True
    """The officers' base of a stiffened unit goes first. RA-char.stiffening.3"""
    seniors: bool = False
    """If it loses the last, senior officers who are with it are lost too. RA-R81, RA-R84"""
    kind: Literal["lose-bases"] = "lose-bases"


@dataclass(frozen=True, slots=True)
class TakeTest:
    """A fear or serious test; who fails routs or retires. Not taken by who is routing or gone. RA-morale.fail.fear,
    RA-morale.fail.serious, RA-R38"""

    unit: str
    test: Test
    reason: str
    threat: str = ""
    modifier: int = 0
    """On top of all others (ambushed on the march: -3)."""
    citation: str = ""
    kind: Literal["take-test"] = "take-test"


@dataclass(frozen=True, slots=True)
class RetireUnit:
    """A retire result, or a retirement from combat (`combat`), which nobody may refuse. RA-R64, RA-R65"""

    unit: str
    threat: str = ""
    combat: bool = False
    kind: Literal["retire"] = "retire"


@dataclass(frozen=True, slots=True)
class RunAway:
    """A rout begins, or goes on for another move; `steady`: it flees from a charge by choice and does not rout.
    RA-rout.2, RA-R72"""

    unit: str
    threat: str = ""
    reason: str = ""
    steady: bool = False
    kind: Literal["run-away"] = "run-away"


@dataclass(frozen=True, slots=True)
class OfficerDice:
    """A die for each officer of a unit, junior first. RA-result.off.each, RA-combat.officer.1"""

    unit: str
    cause: Literal["shooting", "combat"]
    threat: str = ""
    serious: bool = False
    """A serious test is due in any case; it is taken after the dice. RA-R36"""
    kind: Literal["officer-dice"] = "officer-dice"


@dataclass(frozen=True, slots=True)
class Surrender:
    """All that is left of a unit gives itself up to an enemy unit. RA-rout.3, RA-combat.result.w-surrenders"""

    unit: str
    to: str
    reason: str = ""
    kind: Literal["surrender"] = "surrender"


@dataclass(frozen=True, slots=True)
class Promote:
    """A junior officer takes the place of a fallen senior. RA-officer.loss.4"""

    officer: str
    kind: Literal["promote"] = "promote"


MoraleTask: TypeAlias = PutMarkers | LoseBases | TakeTest | RetireUnit | RunAway | OfficerDice | Surrender | Promote
