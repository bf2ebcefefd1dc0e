"""AFV crews and the AFV reaction test, worked by hand from the book."""

from __future__ import annotations

import pytest

from rules.infantry_action.book.afv import Crewman, Escape, PlaceAboard, escape_crew, escape_riders
from rules.infantry_action.book.afv_reaction import (
    LEAST_MOVE,
    AfvResult,
    AfvSituation,
    ahead,
    binds,
    equivalent,
    factors,
    react,
    reacts_at_end,
    reacts_at_once,
    result_of,
    serves_as_end_test,
)
from rules.infantry_action.book.anti_tank import AfvTarget, ShotAtAfv, WeightClass, fire
from rules.infantry_action.book.kinds import Light, Weapon
from rules.kernel.chance import Scripted

DRIVER, GUNNER, COMMANDER = Crewman("driver"), Crewman("gunner"), Crewman("commander", commander=True)


@pytest.mark.rule("IA-afvcrew.escape")
def test_the_commander_dices_first_and_only_guns_paid_for_are_taken() -> None:
    """Commander 6 with the only SMG, driver 6 with a pistol for want of another, gunner 2 a casualty (IA-R129)."""
    out = escape_crew([DRIVER, GUNNER, COMMANDER], 1, Scripted("d6:6,d6:6,d6:2"))
    assert out == (
        Escape("commander", 6, True, Weapon.SMG),
        Escape("driver", 6, True, Weapon.PISTOL),
        Escape("gunner", 2, False, None),
    )


@pytest.mark.rule("IA-afvcrew.escape", "IA-afvcrew.no-grenades")
@pytest.mark.parametrize(
    ("die", "weapon"), [(1, None), (2, None), (3, "pistol"), (4, "pistol"), (5, "pistol"), (6, "sub machine gun")]
)
def test_every_die_of_a_crewman(die: int, weapon: str | None) -> None:
    (man,) = escape_crew([DRIVER], 2, Scripted([f"d6:{die}"]))
    assert man.escaped is (weapon is not None)
    assert (man.weapon.value if man.weapon else None) == weapon  # one weapon and nothing else: no grenades


@pytest.mark.rule("IA-afvcrew.riders")
def test_riders_escape_on_3_or_more_with_what_they_have() -> None:
    out = escape_riders(["a", "b", "c"], Scripted("d6:2,d6:3,d6:6"))
    assert [(man.escaped, man.weapon) for man in out] == [(False, None), (True, None), (True, None)]


@pytest.mark.rule("IA-afvcrew.exposed-targets")
def test_who_counts_as_an_infantry_target() -> None:
    assert [place.infantry_target for place in PlaceAboard] == [False, True, True, True]


def amounts(**given: object) -> list[int]:
    return [item.amount for item in factors(AfvSituation(**given))]  # pyright: ignore[reportArgumentType]


@pytest.mark.rule("IA-afvreact.plus1", "IA-afvreact.minus1.stationary")
def test_moving_or_stationary_one_of_the_two() -> None:
    assert amounts(moving=True) == [1]
    assert amounts() == [-1]


@pytest.mark.rule("IA-afvreact.plus1")
def test_friends_near_ahead_and_firing() -> None:
    assert amounts(moving=True, friendly_infantry=50.0, friendly_afv=100.0) == [1, 1, 1]
    assert amounts(moving=True, friendly_infantry=50.1, friendly_afv=101.0) == [1]
    assert amounts(moving=True, friends_ahead=True, friends_firing=True) == [1, 1, 1]


@pytest.mark.rule("IA-afvreact.plus1")
def test_equivalent_and_ahead() -> None:
    """At least the same weight class; within 45 degrees of the front and nearer to the enemy (IA-R131)."""
    assert equivalent(WeightClass.HEAVY, WeightClass.ORDINARY)
    assert equivalent(WeightClass.LIGHT, WeightClass.LIGHT)
    assert not equivalent(WeightClass.LIGHT, WeightClass.ORDINARY)
    assert ahead(45, 80, 100)
    assert not ahead(46, 80, 100)
    assert not ahead(0, 100, 100)


@pytest.mark.rule("IA-afvreact.minus1.under-fire", "IA-afvreact.minus1.friends-retreat")
def test_soft_fire_and_friends_in_retreat() -> None:
    assert amounts(moving=True, soft_fire=True) == [1, -1]
    assert amounts(moving=True, friends_retreating=True) == [1, -1]


@pytest.mark.rule("IA-afvreact.minus1.at-points")
def test_every_anti_tank_point_counts_and_misses_below_0_as_0() -> None:
    """Shots of 7, 4 and -3: 11 points (IA-R132)."""
    assert amounts(moving=True, shots=(7, 4, -3)) == [1, -11]
    assert amounts(moving=True, shots=(-3,)) == [1]


