"""Faults of files that people hand in: what is wrong, and in which file and line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self


class FileFault(ValueError):
    """A file that cannot be used. `line` counts from 1; 0 where the file as a whole is meant. `more` are further
    faults of the same file, so that its author sees all of them at once."""

    def __init__(self, file: str, line: int, message: str, more: Sequence[FileFault] = ()) -> None:
        here = f"{file}:{line}: {message}" if line else f"{file}: {message}"
        super().__init__("\n".join([here, *(str(fault) for fault in more)]))
        self.file = file
        self.line = line
        self.message = message
        self.more = tuple(more)

    @property
    def all(self) -> tuple[FileFault, ...]:
        """This one and the further ones."""
        return (self, *(each for fault in self.more for each in fault.all))

    @classmethod
    def of(cls, faults: Iterable[FileFault]) -> Self:
        """One fault for several (at least one), in the order of their lines, none of them twice."""
        found = {(each.line, each.message): each for fault in faults for each in fault.all}
        first, *more = (found[key] for key in sorted(found))
        return cls(first.file, first.line, first.message, [FileFault(f.file, f.line, f.message) for f in more])


class BoardFault(FileFault):
    """A board that cannot be used."""
