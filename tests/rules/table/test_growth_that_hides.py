"""Growth hides in proportion to how far one looks through it."""

from __future__ import annotations

import pytest

from rules.table.board import Board, Feature, Token
from rules.table.sight import Sight

CROPS = Board(40, 40, features=(Feature("orchard", ((0, 10), (40, 10), (40, 40), (0, 40))),))
"""Seen through for 8 in, taller than anybody; its edge is at 10 in."""


@pytest.mark.parametrize(
    ("inside", "veiled", "plain"),
    [(0.0, 1.0, 1.0), (2.0, 0.75, 1.0), (4.0, 0.5, 1.0), (6.0, 0.25, 1.0), (9.0, 0.0, 0.0)],
)
def test_every_inch_hides_its_share(inside: float, veiled: float, plain: float) -> None:
    viewer, target = Token("a", 20, 2), Token("b", 20, 10 + inside)
    sight = Sight(CROPS)
    assert sight.veiled_share(viewer, target) == pytest.approx(veiled, abs=0.03)
    assert sight.share(viewer, target) == plain


def test_two_growths_add_up_and_a_wall_hides_what_it_hides() -> None:
    strips = Board(
        40, 40,
        features=(
            Feature("orchard", ((0, 10), (40, 10), (40, 12), (0, 12))),
            Feature("orchard", ((0, 14), (40, 14), (40, 16), (0, 16))),
        ),
    )  # fmt: skip
    viewer, target = Token("a", 20, 2), Token("b", 20, 20)
    assert Sight(strips).veiled_share(viewer, target) == pytest.approx(0.5, abs=0.03)
    wall = Board(40, 40, features=(Feature("wall", ((10, 18), (30, 18)), height=3.0, width=0.3),))
    assert Sight(wall).veiled_share(viewer, target) == 0.0
    assert Sight(Board(40, 40)).veiled_share(viewer, target) == 1.0
