"""6.1 Difficult ground and 4.2 Hide: what a path costs, and how far it brings its walker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.five56mm.book.tables import MARGINS, ROWS
from rules.five56mm.book.target_number import NO_HELPS, Helps, Roll, ability, roll_unless_hopeless
from rules.kernel.chance import Chance
from rules.kernel.facts import Item, Itemised
from rules.kernel.violation import RuleViolation

EVEN = ("even", "grassland", "field", "light woodland", "street", "light undergrowth", "brush")
"""Ground that needs no roll (MM-3.1.2); light undergrowth and brush count as even for a Move (MM-R108)."""
OBSTACLE = "obstacle"
STAIRS, LADDER = "stairs", "ladder"
"""Ways up and down that need no roll. MM-R226, MM-R227"""
UPRIGHT = (OBSTACLE, STAIRS, LADDER)
"""What is measured by its height and paid in full, and brings nobody farther along the ground."""
DIFFICULT = tuple(name for name in ROWS["ground-number"].names() if not name.startswith(OBSTACLE))
GROUNDS = (*EVEN, *DIFFICULT)
_HIDE_AS = {
    "sand dunes": "light rubble",
    "shallow water": "dense rubble",
    "deep water": "dense rubble",
    "bog": "dense rubble",
}
"""MM-R108."""


def ground_named(name: str) -> str:
    """The ground of the book that was meant, with hyphens, spaces, capitals and plural or without; what is no ground
    of the book is given back in lower case."""
    said = name.strip().casefold().replace("-", " ").replace("_", " ")
    known = (*GROUNDS, OBSTACLE)
    return next((ground for ground in known if said in (ground, f"{ground}s", f"{ground} ground")), said)


@dataclass(frozen=True, slots=True)
class PathPiece:
    """A piece of a path: `length` inches of ground, or an obstacle of that height. `number`: a scenario's own TN for
    its own kind of ground (MM-R63). `level`: the floor or roof to which stairs or a climb lead (MM-R225)."""

    ground: str
    length: float
    number: int | None = None
    level: int | None = None

    @property
    def obstacle(self) -> bool:
        return self.ground == OBSTACLE

    @property
    def upright(self) -> bool:
        return self.ground in UPRIGHT


def ground_number(stretch: PathPiece) -> int | None:
    """TN to cross it; None for even ground. RuleViolation for an obstacle above 3 in or an unknown ground.

    MM-6.1.2, MM-6.1.3, MM-R61, MM-R62, MM-R63.
    """
    if stretch.number is not None:
        return stretch.number
    if stretch.ground in (*EVEN, STAIRS, LADDER):
        return None
    if stretch.obstacle:
        return _obstacle_number(stretch.length)
    if stretch.ground not in ROWS["ground-number"]:
        raise RuleViolation(
            "unknown-ground",
            f"“{stretch.ground}” is no ground of the book.",
            citation="MM-6.1.3",
            remedy=f"Name one of {', '.join(GROUNDS)}, or an obstacle with its height.",
        )
    return ROWS["ground-number"].number(stretch.ground)


def _obstacle_number(height: float) -> int:
    for limit in (1, 2, 3):
        if height <= limit:
            return ROWS["ground-number"].number(f"obstacle to {limit} in")
    raise RuleViolation(
        "too-high",
        f"An obstacle {height:g} in high cannot be climbed.",
        citation="MM-6.1.3",
        remedy="Go round it: 3 in is the limit.",
    )


@dataclass(frozen=True, slots=True)
class PieceCrossed:
    """How one stretch went. `paid` inches of the pool brought him `covered` inches along it."""

    stretch: PathPiece
    roll: Roll | None
    paid: float
    covered: float


@dataclass(frozen=True, slots=True)
class Walk:
    """How far a path was walked: `covered` inches along the ground, obstacles not counted. `stopped`: he did not reach
    its end."""

    crossings: tuple[PieceCrossed, ...]
    pool: float
    stopped: bool

    @property
    def covered(self) -> float:
        return sum(c.covered for c in self.crossings if not c.stretch.upright)

    @property
    def climbed(self) -> int:
        """How many times he has got to another level. MM-R226, MM-R227"""
        done = (c for c in self.crossings if c.covered >= c.stretch.length - 1e-9)
        return sum(c.stretch.level is not None for c in done)

    @property
    def left(self) -> float:
        return self.pool - sum(c.paid for c in self.crossings)


def walk(
    path: Sequence[PathPiece],
    pool: float,
    movement: int,
    chance: Chance,
    penalties: tuple[Item, ...] = (),
    helps: Helps = NO_HELPS,
) -> Walk:
    """Walk a path out of one pool of inches, a Movement roll for each difficult stretch or obstacle.

    +0 costs four inches for one, +1 two, +2 one. A failed roll ends the movement at the edge; rough ground is crossed
    as far as the pool pays, an obstacle must be paid in full. `penalties`: wounds, gas, light, escape.
    MM-6.1.1, MM-6.1.2, MM-6.1.4, MM-6.1.5, MM-R61.
    """
    done: list[PieceCrossed] = []
    left = pool
    for stretch in path:
        number = ground_number(stretch)
        if number is None:
            short = stretch.upright and left < stretch.length - 1e-9
            covered = 0.0 if short else min(left, stretch.length)
            done.append(PieceCrossed(stretch, None, covered, covered))
            left -= covered
            if covered < stretch.length - 1e-9:
                return Walk(tuple(done), pool, True)
            continue
        if left <= 1e-9:
            return Walk(tuple(done), pool, True)
        crossing = _cross(stretch, number, left, movement, chance, penalties, helps)
        done.append(crossing)
        left -= crossing.paid
        if crossing.roll is not None:
            helps = helps.after(crossing.roll)
        if crossing.covered < stretch.length - 1e-9:
            return Walk(tuple(done), pool, True)
    return Walk(tuple(done), pool, False)


def _cross(
    stretch: PathPiece,
    number: int,
    left: float,
    movement: int,
    chance: Chance,
    penalties: tuple[Item, ...],
    helps: Helps,
) -> PieceCrossed:
    target = Itemised((Item(number, stretch.ground, "MM-6.1.3"), *penalties))
    bonus = Itemised((ability(movement, "Movement", "MM-6.1.1"),))
    test = roll_unless_hopeless(f"cross {stretch.ground}", target, bonus, chance, helps.with_rerolls().judged(_ease))
    if not test.passed:
        return PieceCrossed(stretch, test, 0.0, 0.0)
    rate = MARGINS["ground"].number(test.margin)
    affordable = left / rate
    if affordable >= stretch.length - 1e-9:
        return PieceCrossed(stretch, test, stretch.length * rate, stretch.length)
    if stretch.obstacle:
        return PieceCrossed(stretch, test, 0.0, 0.0)
    return PieceCrossed(stretch, test, left, affordable)


def _ease(margin: int) -> int:
    return max(-1, min(2, margin))


# ── Hiding ────────────────────────────────────────────────────────────────────────────────────────────────────────


def hide_number(ground: str) -> int:
    """TN to move while Hiding. MM-4.2.2, MM-R108. RuleViolation for unknown ground."""
    ground = ground_named(ground)
    row = "even" if ground in ("even", "grassland", "field", "light woodland", "street") else _HIDE_AS.get(ground)
    row = row or ground
    if row not in ROWS["hide-ground"]:
        raise RuleViolation(
            "unknown-ground",
            f"“{ground}” is no ground of the book.",
            citation="MM-4.2.2",
            remedy=f"Name one of {', '.join((*GROUNDS, OBSTACLE))}.",
        )
    return ROWS["hide-ground"].number(row)


def hide(
    ground: str, movement: int, chance: Chance, penalties: tuple[Item, ...] = (), helps: Helps = NO_HELPS
) -> tuple[Roll, float]:
    """Move while Hiding: the roll, and how many inches it allows (0 after a failure). MM-4.2.1 to MM-4.2.4."""
    number = Itemised((Item(hide_number(ground), ground, "MM-4.2.2"), *penalties))
    bonus = Itemised((ability(movement, "Movement", "MM-4.2.1"),))
    test = roll_unless_hopeless(
        "hide", number, bonus, chance, helps.with_rerolls().judged(lambda m: max(-1, min(3, m)))
    )
    return test, float(MARGINS["hide"].number(test.margin)) if test.passed else 0.0


def hide_ground(path: Sequence[PathPiece]) -> str:
    """The ground that gives a way its Target Number for Hide: the hardest of its first 4 in, as far as any roll allows.
    MM-4.2.2, MM-R200."""
    left, met = float(MARGINS["hide"].number(3)), ["even"]
    for piece in path:
        if left <= 1e-9:
            break
        met.append("even" if piece.ground in (STAIRS, LADDER) else piece.ground)
        left -= piece.length
    return max(met, key=hide_number)


def creep(path: Sequence[PathPiece], allowed: float) -> tuple[float, int]:
    """Inches of a way that somebody who Hides covers, and how many times he has got to another level: an obstacle or
    stairs take their height of what the roll allows, and whoever cannot pay it stays before it. MM-4.2.3, MM-6.1.2,
    MM-R200, MM-R226"""
    covered, climbed = 0.0, 0
    for piece in path:
        if piece.upright:
            if piece.length > allowed + 1e-9:
                break
            allowed -= piece.length
            climbed += piece.level is not None
            continue
        run = min(allowed, piece.length)
        covered, allowed = covered + run, allowed - run
        if run < piece.length:
            break
    return round(covered, 3), climbed


def sprint(movement: int, move: float, chance: Chance) -> tuple[int, float]:
    """The die and the whole distance of a Sprint: `move` inches as of a Move, D6 and Movement; it needs no TN.

    MM-2.3N.2, MM-4.1.1, MM-R48.
    """
    die = chance.roll(6, for_="sprint")
    return die, move + die + movement
