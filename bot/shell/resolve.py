"""`adjutant resolve RULES ACTION`: one action by declared facts only, without a battle and without a database.

The commands and their options are generated from the rule set's resolutions: a field `target_class` becomes
`--target-class`, a yes-or-no fact a pair of flags, a fact with several values an option that may be repeated. Names
and choices may be typed with spaces, hyphens or underscores and in capitals or not.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter, Signature
from typing import Annotated, Any

import typer
from pydantic import ValidationError
from rich.text import Text
from typer.core import TyperGroup

from bot.shell.report import REFUSED, Json, ShellError, console, print_json, worded
from bot.shell.rulebook import named
from bot.shell.words import chosen
from rules.book.showing import Resolution, Resolved
from rules.kernel.action import FieldSpec, fields_of
from rules.kernel.chance import Chance, Draw, Scripted, ScriptError, Seeded
from rules.kernel.facts import Fact
from rules.kernel.violation import RuleViolation
from rules.registry import rule_sets
from rules.seam.ruleset import AnyRuleSet

GIVEN = (
    "Dice and cards drawn elsewhere, in order: d20:7,d20:3,card:KH; a number alone is the die that is needed. Without "
    "it they are drawn here."
)


class ResolveGroup(TyperGroup):
    """A group whose commands are the rule sets; each is built when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(rule_sets())

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # typer keeps both types to itself
        return typer.main.get_command(rules_app(named(cmd_name)))


class ActionGroup(TyperGroup):
    """The actions of a rule set, each found by its name or its title however it is written: "close_combat", "Close
    Combat"."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # typer keeps both types to itself
        found = chosen(cmd_name, self.list_commands(ctx))
        titles = {str(command.short_help): name for name, command in self.commands.items()}
        title = None if found is not None else chosen(cmd_name, list(titles))
        return super().get_command(ctx, found or (titles[title] if title is not None else cmd_name))


app = typer.Typer(
    name="resolve", cls=ResolveGroup, help="Resolve one action by declared facts, with given or drawn dice and cards."
)


@app.callback()
def resolve() -> None:
    """Resolve one action by declared facts, with given or drawn dice and cards."""


def rules_app(rules: AnyRuleSet) -> typer.Typer:
    """`adjutant resolve book-and-gun`: a command for each of the rule set's resolutions."""
    about = f"{rules.title}: one action by declared facts."
    group = typer.Typer(name=rules.key, cls=ActionGroup, help=about, add_completion=False)
    group.callback()(lambda: None)
    for form in rules.book.resolutions:
        group.command(form.name(), help=form.summary or form.title, short_help=form.title)(_command(rules, form))
    return group


def _command(rules: AnyRuleSet, form: type[Resolution]) -> Callable[..., None]:
    fields = fields_of(form)

    def command(**given: Any) -> None:  # as typer read them; the form's own model checks them
        script, as_json = given.pop("chance"), given.pop("json")
        values = {name: _flat(value) for name, value in given.items() if value is not None and value != []}
        try:
            resolved = resolved_with(rules, read_form(form, values), script)
        except RuleViolation as violation:
            raise _refused(rules, form, violation, as_json) from None
        except ScriptError as error:
            raise ShellError(f"--chance: {error}") from None
        if as_json:
            print_json(as_document(rules, form, resolved))
        else:
            _show(rules, form, resolved)

    command.__annotations__ = {}
    command.__signature__ = Signature(  # type: ignore[attr-defined]  # typer reads a function's options from here
        [
            *map(_option, fields),
            Parameter(
                "chance",
                Parameter.KEYWORD_ONLY,
                annotation=Annotated[str | None, typer.Option(help=GIVEN)],
                default=None,
            ),
            Parameter(
                "json",
                Parameter.KEYWORD_ONLY,
                annotation=Annotated[bool, typer.Option("--json", help="Print JSON.")],
                default=False,
            ),
        ]
    )
    return command


def _one_of(choices: Sequence[str]) -> Callable[[str], str]:
    """Reads one of the choices, however it is written."""

    def read(word: str) -> str:
        found = chosen(word, choices)
        if found is None:
            raise typer.BadParameter(f"{word!r} is not one of {', '.join(map(repr, choices))}.")
        return found

    return read


def _some_of(choices: Sequence[str]) -> Callable[[str], list[str]]:
    """Reads several of the choices, separated by commas; a choice may hold commas itself."""
    one = _one_of(choices)

    def read(words: str) -> list[str]:
        parts = [part for part in words.split(",") if part.strip()]
        found: list[str] = []
        while parts:
            longest = next((n for n in range(len(parts), 0, -1) if chosen(",".join(parts[:n]), choices)), 1)
            found.append(one(",".join(parts[:longest]).strip()))
            parts = parts[longest:]
        return found

    return read


