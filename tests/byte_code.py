"""Byte code for a run of several workers: compiled once, on all cores, before the first of them starts.

Otherwise each worker compiles the whole program and rewrites the assertions of every test for itself, all at the same
time, which takes twice as long as collecting.
"""

from __future__ import annotations

import multiprocessing
import os
import py_compile
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from fnmatch import fnmatch
from functools import partial
from importlib.util import cache_from_source, source_hash
from pathlib import Path

import pytest
from _pytest.assertion import rewrite
from _pytest.assertion.rewrite import assertstate_key

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("rules", "campaigns", "bot", "tests")
FEW = 20
"""Files that are compiled here and now: other processes are not worth their start."""

_jobs: list[Callable[[], object]] = []
"""Of this process and of those that are forked from it."""


def compile_all(config: pytest.Config) -> int:
    """Compile what has changed since the last run, so that each worker finds it done. The number of files."""
    _jobs[:] = _wanted(config)
    if len(_jobs) <= FEW or "fork" not in multiprocessing.get_all_start_methods():
        for number in range(len(_jobs)):
            _carry_out(number)
    else:
        with ProcessPoolExecutor(mp_context=multiprocessing.get_context("fork")) as beside:
            list(beside.map(_carry_out, range(len(_jobs)), chunksize=8))
    return len(_jobs)


def _carry_out(number: int) -> None:
    _jobs[number]()


def _wanted(config: pytest.Config) -> Iterator[Callable[[], object]]:
    """One job a file that is out of date: all of the program, and the tests that this run is about."""
    tested = [Path(os.path.abspath(argument.partition("::")[0])) for argument in config.args]
    for path in (path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))):
        if not _is_rewritten(config, path):
            if _compiled(path) != _stamp(path):
                yield partial(py_compile.compile, str(path), quiet=2)
        elif path.name == "conftest.py" or any(path.is_relative_to(each) for each in tested):
            there = rewrite.get_cache_dir(path) / (path.stem + rewrite.PYC_TAIL)
            if _head(there) != source_hash(path.read_bytes()):
                yield partial(_rewrite, config, path, there)


def _is_rewritten(config: pytest.Config, path: Path) -> bool:
    """Whether pytest rewrites its assertions, and keeps byte code of its own for it."""
    patterns = ("conftest.py", *config.getini("python_files"))
    return path.is_relative_to(ROOT / "tests") and any(fnmatch(path.name, pattern) for pattern in patterns)


def _rewrite(config: pytest.Config, path: Path, there: Path) -> None:
    try:
        digest, code = rewrite._rewrite_test(path, config)
    except SyntaxError:
        return  # a worker will say so
    there.parent.mkdir(exist_ok=True)
    rewrite._write_pyc(config.stash[assertstate_key], code, digest, there)


def _compiled(path: Path) -> bytes:
    return _head(Path(cache_from_source(str(path))))


def _head(compiled: Path) -> bytes:
    """What byte code says of the source that it was made from; nothing where there is none."""
    try:
        with compiled.open("rb") as file:
            return file.read(16)[8:]
    except FileNotFoundError:
        return b""


def _stamp(path: Path) -> bytes:
    there = path.stat()
    return b"".join((int(number) & 0xFFFFFFFF).to_bytes(4, "little") for number in (there.st_mtime, there.st_size))
