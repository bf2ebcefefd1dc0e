"""What is optional is not asked for by who does without it: the sandbox needs no PostgreSQL driver, the bot no virtual
Discord."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("missing", "wanted"),
    [("asyncpg", "bot.main, bot.sandbox.session"), ("simcord", "bot.main, bot.client, bot.shell.host")],
)
def test_the_program_is_read_without_what_is_optional(missing: str, wanted: str) -> None:
    told = f"import sys; sys.modules[{missing!r}] = None; import {wanted}"
    done = subprocess.run([sys.executable, "-c", told], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
