"""YAML with the lines of its parts, so that a fault can say where it is.

The text comes from people who are not trusted: it must be small, and may not blow itself up by aliases, merges or
nesting. What it holds is counted while it is read, so that nothing large is made of it first.
"""

# ruamel.yaml is typed in part only.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.composer import Composer
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import ScalarNode

from rules.table.faults import FileFault

LARGEST = 512 * 1024
"""Bytes."""
MOST_PARTS = 30_000
"""Keys, values and items, aliases and merges spelt out."""
MOST_MERGES = 100
"""Keys that take another mapping in (`<<`): the reader spells each of them out anew."""
DEEPEST = 40
_TOO_MUCH = "the file has too many parts, or they nest too deep"

Plain: TypeAlias = "str | int | float | bool | list[Plain] | dict[str, Plain] | None"
YamlStep: TypeAlias = str | int


@dataclass(frozen=True, slots=True)
class MarkedValues:
    """The values of a YAML text and where each of them stands."""

    file: str
    value: Plain
    lines: Mapping[tuple[YamlStep, ...], int]

    def line(self, path: Sequence[YamlStep]) -> int:
        """The line of the nearest part on a path that the text has."""
        steps = tuple(path)
        while steps not in self.lines and steps:
            steps = steps[:-1]
        return self.lines.get(steps, 1)


def read_marked(text: str, file: str) -> MarkedValues:
    """Raises FileFault for what is no YAML, is too large, nests too deep or names a key twice."""
    if len(text.encode()) > LARGEST:
        raise FileFault(file, 0, f"the file is larger than {LARGEST // 1024} KiB")
    yaml: Any = YAML(typ="rt", pure=True)
    yaml.Composer = _Measured
    try:
        loaded: object = yaml.load(text)
    except MarkedYAMLError as fault:
        mark: Any = fault
        line = int(mark.problem_mark.line) + 1 if mark.problem_mark else 0
        raise FileFault(file, line, f"this is not YAML: {mark.problem or mark.context}") from None
    except _TooMuch as fault:
        raise FileFault(file, fault.line, _TOO_MUCH) from None
    except (YAMLError, RecursionError, ValueError) as fault:
        raise FileFault(file, 0, f"this is not YAML: {fault}") from None
    lines: dict[tuple[YamlStep, ...], int] = {(): 1}
    return MarkedValues(file, _plain(loaded, (), lines, file), lines)


class _TooMuch(Exception):
    """The file holds more than is read. `line` counts from 1."""

    def __init__(self, line: int) -> None:
        super().__init__(_TOO_MUCH)
        self.line = line


class _Measured(Composer):
    """Puts the parts of a text together, and stops at one too many before anything is made of them."""

    def __init__(self, loader: Any = None) -> None:
        super().__init__(loader=loader)
        self._parts = self._merges = self._depth = 0

    def compose_node(self, parent: Any, index: Any) -> Any:
        reader: Any = self.parser
        line = int(reader.peek_event().start_mark.line) + 1
        self._parts += 1
        self._depth += 1
        if self._parts > MOST_PARTS or self._depth > DEEPEST + 1:
            raise _TooMuch(line)
        node: Any = super().compose_node(parent, index)
        self._depth -= 1
        if isinstance(node, ScalarNode) and index is None and str(getattr(node, "tag", "")).endswith(":merge"):
            self._merges += 1
            if self._merges > MOST_MERGES:
                raise _TooMuch(line)
        return node


def _plain(node: object, path: tuple[YamlStep, ...], lines: dict[tuple[YamlStep, ...], int], file: str) -> Plain:
    if len(lines) > MOST_PARTS or len(path) > DEEPEST:
        raise FileFault(file, lines.get(path, 0), _TOO_MUCH)
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
