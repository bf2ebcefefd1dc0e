"""Which tests really run the line of a change: `python -m tests.mutate.reach FILE [N] [--seed S …]` measures it.

In one copy of the tree each changed place gets a probe, at the start of the statement that holds it; the ordinary tests
run there once, and each probe notes the test that comes by. A test that fails because of the probes (the tests that
read sources do) does not matter. Where a module is read rather than a function run, and in a process that does not
know its test, nobody comes by whose name is known: then the tests that import the module stand for those that run it.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from tests.mutate.places import Change
from tests.mutate.trees import ROOT, copied, draw

RECORDER = "mutate_recorder"
PROBE = (
    '(__import__("sys").modules.get("{name}") or __import__("sys").path.append("{folder}")'
    ' or __import__("{name}")).at({number})'
)


@dataclass(frozen=True, slots=True)
class Reach:
    """`hits`: a change, by its path, offset and text, to the tests that run its line; None: it is read, not run.
    `costs`: seconds of processor time of each test. `texts`: a digest of each probed file."""

    hits: dict[str, list[str] | None]
    costs: dict[str, float]
    texts: dict[str, str]

    def runs(self, change: Change) -> list[str] | None:
        """The tests that run the line. None where that is not known: nobody measured it, or it is read, not run."""
        if self.texts.get(change.path) != digest((ROOT / change.path).read_text()):
            return None
        return self.hits.get(key(change))

    def of(self, tests: Sequence[str]) -> Reach:
        """Of the tests that there are: others have gone since it was measured, and newer ones cost what most do."""
        there = set(tests)
        usual = sum(self.costs.values()) / max(1, len(self.costs))
        hits = {
            change: None if found is None else [test for test in found if test in there]
            for change, found in self.hits.items()
        }
        return Reach(hits, {test: self.costs.get(test, usual) for test in tests}, self.texts)

    def written(self) -> str:
        return json.dumps({"hits": self.hits, "costs": self.costs, "texts": self.texts}, indent=1, sort_keys=True)


def read(file: Path) -> Reach:
    return Reach(**json.loads(file.read_text()))


def key(change: Change) -> str:
    return f"{change.path}:{change.start}:{change.end}:{change.new}"


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def cheapest(tests: Iterable[str], costs: Mapping[str, float], most: int, seconds: float) -> list[str]:
    """So many tests, of no more processor time than that, from as many files as possible: the cheapest of each file,
    then the second of each."""
    by_file: dict[str, list[str]] = defaultdict(list)
    for test in sorted(tests, key=lambda each: (costs.get(each, 0.0), each)):
        by_file[test.partition("::")[0]].append(test)
    ranked = sorted(
        (place, costs.get(test, 0.0), test) for those in by_file.values() for place, test in enumerate(those)
    )
    found: list[str] = []
    left = seconds
    for _, cost, test in ranked:
        if len(found) < most and cost <= left:
            found.append(test)
            left -= cost
    return found


def affordable(tests: Iterable[str], costs: Mapping[str, float], most: int, seconds: float) -> list[str]:
    """So many of these tests as they stand, of no more processor time than that; what costs too much is passed over."""
    found: list[str] = []
    left = seconds
    for test in tests:
        cost = costs.get(test, 0.0)
        if len(found) < most and cost <= left:
            found.append(test)
            left -= cost
    return found


def _probe(number: int, folder: Path) -> str:
    """Finds the recorder in a process that knows no other place than its own, too."""
    return PROBE.format(name=RECORDER, folder=folder, number=number)


def probed(text: str, starts: Mapping[int, int], recorder: Path) -> tuple[str, set[int]]:
    """A file's text with a probe for each change, by its number and where it begins; and the numbers of those that
    stand in no function. `recorder`: the folder of the recorder."""
    lines = text.splitlines(keepends=True)
    offsets = [0]
    for line in lines:
        offsets.append(offsets[-1] + len(line))
    tree = ast.parse(text)
    added: dict[int, list[str]] = defaultdict(list)  # before the line of this index
    within: dict[tuple[int, int, int, int], list[int]] = defaultdict(list)  # the condition of an elif
    read_only: set[int] = set()
    for number, start in starts.items():
        line = next(each for each in count(1) if offsets[each] > start)
        where = _around(tree.body, line, start - offsets[line - 1])
        if where is None:
            read_only.add(number)
        elif isinstance(where, ast.If) and lines[where.lineno - 1].lstrip().startswith("elif"):
            test = where.test
            assert test.end_lineno is not None
            assert test.end_col_offset is not None
            within[test.lineno, test.col_offset, test.end_lineno, test.end_col_offset].append(number)
        else:
            decorators = getattr(where, "decorator_list", ())
            at = min((each.lineno for each in decorators), default=where.lineno) - 1
            added[at].append(" " * where.col_offset + _probe(number, recorder) + "\n")
    for (line, column, end_line, end_column), numbers in within.items():
        lines[end_line - 1] = _put(lines[end_line - 1], end_column, ")")
        probes = "".join(f"{_probe(number, recorder)} or " for number in numbers)
        lines[line - 1] = _put(lines[line - 1], column, f"{probes}(")
    return "".join("".join((*added[at], line)) for at, line in enumerate(lines)), read_only


def _put(line: str, column: int, what: str) -> str:
    """A column is counted in bytes."""
    written = line.encode()
    return (written[:column] + what.encode() + written[column:]).decode()


def _around(body: Sequence[ast.stmt], line: int, column: int) -> ast.stmt | None:
    """The innermost statement within a function that holds a place; None where there is no function around it."""
    found: ast.stmt | None = None
    in_function = False
    parts: list[ast.stmt] = list(body)
    while True:
        around = next((each for each in parts if _holds(each, line, column)), None)
        if around is None:
            return found
        if in_function:
            found = around
        if isinstance(around, ast.FunctionDef | ast.AsyncFunctionDef):
            in_function = in_function or line >= around.body[0].lineno
        parts = list(_parts(around))


def _holds(part: ast.stmt, line: int, column: int) -> bool:
    begins = min((each.lineno for each in getattr(part, "decorator_list", ())), default=part.lineno)
    assert part.end_lineno is not None
    return begins <= line <= part.end_lineno


def _parts(part: ast.stmt) -> Iterator[ast.stmt]:
    """The statements directly within a statement, those of its handlers and cases too."""
    for child in ast.iter_child_nodes(part):
        if isinstance(child, ast.stmt):
            yield child
        elif isinstance(child, ast.excepthandler | ast.match_case):
            yield from child.body


def measured(drawn: Sequence[Change], workers: int, *tests: str) -> Reach:
    """All ordinary tests, or these, run once in a copy of the tree with a probe at each of these changes."""
    by_file: dict[str, dict[int, int]] = defaultdict(dict)
    for number, change in enumerate(drawn):
        by_file[change.path][number] = change.start
    with tempfile.TemporaryDirectory(prefix="reach-") as folder:
        tree = copied(Path(folder) / "tree")
        recorder = Path(folder) / "recorder"
        recorder.mkdir()
        (recorder / f"{RECORDER}.py").write_text((ROOT / "tests/mutate/recorder.py").read_text())
        read_only: set[int] = set()
        texts: dict[str, str] = {}
        for path, starts in by_file.items():
            before = (tree / path).read_text()
            text, those = probed(before, starts, recorder)
            (tree / path).write_text(text)
            texts[path] = digest(before)  # as it was when the run began, which takes long
            read_only |= those
        command = [sys.executable, "-m", "pytest", "-q", "--tb=no", "-p", "no:cacheprovider", "-p", RECORDER,
                   "-n", str(workers), *tests]  # fmt: skip
        subprocess.run(command, cwd=tree, env=os.environ | {"PYTHONPATH": str(recorder)}, check=False)
        written = Path(folder) / "reached.jsonl"
        if not written.is_file():
            raise RuntimeError("no test ran where the reach was to be measured")
        return noted(drawn, read_only, texts, written.read_text().splitlines())


def noted(drawn: Sequence[Change], read_only: set[int], texts: dict[str, str], lines: Iterable[str]) -> Reach:
    """What the recorder has written, by change."""
    tests: dict[int, dict[str, None]] = defaultdict(dict)
    costs: dict[str, float] = {}
    for line in lines:
        match json.loads(line):
            case [float() | int() as seconds, str(test), "cost"]:
                costs[test] = float(seconds)
            case [int(number), str(test)]:
                tests[number][test] = None
    hits: dict[str, list[str] | None] = {}
    for at, change in enumerate(drawn):
        known = [test for test in tests[at] if test]
        nameless = at in read_only or "" in tests[at]  # run while modules are read, or in a process without a name
        hits[key(change)] = known if known or not nameless else None
    return Reach(hits, costs, texts)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutate.reach", description=__doc__)
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("n", nargs="?", type=int, default=100, metavar="N")
    parser.add_argument("--seed", type=int, action="append", help="several: one run measures the draws of all of them")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--tests", nargs="+", default=[], metavar="PATH", help="these alone, not all ordinary tests")
    asked = parser.parse_args()
    changed = dict.fromkeys(change for seed in asked.seed or [0] for change in draw(asked.n, seed))
    reach = measured([*changed], asked.workers, *asked.tests)
    asked.file.write_text(reach.written())
    never = [place for place, tests in reach.hits.items() if tests == []]
    print(f"{len(reach.hits)} changes, {len(reach.costs)} tests; no test runs {', '.join(never) or 'none'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
