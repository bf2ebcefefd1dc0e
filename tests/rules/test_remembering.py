from __future__ import annotations

from rules.remembering import KEPT, by_identity


def test_it_is_worked_out_once_for_the_very_same_object_and_again_for_its_equal() -> None:
    asked: list[tuple[int, ...]] = []

    def worked(value: tuple[int, ...]) -> int:
        asked.append(value)
        return sum(value)

    total = by_identity(worked)
    one, other = tuple([1, 2]), tuple([1, 2])
    assert (total(one), total(one), total(other)) == (3, 3, 3)
    assert [value is one for value in asked] == [True, False]


def test_however_many_are_asked_about_each_gets_its_own() -> None:
    total = by_identity(sum)
    many = [(number, 1) for number in range(3 * KEPT)]
    assert [total(each) for each in many + many] == [number + 1 for number in range(3 * KEPT)] * 2
    # Those that are forgotten may give their place in memory, and so their identity, to others.
    assert [total((number, 2)) for number in range(3 * KEPT)] == [number + 2 for number in range(3 * KEPT)]
