"""What a unit fires with: its bases, the cars of a train, the rifles of those aboard; and what keeps it from firing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.red_actions.book.ammunition import Rounds, counts_rounds, empty_bar
from rules.red_actions.book.cards import TroopCard
from rules.red_actions.book.fire_arcs import apart, in_arc
from rules.red_actions.book.kinds import Arm, Trait
from rules.red_actions.book.trains import aboard_fire, may_fire
from rules.red_actions.play.ground.layout import Stood, layout
from rules.red_actions.state import State
from rules.red_actions.units import Base, Unit


@dataclass(frozen=True, slots=True)
class FiringBase:
    """A base that could fire, where it stands. `weapons`: the directions of its fixed weapons, clockwise from its
    front; `ahead`, `behind`: cars of its own train are coupled there."""

    base: Base
    card: TroopCard
    stood: Stood
    weapons: tuple[float, ...] = (0.0,)
    ahead: bool = False
    behind: bool = False

    def bears(self, direction: float) -> bool:
        """Whether it can fire in that direction of the compass. RA-arc.1, RA-arc.2, RA-arc.3, RA-train.artillery.1,
        RA-train.mg, RA-R166, RA-R201"""
        bearing = (direction - self.stood.facing) % 360.0
        return any(
            in_arc(
                self.card.arm,
                bearing,
                self.card.traits,
                weapon=weapon,
                train_ahead=self.ahead,
                train_behind=self.behind,
            )
            for weapon in self.weapons
        )


@dataclass(frozen=True, slots=True)
class Loophole(FiringBase):
    """Riflemen in a car: to either side, not along their own train. RA-train.cars.3, RA-R201"""

    def bears(self, direction: float) -> bool:
        bearing = (direction - self.stood.facing) % 360.0
        return all(not in_arc(Arm.RIFLE, apart(bearing, along)) for along in (0.0, 180.0))


def unit_bar(state: State, unit: Unit) -> RuleViolation | None:
    """Why a unit fires at nothing now, whoever the target is."""
    card, name = state.card(unit), unit.name
    if unit.routing:
        return _no(Why.ROUTING, f"{name} is routing.", "RA-morale.fail.fear", "Rally it first.")
    if unit.with_unit or card.arm is Arm.OFFICER:
        return _no("no-weapons", f"{name} has nothing to fire with.", "RA-R120", "Fire with troops.")
    if unit.surprised:
        return _no(
            "surprised",
            f"{name} was ambushed on the march and has not deployed.",
            "RA-R102",
            "Change its formation in a segment of its own first.",
        )
    if card.arm is Arm.GUN and unit.limbered:
        return _no("limbered", f"The guns of {name} are on their limbers.", "RA-action.mount", "Unlimber them first.")
    if any(left.unit == unit.id and left.what in ("guns", "weapons") for left in state.abandoned):
        return _no("no-weapons", f"{name} has left its weapons behind.", "RA-R60", "Take possession of them again.")
    if unit.aboard:
        return _aboard_bar(state, unit, card)
    if unit.at is None:
        return _no(Why.NOT_THERE, f"{name} is not on the table.", "", "Act with another unit.")
    return None


def _aboard_bar(state: State, unit: Unit, card: TroopCard) -> RuleViolation | None:
    """RA-train.cars.3"""
    carrier = state.find(unit.aboard)
    if carrier is None or not aboard_fire(card.arm):
        return _no("aboard", f"{unit.name} cannot fire from inside.", "RA-train.cars.3", "Get off first.")
    return None


def pieces(state: State, unit: Unit) -> tuple[FiringBase, ...]:
    """Its bases that have something to fire and may fire it now, as they stand. RA-train.cars.2, RA-R117"""
    return tuple(_pieces(state, unit))


def _pieces(state: State, unit: Unit) -> Iterator[FiringBase]:
    stood = layout(state, unit)
    if unit.aboard:
        car = next((each for each in stood if each.base == unit.car), stood[0] if stood else None)
        if car is not None:
            yield from (Loophole(base, state.card(unit), car) for base in unit.bases)
        return
    train = state.card(unit).arm.train
    places = {each.base: each for each in stood}
    for number, base in enumerate(unit.bases):
        card = state.cards.card(base.card) if train else state.card(unit)
        if base.id not in places or card.shoot <= 0 or not _ready(state, unit, base, card):
            continue
        if train:
            yield _car(state, unit, number, card, places[base.id])
        else:
            yield FiringBase(base, card, places[base.id])


def _ready(state: State, unit: Unit, base: Base, card: TroopCard) -> bool:
    if base.wrecked:
        return False
    if card.arm.train and not may_fire(card.arm, unit.rails.last if unit.rails is not None else 0.0):
        return False
    return not counts_rounds(card.arm, state.house) or empty_bar(Rounds(base.limber, base.cart)) is None


def _car(state: State, unit: Unit, number: int, card: TroopCard, stood: Stood) -> FiringBase:
    """A car of a train. Its fixed gun looks away from the engine, machine-guns to both sides and over the end of the
    train. RA-train.artillery.1, RA-train.mg, RA-R201"""
    first, last = number == 0, number == len(unit.bases) - 1
    engine = next((i for i, b in enumerate(unit.bases) if state.cards.card(b.card).arm is Arm.ENGINE), len(unit.bases))
    weapons: tuple[float, ...] = (0.0,) if number <= engine else (180.0,)
    if card.arm is Arm.MG_CAR and Trait.TURRET not in card.traits:
        weapons = (90.0, 270.0, *((0.0,) if first else ()), *((180.0,) if last else ()))
    return FiringBase(unit.bases[number], card, stood, weapons, ahead=not first, behind=not last)


def rounds_bar(state: State, unit: Unit) -> RuleViolation | None:
    """Why guns without a round cannot fire. RA-R117"""
    card = state.card(unit)
    if not counts_rounds(card.arm, state.house) or any(base.limber + base.cart for base in unit.bases):
        return None
    return empty_bar(Rounds())


def running(unit: Unit) -> bool:
    """A train on the move."""
    return unit.rails is not None and unit.rails.last > 0


def _no(code: str, message: str, citation: str, remedy: str) -> RuleViolation:
    return RuleViolation(code, message, citation=citation, remedy=remedy)
