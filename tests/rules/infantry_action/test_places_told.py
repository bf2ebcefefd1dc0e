"""How a place is told."""

from __future__ import annotations

from rules.infantry_action.state import ATTACKER
from rules.infantry_action.tell.words import Words
from rules.seam.viewing import PUBLIC
from tests.rules.infantry_action.field import field, section


def test_what_fell_off_the_table_is_told_by_the_edge_that_it_fell_over() -> None:
    words = Words(field(section("able", ATTACKER)), PUBLIC)
    assert words.place((120.0, 0.0)).endswith("(120,0)")
    assert words.place((120.0, -35.0)) == f"{words.place((120.0, 0.0))}, beyond the edge"
    assert words.place((640.0, 30.0)) == f"{words.place((600.0, 30.0))}, beyond the edge"
