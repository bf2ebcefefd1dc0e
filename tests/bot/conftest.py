from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.toy import TOY
from tests.bot.world import World, world
from tests.painting import sketches as sketches  # for every test here


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[World]:
    """A server that plays toy soldiers."""
    async with world(tmp_path, {"toy": TOY}) as made:
        yield made
