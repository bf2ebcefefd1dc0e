"""The tests that a change reaches: `python -m tests.affected [--base COMMIT] [--list] [anything for pytest …]`.

Changed is what differs from the base (HEAD unless told otherwise) and what is not under version control yet. A test is
reached when its module, or a conftest.py over it, imports a changed module, however many modules lie between. Of the
conftest.py over all tests only what belongs to the tests counts: else every change would reach everything.

A data file (a chart, a scenario), and a module that nobody imports (a migration), counts as its package. A name in a
string (`-m some.module`) counts as an import, and a test that reads sources is reached by all of them. What belongs to
no package (pyproject.toml) reaches all tests; a document or a script reaches those that name it.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("rules", "campaigns", "bot")
DOCUMENTS = {".md", ""}
"""Endings of files outside of all packages which only those tests are about that name them."""

SOURCES = 'rglob("*.py")'
"""In a test that reads the program, or the tests themselves."""


def module_of(path: str) -> str:
    """The dotted name of a file of Python, by its path from the root."""
    parts = path.removesuffix(".py").split("/")
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of_program() -> dict[str, set[str]]:
    """What each module of the program imports."""
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    return {module: set(graph.find_modules_directly_imported_by(module)) for module in graph.modules}


def imports(root: Path, program: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """What each module imports, the program's and the tests'."""
    found = {module: set(those) for module, those in program.items()}
    for path in (root / "tests").rglob("*.py"):
        name = module_of(path.relative_to(root).as_posix())
        found[name] = set(_named(ast.parse(path.read_text("utf-8"))))
    for name in list(found):  # whoever imports a module runs what its packages do first
        found[name] |= {parent for parent in _parents(name) if parent in found}
    return found


def _parents(module: str) -> Iterator[str]:
    while "." in module:
        module = module.rpartition(".")[0]
        yield module


def _named(tree: ast.Module) -> Iterator[str]:
    """The modules that a module of tests names: by an import, or as a word that is one."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield module
                yield from (f"{module}.{alias.name}" for alias in names)
            case ast.Constant(value=str(word)) if word.split(".")[0] in (*PACKAGES, "tests"):
                yield word  # python -m, or a place that is patched
                yield from _parents(word)


def reached(changed: Iterable[str], imported: Mapping[str, set[str]]) -> set[str]:
    """The modules that import one of these, at first or second hand, and these themselves."""
    importers: dict[str, set[str]] = {}
    for module, those in imported.items():
        for each in those:
            importers.setdefault(each, set()).add(module)
    found, left = set(changed), deque(changed)
    while left:
        for module in importers.get(left.popleft(), set()) - found:
            found.add(module)
            left.append(module)
    return found


def reached_tests(changed: Sequence[str], root: Path, imported: Mapping[str, set[str]]) -> list[str]:
    """The files of tests that changed paths reach."""
    tests = sorted(path.relative_to(root).as_posix() for path in (root / "tests").rglob("test_*.py"))
    modules: set[str] = set()
    for path in changed:
        room = path.split("/")[0]
        if room in (*PACKAGES, "tests"):
            modules.add(_module_or_package(path, imported))
        elif Path(path).suffix in DOCUMENTS or room.startswith("."):
            modules |= {module_of(test) for test in tests if Path(path).name in (root / test).read_text("utf-8")}
        else:
            return tests
    through = reached(modules, imported)
    if any(path.endswith(".py") for path in changed):
        through |= {module_of(test) for test in tests if SOURCES in (root / test).read_text("utf-8")}
    within_tests = {name: {each for each in those if each.startswith("tests.")} for name, those in imported.items()}
    if "tests.conftest" in reached(modules, within_tests):
        return tests
    return [test for test in tests if through & {module_of(test), *_conftests(test)}]


def _module_or_package(path: str, imported: Mapping[str, set[str]]) -> str:
    """The module of a file, if anybody imports it or it is a test; else the nearest package above that somebody does
    import."""
    name = module_of(path) if path.endswith(".py") else path.rpartition("/")[0].replace("/", ".")
    while "." in name and not name.startswith("tests.") and not _is_imported(name, imported):
        name = name.rpartition(".")[0]
    return name


def _is_imported(name: str, imported: Mapping[str, set[str]]) -> bool:
    """Whether a module outside of it imports it."""
    return any(name in those and not module.startswith(f"{name}.") for module, those in imported.items())


def _conftests(test: str) -> Iterator[str]:
    """The modules of the conftest.py files over a test, but for the one over all of them."""
    folder = test.rpartition("/")[0]
    while "/" in folder:
        yield f"{folder}/conftest".replace("/", ".")
        folder = folder.rpartition("/")[0]


def changed_since(base: str) -> list[str]:
    asked = (["git", "diff", "--name-only", base], ["git", "ls-files", "--others", "--exclude-standard"])
    told = [subprocess.run(each, cwd=ROOT, capture_output=True, text=True, check=True).stdout for each in asked]
    return sorted({line for each in told for line in each.splitlines()})


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.affected", description=__doc__)
    parser.add_argument("--base", default="HEAD", help="the commit that the change is counted from")
    parser.add_argument("--list", action="store_true", help="only say which tests")
    given, others = parser.parse_known_args(arguments)
    changed = changed_since(given.base)
    chosen = reached_tests(changed, ROOT, imports(ROOT, imports_of_program()))
    print(f"{len(changed)} files changed since {given.base} reach {len(chosen)} files of tests:")
    print("\n".join(f"  {test}" for test in chosen))
    if given.list or not chosen:
        return 0
    return subprocess.run([sys.executable, "-m", "pytest", *others, *chosen], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
