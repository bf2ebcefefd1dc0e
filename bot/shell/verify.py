"""`adjutant verify FILE`: is this the battle that was fought, with the dice that its committed seed makes?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError
from rich.text import Text

from bot.shell.report import REFUSED, ShellError, console, print_json, shown
from bot.shell.rulebook import named
from campaigns.battle.proof import verification
from campaigns.battle.proof.case import Check, PostedHash
from campaigns.errors import Refusal

SIGNS = {"passed": ("✓", "green"), "unchecked": ("?", "yellow"), "failed": ("✗", "red")}
LARGEST = 64 * 1024 * 1024
"""Bytes of an export: far more than the longest battle makes."""


def verify(
    file: Annotated[Path, typer.Argument(help="A battle's export, as the bot hands it out.", show_default=False)],
    commitment: Annotated[
        list[str] | None,
        typer.Option(help="A hash that was posted in the channel: of the seed or of the journal. May be repeated."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Check the seed's commitment, the battle's key, the journal's chain and every die, card and seal of an export."""
    export = read(file)
    report = verification.verify(export, named(export.rules))
    checks = [*report.checks, *([_compared(commitment, report.posted)] if commitment else [])]
    ok = all(check.ok for check in checks)
    if json:
        print_json(
            {
                "file": str(file),
                "ok": ok,
                "checks": [{"name": c.name, "ok": c.ok, "state": c.state, "detail": c.detail} for c in checks],
                "posted": [{"where": each.where, "value": each.value} for each in report.posted],
            }
        )
    else:
        _print(checks, report.posted, compared=bool(commitment))
    if not ok:
        raise typer.Exit(REFUSED)


def _compared(given: Sequence[str], posted: Sequence[PostedHash]) -> Check:
    """What somebody has read in the channel, held against the file."""
    known = {each.value: each.where for each in posted}
    wanted = [each.strip().strip("`").lower() for each in given]
    strange = [each for each in wanted if each not in known]
    if strange:
        return Check("channel", "failed", f"this file is of another battle or was changed: {', '.join(strange)}")
    return Check("channel", "passed", "; ".join(known[each] for each in wanted))


def _print(checks: Sequence[Check], posted: Sequence[PostedHash], *, compared: bool) -> None:
    out = console()
    for check in checks:
        sign, style = SIGNS[check.state]
        line = Text(f"{sign} ", style=style).append(check.name, style="bold")
        line.append("  unchecked:" if check.state == "unchecked" else "")
        out.print(line.append(f"  {shown(check.detail)}" if check.detail else ""))
    if posted and not compared:
        out.print("\nAnybody can change a file with its hashes. Compare with what was posted in the channel:")
    for each in posted:
        out.print(
            Text(f"  {shown(each.value)}", style="bold").append(f"  {each.where}", style="default"), soft_wrap=True
        )


def read(file: Path) -> verification.Export:
    """The export in that file. Raises ShellError when it cannot be read or is none."""
    try:
        if file.stat().st_size > LARGEST:
            raise ShellError(f"{file} isn't a battle's export: it is larger than {LARGEST // 2**20} MiB")
        return verification.read(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ShellError(f"{file} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ShellError(f"{file} isn't a battle's export: it is not text") from None
    except Refusal as refusal:
        raise ShellError(f"{file}: {refusal.message}") from None
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ShellError(f"{file} isn't a battle's export: {where + ': ' if where else ''}{first['msg']}") from None
