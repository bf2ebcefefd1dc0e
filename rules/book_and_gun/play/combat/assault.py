"""Declaring charges in the movement phase: who may, how far, what the charged unit does at once. VIII.1.4.

A charge that reaches its target halts 2 inches away; `contact` completes it in the close combat phase.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.battle.facts import worth_telling
from rules.book_and_gun import facts
from rules.book_and_gun.actions.movement import ChargeEnemy
from rules.book_and_gun.book import march
from rules.book_and_gun.book.charge import charge_reach
from rules.book_and_gun.book.drive import TAILGATE_DICE
from rules.book_and_gun.book.march import Going
from rules.book_and_gun.book.switches import switch
from rules.book_and_gun.course import Course
from rules.book_and_gun.evolve import fold
from rules.book_and_gun.play.aboard.crew import passengers, require_on_foot
from rules.book_and_gun.play.combat.closing import out_of_sight
from rules.book_and_gun.play.combat.footing import barrier, over_obstacle
from rules.book_and_gun.play.combat.lane import lane, length_of
from rules.book_and_gun.play.combat.onset import Onset, run_in
from rules.book_and_gun.play.ground.cycling import require_off
from rules.book_and_gun.play.ground.formation import chart_row, facing_of, order, troops
from rules.book_and_gun.play.ground.mounted import mounted
from rules.book_and_gun.play.ground.route import turning
from rules.book_and_gun.play.ground.tabletop import are_enemies, facing_pair, gap, in_sight, middle, stays_put
from rules.book_and_gun.play.movement.alighting import out_of, require_down
from rules.book_and_gun.play.movement.guns import pushed
from rules.book_and_gun.play.movement.movement import group_of
from rules.book_and_gun.play.turn.leadership import leader_of
from rules.book_and_gun.play.turn.sequence import activated, claim, require_mobile
from rules.book_and_gun.state import ARMY, CIVILIANS, State
from rules.book_and_gun.units import Figure, Formation, Phase, Unit
from rules.kernel.action import Actor
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.facts import Fact
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.table.measure import bearing

_HAIR = 1e-6
"""Inches that no measure is wrong by."""


@dataclass(frozen=True, slots=True)
class Charging:
    """A charge that has been judged. `figures`: who has had his chance to move with it; `out`: how they get out of a
    vehicle for it. BG-VIII.4.2a"""

    figures: tuple[Figure, ...]
    onset: Onset
    out: tuple[Event, ...] = ()


def judge_charge(state: State, action: ChargeEnemy, by: Actor) -> Charging:
    """A charge is declared with the target within 6 inches for each charge die.

    Raises RuleViolation out of that range, for those who may not charge, and for a way that is not straight.
    BG-VIII.1.4, BG-R36.
    """
    unit = claim(state, action.unit, by, Phase.MOVEMENT)
    require_mobile(state, unit)
    figures = group_of(state, unit, "unit")
    require_charger(unit)
    target = enemy_unit(state, unit, action.target)
    require_in_reach(target)
    if passengers(state, unit):
        return _from_tailgate(state, unit, target, figures, action)
    require_on_foot(figures, "charge")
    require_off(state, figures, "charge")
    onset = declared(state, unit, target, figures, action)
    require_reach(state, onset)
    return Charging(figures, onset)


def _from_tailgate(
    state: State, unit: Unit, target: Unit, figures: tuple[Figure, ...], action: ChargeEnemy
) -> Charging:
    """Passengers and riders get out on the side of the enemy and charge with two dice. BG-VIII.4.2a, BG-R278"""
    require_down(state, figures)
    out = tuple(out_of(state, unit, figures, middle(target.present)))
    after = fold(state, list(out))
    there = after.unit(unit.id)
    onset = declared(after, there, target, tuple(there.figure(f.id) for f in figures), action)
    onset = replace(onset, going=replace(onset.going, own_dice=TAILGATE_DICE))
    require_reach(after, onset)
    return Charging(figures, onset, out)


def charge_enemy(state: State, ready: Charging, chance: Chance) -> list[Event]:
    """A charge, or a counter-charge against the unit that has charged this one.

    If the total after deductions is the distance or more, the unit halts 2 inches from its target; if not, it goes the
    total straight ahead and fights nobody. BG-VIII.1.4, BG-VIII.1.41a, BG-VIII.1.42a, BG-R36, BG-R37.
    """
    course = Course(state, chance)
    course.note(activated(state, state.unit(ready.onset.unit), ready.figures), *ready.out)
    run_in(course, ready.onset)
    return course.events


def require_charger(unit: Unit) -> None:
    """Civilians charge only as part of a mob; artillery has no charge dice. BG-VIII.1.43e, BG-R35."""
    if unit.side == CIVILIANS and not unit.traits.mob:
        raise RuleViolation(
            Why.NO_CHARGE,
            f"{unit.name} isn't a mob: non-combatants may not charge.",
            citation="BG-VIII.1.43e",
            remedy="Move instead.",
        )
    if pushed(unit.fit):
        raise RuleViolation(
            Why.NO_CHARGE,
            f"{unit.name} cannot charge with a gun.",
            citation="BG-R35",
            remedy="Move instead.",
        )


def require_in_reach(target: Unit) -> None:
    """Refuses a charge at people who sit in or on vehicles. BG-R218."""
    if any(f.seat is not None for f in target.present):
        raise RuleViolation(
            Why.NO_CHARGE,
            f"{target.name} sits in or on a vehicle.",
            citation="BG-R218",
            remedy="Fire at the vehicle, or charge those who have got out.",
        )


def enemy_unit(state: State, unit: Unit, target_id: str) -> Unit:
    """The enemy unit of that name. One that may not be known reads like one that does not exist."""
    target = next((u for u in state.units if u.id == target_id and u.in_play and in_sight(state, unit.side, u)), None)
    if target is None or not are_enemies(state, unit, target):
        raise RuleViolation(
            Why.NO_TARGET, f"You see no enemy unit “{target_id}”.", remedy="Choose an enemy unit that you see."
        )
    return target


# ── What is declared ──────────────────────────────────────────────────────────────────────────────────────────────


def declared(state: State, unit: Unit, target: Unit, figures: tuple[Figure, ...], action: ChargeEnemy) -> Onset:
    runners = tuple(f for f in figures if f.fit and not f.carries and not stays_put(state, f))
    if not runners:
        raise RuleViolation(
            "nobody-to-charge", f"{unit.name} has nobody free to charge.", citation="BG-VIII.1.4", remedy="Hold."
        )
    over, over_fact = over_obstacle(state, unit, target, runners, action.over_obstacle)
    way = lane(state, unit, runners, target, barrier(state, unit, target) if over else None)
    distance, measured = facts.fact(
        state,
        facts.DISTANCE,
        unit.id,
        target.id,
        declared=action.distance,
        measured=lambda: length_of(way) if way else gap(runners, target.fit or target.present),
    )
    straight, straight_fact = facts.fact(
        state,
        facts.STRAIGHT,
        unit.id,
        target.id,
        declared=action.straight,
        measured=lambda: None if state.board is None or middle(runners) is None else way is not None,
        default=True,
    )
    if not straight:
        raise RuleViolation(
            "not-straight",
            "The last 4 inches of a charge run straight to contact: here something closes the way.",
            citation="BG-VIII.1.41a",
            remedy="Choose a target that can be reached straight ahead.",
        )
    rear, rear_fact = facts.fact(
        state,
        facts.FROM_REAR,
        unit.id,
        target.id,
        declared=action.from_rear,
        measured=lambda: out_of_sight(runners, target.fit),
        default=False,
    )
    known = [measured, *worth_telling(straight_fact, action.straight is not None), *worth_telling(rear_fact, rear)]
    found = onset_of(state, unit, target, runners, distance, rear, [*known, *worth_telling(over_fact, over)], action)
    return replace(found, over_obstacle=over, position=action.target_stands or "", wall=action.wall.strip())


def onset_of(
    state: State,
    unit: Unit,
    target: Unit,
    runners: tuple[Figure, ...],
    distance: float,
    from_rear: bool,
    known: list[Fact],
    action: ChargeEnemy | None = None,
) -> Onset:
    """The charge of these figures at that distance.

    Insurgents and civilians charge in a mass, in the order that they keep; a unit that must form up for it rolls the
    smaller number of dice. BG-V.9, BG-R27, BG-R173.
    """
    formation, kept = _formed(unit), order(unit)
    pair = lane(state, unit, runners, target) or facing_pair(runners, target.fit or target.present)
    direction = bearing(*pair) if pair is not None and pair[0] != pair[1] else None
    going, (road, road_fact) = _going(state, unit, action)
    return Onset(
        unit=unit.id,
        target=target.id,
        figures=tuple(f.id for f in runners),
        distance=distance,
        going=going,
        formation=formation,
        order=kept,
        counter=any((c.unit, c.target) == (target.id, unit.id) and not c.counter for c in state.charges),
        from_rear=from_rear,
        direction=direction,
        turns=turning(facing_of(unit, runners), direction) if direction is not None else 0.0,
        known=(*known, *worth_telling(road_fact, road), *facts.said(state, unit.id, facts.LEADER_NEAR)),
        terrain=action.terrain if action else None,
        slope=action.slope if action else None,
    )


def _formed(unit: Unit) -> Formation:
    return unit.formation if unit.side == ARMY else Formation.MASS


def _going(state: State, unit: Unit, action: ChargeEnemy | None) -> tuple[Going, tuple[bool, Fact]]:
    """How it goes at a charge, whoever the target is; and whether it goes on a road, with whose word that is."""
    formation, kept = _formed(unit), order(unit)
    rows = (chart_row(unit, unit.formation, kept), chart_row(unit, formation, kept))
    road, road_fact = facts.fact(
        state, facts.ON_ROAD, unit.id, declared=action.on_road if action else None, default=False
    )
    joker = unit.joker if unit.joker and (unit.joker.turn, unit.joker.phase) == (state.turn, Phase.MOVEMENT) else None
    return Going(
        troops=troops(unit),
        rows=rows,
        use="charge",
        on_road=road and formation is Formation.COLUMN and unit.formation is Formation.COLUMN,
        surface=state.conditions.ground,
        leaderless=leader_of(state, unit) is None,
        extra_dice=1 if joker and joker.die == 1 else 0,
        lessened=bool(joker and joker.die == 4),
        mounted=mounted(unit),
    ), (road, road_fact)


def plainly_too_far(state: State, unit: Unit, target: Unit) -> bool:
    """Whether not even the closest two figures are near enough for a charge to be declared; False where that is not
    so plain. Nothing is looked for on the ground. BG-VIII.1.4, BG-R36"""
    if state.ruled or switch(state, "charge-declare") == "after-roll":
        return False
    apart = gap(unit.fit, target.fit or target.present)
    dice = march.number_of_dice(_going(state, unit, None)[0], state.options)
    return apart is not None and apart > charge_reach(dice) + _HAIR


def require_reach(state: State, onset: Onset) -> None:
    """BG-VIII.1.4, BG-R36; by house rule the dice come first and decide alone."""
    dice = march.number_of_dice(onset.going, state.options)
    if switch(state, "charge-declare") == "after-roll" or onset.distance <= charge_reach(dice):
        return
    raise RuleViolation(
        "out-of-charge-range",
        f"The target is {onset.distance:.1f} in away; with {dice} dice a charge may be declared up to"
        f" {charge_reach(dice)} in.",
        citation="BG-R36",
        remedy="Move nearer first, or choose a nearer target.",
    )
