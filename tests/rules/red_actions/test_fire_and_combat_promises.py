"""What holds for every shooting, combat and retirement, whatever the figures."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.red_actions.book.charging import Chase, caught, chase
from rules.red_actions.book.combat import COMBAT, odds, result
from rules.red_actions.book.fire_arcs import in_arc, turn_to_fire
from rules.red_actions.book.kinds import Arm, Cover, Trait, UnitFormation
from rules.red_actions.book.retiring import Retiree, allowance_left, combat_retirement, retire_distance, retirement
from rules.red_actions.book.shooting import (
    Band,
    ShootingTarget,
    band,
    best_cover,
    column,
    cover_shifts,
    factors,
    shifts,
    shooting_total,
)
from rules.red_actions.book.shooting_table import COLUMNS, RECONSTRUCTED, ROLLS
from rules.red_actions.book.shot_effect import felt
from rules.red_actions.book.switches import House

STRENGTHS = st.fractions(min_value=0, max_value=60, max_denominator=8)
TRAITS = st.frozensets(st.sampled_from([Trait.SKIRMISHER, Trait.PARTISAN, Trait.MOB, Trait.STORM, Trait.SPECIALIST]))
MARKS = st.builds(
    ShootingTarget,
    cover=st.sampled_from(list(Cover)),
    foxhole=st.integers(0, 12).map(lambda quarters: F(quarters, 4)),
    evading=st.booleans(),
    formation=st.sampled_from(list(UnitFormation)),
    on_road=st.booleans(),
    formed=st.booleans(),
    enfiladed=st.booleans(),
    traits=TRAITS,
)


@pytest.mark.rule("RA-R03", "RA-R22")
@given(st.integers(0, 300), MARKS, st.booleans())
def test_a_shooting_lands_on_the_table_or_has_no_effect(total: int, mark: ShootingTarget, guns: bool) -> None:
    shift = shifts(mark, guns)
    placed = column(total, shift)
    assert 0 <= placed.number <= COLUMNS
    assert (total > 0) or placed.number == 0
    assert column(total + 1, shift).number >= placed.number, "more fire is never worth less"
    best = best_cover(mark)
    assert all(best is not None and best.amount <= other.amount for other in cover_shifts(mark))
    assert -6 <= shift.value <= 6


@pytest.mark.rule("RA-R18")
@given(st.integers(0, 30), st.integers(0, 12), st.sampled_from([Band.CLOSE, Band.LONG]), st.booleans())
def test_factors_never_add_to_a_total(value: int, halves: int, far: Band, speculative: bool) -> None:
    plain, cut = (shooting_total(value, F(halves, 2), by) for by in ((), factors(far, speculative)))
    assert 0 <= cut.total <= plain.total
    assert cut.total <= cut.exact < cut.total + 1


@pytest.mark.rule("RA-R19")
@given(st.floats(0, 300), st.integers(1, 160))
def test_nearer_is_never_a_worse_band(distance: float, number: int) -> None:
    order = list(Band)
    assert order.index(band(distance / 2, number)) <= order.index(band(distance, number))


@pytest.mark.rule("RA-R90", "RA-R120")
@given(st.sampled_from(ROLLS), st.integers(1, COLUMNS), st.sampled_from(list(Arm)), st.booleans())
def test_nobody_feels_more_than_the_table_says(roll: int, number: int, target: Arm, guns: bool) -> None:
    cell = RECONSTRUCTED.result(number, roll)
    suffered = felt(cell, target, guns)
    assert suffered.terror <= cell.terror
    for part in ("retire", "pinned", "serious", "officer", "kill"):
        assert getattr(suffered, part) <= getattr(cell, part)
    assert felt(suffered, target, guns) == suffered


@pytest.mark.rule("RA-R06", "RA-R07", "RA-combat.equal")
@given(STRENGTHS, STRENGTHS, st.sampled_from(["round-down", "nearest"]))
def test_odds_do_not_depend_on_who_charges_but_where_they_are_equal(one: F, other: F, way: str) -> None:
    house = House((("combat-ratio", way),))
    there, back = odds(one, other, house), odds(other, one, house)
    assert there.column == back.column
    assert (one == other and there.charger_stronger) or there.charger_stronger is not back.charger_stronger
    if way == "round-down" and there.ratio is not None:
        assert COMBAT.ratios[there.column] <= there.ratio


@pytest.mark.rule("RA-combat.4")
@given(st.sampled_from(ROLLS), st.integers(0, 4))
def test_better_odds_never_turn_a_result_against_the_stronger(roll: int, number: int) -> None:
    assert result(number, roll).stronger or not result(number + 1, roll).stronger


@pytest.mark.rule("RA-retire.10", "RA-R64", "RA-R65")
@given(
    st.sampled_from(list(Arm)), TRAITS, st.integers(1, 6), st.floats(0, 12), st.booleans(), st.booleans(),
    st.sampled_from(["remainder", "terror"]),
)  # fmt: skip
def test_nobody_retires_further_than_the_turn_allows(
    arm: Arm, traits: frozenset[Trait], bases: int, back: float, cover: bool, before: bool, way: str
) -> None:
    unit = Retiree(arm, traits, bases, in_cover=cover, gone_back=back, retired_before=before)
    found = retirement(unit, House((("second-retire", way),)))
    assert 0 <= found.inches <= allowance_left(arm, back) <= retire_distance(arm)
    assert not (found.inches and found.terror)
    assert combat_retirement(unit).inches == retire_distance(arm)


@pytest.mark.rule("RA-R88", "RA-R86")
@given(st.integers(1, 6), st.integers(1, 30), st.integers(1, 30), st.sampled_from(list(Arm)))
def test_every_base_that_is_caught_is_destroyed_or_taken(bases: int, pursuer: int, router: int, arm: Arm) -> None:
    end = caught(bases)
    assert end.destroyed + end.prisoners == bases
    assert 0 <= end.destroyed - end.prisoners <= 1
    assert router <= pursuer or chase(pursuer, router, arm) is Chase.ESCAPED


@pytest.mark.rule("RA-shoot.1", "RA-arc.1")
@given(
    st.sampled_from([Arm.RIFLE, Arm.SABRE, Arm.MG, Arm.TACHANKA, Arm.GUN, Arm.MORTAR, Arm.TANK, Arm.ARMOURED_CAR]),
    st.floats(-180, 360),
)
def test_the_turn_that_is_offered_brings_the_target_into_arc(arm: Arm, bearing: float) -> None:
    turn = turn_to_fire(arm, bearing)
    assert turn is None or in_arc(arm, bearing - turn)
    assert (turn == 0) is in_arc(arm, bearing)
