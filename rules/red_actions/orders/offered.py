"""What each step comes to: actions that the player could ask for, the best first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from shapely import Point as Spot
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from rules.battle.orders.data import Step
from rules.battle.orders.table import Comes
from rules.kernel.action import Action, Actor, SideId
from rules.kernel.changing import replace
from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.ambush import Hide
from rules.red_actions.actions.fight import Charge, Fire
from rules.red_actions.actions.morale import RallyPinned, RallyRout, RallyTerror
from rules.red_actions.actions.movement import Enter, Limber
from rules.red_actions.actions.rails import Rail
from rules.red_actions.actions.segment import Stand
from rules.red_actions.actions.works import CutWire, Dig, Possess
from rules.red_actions.book.cover import cover
from rules.red_actions.book.kinds import Arm, Cover, Mover, UnitFormation
from rules.red_actions.book.movement import FIGURES as MOVES
from rules.red_actions.book.movement import AfterShooting, after_shooting, card_move
from rules.red_actions.orders import known
from rules.red_actions.orders.by_hand import Hand, ends_at
from rules.red_actions.play.charge.deeds import ReadyCharge
from rules.red_actions.play.charge.winning import wins
from rules.red_actions.play.ground.features import features_under, ground_of, stone
from rules.red_actions.play.ground.layout import outline
from rules.red_actions.play.ground.lines import sees
from rules.red_actions.play.ground.terrain import cover_of
from rules.red_actions.play.movement.offering import pace_of
from rules.red_actions.play.movement.surroundings import spot
from rules.red_actions.state import State
from rules.red_actions.units import Point, Unit
from rules.seam.asking import Odds
from rules.table import measure
from rules.table.measure import bearing, between, toward

ARRIVED = 1.0
"""Inches from where it was sent within which a unit has arrived."""
BESIDE = 4.0
"""Inches that a unit keeps between its middle and that of the one which it follows."""
BONUS = float(MOVES.road_bonus)
"""What a road may add to a column's move, in inches; its deed says how far it really goes."""
INTO = 0.7
"""Inches by which a unit goes into ground that covers it."""
AWAY = 24.0
"""Inches from the nearest enemy beyond which nobody draws back further, unless the order says so."""


