"""No test reads the wall clock, sleeps or gives up after some seconds: a busy machine would decide whether it passes.

Read from the sources of the tests, and from the programs in strings that they hand to other processes. What has to wait
for a real process, thread or browser takes `PATIENCE`, which only a broken program outlasts.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.charts import chart

TESTS = Path(__file__).parent
FORBIDDEN = {
    *(f"time.{name}{unit}" for name in ("time", "monotonic", "perf_counter") for unit in ("", "_ns")),
    *("time.sleep", "asyncio.sleep", "asyncio.wait_for", "asyncio.timeout", "asyncio.timeout_at", "threading.Timer"),
    *(f"datetime.datetime.{name}" for name in ("now", "utcnow", "today")),
    *("datetime.date.today", "asyncio.get_running_loop.time", "asyncio.get_event_loop.time"),
}
WATCHDOGS = {"timeout", "settle_timeout", "deadline of an example", "wait", "join", "set_default_timeout"}
CLOCKS = re.compile(r"\b(?:import|from)\b[^\n]*\b(?:time|asyncio|threading|datetime)\b")
LIMITS = re.compile(r"timeout\s*=|\bdeadline\s*=\s*(?!None\b)|\b(?:\w*timeout|wait|join)\(\s*[-+(\d]")
"""How a module comes by one of `FORBIDDEN`, and how it gives a number to one of `WATCHDOGS`."""
A_BENCH = "a benchmark measures what somebody waits for; no test takes its word"
ALLOWED = {
    ("bench/answering.py", "time.perf_counter"): A_BENCH,
    ("bench/flooding.py", "time.perf_counter"): A_BENCH,
    ("bench/growth.py", "asyncio.sleep"): A_BENCH,
    ("bench/keeping.py", "time.perf_counter"): A_BENCH,
    ("bench/pair.py", "time.perf_counter"): A_BENCH,
    ("bench/scale/latency.py", "time.perf_counter"): A_BENCH,
    ("bench/scale/processes.py", "asyncio.sleep"): A_BENCH,
    ("bench/scale/processes.py", "time.perf_counter"): A_BENCH,
    ("bench/scale/worker.py", "time.perf_counter"): A_BENCH,
    ("kills/__main__.py", "time.monotonic"): "how long it goes on is asked for; what comes of it is not",
    ("kills/fighter.py", "threading.Timer"): "a process dies at random, whatever it does by then: any moment will do",
    ("postgres.py", "time.sleep"): "a process that outlives the run looks once a second whether it is over",
    ("stories/doomed.py", "threading.Timer"): "a process dies at random, whatever it does by then: any moment will do",
}


class Reader(ast.NodeVisitor):
    """Collects what a module takes of `FORBIDDEN`, and each watchdog that does not take `PATIENCE`."""

    def __init__(self) -> None:
        self.found: list[tuple[int, str]] = []
        self.meant: dict[str, str] = {}  # by the name in the module: the dotted name
        self.parents: list[ast.AST] = []

    def visit(self, node: ast.AST) -> None:
        self.parents.append(node)
        super().visit(node)
        self.parents.pop()

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self.meant[alias.asname or alias.name.partition(".")[0]] = (
                alias.name if alias.asname else alias.name.partition(".")[0]
            )

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        for alias in node.names:
            self.meant[alias.asname or alias.name] = f"{node.module}.{alias.name}"

    def visit_Name(self, node: ast.Name) -> None:
        self._named(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self._named(node)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        called = self._dotted(node.func)
        name = node.func.attr if isinstance(node.func, ast.Attribute) else called
        limits = [(each.arg, each.value) for each in node.keywords if (each.arg or "").endswith("timeout")]
        if called == "hypothesis.settings":
            limits += [("deadline of an example", each.value) for each in node.keywords if each.arg == "deadline"]
        if name in WATCHDOGS and node.args:
            limits.append((name, node.args[0]))
        for what, limit in limits:
            if _is_a_number(limit):
                self.found.append((node.lineno, str(what)))
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if not isinstance(node.value, str) or "import " not in node.value:
            return
        try:
            program = ast.parse(node.value)
        except SyntaxError:
            return
        within = Reader()
        within.visit(program)
        self.found += [(node.lineno + line - 1, what) for line, what in within.found]

    def _named(self, node: ast.Name | ast.Attribute) -> None:
        name = self._dotted(node)
        if name in FORBIDDEN and not (name == "asyncio.sleep" and self._for_no_time()):
            self.found.append((node.lineno, name))

    def _for_no_time(self) -> bool:
        call = self.parents[-2]
        return isinstance(call, ast.Call) and [ast.unparse(each) for each in call.args] == ["0"]

    def _dotted(self, node: ast.AST) -> str:
        match node:
            case ast.Name(id=name):
                return self.meant.get(name, name)
            case ast.Attribute(value=value, attr=name):
                return f"{self._dotted(value)}.{name}"
            case ast.Call(func=func):
                return self._dotted(func)
            case _:
                return ""


def _is_a_number(limit: ast.AST) -> bool:
    """Whether it is a number that somebody has written down here, not a share of `PATIENCE`, and not nothing."""
    match limit:
        case ast.Constant(value=value):
            return isinstance(value, int | float)
        case ast.BinOp(left=left, right=right):
            return _is_a_number(left) and _is_a_number(right)
        case _:
            return False


def read(source: str) -> list[tuple[int, str]]:
    reader = Reader()
    reader.visit(ast.parse(source))
    return reader.found


def may_hang(source: str) -> bool:
    """Whether it can hold anything of what is looked for: to read all of the others takes seconds."""
    return bool(CLOCKS.search(source) or LIMITS.search(source))


def everywhere() -> Iterator[tuple[str, int, str]]:
    for path in sorted({*TESTS.rglob("*.py")} - {Path(__file__)}):  # whose examples are what is looked for
        source = path.read_text("utf-8")
        for line, what in read(source) if may_hang(source) else ():
            yield path.relative_to(TESTS).as_posix(), line, what


def test_no_test_hangs_on_the_time_of_day() -> None:
    found = list(everywhere())
    assert [f"{path}:{line}: {what}" for path, line, what in found if (path, what) not in ALLOWED] == []
    assert ALLOWED.keys() == {(path, what) for path, _, what in found if (path, what) in ALLOWED}, "needed no more"


@chart(
    ("source", "found"),
    [
        ("import time\nbegan = time.monotonic()", ["time.monotonic"]),
        ("from time import perf_counter as now\nbegan = now()", ["time.perf_counter"]),
        ("import time as t\nt.sleep(1)", ["time.sleep"]),
        ("from datetime import UTC, datetime\ndatetime.now(UTC)", ["datetime.datetime.now"]),
        ("import datetime\ndatetime.date.today()", ["datetime.date.today"]),
        ("import asyncio\nasyncio.sleep(0.01)", ["asyncio.sleep"]),
        ("import asyncio\nasyncio.sleep(0)", []),
        ("import asyncio\nasyncio.get_running_loop().time()", ["asyncio.get_running_loop.time"]),
        ("import asyncio\nasyncio.wait_for(work, 5)", ["asyncio.wait_for"]),
        ("page.wait_for(timeout=1000)", ["timeout"]),
        ("page.wait_for(timeout=1000 * PATIENCE)", []),
        ("View(timeout=None)", []),
        ("thread.join(5)", ["join"]),
        ("ready.wait(2 * 10)", ["wait"]),
        ("from hypothesis import settings\nsettings(deadline=200)", ["deadline of an example"]),
        ("PROGRAM = 'import time\\ntime.sleep(1)'", ["time.sleep"]),
        ("clock.now(), process_time(), ', '.join(words)", []),
    ],
)
def test_what_hangs_on_the_time_of_day_is_found(source: str, found: list[str]) -> None:
    assert [what for _, what in read(source)] == found
    assert may_hang(source) or not found
