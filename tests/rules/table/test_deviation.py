"""Where a shot falls that misses."""

from __future__ import annotations

import pytest

from rules.table.deviation import Miss, missed


@pytest.mark.parametrize(("way", "to"), [("short", (0, 15)), ("long", (0, 25)), ("left", (-5, 20)), ("right", (5, 20))])
def test_a_miss_is_short_long_left_or_right_as_seen_from_the_gun(way: Miss, to: tuple[float, float]) -> None:
    assert missed((0, 20), (0, 0), way, 5) == pytest.approx(to, abs=0.01)
