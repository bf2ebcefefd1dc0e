"""The tree that is changed: what is drawn from it, and a copy of it."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tests.mutate.places import Change, changes

ROOT = Path(__file__).parents[2]
ROOMS = ("rules", "campaigns", "bot")


def draw(n: int, seed: int, only: str = "") -> list[Change]:
    """So many changes, at random by the seed alone, no two on one line.

    Each line has its own lot, and so has each change on it: what is altered elsewhere in the program, or is no longer
    drawn, alters nothing else in a draw.
    """
    files = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py") if "migrations" not in path.parts)
    names = [str(path.relative_to(ROOT)) for path in files]
    return drawn({name: (ROOT / name).read_text() for name in names if name.startswith(only)}, n, seed)


def drawn(texts: Mapping[str, str], n: int, seed: int) -> list[Change]:
    """So many changes of these files, each a path and its text."""
    lots: list[tuple[str, Change]] = []
    for path, text in texts.items():
        lines = text.splitlines()
        by_line: dict[int, list[Change]] = defaultdict(list)
        for change in changes(path, text):
            by_line[change.line].append(change)
        alike: Counter[str] = Counter()
        for line, found in by_line.items():
            place = f"{path}\0{found[0].within.partition(' ')[0]}\0{lines[line - 1].strip()}"
            alike[place] += 1
            name = f"{place}\0{alike[place]}"
            chosen = min(_counted(found), key=lambda each: _lot(seed, name, each[1].what, str(each[0])))[1]
            lots.append((_lot(seed, name), chosen))
    return [change for _, change in sorted(lots, key=lambda each: each[0])[:n]]


def _counted(found: Iterable[Change]) -> Iterator[tuple[int, Change]]:
    """Each change of a line, and how many alike stand before it there."""
    alike: Counter[str] = Counter()
    for change in found:
        yield alike[change.what], change
        alike[change.what] += 1


def _lot(seed: int, *name: str) -> str:
    return hashlib.sha256("\0".join((str(seed), *name)).encode()).hexdigest()


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
