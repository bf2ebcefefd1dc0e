"""What a shooting does: tasks of nerves in their order, buildings that fall, cars that are wrecked. RA-R35"""

from __future__ import annotations

from rules.red_actions.book.direct_hits import collapse_number, collapses
from rules.red_actions.book.kinds import Arm, Test
from rules.red_actions.book.observing import gas_test
from rules.red_actions.book.shooting_table import RESULTS, ShotResult
from rules.red_actions.book.trains import CarState, Duty, car_state, duty, owes_fear_test
from rules.red_actions.course import Course
from rules.red_actions.events.fire import CarHit, Gunfire, SectionHit
from rules.red_actions.pending import Task
from rules.red_actions.pending.morale import LoseBases, OfficerDice, PutMarkers, RetireUnit, TakeTest
from rules.red_actions.play.fire.aiming import AimedVolley
from rules.red_actions.play.fire.goals import inside
from rules.red_actions.play.ground.features import key_of, stone
from rules.red_actions.state import State
from rules.red_actions.units import Unit


def effects(
    state: State, target: Unit, by: str, hits: int, result: ShotResult, *, tank: int = 0, gas: bool = False
) -> list[Task]:
    """The tasks of one shooting, in the order of RA-R35. A unit that is gone or routing takes of each what it still
    takes (RA-R38): that is the tasks' own affair."""
    arm = state.card(target).arm
    if arm is Arm.OFFICER:
        return _lone_officer(target, by, hits, result)
    found: list[Task] = direct_hits(state, target, by, hits)
    if arm.vehicle:
        if result.kill:
            found.append(LoseBases(target.id, RESULTS.bases_killed, threat=by, reason="machine-gun fire"))
        return found
    if tank:
        found.append(PutMarkers(target.id, terror=tank, threat=by, reason="shot at by a tank"))
    if result.terror or (result.pinned and not result.kill):
        pinned = result.pinned and not result.kill
        found.append(PutMarkers(target.id, terror=result.terror, pinned=pinned, threat=by, reason="fire"))
    if result.officer:
        found.append(OfficerDice(target.id, "shooting", threat=by, serious=result.serious))
    elif result.serious:
        found.append(TakeTest(target.id, Test.SERIOUS, "a serious result", threat=by, citation="RA-result.s"))
    if result.kill:
        found += (
            LoseBases(target.id, RESULTS.bases_killed, threat=by, reason="fire"),
            PutMarkers(target.id, pinned=True, threat=by, reason="fire"),
            TakeTest(target.id, Test.FEAR, "a base lost", threat=by, citation="RA-result.kill"),
        )
    if result.retire:
        found.append(RetireUnit(target.id, threat=by))
    if gas and gas_test(arm, target.routing):
        found.append(TakeTest(target.id, Test.FEAR, "gas", threat=by, citation="RA-gas.1"))
    return found


def direct_hits(state: State, target: Unit, by: str, hits: int) -> list[Task]:
    """The bases that direct hits cost, guns, tanks and cars with their crews, with a fear test each; vehicles and lone
    officers take none. RA-dh.2, RA-dh.3, RA-R35"""
    arm = state.card(target).arm
    if not hits:
        return []
    tests = 0 if arm.vehicle else hits
    return [LoseBases(target.id, min(hits, len(target.bases)), tests=tests, threat=by, reason="direct hit")]


def _lone_officer(target: Unit, by: str, hits: int, result: ShotResult) -> list[Task]:
    """Killed by a hit or Kill!, else a die, or he retires. RA-R120"""
    if hits or result.kill:
        return [LoseBases(target.id, 1, threat=by, reason="fire")]
    found: list[Task] = []
    if result.officer:
        found.append(OfficerDice(target.id, "shooting", threat=by))
    if result.retire:
        found.append(RetireUnit(target.id, threat=by))
    return found


# ── Buildings ───────────────────────────────────────────────────────────────────────────────────────────────────────


def strike_building(course: Course, one: AimedVolley) -> list[Task]:
    """Guns at a section: a roll for each hit, and it may fall on everybody in it. RA-dh.building, RA-R30, RA-R37"""
    feature = one.goal.building
    assert feature is not None
    chance, state = course.chance, course.state
    guns = tuple(
        Gunfire(part.number, tuple(sum(chance.dice(2, sides=6, for_="direct hit")) for _ in range(part.rolls)))
        for part in one.parts
        if part.number is not None
    )
    hits = sum(each.hits for each in guns)
    scores = tuple(sum(chance.dice(2, sides=6, for_="collapse")) for _ in range(hits))
    solid = stone(feature)
    fallen = any(collapses(score, solid) for score in scores)
    under = inside(state, feature) if fallen else ()
    course.happen(
        SectionHit(
            building=key_of(feature),
            name=one.goal.name,
            guns=guns,
            hits=hits,
            scores=scores,
            needs=collapse_number(solid),
            destroyed=fallen,
            by=one.unit.id,
            inside=tuple(unit.id for unit in under),
            citations=("RA-dh.building",),
        )
    )
    return [
        LoseBases(unit.id, len(unit.bases), threat=one.unit.id, reason="a building that fell") for unit in under
    ]  # fmt: skip


# ── Trains ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def finished(car: Arm, hits: int) -> bool:
    """Whether so many hits destroy a car, or immobilise an engine. RA-train.hits.1, RA-train.hits.3, RA-R97"""
    return car_state(car, hits) in (CarState.DESTROYED, CarState.IMMOBILISED)


def strike_train(course: Course, one: AimedVolley, hits: int) -> list[Task]:
    """Hits on the car that was aimed at; those in a destroyed car are lost; one fear test for the train.
    RA-train.hits.1 to RA-train.hits.4, RA-R97, RA-R98"""
    train, car = one.goal.unit, one.goal.car
    if not owes_fear_test(hits) or train is None or car is None:
        return []
    arm = course.state.cards.card(car.card).arm
    total = car.hits + hits
    done = finished(arm, total)
    engine = arm is Arm.ENGINE
    course.happen(
        CarHit(
            unit=train.id,
            base=car.id,
            name=one.goal.name,
            by=one.unit.id,
            hits=total,
            wrecked=done and not engine,
            stopped=done and engine,
            withdraws=engine and duty(total, False, True) is not Duty.NONE,
            citations=("RA-train.hits.1", "RA-train.hits.3"),
        )
    )
    lost: list[Task] = []
    if done and not engine:
        lost = [
            LoseBases(unit.id, len(unit.bases), threat=one.unit.id, reason="the car destroyed")
            for unit in course.state.units
            if unit.aboard == train.id and unit.car == car.id
        ]
    return [*lost, TakeTest(train.id, Test.FEAR, "a direct hit", threat=one.unit.id, citation="RA-train.hits.4")]
