"""What a command says: results on stdout, refusals as one line (or one JSON object) on stderr."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from typer import TyperException

if TYPE_CHECKING:
    from rich.console import Console

Json: TypeAlias = "str | int | float | bool | Sequence[Json] | Mapping[str, Json] | None"

BAD_INPUT = 2
REFUSED = 1
UNBOUNDED = 240
"""Characters of a line in a file or a pipe."""


class SettingsError(ValueError):
    """A setting is missing or malformed. The message is one line, names the setting, and never repeats a secret."""


class ShellError(TyperException):
    """A command ends without a result. `details` is what `--json` prints instead of the line."""

    def __init__(self, message: str, *, code: int = BAD_INPUT, details: Mapping[str, Json] | None = None) -> None:
        super().__init__(message)
        self.exit_code = code
        self.details = details

    def text(self) -> str:
        return json.dumps(self.details, ensure_ascii=False) if self.details else one_line(self.message)


def one_line(message: str) -> str:
    """A refusal as it is printed: always one line, whatever the message holds."""
    return f"adjutant: {shown(' '.join(message.split()))}"


def shown(text: str) -> str:
    """A file's own text as a terminal may have it: codes that move the cursor or turn the writing stand as numbers."""
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


def print_json(value: Json) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))


def console() -> Console:
    """Tables and colours for people: no colours, and room for the widest table, when the output is no terminal."""
    from rich.console import Console  # only who draws a table waits for it

    terminal = sys.stdout.isatty()
    return Console(file=sys.stdout, highlight=False, soft_wrap=not terminal, width=None if terminal else UNBOUNDED)


def worded(value: object) -> str:
    """A fact or an outcome as a person reads it: yes, no, 7.5, a list with commas, a dash for nothing."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (tuple, list)):
        return ", ".join(worded(item) for item in value) or "—"
    if isinstance(value, float):
        return f"{value:g}"
    return "—" if value in (None, "") else str(value)
