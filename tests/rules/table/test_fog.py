"""What one side knows of the other."""

from __future__ import annotations

from rules.table.fog import Glimpse, Knowledge, Present, observe

NOBODY = Knowledge("army")
CELL = Present("c1", (10, 30), 180, "14 figures")


def test_what_is_in_sight_is_known_as_it_stands() -> None:
    known = observe(NOBODY, [CELL], {"c1"}, turn=1)
    assert known.sees("c1")
    assert known.last("c1") == Glimpse("c1", (10, 30), 180, 1, "14 figures")


def test_what_goes_out_of_sight_is_remembered_where_it_was_seen_and_not_where_it_went() -> None:
    known = observe(NOBODY, [CELL], {"c1"}, turn=1)
    known = observe(known, [Present("c1", (40, 4), 0, "9 figures")], set(), turn=2)
    assert not known.sees("c1")
    assert known.last("c1") == Glimpse("c1", (10, 30), 180, 1, "14 figures")
    assert "40" not in repr(known)
    assert "9 figures" not in repr(known)


def test_what_was_never_seen_is_not_there() -> None:
    known = observe(NOBODY, [CELL], set(), turn=1)
    assert known == NOBODY


def test_a_place_seen_empty_is_forgotten() -> None:
    known = observe(observe(NOBODY, [CELL], {"c1"}, turn=1), [CELL], set(), turn=2)
    known = observe(known, [CELL], set(), turn=3, watched={"c1"})
    assert known.last("c1") is None


def test_the_umpires_word_goes_before_any_measurement_until_he_takes_it_back() -> None:
    spotted, unseen = (Knowledge("army", told=(("c1", word),)) for word in (True, False))
    assert observe(spotted, [CELL], set(), turn=1).sees("c1")
    assert not observe(unseen, [CELL], {"c1"}, turn=1).sees("c1")
    assert observe(NOBODY, [CELL], {"c1"}, turn=1).sees("c1")
