"""`adjutant chart RULES [NAME]`: the charts of a rule set, each with its section."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from bot.shell.report import Json, ShellError, console, print_json, worded
from bot.shell.rulebook import closest, named
from bot.shell.words import chosen
from rules.book.showing import Chart
from rules.seam.ruleset import AnyRuleSet


def chart(
    rules: Annotated[str, typer.Argument(help="The rule set, such as five56mm.", show_default=False)],
    name: Annotated[str | None, typer.Argument(help="One chart. Without it: all of them.", show_default=False)] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """The charts of a rule set: figures only, each with its section of the book."""
    book = named(rules)
    charts = book.book.charts if name is None else (chart_named(book, name),)
    if json:
        print_json({"rules": book.key, "charts": [as_document(each) for each in charts]})
        return
    out = console()
    for each in charts:
        out.print(as_table(each))


def chart_named(rules: AnyRuleSet, name: str) -> Chart:
    """The chart of that name. Raises ShellError with the nearest name or all of them."""
    charts = {each.name: each for each in rules.book.charts}
    found = chosen(name, list(charts))
    if found is None:
        raise ShellError(f"{rules.title} has no chart {name!r}; {closest(name, list(charts))}")
    return charts[found]


def as_document(each: Chart) -> dict[str, Json]:
    return {
        "name": each.name,
        "title": each.title,
        "section": each.section,
        "dice": each.dice,
        "columns": list(each.columns),
        "rows": [list(row) for row in each.rows],
        "notes": list(each.notes),
        "citation": each.citation,
    }


def as_table(each: Chart) -> Table:
    heading = f"{each.title} · {each.section}" + (f" · {each.dice}" if each.dice else "")
    foot = [f"name: {each.name}" + (f" · {each.citation}" if each.citation else ""), *each.notes]
    table = Table(title=Text(heading), title_justify="left", caption=Text("\n".join(foot)), caption_justify="left")
    for column in each.columns:
        table.add_column(Text(column), overflow="fold")
    for row in each.rows:
        table.add_row(*(Text(worded(value)) for value in row))
    return table
