"""What is worked out once a state, and copies of frozen values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from dataclasses import replace as slowly
from itertools import islice

import pytest

from rules.kernel import once
from rules.kernel.changing import replace
from rules.kernel.once import Findings, by_id, once_a_state, once_for


@dataclass(frozen=True, slots=True)
class Camp:
    name: str
    tents: int = 3
    guards: tuple[str, ...] = ()


def test_a_question_is_answered_once_for_each_state_and_each_part_of_it() -> None:
    asked: list[tuple[str, str]] = []

    @once_a_state
    def guarded(camp: Camp, guard: str) -> bool:
        asked.append((camp.name, guard))
        return guard in camp.guards

    north, south = Camp("north", guards=("Ada",)), Camp("south")

    assert [guarded(camp, "Ada") for camp in (north, south, north, south)] == [True, False, True, False]
    assert guarded(north, "Bea") is False
    assert asked == [("north", "Ada"), ("south", "Ada"), ("north", "Bea")]


def test_what_depends_on_a_part_is_kept_while_everything_else_changes() -> None:
    asked: list[str] = []

    @once_for(lambda camp, guard: (camp.guards, guard))
    def guarded(camp: Camp, guard: str) -> bool:
        asked.append(camp.name)
        return guard in camp.guards

    camp = Camp("north", guards=("Ada", "Bea"))
    moved = replace(camp, name="south")
    relieved = replace(moved, name="east", guards=("Cleo",))

    assert [guarded(each, "Ada") for each in (camp, moved, relieved, camp)] == [True, True, False, True]
    assert asked == ["north", "east"]


def test_of_answers_for_parts_the_oldest_are_forgotten() -> None:
    asked: list[int] = []

    @once_for(lambda tents: (tents,), most=4)
    def doubled(tents: int) -> int:
        asked.append(tents)
        return 2 * tents

    assert [doubled(tents) for tents in (1, 2, 3, 4, 5, 5, 1)] == [2, 4, 6, 8, 10, 10, 2]
    assert asked == [1, 2, 3, 4, 5, 1]


def test_an_equal_state_is_another_one_and_only_the_newest_are_kept() -> None:
    asked: list[str] = []

    @once_a_state
    def tents(camp: Camp) -> int:
        asked.append(camp.name)
        return camp.tents

    camps = [Camp(str(n)) for n in range(once.STATES + 1)]
    for camp in (*camps, camps[-1], camps[0]):
        assert tents(camp) == 3

    assert asked == [*(camp.name for camp in camps), "0"]


def test_what_has_been_found_once_is_not_looked_for_again_and_nothing_before_it_is_wanted() -> None:
    looked: list[int] = []

    def tents() -> Iterator[int]:
        for number in range(4):
            looked.append(number)
            yield number

    found = Findings(tents())
    assert looked == []
    assert list(islice(found, 2)) == [0, 1]
    assert looked == [0, 1]
    assert list(zip(found, found, strict=True)) == [(number, number) for number in range(4)]
    assert list(found) == [0, 1, 2, 3]
    assert looked == [0, 1, 2, 3]


def test_a_search_that_fails_fails_for_everybody_who_looks_so_far() -> None:
    def tents() -> Iterator[int]:
        yield 1
        raise ValueError("a storm")

    found = Findings(tents())
    for _ in range(2):
        with pytest.raises(ValueError, match="a storm"):
            list(found)
    assert list(islice(found, 1)) == [1]


def test_a_quick_copy_is_the_same_as_a_slow_one() -> None:
    camp = Camp("north", guards=("Ada",))
    assert replace(camp, tents=5) == slowly(camp, tents=5)
    assert replace(camp) == camp
    assert camp.tents == 3


def test_a_copy_with_a_field_that_there_is_none_of_is_refused() -> None:
    with pytest.raises(TypeError, match="Camp has no field 'fires'"):
        replace(Camp("north"), fires=1)


@dataclass(frozen=True, slots=True)
class Tent:
    id: str
    beds: int


def test_things_are_found_by_their_ids_in_the_table_of_their_own_tuple() -> None:
    tents = by_id(Tent)
    before = (Tent("a", 1), Tent("b", 2), Tent("a", 3))
    after = (Tent("a", 4),)
    assert (tents(before)["a"].beds, tents(before)["b"].beds) == (1, 2), "of two with one id the first"
    assert tents(before) is tents(before)
    assert (tents(after)["a"].beds, tents(after).get("b"), tents(before)["a"].beds) == (4, None, 1)
    many = [(Tent("a", beds),) for beds in range(once.STATES + 2)]
    assert [tents(each)["a"].beds for each in many] == list(range(once.STATES + 2))
    assert tents(before)["b"].beds == 2
