"""What one side knows of the other."""

from __future__ import annotations

from rules.table.fog import (
    Glimpse,
    Knowledge,
    Marker,
    Present,
    SeenMarker,
    as_seen,
    dummies,
    forget,
    known_places,
    observe,
    reveal,
    tell,
)

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
    spotted = tell(NOBODY, "c1", True)
    assert observe(spotted, [CELL], set(), turn=1).sees("c1")
    unseen = tell(NOBODY, "c1", False)
    assert not observe(unseen, [CELL], {"c1"}, turn=1).sees("c1")
    assert observe(tell(unseen, "c1", None), [CELL], {"c1"}, turn=1).sees("c1")


def test_names_on_the_map_stand_where_the_side_believes_them() -> None:
    known = observe(NOBODY, [CELL, Present("c2", (5, 5))], {"c1"}, turn=1)
    known = observe(known, [Present("c1", (40, 4)), Present("c2", (5, 5))], set(), turn=2)
    assert known_places(known, {"c1": "Cell 1", "c2": "Cell 2"}) == {"Cell 1": (10, 30)}
    assert known_places(forget(known, "c1"), {"c1": "Cell 1"}) == {}


MARKERS = (
    Marker(1, "insurgents", (10, 30), ("c1",)),
    Marker(2, "insurgents", (20, 30)),
    Marker(3, "insurgents", (30, 30), ("c2", "c3")),
)


def test_the_enemy_sees_markers_by_number_and_place_and_a_dummy_looks_like_any_other() -> None:
    seen = as_seen(MARKERS, "army")
    assert seen == tuple(SeenMarker(n, "insurgents", (10.0 * n, 30)) for n in (1, 2, 3))
    assert "c1" not in repr(seen)
    assert as_seen(MARKERS, "insurgents") == ()


def test_markers_are_counted_and_turned_over() -> None:
    assert dummies(MARKERS, "insurgents") == (1, 2)
    turned = reveal(MARKERS, 2)
    assert dummies(turned, "insurgents") == (0, 2)
    assert [m.number for m in as_seen(turned, "army")] == [1, 3]
