"""The movement roll: how many dice, what is taken from them, how many inches are left. VIII.1.43, IX.1, IX.2.

Pure procedure on plain values; `movement.py` applies it to a battle, `resolve.py` to declared facts.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from rules.book_and_gun.book import measures, tables
from rules.book_and_gun.book.rows import MoveRow as MoveRow
from rules.book_and_gun.book.switches import HouseRules, switch
from rules.book_and_gun.book.tables import Troops
from rules.book_and_gun.units import Formation, Ground, Spacing
from rules.kernel.chance import Chance
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation

LEAST = float(measures.MOVEMENT["least move"])
"""Inches that a unit which may move always has. BG-IX.1.3b, BG-R32, BG-R34."""

LIMPS = 1.0
"""Inches that somebody with a limp loses of every move on foot. BG-R244"""

PRONE_DICE, SCOUT_DICE, LONE_LEADER_DICE = (measures.MOVEMENT[who] for who in ("prone", "scout", "lone leader"))
"""BG-VIII.1.43d, BG-VIII.4.5a, BG-R23."""

Use = Literal["move", "charge"]
MoverKind = Literal["unit", "prone", "scout", "lone leader"]


@dataclass(frozen=True, slots=True)
class Going:
    """All that a movement roll depends on.

    `rows`: the chart rows of the formation at the start and, when it changes, at the end. `kind`: "prone" figures,
    a "scout" and a "lone leader" have dice of their own. `extra_dice`: joker 1. `lessened`: joker 4 takes a D6 after
    all else.
    """

    troops: Troops
    rows: tuple[MoveRow, ...]
    use: Use = "move"
    kind: MoverKind = "unit"
    on_road: bool = False
    ground: Ground = Ground.CLEAR
    surface: Literal["dry", "snow", "mud"] = "dry"
    slope: bool = False
    leaderless: bool = False
    carrying: bool = False
    """Everybody in it carries, is carried, or is a wounded man who helps another."""
    extra_dice: int = 0
    lessened: bool = False
    mounted: bool = False
    """On horseback, or riding a bicycle: the second of the chart's two numbers."""
    no_off_road: bool = False
    """A wheeled vehicle that is not made for the country. BG-VIII.2.71a."""
    own_dice: int | None = None
    """Dice of a move that has its own number: in reverse, on water, while people get in or out."""
    halved: bool = False
    """A boat that people get into or out of. BG-VIII.2.10b."""
    doubled: bool = False
    """A bicycle downhill. BG-IX.1.4b."""


@dataclass(frozen=True, slots=True)
class MovementRoll:
    """A movement roll. `less`: the joker's D6, 0 without. `inches` with all deductions."""

    going: Going
    dice: tuple[int, ...]
    less: int
    deductions: tuple[Deduction, ...]
    inches: float

    def clear(self, options: HouseRules = ()) -> MovementRoll:
        """The same dice on clear, level ground: what is left before the terrain is entered."""
        return reckoned(replace(self.going, ground=Ground.CLEAR, slope=False), self.dice, self.less, options=options)

    def burdened(self, options: HouseRules = ()) -> float:
        """Inches of those who carry wounded, or who are carried, or help each other: the highest die is lost.
        BG-VIII.4.4a, BG-VIII.4.4b, BG-R44."""
        return reckoned(self.going, self.dice, self.less, carrying=True, options=options).inches


def row_of(formation: Formation, order: Spacing, *, civilians: bool) -> MoveRow:
    """The row of the movement chart: a column has its own, every other formation goes by its order; a column of
    civilians goes in open order. BG-V.3 to BG-V.11, BG-R26."""
    rows = measures.FORMATIONS[formation.value]
    found = rows.close if order is Spacing.CLOSE else rows.open
    return "open order" if civilians and found == "column" else found


# ── Dice ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def number_of_dice(going: Going, options: HouseRules = ()) -> int:
    """How many D6 are rolled, the joker's extra die included.

    A unit that changes formation rolls the smaller number (BG-V.12b, BG-R27). Raises RuleViolation where the chart has
    a dash: no charge (BG-R35). BG-VIII.1.43a, BG-VIII.1.41b, BG-VIII.4.1.
    """
    if going.own_dice is not None:
        return going.own_dice + going.extra_dice
    if going.kind != "unit":
        own = {"prone": PRONE_DICE, "scout": SCOUT_DICE, "lone leader": LONE_LEADER_DICE}[going.kind]
        return own + going.extra_dice
    rows = going.rows[:1] if switch(options, "formation-change") == "start-formation" else going.rows
    return min(_row_dice(going, row) for row in rows) + going.extra_dice


