"""`adjutant scenario`: check scenario files, list and show those that come with the program, their JSON Schema."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from bot.shell.report import REFUSED, Json, ShellError, console, print_json, shown
from bot.shell.rulebook import closest, named
from bot.shell.words import chosen
from rules.kernel.violation import RuleViolation
from rules.language.words import counted
from rules.registry import rule_sets
from rules.scenario import Scenario, ScenarioFault, library, read_scenario, rehearse
from rules.scenario import schema as schema_of
from rules.scenario.rehearsal import Rehearsed

app = typer.Typer(
    name="scenario",
    help="Scenario files: check them, list and show those of the program.",
    no_args_is_help=True,
    add_completion=False,
)

Files = Annotated[list[Path], typer.Argument(help="Scenario files (YAML).", show_default=False)]
Rules = Annotated[str, typer.Argument(help="The rule set, such as five56mm.", show_default=False)]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command()
def check(files: Files, json: AsJson = False) -> None:
    """Read files, tell every fault with its line, and rehearse each event of those that are sound."""
    documents: list[Json] = []
    sound = True
    for file in files:
        document, good = _checked(file, quiet=json)
        documents.append(document)
        sound = sound and good
    if json:
        print_json({"files": documents})
    if not sound:
        raise typer.Exit(REFUSED)


def _checked(file: Path, *, quiet: bool) -> tuple[Json, bool]:
    """What is said of one file, as a document; printed for people unless quiet."""
    try:
        scenario = read_scenario(_text(file), file=str(file))
    except ScenarioFault as fault:
        if not quiet:
            print("\n".join(map(shown, str(fault).splitlines())), file=sys.stderr)
        return {
            "file": str(file),
            "ok": False,
            "faults": [str(one.line) + ": " + one.message for one in fault.all],
        }, False
    try:
        rehearsed, refused = rehearse(scenario), ""
    except RuleViolation as violation:
        rehearsed, refused = (), f"{violation.message} {violation.remedy or ''}".strip()
    if not quiet:
        _print(file, scenario, rehearsed, refused)
    events: list[Json] = [{"key": e.key, "title": e.title, "lines": list(e.lines)} for e in rehearsed]
    document: dict[str, Json] = {
        "file": str(file),
        "ok": not refused,
        "key": scenario.key,
        "title": scenario.title,
        "rules": scenario.rules,
        "warnings": [str(warning) for warning in scenario.warnings],
        "faults": [refused] if refused else [],
        "events": events,
    }
    return document, not refused


def _text(file: Path) -> str:
    """Raises ShellError for a file that cannot be read."""
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise ShellError(f"{file} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ShellError(f"{file} isn't a scenario: it is not text in UTF-8") from None


def _print(file: Path, scenario: Scenario, rehearsed: tuple[Rehearsed, ...], refused: str) -> None:
    out = console()
    out.print(Text(f"✓ {file}", style="green") if not refused else Text(f"✗ {file}", style="red"))
    out.print(Text(f"  {scenario.title} · {scenario.rules}", style="bold"))
    for side in scenario.sides:
        out.print(Text(f"  {side.name} ({side.key}): " + ", ".join(_force_words(scenario, side.key))))
    for warning in scenario.warnings:
        out.print(Text(f"  {warning}", style="yellow"))
    if refused:
        out.print(Text(f"  The battle cannot be mustered: {refused}", style="red"))
    if rehearsed:
        out.print(Text("  Events, each as if it were called before the first turn:"))
    _print_events(out, rehearsed)


def _force_words(scenario: Scenario, side: str) -> list[str]:
    found = scenario.side(side)
    return [
        f"{force.name} ({', '.join(filter(None, (counted(len(force.plan.figures), 'figure'), force.role)))})"
        for force in (found.forces if found else ())
    ]


def _print_events(out: Console, rehearsed: tuple[Rehearsed, ...]) -> None:
    for event in rehearsed:
        out.print(Text(f"  {event.key}: {event.title}"))
        for line in event.lines or (event.refused,):
            out.print(Text(f"    {line}", style="dim"))


@app.command()
def schema(rules: Rules) -> None:
    """Print the JSON Schema of a rule set's scenario files, for editors."""
    print_json(schema_of(named(rules)))


@app.command("list")
def list_(
    rules: Annotated[str | None, typer.Argument(help="One rule set. Without it: all of them.")] = None,
    json: AsJson = False,
) -> None:
    """List the scenarios that come with the program."""
    found = _library() if rules is None else list(library(named(rules).key))
    if json:
        print_json([{"key": s.key, "rules": s.rules, "title": s.title, "summary": s.summary} for s in found])
        return
    table = Table("key", "rules", "title", "summary", box=None, pad_edge=False)
    for scenario in found:
        table.add_row(*(Text(word) for word in (scenario.key, scenario.rules, scenario.title, scenario.summary)))
    console().print(table)


@app.command()
def show(key: Annotated[str, typer.Argument(help="A scenario of `list`.", show_default=False)]) -> None:
    """Print the file of a scenario that comes with the program: a pattern for one's own."""
    found = {scenario.key: scenario for scenario in _library()}
    word = chosen(key, list(found))
    if word is None:
        raise ShellError(f"no scenario {key!r}; {closest(key, list(found))}")
    print(found[word].text, end="")


def _library() -> list[Scenario]:
    return [scenario for rules in rule_sets() for scenario in library(rules)]
