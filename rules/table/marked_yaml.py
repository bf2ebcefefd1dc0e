"""YAML with the lines of its parts, so that a fault can say where it is.

The text comes from people who are not trusted: it must be small, and may not blow itself up by aliases.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from rules.table.faults import FileFault

LARGEST = 512 * 1024
MOST_PARTS = 100_000
DEEPEST = 40

Plain: TypeAlias = "str | int | float | bool | list[Plain] | dict[str, Plain] | None"
Step: TypeAlias = str | int


@dataclass(frozen=True, slots=True)
class Marked:
    """The values of a YAML text and where each of them stands."""

    file: str
    value: Plain
    lines: Mapping[tuple[Step, ...], int]

    def line(self, path: Sequence[Step]) -> int:
        """The line of the nearest part on a path that the text has."""
        steps = tuple(path)
        while steps not in self.lines and steps:
            steps = steps[:-1]
        return self.lines.get(steps, 1)


def read_marked(text: str, file: str) -> Marked:
    """Raises FileFault for what is no YAML, is too large, nests too deep or names a key twice."""
    if len(text.encode()) > LARGEST:
        raise FileFault(file, 0, f"the file is larger than {LARGEST // 1024} KiB")
    yaml: Any = YAML(typ="rt", pure=True)
    try:
        loaded: object = yaml.load(text)
    except MarkedYAMLError as fault:
        mark: Any = fault
        line = int(mark.problem_mark.line) + 1 if mark.problem_mark else 0
        raise FileFault(file, line, f"this is not YAML: {mark.problem or mark.context}") from None
    except (YAMLError, RecursionError, ValueError) as fault:
        raise FileFault(file, 0, f"this is not YAML: {fault}") from None
    lines: dict[tuple[Step, ...], int] = {(): 1}
    return Marked(file, _plain(loaded, (), lines, file), lines)


def _plain(node: object, path: tuple[Step, ...], lines: dict[tuple[Step, ...], int], file: str) -> Plain:
    if len(lines) > MOST_PARTS or len(path) > DEEPEST:
        raise FileFault(file, lines.get(path, 0), "the file has too many parts, or they nest too deep")
    if isinstance(node, CommentedMap):
        mapping: dict[str, Plain] = {}
        marked: Any = node
        for key, item in marked.items():
            where = (*path, str(key))
            lines[where] = _line(marked.lc.data, key, lines[path])
            mapping[where[-1]] = _plain(item, where, lines, file)
        return mapping
    if isinstance(node, CommentedSeq):
        sequence: list[Plain] = []
        marked = node
        for index, item in enumerate(marked):
            where = (*path, index)
            lines[where] = _line(marked.lc.data, index, lines[path])
            sequence.append(_plain(item, where, lines, file))
        return sequence
    if node is None or isinstance(node, bool):
        return node
    if isinstance(node, int):
        return int(node)
    if isinstance(node, float):
        return float(node)
    if isinstance(node, str):
        return str(node)
    raise FileFault(file, lines.get(path, 0), f"a {type(node).__name__} has no place here")


def _line(positions: Any, part: object, around: int) -> int:
    """ruamel.yaml notes for a key or an item the line and column where it begins; for some flow styles it does not."""
    noted = positions.get(part) if positions else None
    return int(noted[0]) + 1 if noted else around
