"""A process that has read the whole program once, and runs tests in a fork of itself with one function altered.

Reading the program and the libraries takes most of the time of a small test. A fork puts a function's new code into the
function objects that exist already, which is the same as having read the altered file where the program was not yet
doing anything: a function that ran while the program was read is not altered this way (`Refused`).

`python -m tests.mutate.warm` says {"read": true} when it has read the program: until then nobody may alter a file. Then
it reads a JSON request a line and answers with one: {"change": …, "tests": […], "seconds": …} gets {"passed": true}, or
the first test that failed, or why it can only be told by starting anew. Options of pytest may stand before the tests.
"""

from __future__ import annotations

import ast
import contextlib
import gc
import importlib
import json
import os
import resource
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import takewhile
from pathlib import Path
from types import CodeType, FrameType, FunctionType

import pytest

ROOMS = ("rules", "campaigns", "bot")
LIBRARIES = (
    "hypothesis",
    "pytest_asyncio.plugin",
    "xdist.plugin",
    "xdist.scheduler",
    "simcord",
    "discord",
    "jsonschema",
)
SECONDS, SECOND = 240, 900
"""Processor time that the nearest tests of one change may take, and all of its folder: a change may make a loop
endless, which counts as noticed by the nearest."""
ENDLESS = "an endless loop"
NOTHING_FAILED, NOT_AS_ASKED, NOTHING_RAN = 0, 4, 5

Place = tuple[str, str, int]
"""A function: its file, its qualified name, its first line."""


class Refused(Exception):
    """The change can only be tried by starting anew."""


def limit(seconds: int) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


class Program:
    """All functions of the program as they were read, and those that ran meanwhile."""

    def __init__(self, root: Path, rooms: Sequence[str] = ROOMS) -> None:
        self.root = root
        self.ran: set[Place] = set()
        sys.setprofile(self._note)
        for path in sorted(path for room in rooms for path in (root / room).rglob("*.py")):
            name = path.relative_to(root).with_suffix("").as_posix().removesuffix("/__init__").replace("/", ".")
            if path.name != "__main__.py" and "versions" not in path.parts and path.name != "env.py":
                importlib.import_module(name)
        sys.setprofile(None)
        self.read = {str(getattr(module, "__file__", "")) for module in tuple(sys.modules.values())}
        self.functions: dict[Place, list[FunctionType]] = defaultdict(list)
        for each in gc.get_objects():
            if isinstance(each, FunctionType):
                self.functions[place(each.__code__)].append(each)

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            self.ran.add(place(frame.f_code))

    def alter(self, path: str, before: str, after: str, start: int) -> None:
        """Give the function that is changed at an offset its new code. Raises Refused."""
        file = str(self.root / path)
        if file not in self.read:
            return  # nobody has read it yet: whoever does reads the new text
        name = function_at(before, start)
        if name is None:
            raise Refused("not in a function")
        code = next(
            (each for each in codes(compile(after, file, "exec")) if (each.co_qualname, each.co_firstlineno) == name),
            None,
        )
        found = self.functions.get((file, *name), [])
        if code is None or not found or (file, *name) in self.ran:
            raise Refused("the program has run it while it was read")
        for each in found:
            if each.__code__.co_freevars != code.co_freevars:
                raise Refused("it closes over something else")
            each.__code__ = code


def place(code: CodeType) -> Place:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def codes(code: CodeType) -> Iterator[CodeType]:
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield inner
            yield from codes(inner)


def function_at(text: str, start: int) -> tuple[str, int] | None:
    """The qualified name and first line of the outermost function in whose body an offset lies; None: in no body."""
    line = text.count("\n", 0, start) + 1
    names: list[str] = []
    parts: list[ast.stmt] = ast.parse(text).body
    while True:
        around = next((part for part in parts if part.lineno <= line <= (part.end_lineno or line)), None)
        if isinstance(around, ast.FunctionDef | ast.AsyncFunctionDef):
            if line < around.body[0].lineno:
                return None
            decorated = [each.lineno for each in around.decorator_list]
            return ".".join((*names, around.name)), min((*decorated, around.lineno))
        if not isinstance(around, ast.ClassDef):
            return None
        names.append(around.name)
        parts = around.body


class First:
    """The first test that did not pass, and how many ran."""

    def __init__(self) -> None:
        self.failed, self.ran = "", 0

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.ran += report.when == "call"
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid


def forked(
    program: Program, change: dict[str, object] | None, tests: list[str], seconds: int = SECONDS
) -> dict[str, object]:
    """What the tests say in a process of their own."""
    told, tell = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(told)
        answer: dict[str, object] = {"failed": "the process"}
        try:
            limit(seconds)
            answer = _asked(program, change, tests)
        finally:
            os.write(tell, json.dumps(answer).encode())
            os._exit(0)
    os.close(tell)
    with os.fdopen(told, "rb") as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    return json.loads(said) if said else {"failed": ENDLESS}


def _asked(program: Program, change: dict[str, object] | None, tests: list[str]) -> dict[str, object]:
    if change is not None:
        try:
            program.alter(str(change["path"]), str(change["before"]), str(change["after"]), int(str(change["start"])))
        except Refused as why:
            return {"refused": str(why)}
    first = First()
    with (
        Path(os.devnull).open("w") as nowhere,
        contextlib.redirect_stdout(nowhere),
        contextlib.redirect_stderr(nowhere),
    ):
        ended = pytest.main(["-x", "-q", "-p", "no:cacheprovider", *tests], plugins=[first])
    if ended in (NOTHING_RAN, NOT_AS_ASKED):
        return {"refused": "no test ran"}
    return {"passed": True, "ran": first.ran} if ended == NOTHING_FAILED else {"failed": first.failed or "all of them"}


def main() -> None:
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for name in LIBRARIES:
        importlib.import_module(name)
    program = Program(Path.cwd())
    gc.freeze()
    print(json.dumps({"read": True}), file=answers, flush=True)
    sound: dict[str, bool] = {}
    for line in sys.stdin:
        request = json.loads(line)
        tests = list(request["tests"])
        options = list(takewhile(lambda each: not str(each).startswith("tests/"), tests))
        answer = forked(program, request["change"], tests, request["seconds"])
        failed = str(answer.get("failed", ""))
        while "::" in failed and "passed" in forked(program, request["change"], [*options, failed]):
            tests += ["--deselect", failed]  # it fails after others alone, with or without the change
            answer = forked(program, request["change"], tests, request["seconds"])
            failed = str(answer.get("failed", ""))
        if "::" in failed:  # in a process that others than pytest have begun a test may fail by itself
            if failed not in sound:
                sound[failed] = "passed" in forked(program, None, [*options, failed])
            if not sound[failed]:
                answer = {"refused": f"{failed} fails here in any case"}
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
