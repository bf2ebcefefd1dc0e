"""Off-table fire: delays, registration, area, effect and cost, worked by hand from the book's text."""

from __future__ import annotations

import pytest

from rules.infantry_action.book.fire import FigureUnderFire, Targeted, Volley, fire_on
from rules.infantry_action.book.kinds import Rank
from rules.infantry_action.book.support import (
    Caller,
    Mode,
    call_bar,
    caller,
    correction_delay,
    delay,
    in_area,
    multiple_bar,
    needs_caller,
    paid_multiple,
    registration_bar,
    registration_periods,
    support_cost,
    support_points,
)
from rules.infantry_action.book.switches import House
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation


@pytest.mark.rule("IA-off.observer-call", "IA-off.registered-call", "IA-off.corrections", "IA-off.non-specialist")
@pytest.mark.parametrize(
    ("who", "new", "registered", "correction"),
    [(Caller.SPECIALIST, 3, 1, 1), (Caller.OFFICER, 4, 2, 2), (Caller.NCO, 5, 3, 3), (Caller.OTHER, 6, 4, 4)],
)
def test_delays_by_caller(who: Caller, new: int, registered: int, correction: int) -> None:
    assert delay(who).value == new
    assert delay(who, registered=True).value == registered
    assert correction_delay(who).value == correction


@pytest.mark.rule("IA-off.non-specialist", "IA-R011", "IA-R077")
def test_who_is_which_caller() -> None:
    assert caller(Rank.OFFICER, specialist=True) is Caller.SPECIALIST
    assert caller(Rank.OFFICER) is Caller.OFFICER
    assert caller(Rank.SERGEANT, specialist=True) is Caller.NCO
    assert caller(Rank.LANCE_CORPORAL) is Caller.NCO
    assert caller(Rank.PRIVATE) is Caller.OTHER


@pytest.mark.rule("IA-off.registration", "IA-R076")
def test_registration_takes_3_periods_and_2_for_each_further_target() -> None:
    assert [registration_periods(number) for number in range(6)] == [0, 3, 5, 7, 9, 11]
    free = House((("first-registration-periods", "0"),))
    assert registration_periods(5, free) == 8
    with pytest.raises(RuleViolation, match="at most 5"):
        registration_periods(6)


@pytest.mark.rule("IA-off.registration", "IA-off.observer-call")
def test_who_may_register_and_call() -> None:
    assert registration_bar(Caller.SPECIALIST, has_radio=True) is None
    assert registration_bar(Caller.OFFICER, has_radio=True) is not None
    assert registration_bar(Caller.SPECIALIST, has_radio=False) is not None
    assert call_bar(Caller.NCO, has_radio=True, located=True) is None
    assert call_bar(Caller.NCO, has_radio=False, located=True) is not None
    assert call_bar(Caller.SPECIALIST, has_radio=True, located=False) is not None
    assert call_bar(Caller.SPECIALIST, has_radio=True, located=False, registered=True) is None


@pytest.mark.rule("IA-off.modes", "IA-R161")
def test_only_fire_called_from_the_ground_needs_a_caller() -> None:
    assert [needs_caller(mode) for mode in (Mode.LANDING, Mode.ARRANGED, Mode.CALLED)] == [False, False, True]


@pytest.mark.rule("IA-off.area", "IA-R080")
def test_the_area_is_80_by_150_m_edges_included() -> None:
    assert in_area(40, 75)
    assert in_area(-40, -75)
    assert not in_area(40.1, 0)
    assert not in_area(0, 75.1)


@pytest.mark.rule("IA-off.effect", "IA-off.registration-free", "IA-R078", "IA-R168")
def test_50_points_make_25() -> None:
    assert [support_points(multiple) for multiple in (1, 2, 3)] == [25, 50, 75]
    assert support_cost(2, periods=3) == 300
    assert support_cost(0) == 0, "registration spends nothing"
    assert paid_multiple(3, 149) == 2
    assert paid_multiple(3, 1000) == 3
    assert paid_multiple(1, 49) == 0
    assert multiple_bar(3) is None
    assert multiple_bar(4) is not None
    assert multiple_bar(1, periods=0) is not None


@pytest.mark.rule("IA-off.registration-harmless")
def test_a_registration_harms_nobody() -> None:
    assert support_points(0) == 0
    assert fire_on(Targeted((Volley("observer", (), support=0),), (FigureUnderFire(erect=True),)), Scripted("")) is None


@pytest.mark.rule("IA-off.one-target-group", "IA-off.effect", "IA-R079", "IA-R081")
def test_one_mission_is_one_total_over_all_men_in_the_area() -> None:
    ours, theirs = (FigureUnderFire(erect=True),) * 2, (FigureUnderFire(),) * 3
    chance = Scripted("")
    fire = fire_on(Targeted((Volley("support", (), support=1),), ours + theirs), chance)
    assert fire is not None
    # 25, 5 not sheltered, 2 erect in the open: 32, and no chance die: 2 hits.
    assert (fire.total.value, fire.dice, fire.hits.number) == (32, (), 2)
    rolled = fire_on(
        Targeted((Volley("support", (), support=1),), theirs), Scripted("6"), House((("off-table-chance-die", "yes"),))
    )
    assert rolled is not None
    assert (rolled.total.value, rolled.hits.number) == (34, 2)
