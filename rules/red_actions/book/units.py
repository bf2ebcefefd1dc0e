"""Units: their size, the markers on them, effective bases, dividing and combining, and the flight number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from rules.book.showing import Chart
from rules.kernel.violation import RuleViolation
from rules.language.words import counted
from rules.red_actions.book.kinds import Arm
from rules.red_actions.book.pack import UNITS, Army, TroopCard
from rules.red_actions.book.switches import BOOK, House


@dataclass(frozen=True, slots=True)
class Markers:
    """What lies beside a unit. RA-def.terror.1, RA-def.humiliated, RA-def.pinned"""

    terror: int = 0
    humiliated: int = 0
    pinned: bool = False
    """Never more than one. RA-rally.pinned.3"""

    @property
    def total(self) -> int:
        """Terror markers wherever they are counted: the humiliated among them. RA-def.humiliated"""
        return self.terror + self.humiliated

    def more(self, terror: int = 0, humiliated: int = 0) -> Markers:
        return replace(self, terror=self.terror + terror, humiliated=self.humiliated + humiliated)

    def pin(self) -> Markers:
        """RA-rally.pinned.3"""
        return replace(self, pinned=True)

    def unpinned(self) -> Markers:
        return replace(self, pinned=False)

    def without_terror(self, off: int | None = None) -> Markers:
        """Without terror markers, or `off` fewer; the humiliated stay. RA-def.terror.3, RA-def.humiliated"""
        return replace(self, terror=0 if off is None else max(0, self.terror - off))

    def routing(self) -> Markers:
        """Those of a unit that routs: it is no longer pinned. RA-R39"""
        return self.unpinned()


NONE = Markers()


def too_many(bases: int, markers: Markers) -> bool:
    """Whether a unit that is not routing yet routs from its markers: more of them than bases. To be asked after every
    change of either. RA-def.terror.1, RA-rout.1, RA-R15"""
    return bases > 0 and markers.total > bases


def effective(bases: int, markers: Markers = NONE) -> Fraction:
    """Bases that count in shooting and combat: less one a marker; half of one where there are as many markers as bases;
    none where a unit routs from them. RA-def.effective, RA-def.terror.2, RA-R15"""
    left = bases - markers.total
    if left == 0 and bases:
        return Fraction(1, UNITS.half)
    return Fraction(max(0, left))


def firing(eligible: int, bases: int, markers: Markers = NONE, house: House = BOOK) -> Fraction:
    """Bases that a shooting counts when `eligible` of them have sight, arc, range and frontage. RA-shoot.2, RA-shoot.3,
    RA-R16, RA-R126"""
    if house.choice("terror-and-arc") == "subtract":
        return Fraction(max(0, eligible - markers.total))
    return min(Fraction(max(0, eligible)), effective(bases, markers))


def guns(bases: int, house: House = BOOK) -> int:
    """Guns that stand on so many bases; no other figure depends on it. RA-def.base.2, RA-R112"""
    return bases * UNITS.guns[house.choice("gun-base")]


def check_size(card: TroopCard, bases: int) -> None:
    """Refuses a unit that is too small or too large for its card. RA-def.unit.1, RA-def.unit.2"""
    if card.unit_min <= bases <= card.unit_max:
        return
    single = "stands alone: 1 base" if card.unit_max == 1 else f"has {card.unit_min} to {card.unit_max} bases"
    raise RuleViolation(
        "unit-size",
        f"A unit of {card.name} {single}, not {bases}.",
        citation="RA-def.unit.1" if card.arm in (Arm.RIFLE, Arm.SABRE) else "RA-def.unit.2",
        remedy="Change the number of bases.",
    )


@dataclass(frozen=True, slots=True)
class UnitPart:
    """A unit that divides or combines: its card, bases and markers. `stiffened`: one of the bases is an officers'."""

    card: TroopCard
    bases: int
    markers: Markers = NONE
    stiffened: bool = False
    acted: bool = False
    routing: bool = False


def check_bases(card: TroopCard, bases: Sequence[str], holders: int = 0) -> bool:
    """Refuses a unit whose bases are not of one sort; answers whether an officers' base stiffens it. `bases`: the card
    of each; `holders`: those of them that hold the horses. RA-def.unit.1, RA-char.stiffening.1, RA-R128"""
    others = [id for id in bases if id != card.id]
    if others == [card.stiffened_by] and card.stiffened_by:
        return True
    if len(others) > holders:
        also = f", but for one of {card.stiffened_by} as stiffening" if card.stiffened_by else ""
        raise RuleViolation(
            "mixed-unit", f"A unit of {card.name} has bases of that card only{also}.", citation="RA-R128",
            remedy="Make units of their own of the other bases.",
        )  # fmt: skip
    return False


