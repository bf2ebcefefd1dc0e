"""`python -m tests.mutate [N] [--seed S] [--reach FILE]`: whether the tests notice small changes to the program.

N changes (100) are drawn from all that are possible in rules, campaigns and bot; each is made in a copy of the tree,
and the tests nearest to it run. What none of them notices gets a second look by all tests of its folder, within a bound
of processor time (`SECOND`); a look that comes to no end there has noticed nothing. A third look is by test files that
are called after the changed module, or import it, and that an ordinary run leaves out. `--near` leaves both out.

With `--reach FILE` the tool knows which tests really run a changed line: it reads that from the file, or measures it
first, by one run of all ordinary tests, and writes the file (see `tests.mutate.reach`). Then the nearest look only as
far as they run the line; the second look is by the folder's tests that do, and a third by those elsewhere, each from
as many files as possible, the cheapest first, within a bound (`FIRST_MOST`, `SECOND_MOST`, `THIRD_MOST`; `--bound`
takes a part of it). What no test runs is listed so. Tests that read the program's sources look in any case.

The tool lists what all looks miss, with the command that runs the tests. Exits with 1 where fewer than `--share` (0.8)
are noticed. A process that has read the program forks for each change: see `tests.mutate.warm`.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from importlib.util import cache_from_source
from pathlib import Path
from queue import SimpleQueue

from tests.mutate.nearest import Tests, collected
from tests.mutate.places import Change
from tests.mutate.reach import Reach, affordable, cheapest, measured, read
from tests.mutate.trees import ROOT, copied, draw
from tests.mutate.warm import ENDLESS, NOT_AS_ASKED, NOTHING_FAILED, NOTHING_RAN, SECOND, SECONDS, limit

NEAREST = 6
"""Tests that name the change's rules, and test files that reach it: so many of each."""
FIRST_MOST, SECOND_MOST, THIRD_MOST = (200, 120.0), (5000, 240.0), (300, 120.0)
"""Where it is known what tests cost: so many of the nearest, of its folder, and elsewhere, of no more seconds of
processor time than that."""
AND_WHOLE = ("--whole", "-k", "not postgresql")
"""How to ask what an ordinary run leaves out: on one database."""
LEFT_OUT = ("", "pass")
"""What stands in the place of an argument or a step that is left out."""
WORDS = ("UNNOTICED", "noticed  ", "at second", "at third ")


@dataclass(frozen=True, slots=True)
class Tried:
    change: Change
    tests: tuple[str, ...]
    failed: str
    """The first test that failed; "" where none did."""
    look: int = 0
    """By which look: 1, the nearest tests; 2, its folder; 3, whoever else runs its line; 0: by none."""
    unrun: bool = False
    """No test runs its line."""

    @property
    def noticed(self) -> bool:
        return bool(self.look)

    @property
    def line(self) -> str:
        why = " (no test runs it)" if self.unrun else ""
        return f"{WORDS[self.look]} {self.change.path}:{self.change.line} {self.change.what}{why}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutate", description=__doc__)
    parser.add_argument("n", nargs="?", type=int, default=100, metavar="N")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--after", type=int, default=0, metavar="K", help="leave out the first K: they were tried before"
    )
    parser.add_argument("--only", default="", metavar="PATH", help="files below this path alone")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--near", action="store_true", help="leave out the looks after the nearest")
    parser.add_argument("--reach", type=Path, metavar="FILE", help="which tests run which line: read, or measured")
    parser.add_argument("--bound", type=float, default=1.0, metavar="PART", help="of each look's tests and time")
    parser.add_argument("--share", type=float, default=0.8)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    drawn = draw(asked.n, asked.seed, asked.only)[asked.after :]
    tests = collected(ROOT)
    reach = None if asked.reach is None else reached_by(drawn, asked.reach).of(existing())
    tried: list[Tried] = []
    with tempfile.TemporaryDirectory(prefix="mutate-") as folder:
        copies: SimpleQueue[Warm] = SimpleQueue()
        for number in range(asked.jobs):
            copies.put(Warm(copied(Path(folder) / str(number) / "tree")))
        with ThreadPoolExecutor(asked.jobs) as pool:
            for each in pool.map(
                lambda change: tried_by(change, tests, copies, second=not asked.near, reach=reach, bound=asked.bound),
                drawn,
            ):
                tried.append(each)
                if not asked.json:
                    print(f"{each.line}  {each.failed}".rstrip(), flush=True)
                    if not each.noticed:
                        print(f"  pytest {' '.join(each.tests)}", flush=True)
        for _ in range(asked.jobs):
            copies.get().close()
    looks = [sum(each.look == number for each in tried) for number in (1, 2, 3)]
    noticed = sum(looks)
    if asked.json:
        print(json.dumps({"tried": len(tried), "noticed": noticed, "looks": looks, "unnoticed": [
            {"path": each.change.path, "line": each.change.line, "what": each.change.what, "run": not each.unrun,
             "tests": each.tests} for each in tried if not each.noticed]}, indent=2))  # fmt: skip
    else:
        first, second, third = looks
        print(f"{noticed} of {len(tried)} noticed: {first} at first, {second} at the second look, {third} at the third")
    return 0 if noticed >= asked.share * len(tried) else 1


