"""`adjutant verify FILE`: were the dice and cards of a battle what its committed seed makes of them?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError
from rich.text import Text

from bot.shell.report import REFUSED, ShellError, console, print_json
from bot.shell.rulebook import named
from campaigns.battle.proof import verification
from campaigns.errors import Refusal

LARGEST = 64 * 1024 * 1024
"""Bytes of an export: far more than the longest battle makes."""


def verify(
    file: Annotated[Path, typer.Argument(help="A battle's export, as the bot hands it out.", show_default=False)],
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Check the seed's commitment, the battle's key and every die, card and seal of an exported battle."""
    export = read(file)
    report = verification.verify(export, named(export.rules))
    if json:
        print_json(
            {
                "file": str(file),
                "ok": report.ok,
                "checks": [{"name": check.name, "ok": check.ok, "detail": check.detail} for check in report.checks],
            }
        )
    else:
        out = console()
        for check in report.checks:
            line = Text("✓ " if check.ok else "✗ ", style="green" if check.ok else "red")
            out.print(line.append(check.name, style="bold").append(f"  {check.detail}" if check.detail else ""))
    if not report.ok:
        raise typer.Exit(REFUSED)


def read(file: Path) -> verification.Export:
    """The export in that file. Raises ShellError when it cannot be read or is none."""
    try:
        if file.stat().st_size > LARGEST:
            raise ShellError(f"{file} is no battle's export: it is larger than {LARGEST // 2**20} MiB")
        return verification.read(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ShellError(f"{file} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ShellError(f"{file} is no battle's export: it is not text") from None
    except Refusal as refusal:
        raise ShellError(f"{file}: {refusal.message}") from None
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ShellError(f"{file} is no battle's export: {where + ': ' if where else ''}{first['msg']}") from None
