"""A roster's unit as a unit of the battle: its bases, its officers, what it carries. RA-def.unit.1, RA-def.unit.2"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.kernel.action import SideId
from rules.kernel.changing import replace
from rules.kernel.violation import RuleViolation
from rules.red_actions.book.ammunition import LOAD, counts_rounds, first_stock
from rules.red_actions.book.kinds import Arm, Light, UnitFormation
from rules.red_actions.book.pack import Pack, TroopCard
from rules.red_actions.book.sight import first_humiliated
from rules.red_actions.book.switches import House
from rules.red_actions.book.units import check_bases
from rules.red_actions.forces.garage import SHEET
from rules.red_actions.forces.organisations import has_officer
from rules.red_actions.forces.scenario import RailPlan, ScenarioPlan, TroopPlan
from rules.red_actions.forces.traits import FigureTraits, load_element, load_figure, load_unit
from rules.red_actions.play.ground.features import is_rail, key_of
from rules.red_actions.play.ground.layout import BASES
from rules.red_actions.play.setup.starting_places import edge_of
from rules.red_actions.state import DEFENDER
from rules.red_actions.units import Base, Officer, Rails, Unit
from rules.seam.forces import MusterElement, MusterFigure, MusterUnit
from rules.table.board import Board, Feature, Point
from rules.table.measure import along, bearing, between, length, to_edge

ACTING = "-acting"
"""What the id of an officer ends with who has no name on the roster. RA-R222"""


@dataclass(frozen=True, slots=True)
class Setting:
    """`cards`: by unit and card, the card that those carry who are equipped beyond it."""

    board: Board
    house: House
    scenario: ScenarioPlan
    pack: Pack
    light: Light
    cards: Mapping[tuple[str, str], str]
    defender: SideId = DEFENDER


@dataclass(frozen=True, slots=True)
class Enrolled:
    """`leaders`: ids of people of the unit without a token."""

    unit: Unit
    officers: tuple[Officer, ...] = ()
    leaders: tuple[str, ...] = ()


def army_of(unit: MusterUnit) -> str:
    return load_unit(unit.traits, unit.name).army


def enrolled(setting: Setting, given: MusterUnit) -> Enrolled:
    """RuleViolation for a unit that the book does not know."""
    people = [(figure, load_figure(figure.traits, figure.name)) for figure in given.figures]
    seniors = [(figure, traits) for figure, traits in people if traits.post == "senior"]
    if seniors:
        return _staff(setting, given, seniors)
    if not given.elements:
        raise RuleViolation(
            "no-bases",
            f"{given.name} has no bases left.",
            citation="RA-def.unit.1",
            remedy="Leave it out of this battle, or give it new ones.",
        )
    plan = setting.scenario.plan(given.id)
    bases = tuple(_base(setting, given, plan, element) for element in sorted(given.elements, key=lambda e: e.number))
    card = _card(setting, given, bases)
    unit = Unit(
        given.id,
        given.name,
        given.side,
        card.id,
        bases,
        raised=len(bases),
        formation=plan.formation or UnitFormation.LINE,
        formed=plan.formed and card.may_form,
        limbered=_limbered(setting, given, plan, card),
        humiliated=0 if card.arm.vehicle else first_humiliated(setting.light),
        rails=_rails(setting, given, plan) if card.arm is Arm.ENGINE else None,
    )
    if unit.rails is not None:
        line = _line(setting, given, unit.rails.line)
        unit = _on_rails(unit, line)
    officers, leaders = _commanders(setting, given, card, people)
    return Enrolled(unit, officers, leaders)


# ── Bases ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _base(setting: Setting, given: MusterUnit, plan: TroopPlan, element: MusterElement) -> Base:
    """RA-R04, RA-ammo.guns, RA-ammo.mortars"""
    own = load_element(element.traits, element.name).card
    key = setting.cards.get((given.id, plan.card or own), plan.card or own)
    card = setting.pack.card(key)
    rounds = first_stock(card.arm, plan.cart)
    if not counts_rounds(card.arm, setting.house):
        return Base(element.id, key, cart=_load(card, setting.house))
    return Base(element.id, key, limber=rounds.limber, cart=rounds.cart)


def _load(card: TroopCard, house: House) -> int:
    """What a supply cart holds when it comes. RA-ammo.carts, RA-R269"""
    return LOAD if card.arm is Arm.CART and house.on("ammunition") else 0


def _card(setting: Setting, given: MusterUnit, bases: Sequence[Base]) -> TroopCard:
    """What its bases are; RuleViolation for a mixture, or too many. Fewer than the least are what earlier battles have
    left of it. RA-def.unit.1, RA-R128, RA-R221"""
    cards = [setting.pack.card(base.card) for base in bases]
    engine = next((card for card in cards if card.arm is Arm.ENGINE), None)
    if any(card.arm.train for card in cards):
        return _train(given, cards, engine)
    stiffened = next((card for card in cards if card.stiffened_by and len(cards) > 1), None)
    card = stiffened or cards[0]
    check_bases(card, [each.id for each in cards])
    if len(bases) > card.unit_max:
        raise RuleViolation(
            "unit-size",
            f"{given.name} has {len(bases)} bases; a unit of {card.name} has {card.unit_max} at most.",
            citation="RA-def.unit.1" if card.arm in (Arm.RIFLE, Arm.SABRE) else "RA-def.unit.2",
            remedy="Make two units of it.",
        )
    return card


def _train(given: MusterUnit, cards: Sequence[TroopCard], engine: TroopCard | None) -> TroopCard:
    """RA-train.cars.1"""
    if engine is None or not all(card.arm.train for card in cards):
        raise RuleViolation(
            "no-engine",
            f"{given.name} isn't a train: it needs an engine, and has cars alone beside it.",
            citation="RA-train.cars.1",
            remedy="Give it an engine, and put troops into units of their own.",
        )
    return engine


def _limbered(setting: Setting, given: MusterUnit, plan: TroopPlan, card: TroopCard) -> bool:
    """Attackers come with their guns on the limbers. RA-form.limber"""
    if card.arm is not Arm.GUN:
        return False
    return plan.limbered if plan.limbered is not None else given.side != setting.defender and given.place is None


# ── Rails ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _line(setting: Setting, given: MusterUnit, name: str) -> Feature:
    lines = [f for f in setting.board.features if is_rail(f) and len(f.outline) > 1]
    found = next((line for line in lines if name in ("", key_of(line))), None)
    if found is None:
        raise RuleViolation(
            "no-railway",
            f"{given.name} has no rails to run on.",
            citation="RA-train.move.1",
            remedy="Choose a board with a railway, or leave the train out.",
        )
    return found


def _rails(setting: Setting, given: MusterUnit, plan: TroopPlan) -> Rails:
    """By the scenario, else with its middle at its place, else at that end of the line which is nearer to its side's
    edge. RA-train.move.1"""
    told = plan.rails or RailPlan()
    line = _line(setting, given, told.line)
    whole = length(line.outline)
    train = len(given.elements) * BASES.car
    ahead = told.ahead
    if told.along is not None:
        front = told.along
    elif given.place is not None:
        front = _nearest(line.outline, given.place) + (train / 2 if ahead else -train / 2)
    else:
        edge = edge_of(setting.board, given.side)
        first, last = line.outline[0], line.outline[-1]
        ahead = to_edge(setting.board, first, edge) <= to_edge(setting.board, last, edge)
        front = train + 1.0 if ahead else whole - train - 1.0
    front = min(max(front, train if ahead else 0.0), whole if ahead else whole - train)
    return Rails(key_of(line), round(max(front, 0.0), 3), ahead)


def _nearest(line: Sequence[Point], at: Point) -> float:
    steps = range(int(length(line) * 4) + 1)
    return min((step / 4 for step in steps), key=lambda inches: between(along(line, inches), at))


def _on_rails(unit: Unit, line: Feature) -> Unit:
    """The middle of the train, and where it looks."""
    assert unit.rails is not None
    half = len(unit.bases) * BASES.car / 2
    front = unit.rails.along
    middle = front - half if unit.rails.ahead else front + half
    at, nose = along(line.outline, max(0.0, middle)), along(line.outline, front)
    return replace(unit, at=at, facing=round(bearing(at, nose), 3))


# ── Officers ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _staff(setting: Setting, given: MusterUnit, seniors: Sequence[tuple[MusterFigure, FigureTraits]]) -> Enrolled:
    """A senior officer with his own base. RA-def.officer.senior"""
    if given.elements or len(seniors) > 1:
        raise RuleViolation(
            "senior-alone",
            f"{given.name}: a senior officer is a unit by himself.",
            citation="RA-def.officer.senior",
            remedy="Put the others into units of their own; he may join one on the table.",
        )
    figure, traits = seniors[0]
    card = setting.scenario.plan(given.id).card or load_unit(given.traits, given.name).card
    setting.pack.card(card)
    unit = Unit(given.id, given.name, given.side, card, (Base(figure.id, card),), raised=1)
    return Enrolled(unit, (_officer(setting, given, figure, traits, "senior"),))


def _officer(setting: Setting, given: MusterUnit, figure: MusterFigure, traits: FigureTraits, rank: str) -> Officer:
    plan = setting.scenario.officer(figure.id)
    general = traits.general if plan.general is None else plan.general
    name = f"{figure.rank} {figure.name}".strip()
    return Officer(
        figure.id,
        name,
        given.side,
        "senior" if rank == "senior" else "junior",
        given.id,
        general=general and rank == "senior",
        level=traits.level,
    )


def _commanders(
    setting: Setting,
    given: MusterUnit,
    card: TroopCard,
    people: Sequence[tuple[MusterFigure, FigureTraits]],
) -> tuple[tuple[Officer, ...], tuple[str, ...]]:
    """The highest of its officers commands; the others are with the unit. Riflemen and sabres whose officer is away
    have an acting one. RA-combine.2, RA-def.officer.junior, RA-R222"""
    juniors = sorted((each for each in people if each[1].post == "junior"), key=lambda each: -each[1].level)
    if card.arm.vehicle:
        return (), tuple(figure.id for figure, _ in people)
    if juniors:
        chief, traits = juniors[0]
        rest = tuple(figure.id for figure, _ in people if figure.id != chief.id)
        return (_officer(setting, given, chief, traits, "junior"),), rest
    leaders = tuple(figure.id for figure, _ in people)
    if not has_officer(card.arm, 1):
        return (), leaders
    # His name must not say whose he is: tokens are drawn openly, and his unit may be hidden.
    rank = SHEET.army[army_of(given)].junior(card.arm) if army_of(given) in SHEET.army else "officer"
    acting = Officer(given.id + ACTING, f"acting {rank}", given.side, "junior", given.id)
    return (acting,), leaders