def reached_by(drawn: Sequence[Change], file: Path) -> Reach:
    """What the file says; where there is none it is measured and written."""
    if file.is_file():
        return read(file)
    reach = measured(drawn, workers=2)
    file.write_text(reach.written())
    return reach


def existing() -> list[str]:
    """All tests that there are."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider",
               "-o", "addopts=--strict-markers --import-mode=importlib"]  # fmt: skip
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [line for line in listed.stdout.splitlines() if line.startswith("tests/") and "::" in line]


def tried_by(
    change: Change,
    tests: Tests,
    copies: SimpleQueue[Warm],
    *,
    second: bool,
    reach: Reach | None = None,
    bound: float = 1.0,
) -> Tried:
    looks = looks_at(change, tests, second=second, reach=reach, bound=bound)
    unrun = reach is not None and reach.runs(change) == []
    shown: tuple[str, ...] = ()
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
        for look, (asked, seconds) in enumerate(looks, start=1):
            shown = tuple(asked) or shown
            failed = warm.failing(said, asked, seconds) if asked else ""
            if failed and (look == 1 or failed != ENDLESS):  # later: the nearest came to an end, the look took too long
                return Tried(change, shown, failed, look)
    finally:
        file.write_text(before)
        os.utime(file, ns=(stat.st_atime_ns, stat.st_mtime_ns))
        compiled.unlink(missing_ok=True)
        copies.put(warm)
    return Tried(change, shown, "", unrun=unrun)


def looks_at(
    change: Change, tests: Tests, *, second: bool, reach: Reach | None = None, bound: float = 1.0
) -> list[tuple[list[str], int]]:
    """The tests of each look, and the seconds of processor time that they may take."""
    near = tests.near(change, NEAREST)
    folder = _folder(change.path)
    if reach is None:
        whole = tests.whole(change)
        further = [([*tests.readers, folder], SECOND), *([([*AND_WHOLE, *whole], SECOND)] if whole else [])]
        return [(near, SECONDS), *(further if second else [])]

    def within(those: Sequence[str], limits: tuple[int, float]) -> list[str]:
        most, left = round(limits[0] * bound), limits[1] * bound
        return cheapest(those, reach.costs, most, left) if run_by else affordable(those, reach.costs, most, left)

    run_by = reach.runs(change) or []
    who = run_by or tests.ranked(change, reach.costs)
    known = {part for test in reach.costs for part in (test, test.partition("[")[0], _file(test))}
    newer = [each for each in near if each not in known]  # they are tried too
    named = [each for test in near for each in who if each.partition("[")[0] == test]
    close = [each for each in who if _file(each) in near and each not in named]
    first = [*within(named, FIRST_MOST), *within(close, FIRST_MOST), *newer]
    looks = [(first, SECONDS)]
    if second:
        left = [each for each in who if each not in first]
        own = [each for each in left if each.startswith(f"{folder}/")]
        others = [each for each in left if not each.startswith(f"{folder}/")]
        looks.append((within(own, SECOND_MOST), SECOND))
        said = change.new in LEFT_OUT or change.new in ("True", "False") or change.new.isdecimal()
        readers = [each for each in tests.readers if "unused" in each] if said else []
        looks.append(([*within(others, THIRD_MOST), *readers], SECOND))
    return looks


def _file(test: str) -> str:
    return test.partition("::")[0]


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
        if done.returncode == NOTHING_RAN or (done.returncode == NOT_AS_ASKED and "ERROR: not found" in done.stderr):
            raise RuntimeError(f"no test ran: {' '.join(tests)}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
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
