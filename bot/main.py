"""`adjutant`: the one program of the project. Each command is a module of its own, loaded when it is asked for."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

from bot.settings import SettingsError
from bot.shell.report import BAD_INPUT, ShellError, one_line

COMMANDS = {
    "sandbox": "bot.sandbox.command:sandbox",
    "run": "bot.shell.host:run",
    "invite": "bot.shell.host:invite",
    "resolve": "bot.shell.resolve:app",
    "chart": "bot.shell.charts:chart",
    "rulings": "bot.shell.rulings:rulings",
    "scenario": "bot.shell.scenario:app",
    "verify": "bot.shell.verify:verify",
    "db": "bot.shell.database:app",
    "health": "bot.shell.health:health",
}
"""A function, or a typer app with commands of its own: a chart need not wait for Discord and a database to load."""


class Commands(TyperGroup):
    """Loads the module of the one command that was asked for (typer keeps the types of these methods to itself)."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name].split(":")
        found = getattr(import_module(module), name)
        if isinstance(found, typer.Typer):
            return typer.main.get_command(found)
        alone = typer.Typer(add_completion=False)
        alone.command(cmd_name)(found)
        return typer.main.get_command(alone)


app = typer.Typer(cls=Commands, no_args_is_help=True, pretty_exceptions_enable=False, add_completion=False)


@app.callback()
def adjutant() -> None:
    """The staff officer of a play-by-post miniature-wargame campaign: keeps the roll, posts the orders."""


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
