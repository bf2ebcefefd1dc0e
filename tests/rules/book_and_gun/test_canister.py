"""Who is in a canister template. X.2.8."""

from __future__ import annotations

import pytest

from rules.book_and_gun.book.canister import caught
from rules.table.board import Token


@pytest.mark.rule("BG-X.2.8a", "BG-X.2.8c")
def test_canister_takes_all_in_sixty_degrees_to_eight_inches_and_friends_close_beside_it() -> None:
    foes = [
        Token("ahead", 0.0, 7.9),
        Token("too far", 0.0, 8.1),
        Token("at 29 degrees", 2.42, 4.37),
        Token("at 31 degrees", 2.58, 4.29),
    ]
    friends = [
        Token("in it", 0.5, 3.0),
        Token("beside it, near", 2.5, 2.0),  # within an inch of the side, but 3.2 inches away
        Token("beside it, far", 4.4, 6.0),  # 7.4 inches away, 0.8 outside the side
        Token("past its end", 0.0, 8.9),
        Token("well outside", 6.0, 5.0),
    ]
    assert caught((0.0, 0.0), 0.0, foes, friends) == (
        "ahead",
        "at 29 degrees",
        "in it",
        "beside it, far",
        "past its end",
    )
