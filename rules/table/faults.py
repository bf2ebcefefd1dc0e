"""Faults of boards that people hand in: what is wrong, and in which file and line."""

from __future__ import annotations


class BoardFault(ValueError):
    """A board that cannot be used. `line` counts from 1; 0 where the file as a whole is meant."""

    def __init__(self, file: str, line: int, message: str) -> None:
        super().__init__(f"{file}:{line}: {message}" if line else f"{file}: {message}")
        self.file = file
        self.line = line
        self.message = message
