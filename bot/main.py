"""`adjutant`: the one program of the project. Each command lives in a module of bot/shell or bot/sandbox."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import typer

from bot.settings import SettingsError
from bot.shell import charts, database, resolve, rulings
from bot.shell.report import BAD_INPUT, ShellError, one_line

app = typer.Typer(
    name="adjutant",
    help="The staff officer of a play-by-post miniature-wargame campaign.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)
app.add_typer(resolve.app, name="resolve")
app.command()(charts.chart)
app.command()(rulings.rulings)
app.add_typer(database.app, name="db")


@app.callback()
def adjutant() -> None:
    """The staff officer of a play-by-post miniature-wargame campaign."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code: 0 done, 1 refused by the rules, 2 bad input, 130 interrupted."""
    return carry_out(app, arguments)


def carry_out(program: typer.Typer, arguments: Sequence[str] | None = None) -> int:
    """Run a program and say in one line what went wrong, if something did."""
    try:
        code = program(args=arguments, prog_name="adjutant", standalone_mode=False)
    except ShellError as error:
        print(error.text(), file=sys.stderr)
        return error.exit_code
    except SettingsError as error:
        print(one_line(str(error)), file=sys.stderr)
        return BAD_INPUT
    except typer.TyperException as error:
        if message := error.format_message():
            print(one_line(message), file=sys.stderr)
        return error.exit_code
    except (typer.Abort, KeyboardInterrupt):
        return 130
    return code if isinstance(code, int) else 0


if __name__ == "__main__":
    sys.exit(main())