@pytest.mark.rule("IA-afvreact.minus2")
def test_lost_afvs_and_surprise() -> None:
    assert amounts(moving=True, lost_afvs=2, surprised=True) == [1, -4, -2]
    assert factors(AfvSituation(moving=True, lost_afvs=2))[1].reason == "each friendly AFV knocked out (\u00d7 2)"


@pytest.mark.rule("IA-afvreact.minus3.commander", "IA-afvreact.minus3.close-danger")
def test_commander_and_close_danger_are_3_each_and_danger_counts_once() -> None:
    """IA-R130."""
    assert amounts(moving=True, commander_hit=True) == [1, -3]
    assert amounts(moving=True, hostile_cover=50.0) == [1, -3]
    assert amounts(moving=True, hostile_cover=50.1) == [1]
    assert amounts(moving=True, light=Light.MOON) == [1, -3]
    assert amounts(moving=True, light=Light.DARK, hostile_cover=10.0, close_attack=True) == [1, -3]


@pytest.mark.rule("IA-afvreact.results")
@pytest.mark.parametrize(
    ("score", "result"),
    [
        (14, "ADVANCE"), (10, "ADVANCE"), (9, "COVERED"), (5, "COVERED"), (4, "HOLD"), (0, "HOLD"), (-1, "RETIRE"),
        (-5, "RETIRE"), (-6, "SMOKE"), (-20, "SMOKE"),
    ],
)  # fmt: skip
def test_the_lines_of_the_table(score: int, result: str) -> None:
    assert result_of(score) is AfvResult[result]


@pytest.mark.rule("IA-afvreact.results")
def test_what_each_line_lets_the_vehicle_do() -> None:
    """IA-R133."""
    assert [r.must_advance for r in AfvResult] == [True, False, False, False, False]
    assert [r.may_advance for r in AfvResult] == [True, True, False, False, False]
    assert [r.only_to_cover for r in AfvResult] == [False, True, False, False, False]
    assert [r.must_retire for r in AfvResult] == [False, False, False, True, True]
    assert [r.may_reverse_firing for r in AfvResult] == [False, False, False, True, False]
    assert [r.must_turn for r in AfvResult] == [False, False, False, False, True]
    assert [r.makes_smoke for r in AfvResult] == [False, False, False, False, True]
    assert [r.abandoned_if_immobile for r in AfvResult] == [False, False, False, False, True]
    assert LEAST_MOVE == 20


@pytest.mark.rule("IA-afvreact.dice")
def test_a_cherished_tank_must_advance() -> None:
    """6 + 4, moving, infantry at 30 m, friends ahead: 13."""
    test = react(AfvSituation(moving=True, friendly_infantry=30, friends_ahead=True), Scripted("d6:6,d6:4"))
    assert (test.dice, test.score.value, test.result) == ((6, 4), 13, AfvResult.ADVANCE)


@pytest.mark.rule("IA-afvreact.dice")
def test_a_tank_that_was_shot_at_from_a_wood() -> None:
    """3 + 4, stationary -1, a shot of 6 in all -6, surprised -2, the wood 40 m off -3: -5, retire, firing."""
    situation = AfvSituation(shots=(6,), surprised=True, hostile_cover=40)
    test = react(situation, Scripted("d6:3,d6:4"))
    assert (test.score.value, test.result) == (-5, AfvResult.RETIRE)


@pytest.mark.rule("IA-afvreact.when-at")
def test_an_afv_tests_after_anti_tank_fire_that_left_it_whole() -> None:
    gun = ShotAtAfv(Weapon.RECOILLESS, 4, AfvTarget(30, 1944))
    missed, hit = fire(gun, Scripted("d6:1")), fire(gun, Scripted("d6:4"))
    assert (missed.knocked_out, hit.knocked_out) == (False, True)  # 5 and 8
    assert reacts_at_once([missed])
    assert not reacts_at_once([missed, hit])
    assert not reacts_at_once([])


@pytest.mark.rule("IA-afvreact.when-end")
def test_one_test_serves_for_both_at_the_end_of_the_move() -> None:
    """IA-R127."""
    assert reacts_at_end(True)
    assert not reacts_at_end(False)
    assert serves_as_end_test(at_end_of_move=True, other_fire_after=False)
    assert not serves_as_end_test(at_end_of_move=True, other_fire_after=True)
    assert not serves_as_end_test(at_end_of_move=False, other_fire_after=False)
    assert not reacts_at_end(True, served=True)


@pytest.mark.rule("IA-afvreact.duration")
def test_what_a_result_binds() -> None:
    assert binds(4, at_end=False) == (4,)
    assert binds(4, at_end=True) == (5,)
    assert binds(4, at_end=False, serves_for_end=True) == (4, 5)
