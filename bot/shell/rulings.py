"""`adjutant rulings RULES`: how the book's ambiguities are decided, and the house-rule switches in force."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.text import Text

from bot.shell.report import Json, console, print_json
from bot.shell.rulebook import named
from rules.book.showing import Ruling, Switch
from rules.seam.ruleset import AnyRuleSet


def rulings(
    rules: Annotated[str, typer.Argument(help="The rule set: book-and-gun.", show_default=False)],
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """The rulings and house-rule switches in force: what the book leaves open, and how it is decided here."""
    book = named(rules)
    if json:
        print_json(as_document(book))
        return
    out = console()
    out.print(Text(f"{book.title}, version {book.version}: rulings", style="bold"))
    for ruling in book.book.rulings:
        heading = Text(ruling.id, style="bold")
        if ruling.about:
            heading.append(f"  on {', '.join(ruling.about)}", style="dim")
        out.print(heading)
        out.print(Text(f"  {ruling.text}"))
        if ruling.switch:
            out.print(_line(ruling.switch))
    out.print(Text("\nHouse-rule switches", style="bold"))
    for switch in book.book.switches:
        out.print(Text(f"{switch.key}: {switch.about}"))
        out.print(_line(switch))


def as_document(book: AnyRuleSet) -> dict[str, Json]:
    return {
        "rules": book.key,
        "version": book.version,
        "rulings": [_ruling(ruling) for ruling in book.book.rulings],
        "switches": [_switch(switch) for switch in book.book.switches],
    }


def _ruling(ruling: Ruling) -> dict[str, Json]:
    return {
        "id": ruling.id,
        "about": list(ruling.about),
        "text": ruling.text,
        "switch": ruling.switch.key if ruling.switch else None,
    }


def _switch(switch: Switch) -> dict[str, Json]:
    return {
        "key": switch.key,
        "in_force": switch.default,
        "choices": list(switch.choices),
        "about": switch.about,
        "ruling": switch.ruling,
    }


def _line(switch: Switch) -> Text:
    line = Text(f"  {switch.key} = ")
    line.append(switch.default, style="bold green")
    others = [choice for choice in switch.choices if choice != switch.default]
    return line.append(f"  (or {', '.join(others)})", style="dim") if others else line
