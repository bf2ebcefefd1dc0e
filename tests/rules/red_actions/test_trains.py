"""Trains, worked by hand from page 15 and the rulings."""

from __future__ import annotations

import pytest

from rules.kernel.violation import RuleViolation
from rules.red_actions.book import trains
from rules.red_actions.book.kinds import Arm
from rules.red_actions.book.switches import House
from rules.red_actions.book.trains import CarState, Duty, Regulator, Run, run

METRES = House((("train-step", "metres"),))


@pytest.mark.rule("RA-train.move.1", "RA-train.move.3", "RA-R96")
def test_starting() -> None:
    """1, 2, 4, 8 and no more; in metres 2, 4, 8."""
    for house, steps in ((House(), [1, 2, 4, 8, 8]), (METRES, [2, 4, 8, 8])):
        moves = [run(Regulator.START, 0, house=house).inches]
        while len(moves) < len(steps):
            faster = Regulator.FASTER in trains.choices(moves[-1])
            moves.append(run(Regulator.FASTER if faster else Regulator.HOLD, moves[-1], house=house).inches)
        assert moves == steps


@pytest.mark.rule("RA-train.move.2", "RA-R96")
def test_braking() -> None:
    """The ruling: from 8: 4, 2, 1 and stopped; from 6: 3, 1 1/2 and stopped."""
    assert trains.braking(8) == (4, 2, 1)
    assert trains.braking(6) == (3, 1.5)
    assert trains.braking(0) == ()
    assert run(Regulator.BRAKE, 4) == Run(2, False)
    assert run(Regulator.BRAKE, 2) == Run(1, True)
    assert run(Regulator.BRAKE, 1) == Run(0.5, True)


@pytest.mark.rule("RA-R96", "RA-R176")
def test_holding_and_steps_between() -> None:
    assert run(Regulator.HOLD, 4) == Run(4, False)
    assert run(Regulator.FASTER, 4, wanted=5) == Run(5, False)
    assert run(Regulator.FASTER, 5) == Run(8, False)
    for wanted in (3.5, 8.5):
        with pytest.raises(RuleViolation) as refused:
            run(Regulator.FASTER, 4, wanted=wanted)
        assert refused.value.code == "train-step"


@pytest.mark.rule("RA-train.hits.1", "RA-R97", "RA-R176")
def test_hits_on_the_engine() -> None:
    assert [trains.allowance(hits) for hits in range(5)] == [8, 6, 4, 0, 0]
    assert run(Regulator.HOLD, 8, engine_hits=1) == Run(6, False)
    assert run(Regulator.BRAKE, 8, engine_hits=2) == Run(4, False)
    assert run(Regulator.FASTER, 4, engine_hits=1) == Run(6, False)
    assert trains.choices(8, engine_hits=1) == (Regulator.HOLD, Regulator.BRAKE)
    assert trains.choices(8, engine_hits=3) == (Regulator.STAND,)
    assert run(Regulator.STAND, 8, engine_hits=3) == Run(0, True)
    assert trains.braking(8, engine_hits=3) == ()


@pytest.mark.rule("RA-train.move.2", "RA-train.move.3")
@pytest.mark.parametrize(
    ("regulator", "last", "hits"),
    [
        (Regulator.STAND, 4, 0),  # a running train does not stop at once
        (Regulator.START, 2, 0),
        (Regulator.BRAKE, 0, 0),
        (Regulator.HOLD, 0, 0),
        (Regulator.FASTER, 8, 0),
        (Regulator.START, 0, 3),
    ],
)
def test_what_a_driver_cannot_do(regulator: Regulator, last: float, hits: int) -> None:
    with pytest.raises(RuleViolation) as refused:
        run(regulator, last, hits)
    assert refused.value.remedy.startswith("It can ")


@pytest.mark.rule("RA-train.move.4")
def test_backwards_only_from_a_stand() -> None:
    trains.bar_direction(ahead=False, was_ahead=True, last=0)
    trains.bar_direction(ahead=True, was_ahead=True, last=4)
    with pytest.raises(RuleViolation):
        trains.bar_direction(ahead=False, was_ahead=True, last=1)


@pytest.mark.rule("RA-R151", "RA-R176")
def test_troops_on_the_rails() -> None:
    assert trains.blocked(Run(8, False), None) == Run(8, False)
    assert trains.blocked(Run(8, False), 10) == Run(8, False)
    assert trains.blocked(Run(8, False), 9) == Run(7, True)
    assert trains.blocked(Run(4, False), 1) == Run(0, True)


@pytest.mark.rule("RA-train.cars.2", "RA-train.artillery.2", "RA-train.mg", "RA-train.cars.3")
def test_which_cars_fire() -> None:
    for gun in (Arm.FIELD_CAR, Arm.TURRET_CAR):
        assert trains.may_fire(gun, 0)
        assert not trains.may_fire(gun, 1)
    assert trains.may_fire(Arm.MG_CAR, 8)
    assert not trains.may_fire(Arm.ENGINE, 0)
    assert not trains.may_fire(Arm.OTHER_CAR, 0)
    assert trains.aboard_fire(Arm.RIFLE)
    assert not trains.aboard_fire(Arm.MG)


@pytest.mark.rule("RA-train.hits.1", "RA-train.hits.3", "RA-R97")
@pytest.mark.parametrize(
    ("car", "states"),
    [
        (Arm.ENGINE, "whole hit hit immobilised"),
        (Arm.TURRET_CAR, "whole hit destroyed destroyed"),
        (Arm.FIELD_CAR, "whole destroyed"),
        (Arm.MG_CAR, "whole destroyed"),
        (Arm.OTHER_CAR, "whole destroyed"),
    ],
)
def test_hits_on_cars(car: Arm, states: str) -> None:
    assert [trains.car_state(car, hits) for hits in range(len(states.split()))] == [
        CarState(each) for each in states.split()
    ]  # fmt: skip


@pytest.mark.rule("RA-train.hits.2", "RA-train.hits.4", "RA-R98")
def test_fear_and_leaving() -> None:
    assert not trains.owes_fear_test(0)
    assert trains.owes_fear_test(2)
    assert trains.duty(0, afraid=False, in_artillery_range=True) is Duty.NONE
    assert trains.duty(1, afraid=False, in_artillery_range=True) is Duty.OUT_OF_RANGE
    assert trains.duty(1, afraid=False, in_artillery_range=False) is Duty.NONE
    assert trains.duty(0, afraid=True, in_artillery_range=False) is Duty.OFF_TABLE


@pytest.mark.rule("RA-R98", "RA-train.hits.4")
@pytest.mark.parametrize(
    ("last", "home", "hits", "does"),
    [
        (0, True, 0, Regulator.START),
        (4, False, 1, Regulator.BRAKE),
        (4, True, 1, Regulator.FASTER),
        (6, True, 1, Regulator.HOLD),
        (0, True, 3, Regulator.STAND),
    ],
)
def test_what_a_train_that_must_leave_does(last: float, home: bool, hits: int, does: Regulator) -> None:
    assert trains.bound(Duty.OFF_TABLE, last, home, hits) is does
    assert trains.bound(Duty.NONE, last, home, hits) is None


def test_the_charts_typed_once_more() -> None:
    moves, hits = trains.CHARTS
    assert [row[1] for row in moves.rows] == [8, "1, 2, 4, 8", "4, 2, 1 and stands", 2, 2, 2]
    assert [row[1:] for row in hits.rows] == [
        (3, "immobilised"), (2, "destroyed"), (1, "destroyed"), (1, "destroyed"), (1, "destroyed"),
    ]  # fmt: skip
