"""The tree that is changed: what is drawn from it, and a copy of it."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

from tests.mutate.places import Change, changes

ROOT = Path(__file__).parents[2]
ROOMS = ("rules", "campaigns", "bot")


def draw(n: int, seed: int, only: str = "") -> list[Change]:
    """So many changes, at random by the seed alone, no two on one line."""
    files = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py") if "migrations" not in path.parts)
    names = [str(path.relative_to(ROOT)) for path in files]
    possible = [
        change for name in names if name.startswith(only) for change in changes(name, (ROOT / name).read_text())
    ]
    by_line = {(change.path, change.line): change for change in random.Random(seed).sample(possible, len(possible))}
    lines = list(by_line.values())
    return random.Random(seed).sample(lines, min(n, len(lines)))


def copied(to: Path) -> Path:
    """What git tracks, as it stands in the work tree, and what tests look for beside it."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True)
    for name in listed.stdout.decode().splitlines():
        if (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)
    shared = ROOT.parent / "shared"
    if shared.is_dir():
        (to.parent / "shared").symlink_to(shared.resolve())
    return to
