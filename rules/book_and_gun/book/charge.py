"""Charging: how far, who goes home, who stands, who gets away. VIII.1.4, XI.1 to XI.3, XI.5.3.

Procedures on plain numbers; `contact.py` and the movement phase apply them to a battle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.book_and_gun.book import tables
from rules.book_and_gun.book.check import Check, check, state_penalty
from rules.book_and_gun.book.measures import CAVALRY, MOVEMENT
from rules.book_and_gun.book.rows import SideName
from rules.book_and_gun.book.switches import HouseRules, switch
from rules.book_and_gun.units import Figure, Morale
from rules.kernel.chance import Chance
from rules.kernel.facts import Item, Itemised

HALT = float(MOVEMENT["charge halts before the enemy"])
"""Inches from the enemy at which a charge stops until the close combat phase. BG-VIII.1.42a."""
STRAIGHT = float(MOVEMENT["charge, straight at its end"])
"""The last inches of a charge run straight to contact. BG-VIII.1.41a."""
REPULSE = float(MOVEMENT["charge repulsed"])
"""Inches that a unit goes back when it does not close into combat. BG-XI.2.3."""
RIDE_OFF_DICE = CAVALRY["evading a charge"]
"""D6 inches that horsemen evade. BG-XI.3.5d."""
SUPPORT = 3.0
"""Inches from a close combat within which figures may be brought up. BG-XI.3.2."""


# ── The charge move (movement phase) ──────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class ChargeMove:
    """A charge as rolled: `inches` the total after deductions, `distance` base to base when it was declared.

    Halted 2 inches away, it stands through the fire phase under the fire of those it charged. BG-VIII.1.42b.
    """

    inches: float
    distance: float

    @property
    def reached(self) -> bool:
        return self.inches >= self.distance

    @property
    def moved(self) -> float:
        """Inches gone straight ahead; never nearer to the target than 2 inches."""
        return max(0.0, min(self.inches, self.distance - HALT))

    @property
    def unused(self) -> float:
        """What is left to follow a target that evades. BG-R68."""
        return max(0.0, self.inches - self.moved)


def charge_reach(dice: int) -> int:
    """The furthest target that a charge may be declared at: 6 inches for each die. BG-VIII.1.4, BG-R36."""
    return MOVEMENT["charge declared, each die"] * dice


# ── Closing, standing ─────────────────────────────────────────────────────────────────────────────────────────────


def close_into(side: SideName, morale: Morale, chance: Chance, *, leader: bool, options: HouseRules = ()) -> Check:
    """Whether a charge goes home: 1D6 (house rule: 1D10) for each charging unit. A failure sends it 6 inches back,
    pinned. BG-XI.2.1, BG-XI.2.3, BG-R52, BG-R61."""
    sides = 10 if switch(options, "close-into-die") == "d10" else 6
    return check("close into combat", close_into_limit(side, morale, leader=leader), chance, sides=sides)


def close_into_limit(side: SideName, morale: Morale, *, leader: bool) -> Itemised:
    """The highest die with which a charging unit closes. BG-XI.2.1, BG-R52."""
    number = Item(tables.close_into_number(side, has_leader=leader), _row("closes", side, leader), "BG-XI.2.1")
    return Itemised((number, *state_penalty(morale)))


def stand_and_fight(
    side: SideName, morale: Morale, chance: Chance, *, leader: bool, options: HouseRules = ()
) -> tuple[Check, Morale]:
    """Whether a charged unit stands: 1D6, and its state of morale after the test.

    A pass leaves its state as it is. A failure shakes a steady or pinned unit and routs a shaken one.
    BG-XI.3.1, BG-XI.3.3, BG-XII.2.11a, BG-XII.2.21a, BG-R52, BG-R54.
    """
    rolled = check("stand and fight", stand_limit(side, morale, leader=leader), chance)
    if rolled.passed:
        return rolled, morale
    return rolled, Morale.ROUTED if morale is Morale.SHAKEN else Morale.SHAKEN


def stand_limit(side: SideName, morale: Morale, *, leader: bool) -> Itemised:
    """The highest D6 with which a charged unit stands. BG-XI.3.1, BG-R52."""
    number = Item(tables.stand_and_fight_number(side, has_leader=leader), _row("stands", side, leader), "BG-XI.3.1")
    return Itemised((number, *state_penalty(morale)))


def _row(verb: str, side: SideName, leader: bool) -> str:
    return f"{side} {verb}, {'has leader' if leader else 'no leader'}"


# ── Evading ───────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class FootEvasion:
    """Foot in open order turns and runs half of a normal move straight away. BG-XI.3.5a, BG-R68."""

    inches: float
    gap: float
    """From the chargers to where it runs to: 2 inches and those evaded."""
    unused: float
    """Of the charge move."""

    @property
    def caught(self) -> bool:
        """Then it fights the first round with its back to the enemy."""
        return self.unused >= self.gap


def foot_evasion(normal_move: float, unused: float) -> FootEvasion:
    """`normal_move`: total of its normal dice after deductions; `unused`: inches left of the charge. BG-R68."""
    inches = normal_move / 2
    return FootEvasion(inches, HALT + inches, unused)


@dataclass(frozen=True, slots=True)
class MountedEvasion:
    """Horsemen charged by foot in the movement phase: the roll and, if they get away, 2D6 inches.

    If not they stand disordered: half of them, rounded down, may fire this turn, and they fight at -1.
    """

    rolled: Check
    dice: tuple[int, ...]

    @property
    def inches(self) -> int:
        return sum(self.dice)


def evades(side: SideName, chance: Chance) -> Check:
    """1D6 on the evasion chart. BG-XI.3.5b."""
    limit = Itemised((Item(tables.evasion_number(side), f"{side} evade", "BG-XI.3.5b"),))
    return check("evasion", limit, chance)


def mounted_evasion(side: SideName, chance: Chance) -> MountedEvasion:
    """1D6 on the evasion chart, then 2D6 inches away. Once per turn and unit, moved already or not. BG-XI.3.5b to
    BG-XI.3.5d, BG-XI.3.5f, BG-R68."""
    rolled = evades(side, chance)
    return MountedEvasion(rolled, chance.dice(RIDE_OFF_DICE, sides=6, for_="evasion move") if rolled.passed else ())


def follows(unused: float, gap: float) -> bool:
    """Whether a charger reaches a target that evaded with what is left of his move. BG-XI.3.5e."""
    return unused >= gap


# ── Over an obstacle ──────────────────────────────────────────────────────────────────────────────────────────────


def stragglers(figures: Sequence[Figure], chance: Chance) -> tuple[str, ...]:
    """Who stays behind when a unit charges over the obstacle it stands at: 1D6 figures, the last of the roster first,
    none of them a leader. The others stand on top and may fight. BG-XI.5.3a, BG-R117."""
    number = chance.roll(6, for_="stragglers at the obstacle")
    able = [f.id for f in figures if f.fit and not f.traits.leader]
    return tuple(reversed(able[-number:]))
