"""Slash commands made from the rule sets' actions: a new action appears in Discord without another line.

A verb that two rule sets share becomes one command with both their options; the battle's own rule set judges what was
given. Players' actions are commands of their own (/fire), the umpire's stand in the group /umpire.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Optional, TypeAlias

from discord import app_commands

from bot.errors import guarded, quietly
from bot.say import Interaction
from bot.text import clip
from rules.action import Action, FieldSpec, Kind, Role, fields_of
from rules.ruleset import AnyRuleSet

Given: TypeAlias = dict[str, str | int | float | bool]
"""What was filled in, by the field's name."""
Order: TypeAlias = Callable[[Interaction, str, Given], Awaitable[None]]
"""Carries an order out: the interaction, the verb, what was filled in."""
Completer: TypeAlias = Callable[[Interaction, FieldSpec, str], Awaitable[list[app_commands.Choice[str]]]]
AnyCommand: TypeAlias = "app_commands.Command[Any, ..., None] | app_commands.Group"

MOST_OPTIONS, MOST_CHOICES, MOST_SUBCOMMANDS = 25, 25, 25
COMPLETED = frozenset({Kind.OWN_UNIT, Kind.ENEMY_UNIT, Kind.UNIT, Kind.FIGURE, Kind.PLACE, Kind.EVENT})
MORE = "more"
"""The option that takes what 25 options have no room for, as name=value, separated by semicolons."""


@dataclass(frozen=True, slots=True)
class Verb:
    """One command to be: what it is called and what it asks for."""

    name: str
    summary: str
    options: tuple[FieldSpec, ...]
    left_out: tuple[FieldSpec, ...] = ()


def verbs(rule_sets: Iterable[AnyRuleSet], role: Role) -> tuple[Verb, ...]:
    """The verbs of all these rule sets for one role, those of the same name merged, in the rule sets' order."""
    found: dict[str, list[type[Action]]] = {}
    for rules in rule_sets:
        for model in rules.action_types():
            if model.role is role:
                found.setdefault(model.name(), []).append(model)
    return tuple(_merged(name, models) for name, models in found.items())


def _merged(name: str, models: Sequence[type[Action]]) -> Verb:
    options: dict[str, FieldSpec] = {}
    for spec in (spec for model in models for spec in fields_of(model)):
        options[spec.name] = _union(options[spec.name], spec) if spec.name in options else spec
    everywhere = set.intersection(*({spec.name for spec in fields_of(model)} for model in models))
    specs = [replace(spec, required=spec.required and spec.name in everywhere) for spec in options.values()]
    specs.sort(key=lambda spec: (not spec.required, spec.fact))
    room = MOST_OPTIONS if len(specs) <= MOST_OPTIONS else MOST_OPTIONS - 1
    return Verb(name, clip(models[0].summary or models[0].title or name, 100), tuple(specs[:room]), tuple(specs[room:]))


def _union(one: FieldSpec, other: FieldSpec) -> FieldSpec:
    """An option that takes what either takes. Where the types differ, text: the battle's rule set reads it."""
    same = one.type is other.type and one.many == other.many
    both = bool(one.choices and other.choices)
    return replace(
        one,
        type=one.type if same else str,
        required=one.required and other.required,
        kind=one.kind if one.kind is other.kind else None,
        choices=tuple(dict.fromkeys(one.choices + other.choices)) if both else (),
        minimum=None if one.minimum is None or other.minimum is None else min(one.minimum, other.minimum),
        maximum=None if one.maximum is None or other.maximum is None else max(one.maximum, other.maximum),
    )


def command(verb: Verb, order: Order, complete: Completer) -> app_commands.Command[Any, ..., None]:
    """The slash command of a verb."""

    async def give(interaction: Interaction, **options: str | float | bool | None) -> None:
        await order(interaction, verb.name, given_of(options))

    callback: Any = guarded(give)
    parameters = [inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction)]
    parameters += [_parameter(spec) for spec in verb.options]
    descriptions = {spec.name: clip(_described(spec), 100) for spec in verb.options}
    if verb.left_out:
        parameters.append(_optional(MORE, str))
        descriptions[MORE] = clip("name=value; … of: " + ", ".join(spec.name for spec in verb.left_out), 100)
    callback.__signature__ = inspect.Signature(parameters)
    callback = app_commands.describe(**descriptions)(callback) if descriptions else callback
    offered = {
        spec.name: [app_commands.Choice(name=clip(choice, 100), value=choice) for choice in spec.choices]
        for spec in verb.options
        if 0 < len(spec.choices) <= MOST_CHOICES and not spec.many
    }
    callback = app_commands.choices(**offered)(callback) if offered else callback
    made: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=verb.name, description=verb.summary, callback=callback, extras={"verb": verb}
    )
    made.guild_only = True
    for spec in verb.options:
        if spec.name not in offered and (spec.kind in COMPLETED or spec.choices):
            made.autocomplete(spec.name)(_completion(spec, complete))
    return made


def commands(rule_sets: Sequence[AnyRuleSet], order: Order, complete: Completer) -> list[AnyCommand]:
    """Everything that a guild playing these rule sets gets beside the commands that every guild has."""
    made: list[AnyCommand] = [command(verb, order, complete) for verb in verbs(rule_sets, Role.PLAYER)]
    umpire = verbs(rule_sets, Role.UMPIRE)
    for start in range(0, len(umpire), MOST_SUBCOMMANDS):
        name = "umpire" if not start else f"umpire{start // MOST_SUBCOMMANDS + 1}"
        group = app_commands.Group(name=name, description="The umpire's word on the table (GMs only)", guild_only=True)
        for verb in umpire[start : start + MOST_SUBCOMMANDS]:
            group.add_command(command(verb, order, complete))
        made.append(group)
    return made


def given_of(options: Mapping[str, object]) -> Given:
    """What was filled in; `more` taken apart. Options left empty are not there."""
    given: Given = {}
    for name, value in options.items():
        if name == MORE and isinstance(value, str):
            for part in value.split(";"):
                key, _, word = part.partition("=")
                if key.strip():
                    given[key.strip()] = word.strip()
        elif isinstance(value, str | int | float | bool):
            given[name] = value
    return given


def _completion(
    spec: FieldSpec, complete: Completer
) -> Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]:
    async def completion(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await quietly(complete(interaction, spec, current))

    return completion


def _parameter(spec: FieldSpec) -> inspect.Parameter:
    kind: Any = str if spec.many else spec.type
    if kind in (int, float) and (spec.minimum is not None or spec.maximum is not None):
        low, high = (None if bound is None else kind(bound) for bound in (spec.minimum, spec.maximum))
        kind = app_commands.Range[kind, low, high]
    if spec.required:
        return inspect.Parameter(spec.name, inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=kind)
    return _optional(spec.name, kind)


def _optional(name: str, kind: Any) -> inspect.Parameter:
    # Optional[…], not `… | None`: discord.py's Range is no type that | knows.
    return inspect.Parameter(
        name,
        inspect.Parameter.POSITIONAL_OR_KEYWORD,
        default=None,
        annotation=Optional[kind],  # noqa: UP045
    )


def _described(spec: FieldSpec) -> str:
    unit = f" ({spec.unit})" if spec.unit and spec.unit not in spec.description else ""
    many = "; several with commas" if spec.many else ""
    return f"{spec.description[:1].upper()}{spec.description[1:]}{unit}{many}" or spec.name
