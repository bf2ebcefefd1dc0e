"""The shape of the code as numbers: files, lines, rooms (folders), floors of rooms, arrows between rooms, circles."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from rules.registry import rule_sets

RULE_SETS = tuple(f"rules.{key.replace('-', '_')}" for key in rule_sets())
PACKAGES = ("rules", *RULE_SETS, "campaigns", "bot")
ROOT = Path(__file__).parents[2]
LONG = 400
"""Lines above which a file is called long."""


@dataclass(frozen=True, slots=True)
class Shape:
    """`floors`: rooms above each other at most; None where rooms go in a circle. `long`: files of over 400 lines."""

    package: str
    files: int
    lines: int
    rooms: int
    floors: int | None
    arrows: int
    long: tuple[str, ...]


def measure(root: Path = ROOT) -> list[Shape]:
    """One row a package, in the order of PACKAGES. `rules` is counted without its rule sets."""
    return [_shape(root, package) for package in PACKAGES]


def _shape(root: Path, package: str) -> Shape:
    files = {_module(root, path): path for path in _files(root, package)}
    texts = {module: path.read_text() for module, path in files.items()}
    rooms = {module: _room(module, path, package) for module, path in files.items()}
    arrows: dict[str, set[str]] = defaultdict(set)
    for module, text in texts.items():
        for used in _imports(ast.parse(text), files):
            if rooms[used] != rooms[module] and used != package:
                arrows[rooms[module]].add(rooms[used])
    found = set(rooms.values()) - {package}
    long = sorted(str(files[module].relative_to(root)) for module, text in texts.items() if text.count("\n") > LONG)
    return Shape(
        package=package,
        files=len(files),
        lines=sum(text.count("\n") for text in texts.values()),
        rooms=len(found),
        floors=_floors({room: arrows.get(room, set()) for room in found}),
        arrows=sum(len(to) for room, to in arrows.items() if room in found),
        long=tuple(long),
    )


def _files(root: Path, package: str) -> Iterable[Path]:
    inner = [other for other in PACKAGES if other.startswith(f"{package}.")]
    for path in sorted(root.joinpath(*package.split(".")).rglob("*.py")):
        module = _module(root, path)
        if "migrations" not in path.parts and not any(module == o or module.startswith(f"{o}.") for o in inner):
            yield path


def _module(root: Path, path: Path) -> str:
    return ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")


def _room(module: str, path: Path, package: str) -> str:
    """Its folder; a file that lies directly in the package is a room of its own."""
    folder = module if path.name == "__init__.py" else module.rpartition(".")[0]
    return module if folder == package else folder


def _imports(tree: ast.Module, known: Mapping[str, Path]) -> Iterable[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield from (name for name in (full if full in known else node.module,) if name in known)


def _floors(arrows: Mapping[str, set[str]]) -> int | None:
    height: dict[str, int] = {}
    try:
        for room in TopologicalSorter(arrows).static_order():
            height[room] = 1 + max((height.get(below, 0) for below in arrows.get(room, ())), default=0)
    except CycleError:
        return None
    return max(height.values(), default=0)