def shares(total: int, parts: int, house: House = BOOK, first: Sequence[int] = ()) -> tuple[int, ...]:
    """Markers of one kind on each part of a unit that divides. All up: every part has the share rounded up. Exact: the
    remainder goes to the parts that the owner names in `first` (numbers from 0), then to the others in order.
    RA-divide.2, RA-R107"""
    if house.choice("marker-split") == "all-up":
        return (-(-total // parts),) * parts
    order = list(dict.fromkeys([*first, *range(parts)]))
    extra = set(order[: total % parts])
    return tuple(total // parts + (number in extra) for number in range(parts))


def divide(unit: UnitPart, into: Sequence[int], house: House = BOOK, first: Sequence[int] = ()) -> tuple[Markers, ...]:
    """The markers on each part of a unit that divides into parts of so many bases. A pinned marker goes to every part.

    RA-divide.1, RA-divide.2, RA-divide.3, RA-R106, RA-R107. `first`: see `shares`.
    """
    if unit.acted or unit.routing:
        why = "It is routing" if unit.routing else "It has acted this turn"
        raise RuleViolation(
            "cannot-divide", f"{why}; dividing takes the whole turn.", citation="RA-divide.3",
            remedy="Divide it in a turn in which it has not acted.",
        )  # fmt: skip
    least = unit.card.unit_min
    if len(into) < 2 or sum(into) != unit.bases or min(into) < least:
        raise RuleViolation(
            "cannot-divide",
            f"{unit.bases} bases of {unit.card.name} cannot divide into {', '.join(map(str, into)) or 'nothing'}.",
            citation="RA-R106",
            remedy=f"Name two parts or more of at least {counted(least, 'base')}, {unit.bases} in all.",
        )
    if any(not 0 <= number < len(into) for number in first):
        raise RuleViolation(
            "cannot-divide", "There is no such part to take the remainder.", citation="RA-R107",
            remedy=f"Name parts from 0 to {len(into) - 1}.",
        )  # fmt: skip
    terror = shares(unit.markers.terror, len(into), house, first)
    humiliated = shares(unit.markers.humiliated, len(into), house, first)
    return tuple(Markers(t, h, unit.markers.pinned) for t, h in zip(terror, humiliated, strict=True))


def combine(units: Sequence[UnitPart]) -> UnitPart:
    """The unit that two or more make which began the turn in contact; every marker stays.

    RA-combine.1, RA-combine.3, RA-combine.4, RA-combine.5, RA-R128, RA-R156. Contact is the caller's.
    """
    if len(units) < 2:
        raise _no_combining("Combining takes two units or more.", "RA-combine.1", "Name the others.")
    card = units[0].card
    if any(unit.acted or unit.routing for unit in units):
        raise _no_combining(
            "A unit that has acted or is routing cannot combine.", "RA-combine.1",
            "Combine them in a turn in which none has acted.",
        )  # fmt: skip
    if any(unit.card.id != card.id for unit in units):
        raise _no_combining("Only units of one card combine.", "RA-combine.4", "Choose units of the same troops.")
    if sum(unit.stiffened for unit in units) > 1:
        raise _no_combining("A unit has one officers' base at most.", "RA-R156", "Combine one of them with others.")
    bases = sum(unit.bases for unit in units)
    if bases > card.unit_max:
        raise _no_combining(
            f"Together they have {bases} bases; a unit of {card.name} has {card.unit_max} at most.", "RA-combine.4",
            "Combine fewer, or divide first.",
        )  # fmt: skip
    markers = Markers(
        sum(unit.markers.terror for unit in units),
        sum(unit.markers.humiliated for unit in units),
        any(unit.markers.pinned for unit in units),
    )
    return UnitPart(card, bases, markers, any(unit.stiffened for unit in units), acted=True)


def _no_combining(message: str, citation: str, remedy: str) -> RuleViolation:
    return RuleViolation("cannot-combine", message, citation=citation, remedy=remedy)


@dataclass(frozen=True, slots=True)
class UnitPoints:
    """What the flight number counts of a unit: points of a base, bases at first and still there. A stiffened unit is
    two: its officers' base has the points of its own card. RA-R13, RA-R157"""

    points: int
    first: int
    left: int
    routing: bool = False
    """Now; a unit that rallies counts no more."""

    @property
    def original(self) -> int:
        return self.points * self.first


def lost_points(units: Iterable[UnitPoints], seniors_lost: int = 0, house: House = BOOK) -> int:
    """Points destroyed, captured or routing. By bases: those gone, and all that are left of a routing unit. By whole
    units: all of a unit that has none left or routs. RA-def.flight, RA-R13, RA-R136"""
    whole = house.choice("flight-units") == "whole-units-only"
    lost = seniors_lost * house.number("officer-points")
    for unit in units:
        gone = unit.routing or not unit.left
        lost += unit.original if gone else 0 if whole else unit.points * (unit.first - unit.left)
    return lost


def flight_percent(army: Army, attacker: bool, house: House = BOOK) -> int:
    """RA-R14"""
    chosen = house.choice("flight-percent-attacker" if attacker else "flight-percent-defender")
    return army.flight_percent if chosen == "by-army" else int(chosen)


def flight_number(original: int, percent: int) -> Fraction:
    """Points that an army can lose, exactly. RA-def.flight, RA-R12"""
    return Fraction(original * percent, 100)


def broken(lost: int, original: int, percent: int, house: House = BOOK) -> bool:
    """Whether an army flees: its losses are above its flight number, or have reached it where the table says so. An
    army that has lost nothing never does. RA-def.flight, RA-R12, RA-seq.5"""
    number = flight_number(original, percent)
    return lost > number or (house.choice("flight-test") == "reach" and 0 < lost == number)


CHARTS: tuple[Chart, ...] = (
    Chart(
        "unit-sizes",
        "Bases of a unit",
        "Definitions (p2)",
        ("troops", "least", "most"),
        tuple((arm.value, least, most) for arm, (least, most) in UNITS.bases.items()),
        citation="RA-def.unit.1",
        notes=("Machine-guns, tachankas, guns and mortars usually act as single bases.",),
    ),
)
