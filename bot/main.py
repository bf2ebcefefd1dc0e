"""`adjutant`: the one program of the project. Each command is a module of its own, loaded when it is asked for."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from bot.shell.garbage import unsearched
from bot.shell.report import BAD_INPUT, SettingsError, ShellError, one_line


@dataclass(frozen=True, slots=True)
class Lazy:
    """A command that is imported when it is asked for. `where`: a function, or a typer app with commands of its own;
    `about`: what the list of commands says of it, the same as its own help."""

    where: str
    about: str


COMMANDS = {
    "sandbox": Lazy(
        "bot.sandbox.command_line:sandbox",
        "Play in a local browser page: the real bot, a GM, a player a side, a battle under way. No token, no network.",
    ),
    "run": Lazy(
        "bot.shell.host:run",
        "Run the bot on Discord. It needs ADJUTANT_TOKEN or ADJUTANT_TOKEN_FILE; a .env file is honoured.",
    ),
    "invite": Lazy(
        "bot.shell.host:invite",
        "Print the link that adds the bot to a server with the least permissions.",
    ),
    "resolve": Lazy(
        "bot.shell.resolve:app",
        "Resolve one action by declared facts, with given or drawn dice and cards.",
    ),
    "chart": Lazy(
        "bot.shell.charts:chart",
        "The charts of a rule set: figures only, each with its section of the book.",
    ),
    "rulings": Lazy(
        "bot.shell.rulings:rulings",
        "The rulings and house-rule switches in force: what the book leaves open, and how it is decided here.",
    ),
    "scenario": Lazy(
        "bot.shell.scenario:app",
        "Scenario files: check them, list and show those of the program.",
    ),
    "honours": Lazy(
        "bot.shell.honours:app",
        "Files of awards: check them, show those of the program.",
    ),
    "verify": Lazy(
        "bot.shell.verify:verify",
        "Check the seed's commitment, the battle's key, the journal's chain and every die, card and seal of an export.",
    ),
    "campaign": Lazy(
        "bot.shell.campaign:app",
        "A campaign as a file: export it, check a file, bring one in.",
    ),
    "chronicle": Lazy(
        "bot.shell.chronicle:chronicle",
        "Write a campaign's chronicle as a site: battles with a replay, rosters, figures, honours, diary, search.",
    ),
    "db": Lazy(
        "bot.shell.database:app",
        "The database of this host.",
    ),
    "doctor": Lazy(
        "bot.shell.doctor:doctor",
        "Look at token, servers, clock, database, disk, backups, ports; say what to do. Exit code 0: well, 1: not.",
    ),
    "health": Lazy(
        "bot.shell.health:health",
        "Whether the bot does what recurs: deadlines, posts, commands. Exit code 0: well, 1: not.",
    ),
}
"""A chart need not wait for Discord and a database to load, and the list of commands for none of them."""


class Commands(TyperGroup):
    """Loads the module of the one command that was asked for (typer keeps the types of these methods to itself)."""

    _listing = False

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        self._listing = True
        super().format_help(ctx, formatter)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        return TyperCommand(cmd_name, help=COMMANDS[cmd_name].about) if self._listing else loaded(cmd_name)


def loaded(name: str) -> Any:
    """The command of that name, imported."""
    module, _, attribute = COMMANDS[name].where.partition(":")
    with unsearched():
        found = getattr(import_module(module), attribute)
    if isinstance(found, typer.Typer):
        return typer.main.get_command(found)
    alone = typer.Typer(add_completion=False)
    alone.command(name)(found)
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
