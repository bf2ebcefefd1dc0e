"""The pixels of a map follow from its drawing and its width alone: what two worlds draw alike they paint alike."""

from __future__ import annotations

import inspect
import random
from pathlib import Path

import pytest

from bot.pictures import pictures, rasterise
from tests.twins.test_bytes import club

SIGNATURE = b"\x89PNG\r\n\x1a\n"


@pytest.mark.painted
async def test_both_worlds_of_a_pair_paint_the_same_pixels(tmp_path: Path, long: bool) -> None:
    """Maps of a course in a battle and in its twin, painted as the bot paints them, once for each world."""
    painter = pictures.png
    async with club(tmp_path, "red_actions", long=long) as here:
        wire, drawn = here.wire, list[dict[str, tuple[str, int]]]()
        plain = await here.course("", 1, 0)
        drawn.append(dict(wire.drawn))
        wire.drawn.clear()
        await here.course("all", 1, 0, plain)
        drawn.append(dict(wire.drawn))
    mine, his = drawn
    both = sorted({*mine} & {*his})
    assert both, "no map was drawn in both"
    for digest in random.Random(1).sample(both, min(len(both), 6 if long else 1)):
        first, second = await painter(*mine[digest]), await painter(*his[digest])
        assert first.startswith(SIGNATURE)
        assert first == second


def test_a_painter_is_given_nothing_but_drawing_width_and_the_bots_own_fonts() -> None:
    assert [*inspect.signature(pictures.png).parameters] == ["svg", "width"]
    assert [*inspect.signature(rasterise.png).parameters] == ["svg", "width", "fonts"]
    assert "skip_system_fonts=True" in inspect.getsource(rasterise.png)
