"""Scripts see by which edge somebody has withdrawn by order; whoever ran or was taken off has left by none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.infantry_action.figures import Life
from rules.infantry_action.stage import situation
from rules.table.board import Board
from tests.rules.infantry_action.field import field, section


@pytest.mark.rule("IA-R153")
@pytest.mark.parametrize(
    ("life", "at", "left"),
    [
        (Life.WITHDRAWN, (50.0, 0.0), "south"),
        (Life.WITHDRAWN, (0.0, 50.0), "west"),
        (Life.WITHDRAWN, (50.0, 50.0), ""),
        (Life.LOST, (50.0, 0.0), ""),
        (Life.FIT, (50.0, 0.0), ""),
    ],
)
def test_who_goes_over_the_edge_by_order_has_left(life: Life, at: tuple[float, float], left: str) -> None:
    state = field(
        section("one", "attacker", at=(60.0, 50.0)), section("other", "defender", at=(60.0, 150.0)),
        board=Board(200, 200, measure="metres"),
    )  # fmt: skip
    man = state.figures[0]
    now = state.with_figure(replace(man, life=life, at=at))
    body = next(each for each in situation(now).bodies if each.figure == man.id)
    assert body.left == left
