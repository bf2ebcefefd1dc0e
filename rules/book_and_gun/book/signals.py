"""Smoke, and talk: how long a screen stands, whether a message arrives, how far a radio reaches. X.14.3 to X.14.5."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.book_and_gun.book import measures
from rules.book_and_gun.book.chapters import SMOKE, SmokeSource
from rules.book_and_gun.book.indirect import Attack
from rules.book_and_gun.book.rows import SideName
from rules.book_and_gun.book.tables import COMMUNICATIONS, RADIOS
from rules.kernel.chance import Chance
from rules.kernel.violation import RuleViolation

RadioSet: TypeAlias = Literal["personal role radio", "squad radio", "platoon radio", "vehicle radio", "walkie-talkie"]
"""The army's radios, and what some insurgents have. BG-X.14.5, BG-X.14.51."""

WIDTHS: dict[SmokeSource, float] = {row.source: row.width for row in SMOKE.values()}
"""Inches across the wind; of dischargers the span of their half ring. BG-R101, BG-X.14.3b."""
SHELLS: dict[Attack, SmokeSource] = {
    "light mortar": "light mortar", "medium mortar": "medium mortar", "heavy mortar": "heavy mortar",
    "artillery": "artillery",
}  # fmt: skip
"""What fires smoke from afar, and as what it lies: every mortar and gun, and no aircraft. BG-X.14.3a."""
FIRST, THEN = SMOKE["grenade"].placed, SMOKE["grenade"].second
"""Inches downwind in the turn in which it is placed and after it. BG-X.14.31a."""
THROWN = 3
"""Inches that a smoke grenade is thrown at most. BG-X.14.3c."""
RING, DEPTH = measures.length("smoke dischargers"), measures.width("smoke dischargers")
"""Inches from a vehicle at which its dischargers lay their half ring, and how deep it is. BG-X.14.3b, BG-R101."""
NEEDED_BONUS = 1
"""What the unit's own RTO adds to the die. BG-X.14.4."""


def screen(source: SmokeSource, turns: int) -> float:
    """Inches downwind that it reaches so many turns after it was placed; 0 when it is gone. BG-X.14.31a, BG-X.14.31b,
    BG-R101."""
    row = SMOKE[source]
    return float((row.placed, row.second, row.third or 0, 0)[min(turns, 3)])


def require_smoke_shell(attack: Attack) -> SmokeSource:
    """As what its smoke lies. Raises RuleViolation for what has none. BG-X.14.3a."""
    if attack not in SHELLS:
        raise RuleViolation(
            "no-smoke-shells",
            f"An {attack} has no smoke.",
            citation="BG-X.14.3a",
            remedy="Let artillery or a mortar fire it, or leave smoke out.",
        )
    return SHELLS[attack]


def require_smoke_grenade(side: SideName, inches: float) -> None:
    """BG-X.14.3c."""
    if side != "army":
        raise RuleViolation(
            "no-smoke-grenades", f"{side} have no smoke grenades", citation="BG-X.14.3c", remedy="hide by other means"
        )
    if inches > THROWN:
        raise RuleViolation(
            "out-of-range",
            f"a smoke grenade is thrown {THROWN} in at most, not {inches:g}",
            citation="BG-X.14.3c",
            remedy="choose a nearer place",
        )


@dataclass(frozen=True, slots=True)
class Message:
    die: int
    total: int
    least: int

    @property
    def arrives(self) -> bool:
        return self.total >= self.least


def message(chance: Chance, *, under_fire: bool, operator: bool) -> Message:
    """One turn's try to get a message through. `operator`: the unit's own RTO, unhurt. BG-X.14.4, BG-R106."""
    die = chance.roll(6, for_="message")
    return Message(die, die + NEEDED_BONUS * operator, COMMUNICATIONS["under fire" if under_fire else "not under fire"])


def range_of(radio: RadioSet) -> float:
    """Inches over which two sets of a net hear each other; they need not see each other. Walkie-talkies reach as far as
    personal sets. BG-X.14.5, BG-R231."""
    return RADIOS["personal role radio" if radio == "walkie-talkie" else radio]