def _flat(value: object) -> object:
    """A list of lists as one list: an option may be repeated, and name several with commas."""
    if not isinstance(value, list | tuple):
        return value
    return [part for each in value for part in (each if isinstance(each, list) else [each])]


def _reader(field: FieldSpec) -> Callable[[str], Any]:
    return _some_of(field.choices) if field.many else _one_of(field.choices)


def _option(field: FieldSpec) -> Parameter:
    flag = field.name.replace("_", "-")
    kind: Any = field.type
    help_text = field.description[:1].upper() + field.description[1:]
    if field.unit:
        help_text += f", in {field.unit}"
    if field.required:
        default: object = Parameter.empty
    else:
        default = None
        if field.default not in (None, (), ""):
            help_text += f" (if not given: {worded(field.default)})"
    numeric = field.type in (int, float) and not field.choices and not field.many
    option = typer.Option(
        f"--{flag}/--no-{flag}" if kind is bool else f"--{flag}",
        help=help_text,
        min=field.minimum if numeric else None,
        max=field.maximum if numeric else None,
        show_default=False,
        parser=_reader(field) if field.choices else None,
        metavar=f"<{'|'.join(field.choices)}>" if field.choices else None,
    )
    if field.many:
        kind = list[kind]
    return Parameter(
        field.name,
        Parameter.KEYWORD_ONLY,
        annotation=Annotated[kind if field.required else kind | None, option],
        default=default,
    )


def read_form(form: type[Resolution], values: Mapping[str, object]) -> Resolution:
    """The filled-in form. Raises ShellError that names every option that does not fit."""
    try:
        return form.model_validate(values)
    except ValidationError as error:
        wrong = [
            f"--{str(item['loc'][0]).replace('_', '-')}: {item['msg']}" if item["loc"] else item["msg"]
            for item in error.errors(include_url=False, include_input=False)
        ]
        raise ShellError("; ".join(wrong)) from None


def resolved_with(rules: AnyRuleSet, asked: Resolution, script: str | None) -> Resolved:
    """Resolve with the given draws, every one of which must be used, or with dice of our own.

    Raises RuleViolation, ScriptError for too few, too many or impossible draws, ShellError when the rule set
    resolves nothing.
    """
    if rules.book.resolve is None:
        raise ShellError(f"{rules.title} has no one-off resolutions")
    if script is None:
        drawn: Chance = Seeded(os.urandom(32), event=0)
        return rules.book.resolve(asked, drawn)
    given = Scripted(script)
    resolved = rules.book.resolve(asked, given)
    given.finish()
    return resolved


def _refused(rules: AnyRuleSet, form: type[Resolution], violation: RuleViolation, as_json: bool) -> ShellError:
    line = violation.message
    if violation.citation:
        line += f" ({violation.citation})"
    if violation.remedy:
        line += f" — {violation.remedy}"
    refused: dict[str, Json] = {
        "code": violation.code,
        "message": violation.message,
        "citation": violation.citation,
        "remedy": violation.remedy,
    }
    details = {"rules": rules.key, "action": form.name(), "refused": refused} if as_json else None
    return ShellError(line, code=REFUSED, details=details)


def as_document(rules: AnyRuleSet, form: type[Resolution], resolved: Resolved) -> dict[str, Json]:
    """The JSON form; README, "One resolution", describes it."""
    return {
        "rules": rules.key,
        "action": form.name(),
        "facts": [_fact(fact) for fact in resolved.facts],
        "events": [
            {
                "kind": step.kind,
                "text": step.text,
                "draws": [_draw(draw) for draw in step.draws],
                "citations": list(step.citations),
            }
            for step in resolved.events
        ],
        "outcome": {name: value for name, value in resolved.outcome.items()},
    }


def _fact(fact: Fact) -> dict[str, Json]:
    document: dict[str, Json] = {"name": fact.name, "value": fact.value, "source": fact.source.value}
    return document | {"unit": fact.unit} if fact.unit else document


def _draw(draw: Draw) -> dict[str, Json]:
    return {"draw": str(draw), "value": draw.value, "purpose": draw.purpose}


def _show(rules: AnyRuleSet, form: type[Resolution], resolved: Resolved) -> None:
    out = console()
    out.print(Text(f"{rules.title} · {form.title or form.name()}", style="bold"))
    for fact in resolved.facts:
        unit = f" {fact.unit}" if fact.unit else ""
        out.print(Text(f"  {fact.name} {worded(fact.value)}{unit} ({fact.source.value})", style="dim"))
    for step in resolved.events:
        line = Text(f"• {step.text}")
        if step.draws:
            line.append(f"  [{', '.join(map(str, step.draws))}]", style="cyan")
        if step.citations:
            line.append(f"  {', '.join(step.citations)}", style="dim")
        out.print(line)
    for name, value in resolved.outcome.items():
        out.print(Text(f"{name.replace('_', ' ')}: {worded(value)}", style="bold"))