def _row_dice(going: Going, row: MoveRow) -> int:
    """A dash under road means the cross-country dice; one under charge road those of the charge. BG-R35."""
    found = None
    if going.use == "charge":
        if going.on_road:
            found = tables.movement_dice(going.troops, row, "charge road", mounted=going.mounted)
        found = found or tables.movement_dice(going.troops, row, "to charge", mounted=going.mounted)
        if found is None:
            raise RuleViolation(
                Why.NO_CHARGE,
                f"{going.troops.value}{f' in {row}' if row else ''} cannot charge.",
                citation="BG-R35",
                remedy="Move instead.",
            )
        return found
    if going.on_road:
        found = tables.movement_dice(going.troops, row, "on road", mounted=going.mounted)
    return found or tables.movement_dice(going.troops, row, "cross country", mounted=going.mounted) or 0


def movement_roll(going: Going, chance: Chance, *, options: HouseRules = ()) -> MovementRoll:
    """All movement dice of the unit, then the joker's D6 if it takes one away. BG-VIII.1.1, BG-R11, BG-R12."""
    dice = chance.dice(number_of_dice(going, options), sides=6, for_="charge" if going.use == "charge" else "movement")
    less = chance.roll(6, for_="joker, less movement") if going.lessened else 0
    return reckoned(going, dice, less, options=options)


# ── Deductions ────────────────────────────────────────────────────────────────────────────────────────────────────


def reckoned(
    going: Going, dice: tuple[int, ...], less: int = 0, *, carrying: bool = False, options: HouseRules = ()
) -> MovementRoll:
    """The inches left of these dice. In this order: leaderless, no off-road ability, carrying wounded, snow or mud,
    rough or dense, each acting on the dice that are left; then the slope; then the joker's D6; at least 1 inch. BG-R34.

    Prone figures have no deduction for the ground (BG-R43, BG-VIII.4.3a).
    """
    left = list(dice)
    taken: list[Deduction] = []

    def strike(which: Literal["highest", "lowest"], reason: str, citation: str) -> int:
        if not left:
            return 0
        die = max(left) if which == "highest" else min(left)
        left.remove(die)
        taken.append(Deduction(reason, (die,), citation=citation))
        return die

    if going.troops is Troops.BICYCLES and going.mounted and going.ground is not Ground.CLEAR:
        spare = len(left) - number_of_dice(replace(going, mounted=False), options)
        off, left = left[len(left) - spare :], left[: len(left) - spare]
        taken.append(Deduction("off the bicycles in rough ground", tuple(off), citation="BG-VIII.2.51"))
    if going.leaderless:
        strike("highest", "no leader within 6 inches", "BG-IV.4")
    if going.no_off_road and not going.on_road:
        strike("highest", "not made for off the road", "BG-VIII.2.71a")
    if carrying or going.carrying:
        strike("highest", "wounded to carry", "BG-VIII.4.4a")
    doubled = 0
    if going.kind != "prone":
        if going.surface != "dry" and not (going.surface == "snow" and going.troops is Troops.OVER_SNOW):
            strike("lowest" if going.on_road else "highest", going.surface, "BG-IX.2.1")
        doubled = _ground(going, strike, options)
    total = float(sum(left))
    if doubled:
        taken.append(Deduction("dense terrain, the same once more", inches=doubled, citation="BG-IX.1.3a"))
        total -= doubled
    if going.slope and going.kind != "prone":
        halved = _halved(max(0.0, total), options)
        taken.append(Deduction("steep slope", inches=total - halved, citation="BG-IX.1.4a"))
        total = halved
    if going.halved:
        taken.append(Deduction("people get in or out", inches=total / 2, citation="BG-VIII.2.10b"))
        total /= 2
    if going.doubled:
        taken.append(Deduction("downhill, twice as far", inches=-total, citation="BG-IX.1.4b"))
        total *= 2
    if less:
        taken.append(Deduction("joker", inches=less, citation="BG-VIII.1.14.4"))
        total -= less
    return MovementRoll(going, dice, less, tuple(taken), max(LEAST, total))


def _ground(going: Going, strike: Callable[[Literal["highest", "lowest"], str, str], int], options: HouseRules) -> int:
    """Rough terrain strikes a die out by the troops' type; dense subtracts its value once more.

    BG-VIII.1.43b, BG-VIII.1.43c, BG-IX.1.2b, BG-IX.1.3a, BG-R31, BG-R32.
    """
    if going.ground is Ground.CLEAR:
        return 0
    penalty = tables.rough_penalty(going.troops, options)
    if penalty == "dismount, highest":
        penalty = "highest"
    if penalty not in ("highest", "lowest"):
        return 0
    die = strike(penalty, f"{going.ground.value} terrain", "BG-VIII.1.43b")
    return die if going.ground is Ground.DENSE else 0


def _halved(total: float, options: HouseRules) -> float:
    """BG-R33."""
    half = total / 2
    return {"exact": half, "down": float(math.floor(half)), "up": float(math.ceil(half))}[
        switch(options, "slope-rounding")
    ]


@dataclass(frozen=True, slots=True)
class Deduction:
    """What was taken from a movement roll: the dice struck out and/or inches lost, and why."""

    reason: str
    dice: tuple[int, ...] = ()
    inches: float = 0.0
    citation: str = ""
