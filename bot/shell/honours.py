"""`adjutant honours`: check files of awards, show those that come with the program as a pattern."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from bot.shell.report import REFUSED, ShellError, shown
from bot.shell.rulebook import named
from rules.honours import AwardFault, read_awards, shipped
from rules.honours.library import texts
from rules.language.words import counted
from rules.registry import rule_sets

app = typer.Typer(
    name="honours",
    help="Files of awards: check them, show those of the program.",
    no_args_is_help=True,
    add_completion=False,
)


@app.command()
def check(files: Annotated[list[Path], typer.Argument(help="Files of awards (YAML).", show_default=False)]) -> None:
    """Read files, and tell every fault with its line."""
    sound = True
    for file in files:
        sound = _checked(file) and sound
    if not sound:
        raise typer.Exit(REFUSED)


@app.command()
def show(rules: Annotated[str, typer.Argument(help="The rule set, such as five56mm.", show_default=False)]) -> None:
    """Print the awards of a rule set as they are written: a pattern for your own."""
    print("\n".join(texts(named(rules).key)), end="")


def _checked(file: Path) -> bool:
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ShellError(f"{file} cannot be read: {error}") from None
    try:
        known = [award for key in rule_sets() for award in shipped(key) if f"rules: {key}" in text]
        read = read_awards(text, file=str(file), known=known)
    except AwardFault as fault:
        print("\n".join(map(shown, str(fault).splitlines())), file=sys.stderr)
        return False
    print(shown(f"{file}: {read.title}, {counted(len(read.awards), 'award')} for {read.rules}"))
    return True