@dataclass(frozen=True, slots=True)
class Offered:
    """The steps over what can be done by hand."""

    hand: Hand

    def must(self, state: State, side: SideId, ref: str) -> Iterator[Action]:
        """A routing unit tries to rally, or runs on. RA-action.rally-rout, RA-R242"""
        if state.unit(ref).routing:
            yield RallyRout(unit=ref)
            yield RallyRout(unit=ref, run=True)

    # Fire ---------------------------------------------------------------------------------------------------------

    def fire_best(self, state: State, side: SideId, ref: str, step: Step) -> Iterator[Action]:
        """The shot that is likeliest to have an effect, if it can have any. Guns on their limbers go off them first,
        where they would have a shot then. RA-R244"""
        yield from self._unlimbers(state, side, ref, step)
        shots = [(self._effect(state, side, shot), shot) for shot in self._shots(state, side, ref)]
        for chance, shot in sorted(shots, key=lambda each: -each[0]):
            if chance and chance * 100 >= (step.number or 0):
                yield shot

    def _unlimbers(self, state: State, side: SideId, ref: str, step: Step) -> Iterator[Action]:
        unit, foe = state.unit(ref), known.nearest(state, state.unit(ref))
        if state.card(unit).arm is not Arm.GUN or not unit.limbered or unit.at is None or foe is None:
            return
        facing = round(bearing(unit.at, foe.at), 1)
        stood = state.with_unit(replace(unit, limbered=False, facing=facing))
        if next(self.fire_best(stood, side, ref, step), None) is not None:
            yield Limber(unit=ref, facing=facing)

    def fire_nearest(self, state: State, side: SideId, ref: str, step: Step) -> Iterator[Action]:
        """The nearest enemy that can be fired at."""
        for shot in (*self._direct(state, ref), *self.hand.offered(state, side, ref, Fire)):
            if not shot.then_move and not shot.harassing and self._worth(state, side, shot, step):
                yield shot

    def fire_at(self, state: State, side: SideId, ref: str, step: Step) -> Iterator[Action]:
        """At one enemy; guns through an observer, if they do not see it themselves."""
        for shot in (Fire(unit=ref, target=step.at), *self.hand.offered(state, side, ref, Fire)):
            if shot.target == step.at and not shot.then_move and self._worth(state, side, shot, step):
                yield shot

    def fire_and(self, goes: Comes[State]) -> Comes[State]:
        """Fire, and then the move that is left to the arm; without anybody to fire at, the move alone. RA-shoot.5,
        RA-R244"""

        def comes_to(state: State, side: SideId, ref: str, step: Step) -> Iterator[Action]:
            if state.segment is None or not state.segment.fired:
                for shot in self.fire_best(state, side, ref, Step(step.kind)):
                    if isinstance(shot, Fire):
                        yield shot.model_copy(update={"then_move": True})
                    yield shot
            yield from goes(state, side, ref, step)

        return comes_to

    def _direct(self, state: State, ref: str) -> list[Fire]:
        """Shots at every enemy whom the unit sees, the nearest first; which are lawful, their deed says."""
        unit = state.unit(ref)
        seen = [foe for foe in known.foes(state, unit.side) if foe.unit and sees(state, unit, foe.unit)]
        found = [(known.inches(state, unit, foe), foe.key) for foe in seen]
        return [Fire(unit=ref, target=key) for _, key in sorted(found)]

    def _shots(self, state: State, side: SideId, ref: str) -> Iterator[Fire]:
        """Those that are offered, at units, that hurt; else at whoever is known."""
        offered = [
            shot
            for shot in self.hand.offered(state, side, ref, Fire)
            if shot.target and not shot.then_move and not shot.harassing
        ]
        return iter(offered) if offered else (s for s in self._direct(state, ref) if self.hand.lawful(state, side, s))

    def _worth(self, state: State, side: SideId, shot: Fire, step: Step) -> bool:
        if not self.hand.lawful(state, side, shot):
            return False
        return step.number is None or self._effect(state, side, shot) * 100 >= step.number

    def _effect(self, state: State, side: SideId, shot: Fire) -> Fraction:
        """The chance that anything comes of it."""
        return effect(self.hand.deeds.odds(state, shot, Actor.player(side)))

    # Charges ------------------------------------------------------------------------------------------------------

    def charge(self, state: State, side: SideId, ref: str, step: Step) -> Iterator[Action]:
        """The nearest enemy within reach, or the one that is named; where the order says at what chance to win, the
        likeliest win. RA-action.charge"""
        unit = state.unit(ref)
        targets = [step.at] if step.at else [foe.key for foe in self._by_distance(state, unit) if foe.unit]
        charges = [Charge(unit=ref, target=target) for target in targets]
        if step.number is None:
            return iter(charges)
        found = [(self.winning(state, side, charge), charge) for charge in charges]
        able = [each for each in found if each[0] and each[0] * 100 >= step.number]
        return (charge for _, charge in sorted(able, key=lambda each: -each[0]))

    def winning(self, state: State, side: SideId, charge: Charge) -> Fraction:
        """The chance to win a charge; 0 where it cannot be made."""
        ready = self.hand.judged(state, side, charge)
        return wins(state, ready.assault, ambush=ready.ambush) if isinstance(ready, ReadyCharge) else Fraction(0)

    def _by_distance(self, state: State, unit: Unit) -> list[known.Foe]:
        return sorted(known.foes(state, unit.side), key=lambda foe: (known.inches(state, unit, foe), foe.key))

    # Ways ---------------------------------------------------------------------------------------------------------

    def advance(self, state: State, side: SideId, ref: str, step: Step) -> Iterator[Action]:
        """Towards the place that is named, else the nearest enemy, as far as it gets; a senior officer by himself goes
        with the troops nearest to him. RA-move.1, RA-R241, RA-R244"""
        unit = state.unit(ref)
        if step.at:
            yield from self.advance_to(state, side, ref, step)
        elif state.card(unit).arm is Arm.OFFICER:
            troops = known.troops(state, unit)
            yield from self.follow(state, side, ref, Step("follow", troops.id)) if troops is not None else ()
        elif (foe := known.nearest(state, unit)) is not None:
            yield from self._towards(state, unit, foe.at, step.number)

    def advance_to(self, state: State, side: SideId, ref: str, step: Step) -> Iterator[Action]:
        """To a place of the table, until it is there."""
        unit = state.unit(ref)
        try:
            goal = spot(state, unit, step.at)
        except RuleViolation:
            return
        if unit.at is not None and between(unit.at, goal) > ARRIVED:
            yield from self._towards(state, unit, goal, step.number)

    def march_to(self, state: State, side: SideId, ref: str, step: Step) -> Iterator[Action]:
        """In column at twice the speed, as long as that is allowed; then as ever. RA-march.1, RA-march.2"""
        unit = state.unit(ref)
        try:
            goal = spot(state, unit, step.at)
        except RuleViolation:
            return
        here = unit.at
        if here is None or between(here, goal) <= ARRIVED:
            return
        speed = _speed(state, unit)
        column = {} if unit.formation is UnitFormation.COLUMN or len(unit.bases) == 1 else {"formation": "column"}
        yield from self._limbers(state, unit)
        yield from self.hand.on_the_way(
            state, unit, goal, 2 * speed + BONUS, 2 * speed, ends_at(unit, pace="march", **column)
        )
        yield from self.advance_to(state, side, ref, step)

    def follow(self, state: State, side: SideId, ref: str, step: Step) -> Iterator[Action]:
        """After another unit of the side, up to a few inches from it."""
        unit, leader = state.unit(ref), state.find(step.at)
        if leader is None or leader.at is None or unit.at is None or leader.id == ref:
            return
        left = between(unit.at, leader.at) - BESIDE
        if left > ARRIVED:
            yield from self._towards(state, unit, toward(unit.at, leader.at, left), None)

    def draw_back(self, state: State, side: SideId, ref: str, step: Step) -> Iterator[Action]:
        """Straight away from the nearest enemy, and facing him, while he is nearer than the order says."""
        unit = state.unit(ref)
        foe, gap = known.nearest(state, unit), known.gap(state, unit)
        if foe is None or gap is None or unit.at is None or gap >= (step.number or AWAY):
            return
        back, speed = bearing(foe.at, unit.at), _speed(state, unit)
        goal = measure.step(unit.at, back, speed)
        facing = round((back + 180.0) % 360.0, 1)
        yield from self._limbers(state, unit)
        pace = pace_of(state, unit)
        yield from self.hand.on_the_way(state, unit, goal, speed, speed, ends_at(unit, pace=pace, facing=facing))
        yield from self.hand.on_the_way(state, unit, goal, speed, speed, ends_at(unit, pace=pace))

    def take_cover(self, state: State, side: SideId, ref: str, step: Step) -> Iterator[Action]:
        """Into the nearest ground that covers it better than where it stands; of a building that it has come to it
        takes possession. RA-shoot.cover.hard, RA-building.4"""
        unit = state.unit(ref)
        if unit.at is None or unit.holds:
            return
        card = state.card(unit)
        yield from (each for each in self.hand.offered(state, side, ref, Possess))
        order = list(Cover)
        now, foot = order.index(cover_of(state, unit)), card.mover is Mover.INFANTRY
        found: list[tuple[float, Point]] = []
        for feature, area in features_under(state, outline(state, unit), _speed(state, unit)):
            ground = ground_of(feature)
            if ground is None:
                continue
            held = cover(ground, stone=stone(feature), infantry=foot, held=True, house=state.house)
            if order.index(held) > now and (not ground.line or held is Cover.SUPER_HARD):
                goal = _into(unit.at, area)
                found.append((between(unit.at, goal), goal))
        for _, goal in sorted(found)[:3]:
            if between(unit.at, goal) > ARRIVED:
                yield from self._towards(state, unit, goal, None)

    def _towards(self, state: State, unit: Unit, goal: Point, within: float | None) -> Iterator[Action]:
        """A pinned unit tries to get up first, guns go on their limbers, foot in wire works its way through; then on as
        far as it gets, and no nearer to an enemy than `within`. RA-rally.pinned.1, RA-wire.2, RA-R242, RA-R244"""
        here = unit.at
        if here is None:
            return
        usual = _speed(state, unit)
        most = usual + (BONUS if unit.formation is UnitFormation.COLUMN or len(unit.bases) == 1 else 0.0)
        if within is not None:
            gap = known.gap(state, unit)
            most = most if gap is None else min(most, gap - within)
            if most < ARRIVED:
                return
        if unit.pinned:
            yield RallyPinned(unit=unit.id)
        if state.segment is None or not state.segment.fired:
            yield from self._limbers(state, unit)
        if unit.in_wire:
            yield CutWire(unit=unit.id)
        yield from self.hand.on_the_way(state, unit, goal, most, usual, ends_at(unit, pace=pace_of(state, unit)))

    def _limbers(self, state: State, unit: Unit) -> Iterator[Action]:
        if state.card(unit).arm is Arm.GUN and not unit.limbered:
            yield Limber(unit=unit.id)

    # Nerves and works ---------------------------------------------------------------------------------------------

    def rally(self, state: State, side: SideId, ref: str, step: Step) -> Iterator[Action]:
        """RA-action.rally-terror"""
        if state.unit(ref).terror >= (step.number or 1):
            yield RallyTerror(unit=ref)

    def dig(self, state: State, side: SideId, ref: str, step: Step) -> Iterator[Action]:
        """RA-dig.1"""
        yield Dig(unit=ref)

    def hide(self, state: State, side: SideId, ref: str, step: Step) -> Iterator[Action]:
        """RA-action.hide"""
        yield Hide(unit=ref)

    def limber(self, *, on: bool) -> Comes[State]:
        """Guns go on their limbers, or off."""

        def comes_to(state: State, side: SideId, ref: str, step: Step) -> Iterator[Action]:
            unit = state.unit(ref)
            if state.card(unit).arm is Arm.GUN and unit.limbered is not on:
                yield Limber(unit=ref)

        return comes_to

    def come_on(self, state: State, side: SideId, ref: str, step: Step) -> Iterator[Action]:
        """A reinforcement. RA-seq.reinforce"""
        if state.unit(ref).at is None:
            yield from self.hand.offered(state, side, ref, Enter)
            yield Enter(unit=ref)

    def rail(self, order: Any) -> Comes[State]:
        """A train on its rails. RA-train.move.1"""

        def comes_to(state: State, side: SideId, ref: str, step: Step) -> Iterator[Action]:
            if state.unit(ref).rails is not None:
                yield Rail(unit=ref, order=order)

        return comes_to

    def hold(self, state: State, side: SideId, ref: str, step: Step) -> Iterator[Action]:
        """It does nothing, or nothing more."""
        yield Stand(unit=ref)


def effect(odds: Odds) -> Fraction:
    """That anything at all comes of a shooting: as its odds say what does not."""
    told = {one.outcome.kind: one.chance for one in odds.chances}
    if "nothing" in told:
        return 1 - told["nothing"]
    return max(told.values(), default=Fraction(0))


def _speed(state: State, unit: Unit) -> float:
    """Inches of a plain move, in the middle of its segment too. RA-shoot.move.sabres, RA-evade.1"""
    card, segment = state.card(unit), state.segment
    if pace_of(state, unit) == "evading":
        return float(card.evade)
    inches = float(card_move(card.arm, card.mover, card.move, state.house))
    halved = segment is not None and segment.fired and after_shooting(card.arm) is AfterShooting.HALF
    return inches / 2 if halved else inches


def _into(here: Point, area: BaseGeometry) -> Point:
    """The nearest place inside an area, a little way in."""
    spot = Spot(here)
    edge = nearest_points(area, spot)[0]
    inner = area.representative_point() if area.contains(spot) else area.centroid
    return toward((edge.x, edge.y), (inner.x, inner.y), INTO)
