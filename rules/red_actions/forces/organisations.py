"""Ready organisations of every army, for either side: units of each card, batteries, trains, senior officers.

RA-def.unit.1, RA-def.unit.2, RA-def.officer.senior, RA-note.scale, RA-note.brigade
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.language.words import counted
from rules.red_actions.book.cards import ANY, BOOK_PACK
from rules.red_actions.book.kinds import Arm
from rules.red_actions.book.pack import Army, TroopCard
from rules.red_actions.forces.garage import BY_KEY, SHEET, Staff
from rules.red_actions.forces.traits import FigureTraits, UnitTraits, dump_figure, dump_unit
from rules.seam.forces import ElementPlan, FigurePlan, Organisation, UnitPlan, plain_kind, strength_of

ON_FOOT = "-on-foot"
MOUNTED_OFFICER, FOOT_OFFICER = "senior-officer-mounted", "senior-officer-foot"
_ROLES = {
    Arm.RIFLE: "Battalion commander",
    Arm.SABRE: "Squadron commander",
    Arm.MG: "Machine-gun commander",
    Arm.TACHANKA: "Tachanka commander",
    Arm.GUN: "Battery commander",
    Arm.MORTAR: "Mortar commander",
    Arm.CART: "Supply sergeant",
    Arm.ARMOURED_CAR: "Car commander",
    Arm.TANK: "Tank commander",
    Arm.ENGINE: "Train commander",
}


@dataclass(frozen=True, slots=True)
class _Ready:
    title: str
    summary: str
    plan: UnitPlan


def plan_of(kind: str, army: str, card: TroopCard, bases: Sequence[str], *, officer: bool | None = None) -> UnitPlan:
    """The plan of a unit of these bases, by their cards. `officer`: whether a junior officer commands it; None: as is
    usual, riflemen, sabres and whatever has several bases. RA-def.unit.1, RA-def.unit.2, RA-def.officer.junior"""
    words = SHEET.army[army]
    commanded = officer if officer is not None else has_officer(card.arm, len(bases))
    rank = words.junior(card.arm) if commanded else words.leader
    traits = FigureTraits("junior" if commanded else "leader")
    commander = FigurePlan(1, rank, _ROLES[card.arm], dump_figure(traits))
    elements = tuple(ElementPlan(number, BY_KEY[base]) for number, base in enumerate(bases, start=2))
    nation = BOOK_PACK.army(army).name
    return UnitPlan(kind, nation, "", dump_unit(UnitTraits(army, card.id)), (commander,), elements)


def has_officer(arm: Arm, bases: int) -> bool:
    """RA-def.unit.1, RA-def.unit.2: others than riflemen and sabres may do without; vehicles and carts always do."""
    return arm in (Arm.RIFLE, Arm.SABRE) or (bases > 1 and arm.fights and not arm.vehicle)


def staff_plan(kind: str, army: str, staff: Staff, *, mounted: bool) -> UnitPlan:
    """A senior officer with his base, which is no element: it comes and goes with him. RA-def.officer.senior"""
    traits = FigureTraits("senior", staff.rank, staff.general)
    officer = FigurePlan(1, SHEET.army[army].seniors[staff.rank - 1], staff.post, dump_figure(traits))
    card = MOUNTED_OFFICER if mounted else FOOT_OFFICER
    return UnitPlan(kind, BOOK_PACK.army(army).name, "", dump_unit(UnitTraits(army, card)), (officer,))


def _sizes(card: TroopCard) -> tuple[int, ...]:
    sizes = SHEET.sizes
    by_arm = {Arm.MG: sizes.mg, Arm.TACHANKA: sizes.tachanka, Arm.GUN: sizes.gun, Arm.MORTAR: sizes.mortar,
              Arm.CART: sizes.cart}  # fmt: skip
    if card.arm in (Arm.RIFLE, Arm.SABRE):
        return sizes.any if card.army == ANY else sizes.own
    return by_arm.get(card.arm, (1,))


def _ready(army: Army) -> Iterator[_Ready]:
    for card in BOOK_PACK.serving(army.id):
        if card.arm is Arm.OFFICER or card.arm.train:
            continue
        for size in _sizes(card):
            key = f"{army.id}-{card.id}" + ("" if card.unit_max == 1 else f"-{size}")
            title = card.name if card.unit_max == 1 else f"{card.name}, {counted(size, 'base')}"
            yield _Ready(title, _points(card.points * size), plan_of(key, army.id, card, [card.id] * size))
        if card.stiffened_by:
            yield from _stiffened(army, card)
    for name, train in SHEET.train.items():
        engine = next(card for card in BOOK_PACK.cards if card.arm is Arm.ENGINE)
        points = sum(BOOK_PACK.card(car).points for car in train.cars)
        summary = f"{len(train.cars)} cars · {_points(points)}"
        yield _Ready(train.title, summary, plan_of(f"{army.id}-{name}-train", army.id, engine, train.cars))
    for name, staff in SHEET.staff.items():
        for mounted in (True, False):
            key = f"{army.id}-{name}" + ("" if mounted else ON_FOOT)
            title = f"{staff.post}, {'mounted' if mounted else 'on foot'}"
            yield _Ready(title, "Senior officer · free", staff_plan(key, army.id, staff, mounted=mounted))


def _stiffened(army: Army, card: TroopCard) -> Iterator[_Ready]:
    """RA-char.stiffening.1"""
    for size in SHEET.stiffened.sizes:
        bases = [card.stiffened_by, *[card.id] * (size - 1)]
        points = sum(BOOK_PACK.card(base).points for base in bases)
        title = f"{card.name} with an officers' base, {size} bases"
        yield _Ready(title, _points(points), plan_of(f"{army.id}-{card.id}-{size}-stiffened", army.id, card, bases))


def _points(points: int) -> str:
    return counted(points, "point")


_READY = {each.plan.organisation: (army, each) for army in BOOK_PACK.armies for each in _ready(army)}


def _listed(army: Army, each: _Ready) -> Organisation:
    return Organisation(
        each.plan.organisation,
        f"{each.title} ({army.name})",
        "",
        army.name,
        None,
        strength_of(each.plan),
        SHEET.army[army.id].locales,
        "RA-def.unit.1",
        each.summary,
        women=0,
    )


ORGANISATIONS: tuple[Organisation, ...] = tuple(_listed(army, each) for army, each in _READY.values())


def raise_unit(key: str) -> UnitPlan:
    """A unit to be raised; the campaign names its officer. KeyError for an unknown one."""
    _, found = _READY[plain_kind(key)]
    return found.plan
