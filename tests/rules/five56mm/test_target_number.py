"""2.3 Target Number: a D6 and an ability against a number, and the skills that change a die already seen."""

from __future__ import annotations

import pytest

from rules.five56mm.book.target_number import Help, Helps, d3, needed, possible, roll
from rules.kernel.chance import Scripted
from rules.kernel.facts import Item, Itemised


def number(*amounts: int) -> Itemised:
    return Itemised(tuple(Item(amount, f"reason {index}") for index, amount in enumerate(amounts)))


@pytest.mark.rule("MM-2.3N.1")
def test_a_total_that_equals_the_number_succeeds() -> None:
    # The book's Ranger: TN 6 (5 by range, +1 partial concealment), a 4 and Weapons +2 make 6.
    assert roll("to hit", number(5, 1), number(2), Scripted("d6:4")).passed
    assert not roll("to hit", number(5, 1), number(2), Scripted("d6:3")).passed


@pytest.mark.rule("MM-2.3N.3")
def test_the_margin_is_the_total_less_the_number() -> None:
    # The book's Ranger crosses at TN 2: 4 and Movement +1 make 5, 3 more than required.
    assert roll("cross", number(2), number(1), Scripted("d6:4")).margin == 3
    assert roll("cross", number(5), number(0), Scripted("d6:2")).margin == -3


@pytest.mark.rule("MM-2.3N.4")
def test_a_six_is_no_success_and_a_one_no_failure_by_itself() -> None:
    assert not roll("to hit", number(8), number(1), Scripted("d6:6")).passed
    assert roll("to hit", number(2), number(1), Scripted("d6:1")).passed
    assert not possible(number(8), number(1))
    assert possible(number(8), number(2))
    assert needed(number(5), number(2)) == 3


@pytest.mark.rule("MM-R94")
@pytest.mark.parametrize(("die", "result"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_d3_is_half_a_d6_rounded_up(die: int, result: int) -> None:
    assert d3(Scripted(f"d6:{die}"), for_="distance") == result


def having(*rerolls: Help, lucky: bool = False) -> Helps:
    return Helps("he", rerolls, lucky, False, lambda prospect: prospect.worth)


@pytest.mark.rule("MM-R73")
def test_a_sharpshooters_second_die_stands_even_if_it_is_worse() -> None:
    result = roll("to hit", number(5), number(0), Scripted("d6:4,d6:2"), having(Help.SHARPSHOOTER))
    assert (result.die, result.dice, result.helps) == (2, (4, 2), (Help.SHARPSHOOTER,))


@pytest.mark.rule("MM-R73", "MM-R71")
@pytest.mark.parametrize("skill", [Help.NAILS, Help.FEARLESS])
def test_the_better_of_two_dice_counts_for_nails_and_fearless(skill: Help) -> None:
    result = roll("resist", number(7), number(0), Scripted("d6:3,d6:1"), having(skill))
    assert (result.die, result.dice) == (3, (3, 1))


def test_no_help_is_spent_on_a_success() -> None:
    result = roll("to hit", number(4), number(0), Scripted("d6:4"), having(Help.SHARPSHOOTER, lucky=True))
    assert result.helps == ()


@pytest.mark.rule("MM-10.LB.1", "MM-R72")
def test_luck_adds_one_after_the_die_when_that_changes_the_result() -> None:
    lucky = roll("to hit", number(5), number(0), Scripted("d6:4"), having(lucky=True))
    assert (lucky.passed, lucky.total, lucky.helps) == (True, 5, (Help.LUCKY,))
    in_vain = roll("to hit", number(5), number(0), Scripted("d6:3"), having(lucky=True))
    assert in_vain.helps == ()


@pytest.mark.rule("MM-R71")
def test_the_leader_speaks_before_the_fearless_man_grits_his_teeth() -> None:
    # 1 against 3, the Leader's second die is a 2, Fearless keeps the better of 2 and 5.
    helped = having(Help.LEADER, Help.FEARLESS)
    result = roll("morale", number(3), number(0), Scripted("d6:1,d6:2,d6:5"), helped)
    assert (result.dice, result.die, result.helps) == ((1, 2, 5), 5, (Help.LEADER, Help.FEARLESS))
