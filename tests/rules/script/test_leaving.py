"""Scripts wait for those who leave the table: of a side, of some of its units, by one edge, so many of them."""

from __future__ import annotations

import pytest

from rules.script.plan import Left, Losses, Script, Trigger
from rules.script.triggers import _came, _Step  # pyright: ignore[reportPrivateUsage]
from rules.seam.stage import Body, Situation


def bodies(*left: str) -> Situation:
    """Four of blue, two a unit; so many have left by these edges, the first ones first."""
    edges = (*left, *[""] * (4 - len(left)))
    people = [Body(f"b{n}", f"unit-{n // 2}", "blue", None, not edge, left=edge) for n, edge in enumerate(edges)]
    return Situation(1, tuple(people), None)


@pytest.mark.parametrize(
    ("trigger", "after", "comes"),
    [
        (Left(side="blue"), ("north",), True),
        (Left(side="red"), ("north",), False),
        (Left(side="blue", edge="south"), ("north",), False),
        (Left(side="blue", number=2), ("north",), False),
        (Left(side="blue", number=2), ("north", "south"), True),
        (Left(side="blue", units=("unit-1",)), ("north", "north"), False),
        (Left(side="blue", units=("unit-1",)), ("north", "north", "north"), True),
        (Losses(side="blue", percent=25), ("north", "north"), False),  # who left of his own will is no loss
    ],
)
def test_leaving_comes_to_pass(trigger: Trigger, after: tuple[str, ...], comes: bool) -> None:
    assert isinstance(trigger, Left | Losses)
    assert _came(Script(), trigger, _Step(bodies(), bodies(*after))) is comes
    assert not _came(Script(), trigger, _Step(bodies(*after), bodies(*after)))
