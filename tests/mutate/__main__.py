"""`python -m tests.mutate [N] [--seed S]`: whether the tests notice small changes to the program.

N changes (100) are drawn from all that are possible in rules, campaigns and bot; each is made in a copy of the tree,
and the tests nearest to it run. What none of them notices gets a second look by all tests of its folder, within a bound
of processor time (`SECOND`); a look that comes to no end there has noticed nothing. `--near` leaves the second look
out. The tool lists what both miss, with the command that runs the tests. Exits with 1 where fewer than `--share` (0.8)
are noticed. A process that has read the program forks for each change: see `tests.mutate.warm`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from importlib.util import cache_from_source
from pathlib import Path
from queue import SimpleQueue

from tests.mutate.nearest import Tests, collected
from tests.mutate.places import Change, changes
from tests.mutate.warm import ENDLESS, NOTHING_FAILED, NOTHING_RAN, SECOND, SECONDS, limit

ROOT = Path(__file__).parents[2]
ROOMS = ("rules", "campaigns", "bot")
NEAREST = 6
"""Tests that name the change's rules, and test files that reach it: so many of each."""


@dataclass(frozen=True, slots=True)
class Tried:
    change: Change
    tests: tuple[str, ...]
    failed: str
    """The first test that failed; "" where none did."""
    at_second: bool = False
    """Only the tests of its folder noticed."""

    @property
    def noticed(self) -> bool:
        return bool(self.failed)

    @property
    def line(self) -> str:
        word = ("at second" if self.at_second else "noticed  ") if self.noticed else "UNNOTICED"
        return f"{word} {self.change.path}:{self.change.line} {self.change.what}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutate", description=__doc__)
    parser.add_argument("n", nargs="?", type=int, default=100, metavar="N")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", metavar="PATH", help="files below this path alone")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--near", action="store_true", help="leave out the second look by the tests of its folder")
    parser.add_argument("--share", type=float, default=0.8)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    drawn = draw(asked.n, asked.seed, asked.only)
    tests = collected(ROOT)
    tried: list[Tried] = []
    with tempfile.TemporaryDirectory(prefix="mutate-") as folder:
        copies: SimpleQueue[Warm] = SimpleQueue()
        for number in range(asked.jobs):
            copies.put(Warm(_copy(Path(folder) / str(number) / "tree")))
        with ThreadPoolExecutor(asked.jobs) as pool:
            for each in pool.map(lambda change: tried_by(change, tests, copies, second=not asked.near), drawn):
                tried.append(each)
                if not asked.json:
                    print(f"{each.line}  {each.failed}".rstrip(), flush=True)
                    if not each.noticed:
                        print(f"  pytest {' '.join(each.tests)}", flush=True)
        for _ in range(asked.jobs):
            copies.get().close()
    noticed, second = sum(each.noticed for each in tried), sum(each.at_second for each in tried)
    if asked.json:
        print(json.dumps({"tried": len(tried), "noticed": noticed, "at_second": second, "unnoticed": [
            {"path": each.change.path, "line": each.change.line, "what": each.change.what, "tests": each.tests}
            for each in tried if not each.noticed]}, indent=2))  # fmt: skip
    else:
        print(f"{noticed} of {len(tried)} noticed, {second} of them at the second look")
    return 0 if noticed >= asked.share * len(tried) else 1


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


def _copy(to: Path) -> Path:
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


def tried_by(change: Change, tests: Tests, copies: SimpleQueue[Warm], *, second: bool) -> Tried:
    near = tests.near(change, NEAREST)
    at_second = False
    warm = copies.get()
    warm.wait()  # it would read the change as the program
    file = warm.tree / change.path
    before, stat = file.read_text(), file.stat()
    compiled = Path(cache_from_source(str(file)))
    after = change.made(before)
    try:
        file.write_text(after)
        compiled.unlink(missing_ok=True)  # it is known by time and size alone
        said = {"path": change.path, "before": before, "after": after, "start": change.start}
        failed = warm.failing(said, near, SECONDS) if near else ""
        if second and not failed:
            near = [_folder(change.path)]
            failed = warm.failing(said, near, SECOND)
            failed = "" if failed == ENDLESS else failed  # the nearest came to an end: the look took too long
            at_second = bool(failed)
    finally:
        file.write_text(before)
        os.utime(file, ns=(stat.st_atime_ns, stat.st_mtime_ns))
        compiled.unlink(missing_ok=True)
        copies.put(warm)
    return Tried(change, tuple(near), failed, at_second)


class Warm:
    """A copy of the tree, and a process in it that has read the program."""

    def __init__(self, tree: Path) -> None:
        self.tree = tree
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.mutate.warm"],
            cwd=tree,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.has_read = False

    def wait(self) -> None:
        """Until the process has read the program."""
        assert self.process.stdout is not None
        if not self.has_read and not self.process.stdout.readline():
            raise RuntimeError(f"the program in {self.tree} cannot be read")
        self.has_read = True

    def failing(self, change: dict[str, object], tests: list[str], seconds: int) -> str:
        """The first test that fails, the program cannot even be read, or does not come to an end; "": none."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"change": change, "tests": tests, "seconds": seconds}) + "\n")
        self.process.stdin.flush()
        said = json.loads(self.process.stdout.readline())
        return said["failed"] if "failed" in said else "" if "passed" in said else self._anew(tests, seconds)

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()

    def _anew(self, tests: list[str], seconds: int) -> str:
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
        done = subprocess.run(
            command, cwd=self.tree, capture_output=True, text=True, preexec_fn=partial(limit, seconds), check=False
        )
        if done.returncode == NOTHING_RAN:
            raise RuntimeError(f"no test ran: {' '.join(tests)}\n{done.stdout[-2000:]}")
        if done.returncode < 0:
            return ENDLESS
        failed = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
        return "" if done.returncode == NOTHING_FAILED else failed[1] if failed else "all of them"


def _folder(path: str) -> str:
    """The tests of its folder: of a rule set, or of one of the three layers."""
    folder = ROOT / "tests" / "/".join(Path(path).parts[:2])
    return str(folder.relative_to(ROOT)) if folder.is_dir() else f"tests/{Path(path).parts[0]}"


if __name__ == "__main__":
    sys.exit(main())
