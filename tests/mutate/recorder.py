"""What a probe calls in the copy of the tree where reach is measured: which test has come by it, and what a test costs.

A folder beside the copy holds this file as `mutate_recorder.py`; each probe knows that folder, for processes of their
own that a test starts. Here it is only read by the tests of the tool.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
from pathlib import Path

WRITTEN = Path(__file__).resolve().parents[1] / "reached.jsonl"
"""A line [number of the change, test], or [seconds of processor time, test, "cost"]; the test is "" where none runs, or
in a process that does not know it."""
FLAGS = os.O_WRONLY | os.O_APPEND | os.O_CREAT

_write, _open, _close = os.write, os.open, os.close  # whatever a test puts in their place
_seen: set[tuple[int, str]] = set()
_begun: dict[str, float] = {}


def at(number: int) -> bool:
    """The running test comes by this change. Says False, to be asked within a condition."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
    if (number, test) not in _seen:
        _seen.add((number, test))
        _note(number, test)
    return False


def _note(*said: object) -> None:
    with contextlib.suppress(OSError):  # a test that lets the disk be full: it loses its mark, not its meaning
        file = _open(WRITTEN, FLAGS, 0o600)
        try:
            _write(file, (json.dumps(said) + "\n").encode())
        finally:
            _close(file)


def _spent() -> float:
    used = (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


def pytest_runtest_logstart(nodeid: str) -> None:
    _begun[nodeid] = _spent()


def pytest_runtest_logfinish(nodeid: str) -> None:
    if "PYTEST_XDIST_WORKER" in os.environ:  # not where the run is led
        _note(round(_spent() - _begun.pop(nodeid), 3), nodeid, "cost")
