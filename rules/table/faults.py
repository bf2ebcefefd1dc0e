"""Faults of boards that people hand in: what is wrong, and in which file and line."""

from __future__ import annotations

from collections.abc import Sequence


class BoardFault(ValueError):
    """A board that cannot be used. `line` counts from 1; 0 where the file as a whole is meant. `more` are further
    faults of the same file, so that its author sees all of them at once."""

    def __init__(self, file: str, line: int, message: str, more: Sequence[BoardFault] = ()) -> None:
        here = f"{file}:{line}: {message}" if line else f"{file}: {message}"
        super().__init__("\n".join([here, *(str(fault) for fault in more)]))
        self.file = file
        self.line = line
        self.message = message
        self.more = tuple(more)
