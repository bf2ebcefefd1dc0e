"""The deed of firing: what is asked for, judged, carried out, offered. RA-shoot.1, RA-shoot.5, RA-action.move"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.battle.deed import AnyDeed, Deed
from rules.kernel.action import Actor, Role, SideId
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.fight import Fire
from rules.red_actions.book.kinds import Arm
from rules.red_actions.book.movement import AfterShooting, after_shooting
from rules.red_actions.course import Course
from rules.red_actions.knowledge import side_knows
from rules.red_actions.pending.fire import CarryOutShooting, Shot
from rules.red_actions.play.fire.aiming import AimedVolley, aimed_volley, refusal
from rules.red_actions.play.fire.chances import expected, odds_of
from rules.red_actions.play.fire.goals import inside, no_target, section_at
from rules.red_actions.play.fire.offering import best_offers
from rules.red_actions.play.fire.priorities import require_proper, shot_at
from rules.red_actions.play.fire.weapons import running
from rules.red_actions.play.ground.features import feature_of
from rules.red_actions.play.ground.layout import place_of
from rules.red_actions.play.sight.knowledge import known_places, require_made_out
from rules.red_actions.play.turn.segments import act_done, require_segment, take
from rules.red_actions.state import State
from rules.red_actions.units import Unit
from rules.seam.asking import Odds, Offer
from rules.table import reference


@dataclass(frozen=True, slots=True)
class ReadyShot:
    """A shooting that has been judged."""

    aim: AimedVolley
    then_move: bool


def judge_fire(state: State, action: Fire, by: Actor) -> ReadyShot:
    """Raises RuleViolation for everything that is wrong with it."""
    unit = require_segment(state, action.unit, by, ambush=True)
    one = aimed_volley(state, shot_of(state, unit, action, by))
    _require_sense(state, one)
    if one.shot.at is None and not one.shot.harassing:
        require_proper(state, one)
    return ReadyShot(one, _then_move(state, one, action.then_move))


# ── What is meant ───────────────────────────────────────────────────────────────────────────────────────────────────


def shot_of(state: State, unit: Unit, action: Fire, by: Actor) -> Shot:
    """The shot that the action asks for."""
    if (action.target is None) == (action.place is None):
        raise RuleViolation(
            "one-target", "Fire at a unit or at a place.", citation="RA-priority.3", remedy="Name one of them."
        )
    observer = action.observer or ""
    if action.place is not None:
        shot = _at_place(state, unit, action.place, observer)
    else:
        shot = _at_unit(state, unit, action, observer)
    return Shot(
        shot.unit,
        shot.target,
        building=shot.building,
        at=shot.at,
        car=shot.car,
        speculative=shot.speculative,
        harassing=action.harassing,
        gas=action.gas,
        observer=observer,
    )


def _at_unit(state: State, unit: Unit, action: Fire, observer: str) -> Shot:
    require_made_out(state, unit.side, action.target, "Fire at its place instead, or go nearer.")
    enemy = state.find(action.target)
    if enemy is None or enemy.side == unit.side or not side_knows(state, unit.side, enemy.id):
        raise no_target()
    if enemy.at is None or enemy.with_unit or enemy.aboard:
        raise no_target()
    if not state.card(enemy).arm.train:
        if action.car is not None:
            raise RuleViolation("no-train", f"{enemy.name} isn't a train.", remedy="Leave the car out.")
        return shot_at(state, unit, enemy, observer)
    if action.car is not None and (action.car > len(enemy.bases) or enemy.bases[action.car - 1].wrecked):
        raise RuleViolation(
            "no-such-car",
            f"{enemy.name} has no car {action.car} that still stands.",
            citation="RA-R97",
            remedy=f"Name one of its {len(enemy.bases)} cars, counted from the head of the line.",
        )
    return shot_at(state, unit, enemy, observer, action.car)


def _at_place(state: State, unit: Unit, text: str, observer: str) -> Shot:
    """RA-shoot.speculative.1, RA-shoot.speculative.2, RA-R30, RA-R203"""
    if state.board is None:
        raise RuleViolation("no-board", "There is no table to read a place on.", remedy="Name a unit.")
    start = place_of(state, unit)
    spot = reference.place(
        text, reference.Surroundings(state.board, start, unit.facing, known_places(state, unit.side))
    )
    section = section_at(state, spot)
    if section and state.card(unit).hits:
        feature = feature_of(state, section)
        if feature is not None and any(each.side == unit.side for each in inside(state, feature)):
            raise RuleViolation(
                "own-troops", "Your own troops are in it.", citation="RA-dh.building", remedy="Get them out first."
            )
        return Shot(unit.id, building=section, speculative=True, observer=observer)
    return Shot(unit.id, at=spot, speculative=True, observer=observer)


def _require_sense(state: State, one: AimedVolley) -> None:
    """Refuses what can do nothing to a target that is seen. RA-R03, RA-R90"""
    target = one.goal.unit
    if one.shot.harassing or one.shot.at is not None or target is None or not one.harmless:
        return
    if state.card(one.unit).arm is Arm.TANK and not state.card(target).arm.vehicle:
        return
    why = "can do nothing to it from here" if one.column is None else "is too weak to have any effect"
    raise RuleViolation(
        "no-effect",
        f"The fire of {one.unit.name} at {target.name} {why}.",
        citation="RA-R90" if one.column is None else "RA-R03",
        remedy="Choose another target, go closer, or fire to harass: that ends a march.",
    )


def _then_move(state: State, one: AimedVolley, wanted: bool) -> bool:
    """Whether the unit may still move afterwards. A running train always goes on, and one whose guns have fired stands.
    RA-shoot.5, RA-shoot.move.rifle, RA-shoot.move.mg, RA-train.artillery.2, RA-train.mg, RA-R200"""
    unit = one.unit
    if unit.rails is not None:
        guns = any(part.card.arm in (Arm.FIELD_CAR, Arm.TURRET_CAR) for part in one.parts)
        if wanted and guns:
            raise RuleViolation(
                "guns-fire-standing",
                "A train whose guns fire stands.",
                citation="RA-train.artillery.2",
                remedy="Fire without moving after.",
            )
        return wanted or running(unit)
    after = after_shooting(state.card(unit).arm) is not AfterShooting.NONE and not unit.aboard
    if wanted and not after:
        raise RuleViolation(
            "no-move-after",
            f"{unit.name} cannot move after firing.",
            citation="RA-shoot.5",
            remedy="Fire without moving after, or move instead.",
        )
    return wanted


# ── What happens ────────────────────────────────────────────────────────────────────────────────────────────────────


def carry_out_fire(state: State, ready: ReadyShot, chance: Chance) -> Sequence[Event]:
    course = Course(state, chance)
    unit = ready.aim.unit.id
    take(course, unit)
    if refusal(course.state, ready.aim.shot) is not None:  # it has lost its way in the dark: its player looks again
        return course.events
    course.push(CarryOutShooting(ready.aim.shot, "action"))
    act_done(course, unit, may_move=ready.then_move)
    return course.events


def odds_fire(state: State, ready: ReadyShot) -> Odds:
    return odds_of(state, ready.aim)


def offers_fire(state: State, side: SideId, unit: str) -> Iterator[Offer]:
    """A few best targets."""
    by = Actor(Role.PLAYER, side)
    try:
        found = require_segment(state, unit, by, ambush=True)
    except RuleViolation:
        return
    yield from best_offers(state, found, lambda action: expected(state, judge_fire(state, action, by).aim))


FIRE_DEEDS: tuple[AnyDeed[State], ...] = (
    Deed(action=Fire, judge=judge_fire, carry_out=carry_out_fire, odds=odds_fire, offers=offers_fire),
)
